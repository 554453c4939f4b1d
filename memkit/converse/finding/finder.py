"""The learned act finder: clauses with signals -> a first reading of each by itself -> a second one that knows the
first of those around it -> acts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from memkit.converse.base import Said, Turn
from memkit.converse.finding.course import course_signals
from memkit.converse.finding.decoding import decode
from memkit.converse.finding.encoder import ClauseEncoder
from memkit.converse.finding.loglinear import LogLinear
from memkit.converse.finding.units import Told, units_of

_FOLDER = "memkit.converse.finding"


@dataclass(frozen=True)
class Fitted:
    """What was fitted: the two readings, the threshold of an act, the weights by which acts are linked
    (memkit.converse.reading.features), and the hash of the data."""

    first: LogLinear
    second: LogLinear
    least: float
    linking: Mapping[str, float]
    data_hash: str

    def probabilities(self, told: Sequence[Told], vectors: np.ndarray) -> np.ndarray:
        """Of each class for each unit of a conversation: shape (units, CLASSES)."""
        signals = [unit.signals for one in told for unit in one.units]
        likely = np.exp(self.first.log_probabilities(signals, vectors))
        signals = [{**own, **around} for own, around in zip(signals, course_signals(told, likely), strict=True)]
        return np.exp(self.second.log_probabilities(signals, vectors))


class LearnedFinder:
    """An ActFinder (memkit.converse.reading.reader). Loads the sentence model when it first finds; linear in time."""

    def __init__(self, fitted: Fitted | None = None, nlp: Any = None) -> None:
        self.fitted = fitted or shipped()
        self._nlp = nlp

    def __call__(self, turns: Sequence[Turn], people: Sequence[Mapping[str, object]] = ()) -> list[Said]:
        told = list(units_of(turns, people, self._nlp))
        likely = self.fitted.probabilities(told, ClauseEncoder().vectors(told))
        found: list[Said] = []
        start = 0
        for one in told:
            found += decode(one, likely[start : start + len(one.units)], self.fitted.least)
            start += len(one.units)
        return found


@lru_cache(maxsize=1)
def shipped() -> Fitted:
    """What comes with the package, fitted to data/conversations_train by `python -m eval reader`."""
    return load(Path(str(files(_FOLDER).joinpath("fitted"))))


def load(folder: Path) -> Fitted:
    """Of a folder with `fitted.json` and `fitted.safetensors`, as eval.finding.fit writes them."""
    from safetensors.numpy import load_file

    told = json.loads((folder / "fitted.json").read_text(encoding="utf-8"))
    arrays = load_file(folder / "fitted.safetensors")
    readings = [
        LogLinear(
            {name: row for row, name in enumerate(told[reading])},
            *(arrays[f"{reading}.{part}"].astype(np.float64) for part in ("named", "dense", "bias")),
        )
        for reading in ("first", "second")
    ]
    return Fitted(*readings, told["least"], told["linking"], told["data_hash"])
