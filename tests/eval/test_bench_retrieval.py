"""The retrieval benchmark runs and reports what it says; its corpus is the same every time."""

from __future__ import annotations

import itertools

from eval.bench.retrieval import measure, name, passages


def test_every_mode_is_timed_at_every_size():
    found = measure(sizes=(30, 60), uri=":memory:")
    for size in (30, 60):
        for mode in ("vector", "keyword", "walk", "hybrid"):
            assert set(found[size][mode]) == {"first_ms", "p50_ms", "p95_ms"}
            assert 0 < found[size][mode]["p50_ms"] <= found[size][mode]["p95_ms"]
    assert found["peak_mb"] > 0


def test_the_corpus_is_the_same_every_time_and_names_are_distinct():
    assert list(itertools.islice(passages(), 20)) == list(itertools.islice(passages(), 20))
    assert len({name(number) for number in range(5000)}) == 5000
