"""Walking a plan: the right things, and for each the very statements that led to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from derivations import derived_questions, plan_of
from gold_store import fill, gold_of_folder, passage_id
from hypothesis import HealthCheck, assume, given, settings
from random_graphs import ONTOLOGY, batch, graphs, plans

from memkit.extract.ontology import Ontology
from memkit.model import (
    Attribute,
    Batch,
    Denial,
    Document,
    Entity,
    Judgement,
    Mention,
    Passage,
    Record,
    Relation,
)
from memkit.plan.check import problems
from memkit.plan.plan import Linked, Plan, Step, Value, shape_of
from memkit.plan.run import PlanResult, run_plan
from memkit.store import open_store

FOLDER = Path(__file__).parents[2] / "data" / "meridian"
MERIDIAN = gold_of_folder(FOLDER)


def page(id: str, at: str = "", position: int = 0, document: str = "d", text: str = "") -> Passage:
    return Passage(id, "chunk", document, position, "Wiki", text or f"Page {id}.", "wiki.md", at=at)


def thing(id: str, type: str, head: str = "", name: str = "") -> Entity:
    return Entity(id, name or id, type, head or id)


def rel(id: str, source: str, type: str, target: str, passage: str = "p1") -> Relation:
    return Relation(id, source, target, type, passage, f"{source} {type} {target}.")


#: red and blue are teams; api and pay are one service under two names; lib is a library; ann leads red.
GRAPH: tuple[Record, ...] = (
    Document("d", "Wiki", "wiki.md", ""),
    Document("d_lib", "lib", "lib.md", ""),
    page("p1", "2024"),
    page("p2", "2025"),
    page("p3", "2026"),
    page("p_lib", document="d_lib", position=1, text="It prints. The lib came first."),
    thing("api", "Service"),
    thing("pay", "Service", "api"),
    thing("web", "Service"),
    thing("lib", "Library"),
    thing("red", "Team"),
    thing("blue", "Team"),
    thing("ann", "Person"),
    Judgement("j", "api", "pay", "merged", 1.0, {}, "", "", ""),
    rel("r1", "red", "OWNS", "pay"),
    rel("r2", "red", "OWNS", "web", "p2"),
    rel("r3", "blue", "OWNS", "web", "p1"),
    rel("r4", "api", "USES", "lib", "p2"),
    rel("r5", "ann", "LEADS", "red", "p3"),
    rel("r6", "web", "NEEDS", "pay", "p3"),
    Denial("x1", "blue", "web", "OWNS", "p2", "blue no longer owns web", former=True),
    Attribute("a1", "p1", "pay", "tier", "1", "tier: 1"),
    Attribute("a2", "p2", "api", "tier", " Two ", "tier: Two"),
    Attribute("a3", "p1", "web", "tier", "1", "tier: 1"),
    Mention("m1", "p1", "lib", 0, 4, "lib"),
    Mention("m2", "p_lib", "lib", 15, 18, "lib"),
)


def plan(*steps: Step, things: tuple[str, ...] = (), type: str = "", conditions: tuple = (), **more) -> Plan:
    made = Plan("", things, type, conditions, steps, **more)
    return replace(made, shape=shape_of(made))


def step(relation: str, direction: str = "out", type: str = "", *conditions, **more) -> Step:
    return Step((relation,) if relation else (), direction, type, conditions, **more)


@pytest.fixture
def ask(store):
    """Runs a plan over GRAPH."""
    store.apply(Batch(list(GRAPH)))

    def run(wanted: Plan, ontology: Ontology = ONTOLOGY) -> PlanResult:
        return run_plan(store, wanted, ontology)

    return run


def names(result: PlanResult) -> list[str]:
    return [row["name"] for row in result.rows]


def cited(result: PlanResult) -> list[list[tuple[str, str, str, str]]]:
    return [[(s.source, s.type, s.target, s.passage_id) for s in way.statements] for way in result.evidence]


CASES = {
    "a thing under any of its names": (plan(things=("pay",)), ["api"]),
    "all of a type": (plan(type="Service"), ["api", "web"]),
    "subtypes are of the type": (plan(type="Part"), ["api", "lib", "web"]),
    "out": (plan(step("USES"), things=("pay",)), ["lib"]),
    "in": (plan(step("OWNS", "in"), things=("api",)), ["red"]),
    "both ways": (plan(step("", "any"), things=("red",)), ["ann", "api", "web"]),
    "what another page corrected is not followed": (plan(step("OWNS", "in"), things=("web",)), ["red"]),
    "two steps": (plan(step("OWNS", "in"), step("LEADS", "in"), things=("api",)), ["ann"]),
    "back at the start": (plan(step("OWNS", "in"), step("OWNS"), things=("api",)), ["api", "web"]),
    "others than the start": (plan(step("OWNS", "in"), step("OWNS"), things=("pay",), without=("pay",)), ["web"]),
    "the type of what is reached": (plan(step("", "any", "Team"), things=("web",)), ["red"]),
    "up to two steps": (plan(step("", most=2), things=("ann",)), ["api", "red", "web"]),
    "just two steps": (plan(step("", least=2, most=2), things=("ann",)), ["api", "web"]),
    "the latest value": (plan(type="Service", conditions=(Value("tier", "two"),)), ["api"]),
    "not a value that was replaced": (plan(type="Service", conditions=(Value("tier", "1"),)), ["web"]),
    "not this value, but one": (plan(type="Part", conditions=(Value("tier", "1", False),)), ["api"]),
    "any value": (plan(type="Part", conditions=(Value("tier", ""),)), ["api", "web"]),
    "no value": (plan(type="Part", conditions=(Value("tier", "", False),)), ["lib"]),
    "relations to two": (plan(type="Team", conditions=(Linked(("OWNS",), least=2),)), ["red"]),
    "not to two": (plan(type="Team", conditions=(Linked(("OWNS",), holds=False, least=2),)), ["blue"]),
    "the most": (plan(type="Part", ranked=Linked((), "any")), ["api"]),
    "the most of some": (plan(type="Part", ranked=Linked((), "any", "Part")), ["api"]),
    "the most of none": (plan(type="Part", ranked=Linked(("LEADS",))), []),
    "the fewest": (plan(type="Part", ranked=Linked((), "any", holds=False)), ["lib"]),
    "the most without the first": (
        plan(type="Part", ranked=Linked((), "any", "Part"), without=("api",)),
        ["lib", "web"],
    ),
    "what has a relation": (plan(type="Service", conditions=(Linked(("USES",), type="Part"),)), ["api"]),
    "what lacks a relation": (plan(type="Service", conditions=(Linked(("USES",), holds=False),)), ["web"]),
    "lacking a corrected relation": (plan(type="Team", conditions=(Linked(("OWNS",), holds=False),)), ["blue"]),
    "a relation to one of these": (plan(type="Part", conditions=(Linked(("NEEDS",), "out", "", ("pay",)),)), ["web"]),
    "a condition on the way": (plan(step("OWNS", "out", "", Value("tier", " 1 ")), things=("red",)), ["web"]),
    "the shortest way": (plan(step("", "any", most=4), things=("ann",), ends=("lib",)), ["ann", "api", "lib", "red"]),
    "no way that short": (plan(step("", "any", most=2), things=("ann",), ends=("lib",)), []),
    "nothing on the way to itself": (plan(step("", "any", most=2), things=("pay",), ends=("api",)), ["api"]),
}


@pytest.mark.parametrize(("wanted", "found"), CASES.values(), ids=list(CASES))
def test_the_things_that_a_plan_arrives_at(ask, wanted, found):
    assert names(ask(wanted)) == found


def test_rows_are_canonical_things_sorted_by_name(ask):
    assert list(ask(plan(step("OWNS"), things=("red",))).rows) == [
        {"id": "api", "name": "api", "type": "Service"},
        {"id": "web", "name": "web", "type": "Service"},
    ]


def test_a_count_keeps_the_things_that_were_counted(ask):
    result = ask(plan(type="Service", count=True))
    assert list(result.rows) == [{"count": 2}]
    assert [row["name"] for row in result.things] == ["api", "web"]
    assert list(ask(plan(step("LEADS"), things=("blue",), count=True), Ontology()).rows) == [{"count": 0}]


def test_each_step_is_shown_with_the_page_that_states_it(ask):
    result = ask(plan(step("OWNS", "in"), step("LEADS", "in"), things=("api",)))
    assert cited(result) == [[("red", "OWNS", "api", "p1"), ("ann", "LEADS", "red", "p3")]]
    assert result.passages == ["p1", "p3"]
    assert result.evidence[0].statements[1].sentence == "ann LEADS red."


def test_conditions_are_shown_where_they_hold(ask):
    has = Linked(("USES",), type="Part")
    result = ask(plan(step("OWNS", "out", "", Value("tier", "two"), has), things=("red",)))
    assert cited(result) == [
        [("red", "OWNS", "api", "p1"), ("api", "tier", " Two ", "p2"), ("api", "USES", "lib", "p2")],
    ]


def test_a_thing_of_which_nothing_is_stated_is_introduced_by_its_own_page(ask):
    (way,) = ask(plan(type="Library", conditions=(Linked(("USES",), holds=False),))).evidence
    (shown,) = way.statements
    assert (shown.kind, shown.target, shown.passage_id) == ("mention", "lib", "p_lib")
    assert shown.sentence == "It prints. The lib came first."
    assert ask(plan(type="Team", conditions=(Linked(("OWNS",), holds=False),))).evidence[0].statements == ()


def test_of_several_ways_the_shortest_is_shown_then_that_of_the_smallest_id(ask):
    result = ask(plan(step("", "any", most=3), things=("web",)))
    ways = dict(zip(names(result), cited(result), strict=True))
    assert ways["api"] == [("web", "NEEDS", "api", "p3")]
    assert ways["red"] == [("red", "OWNS", "web", "p2")]


def test_a_path_is_shown_whole_for_each_thing_on_it(ask):
    result = ask(plan(step("", "any", most=4), things=("ann",), ends=("lib",)))
    way = [("ann", "LEADS", "red", "p3"), ("red", "OWNS", "api", "p1"), ("api", "USES", "lib", "p2")]
    assert cited(result) == [way] * 4


# -------------------------------------------------------------------------------------------------------- Meridian


@pytest.fixture(scope="module")
def meridian():
    store = open_store(":memory:")
    fill(store, MERIDIAN)
    yield store
    store.close()


@pytest.mark.parametrize("question", derived_questions(FOLDER), ids=lambda q: q["id"])
def test_every_derivation_of_meridian_leads_to_its_answer_by_pages_that_state_it(meridian, question):
    wanted = plan_of(question["derivation"])
    result = run_plan(meridian, wanted, MERIDIAN.ontology)
    answer = [str(row["count"]) for row in result.rows] if wanted.count else names(result)
    assert sorted(answer) == sorted(question["answer"])
    relations = {(s, t, o, passage_id(page)) for s, t, o, page in MERIDIAN.relations}
    attributes = {(e, name, value, passage_id(page)) for e, name, value, page in MERIDIAN.attributes}
    for way in result.evidence:
        assert way.statements
        for shown in way.statements:
            known = {"relation": relations, "attribute": attributes}.get(shown.kind)
            line = (shown.source, shown.type, shown.target, shown.passage_id)
            assert line in known if known else shown.target == way.name


# ------------------------------------------------------------------------------------------------- any graph at all


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
@given(graphs(), plans())
def test_evidence_is_made_of_the_edges_walked_and_leads_from_the_start_to_the_thing(records, wanted):
    """No step can be shown with another edge's passage: each is an edge between just these things and of this type."""
    store = open_store(":memory:")
    store.apply(batch(records))
    assume(not problems(wanted, store, ONTOLOGY))
    result = run_plan(store, wanted, ONTOLOGY)
    head = {e.id: e.canonical_id for e in store.find("Entity")}
    stated = {
        (head[r.source_id], r.type, head[r.target_id], r.passage_id, r.sentence) for r in store.find("RELATED_TO")
    }
    described = {(head[a.target_id], a.name, a.value, a.source_id, a.sentence) for a in store.find("DESCRIBES")}
    mentioned = {(head[m.target_id], m.source_id) for m in store.find("MENTIONS")}
    start = {head[id] for id in wanted.things}
    for row, way in zip(result.things, result.evidence, strict=True):
        assert (way.id, way.name) == (row["id"], row["name"])
        reached = set(start)
        for shown in way.statements:
            if shown.kind == "relation":
                line = (shown.source_id, shown.type, shown.target_id, shown.passage_id, shown.sentence)
                assert line in stated
                assert not start or {shown.source_id, shown.target_id} & reached
                reached |= {shown.source_id, shown.target_id}
            elif shown.kind == "attribute":
                assert (shown.source_id, shown.type, shown.target, shown.passage_id, shown.sentence) in described
            else:
                assert (shown.target_id, shown.passage_id) in mentioned
        if wanted.steps and wanted.things:
            assert way.id in reached
    assert result.passages == list(dict.fromkeys(s.passage_id for way in result.evidence for s in way.statements))
    assert [row["name"] for row in result.things] == sorted(row["name"] for row in result.things)
    store.close()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
@given(graphs(), plans())
def test_the_order_in_which_records_were_written_changes_nothing(records, wanted):
    stores = [open_store(":memory:"), open_store(":memory:")]
    stores[0].apply(batch(records))
    nodes = [r for r in records if r.label in ("Entity", "Passage", "Document")]
    edges = [r for r in records if r not in nodes]
    stores[1].apply(batch(nodes[::-1]))
    stores[1].apply(batch(edges[::-1]))
    assume(not problems(wanted, stores[0], ONTOLOGY))
    first, second = (run_plan(store, wanted, ONTOLOGY) for store in stores)
    assert (first.rows, first.evidence, first.passages) == (second.rows, second.evidence, second.passages)
