"""Two ranked lists become one: each keeps its order, and cosines say how they interleave."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memkit.retrieve.explain import Ranked
from memkit.retrieve.merge import merge

cosines = st.lists(st.floats(-1, 1), max_size=6)


def ranked(ids: str) -> list[Ranked]:
    return [Ranked(id, 7.0, {}) for id in ids]


def test_cosines_say_whose_turn_it_is():
    found = merge([(ranked("ab"), [0.2, 0.9]), (ranked("xyz"), [0.5, 0.6])], 10)
    assert [(r.id, r.score) for r in found] == [("a", 0.9), ("x", 0.6), ("y", 0.5), ("z", 0.5), ("b", 0.2)]


@given(st.integers(0, 6), st.integers(0, 6), cosines, cosines, st.integers(1, 12))
def test_orders_are_kept_and_scores_fall(left, right, one, other, k):
    lists = [(ranked("abcdef"[:left]), one), (ranked("uvwxyz"[:right]), other)]
    found = merge(lists, k)
    assert len(found) == min(k, left + right)
    for of, _ in lists:
        kept = [r.id for r in found if r.id in {r.id for r in of}]
        assert kept == [r.id for r in of][: len(kept)]
    assert [r.score for r in found] == sorted((r.score for r in found), reverse=True)
