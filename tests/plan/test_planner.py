"""Questions become the right plans and routes: over gold, so that only planning is tested."""

from __future__ import annotations

import pytest
from asking import SETS, GoldMemory, invented, paraphrases, wiki
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.errors import InputError
from memkit.extract.ontology import Ontology
from memkit.plan.base import Planned
from memkit.plan.planner import RulePlanner
from memkit.plan.route import Route, route
from memkit.plan.vocabulary import Vocabulary
from memkit.store import open_store

WIKIS = ("meridian", "harbour")


def scores(memory: GoldMemory, questions: list[dict]) -> tuple[float, float]:
    """(share of set questions answered exactly, share of questions routed right)"""
    asked = [memory.ask(question) for question in questions]
    sets = [a for a in asked if a.question["category"] in SETS]
    return sum(a.is_exact for a in sets) / len(sets), sum(a.is_routed for a in asked) / len(asked)


@pytest.fixture(scope="module")
def meridian() -> GoldMemory:
    return GoldMemory(wiki("meridian", "dev")[0])


@pytest.mark.parametrize("name", WIKIS)
def test_questions_of_a_wiki_are_planned_and_routed(name):
    gold, questions = wiki(name, "dev")
    exact, routed = scores(GoldMemory(gold), questions)
    assert exact >= 0.9
    assert routed >= 0.95


@pytest.mark.parametrize("part", ["tune", "held"])
def test_questions_of_invented_domains_are_planned_and_routed(part):
    for name, gold, questions in invented(part):
        exact, routed = scores(GoldMemory(gold), questions)
        assert exact >= 0.85, name
        assert routed >= 0.9, name


@pytest.mark.parametrize("name", ["meridian", "harbour", "museum", "clinic"])
def test_one_thing_is_asked_in_many_ways(name):
    golds = {domain: gold for domain, gold, _ in invented("tune")}
    memory = GoldMemory(golds[name] if name in golds else wiki(name, "dev")[0])
    asked = [memory.ask({"question": question, "answer": answer}) for question, *answer in paraphrases()[name]]
    assert sum(a.is_exact for a in asked) / len(asked) >= 0.9


@pytest.mark.parametrize(
    "question", ["Who maintains CVE-2024-90714?", "What does ledger-billing use?", "Who leads the Archive Squad?"]
)
def test_a_name_that_is_only_like_a_known_one_is_unknown(meridian, question):
    planned = meridian.planner.plan(question)
    assert planned.plan is None
    assert planned.unknown and planned.unknown[0] in question
    assert route(planned, corpus=meridian.corpus).route == "REFUSE"


def test_what_is_presupposed_and_not_stated_is_refused_and_a_lack_is_not(meridian):
    asked = meridian.ask({"question": "Which vulnerability affects ledger-core?", "answer": []})
    assert (asked.answer, asked.route.route) == ([], "REFUSE")
    asked = meridian.ask({"question": "Which APIs have no owner?", "answer": []})
    assert asked.answer and asked.route.route == "GRAPH"


def test_without_an_ontology_the_words_of_relations_in_the_store_are_used():
    from memkit import Memory

    with Memory(":memory:") as memory:
        memory.ingest("Anthropic developed Claude Code. Claude Code competes with Codex.", source="note")
        vocabulary = Vocabulary.of(memory.store)
        planned = RulePlanner(vocabulary, store=memory.store).plan("Who competes with Codex?")
        assert planned.plan is not None
        assert planned.plan.steps[0].relations == ("COMPETES_WITH",)
        assert planned.plan.steps[0].direction == "any"


@pytest.mark.parametrize("question", ["", "   ", "x" * 1001, None, 7])
def test_a_question_that_cannot_be_read_is_an_input_error(meridian, question):
    with pytest.raises(InputError):
        meridian.planner.plan(question)


HOSTILE = st.sampled_from(
    [
        *("什么是账本？", '"] DETACH DELETE', "MATCH (n) RETURN n;", 'a AND "b* NEAR(c', "' OR 1=1 --", "🙂"),
        *(
            "who",
            "'s",
            "no",
            ",",
            "?",
            "team",
            "tier 1",
            "Team Atlas",
            "that",
            "of",
            "and",
            "how many",
            "which",
            "owner",
        ),
    ]
)


@settings(max_examples=150, deadline=None)
@given(question=st.one_of(st.text(min_size=1, max_size=200), st.lists(HOSTILE, min_size=1, max_size=9).map(" ".join)))
def test_any_text_gets_a_route_and_never_an_error_of_another_kind(meridian, question):
    try:
        planned = meridian.planner.plan(question)
    except InputError:
        assert not question.strip()
        return
    assert isinstance(planned, Planned)
    assert isinstance(route(planned, corpus=meridian.corpus), Route)


def test_an_empty_memory_has_no_plan():
    store = open_store(":memory:", namespace="empty")
    planned = RulePlanner(Vocabulary.of(store, Ontology()), store=store).plan("Who owns the ledger?")
    assert planned.plan is None
