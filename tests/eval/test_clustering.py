from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics.cluster import pair_confusion_matrix

from eval.clustering import cluster_scores
from memkit.errors import InputError


def bcubed_by_definition(predicted, gold) -> tuple[float, float]:
    """Bagga and Baldwin 1998, record by record: the correct records in its cluster over the cluster's size."""
    n = len(gold)
    precision = recall = 0.0
    for i in range(n):
        cluster = {j for j in range(n) if predicted[j] == predicted[i]}
        truth = {j for j in range(n) if gold[j] == gold[i]}
        precision += len(cluster & truth) / len(cluster) / n
        recall += len(cluster & truth) / len(truth) / n
    return precision, recall


def test_a_thousand_random_clusterings_against_scikit_learn_and_the_definition():
    rng = np.random.default_rng(0)
    for _ in range(1000):
        n = int(rng.integers(1, 25))
        predicted = rng.integers(0, rng.integers(1, n + 1), n)
        gold = rng.integers(0, rng.integers(1, n + 1), n)
        scores = cluster_scores(predicted, gold)
        (_, only_predicted), (only_gold, both) = pair_confusion_matrix(gold, predicted) // 2  # it counts ordered pairs
        assert scores.right_pairs == both
        assert scores.predicted_pairs == both + only_predicted
        assert scores.true_pairs == both + only_gold
        precision, recall = bcubed_by_definition(predicted, gold)
        assert scores.bcubed_precision == pytest.approx(precision, abs=1e-12)
        assert scores.bcubed_recall == pytest.approx(recall, abs=1e-12)
        assert scores.clusters == len(set(predicted.tolist()))


def test_the_example_of_amigo_et_al():
    """By hand: clusters {a a a b} and {b}: precision (3 * 3/4 + 1/4 + 1) / 5, recall (3 + 1/2 + 1/2) / 5."""
    scores = cluster_scores([0, 0, 0, 0, 1], ["a", "a", "a", "b", "b"])
    assert scores.bcubed_precision == pytest.approx(3.5 / 5)
    assert scores.bcubed_recall == pytest.approx(4 / 5)
    assert (scores.precision, scores.recall) == (3 / 6, 3 / 4)
    assert scores.f1 == pytest.approx(0.6)


def test_nothing_merged_is_precise_and_nothing_to_merge_is_found():
    assert cluster_scores([0, 1], [5, 5]).precision == 1.0
    assert cluster_scores([0, 1], [5, 5]).f1 == 0.0
    assert cluster_scores([0, 1], [5, 6]).f1 == 1.0
    assert cluster_scores([0, 0], [5, 6]).recall == 1.0


def test_wrong_lengths_and_no_records_are_refused():
    with pytest.raises(InputError, match="2 predicted labels for 1 gold"):
        cluster_scores([0, 1], [0])
    with pytest.raises(InputError, match="empty"):
        cluster_scores([], [])
