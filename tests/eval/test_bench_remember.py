"""The benchmark of `remember`: on both stores no write is lost and no read torn, and it notices when one is."""

from __future__ import annotations

import pytest

from eval.bench import remember
from memkit import Settings
from memkit.converse.recall import DecisionView, PositionView, TimelineEntry

QUICK = Settings(embedder="hash", cache_dir="", states="none")


def test_writers_and_readers_on_one_store(backend):
    rows = remember.measure(backend.uri, QUICK, writers=3, readers=2, turns=3)
    assert [(r["call"], r["writers"], r["n"]) for r in rows if r["call"] == "remember"] == [
        ("remember", 1, 3),
        ("remember", 3, 9),
    ]
    assert all(0 < row["p50_ms"] <= row["p95_ms"] and row["per_s"] > 0 for row in rows)
    assert sum(row["n"] for row in rows if row["readers"] and row["call"] != "remember") > 0


def entry(statement: str, status: str, supersedes: list[str]) -> TimelineEntry:
    return TimelineEntry(statement, status, "2025-01-01", supersedes, [])


def view(status: str, superseded_by: list[str], positions: int = 1) -> DecisionView:
    stand = [PositionView("Ana", "supports", "So.")] * positions
    return DecisionView("d", "Use it", status, stand, [], superseded_by)


@pytest.mark.parametrize(
    "rows",
    [
        [entry("a", "superseded", []), entry("b", "current", [])],
        [entry("a", "current", []), entry("b", "current", ["a"])],
        [entry("a", "superseded", [])],
        [view("superseded", [])],
        [view("current", ["b"])],
        [view("current", [], positions=0)],
    ],
)
def test_a_torn_read_is_noticed(rows):
    with pytest.raises(RuntimeError, match="torn"):
        remember._whole(rows)


def test_a_lost_write_is_noticed(monkeypatch, tmp_path):
    written = remember.turn

    def forgetful(memory, writer, number):
        if number != 1:
            written(memory, writer, number)

    monkeypatch.setattr(remember, "turn", forgetful)
    with pytest.raises(RuntimeError, match="1 turns were lost"):
        remember.measure(str(tmp_path / "m.db"), QUICK, writers=1, readers=0, turns=3)
