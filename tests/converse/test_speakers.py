"""Every message with a speaker is SPOKEN_BY a person, who is found as every name is, or told by the session."""

from __future__ import annotations

import pytest

from memkit import InputError, Memory


def speaker(memory: Memory, message_id: str):
    """The person of a message: (name of the canonical entity, its id)."""
    (edge,) = memory.store.expand([message_id], ["SPOKEN_BY"])
    entity = memory.store.get("Entity", [edge.target_id])[edge.target_id]
    head = memory.store.get("Entity", [entity.canonical_id])[entity.canonical_id]
    return head.name, head.id


def test_an_ingested_message_with_a_speaker_is_spoken_by_a_person(memory):
    said = memory.ingest("It rains.", speaker="Ana Costa", session_id="s")
    assert speaker(memory, said.message_id)[0] == "Ana Costa"
    assert (said.entity_count, list(said.resolutions)) == (0, [])  # the text names nobody
    assert memory.ingest("It rains.", speaker="Ana Costa", session_id="s").rows_changed == 0
    quiet = memory.ingest("It pours.", session_id="s")
    assert memory.store.expand([quiet.message_id], ["SPOKEN_BY"]) == []
    memory.forget(session_id="s")
    assert memory.entities() == []


@pytest.mark.parametrize("later", ["Priya", "priya", "Priya N.", "@priya", "priya@acme.example", "Ms. Natarajan"])
def test_a_spelling_that_can_mean_only_one_of_the_session_is_that_person(memory, later):
    first = memory.ingest("One.", speaker="Priya Natarajan", session_id="s")
    memory.ingest("Two.", speaker="Tom Berg", session_id="s")
    third = memory.ingest("Three.", speaker=later, session_id="s")
    assert speaker(memory, third.message_id) == speaker(memory, first.message_id)
    merged = [j for j in memory.history(speaker(memory, first.message_id)[1]) if j.verdict == "merged"]
    assert ["speaks in this session" in j.reason for j in merged] == [True]
    memory.undo(merged[0].id)
    assert speaker(memory, third.message_id) != speaker(memory, first.message_id)


def test_in_another_session_it_is_only_asked(memory):
    first = memory.ingest("One.", speaker="Priya Natarajan", session_id="s")
    second = memory.ingest("Two.", speaker="@priya", session_id="t")
    assert speaker(memory, second.message_id) != speaker(memory, first.message_id)
    (pair,) = memory.pending()
    assert {pair.left_name, pair.right_name} == {"Priya Natarajan", "@priya"}


def test_two_people_with_one_first_name_stay_two(memory):
    names = ["Priya Natarajan", "Priya Kapoor", "Priya"]
    found = [speaker(memory, memory.ingest(f"{n}.", speaker=n, session_id="s").message_id)[1] for n in names]
    assert len(set(found)) == 3
    short = [memory.ingest(f"again {n}", speaker=n, session_id="s").message_id for n in names]
    assert [speaker(memory, id)[1] for id in short] == found


def test_a_first_name_of_another_session_does_not_join_two_people(memory):
    """Here Priya is Kapoor, there Natarajan: the short form never makes one person of them."""
    kapoor = memory.ingest("One.", speaker="Priya Kapoor", session_id="s")
    memory.ingest("Two.", speaker="Priya", session_id="s")
    natarajan = memory.ingest("Three.", speaker="Priya Natarajan", session_id="t")
    short = memory.ingest("Four.", speaker="Priya", session_id="t")
    assert speaker(memory, kapoor.message_id) != speaker(memory, natarajan.message_id)
    assert speaker(memory, short.message_id) == speaker(memory, natarajan.message_id)


def test_a_short_form_first_and_the_full_name_later(memory):
    first = memory.ingest("One.", speaker="Priya", session_id="s")
    second = memory.ingest("Two.", speaker="Priya Natarajan", session_id="s")
    assert speaker(memory, second.message_id)[1] == speaker(memory, first.message_id)[1]
    elsewhere = memory.ingest("Three.", speaker="Priya Natarajan", session_id="t")
    assert speaker(memory, elsewhere.message_id)[1] == speaker(memory, first.message_id)[1]


def test_a_name_that_is_known_from_elsewhere_stays_itself_when_the_session_tells_who_it_is(memory):
    known = memory.ingest("One.", speaker="Ines Okafor", session_id="s")
    memory.ingest("Two.", speaker="@ines", session_id="t")
    here = memory.ingest("Three.", speaker="Ines Okafor", session_id="t")
    assert speaker(memory, here.message_id)[1] == speaker(memory, known.message_id)[1]
    assert memory.store.count("Entity", name="Ines Okafor") == 1


def test_what_a_reviewer_kept_apart_the_session_does_not_join(memory):
    memory.ingest("One.", speaker="Priya Natarajan", session_id="s")
    memory.ingest("Two.", speaker="@priya", session_id="t")
    (pair,) = memory.pending()
    memory.reject(pair.left_id, pair.right_id)
    first = memory.ingest("Three.", speaker="Priya Natarajan", session_id="u")
    second = memory.ingest("Four.", speaker="@priya", session_id="u")
    assert speaker(memory, first.message_id) != speaker(memory, second.message_id)


@pytest.mark.parametrize("name", ["🦊", "4711", "李明", "x" * 400, "O'Neil", "a\tb"])
def test_odd_speakers_are_people_too(memory, name):
    said = memory.ingest("One.", speaker=name, session_id="s")
    again = memory.ingest("Two.", speaker=name, session_id="s")
    assert speaker(memory, said.message_id) == speaker(memory, again.message_id)


UNSEEN = [
    *(" ", "\t\n", "\u00a0\u3000", "\u200b", "\u200e\u200f", "\x07\x1b", "\ufeff", "\u00ad", "\u2066\u2069", "\u202e"),
    *("\u2800", "\u3164", "\u115f\u1160", "\ufe0f", "\U000e0041", "\u034f"),  # of no category that says so
]


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_a_speaker_who_shows_nothing_is_refused_wherever_one_is_given(memory, name):
    calls = [
        lambda: memory.ingest("One.", speaker=name, session_id="s"),
        lambda: memory.chat("One.", speaker=name, session_id="s"),
        lambda: memory.remember(session_id="s", speaker=name, claims=["One."]),
        lambda: memory.ingest_transcript([{"speaker": "Ana", "text": "One."}], session_id="s", people=[{"name": name}]),
    ]
    for call in calls:
        with pytest.raises(InputError, match="visible character"):
            call()
    assert memory.store.revision() == 0
    (bad,) = memory.ingest_many([{"content": "One.", "speaker": name}]).failed
    assert "visible" in bad["error"]
    found = memory.ingest_transcript(
        [{"speaker": name, "text": "We use it."}, {"speaker": "Ana", "text": name}, {"speaker": "Ana", "text": "One."}],
        session_id="s",
    )
    assert [(row["turn"], row["error"].split()[0]) for row in found.failed] == [(0, "speaker"), (1, "text")]
    assert found.messages == 1 and [e.name for e in memory.entities()] == ["Ana"]


@pytest.mark.parametrize("name", ["\u200bAna", "\U0001fae8", "\ue000", "é", "\u0301", "."], ids=ascii)
def test_a_speaker_of_whom_something_shows_is_kept(memory, name):
    """A new emoji is unassigned in the tables of an older Python, and a letter of one's own font is private."""
    said = memory.remember(session_id="s", speaker=name, claims=["One."])
    assert memory.store.get("Entity", [said.person_id])
