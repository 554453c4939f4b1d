from __future__ import annotations

import pickle
import random
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import skops.io

from memkit.errors import InputError, ModelError
from memkit.records import rule_file
from memkit.records.calibrate import Proof
from memkit.records.learned import LearnedRule
from memkit.records.learner import Learner, fold_indices, out_of_fold
from memkit.resolve.gate import gate
from memkit.resolve.rule import Name
from memkit.resolve.rules import get_rule

WORDS = [
    *("amber", "brook", "cedar", "delta", "ember", "fjord", "grove", "heath"),
    *("inlet", "jetty", "knoll", "lagoon", "mesa", "north", "oasis", "prairie"),
]


def made_pairs(n: int, seed: int = 0):
    """Names of three words; a same pair loses or swaps words, a different one has another middle word."""
    rng = random.Random(seed)
    pairs, labels = [], []
    for i in range(n):
        words = rng.sample(WORDS, 3)
        same = i % 2 == 0
        other = (
            list(reversed(words)) if same else [words[0], rng.choice([w for w in WORDS if w not in words]), words[2]]
        )
        pairs.append(({"name": " ".join(words), "type": "Object"}, {"name": " ".join(other), "type": "Object"}))
        labels.append(int(same))
    return pairs, labels


@pytest.fixture(scope="module")
def rule():
    return LearnedRule.fit(*made_pairs(80))


@pytest.fixture(scope="module")
def proved():
    """The same rule as if its threshold had been proved at .9."""
    made = LearnedRule.fit(*made_pairs(80))
    made.proof = Proof(0.9, 300, 0, 0.9901, 0.99)
    made.review_threshold = 0.2
    return made


def test_it_learns_what_the_labels_say(rule):
    pairs, labels = made_pairs(60, seed=1)
    scores = rule.predict(pairs)
    assert ((scores >= 0.5) == np.array(labels)).mean() > 0.95
    assert scores.min() >= 0 and scores.max() <= 1


def test_without_enough_labels_there_is_no_proof_and_no_merge(rule):
    (left, right), *_ = made_pairs(1)[0]
    found = rule.compare_records(left, right)
    assert rule.proof.threshold is None and found.veto
    assert "no proof of precision 0.99" in found.reason and "299 error-free ones needed" in found.reason
    assert gate(found, merge_threshold=0.95, pending_threshold=0.85) == "pending"


def test_contributions_add_up_and_name_what_drove_the_score(rule):
    pairs, labels = made_pairs(6, seed=2)
    for (left, right), label in zip(pairs, labels, strict=True):
        explained = rule.explain(left, right)
        assert explained.base + sum(explained.contributions.values()) == pytest.approx(explained.score)
        assert explained.score == pytest.approx(rule.predict([(left, right)])[0])
        strongest = next(iter(explained.contributions.values()))
        assert strongest > 0 if label else strongest < 0
        assert explained.reason.startswith(f"learned score {explained.score:.3f}: ")
    assert explained.to_dict()["score"] == explained.score


def test_a_proved_threshold_merges_from_there_and_reviews_below(proved):
    # on the gate's scale: review threshold .2 -> .85, proved threshold .9 -> .95, linear between
    assert proved._gate_score(0.9) == pytest.approx(0.95)
    assert proved._gate_score(0.2) == pytest.approx(0.85)
    assert proved._gate_score(0.55) == pytest.approx(0.90)
    assert proved._gate_score(0.1) == pytest.approx(0.425)
    assert proved._gate_score(1.0) == 1.0
    actions = set()
    for left, right in made_pairs(40, seed=3)[0]:
        found = proved.compare_records(left, right)
        raw = found.signals["probability"]
        expected = "merge" if raw >= 0.9 else "pending" if raw >= 0.2 else "create"
        assert gate(found, merge_threshold=0.95, pending_threshold=0.85) == expected
        actions.add(expected)
    assert {"merge", "create"} <= actions


def test_names_are_compared_as_records(proved):
    same = proved.compare(Name("amber brook cedar", "Object"), Name("cedar brook amber", "Object"))
    assert same.score >= 0.95 and not same.veto and "name" in same.reason
    typed = proved.compare(Name("amber brook cedar", "Object"), Name("cedar brook amber", "Person"))
    assert typed.veto and typed.reason.startswith("types differ: Object / Person")


def test_a_rule_for_other_records_refuses_names():
    pairs = [({"title": left["name"]}, {"title": right["name"]}) for left, right in made_pairs(40)[0]]
    rule = LearnedRule.fit(pairs, made_pairs(40)[1])
    with pytest.raises(ModelError, match="knows the columns title, not names"):
        rule.compare(Name("a", "Object"), Name("b", "Object"))


def test_the_same_pairs_give_the_same_rule(rule):
    pairs, labels = made_pairs(80)
    again = LearnedRule.fit(pairs, labels)
    assert np.array_equal(again.predict(pairs), rule.predict(pairs))
    assert again.proof == rule.proof and again.review_threshold == rule.review_threshold


def test_bad_labels_are_named():
    pairs, labels = made_pairs(10)
    with pytest.raises(InputError, match="10 pairs but 9 labels"):
        LearnedRule.fit(pairs, labels[:9])
    with pytest.raises(InputError, match="at least two same and two different"):
        LearnedRule.fit(pairs, [1] * 9 + [0])
    rows = np.random.default_rng(0).uniform(size=(10, 3))
    with pytest.raises(InputError, match=r"labels are \[0, 1, 2\]"):
        Learner.fit(rows, [0, 1, 2, 1, 1, 0, 0, 0, 1, 0])
    with pytest.raises(InputError, match="nothing to learn from"):
        Learner.fit(np.ones((10, 3)), labels)


