from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from eval import cli
from eval.datasets.pairs import load_pairs
from eval.datasets.tables import TwoTables
from eval.pairs import RuleScores, evaluate, f1_threshold, prepare, report, rules_table, score
from eval.tables import candidates, match, mutual_best, rival_threshold, without_partners
from eval.transfer import transfer
from memkit.embed import HashEmbedder
from memkit.errors import InputError
from memkit.records.calibrate import clopper_pearson_lower
from memkit.records.corpus import Corpus
from memkit.records.features import whole

NOUNS = ["camera", "phone", "printer", "speaker", "router", "monitor", "keyboard", "headset"]
MAKERS = ["acme", "bolt", "corax", "dynamo", "elmo"]


def products(n: int, seed: int) -> list[tuple[dict, dict, int]]:
    """Products with a model code; the other shop writes it in another way, or means the next model."""
    rng = random.Random(seed)
    made = []
    for i in range(n):
        maker, noun, number = rng.choice(MAKERS), rng.choice(NOUNS), rng.randrange(100, 900)
        same = i % 4 == 0
        other = number if same else number + rng.choice([1, 10, 100])
        left = {"name": f"{maker} {noun} {maker[:2]}-{number}x", "price": str(number)}
        right = {
            "name": f"{maker.upper()} {maker[:2]}{other}X {noun}",
            "price": str(other) if rng.random() < 0.7 else "",
        }
        made.append((left, right, int(same)))
    return made


def write_ditto(folder, sizes=(160, 60, 60), seed=0):
    folder.mkdir(exist_ok=True)
    for k, (name, size) in enumerate(zip(("train", "valid", "test"), sizes, strict=True)):
        lines = []
        for left, right, label in products(size, seed * 10 + k):
            sides = (" ".join(f"COL {c} VAL {v}" for c, v in side.items()) for side in (left, right))
            lines.append("\t".join([*sides, str(label)]))
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_ditto(tmp_path_factory.mktemp("sets") / "shops")


@pytest.fixture(scope="module")
def prepared(folder):
    return prepare(load_pairs(folder), encode=HashEmbedder().encode)


scored = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 1)), min_size=1, max_size=40).filter(
    lambda pairs: any(y for _, y in pairs)
)


@settings(deadline=None)
@given(scored)
def test_the_f1_threshold_is_the_best_of_all(pairs):
    scores, labels = np.array([s / 9 for s, _ in pairs]), np.array([y for _, y in pairs])
    chosen = f1_score(labels, scores >= f1_threshold(scores, labels))
    best = max(f1_score(labels, scores >= t) for t in scores)
    assert chosen == pytest.approx(best)


def test_the_f1_threshold_lies_midway_in_the_gap():
    assert f1_threshold([0.9, 0.8, 0.2], [1, 1, 0]) == pytest.approx(0.5)
    assert f1_threshold([0.9, 0.8], [1, 1]) == 0.8
    with pytest.raises(InputError, match="at least one true pair"):
        f1_threshold([0.9], [0])


def scores_of(prepared, test, calibration) -> RuleScores:
    valid = calibration[len(prepared.index["train"]) :]
    return RuleScores("made", valid, test, calibration, test)


def test_a_report_says_what_can_be_counted_by_hand(prepared):
    """Perfect scores but for one false merge and two misses on test, and enough calibration merges for the target."""
    labels = {name: prepared.labels[rows] for name, rows in prepared.index.items()}
    calibration = prepared.labels[prepared.known] * 0.8 + 0.1
    test = labels["test"] * 0.8 + 0.1
    same, different = np.flatnonzero(labels["test"] == 1), np.flatnonzero(labels["test"] == 0)
    test[same[:2]], test[different[0]] = 0.05, 0.9
    row = report(prepared, scores_of(prepared, test, calibration), target=0.9)
    n_same = len(same)
    true_known = int(prepared.labels[prepared.known].sum())
    assert row["precision"] == pytest.approx((n_same - 2) / (n_same - 1))
    assert row["recall"] == pytest.approx((n_same - 2) / n_same)
    assert row["f1"] == pytest.approx(2 * (n_same - 2) / (2 * n_same - 1))
    assert row["f1_low"] <= row["f1"] <= row["f1_high"]
    assert row["proved"] and row["merge_threshold"] == pytest.approx(0.9)
    assert row["calibration_merges"] == true_known and row["calibration_errors"] == 0
    assert row["calibration_bound"] == pytest.approx(float(clopper_pearson_lower(true_known, true_known)))
    assert row["merges"] == n_same - 1 and row["false_merges"] == 1
    assert row["merge_recall"] == pytest.approx((n_same - 2) / n_same)
    assert row["review_share"] == 0.0 and row["review_yield"] == 0.0 and row["kept"] == row["merge_recall"]


