"""An answer that rests on a decision which no longer stands says so, and says what stands now."""

from __future__ import annotations

import pytest

from memkit import Memory, OutOfScope

TOPIC = "store of the invoices"


def say(memory: Memory, who: str, statement: str, claim: str, stance: str = "proposes", topic: str = TOPIC):
    return memory.remember(
        session_id="s",
        speaker=who,
        claims=[claim],
        topic=topic,
        decision={"statement": statement, "stance": stance},
        source=f"minutes of {who}",
    )


@pytest.fixture
def decided(memory):
    say(memory, "Amara Diallo", "Invoices are kept in MongoDB", "MongoDB was chosen because the ledger team runs it.")
    return memory


QUESTION = "Why was MongoDB chosen for the invoices?"


def test_while_it_stands_nothing_is_added(decided):
    answer = decided.ask(QUESTION)
    assert "ledger team" in answer.answer and "superseded" not in str(answer)


def test_what_stands_now_is_said_and_cited(decided):
    say(decided, "Jonas Weber", "Invoices are kept in Postgres", "A transaction spans two tables.")
    say(decided, "Mei Tanaka", "Invoices are kept in SQLite", "It is a file.")
    answer = decided.ask(QUESTION)
    assert "ledger team" in answer.answer
    assert "was superseded: what stands now is “Invoices are kept in SQLite”." in answer.answer
    assert any("superseded" in note for note in answer.notes)
    last = answer.citations[-1]
    assert last.source == "minutes of Mei Tanaka" and "SQLite" in last.quote
    assert last.quote in decided.store.get("Passage", [last.passage_id])[last.passage_id].text
    decided.forget(source="minutes of Mei Tanaka")
    decided.forget(source="minutes of Jonas Weber")
    assert "superseded" not in str(decided.ask(QUESTION))


def test_what_was_withdrawn_is_said(decided):
    say(decided, "Amara Diallo", "my proposal", "It was too early.", "withdraws")
    assert "was withdrawn and no longer stands" in decided.ask(QUESTION).answer


def test_a_passage_that_turns_to_what_stands_says_it_itself(decided):
    say(decided, "Jonas Weber", "Postgres instead of MongoDB", "The Dublin audit asked for transactions.", "supports")
    answer = decided.ask("What did the Dublin audit ask for?")
    assert "transactions" in answer.answer and "superseded" not in answer.answer


def test_another_matter_is_not_mentioned(decided):
    say(decided, "Jonas Weber", "Invoices are kept in Postgres", "A transaction spans two tables.")
    decided.ingest("The Oslo office opened in May 2021.", source="note")
    assert "superseded" not in str(decided.ask("When did the Oslo office open?"))
    with pytest.raises(OutOfScope):
        decided.ask("What does the giraffe of Copenhagen eat?")
