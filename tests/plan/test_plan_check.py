"""A plan that cannot be run is refused with every reason, each in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memkit.errors import InputError
from memkit.extract.ontology import ontology_from_dict
from memkit.model import Attribute, Batch, Document, Entity, Passage, Relation
from memkit.plan.check import problems
from memkit.plan.plan import Linked, Plan, Step, Value
from memkit.plan.run import run_plan
from memkit.store import open_store

ONTOLOGY = ontology_from_dict(
    {
        "entity_types": {
            "Component": {"parent": "Object"},
            "Service": {"parent": "Component"},
            "Team": {"parent": "Organization"},
        },
        "relation_types": {
            "OWNS": {"from": ["Team"], "to": ["Component"]},
            "LEADS": {"from": ["Person"], "to": ["Team"]},
            "DEPENDS_ON": {"from": ["Component"], "to": ["Component"]},
        },
        "attributes": {"Component": ["tier"], "Team": ["channel"]},
    }
)
RECORDS = (
    Document("d", "api", "api.md", ""),
    Passage("p", "chunk", "d", 0, "api", "text", "api.md"),
    Entity("api", "api", "Service", "api"),
    Entity("blob", "blob", "Object", "blob"),
    Entity("red", "Team Red", "Team", "red"),
    Entity("robot", "robot", "Machine", "robot"),
    Relation("r", "robot", "api", "FEEDS", "p", "The robot feeds the api."),
    Attribute("a", "p", "api", "colour", "red", "colour: red"),
)


@pytest.fixture(scope="module")
def memory():
    store = open_store(":memory:")
    store.apply(Batch(list(RECORDS)))
    yield store
    store.close()


def step(relation: str, direction: str = "out", type: str = "", *conditions, **more) -> Step:
    return Step((relation,), direction, type, conditions, **more)


OWNER = Plan("reverse", ("api",), steps=(step("OWNS", "in", "Team"),))

RIGHT = [
    OWNER,
    Plan("two-hop", ("api",), steps=(step("OWNS", "in"), step("LEADS", "in", "Person"))),
    Plan("chain", ("api",), steps=(step("DEPENDS_ON", least=1, most=4),)),
    Plan("chain", ("api",), steps=(step("DEPENDS_ON"), step("OWNS", "in"), step("LEADS", "in"))),
    Plan("neighbours", ("blob",), steps=(step("DEPENDS_ON"),)),  # an Object may be a Component
    Plan("path", ("api",), steps=(Step(direction="any", most=4),), ends=("red",)),
    Plan("entity", ("api",)),
    Plan("filter", type="Service", conditions=(Value("tier", "1"),)),
    Plan("filter", conditions=(Value("colour", "red"),)),  # of nothing in the ontology, but there
    Plan("aggregate", type="Service", count=True),
    Plan("aggregate", type="Service", conditions=(Linked(("OWNS",), "in", holds=False),)),
    Plan("neighbours", type="Machine", steps=(step("FEEDS"),)),  # neither type is in the ontology, both are there
    Plan("two-hop", ("api",), steps=(step("OWNS", "in"), step("OWNS")), without=("api",)),
    Plan("neighbours", ("api",), steps=(Step(("OWNS", "DEPENDS_ON")),)),  # one of the two fits
]


@pytest.mark.parametrize("plan", RIGHT, ids=lambda plan: plan.describe())
def test_a_plan_that_fits_is_let_pass(memory, plan):
    assert problems(plan, memory, ONTOLOGY) == []
    assert run_plan(memory, plan, ONTOLOGY).degraded == []


WRONG = [
    (Plan("entity", ("nobody",)), ["the start names the entity 'nobody', which the memory does not have"]),
    (Plan("filter"), ["the plan is empty"]),
    (
        Plan("filter", type="Servce"),
        ["the start has the type 'Servce', which the ontology does not know (did you mean 'Service'?)"],
    ),
    (
        replace(OWNER, steps=(step("OWNED", "in"),)),
        ["step 1 follows the relation 'OWNED', which neither the ontology nor the memory has (did you mean 'OWNS'?)"],
    ),
    (replace(OWNER, steps=(step("OWNS", "in", "Tem"),)), ["step 1 has the type 'Tem'"]),
    (
        replace(OWNER, steps=(step("OWNS", "out"),), shape="neighbours"),
        ["step 1 cannot be: OWNS does not lead from Service to anything in the ontology"],
    ),
    (
        Plan("two-hop", ("api",), steps=(step("OWNS", "in"), step("OWNS", "in"))),
        ["step 2 cannot be: OWNS does not lead against its arrow from Team to anything in the ontology"],
    ),
    (
        replace(OWNER, steps=(step("OWNS", "in", "Person"),)),
        ["step 1 cannot be: OWNS does not lead against its arrow from Service to Person in the ontology"],
    ),
    (
        Plan("chain", ("api",), steps=(step("OWNS", "in", least=2, most=2),)),
        ["step 1 cannot be: OWNS does not lead against its arrow from Service to anything"],
    ),
    (replace(OWNER, shape="two-hop"), ["the shape 'two-hop' does not fit the rest of the plan, which is", "'reverse'"]),
    (replace(OWNER, shape="reverse", count=True), ["which is of the shape 'aggregate'"]),
    (replace(OWNER, shape="tree"), ["the shape 'tree' does not fit"]),
    (
        replace(OWNER, shape="chain", steps=(step("DEPENDS_ON", least=0, most=2),)),
        ["step 1 goes 0 to 2 times: 1 <= least <= most is needed"],
    ),
    (
        replace(OWNER, shape="chain", steps=(step("DEPENDS_ON", least=3, most=2),)),
        ["step 1 goes 3 to 2 times: 1 <= least <= most is needed"],
    ),
    (
        replace(OWNER, shape="chain", steps=(step("DEPENDS_ON", most=5),)),
        ["the plan leads over up to 5 relations: at most 4 are allowed"],
    ),
    (
        Plan("filter", type="Service", conditions=(Value("teir", "1"),)),
        ["the start asks for the attribute 'teir' of Service, which is not known (did you mean 'tier'?)"],
    ),
    (Plan("filter", type="Service", conditions=(Value("channel", "#api"),)), ["the attribute 'channel' of Service"]),
    (
        Plan("filter", type="Service", conditions=(Value("tier", " "),)),
        ["a value of only spaces of the attribute 'tier'"],
    ),
    (
        Plan("filter", type="Service", conditions=(Linked(("LEADS",), "in"),)),
        ["a condition of the start cannot be: LEADS does not lead against its arrow from Service to anything"],
    ),
    (
        Plan("filter", type="Service", conditions=(Linked(("OWNS",), "in", "", ("api",)),)),
        ["a condition of the start cannot be: OWNS does not lead against its arrow from Service to Service"],
    ),
    (Plan("filter", type="Team", conditions=(Linked(("OWNS",), things=("x",)),)), ["names the entity 'x'"]),
    (replace(OWNER, steps=(step("OWNS", "up"),)), ["step 1 has the direction 'up': use one of out, in, any"]),
    (Plan("path", (), "Service", steps=(Step(),), ends=("red",)), ["a path has things to start from"]),
    (Plan("path", ("api",), steps=(Step(), Step()), ends=("red",)), ["exactly one step"]),
    (Plan("path", ("api",), steps=(Step(type="Team"),), ends=("red",)), ["neither type nor conditions"]),
    (Plan("filter", type="Service", without=("nobody",)), ["`without` names the entity 'nobody'"]),
    (Plan("aggregate", type="Service", count=True, ranked=Linked(("USES",))), ["neither a path nor a count"]),
    (Plan("aggregate", type="Service", ranked=Linked(("EATS",))), ["what is ranked by follows the relation 'EATS'"]),
]


@pytest.mark.parametrize(("plan", "reasons"), WRONG, ids=lambda value: value[0] if isinstance(value, list) else "")
def test_a_plan_that_cannot_be_run_is_refused_with_the_reason(memory, plan, reasons):
    found = problems(plan, memory, ONTOLOGY)
    assert all(reason in " | ".join(found) for reason in reasons), found
    with pytest.raises(InputError, match="the plan cannot be run"):
        run_plan(memory, plan, ONTOLOGY)


def test_all_that_is_wrong_is_said_at_once_and_once(memory):
    plan = Plan("path", ("a", "b"), "Servce", steps=(step("OWNED", most=9), step("OWNED")))
    found = problems(plan, memory, ONTOLOGY)
    parts = ("shape 'path'", "up to 10", "'a'", "'b'", "'Servce'", "step 1 follows", "step 2 follows")
    assert all(any(part in reason for reason in found) for part in parts), found
    assert len(found) == len(set(found)) == len(parts)


def test_the_caller_bounds_the_hops(memory):
    plan = Plan("two-hop", ("api",), steps=(step("OWNS", "in"), step("LEADS", "in")))
    assert problems(plan, memory, ONTOLOGY, max_hops=1) == [
        "the plan leads over up to 2 relations: at most 1 are allowed"
    ]


def test_without_an_ontology_what_the_memory_holds_is_known(memory):
    plain = ontology_from_dict({})
    assert problems(Plan("neighbours", ("robot",), steps=(step("FEEDS", "out", "Service"),)), memory, plain) == []
    assert problems(OWNER, memory, plain) == [
        "step 1 follows the relation 'OWNS', which neither the ontology nor the memory has"
    ]
