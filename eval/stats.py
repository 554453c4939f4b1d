"""How sure are we? Intervals, bounds, paired tests and verdicts in words. No data set and no metric is known here.

Everything random is seeded: the same values and the same seed give the same interval, to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from memkit.errors import InputError
from memkit.records.calibrate import clopper_pearson_lower, clopper_pearson_upper

#: Resamples of a bootstrap. Efron & Tibshirani, An Introduction to the Bootstrap (1993), section 13.3: 1,000 or more
#: for percentile intervals.
RESAMPLES = 2000
#: Two-sided level of every interval that is reported.
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the two ends of its interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Interval:
        """Back from `to_dict`, whatever else stands beside it."""
        return cls(values["mean"], values["low"], values["high"])

    def to_dict(self) -> dict[str, float]:
        return {"mean": self.mean, "low": self.low, "high": self.high}

    def text(self, sign: str = "") -> str:
        """As a sentence says it: 0.837 [0.789, 0.881]; with `sign` "+" each number has one, as differences do."""
        return f"{self.mean:{sign}.3f} [{self.low:{sign}.3f}, {self.high:{sign}.3f}]"

    def columns(self, name: str) -> dict[str, float]:
        """Three cells of a table row: `name`, `name_low`, `name_high` (the table writer prints them as one)."""
        return {name: self.mean, f"{name}_low": self.low, f"{name}_high": self.high}


# ------------------------------------------------------------------------------------------------------- bootstrap


def bootstrap(
    statistic: Callable[[np.ndarray], float | np.ndarray],
    units: int,
    *,
    groups: Sequence | None = None,
    nested: bool = False,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Percentile bootstrap: the `(1 - level) / 2` quantiles of `statistic` over resamples, as (low, high) arrays.

    `statistic(counts)` gets how often each unit was drawn (int array, shape (units,)) and returns a number or an array
    of any fixed shape; NaN in a resample (say a precision without a merge) is left out of that element's quantiles.
    With `groups` (one key per unit) whole groups are drawn: the cluster bootstrap, for units that are not independent,
    such as questions about one document or pairs of one record. `nested`: then the units of each group drawn are drawn
    too, for few groups of many units, such as made-up corpora with their questions. That is careful: where groups do
    not differ, the interval is wider than it need be, by up to a factor of sqrt 2.
    Source: Efron & Tibshirani (1993), chapter 13; groups: Davison & Hinkley, Bootstrap Methods (1997), section 3.8.
    Raises InputError on no units or groups of another length.
    """
    if units < 1:
        raise InputError("bootstrap: no units to draw from (is the table empty?)")
    index, count = np.arange(units), units
    if groups is not None:
        if len(groups) != units:
            raise InputError(f"bootstrap: {len(groups)} groups for {units} units: one per unit is needed")
        index = pd.factorize(np.asarray(groups, dtype=object))[0]
        count = int(index.max()) + 1
    rng = np.random.default_rng(seed)
    members = [np.flatnonzero(index == group) for group in range(count)] if nested else []
    draws = []
    for _ in range(resamples):
        drawn = rng.integers(count, size=count)
        if nested:
            inside = np.concatenate([rng.choice(members[group], len(members[group])) for group in drawn])
            counts = np.bincount(inside, minlength=units)
        else:
            counts = np.bincount(drawn, minlength=count)[index]
        draws.append(np.asarray(statistic(counts), dtype=float))
    return _quantiles(np.stack(draws), level)


