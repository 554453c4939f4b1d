"""How good is a clustering: pairwise and B-cubed precision, recall and F1 against gold clusters.

The trap: a share of right *records* says little about over-merging. One wrong bridge between two clusters of 100
adds 10,000 wrong pairs; pairwise precision sees them all, B-cubed weighs them by record. Read the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memkit.errors import InputError
from memkit.model import Result


@dataclass(frozen=True, slots=True)
class ClusterScores(Result):
    """Scores of one clustering. Counts are of unordered pairs of records; the rest is in [0, 1].

    Pairwise: precision = right / predicted pairs, recall = right / true pairs; without predicted (true) pairs nothing
    wrong was merged (nothing was to be found), so precision (recall) is 1. F1 = 2 right / (predicted + true).
    B-cubed: the mean over records of the share of its predicted (gold) cluster that is its gold (predicted) cluster
    too (Bagga and Baldwin 1998, "Entity-Based Cross-Document Coreferencing", ACL; the form with equal weights as in
    Amigo et al. 2009, "A comparison of extrinsic clustering evaluation metrics", section 4). Its F1 is the harmonic
    mean of the two.
    """

    precision: float
    recall: float
    f1: float
    bcubed_precision: float
    bcubed_recall: float
    bcubed_f1: float
    clusters: int
    gold_clusters: int
    right_pairs: int
    predicted_pairs: int
    true_pairs: int


def cluster_scores(predicted: Sequence, gold: Sequence) -> ClusterScores:
    """Scores of `predicted` against `gold`: two sequences of n cluster labels (anything sortable), one per record.

    Raises InputError when the lengths differ or there is no record.
    """
    if len(predicted) != len(gold):
        raise InputError(f"{len(predicted)} predicted labels for {len(gold)} gold labels: one of each per record")
    if len(gold) == 0:
        raise InputError("no records to score: the clustering is empty")
    cluster, cluster_size = _codes(predicted)
    truth, truth_size = _codes(gold)
    cells, cell_size = np.unique(cluster * len(truth_size) + truth, return_counts=True)
    of_cluster, of_truth = np.divmod(cells, len(truth_size))
    squares = cell_size.astype(np.float64) ** 2
    return from_counts(
        right_pairs=pairs_within(cell_size),
        predicted_pairs=pairs_within(cluster_size),
        true_pairs=pairs_within(truth_size),
        bcubed_precision=float(np.sum(squares / cluster_size[of_cluster]) / len(gold)),
        bcubed_recall=float(np.sum(squares / truth_size[of_truth]) / len(gold)),
        clusters=len(cluster_size),
        gold_clusters=len(truth_size),
    )


def from_counts(
    *,
    right_pairs: int,
    predicted_pairs: int,
    true_pairs: int,
    bcubed_precision: float,
    bcubed_recall: float,
    clusters: int,
    gold_clusters: int,
) -> ClusterScores:
    """The scores that follow from the counts; the one place where the ratios and their empty cases are written."""
    return ClusterScores(
        precision=right_pairs / predicted_pairs if predicted_pairs else 1.0,
        recall=right_pairs / true_pairs if true_pairs else 1.0,
        f1=2 * right_pairs / (predicted_pairs + true_pairs) if predicted_pairs + true_pairs else 1.0,
        bcubed_precision=bcubed_precision,
        bcubed_recall=bcubed_recall,
        bcubed_f1=2 * bcubed_precision * bcubed_recall / (bcubed_precision + bcubed_recall),
        clusters=clusters,
        gold_clusters=gold_clusters,
        right_pairs=right_pairs,
        predicted_pairs=predicted_pairs,
        true_pairs=true_pairs,
    )


def pairs_within(sizes: np.ndarray) -> int:
    """The number of unordered pairs inside groups of these sizes: sum of s (s - 1) / 2."""
    sizes = np.asarray(sizes, dtype=np.int64)
    return int(np.sum(sizes * (sizes - 1) // 2))


def _codes(labels: Sequence) -> tuple[np.ndarray, np.ndarray]:
    _, codes, counts = np.unique(np.asarray(labels), return_inverse=True, return_counts=True)
    return codes.astype(np.int64).ravel(), counts
