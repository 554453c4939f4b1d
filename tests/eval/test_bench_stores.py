"""The benchmark of the stores runs, small; it checks itself that both sides did the same. Times are not tested."""

from __future__ import annotations

from eval.bench import stores


def test_both_sides_do_the_same():
    assert set(stores.upserts(3, 4)) == {"ours_us", "bare_us", "ratio"}
    assert stores.nearest(500)["ratio"] > 0


def test_a_ratio_is_of_medians():
    assert stores.compared([(2.0, 1.0), (9.0, 3.0), (3.0, 1.5)], "ms", 1e3) == {
        "ours_ms": 3000.0,
        "bare_ms": 1500.0,
        "ratio": 2.0,
    }
