"""The benchmark of turns runs, and its conversation is the same every time."""

from __future__ import annotations

import itertools

from eval.bench.turns import MODES, measure, turns


def test_every_mode_is_timed_at_every_size():
    found = measure(sizes=(40, 70), uri=":memory:")
    for size in (40, 70):
        assert set(found[size]) == set(MODES)
        assert all(0 < took["p50_ms"] <= took["p95_ms"] for took in found[size].values())


def test_the_conversation_is_the_same_every_time():
    once, again = (list(itertools.islice(turns(), 70)) for _ in range(2))
    assert once == again
    assert {turn.parent_id for turn in once} == {"c0", "c1", "c2"} and len({turn.speaker for turn in once}) > 2
