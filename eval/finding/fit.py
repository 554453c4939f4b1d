"""The act finder fitted as a whole, and measured on conversations of writers that it was not fitted to.

Every part learns from what the part before it says of conversations that this has not seen: the second reading and the
weights of linking are fitted to what the readings of the other hands say of each hand. What ships is fitted to all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from eval import stats
from eval.finding.clauses import Labelled
from eval.finding.loglinear import DEFAULT, Fitting, fit
from eval.linking import Example, examples
from eval.linking import fit as fit_linking
from eval.transcript import counts, intervals, shaped
from memkit.converse.base import Said
from memkit.converse.finding.course import course_signals
from memkit.converse.finding.decoding import decode
from memkit.converse.finding.encoder import ClauseEncoder
from memkit.converse.finding.finder import Fitted
from memkit.converse.finding.loglinear import LogLinear
from memkit.converse.reading.reader import RuleReader

Tell = Callable[[str], None]
#: A clause that does something with at least this probability is an act to be linked, or dropped then. At .4 acts F1
#: over all hands is half a point higher and attribution two points lower.
LEAST = 0.25
#: Taken from the fitted weight by which an act is dropped. Where it is unsure whether an act was done at all, one too
#: many costs as much F1 as one missed, but only one that is kept can be right about who did something to what: at .7
#: F1 over all hands is the same as at 0, attribution three to six points higher, statuses two.
KEEP = 0.7


def fit_finder(
    labelled: Sequence[Labelled], data_hash: str, how: Fitting = DEFAULT, tell: Tell = print
) -> tuple[Fitted, dict[str, Any]]:
    """(what ships, the measures on each hand by what the others taught)."""
    hands = sorted({one.hand for one in labelled})
    encoder = ClauseEncoder()
    vectors = [encoder.vectors(one.told) for one in labelled]
    signals = [_signals(one) for one in labelled]
    tell("first reading")
    likely = _unseen(labelled, hands, signals, vectors, how)
    first = _fit(labelled, signals, vectors, how)
    signals = [
        [{**own, **around} for own, around in zip(rows, course_signals(one.told, part), strict=True)]
        for one, rows, part in zip(labelled, signals, likely, strict=True)
    ]
    tell("second reading")
    likely = _unseen(labelled, hands, signals, vectors, how)
    second = _fit(labelled, signals, vectors, how)
    found = [decode_all(one, part, LEAST) for one, part in zip(labelled, likely, strict=True)]
    tell("linking")
    measured, linking = _linked(labelled, hands, found)
    return Fitted(first, second, LEAST, linking, data_hash), measured


def _signals(one: Labelled) -> list[Mapping[str, float]]:
    return [unit.signals for told in one.told for unit in told.units]


def decode_all(one: Labelled, likely: np.ndarray, least: float) -> list[Said]:
    """The acts of a conversation, by the probabilities of its units."""
    found: list[Said] = []
    start = 0
    for told in one.told:
        found += decode(told, likely[start : start + len(told.units)], least)
        start += len(told.units)
    return found


def _fit(
    labelled: Sequence[Labelled],
    signals: Sequence[Sequence[Mapping[str, float]]],
    vectors: Sequence[np.ndarray],
    how: Fitting,
    without: str = "",
) -> LogLinear:
    """The model of all conversations but those of one hand."""
    kept = [place for place, one in enumerate(labelled) if one.hand != without]
    return fit(
        [row for place in kept for row in signals[place]],
        np.concatenate([vectors[place] for place in kept]),
        [right for place in kept for right in labelled[place].classes],
        how,
    )


def _unseen(
    labelled: Sequence[Labelled],
    hands: Sequence[str],
    signals: Sequence[Sequence[Mapping[str, float]]],
    vectors: Sequence[np.ndarray],
    how: Fitting,
) -> list[np.ndarray]:
    """The probabilities of each conversation's units, by the model of the other hands."""
    found: list[np.ndarray] = [np.empty(0)] * len(labelled)
    for hand in hands:
        model = _fit(labelled, signals, vectors, how, hand)
        for place, one in enumerate(labelled):
            if one.hand == hand:
                found[place] = np.exp(model.log_probabilities(signals[place], vectors[place]))
    return found


def _linked(
    labelled: Sequence[Labelled], hands: Sequence[str], found: Sequence[Sequence[Said]]
) -> tuple[dict[str, Any], dict[str, float]]:
    """(measures of each hand and of all, linked by weights of the other hands; the weights of all)."""
    made: dict[str, list[Example]] = {hand: [] for hand in hands}
    for one, said in zip(labelled, found, strict=True):
        made[one.hand] += examples(one.transcript, gold_acts(one)) + examples(one.transcript, said)
    rows: dict[str, list[np.ndarray]] = {hand: [] for hand in hands}
    for hand in hands:
        weights = _linking([example for other in hands if other != hand for example in made[other]])
        for one, said in zip(labelled, found, strict=True):
            if one.hand == hand:
                reader = RuleReader(lambda turns, people, said=said: said, weights=weights)
                rows[hand].append(counts(one.transcript, reader.read(one.transcript.turns, one.transcript.people)))
    measured = {name: _shaped(row) for name, row in (rows | {"all": list(chain(*rows.values()))}).items()}
    return measured, _linking([example for hand in hands for example in made[hand]])


def _linking(given: Sequence[Example]) -> dict[str, float]:
    weights = fit_linking(given)
    return weights | {"drop": round(weights["drop"] - KEEP, 3)}


def _shaped(rows: Sequence[np.ndarray]) -> dict[str, Any]:
    return shaped({name: stats.Interval.to_dict(value) for name, value in intervals(rows).items()})


def gold_acts(one: Labelled) -> list[Said]:
    """The labelled acts, each at the unit that most of its words stand in."""
    units = {told.turn.n: told for told in one.told}
    found = []
    for span in one.spans:
        told = units.get(span.n)
        shared = [(min(span.end, u.end) - max(span.start, u.start), u) for u in (told.units if told else ())]
        most, unit = max(shared, key=lambda pair: pair[0], default=(0, None))
        said = Said(span.n, span.person, span.act, span.start, span.end)
        if unit is not None and most > 0:
            about = told.turn.text[unit.start : unit.end].strip() if unit.words else ""
            said = replace(said, start=unit.start, end=unit.end, about=about)
        found.append(said)
    return found


def save(fitted: Fitted, folder: Path) -> None:
    """As memkit.converse.finding.finder.load reads it: names and numbers in `fitted.json`, arrays in half precision in
    `fitted.safetensors`."""
    from safetensors.numpy import save as serialise

    arrays: dict[str, np.ndarray] = {}
    told: dict[str, Any] = {"data_hash": fitted.data_hash, "least": fitted.least, "linking": dict(fitted.linking)}
    for reading in ("first", "second"):
        model: LogLinear = getattr(fitted, reading)
        told[reading] = sorted(model.names, key=model.names.__getitem__)
        arrays |= {f"{reading}.{part}": getattr(model, part) for part in ("named", "dense", "bias")}
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {name: np.ascontiguousarray(array, dtype=np.float16) for name, array in sorted(arrays.items())}
    (folder / "fitted.safetensors").write_bytes(serialise(arrays))
    text = json.dumps(told, ensure_ascii=False, indent=0, sort_keys=True)
    (folder / "fitted.json").write_text(text + "\n", encoding="utf-8")
