"""The step behind results/facts_over_time: facts that change, on the part that is reported."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from eval.datasets.facts import load_facts
from eval.datasets.registry import DataSet
from eval.facts import KINDS, evaluate, systems
from eval.provenance import Provenance
from eval.stats import RESAMPLES
from eval.table import interval_text, write_table
from memkit.config import Settings

SEED = 0
EMBEDDER = "minilm"


def facts_over_time(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """systems.csv: share of exactly right answers of each system; kinds.csv: by kind of question and by relation."""
    rows: list[dict[str, Any]] = []
    kinds: list[dict[str, Any]] = []
    n = 0
    for data in data_sets:
        found = evaluate(load_facts(data.path), None, systems(Settings(embedder=EMBEDDER)), seed=SEED)
        n += found["n"]
        for name, of in found["systems"].items():
            rows.append(_row(data.name, name, of, found["differences"].get(name)))
            kinds += [_kind(data.name, name, *share) for share in _shares(of)]
    hashes = {data.name: data.hash for data in data_sets}
    of_sequences = f"95 % percentile bootstrap, {RESAMPLES} resamples of sequences"
    common = {"data": hashes, "n": n, "seed": SEED, "embedder": EMBEDDER, "settings": {"split": "report"}}
    write_table(
        rows,
        folder / "systems.csv",
        Provenance(interval=of_sequences, **common),
        title="Facts over time: exact answers",
    )
    title = "Facts over time: by kind of question and by relation"
    write_table(kinds, folder / "kinds.csv", Provenance(interval="95 % Clopper-Pearson", **common), title=title)


def _row(data: str, name: str, of: dict[str, Any], difference: dict[str, Any] | None) -> dict[str, Any]:
    exact = {"exact": of["exact"]["mean"], "exact_low": of["exact"]["low"], "exact_high": of["exact"]["high"]}
    more = {"more_by_memkit": None, "more_by_memkit_low": None, "more_by_memkit_high": None, "p_holm": None}
    verdict = "what is compared"
    if difference is not None:
        ends = (difference["mean"], difference["low"], difference["high"], difference["p_holm"])
        more = dict(zip(more, ends, strict=True))
        verdict = (
            f"memkit is {difference['verdict']}" if "difference" not in difference["verdict"] else "no difference shown"
        )
    return {"data": data, "system": name, **exact, **more, "verdict": verdict}


def _shares(of: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    kinds = [("kind", kind, of["kinds"][kind]) for kind in KINDS]
    return kinds + [("relation", name, share) for name, share in of["relations"].items()]


def _kind(data: str, system: str, by: str, name: str, share: dict[str, Any]) -> dict[str, Any]:
    most = "mostly right" if share["low"] > 0.5 else "mostly wrong" if share["high"] < 0.5 else "too few to say"
    cells = {"right": share["right"], "questions": share["n"]}
    exact = {"exact": share["mean"], "exact_low": share["low"], "exact_high": share["high"]}
    return {"data": data, "system": system, "by": by, "of": name, **cells, **exact, "verdict": most}


def told(frame: pd.DataFrame) -> list[str]:
    """How many answers follow the facts, system by system."""
    said = []
    for data, rows in frame.groupby("data", sort=False):
        each = [f"{row['system']} {interval_text(row, 'exact')}" for _, row in rows.iterrows()]
        said.append(f"**{data}**, exactly right answers: {'; '.join(each)}.")
    return said
