"""Tables of records into clusters, measured at every threshold: without labels, and trained on half of the clusters.

Without labels: blocking, Fellegi-Sunter by EM, the agreement of neighbourhoods, and the threshold of the highest
expected F1. Trained: boosted trees over similarities, fitted on half of the gold clusters, the threshold from
out-of-fold scores of that half; reported on the other half, whose records and labels play no part in fitting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from eval.clustering import ClusterScores, cluster_scores
from eval.curve import Curve, threshold_curve
from eval.datasets.records import RecordData
from eval.pairs import Encode
from eval.stats import bootstrap
from memkit.config import Settings
from memkit.errors import InputError
from memkit.records.blocking import blocking_recall, candidate_pairs
from memkit.records.clusters import clusters_at, expected_best_threshold, neighbour_agreement
from memkit.records.columns import Column, read_columns
from memkit.records.fellegi_sunter import fit_fellegi_sunter
from memkit.records.learner import Learner
from memkit.records.levels import comparison_levels, similarities
from memkit.resolve.rule import Name
from memkit.resolve.seed import SeedRule

#: Points of the curve that are written out; it is computed, and its best point found, at every threshold.
POINTS = 200
#: Folds of the training half's clusters for its out-of-fold scores.
FOLDS = 3
#: Pairs a learner is fitted on at most (a random part): more changed F1 by less than .001 on historical_50k.
FIT_PAIRS = 200_000
#: Gold clusters that a split in halves needs for either half to mean something.
FEWEST_CLUSTERS = 20

HOW = (
    "no labels: Fellegi-Sunter by EM, scores are the agreement of the two records' neighbourhoods, threshold of the "
    "highest expected pairwise F1"
)
SPLIT = (
    "half of the gold clusters (by seed) to fit and to choose the threshold on out-of-fold scores; reported on the "
    "other half: only its records and the pairs among them"
)


@dataclass(frozen=True)
class Pairs:
    """Candidate pairs (left[k], right[k]) of the records of a table with these columns; `gold` as in RecordData."""

    columns: list[Column]
    left: np.ndarray
    right: np.ndarray
    gold: np.ndarray

    @property
    def n(self) -> int:
        return len(self.gold)

    def agreement(self, probability: np.ndarray) -> np.ndarray:
        return neighbour_agreement(self.n, self.left, self.right, probability)

    def curve(self, scores: np.ndarray) -> Curve:
        return threshold_curve(self.left, self.right, scores, self.gold)

    def among(self, keep: np.ndarray) -> tuple[Pairs, np.ndarray]:
        """The records in `keep` (bool, shape (n,)), renumbered, with the pairs among them, and those pairs' indices."""
        inside = np.flatnonzero(keep[self.left] & keep[self.right])
        number = np.cumsum(keep) - 1
        return Pairs(self.columns, number[self.left[inside]], number[self.right[inside]], self.gold[keep]), inside


def find_pairs(data: RecordData) -> Pairs:
    """The candidate pairs of `data`; of several sources only pairs across them, since a source is taken to hold a thing
    once (a true pair inside one is missed, and `blocking_recall` says so).

    Raises InputError when no column can be compared or no two records share a key.
    """
    columns = read_columns(data.table)
    left, right = candidate_pairs(columns)
    if np.any(data.source != data.source[0]):
        across = data.source[left] != data.source[right]
        left, right = left[across], right[across]
    if not len(left):
        raise InputError(f"{data.name}: no two records share a blocking key, so there is nothing to compare")
    return Pairs(columns, left, right, data.gold)


def unlabelled_probabilities(pairs: Pairs) -> np.ndarray:
    """P(same) of each pair by Fellegi-Sunter and EM, shape (m,)."""
    levels = comparison_levels(pairs.columns, pairs.left, pairs.right)
    return expit(fit_fellegi_sunter(levels, [c.name for c in pairs.columns]).log_odds(levels))


