"""The statement of a plan gives the rows that walking it gives, on a real Neo4j."""

from __future__ import annotations

import json

import namespaces
import pytest
from asking import DATA, GoldMemory
from derivations import derived_questions, plan_of
from gold_store import fill, gold_of_folder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_graphs import ENTITIES, NAMES, ONTOLOGY, batch, graphs, plans

from memkit.plan.check import problems
from memkit.plan.cypher import Statement, statement
from memkit.plan.plan import Linked, Plan, Step, Value
from memkit.plan.run import run_plan
from memkit.store import open_store

QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True, "database": None}
HARD = '"] DETACH DELETE n // `}; MATCH (n) $ns \\ \\u0022'


@pytest.fixture(scope="module")
def read(neo4j_server):
    """Runs a statement as the Browser does, and in READ access, where a write would be refused."""
    from neo4j import READ_ACCESS, GraphDatabase

    auth = neo4j_server.username, neo4j_server.password
    with GraphDatabase.driver(neo4j_server.uri, auth=auth, notifications_min_severity="OFF") as driver:

        def run(text: str, params: dict) -> list[dict]:
            with driver.session(default_access_mode=READ_ACCESS) as session:
                return session.execute_read(lambda tx: [dict(record) for record in tx.run(text, params)])

        yield run


@pytest.fixture(scope="module")
def open_neo4j(neo4j_server):
    """Opens stores with namespaces of their own."""
    opened = []

    def open():
        opened.append(
            open_store(
                neo4j_server.uri,
                namespace=namespaces.fresh(),
                username=neo4j_server.username,
                password=neo4j_server.password,
            )
        )
        return opened[-1]

    yield open
    for store in opened:
        store.close()


def same_on_both(records, wanted: list[Plan], open_neo4j, read) -> int:
    """Checks that each plan that can be run gives the same three times; how many did."""
    here, there = open_store(":memory:"), open_neo4j()
    here.apply(batch(records))
    there.apply(batch(records))
    run = 0
    for plan in wanted:
        wrong = problems(plan, here, ONTOLOGY)
        assert wrong == problems(plan, there, ONTOLOGY)
        if not wrong:
            walked = run_plan(here, plan, ONTOLOGY)
            beyond = run_plan(there, plan, ONTOLOGY)
            assert (walked.rows, walked.evidence, walked.passages) == (beyond.rows, beyond.evidence, beyond.passages)
            assert read(beyond.cypher.text, beyond.cypher.params) == walked.rows, plan
            run += 1
    here.close()
    return run


@pytest.mark.neo4j
def test_random_plans_give_the_same_rows_walked_and_as_a_statement(open_neo4j, read):
    ran = []

    @settings(max_examples=10, **QUIET)  # Neo4j compiles each new text for some tenths of a second
    @given(graphs(), st.lists(plans(), min_size=3, max_size=4))
    def compare(records, wanted):
        ran.append(same_on_both(records, wanted, open_neo4j, read))

    compare()
    assert sum(ran) >= 20  # most of the plans drawn can be run


@pytest.mark.long
@pytest.mark.neo4j
def test_random_plans_give_the_same_rows_at_length(open_neo4j, read):
    @settings(max_examples=100, **QUIET)
    @given(graphs(), st.lists(plans(), min_size=3, max_size=5))
    def compare(records, wanted):
        same_on_both(records, wanted, open_neo4j, read)

    compare()


@pytest.fixture(scope="module", params=["meridian", "harbour"])
def wiki(request, open_neo4j):
    """A wiki's gold in memory, and the same in a Neo4j."""
    here = GoldMemory(gold_of_folder(DATA / request.param))
    there = open_neo4j()
    fill(there, here.gold)
    return request.param, here, there


@pytest.mark.long  # the walk's answers to the same are tested elsewhere, and statements beside the walk below
@pytest.mark.neo4j
def test_every_derivation_is_one_statement_with_the_gold_answer(wiki, read):
    name, here, there = wiki
    for question in derived_questions(DATA / name):
        plan = plan_of(question["derivation"])
        if problems(plan, there, here.gold.ontology):  # what the ontology says cannot be is a refusal
            assert question["answer"] == []
            continue
        made = statement(plan, here.gold.ontology, there.namespace)
        rows = read(made.text, made.params)
        answer = [str(row["count"]) for row in rows] if plan.count else [row["name"] for row in rows]
        assert sorted(answer) == sorted(question["answer"]), question["id"]
        assert rows == run_plan(there, plan, here.gold.ontology).rows


@pytest.mark.neo4j
def test_every_plan_that_the_planner_makes_gives_the_same_rows_three_times(wiki, read):
    name, here, there = wiki
    lines = (DATA / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    made = [here.planner.plan(json.loads(line)["question"]).plan for line in lines]
    planned = [plan for plan in dict.fromkeys(made) if plan is not None]
    assert len(planned) >= len(lines) / 3
    for plan in planned:
        walked, beyond = (run_plan(store, plan, here.gold.ontology) for store in (here.store, there))
        assert (walked.rows, walked.evidence) == (beyond.rows, beyond.evidence)
        assert read(beyond.cypher.text, beyond.cypher.params) == walked.rows, plan.describe()


def said_everywhere(text: str) -> Plan:
    """A plan in which all that can come from outside is this text."""
    lacks = Linked((text,), "any", text, (text,), holds=False)
    steps = (Step((text,), "in", text, (lacks,)), Step((text,), "out", text, (Value(text, text),), most=2))
    return Plan("aggregate", (text,), text, (Value(text, text),), steps, without=(text,), ranked=lacks)


def test_whatever_comes_from_outside_is_a_parameter():
    hard, plain = (statement(said_everywhere(text), ONTOLOGY, text) for text in (HARD, "x"))
    assert hard.text == plain.text
    assert hard.params.keys() == plain.params.keys()
    assert "DETACH" not in hard.text


@pytest.mark.neo4j
@settings(max_examples=40, **QUIET)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")) | st.sampled_from([HARD, *NAMES]))
def test_a_pasted_parameter_is_the_text_itself(read, text):
    for value in (text, [text, HARD]):
        pasted = Statement("RETURN 1", {"x": value}).browser().splitlines()[0]
        literal = pasted.removeprefix(":param x => ").removesuffix(";")
        assert "$" not in literal and ";" not in literal
        assert read(f"RETURN {literal} AS x", {}) == [{"x": value}]


def test_what_is_pasted_is_the_parameters_then_the_statement():
    made = statement(Plan("entity", (ENTITIES[0],)), ONTOLOGY, "ns")
    *params, last = made.browser().split(";\n")
    assert params == [':param ns => "ns"', ':param things => ["e0"]']
    assert last == f"{made.text};"
