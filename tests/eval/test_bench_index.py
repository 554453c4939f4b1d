"""The index benchmark: its parts are the whole, and a stopwatch counts what it was given."""

from __future__ import annotations

import pytest

from eval.bench.index import Stopwatch, measure


def test_the_parts_are_the_whole():
    found = measure(passages=40, embedder="hash")
    parts = found["parts"]
    assert set(parts) == {"encode", "extract", "write", "total"}
    for unit in ("s", "processor_s"):
        assert parts["total"][unit] == pytest.approx(sum(parts[p][unit] for p in ("encode", "extract", "write")))
    assert all(part["s"] > 0 for part in parts.values())
    assert found["passages"] == 40 and found["peak_mb"] > 0
    assert found["question"]["encode_ms"] >= 0 and found["question"]["names_ms"] > 0
    # with vectors that cost nothing, reading is what is left
    assert parts["extract"]["s"] > parts["encode"]["s"] and found["rest_over_encode"] > 1


def test_a_stopwatch_adds_up_and_counts_a_failing_call():
    watch = Stopwatch()
    assert watch.time(lambda: sum(range(200_000))) == sum(range(200_000))
    once = watch.processor
    with pytest.raises(ZeroDivisionError):
        watch.time(lambda: sum(range(200_000)) / 0)
    assert 0 < once < watch.processor and watch.wall > 0
