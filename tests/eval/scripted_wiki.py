"""A wiki of two pages with gold, and systems that answer its questions by a script."""

from __future__ import annotations

from eval.answers import Cited, Reply
from eval.datasets.wiki import LabelledRelation, Question, Trap, Wiki
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

    def plan(self, question):
        return f"the plan of {question.id}"

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
    s1=Reply("Mara Lind", (("Mara Lind",),), (BESS,), route="GRAPH"),
    a1=Reply("1", (("1",),), (BESS,), route="HYBRID"),
)
POOR = Scripted(s1=Reply("Old Bess", (("Bess",),), (BESS,)), r1=Reply("Mara", (("Mara Lind",),), (BESS,)))


#: What the relations of the memory are said to be: one right, one invented.
STATED = {("Mara Lind", "RUNS", "Old Bess", "mara.md"): "x", ("Old Bess", "RUNS", "Mara Lind", "mara.md"): "y"}


def make_wiki(folder):
    relations = (
        LabelledRelation("Mara Lind", "RUNS", "Old Bess", "mara.md", "report"),
        LabelledRelation("Mara Lind", "RUNS", "Old Bess", "bess.md", "dev"),
    )
    traps = tuple(Trap("Old Bess", "RUNS", "Mara Lind", doc, "hypothetical") for doc in ("mara.md", "bess.md"))
    return Wiki("bakery", folder, "ff", ("bess.md", "mara.md"), ONTOLOGY, QUESTIONS, relations, traps=traps)
