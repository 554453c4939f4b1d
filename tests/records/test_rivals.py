from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from memkit.records.learner import Learner
from memkit.records.rivals import RIVAL_NAMES, out_of_fold_with_rivals, rival_features, scores_with_rivals


def features(left, right, scores):
    rows = rival_features(left, right, np.array(scores, dtype=float))
    return [dict(zip((n.removeprefix("rivals.") for n in RIVAL_NAMES), row, strict=True)) for row in rows]


def test_by_hand():
    # a has two candidates (x .9, y .6); y has two (a .6, b .8)
    ax, ay, by = features(["a", "a", "b"], ["x", "y", "y"], [0.9, 0.6, 0.8])
    assert ax["gap_low"] == pytest.approx(0.3) and ax["gap_high"] == pytest.approx(0.3)  # x has no other candidate
    assert ay["gap_low"] == pytest.approx(-0.3) and ay["gap_high"] == pytest.approx(-0.2)
    assert (ay["best_low"], ay["best_high"]) == (0.8, 0.9)
    assert (ay["rank_low"], ay["rank_high"]) == (1, 1)
    assert (ax["rank_low"], ax["rank_high"]) == (0, 0)
    assert ax["count_high"] == pytest.approx(math.log(2)) and ax["count_low"] == 0.0
    assert by["gap_low"] == pytest.approx(0.2)


def test_a_pair_without_rivals_has_no_gap():
    (only,) = features(["a"], ["x"], [0.7])
    assert math.isnan(only["gap_low"]) and math.isnan(only["best_high"])
    assert only["rank_high"] == 0


def test_a_taken_rival_is_no_threat():
    # a's other candidate y (.8) is better with b (.95): the free gap counts it at .8 - .15
    ax, _, _ = features(["a", "a", "b"], ["x", "y", "y"], [0.7, 0.8, 0.95])
    assert ax["gap_low"] == pytest.approx(-0.1)
    assert ax["free_gap_low"] == pytest.approx(0.7 - (0.8 - 0.15))


pair_list = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 6)),
    min_size=1,
    max_size=25,
    unique_by=lambda p: p[:2],
)


@settings(deadline=None)
@given(pair_list)
def test_gap_best_and_rank_equal_brute_force(pairs):
    left, right, scores = ([p[i] for p in pairs] for i in range(3))
    for i, row in enumerate(features(left, right, scores)):
        best, rank = [], []
        for side in (left, right):
            others = [scores[j] for j in range(len(pairs)) if j != i and side[j] == side[i]]
            best.append(max(others, default=math.nan))
            rank.append(sum(s > scores[i] for s in others))
        known = [b for b in best if not math.isnan(b)]
        if known:
            assert (row["best_low"], row["best_high"]) == (min(known), max(known))
            assert row["gap_low"] == pytest.approx(scores[i] - max(known))
        else:
            assert math.isnan(row["best_low"])
        assert (row["rank_low"], row["rank_high"]) == (min(rank), max(rank))


@pytest.fixture(scope="module")
def matching():
    """Sixty records with five candidates each. How alike pairs look varies more from record to record than between the
    partner and the others, but the partner is always the best of its record."""
    rng = np.random.default_rng(0)
    left, right = np.repeat(np.arange(60), 5), np.arange(300)
    labels = (right % 5 == 0).astype(int)
    rows = np.column_stack(
        [np.repeat(rng.uniform(0, 1, 60), 5) + 0.2 * labels + rng.uniform(0, 0.1, 300), rng.uniform(size=300)]
    )
    return rows, left.tolist(), right.tolist(), labels, np.flatnonzero(left < 40)


def test_rivals_tell_what_similarity_alone_cannot(matching):
    rows, left, right, labels, known = matching
    rest = np.setdiff1d(np.arange(300), known)
    alone = Learner.fit(rows[known], labels[known]).predict(rows[rest])
    together = scores_with_rivals(rows, left, right, labels, known)[rest]
    assert roc_auc_score(labels[rest], alone) < 0.85
    assert roc_auc_score(labels[rest], together) > 0.99


def test_no_label_outside_the_known_plays_a_part(matching):
    rows, left, right, labels, known = matching
    flipped = labels.copy()
    flipped[200:] = 1 - flipped[200:]
    assert known.max() == 199
    one = scores_with_rivals(rows, left, right, labels, known)
    assert np.array_equal(one, scores_with_rivals(rows, left, right, flipped, known))


def test_out_of_fold_scores_do_not_know_their_own_label(matching):
    rows, left, right, labels, _ = matching
    rng = np.random.default_rng(1)
    shuffled, told = rng.permutation(labels), []
    scores = out_of_fold_with_rivals(
        rng.uniform(size=rows.shape),
        left,
        right,
        shuffled,
        np.arange(300),
        folds=3,
        progress=lambda done, total: told.append((done, total)),
    )
    assert abs(roc_auc_score(shuffled, scores) - 0.5) < 0.12  # labels that nothing explains cannot be ranked
    assert told == [(1, 3), (2, 3), (3, 3)]
