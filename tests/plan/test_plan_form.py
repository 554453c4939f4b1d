"""What a plan says of itself: its shape and, in words, what it asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memkit.plan.plan import SHAPES, Linked, Plan, Step, Value, shape_of

OWNS, LEADS = Step(("OWNS",), "in", "Team"), Step(("LEADS",), "in", "Person")
LACKING = Linked(("PUBLISHES_TO",), type="Topic", holds=False)

PLANS = [
    ("entity", Plan("", ("e1",)), "payout-runner"),
    ("filter", Plan("", type="Service", conditions=(Value("tier", "1"),)), "Service {tier: 1}"),
    ("reverse", Plan("", ("e1",), steps=(OWNS,)), "payout-runner <-OWNS- Team"),
    ("neighbours", Plan("", ("e1", "e2"), steps=(Step(),)), "payout-runner or e2 -any relation-> anything"),
    ("two-hop", Plan("", type="Service", steps=(OWNS, LEADS)), "Service <-OWNS- Team <-LEADS- Person"),
    ("chain", Plan("", ("e1",), steps=(OWNS, LEADS, Step(("KNOWS", "MEETS"), "any"))), None),
    ("chain", Plan("", ("e1",), steps=(Step(("USES",), most=3),)), "payout-runner -USES 1 to 3 times-> anything"),
    (
        "aggregate",
        Plan("", type="Service", conditions=(LACKING,)),
        "Service {no -PUBLISHES_TO-> Topic}",
    ),
    (
        "aggregate",
        Plan("", ("e1",), "Service", steps=(OWNS,), count=True),
        "the number of payout-runner (Service) <-OWNS- Team",
    ),
    (
        "aggregate",
        Plan("", ("e1",), steps=(replace(OWNS, conditions=(LACKING,)),), without=("e1", "e3")),
        "payout-runner <-OWNS- Team {no -PUBLISHES_TO-> Topic}, without payout-runner or Team Red",
    ),
    (
        "aggregate",
        Plan("", type="Service", conditions=(Value("tier", "1", False), Value("status", "", False))),
        "Service {tier: not 1, no status}",
    ),
    ("filter", Plan("", type="Service", conditions=(Value("status", ""),)), "Service {status}"),
    (
        "aggregate",
        Plan("", type="Service", conditions=(replace(LACKING, least=2), replace(LACKING, least=3, holds=True))),
        "Service {not at least 2 -PUBLISHES_TO-> Topic, at least 3 -PUBLISHES_TO-> Topic}",
    ),
    (
        "aggregate",
        Plan("", type="Service", ranked=replace(LACKING, holds=True)),
        "Service, those with the most -PUBLISHES_TO-> Topic",
    ),
    (
        "aggregate",
        Plan("", type="Service", ranked=LACKING),
        "Service, those with the fewest -PUBLISHES_TO-> Topic",
    ),
    (
        "path",
        Plan("path", ("e1",), steps=(Step((), "any", most=4),), ends=("e3",)),
        "the shortest way payout-runner -any relation 1 to 4 times- Team Red",
    ),
]


@pytest.mark.parametrize(("shape", "plan", "words"), PLANS)
def test_each_plan_has_one_shape_and_says_what_it_asks(shape, plan, words):
    assert shape_of(plan) == shape
    said = plan.describe({"e1": "payout-runner", "e3": "Team Red"})
    assert said == words or words is None


def test_every_shape_is_some_plans():
    assert {shape for shape, _, _ in PLANS} == set(SHAPES)


def test_a_plan_goes_into_plain_values_whole():
    assert Plan("reverse", ("e1",), steps=(OWNS,)).to_dict()["steps"] == [
        {"relations": ["OWNS"], "direction": "in", "type": "Team", "conditions": [], "least": 1, "most": 1}
    ]
