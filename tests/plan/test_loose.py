"""Where a way breaks: sentences that name both ends and were not understood, and nothing else."""

from __future__ import annotations

import pytest

from memkit.answer.gather import walk
from memkit.extract.ontology import ontology_from_dict
from memkit.model import Batch, Denial, Document, Entity, Mention, Passage, Relation
from memkit.plan.base import Planned
from memkit.plan.loose import says_what_is
from memkit.plan.plan import Plan, Step
from memkit.plan.run import run_plan
from memkit.store import open_store

ONTOLOGY = ontology_from_dict(
    {
        "entity_types": {"Boat": {"parent": "Object"}, "Club": {"parent": "Organization"}},
        "relation_types": {
            "OWNS": {"from": ["Club"], "to": ["Boat"]},
            "LEADS": {"from": ["Person"], "to": ["Club"]},
        },
    }
)
TEXT = "Ann is the soul of Tern. Bo came to Tern from Wick. Cy waved. Tern lies in Wick."
NAMES = {"Ann": "Person", "Bo": "Person", "Cy": "Person", "Tern": "Club", "Wick": "Location", "Gull": "Boat"}
PLAN = Plan("two-hop", things=("Gull",), steps=(Step(("OWNS",), "in", "Club"), Step(("LEADS",), "in", "Person")))


def mentions() -> list[Mention]:
    found = []
    for name in NAMES:
        start = TEXT.find(name)
        while start >= 0:
            found.append(Mention(f"m_{name}{start}", "p", name, start, start + len(name), name))
            start = TEXT.find(name, start + 1)
    return found


@pytest.fixture
def store(tmp_path):
    store = open_store(str(tmp_path / "memory.db"), namespace="n")
    store.apply(
        Batch(
            [
                Document("d", "Club news", "news.md", ""),
                Passage("p", "chunk", "d", 0, "Club news", TEXT, "news.md"),
                *(Entity(name, name, type, name) for name, type in NAMES.items()),
                *mentions(),
                Relation("r", "Tern", "Gull", "OWNS", "p", "Tern owns Gull."),
            ]
        )
    )
    yield store
    store.close()


def found(store) -> list[tuple[str, str]]:
    result = run_plan(store, PLAN, ONTOLOGY, loose=True)
    assert run_plan(store, PLAN, ONTOLOGY).things == []
    return [(way.name, way.statements[-1].sentence) for way in result.evidence]


def test_a_sentence_that_names_both_stands_in(store):
    assert found(store) == [("Ann", "Ann is the soul of Tern."), ("Bo", "Bo came to Tern from Wick.")]


def test_not_one_that_was_understood_nor_one_that_is_denied(store):
    store.apply(Batch([Relation("x", "Bo", "Tern", "VISITS", "p", "Bo came to Tern from Wick.")]))
    assert found(store) == [("Ann", "Ann is the soul of Tern.")]
    store.apply(Batch([Denial("n", "Ann", "Tern", "LEADS", "p", "Ann does not lead Tern.")]))
    assert found(store) == []


def test_what_is_stated_is_never_passed_over(store):
    store.apply(Batch([Relation("l", "Cy", "Tern", "LEADS", "p", "Cy leads Tern.")]))
    strict, loose = (run_plan(store, PLAN, ONTOLOGY, loose=loose) for loose in (False, True))
    assert strict.evidence == loose.evidence
    assert loose.guessed == []


def test_an_answer_says_that_it_is_a_guess_and_a_single_relation_is_never_guessed(store):
    walked = walk(store, ONTOLOGY, Planned(PLAN, "read as", asks="set"), 3)
    assert [way.name for way in walked.ways] == ["Ann", "Bo"]
    assert len(walked.notes) == 2
    assert all("this names both" in note for note in walked.notes)
    one = Plan("reverse", things=("Tern",), steps=(Step(("LEADS",), "in", "Person"),))
    assert walk(store, ONTOLOGY, Planned(one, "read as", asks="set"), 3).ways == []


@pytest.mark.parametrize(
    "sentence",
    [
        "It is said that Ann might come to Tern.",
        "Ann would like to have Tern.",
        "Ann does not care for Tern.",
        "Ann used to look after Tern.",
        "Is Ann the soul of Tern?",
    ],
)
def test_a_rumour_a_wish_a_denial_and_what_was_once_are_no_guess(sentence):
    assert not says_what_is(sentence)
    assert says_what_is("Ann is the soul of Tern.")


def test_one_guess_on_a_way_is_enough(store):
    guess = Plan("two-hop", things=("Wick",), steps=(Step(("HOLDS",), "out", "Club"), Step(("LEADS",), "in", "Person")))
    wider = ontology_from_dict(
        {
            "entity_types": {"Boat": {"parent": "Object"}, "Club": {"parent": "Organization"}},
            "relation_types": {
                "HOLDS": {"from": ["Location"], "to": ["Club"]},
                "LEADS": {"from": ["Person"], "to": ["Club"]},
            },
        }
    )
    assert run_plan(store, guess, wider, loose=True).things == []
    first = Plan("neighbours", things=("Wick",), steps=guess.steps[:1])
    assert [row["name"] for row in run_plan(store, first, wider, loose=True).things] == ["Tern"]
