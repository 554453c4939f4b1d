from __future__ import annotations

import json
import random

import numpy as np
import pytest

from eval.cli import main
from eval.clusters import Pairs, evaluate, f1_interval, find_pairs, out_of_fold
from eval.datasets.records import RecordData
from memkit.errors import InputError

FIRST = "anna bertha carl dora emil fritz greta hans ida jakob karl lena maria nora otto paula robert sofia".split()
LAST = "abel brandt claasen dietz ebert fuchs gruber hartmann jung keller lang maurer neumann olsen peters".split()


def people(clusters=40, copies=4, seed=1) -> RecordData:
    """Records of made-up people: one value in six is another person's, one in eight is missing."""
    rng = random.Random(seed)
    table = {"first": [], "last": [], "born": [], "city": []}
    persons = [
        (rng.choice(FIRST), rng.choice(LAST), f"18{rng.randrange(10, 99)}-0{rng.randrange(1, 10)}-11", rng.choice(LAST))
        for _ in range(clusters)
    ]
    gold = np.repeat(np.arange(clusters), copies)
    for person in gold.tolist():
        for j, column in enumerate(table.values()):
            value = persons[person][j] if rng.random() > 1 / 6 else rng.choice(persons)[j]
            column.append("" if rng.random() < 1 / 8 else value)
    return RecordData("people", "0" * 16, table, np.zeros(len(gold), dtype=int), gold)


@pytest.fixture(scope="module")
def result():
    return evaluate(people())


def test_clusters_are_found_without_labels_and_better_with_them(result):
    assert 0.6 < result["chosen"]["f1"] <= result["oracle"]["f1"]
    assert result["chosen"]["f1_low"] < result["chosen"]["f1"] < result["chosen"]["f1_high"]
    assert result["trained"]["f1"] > 0.6
    assert result["blocking_recall"] == 1.0


def test_the_json_has_what_outside_checks_read(result):
    assert {"threshold", "f1"} <= result["oracle"].keys()
    assert {"threshold", "f1", "bcubed_f1", "how"} <= result["chosen"].keys()
    assert all(
        {"threshold", "precision", "recall", "f1", "bcubed_f1", "clusters"} <= row.keys() for row in result["curve"]
    )
    thresholds = [row["threshold"] for row in result["curve"]]
    assert thresholds == sorted(thresholds, reverse=True)
    assert len(thresholds) <= 200
    assert result["oracle"] in result["curve"]
    assert max(row["f1"] for row in result["curve"]) == result["oracle"]["f1"]


def test_labels_play_no_part_in_what_is_chosen_without_labels(result):
    data = people()
    data.gold = np.random.default_rng(5).permutation(data.gold)
    shuffled = evaluate(data, trained=False)
    assert shuffled["chosen"]["threshold"] == result["chosen"]["threshold"]
    assert shuffled["chosen"]["clusters"] == result["chosen"]["clusters"]
    assert shuffled["chosen"]["f1"] < result["chosen"]["f1"] / 2


def test_the_same_run_twice_is_the_same_bytes(result):
    assert json.dumps(evaluate(people())) == json.dumps(result)


def test_out_of_fold_scores_never_come_from_a_learner_that_saw_the_pair(monkeypatch):
    pairs, seen = find_pairs(people(clusters=12)), []

    class Remembering:
        def __init__(self, rows):
            self.rows = set(rows[:, 0].tolist())

        def predict(self, rows):
            seen.append(self.rows & set(rows[:, 0].tolist()))
            return np.ones(len(rows))

    monkeypatch.setattr("eval.clusters._fit", lambda rows, same, seed: Remembering(rows))
    rows = np.arange(len(pairs.left), dtype=float)[:, None]
    assert out_of_fold(pairs, rows, np.arange(12) % 3, 0).tolist() == [1.0] * len(rows)
    assert seen == [set()] * 3


def test_of_several_sources_only_pairs_across_them_are_compared():
    data = people(clusters=20, copies=2)
    data.source = np.arange(40) % 2
    pairs = find_pairs(data)
    assert len(pairs.left) == 20 * 20
    assert np.all(data.source[pairs.left] != data.source[pairs.right])


def test_pairs_among_some_records_are_renumbered():
    pairs = Pairs([], np.array([0, 0, 1, 2]), np.array([1, 2, 3, 3]), np.array([5, 6, 5, 6]))
    some, rows = pairs.among(np.array([True, False, True, True]))
    assert rows.tolist() == [1, 3]
    assert list(zip(some.left.tolist(), some.right.tolist(), strict=True)) == [(0, 1), (1, 2)]
    assert some.gold.tolist() == [5, 5, 6]


def test_the_interval_holds_the_f1_and_is_a_point_when_all_clusters_are_alike():
    cluster, gold = np.array([0, 0, 1, 1, 2, 3]), np.array([0, 0, 1, 1, 2, 2])
    low, high = f1_interval(cluster, gold, seed=0)
    assert low <= 0.8 <= high
    assert f1_interval(np.arange(6) // 2, np.arange(6) // 2, seed=0) == (1.0, 1.0)


def test_too_few_clusters_to_train_on_is_said():
    assert "at least 20" in evaluate(people(clusters=10))["trained"]["skipped"]


def test_nothing_comparable_is_an_error():
    data = RecordData("bare", "0" * 16, {"a": ["x", "x"]}, np.zeros(2, dtype=int), np.array([0, 0]))
    with pytest.raises(InputError, match="no column tells records apart"):
        evaluate(data)


def test_the_command_writes_json_and_names_a_wrong_column(tmp_path, capsys):
    data = people(clusters=12)
    path = tmp_path / "people.csv"
    rows = zip(*data.table.values(), map(str, data.gold), strict=True)
    path.write_text("first,last,born,city,who\n" + "".join(",".join(row) + "\n" for row in rows))
    assert main(["clusters", "--records", str(path), "--gold", "who", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["chosen"]["f1"] > 0.5
    assert main(["clusters", "--records", str(path), "--gold", "whom"]) == 1
    assert "no column 'whom'" in capsys.readouterr().err
