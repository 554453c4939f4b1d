"""The reader without a graph, on four pages about ovens, with hash embeddings."""

from __future__ import annotations

import pytest

from eval.answers import grade
from eval.datasets.wiki import Question
from eval.extraction import Names
from eval.reader import Reader
from memkit import Memory
from memkit.config import Settings

ONTOLOGY = """
entity_types:
  Oven: {parent: Object, words: [oven]}
  Bakery: {parent: Organization, words: [bakery]}
entities:
  - {name: Old Bess, type: Oven, aliases: [Bess]}
  - {name: Tiny Tim, type: Oven}
  - {name: Lind Bakery, type: Bakery}
  - {name: Mara Lind, type: Person}
  - {name: Otto Brand, type: Person}
"""
PAGES = {
    "lind.md": ("Lind Bakery", "The Lind Bakery heats Old Bess and Tiny Tim every morning. Mara Lind runs it."),
    "bess.md": ("Old Bess", "Bess is the oven by the door. Mara Lind lights Bess, Otto Brand sweeps it."),
    "tim.md": ("Tiny Tim", "Tiny Tim bakes rolls."),
    "rye.md": ("Rye", "Rye bread needs a day to rest."),
}


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    file = tmp_path_factory.mktemp("ontology") / "ontology.yaml"
    file.write_text(ONTOLOGY, encoding="utf-8")
    with Memory(":memory:", settings=Settings(embedder="hash", ontology=str(file), cache_dir="")) as memory:
        memory.ingest_passages({"_id": id, "title": title, "text": text} for id, (title, text) in PAGES.items())
        yield memory


@pytest.fixture
def reader(memory):
    return Reader(memory, k=2)


def question(text, category="2-hop", answer=("x",)):
    return Question("q", text, category, tuple(answer), (), "", "dev")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Which ovens does the bakery heat?", ("Oven", False)),
        ("In which bakery do the ovens stand?", ("Bakery", True)),
        ("Who runs Lind Bakery?", ("Person", True)),
        ("How many bakeries are there?", ("Bakery", False)),
        ("The bakery that heats Bess: who runs it?", ("Person", True)),
        ("What does it heat?", ("", False)),
    ],
)
def test_what_is_asked_for(reader, text, asked):
    assert reader.asked(text) == asked


def test_names_of_the_asked_type_in_the_nearest_passages(reader):
    reply = reader.answer(question("Which ovens does the Lind Bakery heat every morning?"))
    assert [item[0] for item in reply.items] == ["Old Bess", "Tiny Tim"] and "Bess" in reply.items[0]
    assert {c.doc for c in reply.citations} <= set(PAGES) and all(c.quote in c.text for c in reply.citations)
    assert reply.route == "VECTOR" and not reply.refused


def test_one_name_is_given_where_one_is_asked_for(reader):
    reply = reader.answer(question("Who lights Bess, the oven by the door, in the Lind Bakery?"))
    assert [item[0] for item in reply.items] == ["Mara Lind"], "named twice, Otto Brand once"


def test_a_count_is_a_number(reader):
    reply = reader.answer(question("How many ovens does the Lind Bakery heat?", "aggregation", ["2"]))
    assert reply.items == (("2",),) and len(reply.citations) == 2


def test_a_name_in_the_question_is_no_answer(reader):
    reply = reader.answer(question("Which oven stands beside Old Bess in the Lind Bakery?"))
    assert [item[0] for item in reply.items] == ["Tiny Tim"]


def test_sentences_answer_a_definition(reader):
    reply = reader.answer(question("What is Bess?", "definitional", ["the oven by the door"]))
    assert "the oven by the door" in reply.text and reply.items == ()
    assert reply.citations[0].doc == "bess.md"


def test_it_refuses_what_is_far_away_and_names_that_nobody_has(reader, memory):
    unknown = reader.answer(question("Who lights Grand Gertrude?"))
    assert unknown.refused and "Gertrude" in unknown.reason
    assert Reader(memory, k=2, floor=1.1).answer(question("Who lights Bess?")).refused


def test_tuning_takes_what_answers_most_and_defaults_without_questions(memory):
    asked = [
        question("Which ovens does the Lind Bakery heat every morning?", answer=["Old Bess", "Tiny Tim"]),
        question("Who won the world cup?", "refusal", ()),
    ]
    names = Names(memory.ontology)
    tuned = Reader.tuned(memory, asked, names)
    assert [grade(q, tuned.answer(q), names) for q in asked] == ["right", "right"] and tuned.floor > 0
    assert Reader.tuned(memory, [], names) == Reader(memory)
