"""The walk against a dense power iteration written by hand, and the pair bonus against loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from memkit.retrieve.pairs import bridges, covered, pair_bonus, remaining
from memkit.retrieve.walk import idf, log_scale, personalised_pagerank


def dense_power_iteration(weights, passage_restart, thing_restart, damping, steps):
    """One square matrix over passages and things together, each column summing to one, multiplied step by step."""
    passages, things = weights.shape
    square = np.zeros((passages + things, passages + things))
    square[:passages, passages:] = weights
    square[passages:, :passages] = weights.T
    for column in range(passages + things):
        total = square[:, column].sum()
        if total:
            square[:, column] /= total
    restart = np.concatenate([passage_restart, thing_restart])
    mass = restart.copy()
    for _ in range(steps):
        mass = (1 - damping) * restart + damping * (square @ mass)
    return mass[:passages], mass[passages:]


weights = arrays(
    float, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.sampled_from([0.0, 0.05, 0.4, 1.0])
)


@given(weights, st.data())
def test_the_walk_is_the_power_iteration_of_the_square_matrix(matrix, data):
    restart = np.array(data.draw(st.lists(st.floats(0, 1), min_size=sum(matrix.shape), max_size=sum(matrix.shape))))
    restart = restart / restart.sum() if restart.sum() > 0 else restart
    r_p, r_t = restart[: matrix.shape[0]], restart[matrix.shape[0] :]
    x, y = personalised_pagerank(sparse.csr_array(matrix), r_p, r_t, damping=0.8, steps=15)
    expected = dense_power_iteration(matrix, r_p, r_t, 0.8, 15)
    assert np.allclose(x, expected[0]) and np.allclose(y, expected[1])
    assert np.isfinite(x).all() and x.sum() + y.sum() <= 1 + 1e-9


def test_mass_that_goes_all_the_way_round_is_kept():
    matrix = sparse.csr_array(np.array([[1.0, 0.5], [0.0, 0.5]]))
    x, y = personalised_pagerank(matrix, np.array([0.5, 0.0]), np.array([0.0, 0.5]))
    assert x.sum() + y.sum() == pytest.approx(1)


def test_idf_is_one_for_a_thing_in_one_passage_and_nought_for_one_in_all():
    assert idf(np.array([1, 10, 100]), 100) == pytest.approx([1, 0.5, 0])
    assert list(idf(np.array([1]), 1)) == [1]


def test_log_scale_is_nought_where_nothing_arrives_and_one_at_the_best():
    assert list(log_scale(np.array([0.0, 0.0]))) == [0, 0]
    scaled = log_scale(np.array([0.0, 1e-4, 0.2]))
    assert scaled[0] == 0 and scaled[2] == 1 and 0 < scaled[1] < 1


def test_bridges_are_saturated_sums_of_shared_weights():
    rows = sparse.csr_array(np.array([[0.5, 0.9, 0.2], [0.5, 0.0, 0.4], [0.0, 0.9, 0.0]]))
    found = bridges(rows, np.array([0]), np.array([True, False, True]))
    s = 0.5 * 0.5 + 0.2 * 0.4
    assert found[0, 1] == pytest.approx(s / (1 + s))
    assert found[0, 2] == 0, "what they share is not allowed to bridge"


def test_coverage_is_the_share_of_words_that_a_pair_holds():
    words = np.array([[True, False, False], [False, True, False]])
    found = covered(words, np.array([1.0, 2.0, 1.0]), np.array([0]))
    assert list(found[0]) == [0.25, 0.75]
    assert covered(words, np.zeros(3), np.array([0])).sum() == 0


def test_the_rest_of_a_question_is_without_the_first_hop():
    question, title = np.array([0.6, 0.8]), np.array([[1.0, 0.0], [0.0, 0.0]])
    found = remaining(question, title, np.array([[0.0, 1.0], [0.6, 0.8]]))
    rest = np.array([0.3, 0.8]) / np.hypot(0.3, 0.8)
    assert found[0] == pytest.approx([rest[1], rest @ question])
    assert found[1] == pytest.approx([0.8, 1]), "a first passage without a title takes nothing out"


def test_pair_bonus_takes_the_best_first_and_never_itself():
    rng = np.random.default_rng(0)
    scores, firsts = np.array([1.0, 0.9, 0.5, 0.1]), np.array([0, 1])
    parts = {name: rng.random((2, 4)) for name in ("bridge", "title_links", "coverage", "rest")}
    found = pair_bonus(scores, firsts, **parts)
    for p in range(4):
        values = {
            a: 1.5 * scores[a]
            + parts["bridge"][a, p]
            + 0.5 * parts["title_links"][a, p]
            + parts["coverage"][a, p]
            + parts["rest"][a, p]
            for a in (0, 1)
            if a != p
        }
        assert found.bonus[p] == pytest.approx(0.25 * max(values.values()))
        assert found.first[p] == max(values, key=values.get)


def test_one_passage_alone_has_no_bonus():
    one = np.zeros((1, 1))
    found = pair_bonus(np.ones(1), np.array([0]), bridge=one, title_links=one, coverage=one, rest=one)
    assert list(found.bonus) == [0] and list(found.first) == [-1]