def test_without_a_proof_nothing_is_merged_and_the_band_holds_the_true_pairs(prepared):
    calibration = prepared.labels[prepared.known] * 0.8 + 0.1
    test = prepared.labels[prepared.index["test"]] * 0.8 + 0.1
    row = report(prepared, scores_of(prepared, test, calibration), target=0.99)
    assert row["proved"] is False and row["merge_threshold"] is None
    assert row["merge_precision"] is None and row["merge_recall"] == 0.0 and row["merges"] == 0
    assert row["review_yield"] == 1.0
    assert row["review_share"] == pytest.approx(prepared.labels[prepared.index["test"]].mean())
    assert row["verdict"] == "not provable with these labels"


def test_the_records_of_test_do_not_change_what_is_learned(folder, tmp_path):
    """Word frequencies and models come from train and valid: another test file, the same scores of valid."""
    other = write_ditto(tmp_path / "other")
    (other / "test.txt").write_text("COL name VAL unlike COL price VAL\tCOL name VAL unlike COL price VAL\t1\n")
    one, two = (score(prepare(load_pairs(f)), "learned") for f in (folder, other))
    assert np.array_equal(one.valid, two.valid) and np.array_equal(one.calibration, two.calibration)


def test_rules_that_need_an_embedder_or_do_not_exist(folder):
    bare = prepare(load_pairs(folder))
    with pytest.raises(InputError, match="with an embedder"):
        score(bare, "seed")
    with pytest.raises(InputError, match="none of seed, memkit"):
        score(bare, "nonsense")


def test_codes_make_the_learned_rule_better_than_the_seed_rule(prepared):
    f1 = {
        rule: report(prepared, score(prepared, rule))["f1"] for rule in ("seed", "memkit", "learned", "memkit+semantic")
    }
    assert f1["learned"] > 0.95 and f1["memkit"] > 0.9
    assert f1["learned"] > f1["seed"]


def test_the_command_gives_the_documented_keys_and_the_same_bytes_twice(folder, tmp_path, capsys):
    for name in ("one", "two"):
        argv = ["pairs", "--data", str(folder), "--embedder", "hash", "--json", str(tmp_path / f"{name}.json")]
        assert cli.main(argv) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    result = json.loads((tmp_path / "one.json").read_text())
    assert set(result["rules"]) == {"seed", "memkit", "learned", "learned+rivals"}
    documented = (
        "threshold f1 precision recall proved merge_threshold merge_precision merge_recall review_share review_yield"
    )
    for row in result["rules"].values():
        assert set(documented.split()) <= set(row)
    assert result["counts"]["test_pairs"] == 60
    assert "learned+rivals" in capsys.readouterr().out


def test_the_command_refuses_rules_and_splits_it_has_not(folder, capsys):
    assert cli.main(["pairs", "--data", str(folder), "--rules", "seed,magic"]) == 1
    assert "magic is none of seed" in capsys.readouterr().err
    assert cli.main(["pairs", "--data", str(folder), "--split", "train"]) == 1
    assert "reported on test" in capsys.readouterr().err


