"""Every kind of wording, over gold: chains of relations, numbers, what is lacking, left out, compared and ranked."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from asking import GoldMemory, wiki
from gold_store import gold_of_dict

from memkit.plan.plan import Linked, Value
from memkit.plan.quantities import Quantity, quantity_at
from memkit.plan.wording import asked_which

WORDINGS = yaml.load((Path(__file__).parent / "wordings.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
ASKED = [(corpus, kind, asked) for corpus, kinds in WORDINGS["questions"].items() for kind, asked in kinds.items()]


@pytest.fixture(scope="module")
def memories() -> dict[str, GoldMemory]:
    golds = {"theatre": gold_of_dict(WORDINGS["theatre"])}
    golds |= {name: wiki(name, "dev")[0] for name in ("meridian", "harbour")}
    return {name: GoldMemory(gold) for name, gold in golds.items()}


@pytest.mark.parametrize(("corpus", "kind", "asked"), ASKED, ids=[f"{corpus}: {kind}" for corpus, kind, _ in ASKED])
def test_a_kind_of_wording_is_understood(memories, corpus, kind, asked):
    replies = [memories[corpus].ask({"question": question, "answer": answer}) for question, *answer in asked]
    assert [r.question["question"] for r in replies if not r.is_exact] == []
    assert {r.route.route for r in replies} <= {"GRAPH", "HYBRID"}


@pytest.mark.parametrize(
    "question",
    [
        "Which team owns ledger-archive-db?",
        "Which datastore does fraud-whisperer read from?",
        "Which services other than ledger-archive-db use tally?",
    ],
)
def test_a_hyphenated_word_in_place_of_a_name_is_one_that_nothing_has(memories, question):
    asked = memories["meridian"].ask({"question": question, "answer": []})
    assert asked.planned.unknown and asked.route.route == "REFUSE"


def test_a_comparison_that_no_plan_says_is_not_planned(memories):
    for question in ("Which team is larger than Team Atlas?", "Which services are older than ledger-core?"):
        assert memories["meridian"].planner.plan(question).plan is None


def test_what_counts_nothing_is_zero_only_where_it_is_plainly_said(memories):
    plain = memories["harbour"].ask({"question": "How many incidents happened at Fish Quay?", "answer": ["0"]})
    assert (plain.answer, plain.route.route) == (["0"], "GRAPH")
    other = memories["harbour"].ask({"question": "How many incidents does Fish Quay remember?", "answer": ["0"]})
    assert other.planned.plan is None or other.route.route == "REFUSE"


def test_a_value_or_attribute_that_is_lacking_is_a_condition_of_the_kind(memories):
    plan = memories["meridian"].planner.plan("How many services without a tier are not live?").plan
    assert set(plan.conditions) == {Value("tier", "", False), Value("status", "live", False)}


def test_what_is_ranked_on_the_way_is_looked_up_first(memories):
    plan = memories["meridian"].planner.plan("Who leads the team that owns the most services?").plan
    assert len(plan.things) == 3 and plan.ranked is None
    plan = memories["meridian"].planner.plan("Which team owns the fewest services?").plan
    assert plan.ranked == Linked(("OWNS",), "out", "Service", holds=False)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("more than two teams", (3, Quantity(3))),
        ("at least 2 teams", (3, Quantity(2))),
        ("two or more", (3, Quantity(2))),
        ("fewer than three", (3, Quantity(0, 2))),
        ("no more than one", (4, Quantity(0, 1))),
        ("exactly four", (2, Quantity(4, 4))),
        ("a single team", (2, Quantity(1, 1))),
        ("several teams", (1, Quantity(2))),
        ("the largest number of teams", (4, Quantity(rank="most"))),
        ("the fewest teams", (2, Quantity(rank="fewest"))),
        ("more than ²", None),
        ("two teams", None),
        ("", None),
    ],
)
def test_how_many_is_read(words, found):
    assert quantity_at(words.split()) == found


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Are there any services in Go, and which?", "Which services in Go?"),
        ("Is there a team that owns tally? If so, which one is it?", "Which team that owns tally?"),
        ("Which services are there?", "Which services are there?"),
    ],
)
def test_are_there_any_asks_which(question, meant):
    assert asked_which(question) == meant


@pytest.mark.parametrize(
    "question",
    [
        "Which services does the mobile app team own?",
        "What header carries the trace identifier?",
        "Which teams own a coffee machine?",
    ],
)
def test_a_question_without_a_name_is_no_plan_that_passes_over_its_nouns(memories, question):
    planned = memories["meridian"].planner.plan(question)
    assert planned.plan is None


@pytest.mark.parametrize("question", ["Who is married to Beatrice Lomax?", "What does Beatrice Lomax eat?"])
def test_who_or_what_in_words_that_say_no_relation_is_no_plan(memories, question):
    assert memories["harbour"].planner.plan(question).plan is None


def test_nouns_that_a_plan_passes_over_are_told(memories):
    planned = memories["harbour"].planner.plan("Who inspected the propeller of Saint Orla?")
    assert planned.plan is not None and planned.passed_over == ("propeller",)


@pytest.mark.parametrize(
    ("corpus", "question", "answer"),
    [
        ("harbour", "Which accidents involved more than one ship?", ["Occurrence 118", "Occurrence 131"]),
        ("harbour", "Which boats did Occurrence 118 involve?", ["Bramble Queen", "Little Otter"]),
        ("harbour", "Which surveys had the outcome failed?", ["Survey 24-11"]),
        ("harbour", "Which firms load for the company that operates Saint Orla?", ["Dray & Mather", "Umber Logistics"]),
        ("theatre", "Which ensemble produced Coat on Tour?", ["Salt and Ash"]),
        ("meridian", "Which libraries have the licence Apache-2.0?", ["quill", "tracewire"]),
    ],
)
def test_another_noun_for_a_kind_or_an_attribute_is_known(memories, corpus, question, answer):
    assert memories[corpus].ask({"question": question, "answer": answer}).answer == answer