def test_out_of_fold_scores_come_from_the_other_folds():
    rng = np.random.default_rng(0)
    rows, labels = rng.uniform(size=(40, 4)), np.arange(40) % 2
    scores = out_of_fold(rows, labels, folds=4, members=["logistic"])
    for fit_on, score_on in fold_indices(labels, 4):
        assert not set(fit_on) & set(score_on)
        model = Learner.fit(rows[fit_on], labels[fit_on], members=["logistic"])
        assert np.array_equal(scores[score_on], model.predict(rows[score_on]))


# --------------------------------------------------------------------------------------------------------- the file


@pytest.fixture(scope="module")
def saved(rule, tmp_path_factory):
    path = tmp_path_factory.mktemp("rules") / "rule.skops"
    rule.save(path)
    return path


def test_a_saved_rule_is_the_same_rule(rule, saved):
    pairs, _ = made_pairs(30, seed=4)
    loaded = get_rule(str(saved))
    assert np.array_equal(loaded.predict(pairs), rule.predict(pairs))
    assert loaded.proof == rule.proof and loaded.review_threshold == rule.review_threshold
    assert loaded.compare_records(*pairs[0]) == rule.compare_records(*pairs[0])
    assert [p.name for p in saved.parent.iterdir()] == ["rule.skops"]


def test_a_missing_file_and_a_folder_that_is_none(rule, tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        LearnedRule.load(tmp_path / "none.skops")
    with pytest.raises(InputError, match="cannot be written"):
        rule.save(tmp_path / "no such folder" / "rule.skops")


def test_a_damaged_file_is_refused_with_the_remedy(saved, tmp_path):
    data = saved.read_bytes()
    for name, content in {
        "empty": b"",
        "text": b"not a rule",
        "half": data[: len(data) // 2],
        "flipped": data[:2000] + bytes(b ^ 0xFF for b in data[2000:2400]) + data[2400:],
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ModelError, match="train the rule again"):
            LearnedRule.load(path)


class Evil:
    def __reduce__(self):
        return print, ("code of the file ran",)


def test_pickle_and_foreign_types_are_refused_without_running_them(tmp_path, capsys):
    (tmp_path / "evil.pkl").write_bytes(pickle.dumps(Evil()))
    with pytest.raises(ModelError, match="no saved rule"):
        LearnedRule.load(tmp_path / "evil.pkl")
    skops.io.dump({"header": Evil()}, tmp_path / "evil.skops")
    with pytest.raises(ModelError, match="types that no rule of ours has"):
        LearnedRule.load(tmp_path / "evil.skops")
    skops.io.dump({"harmless": 1}, tmp_path / "other.skops")
    with pytest.raises(ModelError, match="no saved rule of memkit"):
        LearnedRule.load(tmp_path / "other.skops")
    assert capsys.readouterr().out == ""


def changed(rule, tmp_path, monkeypatch, **header):
    """The path of a rule saved with some header fields replaced."""
    whole_header = rule_file.header_of(rule) | header
    monkeypatch.setattr(rule_file, "header_of", lambda rule: whole_header)
    rule.save(tmp_path / "changed.skops")
    monkeypatch.undo()
    return tmp_path / "changed.skops"


def test_other_versions_are_refused(rule, tmp_path, monkeypatch):
    with pytest.raises(ModelError, match="version 99 of the rule file"):
        LearnedRule.load(changed(rule, tmp_path, monkeypatch, version=99))
    with pytest.raises(ModelError, match=r"made with scikit-learn 0\.1"):
        LearnedRule.load(changed(rule, tmp_path, monkeypatch, sklearn="0.1"))
    with pytest.raises(ModelError, match="damaged"):
        LearnedRule.load(changed(rule, tmp_path, monkeypatch, proof={"nonsense": 1}))


@pytest.mark.parametrize("member", ["boosting", "trees"])
def test_tree_nodes_that_point_outside_are_refused(tmp_path, member):
    rule = LearnedRule.fit(*made_pairs(80))
    if member == "boosting":
        rule.learner.members[member]._predictors[0][0].nodes["left"][0] = 10**6
    else:
        rule.learner.members[member].estimators_[0].tree_.children_left[0] = 10**6
    rule.save(tmp_path / "bent.skops")
    with pytest.raises(ModelError, match="damaged"):
        LearnedRule.load(tmp_path / "bent.skops")


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("memkit.records.rule_file.MAX_UNPACKED_BYTES", 1000)
    with zipfile.ZipFile(tmp_path / "bomb.skops", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", "0" * 5000)
    with pytest.raises(ModelError, match="too much for a rule"):
        LearnedRule.load(tmp_path / "bomb.skops")


def test_without_scikit_learn_the_extra_is_named():
    code = (
        "import sys; sys.modules['sklearn'] = None\n"
        "from memkit.records.learned import LearnedRule\n"
        "from memkit.errors import ModelError\n"
        "try: LearnedRule.fit([({'a': 'x'}, {'a': 'y'})] * 4, [0, 1, 0, 1])\n"
        "except ModelError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "memkit-lab[learn]" in done.stdout
