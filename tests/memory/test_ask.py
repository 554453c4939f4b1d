"""Memory.ask: names with the passages that state them, sentences where words are asked for, or a refusal with why."""

from __future__ import annotations

import json

import pytest

from memkit import InputError, Memory, OutOfScope, Settings
from memkit.answer.citations import stands_in

PAGES = [
    ("wrath.md", "Wrath", "Wrath is a ferry that carries cattle to the outer islands. It was built in 1902."),
    ("office.md", "Harbour Office", "The [Harbour Office|Organization] -OWNS> [Wrath|Object]"),
    ("dahl.md", "Dahl", "[Ines Dahl|Person] -LEADS> [Harbour Office|Organization]"),
    ("mull.md", "Mull", "[Wrath|Object] -SAILS_TO> [Mull|Location]. The crossing takes forty minutes."),
    ("iona.md", "Iona", "[Wrath|Object] -SAILS_TO> [Iona|Location]. There is a bell because of fog."),
]


@pytest.fixture
def ferry(memory: Memory) -> Memory:
    """A small corpus whose marks say exactly what it holds."""
    memory.ingest_passages([{"_id": id, "title": title, "text": text} for id, title, text in PAGES])
    return memory


def test_names_with_the_passage_that_states_them(ferry):
    answer = ferry.ask("Who leads the Harbour Office?")
    assert (answer.answer, answer.items, answer.routing_used) == ("Ines Dahl", ["Ines Dahl"], "GRAPH")
    [citation] = answer.citations
    assert (citation.source, citation.claim) == ("dahl.md", "Ines Dahl leads Harbour Office")
    assert citation.quote in ferry.store.get("Passage", [citation.passage_id])[citation.passage_id].text
    assert answer.degraded == [] and answer.latency_ms > 0


def test_every_hop_is_cited_the_last_one_first(ferry):
    answer = ferry.ask("Who leads the organization that owns Wrath?")
    assert answer.items == ["Ines Dahl"]
    assert [c.source for c in answer.citations] == ["dahl.md", "office.md"]
    assert [len(way.statements) for way in answer.graph_paths] == [2]


def test_a_set_is_sorted_and_each_name_is_cited(ferry):
    answer = ferry.ask("Which locations does Wrath sail to?")
    assert answer.items == ["Iona", "Mull"] and answer.answer == "Iona, Mull"
    assert [c.source for c in answer.citations] == ["iona.md", "mull.md"]


def test_a_count_cites_each_thing_counted(ferry):
    answer = ferry.ask("How many locations does Wrath sail to?")
    assert (answer.answer, answer.items) == ("2", ["2"])
    assert {c.source for c in answer.citations} == {"iona.md", "mull.md"}


def test_words_are_answered_by_a_sentence_as_it_stands(ferry):
    answer = ferry.ask("For how long does the crossing to Mull take?")
    assert "The crossing takes forty minutes." in answer.answer
    assert answer.items == [] and answer.routing_used == "VECTOR"
    assert all(stands_in(c.quote, next(t for id, _, t in PAGES if id == c.source)) for c in answer.citations)


def test_the_page_of_the_thing_goes_first(ferry):
    assert ferry.ask("What is Wrath?").answer.startswith("Wrath is a ferry")


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Who leads the Lighthouse Board?", "Lighthouse Board"),
        ("What is the salary of Ines Dahl?", "salary"),
        ("What is photosynthesis?", "photosynthesis"),
    ],
)
def test_what_is_not_there_is_refused_with_the_reason(ferry, question, reason):
    with pytest.raises(OutOfScope, match=reason) as caught:
        ferry.ask(question)
    assert caught.value.reason == str(caught.value) != ""


def test_nothing_is_known_to_an_empty_memory(memory):
    for question in ("Who leads the Harbour Office?", "What is it?"):
        with pytest.raises(OutOfScope):
            memory.ask(question)


# --------------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize("question", ["", " ", "\n", "x" * 1001, None, 5, b"who", [], "a\x00b", "\ud800"])
def test_a_question_that_cannot_be_read(ferry, question):
    with pytest.raises(InputError, match="question"):
        ferry.ask(question)


def test_a_thousand_characters_can_be(ferry):
    question = "Who leads the Harbour Office?"
    assert ferry.ask(question + " " * (1000 - len(question))).items == ["Ines Dahl"]


@pytest.mark.parametrize("name", ["k", "max_hops"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "3", None, True])
def test_numbers_from_one(ferry, name, value):
    with pytest.raises(InputError, match=name):
        ferry.ask("Who leads the Harbour Office?", **{name: value})


