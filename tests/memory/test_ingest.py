"""Notes into memory: what is stored, what a second time changes, what is refused. On both stores."""

from __future__ import annotations

import threading

import pytest

from memkit import InputError, Memory, ModelError, Settings


def test_a_note_becomes_passage_mentions_and_relation(memory):
    result = memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]", source="note", session_id="s", at="2026-05-01")
    assert (result.entity_count, result.relation_count) == (2, 1)
    assert [r.action for r in result.resolutions] == ["create", "create"]
    assert all(r.reason for r in result.resolutions)
    stats = memory.stats()
    assert {k: stats[k] for k in ("conversations", "messages", "documents", "chunks", "entities")} == {
        "conversations": 1,
        "messages": 1,
        "documents": 0,
        "chunks": 0,
        "entities": 2,
    }
    (fact,) = memory.relations()
    assert (fact.source, fact.type, fact.target) == ("Acme", "OWNS", "Anvil")
    assert fact.passage_id == result.message_id
    passage = memory.store.get("Passage", [result.message_id])[result.message_id]
    assert (passage.source, passage.session_id, passage.at) == ("note", "s", "2026-05-01")
    for mention in memory.store.find("MENTIONS"):
        assert passage.text[mention.start : mention.end] == mention.surface


def test_the_same_note_twice_changes_and_encodes_nothing(memory):
    first = memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]")
    before = memory.store.revision()
    second = memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]")
    assert first.rows_changed > 0 and first.encoded == 1
    assert (second.rows_changed, second.encoded) == (0, 0)
    assert (second.message_id, second.entity_count, second.relation_count) == (first.message_id, 2, 1)
    assert [r.action for r in second.resolutions] == ["merge", "merge"]
    assert memory.store.revision() == before


def test_a_known_name_is_the_known_entity(memory):
    memory.ingest("[Acme|Organization] opened.")
    result = memory.ingest("[Acme|Organization] closed.")
    assert [(r.action, r.matched_name) for r in result.resolutions] == [("merge", "Acme")]
    assert memory.stats()["entities"] == 1
    assert memory.entities()[0].mentions == 2


def test_a_variant_is_merged_by_a_judgement_and_can_be_undone(memory):
    memory.ingest("[OpenAI|Organization] -MAKES> [Whisper|Object]")
    (resolution,) = memory.ingest("[OpenAI Inc.|Organization] grew.").resolutions
    assert (resolution.action, resolution.matched_name) == ("merge", "OpenAI")
    (company,) = memory.entities(type="Organization")
    assert (company.name, company.aliases, company.mentions) == ("OpenAI", ("OpenAI Inc.",), 2)
    (judgement,) = memory.history(company.id)
    assert judgement.verdict == "merged" and judgement.reason and judgement.decided_by == "rule:memkit"
    memory.undo(judgement.id)
    assert [(e.name, e.mentions) for e in memory.entities(type="Organization")] != [("OpenAI", 2)]
    assert memory.stats()["entities"] == 3


def test_two_variants_in_one_note_are_one(memory):
    memory.ingest("[Jose Garcia|Person] met [José García|Person].")
    assert memory.stats()["entities"] == 1


def test_digits_keep_names_apart(memory):
    memory.ingest("[RFC 2616|Object] and [RFC 2617|Object]")
    assert memory.stats()["entities"] == 2
    assert memory.pending() == []


def test_two_people_with_one_name_in_conflict_are_never_merged_silently(memory):
    memory.ingest("[John Smith|Person] -WORKS_FOR> [Acme|Organization]", source="a")
    result = memory.ingest("[John Smith|Person] -WORKS_FOR> [Globex|Organization]", source="b")
    person = result.resolutions[0]
    assert person.action == "pending"
    assert "WORKS_FOR" in person.reason
    (waiting,) = memory.pending()
    assert {waiting.left_name, waiting.right_name} == {"John Smith"}
    memory.reject(waiting.left_id, waiting.right_id)
    assert len(memory.entities(type="Person")) == 2
    third = memory.ingest("[John Smith|Person] called.").resolutions[0]
    assert third.action == "pending", "which of the two cannot be known"
    fourth = memory.ingest("[John Smith|Person] called again.").resolutions[0]
    assert fourth.entity_id == third.entity_id, "undecided mentions of one name wait in one place"
    assert len(memory.entities(type="Person")) == 3


def test_a_guessed_type_asks_and_a_told_type_parts(memory):
    memory.ingest("[Mercury|Object] shines.")
    guessed = memory.ingest("[Mercury|Person?] called.").resolutions[0]
    assert guessed.action == "pending" and "Object" in guessed.reason and "Person" in guessed.reason
    told = memory.ingest("[Mercury|Location] is far.").resolutions[0]
    assert told.action == "create"
    assert len(memory.pending()) == 1
    assert memory.ingest("[Mercury|Person?] called again.").resolutions[0].entity_id == guessed.entity_id
    assert len(memory.pending()) == 1


def test_messages_are_chained_in_order(memory):
    ids = [memory.ingest(text, session_id="s").message_id for text in ("one", "two", "three")]
    links = memory.store.expand(ids, ["NEXT"])
    assert {(e.source_id, e.target_id) for e in links} == {(ids[0], ids[1]), (ids[1], ids[2])}
    positions = {p.id: p.position for p in memory.store.find("Passage")}
    assert [positions[id] for id in ids] == [0, 1, 2]


