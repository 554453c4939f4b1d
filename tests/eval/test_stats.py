from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from eval import stats
from memkit.errors import InputError


def test_mean_interval_agrees_with_scipys_percentile_bootstrap():
    values = np.random.default_rng(1).normal(3.0, 2.0, 200)
    mine = stats.mean_interval(values, seed=5, resamples=4000)
    theirs = scipy_stats.bootstrap((values,), np.mean, method="percentile", n_resamples=4000, rng=7).confidence_interval
    assert mine.mean == pytest.approx(values.mean())
    assert mine.low == pytest.approx(theirs.low, abs=0.03)
    assert mine.high == pytest.approx(theirs.high, abs=0.03)


def test_same_seed_same_interval_and_another_seed_another():
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 0.5, 0.25]
    assert stats.mean_interval(values, seed=3) == stats.mean_interval(values, seed=3)
    assert stats.mean_interval(values, seed=3, resamples=50) != stats.mean_interval(values, seed=4, resamples=50)


def test_paired_difference_is_narrower_than_the_noise_both_share():
    noise = np.random.default_rng(0).normal(0, 10, 300)
    interval = stats.difference_interval(noise + 0.5, noise)
    assert (interval.mean, interval.low, interval.high) == pytest.approx((0.5, 0.5, 0.5))


def test_cluster_bootstrap_widens_by_the_design_effect():
    """200 groups of 5 equal values: the standard error is that of 200 values, not of 1,000."""
    group_values = np.random.default_rng(2).normal(size=200)
    values, groups = np.repeat(group_values, 5), np.repeat(np.arange(200), 5)
    alone = stats.mean_interval(values)
    grouped = stats.mean_interval(values, groups=groups)
    by_group = stats.mean_interval(group_values)
    assert (grouped.low, grouped.high) == pytest.approx((by_group.low, by_group.high))
    assert (grouped.high - grouped.low) / (alone.high - alone.low) == pytest.approx(np.sqrt(5), rel=0.1)


def test_bootstrap_of_an_array_gives_a_band_and_leaves_out_nan():
    values = np.array([0.0, 1.0, 1.0, 1.0])
    low, high = stats.bootstrap(lambda counts: np.array([counts @ values / 4, np.nan]), 4, resamples=500)
    assert low.shape == (2,)
    assert 0 <= low[0] < 0.75 < high[0] <= 1
    assert np.isnan(low[1]) and np.isnan(high[1])


@pytest.mark.parametrize("values", [[], [1.0, float("nan")], [[1.0], [2.0]]])
def test_a_mean_of_nothing_or_nan_is_refused(values):
    with pytest.raises(InputError):
        stats.mean_interval(values)