@pytest.mark.parametrize(
    "question",
    [
        "谁是港务局长？",
        "MATCH (n) DETACH DELETE n",
        '"] DETACH DELETE (n) //',
        "'; DROP TABLE passage; --",
        'NEAR("Wrath" ferry)* AND NOT -title:x ^2',
        "{{7*7}} ${jndi:ldap://x} <script>alert(1)</script>?",
        "?!",
    ],
)
def test_syntax_of_any_kind_is_only_text(ferry, question):
    before = ferry.stats().to_dict() | {"checked_at": ""}
    with pytest.raises((OutOfScope, InputError)):
        ferry.ask(question)
    assert ferry.stats().to_dict() | {"checked_at": ""} == before
    assert ferry.ask("Who leads the Harbour Office?").items == ["Ines Dahl"]


@pytest.mark.parametrize("k", [1, 2, 5])
def test_k_bounds_the_passages(ferry, k):
    answer = ferry.ask("For how long does the crossing to Mull take?", k=k)
    assert 1 <= len(answer.vector_passages) <= k
    assert {c.passage_id for c in answer.citations} <= {hit.id for hit in answer.vector_passages}


def test_a_plan_longer_than_max_hops_is_not_run_and_a_note_says_so(ferry):
    question = "Who leads the organization that owns Wrath?"
    assert ferry.ask(question, max_hops=2).items == ["Ines Dahl"]
    try:
        answer = ferry.ask(question, max_hops=1)
    except OutOfScope as refused:
        assert "max_hops=1" in refused.reason
    else:
        assert answer.items == [] and answer.routing_used == "VECTOR"
        assert "max_hops=1" in answer.notes[0]


# ------------------------------------------------------------------------------------------------------------- forms


def test_it_follows_what_is_ingested(ferry):
    with pytest.raises(OutOfScope):
        ferry.ask("Which locations does Ines Dahl visit?")
    ferry.ingest("[Ines Dahl|Person] -VISITS> [Staffa|Location]", source="note")
    assert ferry.ask("Which locations does Ines Dahl visit?").items == ["Staffa"]


def test_a_confirmed_name_counts_as_the_same_thing(ferry):
    ferry.ingest("[Inez Dahl|Person] -VISITS> [Ulva|Location]", source="note")
    ids = {e.name: e.id for e in ferry.entities()}
    if "Inez Dahl" in ids:
        ferry.confirm(ids["Ines Dahl"], ids["Inez Dahl"])
    answer = ferry.ask("Which locations does Ines Dahl visit?")
    assert answer.items == ["Ulva"] and "Inez Dahl" in answer.citations[0].quote


def test_asked_twice_the_answer_is_equal_whatever_time_it_took(ferry):
    one, other = (ferry.ask("Who leads the organization that owns Wrath?") for _ in range(2))
    assert one == other
    assert str(one) == str(other) and one._repr_html_() == other._repr_html_()


def test_forms(ferry):
    answer = ferry.ask("Who leads the Harbour Office?")
    text = str(answer)
    assert text.splitlines()[0] == "Ines Dahl" and "[1] Ines Dahl leads Harbour Office" in text and "dahl.md" in text
    plain = answer.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert {"answer", "citations", "routing_used", "graph_paths", "vector_passages", "notes", "latency_ms"} <= set(
        plain
    )
    assert answer.citations.to_frame()["source"].tolist() == ["dahl.md"]


def test_a_page_cannot_put_markup_into_a_notebook(memory):
    text = "[<b onload=x>|Person] -LEADS> [Harbour Office|Organization]"
    memory.ingest_passages([{"_id": "<i>.md", "title": "<script>", "text": text}])
    html = memory.ask("Who leads the Harbour Office?")._repr_html_()
    assert "<script" not in html and "<b onload" not in html and "<i>" not in html and "&lt;script&gt;" in html


def test_an_entity_named_like_a_statement_is_only_a_name(memory):
    name = '"] DETACH DELETE'
    memory.ingest_passages(
        [{"_id": "x.md", "title": "X", "text": f"[{name[:1]}) DETACH DELETE|Person] -LEADS> [Acme|Organization]"}]
    )
    assert memory.ask("Who leads Acme?").items == [f"{name[:1]}) DETACH DELETE"]
    assert memory.stats().entities == 2


def test_one_thing_s_path_to_another(ferry):
    answer = ferry.ask("How is Ines Dahl connected to Wrath?")
    assert answer.answer == "Ines Dahl leads Harbour Office; Harbour Office owns Wrath"
    assert answer.items == ["Harbour Office", "Ines Dahl", "Wrath"]
    assert {"dahl.md", "office.md"} == {c.source for c in answer.citations}


def test_without_an_ontology_or_a_mark(backend):
    settings = Settings(embedder="hash", cache_dir="")
    with Memory(backend.uri, namespace=backend.namespace("plain"), settings=settings, **backend.credentials) as memory:
        memory.ingest("Anthropic developed Claude Code. Claude Code competes with Codex.")
        answer = memory.ask("Who competes with Codex?")
        assert answer.items == ["Claude Code"]
        assert answer.citations[0].quote == "Claude Code competes with Codex."
