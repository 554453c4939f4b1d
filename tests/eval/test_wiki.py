"""The wiki command: keys, numbers by hand with scripted answerers, the same bytes twice."""

from __future__ import annotations

import pytest

from eval import wiki as wiki_module
from eval.answers import Cited, Reply
from eval.datasets.wiki import LabelledRelation, Question, Wiki
from eval.wiki import BASELINE, Gold, differences, evaluate
from memkit import Memory
from memkit.config import Settings
from memkit.extract import Ontology
from memkit.extract.ontology import KnownEntity, RelationType

ONTOLOGY = Ontology(
    relation_types={"RUNS": RelationType("RUNS")},
    entities=(KnownEntity("Mara Lind", "Person"), KnownEntity("Old Bess", "Object", ("Bess",))),
)
QUESTIONS = (
    Question("d1", "What is Old Bess?", "definitional", ("the oven by the door",), ("bess.md",), "", "report"),
    Question("s1", "Who runs Bess?", "2-hop", ("Mara Lind",), ("bess.md", "mara.md"), "", "report"),
    Question("a1", "How many ovens?", "aggregation", ("1",), ("bess.md",), "GRAPH", "report"),
    Question("r1", "Who runs Tiny Tim?", "refusal", (), (), "REFUSE", "report"),
    Question("x1", "Who runs Bess?", "2-hop", ("Mara Lind",), (), "", "dev"),
)
BESS = Cited("Mara Lind runs Old Bess", "p", "mara.md", "Mara Lind\nMara Lind runs Bess.", "Mara Lind runs Bess.")


class Scripted:
    """Answers by question id; what it has no answer for is refused."""

    def __init__(self, **replies):
        self.replies = replies

    def answer(self, question):
        return self.replies.get(question.id, Reply("", route="REFUSE", refused=True, reason="nothing"))


GOOD = Scripted(
    d1=Reply(
        "It is the oven by the door.",
        citations=(Cited("", "p", "b", "It is the oven by the door.", "It is the oven by the door."),),
        route="VECTOR",
    ),
    s1=Reply("Mara Lind", (("Mara Lind",),), (BESS,), route="GRAPH", plan="Old Bess <-RUNS- ?"),
    a1=Reply("1", (("1",),), (BESS,), route="HYBRID"),
)
POOR = Scripted(s1=Reply("Old Bess", (("Bess",),), (BESS,)), r1=Reply("Mara", (("Mara Lind",),), (BESS,)))


@pytest.fixture
def wiki(tmp_path):
    relations = (
        LabelledRelation("Mara Lind", "RUNS", "Old Bess", "mara.md", "report"),
        LabelledRelation("Mara Lind", "RUNS", "Old Bess", "bess.md", "dev"),
    )
    return Wiki("bakery", tmp_path, "ff", ("bess.md", "mara.md"), ONTOLOGY, QUESTIONS, relations)


@pytest.fixture
def result(wiki, monkeypatch):
    stated = {("Mara Lind", "RUNS", "Old Bess", "mara.md"): "x", ("Old Bess", "RUNS", "Mara Lind", "mara.md"): "y"}
    monkeypatch.setattr(wiki_module, "memory_relations", lambda memory, names: stated)
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
    baseline = found[BASELINE]
    assert baseline["set_exact"] == 0.0 and baseline["by_category"]["2-hop"]["wrong"] == 1
    assert baseline["refusal"] == {"precision": 0.0, "recall": 0.0}, "two refused, neither of them the refusal"
    assert baseline["citation_coverage"] == 1.0


def test_every_question_is_told_with_its_grade(result):
    row = next(q for q in result[0]["questions"] if q["id"] == "s1")
    assert (row["grade"], row["answer"], row["gold"], row["route"]) == ("right", ["Mara Lind"], ["Mara Lind"], "GRAPH")
    assert row["plan"] == "Old Bess <-RUNS- ?" and row["citations"][0]["doc"] == "mara.md"
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
