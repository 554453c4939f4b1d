"""Three engineers choose a datastore over one objection; months later they turn round.

Whatever the words and however the names are written: the later decision is current, the earlier one superseded, the
dissenter is named, and the dissent carries the argument.
"""

from __future__ import annotations

import pytest

from memkit import Memory

TOPIC = "datastore of the bookings service"
FIRST = "Keep the bookings in Cassandra"
ARGUMENT = "A booking and its payment change together, and Cassandra has no transaction over the two."

#: The speakers, each as written in turn: two sessions, five turns.
SPELLINGS = {
    "plain": {"Amara": ["Amara Diallo"] * 2, "Jonas": ["Jonas Weber"] * 2, "Mei": ["Mei Tanaka"]},
    "handles": {"Amara": ["Amara Diallo", "@amara"], "Jonas": ["@jonas", "@jonas"], "Mei": ["@mei_tanaka"]},
    "addresses": {
        "Amara": ["amara.diallo@kestrel.example", "Amara"],
        "Jonas": ["jonas@kestrel.example", "Jonas W."],
        "Mei": ["mei.tanaka@kestrel.example"],
    },
    "short": {"Amara": ["Amara", "Ms. Diallo"], "Jonas": ["J. Weber", "Jonas"], "Mei": ["Mei"]},
}

#: (stance, words): the same turn of mind, worded in other ways.
REVERSALS = [
    ("proposes", "Move the bookings to Postgres"),
    ("withdraws", "I withdraw my earlier position, let us go with Postgres"),
    ("withdraws", "I take back what I said in spring. Postgres it is."),
    ("supports", "Postgres instead of Cassandra"),
    ("supports", "On reflection Postgres would have been right, so let's switch to it"),
    ("decides", "Postgres replaces Cassandra for the bookings"),
    ("proposes", "We were wrong about Cassandra; bookings belong in Postgres"),
    ("withdraws", "Scrap Cassandra and use Postgres"),
    ("withdraws", "My vote for Cassandra is withdrawn in favour of Postgres"),
    ("supports", "I have changed my mind: Postgres"),
    ("disagrees", "We no longer want Cassandra, we move to Postgres"),
    ("proposes", "Bookings live in Postgres from now on"),
    ("proposes", "Go with Postgres"),
]


def hold(memory: Memory, stance: str, words: str, spelled: dict[str, list[str]]) -> None:
    """The five turns."""
    spring, autumn = {"session_id": "spring", "topic": TOPIC}, {"session_id": "autumn", "topic": TOPIC}

    def turn(who: str, time: int, session: dict, claim: str, statement: str, stance: str) -> None:
        memory.remember(
            **session,
            speaker=spelled[who][min(time, len(spelled[who]) - 1)],
            claims=[claim],
            decision={"statement": statement, "stance": stance},
            at=f"2025-0{3 if time == 0 else 9}-1{time}T09:00:00+00:00",
        )

    turn("Amara", 0, spring, "It takes the writes of all five regions.", FIRST, "proposes")
    turn("Mei", 0, spring, ARGUMENT, "Cassandra for the bookings", "disagrees")
    turn("Jonas", 0, spring, "I have run it before.", FIRST, "supports")
    turn("Amara", 1, autumn, "Last week 31 bookings were paid twice.", words, stance)
    turn("Jonas", 1, autumn, "The double payments settle it.", "Postgres", "supports")


def assert_golden(memory: Memory, dissenter: str) -> None:
    found = memory.recall("Where do we keep the bookings?")
    assert [row.status for row in found] == ["current", "superseded"]
    later, earlier = found
    assert "Postgres" in later.statement and later.supersedes == [earlier.statement]
    assert earlier.statement == FIRST and earlier.superseded_by == [later.statement]
    assert (dissenter, ARGUMENT) in [(p.person, p.claim) for p in earlier.positions if p.stance == "disagrees"]
    assert {p.stance for p in later.positions} == {"supports"} and len(later.positions) == 2
    first, second = memory.timeline(TOPIC)
    assert (first.status, second.status) == ("superseded", "current")
    assert dissenter in first.dissenters and second.dissenters == []
    assert first.decided_at < second.decided_at and second.supersedes == [FIRST]


@pytest.mark.parametrize(("stance", "words"), REVERSALS, ids=[words[:30] for _, words in REVERSALS])
def test_the_reversal_in_any_wording(memory, stance, words):
    hold(memory, stance, words, SPELLINGS["plain"])
    assert_golden(memory, "Mei Tanaka")


@pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize(("stance", "words"), REVERSALS[:2], ids=["proposes", "withdraws"])
def test_the_speakers_in_any_spelling(memory, stance, words, spelled):
    hold(memory, stance, words, spelled)
    assert_golden(memory, spelled["Mei"][0])
