"""Fellegi-Sunter record linkage, its probabilities learned without labels by expectation maximisation.

Given that two records are one thing (m) or not (u), the levels of their columns are taken as independent; the weight
of a pair is the log likelihood ratio, the sum over columns of ln(m / u) of its levels (Fellegi and Sunter 1969, "A
Theory for Record Linkage", JASA 64). EM finds m, u and the share of matches from the pairs alone (Winkler 1988, "Using
the EM Algorithm for Weight Computation in the Fellegi-Sunter Model of Record Linkage"). A missing value: weight 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from memkit.errors import InputError
from memkit.records.levels import DIFFERENT, MISSING

#: EM stops when the share of matches moves less than this in a round.
TOLERANCE = 1e-6
MAX_ROUNDS = 200
#: Pairs added to each level: one that no match shows is rare, not impossible.
SMOOTHING = 1.0
#: Where EM starts: the share of matches, and how much likelier each level is than the one below it in a match (in the
#: others the reverse). Any rising order names the two classes rightly; EM forgets the rest.
START_SHARE = 0.1
START_RATIO = 2.0


@dataclass(frozen=True)
class FellegiSunter:
    """A fitted model over c columns of K levels. `match`, `other`: P(level | match) and P(level | no match), shape
    (c, K), 0 at MISSING; `share`: P(match) among the pairs it was fitted on; `rounds` EM took."""

    columns: tuple[str, ...]
    share: float
    match: np.ndarray
    other: np.ndarray
    rounds: int

    @property
    def weights(self) -> np.ndarray:
        """ln(m / u) of each level, shape (c, K); 0 at MISSING and at levels never seen."""
        ratio = np.zeros_like(self.match)
        seen = (self.match > 0) & (self.other > 0)
        ratio[seen] = np.log(self.match[seen] / self.other[seen])
        return ratio

    def log_odds(self, levels: np.ndarray) -> np.ndarray:
        """ln P(match) / P(no match) of pairs with these levels, shape (m,)."""
        odds = np.full(len(levels), np.log(self.share / (1 - self.share)))
        for j, weights in enumerate(self.weights):
            odds += weights[levels[:, j]]
        return odds


def fit_fellegi_sunter(levels: np.ndarray, columns: Sequence[str]) -> FellegiSunter:
    """EM over `levels` (shape (m, c), as `comparison_levels` gives them). Deterministic.

    Raises InputError without pairs or when the columns do not fit.
    """
    if levels.ndim != 2 or levels.shape[1] != len(columns):
        raise InputError(f"levels of shape {levels.shape} for {len(columns)} columns")
    if len(levels) == 0:
        raise InputError("no pairs to learn from: blocking found nothing to compare")
    patterns, counts = _patterns(levels)
    size = int(levels.max()) + 1
    match, other = _start(patterns, counts, size)
    model = FellegiSunter(tuple(columns), START_SHARE, match, other, 0)
    for _ in range(MAX_ROUNDS):
        chance = expit(model.log_odds(patterns))
        share = float(np.sum(chance * counts) / np.sum(counts))
        share = min(max(share, 1e-9), 1 - 1e-9)
        match, other = (_distribution(patterns, weight, size) for weight in (chance * counts, (1 - chance) * counts))
        moved = abs(share - model.share)
        model = FellegiSunter(model.columns, share, match, other, model.rounds + 1)
        if moved < TOLERANCE:
            break
    return model


def _patterns(levels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distinct rows and how often each occurs: EM needs no more, and there are far fewer."""
    key = np.zeros(len(levels), dtype=np.int64)
    for column in levels.T:
        key = np.unique(key * (int(levels.max()) + 1) + column, return_inverse=True)[1].astype(np.int64)
    _, first, counts = np.unique(key, return_index=True, return_counts=True)
    return levels[first], counts


def _start(patterns: np.ndarray, counts: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    tilt = START_RATIO ** np.arange(size)
    seen = _distribution(patterns, counts.astype(float), size)
    return tuple(tilted / tilted.sum(axis=1, keepdims=True) for tilted in (seen * tilt, seen / tilt))


def _distribution(patterns: np.ndarray, weight: np.ndarray, size: int) -> np.ndarray:
    rows = []
    for column in patterns.T:
        total = np.bincount(column, weight, minlength=size)
        total[DIFFERENT:] += SMOOTHING
        total[MISSING] = 0.0
        rows.append(total / total.sum())
    return np.stack(rows)
