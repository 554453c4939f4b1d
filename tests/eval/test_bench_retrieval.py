"""The retrieval benchmark runs and reports what it says; its corpus is the same every time."""

from __future__ import annotations

import itertools

from eval.bench.retrieval import empty, measure, name, passages, report, write
from memkit.embed import HashEmbedder
from memkit.store import open_store


def test_every_mode_is_timed_at_every_size():
    found = measure(sizes=(30, 60), uri=":memory:")
    for size in (30, 60):
        for mode in ("vector", "keyword", "walk", "hybrid"):
            assert set(found[size][mode]) == {"first_ms", "p50_ms", "p95_ms"}
            assert 0 < found[size][mode]["p50_ms"] <= found[size][mode]["p95_ms"]
    assert found["peak_mb"] > 0
    found[30]["hybrid"]["p95_ms"], found[60]["hybrid"]["p95_ms"] = 2.0, 5.0
    assert "hybrid p95 at 60: 5.0 ms" in report(found, [30, 60]) and "2.5 times that at 30" in report(found, [30, 60])


def test_a_namespace_is_emptied_again():
    store = open_store(":memory:", namespace="bench")
    write(store, HashEmbedder(), list(itertools.islice(passages(), 20)), set())
    assert store.count("Passage") == 20 and store.count("MENTIONS") > 20
    empty(store)
    assert not any(store.count(label) for label in ("Passage", "Document", "Entity", "MENTIONS"))
    assert store.vectors("Passage")[0] == []


def test_the_corpus_is_the_same_every_time_and_names_are_distinct():
    assert list(itertools.islice(passages(), 20)) == list(itertools.islice(passages(), 20))
    assert len({name(number) for number in range(5000)}) == 5000