def evaluate(
    data: RecordData,
    *,
    trained: bool = True,
    encode: Encode | None = None,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """The JSON of `python -m eval clusters`; with `encode` (texts to unit vectors) the seed rule's row beside it."""
    pairs = find_pairs(data)
    progress(f"{pairs.n} records, {len(pairs.left)} candidate pairs over {', '.join(c.name for c in pairs.columns)}")
    scores = pairs.agreement(unlabelled_probabilities(pairs))
    threshold = expected_best_threshold(pairs.n, pairs.left, pairs.right, scores)
    cluster = clusters_at(pairs.n, pairs.left, pairs.right, scores, threshold)
    scored = pairs.gold >= 0
    chosen = cluster_scores(cluster[scored], pairs.gold[scored])
    low, high = f1_interval(cluster[scored], pairs.gold[scored], seed)
    progress(f"without labels: F1 {chosen.f1:.4f} at {threshold}")
    curve = pairs.curve(scores)
    best = curve.best()
    rows = curve.thin(POINTS, keep=[best])
    return {
        "data": {
            "name": data.name,
            "hash": data.hash,
            "records": pairs.n,
            "gold_clusters": curve.gold_clusters,
            "true_pairs": curve.true_pairs,
            "columns": {c.name: c.kind for c in pairs.columns},
            "skipped": data.skipped,
            "problems": data.problems,
        },
        "seed": seed,
        "pairs": len(pairs.left),
        "blocking_recall": blocking_recall(pairs.left, pairs.right, pairs.gold),
        "oracle": _row(float(curve.thresholds[best]), curve.scores(best)),
        "chosen": _row(threshold, chosen) | {"f1_low": low, "f1_high": high, "how": HOW},
        "curve": [_row(float(curve.thresholds[i]), curve.scores(i)) for i in rows],
        "curve_thresholds": len(curve),
        "curve_points": f"{len(rows)} of the {len(curve)} thresholds, evenly by rank, and the oracle's",
        "trained": _trained(pairs, cluster, seed, progress) if trained else None,
        "seed_rule": _seed_rule(data, pairs, encode, seed) if encode else None,
    }


def _row(threshold: float, scores: ClusterScores) -> dict[str, float]:
    names = ("precision", "recall", "f1", "bcubed_precision", "bcubed_recall", "bcubed_f1", "clusters")
    return {"threshold": threshold} | {name: getattr(scores, name) for name in names}


# ---------------------------------------------------------------------------------------------------------- trained


def _trained(pairs: Pairs, unlabelled: np.ndarray, seed: int, progress: Callable[[str], None]) -> dict[str, Any]:
    """Fit on half of the gold clusters, report on the other; the clusters found without labels beside it."""
    clusters = int(pairs.gold.max()) + 1
    if clusters < FEWEST_CLUSTERS:
        return {"skipped": f"{clusters} gold clusters: at least {FEWEST_CLUSTERS} are needed to learn on half of them"}
    rng = np.random.default_rng(seed)
    place = rng.permutation(clusters)
    scored = pairs.gold >= 0
    first = scored & (place[pairs.gold] < clusters // 2)
    fit_on, fit_rows = pairs.among(first)
    report_on, report_rows = pairs.among(scored & ~first)
    rows, _ = similarities(pairs.columns, pairs.left, pairs.right)
    progress(f"training: {len(fit_rows)} pairs to fit, {len(report_rows)} to report")
    threshold = _best_agreement(fit_on, out_of_fold(fit_on, rows[fit_rows], rng.integers(FOLDS, size=clusters), seed))
    scores = report_on.agreement(_fit(rows[fit_rows], _same(fit_on), seed).predict(rows[report_rows]))
    cluster = clusters_at(report_on.n, report_on.left, report_on.right, scores, threshold)
    found = cluster_scores(cluster, report_on.gold)
    low, high = f1_interval(cluster, report_on.gold, seed)
    progress(f"trained: F1 {found.f1:.4f} at {threshold:.4f}")
    curve = report_on.curve(scores)
    best = curve.best()
    return _row(threshold, found) | {
        "f1_low": low,
        "f1_high": high,
        "oracle": _row(float(curve.thresholds[best]), curve.scores(best)),
        "without_labels_on_the_same_half": cluster_scores(unlabelled[scored & ~first], report_on.gold).f1,
        "split": SPLIT,
    }


def out_of_fold(pairs: Pairs, rows: np.ndarray, fold: np.ndarray, seed: int) -> np.ndarray:
    """P(same) of each pair by learners that saw neither of its gold clusters' fold; for a pair across two folds the
    mean of the two that missed one of its ends. `fold[g]` is the fold of gold cluster g."""
    left, right = fold[pairs.gold[pairs.left]], fold[pairs.gold[pairs.right]]
    same, total, times = _same(pairs), np.zeros(len(rows)), np.zeros(len(rows))
    for k in range(FOLDS):
        held_out = (left == k) | (right == k)
        if held_out.any():
            total[held_out] += _fit(rows[~held_out], same[~held_out], seed).predict(rows[held_out])
            times[held_out] += 1
    return total / times


def _same(pairs: Pairs) -> np.ndarray:
    return (pairs.gold[pairs.left] == pairs.gold[pairs.right]).astype(int)


def _fit(rows: np.ndarray, same: np.ndarray, seed: int) -> Learner:
    if len(rows) > FIT_PAIRS:
        part = np.sort(np.random.default_rng(seed).choice(len(rows), FIT_PAIRS, replace=False))
        rows, same = rows[part], same[part]
    return Learner.fit(rows, same, seed=seed, members=("boosting",))


def _best_agreement(pairs: Pairs, probability: np.ndarray) -> float:
    curve = pairs.curve(pairs.agreement(probability))
    return float(curve.thresholds[curve.best()])


# --------------------------------------------------------------------------------------------------------- baseline


def _seed_rule(data: RecordData, pairs: Pairs, encode: Encode, seed: int) -> dict[str, Any]:
    """The seed rule, which compares names, at its own merge threshold: a record's name is all its values in a row."""
    texts = [" ".join(filter(None, values)) for values in zip(*data.table.values(), strict=True)]
    vectors, rule, scores = encode(texts), SeedRule(), np.empty(len(pairs.left))
    names = [Name(text, "record") for text in texts]
    for k, (i, j) in enumerate(zip(pairs.left, pairs.right, strict=True)):
        scores[k] = rule.compare(names[i], names[j], semantic=float(vectors[i] @ vectors[j])).score
    threshold = Settings(embedder="hash").merge_threshold
    cluster = clusters_at(pairs.n, pairs.left, pairs.right, scores, threshold)
    scored = pairs.gold >= 0
    low, high = f1_interval(cluster[scored], pairs.gold[scored], seed)
    curve = pairs.curve(scores)
    best = curve.best()
    return _row(threshold, cluster_scores(cluster[scored], pairs.gold[scored])) | {
        "f1_low": low,
        "f1_high": high,
        "oracle": _row(float(curve.thresholds[best]), curve.scores(best)),
    }


# --------------------------------------------------------------------------------------------------------- interval


def f1_interval(cluster: np.ndarray, gold: np.ndarray, seed: int) -> tuple[float, float]:
    """95 % percentile bootstrap of pairwise F1 over gold clusters, (low, high).

    A gold cluster brings its right pairs, its true pairs and half of each wrong pair that one of its records is in.
    """
    clusters, found, cells = cluster.max() + 1, gold.max() + 1, np.bincount(cluster * (gold.max() + 1) + gold)
    at = np.flatnonzero(cells)
    size, of_gold, of_cluster = cells[at].astype(float), at % found, at // found
    total = np.bincount(of_cluster, size, minlength=clusters)[of_cluster]
    right = np.bincount(of_gold, size * (size - 1) / 2, minlength=found)
    wrong = np.bincount(of_gold, size * (total - size) / 2, minlength=found)
    sizes = np.bincount(gold, minlength=found).astype(float)
    true = sizes * (sizes - 1) / 2
    kept = sizes > 0
    right, wrong, true = right[kept], wrong[kept], true[kept]

    def f1(counts: np.ndarray) -> float:
        pairs = counts @ (right + wrong) + counts @ true
        return 2 * (counts @ right) / pairs if pairs else float("nan")

    low, high = bootstrap(f1, len(right), seed=seed)
    return float(low), float(high)
