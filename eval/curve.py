"""Every merge threshold at once: pairwise and B-cubed scores of the clusters at each distinct score of the pairs.

Lowering the threshold only ever joins clusters, so one pass from the highest score down sees every clustering. Of
the pairs only those of a maximum spanning forest join anything (Kruskal 1956: whatever forest ties allow, its
components at a threshold are the same), so scipy finds those first and at most n - 1 merges are left. A merge of two
clusters adds sum over gold labels g of a_g b_g right pairs, and B-cubed follows from the same sum; folding the
smaller count table into the larger one keeps the total at O(n log n).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from eval.clustering import ClusterScores, from_counts, pairs_within
from memkit.errors import InputError

#: Pairs per record in the first stage of the spanning forest; each stage has twice as many as the one before.
STAGE = 2


@dataclass(frozen=True)
class Curve:
    """The clusterings at T distinct thresholds, highest first; row t holds for "pairs with score >= thresholds[t]
    are joined". Arrays have shape (T,). Above the first threshold every record is alone.

    `right_pairs` and `predicted_pairs` are exact counts after closure over scored records; `clusters` counts all
    records' clusters, scored or not.
    """

    thresholds: np.ndarray
    right_pairs: np.ndarray
    predicted_pairs: np.ndarray
    bcubed_precision: np.ndarray
    bcubed_recall: np.ndarray
    clusters: np.ndarray
    true_pairs: int
    gold_clusters: int

    def __len__(self) -> int:
        return len(self.thresholds)

    @property
    def f1(self) -> np.ndarray:
        """Pairwise F1, shape (T,)."""
        total = self.predicted_pairs + self.true_pairs
        return np.where(total > 0, 2 * self.right_pairs / np.maximum(total, 1), 1.0)

    def scores(self, row: int) -> ClusterScores:
        """Everything about one row."""
        return from_counts(
            right_pairs=int(self.right_pairs[row]),
            predicted_pairs=int(self.predicted_pairs[row]),
            true_pairs=self.true_pairs,
            bcubed_precision=float(self.bcubed_precision[row]),
            bcubed_recall=float(self.bcubed_recall[row]),
            clusters=int(self.clusters[row]),
            gold_clusters=self.gold_clusters,
        )

    def row_at(self, threshold: float) -> int:
        """The row that holds at `threshold`: the lowest distinct score >= it. Raises InputError above all scores."""
        row = int(np.searchsorted(-self.thresholds, -threshold, side="right")) - 1
        if row < 0:
            raise InputError(f"threshold {threshold} is above every score: every record is alone there")
        return row

    def best(self) -> int:
        """The row of the highest pairwise F1; of equal ones the highest threshold (merging less)."""
        return int(np.argmax(self.f1))

    def thin(self, points: int = 200, keep: Sequence[int] = ()) -> list[int]:
        """At most `points` rows spread evenly by rank, first and last among them, and the rows in `keep`."""
        spread = np.linspace(0, len(self) - 1, min(max(points - len(keep), 2), len(self)))
        return sorted({int(i) for i in spread.round()} | {int(i) for i in keep})


def threshold_curve(left: Sequence[int], right: Sequence[int], scores: Sequence[float], gold: Sequence[int]) -> Curve:
    """The curve of m scored pairs over n records.

    `left`, `right`: record numbers in [0, n), shape (m,); `scores`: finite, shape (m,), higher is more alike;
    `gold`: shape (n,), the gold cluster of each record as an int, negative where it is not to be scored (such a
    record still joins clusters, and may bridge two). A pair given twice counts with its higher score; pairs of equal
    score are joined together. Raises InputError on no pairs, shapes that differ, a record number out of range, or a
    score that is not finite (naming the row).
    """
    left, right, scores, gold = _checked(left, right, scores, gold)
    order = np.argsort(-scores)  # the order among equal scores plays no part
    ordered = scores[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    rank = np.empty(len(scores), dtype=np.int64)
    rank[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(scores))))

    forest_left, forest_right, forest_rank = _spanning_forest(left, right, rank, order, len(gold))
    steps = _merge(forest_left, forest_right, gold)

    merged = np.cumsum(np.bincount(forest_rank, minlength=len(starts)))  # merges made at each threshold or above

    def at_each_threshold(start: float, change: np.ndarray) -> np.ndarray:
        return np.concatenate(([start], start + np.cumsum(change)))[merged]

    _, gold_sizes = np.unique(gold[gold >= 0], return_counts=True)
    scored = int(gold_sizes.sum())
    return Curve(
        thresholds=ordered[starts],
        right_pairs=at_each_threshold(0, steps.right_pairs),
        predicted_pairs=at_each_threshold(0, steps.predicted_pairs),
        bcubed_precision=at_each_threshold(scored, steps.bcubed_precision) / scored,
        bcubed_recall=at_each_threshold(float(len(gold_sizes)), steps.bcubed_recall) / scored,
        clusters=len(gold) - merged,
        true_pairs=pairs_within(gold_sizes),
        gold_clusters=len(gold_sizes),
    )


def _checked(left, right, scores, gold) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    left, right, gold = (np.asarray(a, dtype=np.int64) for a in (left, right, gold))
    scores = np.asarray(scores, dtype=np.float64)
    if not (len(left) == len(right) == len(scores)):
        raise InputError(f"{len(left)} left, {len(right)} right ends and {len(scores)} scores: one of each per pair")
    if len(scores) == 0:
        raise InputError("no scored pairs: blocking found nothing to compare")
    if not np.any(gold >= 0):
        raise InputError("no record has a gold cluster: nothing can be scored")
    if not np.all(np.isfinite(scores)):
        row = int(np.flatnonzero(~np.isfinite(scores))[0])
        raise InputError(f"row {row}: the score of records {left[row]} and {right[row]} is {scores[row]}, not finite")
    outside = (np.minimum(left, right) < 0) | (np.maximum(left, right) >= len(gold))
    if np.any(outside):
        row = int(np.flatnonzero(outside)[0])
        raise InputError(f"row {row}: records {left[row]} and {right[row]} are not both in [0, {len(gold)})")
    return left, right, scores, gold


def _spanning_forest(left: np.ndarray, right: np.ndarray, rank: np.ndarray, order: np.ndarray, n: int):
    """Pairs that join something, in the order of rank: (left, right, rank), at most n - 1 of each. An end stands for
    its whole cluster, so it may be another record of it than the pair's own.

    In stages, the best pairs first: what they have joined already is dropped from the next stage unsorted (filter
    Kruskal, Osipov, Sanders and Singler 2009).
    """
    cluster = np.arange(n)
    found = [np.empty((3, 0), dtype=np.int64)]
    start, size = 0, STAGE * n
    while start < len(order):
        stage = order[start : start + size]
        start, size = start + size, 2 * size
        low, high = cluster[left[stage]], cluster[right[stage]]
        apart = low != high
        if np.any(apart):
            forest = _minimum_forest(low[apart], high[apart], rank[stage[apart]], n)
            found.append(forest)
            joined = coo_array((np.ones(forest.shape[1]), (forest[0], forest[1])), shape=(n, n))
            number = connected_components(joined, directed=False)[1]
            cluster = np.unique(number, return_index=True)[1][number][cluster]
    edges = np.concatenate(found, axis=1)
    return edges[:, np.lexsort(edges)]


def _minimum_forest(low: np.ndarray, high: np.ndarray, rank: np.ndarray, n: int) -> np.ndarray:
    """(low, high, rank) of a minimum spanning forest, int64 of shape (3, k). Edges may repeat, so the sparse matrix is
    built row by row: scipy would add the entries of one cell up."""
    by_row = np.argsort(low)
    starts = np.searchsorted(low[by_row], np.arange(n + 1))
    cost = rank[by_row] + 1.0  # a stored 0 would be no edge
    forest = minimum_spanning_tree(csr_array((cost, high[by_row], starts), shape=(n, n)), overwrite=True).tocoo()
    return np.stack((forest.row, forest.col, forest.data.astype(np.int64) - 1))


@dataclass(frozen=True)
class _Steps:
    """What each merge adds, in order: pairs, and the sums over records that B-cubed divides by the record count."""

    right_pairs: np.ndarray
    predicted_pairs: np.ndarray
    bcubed_precision: np.ndarray
    bcubed_recall: np.ndarray


def _merge(left: np.ndarray, right: np.ndarray, gold: np.ndarray) -> _Steps:
    """Join the two clusters at the ends of each pair (they differ: the pairs are a forest), one after the other.

    A cluster of one gold label needs no table: its count is its size. Most merges of a good score are of two such.
    """
    share = (1.0 / np.maximum(np.bincount(gold[gold >= 0]), 1)).tolist()
    label, size = gold.tolist(), (gold >= 0).astype(int).tolist()
    tables: list[dict[int, int] | None] = [None] * len(label)
    squares = list(size)  # sum over gold labels of count^2
    parent = list(range(len(label)))
    rows: list[tuple[int, int, float, float]] = []
    for a, b in zip(left.tolist(), right.tolist(), strict=True):
        while parent[a] != a:
            parent[a] = a = parent[parent[a]]
        while parent[b] != b:
            parent[b] = b = parent[parent[b]]
        size_a, size_b = size[a], size[b]
        large, small = tables[a], tables[b]
        if large is None and small is None and label[a] == label[b]:
            cross = size_a * size_b
            found = cross * share[label[a]]
        else:
            large = _table(label[a], size_a) if large is None else large
            small = _table(label[b], size_b) if small is None else small
            if len(large) < len(small):
                large, small = small, large
            cross, found = _fold(small, large, share)
            tables[a], tables[b] = large, None
        both = squares[a] + squares[b] + 2 * cross
        precise = both / (size_a + size_b) - squares[a] / size_a - squares[b] / size_b if size_a and size_b else 0.0
        rows.append((cross, size_a * size_b, precise, 2 * found))
        parent[b], size[a], squares[a] = a, size_a + size_b, both
    table = np.array(rows, dtype=np.float64).reshape(-1, 4)
    return _Steps(table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2], table[:, 3])


def _table(label: int, count: int) -> dict[int, int]:
    return {label: count} if count else {}


def _fold(small: dict[int, int], large: dict[int, int], share: list[float]) -> tuple[int, float]:
    """Add `small` to `large`; returns the sum over labels of the product of their counts, plain and times `share`."""
    cross, found = 0, 0.0
    for label, count in small.items():
        there = large.get(label, 0)
        large[label] = there + count
        if there:
            cross += there * count
            found += there * count * share[label]
    return cross, found
