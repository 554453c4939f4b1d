from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.errors import InputError
from memkit.records.clusters import FLOOR, clusters_at, expected_best_threshold, neighbour_agreement


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 8).flatmap(lambda n: st.lists(st.floats(0, 1), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2))
)
def test_agreement_is_the_cosine_of_rows(probabilities):
    n = int((1 + np.sqrt(1 + 8 * len(probabilities))) / 2)
    left, right = np.triu_indices(n, 1)
    p = np.array(probabilities)
    dense = np.eye(n)
    dense[left, right] = dense[right, left] = np.where(p >= FLOOR, p, 0)
    unit = dense / np.linalg.norm(dense, axis=1, keepdims=True)
    assert neighbour_agreement(n, left, right, p) == pytest.approx((unit @ unit.T)[left, right], abs=1e-9)


def test_a_bridge_between_two_cliques_falls_and_a_weak_pair_inside_one_rises():
    left, right = np.triu_indices(8, 1)
    inside = (left < 4) == (right < 4)
    p = np.where(inside, 0.95, 0.0)
    p[(left == 0) & (right == 1)] = 0.3
    p[(left == 3) & (right == 4)] = 0.9
    agreement = neighbour_agreement(8, left, right, p)
    bridge = agreement[(left == 3) & (right == 4)][0]
    weak = agreement[(left == 0) & (right == 1)][0]
    assert bridge < 0.5 < weak
    threshold = expected_best_threshold(8, left, right, agreement)
    assert clusters_at(8, left, right, agreement, threshold).tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_the_threshold_maximises_expected_f1():
    """By hand, three records: joining 0-1 (.9) alone gives 2 * .9 / (1 + 1.7) = .667; 1-2 (.8) too makes one cluster of
    three pairs, 0-2 no candidate: 2 * 1.7 / (3 + 1.7) = .723. With 1-2 at .4: .783 against .605."""
    left, right = np.array([0, 1]), np.array([1, 2])
    assert expected_best_threshold(3, left, right, np.array([0.9, 0.8])) == 0.8
    assert expected_best_threshold(3, left, right, np.array([0.9, 0.4])) == 0.9


def test_what_is_no_probability_is_named():
    for bad in (np.nan, 1.5, -0.1):
        with pytest.raises(InputError, match="row 1"):
            neighbour_agreement(3, np.array([0, 1]), np.array([1, 2]), np.array([0.5, bad]))