def test_evaluate_as_a_table(folder):
    told = []
    result = evaluate(load_pairs(folder), ["memkit"], target=0.9, progress=told.append)
    table = rules_table(result)
    assert table.loc[0, "rule"] == "memkit" and table.loc[0, "f1"] == result["rules"]["memkit"]["f1"]
    assert told[-1] == "scoring by memkit"


def test_transfer_reports_each_set_at_both_thresholds(folder, tmp_path):
    other = write_ditto(tmp_path / "others", sizes=(80, 40, 40), seed=5)
    table = transfer([load_pairs(folder), load_pairs(other)])
    assert table[["data", "rule"]].values.tolist() == [
        ["shops", "learned"],
        ["shops", "memkit"],
        ["others", "learned"],
        ["others", "memkit"],
    ]
    assert np.allclose(table["difference"], table["f1_source_threshold"] - table["f1_own_threshold"])
    with pytest.raises(InputError, match="two data sets or more"):
        transfer([load_pairs(folder)])


# ----------------------------------------------------------------------------------------------------- whole tables


def two_tables(n: int = 60) -> TwoTables:
    rng = random.Random(7)
    left, right = [], []
    for i in range(n):
        maker, noun, code = rng.choice(MAKERS), rng.choice(NOUNS), f"{rng.choice('abcd')}{rng.randrange(1000, 9999)}{i}"
        left.append({"name": f"{maker} {noun} {code}"})
        right.append({"name": f"{maker.upper()} {code[:3]}-{code[3:]} {noun}"})
    order = rng.sample(range(n), n)
    return TwoTables("toy", "hash", left, [right[i] for i in order], {(i, order.index(i)) for i in range(n)}, [])


def test_whole_tables_are_matched_and_reported_on_the_other_half():
    tables = two_tables()
    result = match(tables)
    assert result["blocking_recall"] == 1.0
    assert result["half"]["f1"] > 0.95
    assert result["no_labels"]["precision"] == 1.0
    assert [row["removed"] for row in result["removed"]] == [0.0, 0.5, 0.8]
    assert "seed" not in result
    again = match(tables, encode=HashEmbedder().encode)
    assert set(again.pop("seed")) == {"half", "no_labels"}
    assert result == again


def test_candidates_are_the_nearest_of_either_side():
    left = [{"n": "alpha beta"}, {"n": "gamma delta"}]
    right = [{"n": "gamma deltas"}, {"n": "alpha bet"}, {"n": "omega"}]
    corpus = Corpus.fit(whole(r) for r in [*left, *right])
    assert candidates(left, right, corpus, k=1).tolist() == [[0, 1], [1, 0]]


def test_mutual_best_by_hand():
    pairs = np.array([[0, 0], [0, 1], [1, 1], [2, 1]])
    assert mutual_best(pairs, np.array([0.5, 0.9, 0.8, 0.95])).tolist() == [False, False, False, True]
    assert mutual_best(pairs, np.array([0.9, 0.5, 0.8, 0.7])).tolist() == [True, False, True, False]


def test_the_rival_threshold_is_a_quantile_of_second_best_scores():
    pairs = np.array([[0, 0], [0, 1], [1, 1], [1, 2], [1, 0], [2, 2]])
    # second best: .4 of record 0, .6 of record 1; record 2 has none
    assert rival_threshold(pairs, np.array([0.9, 0.4, 0.6, 0.8, 0.1, 0.7])) == pytest.approx(0.4 + 0.75 * 0.2)
    assert rival_threshold(pairs[-1:], np.array([0.7])) == -np.inf


def test_recall_at_a_precision_when_partners_are_missing():
    pairs = np.array([[i, i] for i in range(10)])
    scores = np.linspace(1, 0.1, 10)
    gold = np.array([True] * 8 + [False] * 2)
    table = without_partners(pairs, scores, gold, 10)
    assert table.loc[0, "recall_at_target"] == 1.0 and table.loc[0, "true_pairs"] == 8
    worse = without_partners(pairs, scores[::-1], gold, 10)
    assert worse.loc[0, "recall_at_target"] == 0.0  # the two false pairs come first
