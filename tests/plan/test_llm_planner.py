"""A language model as planner and router: what it says is checked, goes back once, and then the rules stand in."""

from __future__ import annotations

import pytest

from memkit import InputError, Memory, Settings
from memkit.errors import ModelError
from memkit.plan.llm import LLMPlanner, LLMRouter
from memkit.plan.plan import Linked, Plan, Step, Value
from memkit.plan.planner import RulePlanner
from memkit.plan.route import Route
from memkit.plan.run import run_plan
from memkit.plan.vocabulary import Vocabulary


class Model:
    """Answers with these forms in order (None: it cannot be reached) and keeps what it was shown."""

    name, degraded = "model", ()

    def __init__(self, *replies) -> None:
        self.replies, self.shown = list(replies), []

    def complete(self, messages, *, schema=None, purpose):
        self.shown.append(messages)
        reply = self.replies.pop(0) if self.replies else None
        if reply is None:
            raise ModelError("no language model")
        return schema.model_validate(reply)


@pytest.fixture(scope="module")
def memory():
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        memory.ingest("Anthropic developed Claude Code. Claude Code competes with Codex. OpenAI developed Codex.")
        yield memory


@pytest.fixture
def ids(memory) -> dict[str, str]:
    return {e.name: e.id for e in memory.entities()}


@pytest.fixture
def relation(memory) -> str:
    return next(f.type for f in memory.relations() if f.target == "Claude Code")


def planner(memory, *replies) -> tuple[LLMPlanner, Model]:
    vocabulary, model = Vocabulary.of(memory.store), Model(*replies)
    return LLMPlanner(model, vocabulary, memory.store, RulePlanner(vocabulary, store=memory.store)), model


QUESTION = "Who developed Claude Code?"


def test_a_form_becomes_a_plan_that_runs(memory, ids, relation):
    form = {"asks": "set", "things": [ids["Claude Code"]], "steps": [{"relations": [relation], "direction": "in"}]}
    planned = planner(memory, form)[0].plan(QUESTION)
    assert planned.plan == Plan("reverse", (ids["Claude Code"],), steps=(Step((relation,), "in"),))
    assert planned.asks == "set" and planned.degraded == [] and ids["Claude Code"] in planned.things
    assert [row["name"] for row in run_plan(memory.store, planned.plan).rows] == ["Anthropic"]


def test_conditions_counts_and_ends():
    from memkit.plan.llm import PlanForm

    form = PlanForm.model_validate(
        {
            "asks": "count",
            "type": "Service",
            "values": [{"name": "tier", "value": "1"}],
            "links": [{"relations": ["OWNS"], "direction": "in", "holds": False}],
        }
    )
    conditions = (Value("tier", "1"), Linked(("OWNS",), "in", holds=False))
    assert form.plan() == Plan("aggregate", type="Service", conditions=conditions, count=True)
    path = PlanForm(asks="path", things=["a"], ends=["b"], steps=[{"direction": "any", "most": 3}])
    assert path.plan() == Plan("path", ("a",), steps=(Step((), "any", most=3),), ends=("b",))
    assert PlanForm(asks="text", things=["a"]).plan() is None and PlanForm(asks="set").plan() is None


def test_it_is_shown_entities_with_ids_and_the_relations_there_are(memory, ids, relation):
    _, model = subject = planner(memory, {"asks": "text"})
    subject[0].plan(QUESTION)
    shown = model.shown[0][1]["content"]
    assert ids["Claude Code"] in shown and relation in shown and QUESTION in shown


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"things": ["ent_0"]}, "ent_0"),
        ({"steps": [{"relations": ["BAKES"]}]}, "BAKES"),
        ({"steps": [{"type": "Volcano"}]}, "Volcano"),
        ({"values": [{"name": "colour", "value": "red"}]}, "colour"),
        ({"steps": [{"least": 3, "most": 1}]}, "least"),
        ({"steps": [{"most": 99}]}, "at most"),
    ],
    ids=lambda p: p if isinstance(p, str) else "",
)
def test_what_cannot_be_run_goes_back_once_with_the_reason_and_then_the_rules_plan(memory, ids, form, reason):
    wrong = {"asks": "set", "things": [ids["Claude Code"]], **form}
    subject, model = planner(memory, wrong, wrong)
    planned = subject.plan(QUESTION)
    assert len(model.shown) == 2 and reason in model.shown[1][-1]["content"]
    assert planned.degraded == ["planner:rules"]
    by_rules = RulePlanner(Vocabulary.of(memory.store), store=memory.store).plan(QUESTION)
    assert planned.plan == by_rules.plan is not None


def test_a_repaired_plan_is_taken(memory, ids, relation):
    wrong = {"asks": "set", "things": ["ent_0"]}
    right = {"asks": "set", "things": [ids["Claude Code"]], "steps": [{"relations": [relation], "direction": "in"}]}
    planned = planner(memory, wrong, right)[0].plan(QUESTION)
    assert planned.plan.things == (ids["Claude Code"],) and planned.degraded == []


def test_rules_stand_in_when_it_cannot_be_reached(memory):
    planned = planner(memory)[0].plan(QUESTION)
    assert planned.plan is not None and planned.degraded == ["llm:unavailable", "planner:rules"]


def test_names_that_it_does_not_know(memory):
    planned = planner(memory, {"asks": "set", "unknown": ["Grok"]})[0].plan("Who developed Grok?")
    assert planned.plan is None and planned.unknown == ("Grok",)


@pytest.mark.parametrize("question", ["", "x" * 1001])
def test_questions_that_cannot_be_read(memory, question):
    subject, model = planner(memory)
    with pytest.raises(InputError):
        subject.plan(question)
    assert model.shown == []


# ------------------------------------------------------------------------------------------------------------ routes


def ruled(question, planned, rows):
    return Route("REFUSE", "by rules"), []


def test_a_route(memory, ids):
    planned = planner(memory, {"asks": "set", "things": [ids["Codex"]]})[0].plan(QUESTION)
    route, degraded = LLMRouter(Model({"route": "GRAPH", "reason": "it asks for things"}), ruled)(QUESTION, planned, 1)
    assert (route.route, route.reason, degraded) == ("GRAPH", "it asks for things", [])


def test_there_is_no_way_through_the_graph_without_a_plan(memory):
    planned = planner(memory, {"asks": "text"})[0].plan(QUESTION)
    route, _ = LLMRouter(Model({"route": "GRAPH", "reason": "why not"}), ruled)(QUESTION, planned, None)
    assert route.route == "VECTOR"


def test_rules_route_when_it_cannot_be_reached(memory):
    planned = planner(memory, {"asks": "text"})[0].plan(QUESTION)
    route, degraded = LLMRouter(Model(), ruled)(QUESTION, planned, None)
    assert route.reason == "by rules" and degraded == ["llm:unavailable", "router:rules"]
