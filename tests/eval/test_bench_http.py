"""The benchmark of a served memory runs, small; it checks itself that no write was lost. Times are not tested."""

from __future__ import annotations

import pytest

from eval.bench import http_load
from memkit import Memory, Settings


def test_both_ways_make_the_same_calls(tmp_path):
    settings = Settings(embedder="hash", cache_dir="")
    rows = http_load.measure(str(tmp_path / "load.db"), settings, clients=3, requests=6)
    assert {(row["way"], row["call"]) for row in rows} == {
        (way, call) for way in ("in process", "HTTP") for call in set(http_load.TURNS)
    }
    assert all(0 < row["p50_ms"] <= row["p95_ms"] for row in rows)
    assert sum(row["n"] for row in rows) == 2 * 3 * 6


def test_a_lost_write_is_seen(tmp_path):
    settings = Settings(embedder="hash", cache_dir="")
    path = str(tmp_path / "load.db")
    with Memory(path, namespace="n", settings=settings) as memory:
        http_load.load(http_load.in_process(memory), 2, 6)
    assert http_load.lost_writes(path, "n", settings, 2, 6) == 0
    with Memory(path, namespace="n", settings=settings) as memory:
        memory.store.apply(http_load_without_one(memory))
    assert http_load.lost_writes(path, "n", settings, 2, 6) == 1


def http_load_without_one(memory):
    from memkit.model import Batch

    return Batch(deletes=[("Passage", memory.store.find("Passage", source="load")[0].id)])


def test_a_wrong_answer_is_an_error():
    def wrong(client: int, number: int) -> None:
        raise RuntimeError("wrong")

    with pytest.raises(RuntimeError, match="wrong"):
        http_load.load(http_load.Calls(*[wrong] * 5), 2, 2)
