"""What stands, derived from acts: the labelled conversations agree, and what must always hold does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.converse.base import Act, Position
from memkit.converse.standing import positions, statuses, supersessions
from memkit.model import ACTS

FOLDER = Path(__file__).parents[2] / "data" / "conversations"


def dev_conversations() -> list[dict]:
    data = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    return [conversation for conversation in data if conversation["split"] == "dev"]


def acts_of(labels: dict) -> list[Act]:
    return [Act(a["n"], a["person"], a["act"], a["decision"]) for a in labels["turns"]]


@pytest.fixture(params=dev_conversations(), ids=lambda conversation: conversation["id"])
def labels(request: pytest.FixtureRequest) -> dict:
    return request.param["labels"]


def test_statuses_of_the_labelled_conversations(labels):
    supersedes = {d["key"]: d["supersedes"] for d in labels["decisions"]}
    assert statuses(acts_of(labels), supersedes) == {d["key"]: d["status"] for d in labels["decisions"]}


def test_positions_of_the_labelled_conversations(labels):
    want = {(p["person"], p["decision"], p["stance"]) for p in labels["positions"]}
    assert {(p.person, p.decision, p.stance) for p in positions(acts_of(labels))} == want


def test_what_took_the_place_of_what_in_the_labelled_conversations(labels):
    topics = {d["key"]: d["topic"] for d in labels["decisions"]}
    found = supersessions(acts_of(labels), topics)
    assert {key: set(keys) for key, keys in found.items()} == {
        d["key"]: set(d["supersedes"]) for d in labels["decisions"]
    }


def act(n: int, who: str, what: str, key: str) -> Act:
    return Act(n, who, what, key)


def test_a_decision_that_was_called_off_is_superseded_by_what_is_settled_later():
    acts = [act(1, "P", "decides", "a"), act(2, "P", "withdraws", "a"), act(3, "Q", "decides", "b")]
    assert statuses(acts[:2], {}) == {"a": "withdrawn"}
    took = supersessions(acts, {"a": "t", "b": "t"})
    assert took == {"a": (), "b": ("a",)}
    assert statuses(acts, took) == {"a": "superseded", "b": "current"}


def test_a_proposal_that_was_pulled_in_the_deciding_turn_is_withdrawn_not_superseded():
    acts = [act(1, "P", "proposes", "a"), act(2, "P", "decides", "b"), act(2, "P", "withdraws", "a")]
    took = supersessions(acts, {"a": "t", "b": "t"})
    assert took["b"] == () and statuses(acts, took) == {"a": "withdrawn", "b": "current"}


def test_a_decision_that_is_confirmed_displaces_what_was_proposed_against_it():
    acts = [act(1, "P", "decides", "a"), act(2, "Q", "proposes", "b")]
    topics = {"a": "t", "b": "t"}
    assert statuses(acts, supersessions(acts, topics)) == {"a": "current", "b": "open"}
    confirmed = [*acts, act(3, "P", "reaffirms", "a")]
    assert supersessions(confirmed, topics) == {"a": ("b",), "b": ()}
    by_another = [*acts, act(3, "R", "reaffirms", "a")]
    assert supersessions(by_another, topics) == {"a": (), "b": ()}


def test_options_of_other_topics_stay_unless_they_are_said_to_be_replaced():
    acts = [act(1, "P", "decides", "a"), act(2, "P", "decides", "b")]
    topics = {"a": "s", "b": "t"}
    assert supersessions(acts, topics) == {"a": (), "b": ()}
    assert supersessions(acts, topics, {"b": ["a"]}) == {"a": (), "b": ("a",)}


def test_a_dropped_objection_leaves_no_position_and_a_proposal_two_people_hold_is_not_pulled_by_one():
    acts = [act(1, "P", "proposes", "a"), act(2, "Q", "disagrees", "a"), act(3, "Q", "withdraws", "a")]
    assert positions(acts) == [Position("P", "a", "supports")]
    acts += [act(4, "R", "proposes", "a"), act(5, "P", "withdraws", "a")]
    assert statuses(acts, {}) == {"a": "open"}
    assert statuses([*acts, act(6, "R", "withdraws", "a")], {}) == {"a": "withdrawn"}


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("PQR"), st.sampled_from(ACTS), st.sampled_from("abcde"))))
def test_whatever_is_said_each_option_is_displaced_once_and_never_in_a_circle(said):
    n, acts = 0, []
    for new_turn, who, what, key in said:
        n += new_turn
        acts.append(act(n, who, what, key))
    topics = {"a": "s", "b": "s", "c": "s", "d": "t", "e": "t"}
    took = supersessions(acts, topics)
    displaced = [key for keys in took.values() for key in keys]
    assert len(displaced) == len(set(displaced))
    found = statuses(acts, took)
    assert {key for key, status in found.items() if status == "superseded"} == set(displaced)
    by = {key: successor for successor, keys in took.items() for key in keys}
    for key in displaced:
        way = [key]
        while way[-1] in by:
            way.append(by[way[-1]])
            assert len(way) <= len(topics)
        assert topics[way[-1]] == topics[key] and way[-1] in {a.decision for a in acts if a.act == "decides"}
