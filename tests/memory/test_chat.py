"""A message in a conversation: stored once, its context found, the way there remembered."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from memkit import InputError, OutOfScope
from memkit.model import RECORD_CLASSES

ACME = "[Acme|Organization] -OWNS> [Anvil|Object]"


def everything(memory) -> dict:
    return {label: memory.store.find(label) for label in RECORD_CLASSES}


def of_type(memory, source_ids, type: str) -> list[str]:
    return [edge.target_id for edge in memory.store.expand(source_ids, [type])]


def test_the_message_is_a_message_of_the_session(memory):
    first = memory.chat(ACME, session_id="s", speaker="Ana", source="talk", at="2026-01-01T09:00")
    second = memory.chat("And [Rocket|Object]?", session_id="s")
    said = memory.store.get("Passage", [first.message_id, second.message_id])
    one, two = said[first.message_id], said[second.message_id]
    assert (one.kind, one.session_id, one.speaker, one.source, one.at) == (
        "message",
        "s",
        "Ana",
        "talk",
        "2026-01-01T09:00",
    )
    assert two.at > "2026-01-01" and two.position == 1
    assert of_type(memory, [one.id], "NEXT") == [two.id]
    assert memory.stats()["messages"] == 2 and memory.stats()["traces"] == 2


def test_the_sessions_messages_are_searched_and_the_message_is_not_its_own_hit(memory):
    memory.chat("the anvil is heavy", session_id="s", at="2026-01-01")
    memory.chat("the anvil is heavy", session_id="other", at="2026-01-01")
    memory.ingest("the anvil is heavy", session_id="note")
    result = memory.chat("the anvil is heavy", session_id="s", at="2026-01-02")
    assert [(hit.session_id, hit.at) for hit in result.message_hits] == [("s", "2026-01-01")]
    again = memory.chat("the anvil is heavy", session_id="s", at="2026-01-02")
    assert result.message_id == again.message_id and [hit.at for hit in again.message_hits] == ["2026-01-01"]


def test_entities_come_with_their_neighbours(memory):
    memory.ingest(ACME)
    memory.ingest("[Acme|Organization] -MAKES> [Rocket|Object]")
    memory.ingest("[Bob|Person] sleeps")
    result = memory.chat("what does [Acme|Organization] do?", session_id="s")
    first = result.entities[0]
    assert (first.name, first.entity_type, first.score) == ("Acme", "Organization", 1.0)
    assert first.related_names == ("Anvil", "Rocket")
    related = {entity.name: entity.related_names for entity in result.entities}
    assert related["Anvil"] == ("Acme",)
    assert all(0 <= entity.score <= 1 for entity in result.entities)
    assert [entity.score for entity in result.entities] == sorted((e.score for e in result.entities), reverse=True)


def test_entities_are_things_under_all_their_names(memory):
    memory.ingest(ACME)
    memory.ingest("[Acme Group|Organization] -MAKES> [Rocket|Object]")
    ids = {entity.name: entity.id for entity in memory.store.find("Entity")}
    memory.confirm(ids["Acme"], ids["Acme Group"])
    memory.chat("hello [Acme|Organization]", session_id="s", at="2026-01-01")
    result = memory.chat("and [Acme Group|Organization]?", session_id="s", at="2026-01-02")
    found = [e for e in result.entities if e.name in ("Acme", "Acme Group")]
    assert len(found) == 1 and found[0].related_names == ("Anvil", "Rocket")
    assert [trace.query for trace in result.reasoning] == ["hello [Acme|Organization]"]


def test_a_trace_is_kept_with_its_steps(memory):
    memory.ingest(ACME)
    result = memory.chat("[Acme|Organization]?", session_id="s", at="2026-01-01")
    (trace,) = memory.store.find("ReasoningTrace")
    assert (trace.id, trace.session_id, trace.query, trace.at) == (result.trace_id, "s", result.query, "2026-01-01")
    assert of_type(memory, [trace.id], "INITIATED_BY") == [result.message_id]
    assert set(of_type(memory, [trace.id], "TOUCHED")) == {entity.id for entity in result.entities}
    steps = memory.store.find("ReasoningStep", trace_id=trace.id)
    assert sorted(step.number for step in steps) == [1, 2, 3, 4, 5]
    assert set(of_type(memory, [trace.id], "HAS_STEP")) == {step.id for step in steps}


def test_earlier_reasoning_that_touched_the_same_things_comes_back(memory):
    memory.chat("[Acme|Organization] one", session_id="s", at="2026-01-01")
    memory.chat("[Acme|Organization] two", session_id="r", at="2026-01-02")
    memory.chat("[Bob|Person]", session_id="q", at="2026-01-03")
    result = memory.chat("[Acme|Organization] three", session_id="s", at="2026-01-04")
    assert [trace.query for trace in result.reasoning[-2:]] == ["[Acme|Organization] two", "[Acme|Organization] one"]
    assert result.trace_id not in {trace.id for trace in result.reasoning}
    assert result.reasoning[-1].entities == ("Acme",)
    assert [step["number"] for step in result.reasoning[-1].steps] == [1, 2, 3, 4, 5]


def test_the_same_message_twice_changes_nothing(memory):
    memory.ingest(ACME)
    first = memory.chat("[Acme|Organization]?", session_id="s", at="2026-01-01")
    before, revision = everything(memory), memory.store.revision()
    again = memory.chat("[Acme|Organization]?", session_id="s", at="2026-01-01")
    assert (everything(memory), memory.store.revision()) == (before, revision)
    assert again.trace_id == first.trace_id and list(again.reasoning) == []


@pytest.mark.parametrize(
    "given",
    [
        {"message": ""},
        {"message": "\x00"},
        {"message": 3},
        {"session_id": ""},
        {"at": "yesterday"},
        {"speaker": "\ud800"},
    ],
)
def test_a_message_that_cannot_be_kept_writes_nothing(memory, given):
    with pytest.raises(InputError):
        memory.chat(**{"message": "hello", "session_id": "s", **given})
    assert memory.store.revision() == 0


@pytest.mark.parametrize("message", ["?", "\U0001f680", " " * 3000 + "late", "word " * 2000, "\u202e مرحبا"])
def test_odd_messages_are_messages_too(memory, message):
    memory.ingest(ACME)
    result = memory.chat(message, session_id="s", at="2026-01-01")
    assert result.query == message and result.message_hits == []
    assert memory.chat(message, session_id="s", at="2026-01-01").message_hits == []
    assert memory.stats()["traces"] == 1


def test_a_notebook_shows_the_context(memory):
    memory.ingest(ACME)
    shown = memory.chat("<b>[Acme|Organization]</b>", session_id="s")._repr_html_()
    assert "entities" in shown and "Anvil" in shown and "<b>[Acme" not in shown


def test_many_talk_at_once_and_nothing_is_lost(memory):
    def say(n: int) -> str:
        return memory.chat(f"[Acme|Organization] and [Thing {n}|Object]", session_id=f"s{n % 2}").message_id

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(say, range(16)))
    assert len(set(said)) == 16 and memory.stats()["messages"] == memory.stats()["traces"] == 16
    for session in ("s0", "s1"):
        passages = memory.store.find("Passage", session_id=session)
        assert sorted(passage.position for passage in passages) == list(range(8))
        assert len(of_type(memory, [passage.id for passage in passages], "NEXT")) == 7


# ------------------------------------------------------------------------------------------------------- forgetting


@pytest.mark.parametrize("by", [{"source": "go"}, {"tag": "go"}])
def test_forgetting_takes_the_message_with_its_trace_and_leaves_all_else(memory, by):
    memory.chat(ACME, session_id="s", source="keep", tag="keep", at="2026-01-01")
    before = everything(memory)
    mark = dict.fromkeys(("source", "tag"), "go")
    memory.chat("[Acme|Organization] -MAKES> [Rocket|Object]", session_id="s", at="2026-01-02", speaker="Zoe", **mark)
    memory.chat("[Secret|Object] of [Acme|Organization]", session_id="t", at="2026-01-03", **mark)
    assert memory.stats()["traces"] == 3
    assert memory.forget(**by).passages == 2
    assert everything(memory) == before


def test_what_a_source_brought_leaves_the_traces_of_others(memory):
    memory.chat("[Secret|Object]", session_id="s", source="go", at="2026-01-01")
    kept = memory.chat("[Secret|Object] and [Acme|Organization]", session_id="t", source="keep", at="2026-01-02")
    memory.chat("[Rocket|Object]", session_id="s", source="go", at="2026-01-03")
    memory.chat("[Acme|Organization]", session_id="u", source="keep", at="2026-01-04")
    memory.forget(source="go")
    entities = {entity.id: entity.name for entity in memory.store.find("Entity")}
    assert sorted(entities.values()) == ["Acme", "Secret"]
    assert set(of_type(memory, [kept.trace_id], "TOUCHED")) <= set(entities)
    assert "Rocket" not in repr(everything(memory))


def test_a_source_is_on_every_message_and_every_fact(memory):
    memory.chat(ACME, session_id="s", source="talk", at="2026-01-01")
    memory.ingest("[Bob|Person] -KNOWS> [Ana|Person]", source="note")
    for label in ("Passage", "RELATED_TO"):
        assert sorted(record.source for record in memory.store.find(label)) == ["note", "talk"]


# ------------------------------------------------------------------------------------------------------ questions


def test_asking_writes_nothing_unless_a_session_is_named(memory):
    memory.ingest(ACME)
    revision = memory.store.revision()
    plain = memory.ask("What does Acme own?")
    assert memory.store.revision() == revision
    traced = memory.ask("What does Acme own?", session_id="s")
    assert traced == plain and memory.stats()["traces"] == 1
    (trace,) = memory.store.find("ReasoningTrace")
    assert (trace.query, trace.session_id) == ("What does Acme own?", "s")
    names = {entity.name for entity in memory.store.get("Entity", of_type(memory, [trace.id], "TOUCHED")).values()}
    assert "Acme" in names
    result = memory.chat("[Acme|Organization]", session_id="s")
    assert [trace.message_id for trace in result.reasoning] == [""]


def test_a_refusal_is_remembered_and_forgotten_with_its_session(memory):
    memory.ingest(ACME, session_id="note")
    with pytest.raises(OutOfScope):
        memory.ask("Who founded Nowhere Industries?", session_id="s")
    (trace,) = memory.store.find("ReasoningTrace")
    assert trace.outcome == "refused"
    before = replace(trace)
    memory.forget(session_id="note")
    assert memory.store.find("ReasoningTrace") == [before]
    memory.forget(session_id="s")
    assert memory.stats()["traces"] == 0
