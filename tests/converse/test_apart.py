"""Two spellings that could be one person, of which the session itself says that they may be two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memkit import Memory
from memkit.converse.apart import speaks_of, told_apart
from memkit.converse.base import Act, Minutes, Option, Position, Turn
from memkit.converse.people import find_people

FOLDER = Path(__file__).parents[2] / "data" / "conversations"
PAIRS = [("Bob", "Bob Smith"), ("Bob Smith", "Bob"), ("@priya", "Priya Natarajan"), ("J. Weber", "Jonas Weber")]


def say(memory: Memory, who: str, stance: str, claim: str = "I thought about it.", statement: str = "Use Postgres"):
    decision = {"statement": statement, "stance": stance}
    return memory.remember(session_id="s", speaker=who, claims=[claim], topic="store", decision=decision)


def person(memory: Memory, result) -> str:
    return memory.store.get("Entity", [result.person_id])[result.person_id].canonical_id


def positions(memory: Memory) -> dict[str, str]:
    (row,) = [row for row in memory.recall("Use Postgres") if row.statement == "Use Postgres"]
    return {p.person: p.stance for p in row.positions}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_opposite_stances_without_a_word_of_turning_are_asked_about(memory, one, other):
    first = say(memory, one, "proposes", "It has joins.")
    second = say(memory, other, "disagrees", "It is slow.")
    assert second.person_id != first.person_id and not second.merged["person"] and second.status == "current"
    assert positions(memory) == {one: "supports", other: "disagrees"}
    (pair,) = memory.pending()
    assert {pair.left_name, pair.right_name} == {one, other} and "against each other" in pair.reason
    revision = memory.store.revision()
    assert say(memory, other, "disagrees", "It is slow.").rows_changed == 0 and memory.store.revision() == revision


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_they_part_later_too_and_a_reviewer_has_the_last_word(memory, one, other):
    say(memory, one, "proposes", "It has joins.")
    joined = say(memory, other, "supports", "I like joins.")
    assert positions(memory).keys() in ({one}, {other})
    say(memory, other, "disagrees", "It is slow.")
    assert positions(memory) == {one: "supports", other: "disagrees"}
    (pair,) = memory.pending()
    memory.confirm(pair.left_id, pair.right_id)
    assert set(positions(memory).values()) == {"disagrees"}
    say(memory, one, "supports", "It is quick enough.")
    assert memory.pending() == [] and len(positions(memory)) == 1
    assert joined.merged["person"]


@pytest.mark.parametrize(
    ("stance", "claim", "statement"),
    [
        ("withdraws", "It was too early.", "my proposal"),
        ("disagrees", "I have changed my mind, it is slow.", "Use Postgres"),
        ("disagrees", "On reflection it is slow.", "Use Postgres"),
        ("supports", "It has joins.", "Use Postgres"),
    ],
)
def test_who_turns_round_or_agrees_is_one_person(memory, stance, claim, statement):
    first = say(memory, "Bob", "proposes", "It has joins.")
    second = say(memory, "Bob Smith", stance, claim, statement)
    assert person(memory, second) == person(memory, first) and memory.pending() == []


@pytest.mark.parametrize(
    "text",
    [
        "Bob, that will not scale.",
        "No, Bob, it will not.",
        "Are you sure, Bob?",
        "@Bob please look at it.",
        "I agree with Bob.",
        "As Bob says, it is slow.",
        "Bob's idea is good.",
        "Bob said so on Monday.",
    ],
)
def test_who_speaks_to_or_of_the_other_is_not_the_other(memory, text):
    first = memory.ingest("It has joins.", speaker="Bob", session_id="s")
    second = memory.ingest(text, speaker="Bob Smith", session_id="s")
    ids = [memory.store.expand([m.message_id], ["SPOKEN_BY"])[0].target_id for m in (first, second)]
    assert len({memory.store.get("Entity", [id])[id].canonical_id for id in ids}) == 2
    assert [{p.left_name, p.right_name} for p in memory.pending()] == [{"Bob", "Bob Smith"}]


@pytest.mark.parametrize("text", ["This is Bob, hello.", "I'm Bob.", "It is Bob Smith here.", "We bobbed along.", ""])
def test_who_names_themselves_speaks_of_nobody_else(text):
    assert not speaks_of(text, "Bob")


def test_nobody_of_the_labelled_conversations_is_parted():
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["split"] == "dev":
            turns = [Turn(t["n"], t["speaker"], t["at"], t["text"]) for t in data["turns"]]
            spoken = find_people((turn.speaker for turn in turns), data.get("people", []))
            assert told_apart(turns, spoken) == set(), path.stem


class Scripted:
    """A reader that finds two acts, by the people as they are given."""

    def read(self, turns, people=()):
        of = find_people((turn.speaker for turn in turns), people).of
        acts = [Act(1, of(turns[0].speaker), "proposes", "pg"), Act(2, of(turns[1].speaker), "disagrees", "pg")]
        option = Option("pg", "store", "Use Postgres", "open")
        return Minutes(acts, [option], [Position(a.person, "pg", "supports") for a in acts])


TURNS = [("Bob", "I propose Postgres."), ("Bob Smith", "I am against Postgres."), ("Ana", "Hm.")]


@pytest.mark.parametrize("second", ["I am against Postgres.", "Bob, I am against Postgres."])
def test_in_a_transcript_too(memory, second):
    turns = [{"speaker": who, "text": text} for who, text in TURNS]
    turns[1]["text"] = second
    found = memory.ingest_transcript(turns, session_id="s", reader=Scripted())
    assert [act.person for act in found.turns] == ["Bob", "Bob Smith"]
    assert positions(memory) == {"Bob": "supports", "Bob Smith": "disagrees"}
    assert [{p.left_name, p.right_name} for p in memory.pending()] == [{"Bob", "Bob Smith"}]
    revision = memory.store.revision()
    again = memory.ingest_transcript(turns, session_id="s", reader=Scripted())
    assert again.rows_changed == 0 and memory.store.revision() == revision


def test_in_a_transcript_the_list_of_people_has_the_last_word(memory):
    people = [{"name": "Bob Smith", "aliases": ["Bob"]}]
    turns = [{"speaker": who, "text": text} for who, text in TURNS]
    found = memory.ingest_transcript(turns, session_id="s", reader=Scripted(), people=people)
    assert {act.person for act in found.turns} == {"Bob Smith"}
