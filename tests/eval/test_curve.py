from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from eval.clustering import cluster_scores
from eval.curve import threshold_curve
from memkit.errors import InputError


@st.composite
def scored_pairs(draw):
    """Pairs over up to 12 records with few distinct scores (ties), repeats, both directions and self pairs."""
    n = draw(st.integers(2, 12))
    end = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(end, end, st.sampled_from([-2.0, 0.0, 0.25, 0.5, 1.0, 7.5])), min_size=1))
    gold = draw(st.lists(st.integers(-1, 3), min_size=n, max_size=n).filter(lambda g: max(g) >= 0))
    return pairs, gold


@settings(max_examples=300, deadline=None)
@given(scored_pairs())
def test_every_threshold_equals_brute_force(case):
    pairs, gold = case
    left, right, scores = (np.array(column) for column in zip(*pairs, strict=True))
    gold = np.array(gold)
    curve = threshold_curve(left, right, scores, gold)
    assert curve.thresholds.tolist() == sorted(set(scores.tolist()), reverse=True)
    for row, threshold in enumerate(curve.thresholds):
        kept = scores >= threshold
        graph = coo_array((np.ones(kept.sum()), (left[kept], right[kept])), shape=(len(gold), len(gold)))
        clusters, labels = connected_components(graph, directed=False)
        expected = cluster_scores(labels[gold >= 0], gold[gold >= 0])
        found = curve.scores(row)
        assert found.clusters == clusters
        for name in ("right_pairs", "predicted_pairs", "true_pairs", "gold_clusters", "precision", "recall", "f1"):
            assert getattr(found, name) == getattr(expected, name), name
        assert found.bcubed_precision == pytest.approx(expected.bcubed_precision, abs=1e-12)
        assert found.bcubed_recall == pytest.approx(expected.bcubed_recall, abs=1e-12)
        assert curve.f1[row] == expected.f1


def test_by_hand():
    """0-1 right at .9; 2-3 right and 1-2 wrong together at .5: all four in one cluster, 2 of 6 pairs right."""
    curve = threshold_curve([0, 2, 1], [1, 3, 2], [0.9, 0.5, 0.5], [0, 0, 1, 1])
    assert curve.right_pairs.tolist() == [1, 2]
    assert curve.predicted_pairs.tolist() == [1, 6]
    assert curve.clusters.tolist() == [3, 1]
    assert curve.bcubed_precision.tolist() == [1.0, 0.5]
    assert curve.bcubed_recall.tolist() == [0.75, 1.0]
    assert curve.best() == 0
    assert (curve.row_at(0.9), curve.row_at(0.6), curve.row_at(0.5), curve.row_at(-1)) == (0, 0, 1, 1)
    with pytest.raises(InputError, match="above every score"):
        curve.row_at(0.95)


def test_thinning_keeps_ends_and_the_rows_asked_for():
    n = 1000
    curve = threshold_curve(np.arange(n - 1), np.arange(1, n), np.linspace(1, 0, n - 1), np.zeros(n, dtype=int))
    rows = curve.thin(50, keep=[7, 333])
    assert len(rows) <= 50
    assert {0, 7, 333, n - 2} <= set(rows)
    assert threshold_curve([0], [1], [0.5], [0, 0]).thin(50) == [0]


@pytest.mark.parametrize(
    ("left", "right", "scores", "gold", "message"),
    [
        ([0, 1], [1, 2], [0.5, float("nan")], [0, 0, 0], "row 1: the score of records 1 and 2 is nan"),
        ([0], [1], [float("inf")], [0, 0], "row 0"),
        ([0], [9], [0.5], [0, 0], r"row 0: records 0 and 9 are not both in \[0, 2\)"),
        ([], [], [], [0, 0], "no scored pairs"),
        ([0], [1], [0.5, 0.6], [0, 0], "2 scores"),
        ([0], [1], [0.5], [-1, -1], "no record has a gold cluster"),
    ],
)
def test_bad_input_is_named(left, right, scores, gold, message):
    with pytest.raises(InputError, match=message):
        threshold_curve(left, right, scores, gold)
