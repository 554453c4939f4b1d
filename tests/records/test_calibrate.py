from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from memkit.errors import InputError
from memkit.records.calibrate import (
    clopper_pearson_lower,
    clopper_pearson_upper,
    error_free_needed,
    keep_threshold,
    prove,
)


@settings(deadline=None)
@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.9, 0.95]))
def test_bounds_equal_scipys_exact_test(counts, confidence):
    k, n = counts
    exact = binomtest(k, n, alternative="greater").proportion_ci(confidence, method="exact")
    assert clopper_pearson_lower(k, n, confidence) == pytest.approx(exact.low, abs=1e-9)
    exact = binomtest(k, n, alternative="less").proportion_ci(confidence, method="exact")
    assert clopper_pearson_upper(k, n, confidence) == pytest.approx(exact.high, abs=1e-9)


def test_299_error_free_merges_prove_99_percent_and_298_do_not():
    assert error_free_needed(0.99) == 299
    assert clopper_pearson_lower(299, 299) >= 0.99 > clopper_pearson_lower(298, 298)
    assert error_free_needed(0.5, 0.75) == 2  # .5^2 = .25 exactly


def test_bounds_of_nothing_and_of_everything():
    assert clopper_pearson_lower(0, 10) == 0.0
    assert clopper_pearson_upper(10, 10) == 1.0
    assert clopper_pearson_lower([0, 5], [5, 5]).shape == (2,)
    for k, n in ((6, 5), (-1, 5), (math.nan, 5)):
        with pytest.raises(InputError):
            clopper_pearson_lower(k, n)
    with pytest.raises(InputError):
        clopper_pearson_lower(1, 2, confidence=1.0)


scored = st.lists(st.tuples(st.integers(0, 12), st.sampled_from([0, 1, 1, 1])), max_size=60)


@settings(deadline=None)
@given(scored, st.sampled_from([0.5, 0.7, 0.9]))
def test_prove_equals_brute_force(pairs, target):
    scores, labels = [s / 12 for s, _ in pairs], [y for _, y in pairs]
    proof = prove(scores, labels, target)
    valid = []
    for t in sorted(set(scores)):
        merged = [y for s, y in zip(scores, labels, strict=True) if s >= t]
        bound = binomtest(sum(merged), len(merged), alternative="greater").proportion_ci(0.95, method="exact").low
        if bound >= target:
            valid.append((t, len(merged), len(merged) - sum(merged)))
    assert proof.proved == bool(valid)
    if valid:
        assert (proof.threshold, proof.merges, proof.errors) == valid[0]
        assert proof.bound >= target
    else:
        assert proof.bound < target


def test_a_proof_reads_as_a_sentence():
    scores, labels = np.linspace(1, 0, 400), np.r_[np.ones(320), np.zeros(80)]
    proof = prove(scores, labels)
    # by hand: 320 right and none false give .05^(1/320) = .99068; one false pair more falls under .99
    assert proof.merges == 320 and proof.errors == 0
    assert proof.bound == pytest.approx(0.05 ** (1 / 320))
    assert str(proof).startswith("precision >= 0.99 proved: 320 calibration merges with 0 false ones")
    few = prove([0.9] * 206, [1] * 206)
    assert not few.proved and few.threshold is None
    assert "206 calibration merges" in str(few) and "299 error-free ones needed" in str(few)
    assert prove([], []).threshold is None


def test_tied_scores_merge_together():
    assert prove([1.0] * 299 + [1.0], [1] * 299 + [0]).threshold is None


def test_keep_threshold_holds_the_share_and_no_more():
    scores, labels = [0.9, 0.8, 0.7, 0.6, 0.5], [1, 0, 1, 1, 1]
    assert keep_threshold(scores, labels, 0.75) == 0.6
    assert keep_threshold(scores, labels, 0.76) == 0.5
    assert keep_threshold([0.4], [0]) == -math.inf


@pytest.mark.parametrize(
    "scores, labels, words",
    [
        ([0.1], [0, 1], "1 scores but 2 labels"),
        ([0.1, math.nan], [0, 1], "score number 1 is nan"),
        ([0.1, 0.2], [0, 2], "label number 1"),
    ],
)
def test_wrong_input_is_named(scores, labels, words):
    with pytest.raises(InputError, match=words):
        prove(scores, labels)


@pytest.mark.parametrize("target", [0.0, 1.0, 99])
def test_a_target_is_a_share(target):
    with pytest.raises(InputError, match="target"):
        prove([0.5], [1], target)
