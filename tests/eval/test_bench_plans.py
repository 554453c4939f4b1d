"""The benchmark of plans runs and reports what it says."""

from __future__ import annotations

import random

from eval.bench.plans import ONTOLOGY, empty, graph, measure, shapes
from memkit.plan.check import problems
from memkit.store import open_store


def test_every_shape_is_timed():
    found = measure(things=60, uri=":memory:", asked=2)
    assert set(found) == set(shapes(random.Random(0), 60))
    for one in found.values():
        assert 0 < one["p50_ms"] <= one["p95_ms"] and one["rows"] >= 0


def test_the_plans_can_be_run_and_the_namespace_is_emptied_again():
    store = open_store(":memory:")
    store.apply(graph(60))
    assert (store.count("Entity"), store.count("RELATED_TO"), store.count("NOT_RELATED_TO")) == (60, 300, 3)
    assert [problems(plan, store, ONTOLOGY) for plan in shapes(random.Random(0), 60).values()] == [[]] * 10
    empty(store)
    assert not any(store.count(label) for label in ("Entity", "Passage", "Document", "RELATED_TO", "DESCRIBES"))
