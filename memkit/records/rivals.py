"""Is there a better partner? Rank and gap of a pair against the other candidates of either of its records.

These features see other pairs (their records, never their labels), so a rule that uses them is reported in a column of
its own. A best rival is evidence, not proof: in clean sources a record has one partner, elsewhere it may have several.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from memkit.records.learner import Learner, fold_indices, out_of_fold

RIVAL_NAMES = (
    "rivals.gap_low",
    "rivals.gap_high",
    "rivals.best_low",
    "rivals.best_high",
    "rivals.rank_low",
    "rivals.rank_high",
    "rivals.count_low",
    "rivals.count_high",
    "rivals.free_gap_low",
    "rivals.free_gap_high",
)
#: The member of the learner that scores candidates before rivals are looked at: linear, so that it costs little.
BASE_MEMBERS = ("logistic",)


def rival_features(left: Sequence[Hashable], right: Sequence[Hashable], scores: np.ndarray) -> np.ndarray:
    """Shape (n, len(RIVAL_NAMES)) for the n candidate pairs (left[i], right[i]) with their first scores.

    Of each side: gap (score less the best other candidate's), the best other score, rank from 0, log of the number of
    other candidates, and the gap to the best *free* rival, since a rival that fits another record better is no threat.
    NaN where a record has no other candidate.
    """
    sides = [_codes(left), _codes(right)]
    columns = [
        [scores - rival, rival, _rank(mine, scores), np.log1p(np.bincount(mine)[mine] - 1.0)]
        for mine in sides
        for rival in (_best_other(mine, scores),)
    ]
    for mine, own, other in zip(sides, columns, reversed(columns), strict=True):
        # a pair whose other record has a better partner elsewhere is discounted by how much better that one is
        free = scores + np.minimum(0.0, np.nan_to_num(other[0], nan=0.0))
        own.append(scores - _best_other(mine, free))
    ordered = []
    for a, b in zip(*columns, strict=True):
        ordered += [np.fmin(a, b), np.fmax(a, b)]
    return np.column_stack(ordered)


def _codes(keys: Sequence[Hashable]) -> np.ndarray:
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(key, len(known)) for key in keys], dtype=int)


def _best_other(group: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """For each row, the best score of the other rows of its group, NaN without one."""
    best, second, arg_best = _top_two(group, scores)
    return np.where(arg_best[group] == np.arange(len(scores)), second[group], best[group])


def _top_two(group: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Per group: the best score, the second (NaN without), and the row of the best (the first of equals)."""
    size = group.max() + 1 if len(group) else 0
    best, second, arg = np.full(size, np.nan), np.full(size, np.nan), np.full(size, -1)
    order = np.lexsort((np.arange(len(scores)), -scores, group))
    first = np.append(True, group[order][1:] != group[order][:-1]) if len(order) else np.zeros(0, dtype=bool)
    best[group[order[first]]], arg[group[order[first]]] = scores[order[first]], order[first]
    after = np.flatnonzero(first) + 1
    after = after[after < len(order)]
    after = after[~first[after]]
    second[group[order[after]]] = scores[order[after]]
    return best, second, arg


def _rank(group: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """How many of the same group score higher."""
    order = np.lexsort((-scores, group))
    ranked_group, ranked = group[order], scores[order]
    new_group = np.append(True, ranked_group[1:] != ranked_group[:-1])
    new_value = new_group | np.append(True, ranked[1:] != ranked[:-1])
    position = np.arange(len(order))
    group_start = np.maximum.accumulate(np.where(new_group, position, 0))
    value_start = np.maximum.accumulate(np.where(new_value, position, 0))
    rank = np.empty(len(order))
    rank[order] = value_start - group_start
    return rank


def scores_with_rivals(
    rows: np.ndarray,
    left: Sequence[Hashable],
    right: Sequence[Hashable],
    labels: np.ndarray,
    known: np.ndarray,
    *,
    seed: int = 0,
) -> np.ndarray:
    """Scores of all n candidate pairs by a rule that learns from the labels of the rows `known` alone.

    First scores (out of fold for the known, so that they look like the others') give the rival features of every pair;
    a learner over similarities and rival features follows. The scores of the known pairs themselves are fitted ones.
    """
    known = np.asarray(known)
    rest = np.setdiff1d(np.arange(len(rows)), known)
    base = np.empty(len(rows))
    base[known] = out_of_fold(rows[known], labels[known], seed=seed, members=BASE_MEMBERS)
    base[rest] = Learner.fit(rows[known], labels[known], seed=seed, members=BASE_MEMBERS).predict(rows[rest])
    wide = np.column_stack([rows, base, rival_features(left, right, base)])
    return Learner.fit(wide[known], labels[known], seed=seed).predict(wide)


def out_of_fold_with_rivals(
    rows: np.ndarray,
    left: Sequence[Hashable],
    right: Sequence[Hashable],
    labels: np.ndarray,
    known: np.ndarray,
    *,
    folds: int = 5,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> np.ndarray:
    """Scores of the rows `known`, each by a rule that saw no label of its fold, at any stage; shape (len(known),)."""
    known = np.asarray(known)
    scores = np.empty(len(known))
    splits = fold_indices(labels[known], folds, seed)
    for done, (fit_on, score_on) in enumerate(splits, 1):
        scores[score_on] = scores_with_rivals(rows, left, right, labels, known[fit_on], seed=seed)[known[score_on]]
        if progress:
            progress(done, len(splits))
    return scores
