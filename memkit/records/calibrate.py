"""How sure can we be that merging from a threshold upward is right? Exact binomial bounds, and a threshold's proof.

A merge threshold is *proved* on labelled calibration pairs whose scores the rule did not learn from (out-of-fold
scores, or pairs kept aside), when the one-sided lower bound of the merge precision reaches the target.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv

from memkit.errors import InputError
from memkit.model import Result


def clopper_pearson_lower(successes, trials, confidence: float = 0.95) -> np.ndarray:
    """One-sided lower bound of a proportion: it covers the true one at least `confidence` of the time.

    `successes` and `trials` are counts (scalars or arrays that broadcast); the result has their shape, 0 where there
    were no successes. Source: Clopper and Pearson, Biometrika 26 (1934), in its beta-quantile form
    B(1 - confidence; k, n - k + 1). InputError when a count is negative, not finite, or k > n.
    """
    k, n = _counts(successes, trials, confidence)
    return np.where(k == 0, 0.0, betaincinv(np.where(k == 0, 1, k), n - k + 1, 1 - confidence))


def clopper_pearson_upper(successes, trials, confidence: float = 0.95) -> np.ndarray:
    """One-sided upper bound, B(confidence; k + 1, n - k); 1 where nothing failed. Else as `clopper_pearson_lower`."""
    k, n = _counts(successes, trials, confidence)
    return np.where(k == n, 1.0, betaincinv(k + 1, np.where(k == n, 1, n - k), confidence))


def _counts(successes, trials, confidence: float) -> tuple[np.ndarray, np.ndarray]:
    k, n = np.broadcast_arrays(np.asarray(successes, dtype=float), np.asarray(trials, dtype=float))
    if not 0 < confidence < 1:
        raise InputError(f"confidence is {confidence}: a number between 0 and 1 is needed, say 0.95")
    if not (np.isfinite(k).all() and np.isfinite(n).all()) or (k < 0).any() or (k > n).any():
        raise InputError("a proportion needs counts with 0 <= successes <= trials")
    return k, n


def error_free_needed(target: float, confidence: float = 0.95) -> int:
    """The fewest trials, all of them right, whose lower bound reaches `target`: n with target^n <= 1 - confidence.

    299 for .99 at 95 %: with fewer calibration merges no rule can be proved, however good it is.
    """
    _check_target(target)
    return math.ceil(math.log(1 - confidence) / math.log(target) - 1e-9)


@dataclass(frozen=True, slots=True)
class Proof(Result):
    """What calibration shows about merging at `score >= threshold`.

    `threshold` is None without a proof; `merges`, `errors` and `bound` then describe the attempt that came nearest.
    """

    threshold: float | None
    merges: int
    errors: int
    bound: float
    target: float
    confidence: float = 0.95

    @property
    def proved(self) -> bool:
        return self.threshold is not None

    def __str__(self) -> str:
        count = f"{self.merges} calibration merges with {self.errors} false ones"
        if self.proved:
            return f"precision >= {self.target:g} proved: {count}, lower bound {self.bound:.4f}"
        return (
            f"no proof of precision {self.target:g}: {count} (lower bound {self.bound:.4f}), "
            f"{error_free_needed(self.target, self.confidence)} error-free ones needed"
        )


def prove(scores: Sequence[float], labels: Sequence[int], target: float = 0.99, confidence: float = 0.95) -> Proof:
    """The lowest threshold t such that the lower bound of the precision of `score >= t` reaches `target`.

    `scores` and `labels` (1: same, 0: different) have shape (n,); every distinct score is tried as a threshold, tied
    scores merge together. The bound holds for each threshold alone; taking the lowest of many is slightly optimistic,
    so report the precision on pairs that took no part. InputError on lengths that differ, a NaN, another label.
    """
    _check_target(target)
    scores, labels = checked(scores, labels)
    if not len(scores):
        return Proof(None, 0, 0, 0.0, target, confidence)
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    last_of_tie = np.append(ranked[1:] != ranked[:-1], True)
    merges = np.flatnonzero(last_of_tie) + 1
    right = np.cumsum(labels[order])[last_of_tie]
    bounds = clopper_pearson_lower(right, merges, confidence)
    reached = np.flatnonzero(bounds >= target)
    at = int(reached[-1]) if len(reached) else int(np.argmax(bounds))
    return Proof(
        threshold=float(ranked[merges[at] - 1]) if len(reached) else None,
        merges=int(merges[at]),
        errors=int(merges[at] - right[at]),
        bound=float(bounds[at]),
        target=target,
        confidence=confidence,
    )


def keep_threshold(scores: Sequence[float], labels: Sequence[int], share: float = 0.99) -> float:
    """The highest threshold at which `score >= t` still holds at least `share` of the true pairs: where review ends.

    -inf when there is no true pair (nothing may be dropped unseen). Inputs and errors as for `prove`.
    """
    _check_target(share)
    scores, labels = checked(scores, labels)
    true = np.sort(scores[labels == 1])[::-1]
    return float(true[math.ceil(share * len(true) - 1e-9) - 1]) if len(true) else -math.inf


def checked(scores: Sequence[float], labels: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Scores as float and labels as int arrays of one length; InputError naming the first that is wrong."""
    score_array = np.asarray(scores, dtype=float).ravel()
    label_array = np.asarray(labels).ravel()
    if len(score_array) != len(label_array):
        raise InputError(f"{len(score_array)} scores but {len(label_array)} labels: one label per score is needed")
    bad = np.flatnonzero(~np.isfinite(score_array))
    if len(bad):
        raise InputError(f"score number {bad[0]} is {score_array[bad[0]]}: finite numbers are needed")
    bad = np.flatnonzero(~np.isin(label_array, (0, 1)))
    if len(bad):
        raise InputError(f"label number {bad[0]} is {label_array[bad[0]]!r}: 0 (different) or 1 (same) is needed")
    return score_array, label_array.astype(int)


def _check_target(target: float) -> None:
    if not 0 < target < 1:
        raise InputError(f"target is {target}: a share between 0 and 1 is needed, say 0.99")