def _quantiles(draws: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Quantiles along axis 0; an element that is NaN in every draw stays NaN (without numpy's warning)."""
    empty = np.isnan(draws).all(axis=0)
    low, high = np.nanquantile(np.where(empty, 0.0, draws), [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.where(empty, np.nan, low), np.where(empty, np.nan, high)


def mean_interval(
    values: Sequence[float],
    *,
    groups: Sequence | None = None,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> Interval:
    """The mean of `values` (one per question, pair, ...) with its percentile bootstrap interval.

    Raises InputError on no values or one that is not finite.
    """
    array = _finite(values)
    low, high = bootstrap(
        lambda counts: counts @ array / counts.sum(),
        len(array),
        groups=groups,
        resamples=resamples,
        level=level,
        seed=seed,
    )
    return Interval(float(array.mean()), float(low), float(high))


def difference_interval(values: Sequence[float], baseline: Sequence[float], **options) -> Interval:
    """Mean of `values - baseline`, paired: element i of both belongs to the same question. Options: `mean_interval`."""
    return mean_interval(_paired(values, baseline), **options)


def _finite(values: Sequence[float]) -> np.ndarray:
    array = np.asarray(values, dtype=float)
    if array.ndim != 1 or not len(array):
        raise InputError(f"a mean needs a non-empty list of numbers, not shape {array.shape}")
    if not np.isfinite(array).all():
        raise InputError(f"value {int(np.flatnonzero(~np.isfinite(array))[0])} is not a finite number")
    return array


def _paired(values: Sequence[float], baseline: Sequence[float]) -> np.ndarray:
    left, right = _finite(values), _finite(baseline)
    if len(left) != len(right):
        raise InputError(f"paired values need the same length: {len(left)} and {len(right)}")
    return left - right


# ----------------------------------------------------------------------------------------------------- proportions


def proportion_interval(hits: int, n: int, level: float = LEVEL) -> Interval:
    """`hits / n` with the exact two-sided interval of Clopper & Pearson, Biometrika 26 (1934), made of two one-sided
    bounds; for n = 0 the mean is NaN and the interval [0, 1]."""
    if n == 0:
        return Interval(float("nan"), 0.0, 1.0)
    confidence = (1 + level) / 2
    low, high = clopper_pearson_lower(hits, n, confidence), clopper_pearson_upper(hits, n, confidence)
    return Interval(hits / n, float(low), float(high))


# ---------------------------------------------------------------------------------------------------- paired tests


def mcnemar_exact(right: Sequence[bool], baseline_right: Sequence[bool]) -> float:
    """Two-sided exact McNemar p-value of two systems' right / wrong answers to the same questions.

    A binomial test of the discordant pairs against one half (McNemar, Psychometrika 12, 1947); 1 when none differ.
    """
    difference = _paired(np.asarray(right, dtype=float), np.asarray(baseline_right, dtype=float))
    won, lost = int((difference > 0).sum()), int((difference < 0).sum())
    return float(scipy_stats.binomtest(won, won + lost, 0.5).pvalue) if won + lost else 1.0


def permutation_test(
    values: Sequence[float], baseline: Sequence[float], *, resamples: int = 9999, seed: int = 0
) -> float:
    """Two-sided p-value of the paired mean difference under random changes of sign (Fisher, The Design of Experiments,
    1935, section 21): exact when all sign patterns are fewer than `resamples`."""
    difference = _paired(values, baseline)
    difference = difference[difference != 0]  # a zero stays zero under every sign
    if len(difference) < 2:  # of one difference both signs are equally far from zero
        return 1.0
    result = scipy_stats.permutation_test(
        (difference,),
        np.mean,
        permutation_type="samples",
        n_resamples=resamples,
        rng=np.random.default_rng(seed),
        vectorized=True,
        batch=1000,
    )
    return float(result.pvalue)


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """p-values adjusted for being read together: the step-down method of Holm, Scand. J. Statist. 6 (1979).

    The i-th smallest of m is multiplied by m - i + 1, made no smaller than those before it and capped at 1. Keys keep
    their order.
    """
    adjusted: dict[str, float] = {}
    largest = 0.0
    for rank, key in enumerate(sorted(p_values, key=lambda k: (p_values[k], k))):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[key]))
        adjusted[key] = largest
    return {key: adjusted[key] for key in p_values}


# -------------------------------------------------------------------------------------------------------- verdicts

SAFE, UNSAFE, NOT_PROVABLE = "safe", "unsafe", "not provable with these labels"
BETTER, WORSE, NO_DIFFERENCE = "better", "worse", "no difference shown"


def safety_verdict(right: int, merges: int, target: float, confidence: float = 0.95) -> str:
    """May pairs be merged here without asking? `right` of `merges` were truly one thing.

    "safe": the one-sided lower bound of merge precision reaches the target; "unsafe": the upper bound is below it;
    else "not provable with these labels" (no merges, too).
    """
    if not merges:
        return NOT_PROVABLE
    if clopper_pearson_lower(right, merges, confidence) >= target:
        return SAFE
    return UNSAFE if clopper_pearson_upper(right, merges, confidence) < target else NOT_PROVABLE


def difference_verdict(interval: Interval, p_value: float | None = None, alpha: float = 0.05) -> str:
    """ "better" or "worse" when the interval of the difference leaves out 0 (and the p-value, say Holm's, is below
    alpha, where one is given), else "no difference shown". Higher is better."""
    if p_value is None or p_value < alpha:
        if interval.low > 0:
            return BETTER
        if interval.high < 0:
            return WORSE
    return NO_DIFFERENCE


def correct(rows: Mapping[str, dict[str, Any]]) -> None:
    """Give each row, a difference as `Interval.to_dict` gives it with its `p`, its `p_holm` over all of them and a
    `verdict` by that. Higher is better."""
    for key, p_holm in holm({key: row["p"] for key, row in rows.items()}).items():
        rows[key] |= {"p_holm": p_holm, "verdict": difference_verdict(Interval.of(rows[key]), p_holm)}


def judge(rows: Sequence[dict], p_values: Mapping[str, float], key: Callable[[dict], str], baseline: str) -> None:
    """Give each row its `p_holm` (over all of `p_values`, which `key(row)` names) and its `verdict` by that and by its
    `difference`; a row without a p-value is what the others are compared with, and its verdict is `baseline`."""
    corrected = holm(p_values)
    for row in rows:
        row["p_holm"], row["verdict"] = corrected.get(key(row)), baseline
        if row["p_holm"] is not None:
            difference = Interval(*(row[f"difference{end}"] for end in ("", "_low", "_high")))
            row["verdict"] = difference_verdict(difference, row["p_holm"])
