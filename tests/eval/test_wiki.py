"""The wiki command: keys, numbers by hand with scripted answerers, the same bytes twice."""

from __future__ import annotations

import pytest
from scripted_wiki import GOOD, ONTOLOGY, POOR, QUESTIONS, STATED, make_wiki

from eval import wiki as wiki_module
from eval.datasets.wiki import Wiki
from eval.wiki import BASELINE, Gold, differences, evaluate
from memkit import Memory
from memkit.config import Settings


@pytest.fixture
def wiki(tmp_path):
    return make_wiki(tmp_path)


@pytest.fixture
def result(wiki, monkeypatch):
    monkeypatch.setattr(wiki_module, "memory_relations", lambda memory, names: STATED)
    return evaluate(wiki, "report", None, {"memkit": GOOD, BASELINE: POOR})


def test_the_numbers_by_hand(result):
    found, _ = result
    assert found["n"] == 4 and found["split"] == "report"
    assert found["by_category"]["definitional"] == {"right": 1, "partly": 0, "wrong": 0, "n": 1}
    assert found["by_category"]["3-hop"]["n"] == 0
    assert found["set_exact"] == 1.0
    assert found["router_accuracy"] == 3 / 4, "a HYBRID count where gold says GRAPH"
    assert found["refusal"] == {"precision": 1.0, "recall": 1.0}
    assert found["citation_validity"] == 1.0 and found["citation_coverage"] == 1.0
    assert found["extraction"]["precision"] == 0.5 and found["extraction"]["recall"] == 1.0
    assert found["extraction"]["traps"]["n"] == found["extraction"]["traps"]["n_wrong"] == 1, "of labelled pages only"
    baseline = found[BASELINE]
    assert baseline["set_exact"] == 0.0 and baseline["by_category"]["2-hop"]["wrong"] == 1
    assert baseline["refusal"] == {"precision": 0.0, "recall": 0.0}, "two refused, neither of them the refusal"
    assert baseline["citation_coverage"] == 1.0


def test_every_question_is_told_with_its_grade(result):
    row = next(q for q in result[0]["questions"] if q["id"] == "s1")
    assert (row["grade"], row["answer"], row["gold"], row["route"]) == ("right", ["Mara Lind"], ["Mara Lind"], "GRAPH")
    assert row["plan"] == "the plan of s1" and row["citations"][0]["doc"] == "mara.md"
    assert {q["id"] for q in result[0]["questions"]} == {"d1", "s1", "a1", "r1"}


def test_differences_are_paired_and_corrected(result):
    rows = result[0]["differences"][BASELINE]
    assert rows["set_exact"]["mean"] == 1.0 and rows["set_exact"]["n"] == 2
    assert "3-hop" not in rows and rows["all"]["mean"] == 1.0
    assert all(row["p_holm"] >= row["p"] for row in rows.values())
    assert rows["2-hop"]["verdict"] == "no difference shown", "one question shows nothing"


def test_an_answerer_does_not_differ_from_itself(wiki):
    gold = Gold.of(wiki)
    graded, _ = wiki_module.ask(GOOD, wiki.questions, gold, lambda text: None)
    rows = differences(graded, graded, 0)
    assert all(row["mean"] == 0 and row["p"] == 1 for row in rows.values())


def test_timings_stand_apart(result):
    found, timings = result
    assert len(timings) == 8 and {row["system"] for row in timings} == {"memkit", BASELINE}
    assert "ms" not in str(found["questions"])


def test_a_wiki_without_labels_has_no_extraction(wiki):
    bare = Wiki("bakery", wiki.folder, "ff", wiki.docs, ONTOLOGY, QUESTIONS, ())
    with Memory(":memory:", settings=Settings(embedder="hash")) as memory:
        found, _ = evaluate(bare, "report", memory, {"memkit": GOOD, BASELINE: POOR})
    assert found["extraction"] == {"precision": None, "recall": None, "f1": None, "n_gold": 0}