def test_a_long_note_is_cut_between_sentences_and_loses_nothing(memory):
    text = " ".join(f"Sentence number {n} says little." for n in range(200)) + " [Acme|Organization] ends it."
    result = memory.ingest(text)
    passages = sorted(memory.store.find("Passage"), key=lambda p: p.position)
    assert len(passages) > 1 and passages[0].id == result.message_id
    assert "".join(p.text for p in passages) == text
    assert all(len(p.text) <= memory.settings.passage_chars for p in passages)
    assert all(p.text.rstrip().endswith(".") for p in passages)
    assert memory.ingest(text).rows_changed == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "content is empty"),
        (" \n\t", "content is empty"),
        ("a\x00b", "NUL"),
        ("a\ud800b", "surrogate"),
        (b"bytes", "bytes"),
        (None, "NoneType"),
        (7, "int"),
    ],
)
def test_text_that_cannot_be_kept_is_refused_by_name(memory, content, says):
    with pytest.raises(InputError, match=says):
        memory.ingest(content)
    assert memory.stats()["messages"] == 0


def test_a_text_over_the_limit_is_refused_with_the_remedy(open_memory):
    memory = open_memory(settings=Settings(embedder="hash", cache_dir="", max_text=10))
    with pytest.raises(InputError, match="max_text"):
        memory.ingest("x" * 11)


@pytest.mark.parametrize(
    "name",
    [
        "Robert'); DROP TABLE entity;--",
        "`) DETACH DELETE n //",
        '" OR 1=1 MATCH (n) DELETE n',
        "NEAR(a b) AND NOT *",
        "\u202eright to left\u202c",
        "e\u0301\u0302\u0303 combining",
        "שלום עולם",
        "🦊",
        "x" * 10_000,
    ],
)
def test_names_are_data_whatever_they_contain(open_memory, name):
    memory = open_memory(settings=Settings(embedder="hash", cache_dir="", passage_chars=20_000))
    memory.ingest(f"[{name}|Object] -MAKES> [Plain|Object]")
    assert {e.name for e in memory.entities()} == {name, "Plain"}
    assert memory.retrieve(name[:500], mode="keyword").degraded == []
    assert memory.forget(session_id="default").entities == 2


def test_one_bad_note_never_ends_a_batch(memory):
    report = memory.ingest_many(["[A|Object]", "", {"content": "[B|Object]", "source": "s"}, {"nonsense": 1}, b"x"])
    assert len(report.results) == 2
    assert [f["number"] for f in report.failed] == [1, 3, 4]
    assert memory.stats()["messages"] == 2


def test_namespaces_do_not_see_each_other(open_memory):
    one, other = open_memory("one"), open_memory("other")
    one.ingest("[Acme|Organization] exists.")
    result = other.ingest("[Acme|Organization] exists.")
    assert [r.action for r in result.resolutions] == ["create"]
    assert one.stats()["entities"] == other.stats()["entities"] == 1
    other.forget(session_id="default")
    assert (one.stats()["messages"], other.stats()["messages"]) == (1, 0)


def test_writers_in_parallel_lose_nothing(open_memory):
    """Two memories on one store (as two processes would be) write at once: every note and every merge stands."""
    memories = [open_memory(), open_memory()]
    errors: list[BaseException] = []

    def write(memory: Memory, who: int) -> None:
        try:
            for n in range(8):
                memory.ingest(f"[Acme|Organization] note {n} by {who}", session_id=f"s{who}")
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(m, n)) for n, m in enumerate(memories)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert memories[0].stats()["messages"] == 16
    assert [(e.name, e.mentions) for e in memories[1].entities()] == [("Acme", 16)]


def test_another_embedding_model_is_refused_with_the_remedy(open_memory):
    open_memory().ingest("[Acme|Organization]")
    with pytest.raises(ModelError, match="memkit reembed"):
        open_memory(settings=Settings(embedder="hash", hash_dimensions=64, cache_dir=""))


def test_reembed_changes_every_vector_and_the_model(open_memory, backend):
    from memkit import reembed

    first = open_memory()
    first.ingest("[Acme|Organization] makes anvils")
    first.ingest("[Globex|Organization] makes globes")
    settings = Settings(embedder="hash", hash_dimensions=64, cache_dir="")
    done = reembed(backend.uri, namespace=backend.namespace("a"), settings=settings, **backend.credentials)
    assert (done.passages, done.before, done.after) == (2, "hash-256", "hash-64")
    memory = open_memory(settings=settings)
    assert memory.store.vectors("Passage")[1].shape == (2, 64)
    assert memory.retrieve("globes", mode="vector").passages[0].text.endswith("globes")


def test_an_ontology_s_other_names_are_one_thing(open_memory, tmp_path):
    file = tmp_path / "ontology.yaml"
    file.write_text(
        "entity_types: {Service: {parent: Object}}\n"
        "entities: [{name: Ledger Core, type: Service, aliases: [the books, lcore]}]\n"
    )
    memory = open_memory(settings=Settings(embedder="hash", cache_dir="", ontology=str(file)))
    memory.ingest("[Ledger Core|Service] runs.")
    (resolution,) = memory.ingest("[lcore|Service] runs.").resolutions
    assert (resolution.action, resolution.matched_name) == ("merge", "Ledger Core")
    assert memory.stats()["entities"] == 1


def test_a_text_of_ten_megabytes_is_refused_at_once_by_name(memory):
    with pytest.raises(InputError, match=r"10,000,000 characters.*max_text"):
        memory.ingest("word " * 2_000_000)