def test_lengths_must_agree():
    with pytest.raises(InputError, match="same length: 2 and 3"):
        stats.difference_interval([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match="1 groups for 2 units"):
        stats.mean_interval([1, 2], groups=["a"])


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_proportion_interval_is_scipys_exact_interval(hits_of):
    hits, n = hits_of
    expected = scipy_stats.binomtest(hits, n).proportion_ci(0.95, method="exact")
    interval = stats.proportion_interval(hits, n)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_proportion_of_nothing_is_unknown():
    interval = stats.proportion_interval(0, 0)
    assert np.isnan(interval.mean) and (interval.low, interval.high) == (0.0, 1.0)


def test_mcnemar_by_hand():
    """Discordant 1 to 5: p = 2 * (C(6,0) + C(6,1)) / 2^6 = 14 / 64."""
    right = [True] * 5 + [False] * 1 + [True] * 9
    baseline = [False] * 5 + [True] * 1 + [True] * 9
    assert stats.mcnemar_exact(right, baseline) == pytest.approx(14 / 64)
    assert stats.mcnemar_exact(right, right) == 1.0


def test_permutation_test_is_exact_on_few_pairs():
    values, baseline = [3.0, 2.0, 4.0, 1.0, 5.0], [1.0, 1.0, 1.0, 1.0, 6.0]
    differences = [2.0, 1.0, 3.0, -1.0]  # the zero leaves the mean's order of patterns alone
    observed = abs(sum(differences))
    patterns = list(itertools.product([1, -1], repeat=4))
    extreme = sum(abs(sum(s * d for s, d in zip(signs, differences, strict=True))) >= observed for signs in patterns)
    assert stats.permutation_test(values, baseline) == pytest.approx(extreme / len(patterns))
    assert stats.permutation_test(values, values) == 1.0


def test_permutation_test_agrees_with_the_t_test_on_normal_differences():
    rng = np.random.default_rng(0)
    left = rng.normal(0.3, 1, 60)
    right = np.zeros(60)
    assert stats.permutation_test(left, right) == pytest.approx(scipy_stats.ttest_1samp(left, 0).pvalue, abs=0.01)


def test_holm_by_hand():
    """Sorted .01 .03 .04 times 3 2 1 = .03 .06 .04; no smaller than the one before: .03 .06 .06."""
    assert stats.holm({"a": 0.04, "b": 0.01, "c": 0.03}) == pytest.approx({"a": 0.06, "b": 0.03, "c": 0.06})
    assert list(stats.holm({"z": 0.5, "a": 0.9})) == ["z", "a"]
    assert stats.holm({"z": 0.9, "a": 0.8}) == {"z": 1.0, "a": 1.0}
    assert stats.holm({}) == {}


@given(st.dictionaries(st.text(max_size=3), st.floats(0, 1), max_size=8))
def test_holm_lies_between_no_correction_and_bonferroni(p_values):
    adjusted = stats.holm(p_values)
    for key, p in p_values.items():
        assert p <= adjusted[key] <= 1
        assert min(p_values.values()) * len(p_values) >= adjusted[min(p_values, key=p_values.get)] - 1e-12


@pytest.mark.parametrize(
    ("right", "merges", "verdict"),
    [
        (299, 299, "safe"),  # .99 ** 299 = .0495 < .05
        (298, 298, "not provable with these labels"),
        (0, 0, "not provable with these labels"),
        (900, 1000, "unsafe"),
        (10, 10, "not provable with these labels"),
    ],
)
def test_safety_verdict(right, merges, verdict):
    assert stats.safety_verdict(right, merges, 0.99) == verdict


def test_difference_verdict():
    better, worse, none = stats.Interval(2, 1, 3), stats.Interval(-2, -3, -1), stats.Interval(0.5, -1, 2)
    assert [stats.difference_verdict(i) for i in (better, worse, none)] == ["better", "worse", "no difference shown"]
    assert stats.difference_verdict(better, p_value=0.2) == "no difference shown"
    assert stats.difference_verdict(better, p_value=0.01) == "better"


def test_one_difference_alone_shows_nothing():
    assert stats.permutation_test([1.0, 0.5], [0.0, 0.5]) == 1.0


def test_a_nested_bootstrap_draws_groups_and_then_their_units():
    groups = np.repeat(range(20), 20)
    alike = np.random.default_rng(5).normal(size=400)  # groups that do not differ
    plain = stats.mean_interval(alike)
    low, high = stats.bootstrap(lambda c: c @ alike / c.sum(), 400, groups=groups, nested=True)
    assert 1 < (high - low) / (plain.high - plain.low) < 1.1 * np.sqrt(2)
    apart = alike + groups  # groups that do: at least as wide as drawing groups alone
    whole = stats.mean_interval(apart, groups=groups)
    low, high = stats.bootstrap(lambda c: c @ apart / c.sum(), 400, groups=groups, nested=True)
    assert high - low == pytest.approx(whole.high - whole.low, rel=0.1)
    seen = []
    stats.bootstrap(lambda c: seen.append(c) or 0.0, 400, groups=groups, nested=True, resamples=20)
    assert all(c.sum() == 400 and not (np.bincount(groups, c) % 20).any() and len(set(c)) > 2 for c in seen)
