"""A language model as transcript reader: what it says is checked, goes back once, and the rest is dropped and told."""

from __future__ import annotations

import json

import pytest

from memkit.converse.base import Minutes, Turn
from memkit.converse.reading.llm import WINDOW_TURNS, LLMReader
from memkit.errors import InputError, ModelError

TURNS = [
    Turn(1, "Ada Okoro", "2026-01-05T10:00:00", "I propose tea at four."),
    Turn(2, "ben", "2026-01-05T10:01:00", "Cleo says she is against tea."),
    Turn(3, "Ada", "2026-01-05T10:02:00", "Coffee it is, then. I drop the tea."),
]
DECISIONS = [
    {"key": "tea", "topic": "the drink", "statement": "There is tea at four."},
    {"key": "coffee", "topic": "the drink", "statement": "There is coffee."},
]
ACTS = [
    {"n": 1, "person": "Ada Okoro", "act": "proposes", "decision": "tea"},
    {"n": 2, "person": "Cleo", "act": "disagrees", "decision": "tea"},
    {"n": 3, "person": "Ada", "act": "decides", "decision": "coffee"},
]
FORM = {"decisions": DECISIONS, "acts": ACTS}


class Model:
    """Answers with these forms in order (None: it cannot be reached) and keeps what it was shown."""

    name = "model"

    def __init__(self, *replies, degraded=()) -> None:
        self.replies, self.shown, self.degraded = list(replies), [], list(degraded)

    def complete(self, messages, *, schema=None, purpose):
        self.shown.append([dict(message) for message in messages])
        reply = self.replies.pop(0) if self.replies else None
        if reply is None:
            raise ModelError("no language model")
        return schema.model_validate(reply)


class Rules:
    """Stands in for the rules: minutes that can be told from the model's."""

    def read(self, turns, people=()):
        return Minutes([], [], [], ["by rules"])


def read(*replies, turns=TURNS, people=(), degraded=()):
    model = Model(*replies, degraded=degraded)
    return LLMReader(model, Rules()).read(turns, people), model


def test_acts_become_minutes_and_what_stands_follows_from_them():
    minutes, model = read(FORM)
    assert [(a.n, a.person, a.act, a.decision) for a in minutes.turns] == [
        (1, "Ada Okoro", "proposes", "tea"),
        (2, "Cleo", "disagrees", "tea"),
        (3, "Ada Okoro", "decides", "coffee"),
    ]
    assert [(d.key, d.status, d.supersedes) for d in minutes.decisions] == [
        ("tea", "superseded", ()),
        ("coffee", "current", ("tea",)),
    ]
    assert {(p.person, p.decision, p.stance) for p in minutes.positions} == {
        ("Ada Okoro", "tea", "supports"),
        ("Cleo", "tea", "disagrees"),
        ("Ada Okoro", "coffee", "supports"),
    }
    assert minutes.degraded == [] and len(model.shown) == 1
    assert "Cleo says she is against tea." in model.shown[0][1]["content"]


def test_an_option_that_goes_for_one_of_another_topic_replaces_it():
    coffee = {**DECISIONS[1], "topic": "the break", "replaces": ["tea", "coffee", "wine"]}
    minutes, _ = read({"decisions": [DECISIONS[0], coffee], "acts": ACTS})
    assert [(d.key, d.supersedes) for d in minutes.decisions] == [("tea", ()), ("coffee", ("tea",))]


WRONG = {
    "turn": ({**ACTS[1], "n": 9}, "act of a turn that is not shown"),
    "act": ({**ACTS[1], "act": "likes"}, "act of an unknown kind"),
    "decision": ({**ACTS[1], "decision": "wine"}, "act on a decision that is not listed"),
    "person": ({**ACTS[1], "person": "Dora"}, "act of a person who is neither a speaker nor named in the turn"),
    "nobody": ({**ACTS[1], "person": " "}, "act of a person who is neither a speaker nor named in the turn"),
    "twice": ({**ACTS[0], "act": "supports"}, "second act of a person on a decision in a turn"),
}


@pytest.mark.parametrize(("act", "reason"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_goes_back_once_with_the_reason_and_is_then_dropped_and_told(act, reason):
    wrong = {"decisions": DECISIONS, "acts": [ACTS[0], act, ACTS[2]]}
    minutes, model = read(wrong, wrong)
    assert len(model.shown) == 2 and reason in model.shown[1][-1]["content"]
    assert [a.n for a in minutes.turns] == [1, 3]
    assert minutes.degraded == [f"transcripts: 1 dropped: {reason}"]


def test_a_repaired_form_is_taken_without_a_note():
    minutes, _ = read({"decisions": DECISIONS, "acts": [WRONG["turn"][0]]}, FORM)
    assert len(minutes.turns) == 3 and minutes.degraded == []


def test_a_decision_without_words_is_dropped_with_its_acts():
    empty = {"decisions": [DECISIONS[0], {**DECISIONS[1], "topic": " "}], "acts": ACTS}
    minutes, _ = read(empty, empty)
    assert [d.key for d in minutes.decisions] == ["tea"]
    assert len(minutes.degraded) == 2 and all("1 dropped" in note for note in minutes.degraded)


def test_a_decision_that_nobody_acts_on_is_left_out():
    minutes, _ = read({"decisions": DECISIONS, "acts": ACTS[:1]})
    assert [d.key for d in minutes.decisions] == ["tea"]


@pytest.mark.parametrize(
    "replies", [(), ({"decisions": DECISIONS, "acts": [WRONG["turn"][0]]},)], ids=["never", "repair"]
)
def test_rules_stand_in_when_it_cannot_be_asked(replies):
    minutes, _ = read(*replies)
    assert minutes.degraded == ["by rules", "llm:unavailable", "transcripts:rules"]


def test_the_second_endpoint_is_told():
    assert read(FORM, degraded=["llm:fallback"])[0].degraded == ["llm:fallback"]


def test_long_transcripts_are_read_in_windows_that_know_the_decisions_before():
    more = [Turn(n, "ben", "", "hm") for n in range(4, WINDOW_TURNS + 1)]
    last = Turn(WINDOW_TURNS + 1, "ben", "", "I support the coffee.")
    second = {"acts": [{"n": last.n, "person": "ben", "act": "supports", "decision": "coffee"}]}
    minutes, model = read(FORM, second, turns=[*TURNS, *more, last])
    assert len(model.shown) == 2
    shown = json.loads(model.shown[1][1]["content"])
    assert [turn["n"] for turn in shown["turns"]] == [last.n]
    assert {(d["key"], d["status"]) for d in shown["known decisions"]} == {("tea", "superseded"), ("coffee", "current")}
    assert (minutes.turns[-1].person, minutes.turns[-1].decision) == ("ben", "coffee")


def test_people_are_named_as_they_are_known():
    minutes, model = read(FORM, people=[{"name": "Ada Obi Okoro", "aliases": ["Ada", "Ada Okoro"]}])
    assert {a.person for a in minutes.turns} == {"Ada Obi Okoro", "Cleo"}
    assert "Ada Obi Okoro" in model.shown[0][1]["content"]


def test_nothing_said_is_nothing_asked():
    minutes, model = read(turns=[])
    assert minutes == Minutes([], [], []) and model.shown == []


def test_two_turns_of_one_number_are_refused_before_anything_is_asked():
    with pytest.raises(InputError, match="number 1"):
        read(FORM, turns=[TURNS[0], Turn(1, "ben", "", "No.")])
