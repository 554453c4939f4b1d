from __future__ import annotations

import random

import numpy as np
import pytest

from eval import thresholds
from memkit.errors import InputError

COLOURS = "red green blue black white silver amber violet".split()
THINGS = "lamp chair desk kettle radio clock mirror shelf".split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Goods that two shops name: one with a word more, or one of another colour or number."""
    path = tmp_path_factory.mktemp("goods")
    draw = random.Random(3)
    for split, size in (("train", 70), ("valid", 30), ("test", 40)):
        lines = []
        for i in range(size):
            colour, thing, number = draw.choice(COLOURS), draw.choice(THINGS), draw.randrange(100, 999)
            same = i % 3 == 0
            other = f"{colour} {thing} {number} {draw.choice(['', 'new', 'set'])}" if same else (
                f"{draw.choice(COLOURS)} {thing} {number + draw.choice([0, 0, 7])}"
            )  # fmt: skip
            lines.append(f"COL name VAL {colour} {thing} {number}\tCOL name VAL {other}\t{int(same)}")
        (path / f"{split}.txt").write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def learned(folder):
    return thresholds.study(str(folder), "learned", target=0.8)


@pytest.fixture(scope="module")
def untrained(folder):
    return thresholds.study(str(folder), "memkit", target=0.8)


def test_the_curve_is_what_counting_gives(untrained):
    curve = thresholds.test_curve(untrained, points=20)
    scores, labels = untrained.scores.final, untrained.test_labels
    assert curve["threshold"].is_monotonic_increasing and len(curve) <= 20
    assert {scores.min(), scores.max()} <= set(curve["threshold"])
    for row in curve.to_dict("records"):
        merged = scores >= row["threshold"]
        right = labels[merged].sum()
        assert (row["merges"], row["false_merges"]) == (merged.sum(), merged.sum() - right)
        assert row["precision"] == pytest.approx(right / merged.sum())
        assert row["recall"] == pytest.approx(right / labels.sum())
        assert row["f1"] == pytest.approx(2 * right / (merged.sum() + labels.sum()))
        assert row["f1_low"] <= row["f1"] <= row["f1_high"]
        assert row["verdict"] in ("safe", "unsafe", "not provable with these labels")


def test_a_study_is_the_same_twice(folder, untrained):
    again = thresholds.study(str(folder), "memkit", target=0.8)
    assert thresholds.summary(again).equals(thresholds.summary(untrained))
    assert thresholds.label_curve(again).equals(thresholds.label_curve(untrained))


def test_more_labels_and_the_last_point_knows_them_all(learned):
    labels = thresholds.label_curve(learned, draws=2)
    assert labels["labels"].tolist() == [50, len(learned.known_labels)]
    assert labels["draws"].tolist() == [2, 1]
    assert ((labels["f1_low"] <= labels["f1"]) & (labels["f1"] <= labels["f1_high"])).all()
    last = labels.iloc[-1]
    assert last["proved"] == learned.row["proved"]
    assert last["merge_recall"] == pytest.approx(learned.row["merge_recall"])


def test_point_promise_by_counting(untrained):
    found = thresholds.point_promise(untrained)
    valid = untrained.prepared.labels[untrained.prepared.index["valid"]]
    reaching = [t for t in untrained.scores.valid if valid[untrained.scores.valid >= t].mean() >= 0.8]
    merged = untrained.scores.test >= min(reaching)
    assert found["point_threshold"] == min(reaching)
    assert found["point_precision"] == pytest.approx(untrained.test_labels[merged].mean())
    assert found["point_outcome"] == ("held" if untrained.test_labels[merged].mean() >= 0.8 else "broke")


@pytest.mark.parametrize("name", ["untrained", "learned"])
def test_worst_errors_are_the_extremes_and_have_reasons(request, name):
    study = request.getfixturevalue(name)
    worst = thresholds.worst_errors(study, n=3)
    scores, labels = study.scores.final, study.test_labels
    assert worst["score"].tolist()[:3] == sorted(scores[labels == 0])[::-1][:3]
    assert worst["score"].tolist()[3:] == sorted(scores[labels == 1])[:3]
    assert worst["reason"].str.len().min() > 0
    lines = (study.prepared.data.test.lines[int(np.argmin(np.where(labels == 1, scores, 2)))],)
    assert worst["line"].tolist()[3] == lines[0]
    low = worst.iloc[3]
    if low["score"] < study.row["review_threshold"]:
        assert low["verdict"] == "missed"


def test_differences_are_to_the_seed_rule_and_to_the_same_without_embeddings(folder):
    study = thresholds.study(str(folder), "memkit", embedder="hash", target=0.8)
    others = thresholds.comparisons(study)
    assert others["baseline"].tolist() == ["seed", "memkit without embeddings"]
    assert ((others["f1"] - others["baseline_f1"]) - others["difference"]).abs().max() < 1e-12
    assert set(others["verdict"]) <= {"better", "worse", "no difference shown"}


def test_in_words_says_the_numbers(untrained):
    said = " ".join(thresholds.in_words(untrained, thresholds.label_curve(untrained, draws=1)))
    assert f"F1 on test is {untrained.row['f1']:.3f}" in said
    assert ("is proved" in said) == untrained.row["proved"]


@pytest.mark.parametrize(
    ("rule", "embedder", "message"),
    [
        ("seed", "none", "give embedder"),
        ("learned+rivals", "hash", "give embedder 'none'"),
        ("best", "none", "is none of"),
    ],
)
def test_a_rule_that_does_not_go_with_its_embedder_is_refused(folder, rule, embedder, message):
    with pytest.raises(InputError, match=message):
        thresholds.study(str(folder), rule, embedder=embedder)
