"""What a reader finds in a transcript is written as it was found; a bad turn costs only itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memkit import InputError, Memory
from memkit.converse.base import Act, Minutes, Option, Position, Turn
from memkit.model import NODE_CLASSES

FOLDER = Path(__file__).parents[2] / "data" / "conversations"


class Scripted:
    """A reader that finds what it is told to."""

    def __init__(self, labels: dict) -> None:
        self.labels = labels

    def read(self, turns: Sequence[Turn], people: Sequence = ()) -> Minutes:
        known = {turn.n for turn in turns}
        acts = [Act(a["n"], a["person"], a["act"], a["decision"]) for a in self.labels["turns"] if a["n"] in known]
        options = [
            Option(d["key"], d["topic"], d["statement"], d["status"], tuple(d["supersedes"]))
            for d in self.labels["decisions"]
        ]
        positions = [Position(p["person"], p["decision"], p["stance"]) for p in self.labels["positions"]]
        return Minutes(acts, options, positions, ["transcripts:scripted"])


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict], None]:
    """Makes the memory read transcripts with labels in place of a reader."""
    return lambda labels: monkeypatch.setattr("memkit.memory.load_reader", lambda settings: Scripted(labels))


def conversation(id: str) -> dict:
    return json.loads((FOLDER / f"{id}.json").read_text(encoding="utf-8"))


def dev_ids() -> list[str]:
    every = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    return [one["id"] for one in every if one["split"] == "dev"]


def write(memory: Memory, data: dict, **more):
    return memory.ingest_transcript(data["turns"], session_id=data["id"], people=data.get("people", []), **more)


@pytest.mark.parametrize("id", [*dev_ids()[:3], *(pytest.param(i, marks=pytest.mark.long) for i in dev_ids()[3:])])
def test_what_was_found_stands_in_the_memory(memory, scripted, id):
    data = conversation(id)
    labels = data["labels"]
    scripted(labels)
    found = write(memory, data)
    assert (found.messages, len(found.failed), found.claims) == (len(data["turns"]), 0, len(labels["turns"]))
    assert found.degraded[-1] == "transcripts:scripted"
    key_of = {id: key for key, id in found.decision_ids.items()}
    rows = {key_of[row.id]: row for row in memory.recall("what was decided", top_k=99)}
    statement = {d["key"]: d["statement"] for d in labels["decisions"]}
    for d in labels["decisions"]:
        row = rows[d["key"]]
        assert (row.statement, row.topic, row.status) == (d["statement"], d["topic"], d["status"])
        assert set(row.supersedes) == {statement[key] for key in d["supersedes"]}
        want = {(p["person"], p["stance"]) for p in labels["positions"] if p["decision"] == d["key"]}
        assert len(row.positions) == len(want)
        assert sorted(p.stance for p in row.positions) == sorted(stance for _, stance in want)
    for topic in {d["topic"] for d in labels["decisions"]}:
        assert [row.statement for row in memory.timeline(topic)]
    revision = memory.store.revision()
    assert write(memory, data).rows_changed == 0 and memory.store.revision() == revision
    memory.forget(session_id=id)
    for record in NODE_CLASSES:
        assert memory.store.count(record.label) == 0, record.label


def test_positions_are_those_of_the_people_meant_and_carry_their_words(memory, scripted):
    data = conversation("broker-for-orders")
    scripted(data["labels"])
    write(memory, data)
    rows = {row.status: row for row in memory.recall("which message broker")}
    assert {(p.person, p.stance) for p in rows["superseded"].positions} == {
        ("Marek Dvorak", "supports"),
        ("Lotte Brandsma", "disagrees"),
    }
    (dissent,) = [p.claim for p in rows["superseded"].positions if p.stance == "disagrees"]
    assert "replay a month of events" in dissent


def test_an_absent_person_who_is_quoted_has_the_position_and_the_speaker_has_not(memory, scripted):
    turns = [
        {"n": 1, "speaker": "Ana", "text": "Let us paint it green."},
        {"n": 2, "speaker": "Bo", "text": "Hilde Storm told me she is against green."},
    ]
    labels = {
        "turns": [
            {"n": 1, "person": "Ana", "act": "proposes", "decision": "g"},
            {"n": 2, "person": "Hilde Storm", "act": "disagrees", "decision": "g"},
        ],
        "decisions": [{"key": "g", "topic": "colour", "statement": "Green.", "status": "open", "supersedes": []}],
        "positions": [],
    }
    scripted(labels)
    memory.ingest_transcript(turns, session_id="s")
    (row,) = memory.recall("green")
    assert [(p.person, p.stance) for p in row.positions] == [("Ana", "supports"), ("Hilde Storm", "disagrees")]
    memory.remember(
        session_id="t", speaker="Hilde Storm", claims=["It grew on me."], topic="colour",
        decision={"statement": "Green", "stance": "supports"},
    )  # fmt: skip
    (row,) = memory.recall("green")
    assert [(p.person, p.stance) for p in row.positions] == [("Ana", "supports"), ("Hilde Storm", "supports")]


def test_a_longer_transcript_takes_the_place_of_a_shorter_one(memory, scripted):
    data = conversation("rowing-boats")
    scripted(data["labels"])
    short = memory.ingest_transcript(data["turns"][:8], session_id="r", people=data["people"])
    whole = memory.ingest_transcript(data["turns"], session_id="r", people=data["people"])
    assert set(short.decision_ids) < set(whole.decision_ids)
    assert short.decision_ids.items() <= whole.decision_ids.items()
    status = {row.statement: row.status for row in memory.recall("boats", top_k=50)}
    assert status == {d["statement"]: d["status"] for d in data["labels"]["decisions"]}
    scripted({"turns": [], "decisions": [], "positions": []})
    memory.ingest_transcript(data["turns"], session_id="r", people=data["people"])
    assert list(memory.recall("boats")) == [] and memory.store.count("Claim") == 0


def test_the_callers_topic_names_the_main_one_and_joins_what_stands_on_it(memory, scripted):
    memory.remember(
        session_id="before", speaker="Ines Okafor", claims=["So far."], topic="the broker",
        decision={"statement": "Order events go through Redis", "stance": "proposes"}, at="2023-01-01",
    )  # fmt: skip
    data = conversation("broker-for-orders")
    scripted(data["labels"])
    write(memory, data, topic="The broker")
    assert [(row.statement, row.status) for row in memory.timeline("the broker")] == [
        ("Order events go through Redis", "superseded"),
        ("Order events go through RabbitMQ.", "superseded"),
        ("Order events go through an outbox table in Postgres.", "current"),
    ]


def test_a_bad_turn_is_reported_and_costs_only_itself(memory, scripted):
    scripted({"turns": [], "decisions": [], "positions": []})
    turns = [
        {"speaker": "Ana", "text": "One."},
        {"speaker": "", "text": "Two."},
        {"speaker": "Bo"},
        "four",
        {"speaker": "Bo", "text": "Five.", "at": "noonish"},
        {"speaker": "Bo", "text": "Six.", "n": 1.5},
        {"speaker": "Bo", "text": "Seven\x00.", "n": 40},
        {"speaker": "Cy", "text": "Eight.", "n": 1},
        {"speaker": "Cy", "text": float("nan")},
        Turn(50, "Cy", "2025-01-01", "Ten."),
        {"speaker": "🦊", "text": "Eleven."},
    ]
    seen = []
    found = memory.ingest_transcript(turns, session_id="s", progress=lambda done, total: seen.append((done, total)))
    assert found.messages == 3 and len(found.failed) == 8
    assert all(row["error"] for row in found.failed)
    assert seen and seen[-1][0] == seen[-1][1]
    texts = [p.text for p in sorted(memory.store.find("Passage"), key=lambda p: p.position)]
    assert texts == ["One.", "Ten.", "Eleven."]


@pytest.mark.parametrize(
    ("turns", "more", "message"),
    [
        ("a text", {}, "turns is a str"),
        (None, {}, "turns is a NoneType"),
        ([{"speaker": "Ana", "text": "Hi."}], {"session_id": ""}, "session_id"),
        ([], {"session_id": ""}, "session_id"),
        ([{"speaker": "Ana", "text": "Hi."}], {"topic": " "}, "topic"),
        ([{"speaker": "Ana", "text": "Hi."}], {"people": [{"aliases": []}]}, "people"),
        ([{"speaker": "Ana", "text": "Hi."}], {"tag": 3}, "tag"),
    ],
)
def test_what_cannot_be_used_at_all_is_refused(memory, scripted, turns, more, message):
    scripted({"turns": [], "decisions": [], "positions": []})
    with pytest.raises(InputError, match=message):
        memory.ingest_transcript(turns, **{"session_id": "s", **more})
    assert memory.store.revision() == 0


def test_an_empty_transcript_is_nothing(memory, scripted):
    scripted({"turns": [], "decisions": [], "positions": []})
    found = memory.ingest_transcript([], session_id="s")
    assert (found.messages, found.rows_changed, found.turns) == (0, 0, []) and memory.store.revision() == 0


@pytest.mark.parametrize("topic", ["x" * 2001, "\ud800", "\u2060", " ", 5])
def test_a_topic_that_cannot_be_used_writes_nothing(memory, topic):
    with pytest.raises(InputError, match="topic"):
        memory.ingest_transcript([{"speaker": "Ana", "text": "I propose Postgres."}], session_id="s", topic=topic)
    assert memory.store.revision() == 0
