"""From pairs with probabilities to clusters: let the neighbours of two records vote, then choose where to cut.

Joining every pair above a threshold lets one wrong pair bridge two large clusters. Two records of one cluster, though,
mostly look alike to the same third records. So a pair is scored by how far the neighbourhoods of its two ends agree: a
bridge has ends with different neighbours and falls, a weak pair inside a cluster rises.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array, csr_array, eye_array
from scipy.sparse.csgraph import connected_components

from memkit.errors import InputError

#: Probabilities below this are no neighbourhood: they would only make the product of the matrices dense.
FLOOR = 0.05
#: Thresholds tried by `expected_best_threshold`: every hundredth, since neighbouring ones give nearly equal clusters.
STEPS = np.arange(1, 100) / 100
#: Pairs looked up in a sparse matrix at once (memory).
_CHUNK = 500_000


def neighbour_agreement(n: int, left: np.ndarray, right: np.ndarray, probability: np.ndarray) -> np.ndarray:
    """Cosine of the two records' rows of P, in [0, 1], shape (m,): P[i, j] is the probability that i and j are one
    thing (0 where the pair is no candidate or below FLOOR), P[i, i] = 1.

    For a pair without other neighbours it is 2 p / (1 + p^2), so it keeps the order of p. (Cosine similarity of
    neighbourhoods, Salton and McGill 1983, on a graph with weights.) Raises InputError on a value outside [0, 1].
    """
    if not np.all((probability >= 0) & (probability <= 1)):
        row = int(np.flatnonzero(~((probability >= 0) & (probability <= 1)))[0])
        raise InputError(f"row {row}: {probability[row]} is not a probability")
    near = probability >= FLOOR
    half = coo_array((probability[near], (left[near], right[near])), shape=(n, n)).tocsr()
    weights = csr_array(half + half.T + eye_array(n))
    dots = csr_array(weights @ weights)
    norms = np.sqrt(dots.diagonal())
    parts = [np.asarray(dots[left[i : i + _CHUNK], right[i : i + _CHUNK]]).ravel() for i in range(0, len(left), _CHUNK)]
    return np.clip(np.concatenate([*parts, np.empty(0)]) / (norms[left] * norms[right]), 0.0, 1.0)


def clusters_at(n: int, left: np.ndarray, right: np.ndarray, scores: np.ndarray, threshold: float) -> np.ndarray:
    """Cluster number of each record, shape (n,), when every pair with a score >= `threshold` is joined."""
    kept = scores >= threshold
    ones = np.ones(np.count_nonzero(kept), dtype=np.int8)
    return connected_components(coo_array((ones, (left[kept], right[kept])), shape=(n, n)), directed=False)[1]


def expected_best_threshold(n: int, left: np.ndarray, right: np.ndarray, probability: np.ndarray) -> float:
    """The threshold on `probability` whose clusters have the highest expected pairwise F1, no labels needed.

    If `probability` is right, a clustering has right = (sum of p over its pairs), of all candidates true = (sum of p)
    are one thing, and F1 is expected at 2 right / (its pairs + true): the plug-in form of Lewis 1995, "Evaluating and
    Optimizing Autonomous Text Classification Systems". A joined pair that was no candidate counts as wrong, which
    makes the choice careful about merging through others.
    """
    true = float(probability.sum())
    best, best_f1 = float(STEPS[-1]), -1.0
    for threshold in STEPS[::-1]:
        cluster = clusters_at(n, left, right, probability, threshold)
        sizes = np.bincount(cluster)
        pairs = float(np.sum(sizes * (sizes - 1) // 2))
        right_pairs = float(probability[cluster[left] == cluster[right]].sum())
        f1 = 2 * right_pairs / (pairs + true) if pairs + true else 0.0
        if f1 > best_f1:  # of equal ones the highest threshold
            best, best_f1 = float(threshold), f1
    return best
