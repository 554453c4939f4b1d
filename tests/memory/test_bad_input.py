"""What cannot be used is named, with the remedy, and loses nothing: stores, ids, batches, extractors, judgements."""

from __future__ import annotations

import pytest
from marked import MarkedExtractor

from memkit import InputError, MemkitError, Memory, ModelError, Settings, StoreError, reembed
from memkit.extract import ExtractedMention, ExtractedRelation, Extraction

NOT_TEXT = [None, 5, b"x", "", [], {}, 1.5, object()]


@pytest.mark.parametrize("store", [5, [], b"x", object(), "", "a\x00b", "\ud800", "ftp://x"])
def test_a_store_that_is_no_address_is_refused(store, settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError):
        Memory(store, settings=settings)
    assert list(tmp_path.iterdir()) == []


def test_no_store_is_the_neo4j_of_the_settings_or_an_error(monkeypatch):
    monkeypatch.delenv("NEO4J_URI", raising=False)
    with pytest.raises(InputError, match="NEO4J_URI"):
        Memory(None, settings=Settings(embedder="hash"))
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:1"):
        Memory(None, settings=Settings(embedder="hash", neo4j_uri="bolt://127.0.0.1:1"))


@pytest.mark.parametrize("namespace", [5, b"x", "", None, "a\x00b", "\ud800", "x" * 3000])
def test_a_namespace_is_a_text_that_can_be_kept(namespace, settings):
    with pytest.raises(InputError, match="namespace"):
        Memory(":memory:", namespace=namespace, settings=settings)


@pytest.mark.parametrize("settings", [5, "x", {"embedder": "hash"}])
def test_settings_are_settings(settings):
    with pytest.raises(InputError, match="Settings"):
        Memory(":memory:", settings=settings)


@pytest.mark.parametrize("id", NOT_TEXT)
def test_ids_and_reviewers_are_texts(memory, id):
    memory.ingest("[Acme|Organization]")
    known = memory.entities()[0].id
    for call in (
        lambda: memory.confirm(id, known),
        lambda: memory.reject(known, id),
        lambda: memory.undo(id),
        lambda: memory.history(id),
        lambda: memory.confirm(known, "other", reviewer=id) if id is not None else memory.undo(id),
        lambda: memory.relations(id) if id is not None else memory.undo(id),
        lambda: memory.entities(type=id) if id is not None else memory.undo(id),
    ):
        with pytest.raises(InputError):
            call()
    with pytest.raises(MemkitError, match="no entity"):
        memory.relations("ent_unknown")


@pytest.mark.parametrize("field", ["source", "speaker", "at", "tag", "session_id"])
@pytest.mark.parametrize("value", [0, False, b"", [], 3.5])
def test_a_falsy_value_is_no_empty_text(memory, field, value):
    with pytest.raises(InputError, match=field):
        memory.ingest("text", **{field: value})


@pytest.mark.parametrize(
    ("at", "good"),
    [
        ("2026", True),
        ("2026-05", True),
        ("2026-05-01", True),
        ("2026-05-01T09:30:00+02:00", True),
        ("yesterday", False),
        ("2026-13-01", False),
        ("1.5.2026", False),
    ],
)
def test_times_are_iso_8601(memory, at, good):
    if good:
        assert memory.ingest("text", at=at).rows_changed > 0
    else:
        with pytest.raises(InputError, match="ISO 8601"):
            memory.ingest("text", at=at)


@pytest.mark.parametrize("notes", ["abc", {"content": "x"}, None, 5, b"x"])
def test_a_batch_is_a_list(memory, notes):
    with pytest.raises(InputError, match="notes is a"):
        memory.ingest_many(notes)
    assert memory.stats()["messages"] == 0


class Moody(MarkedExtractor):
    """Fails on, or answers wrongly, a text that says how."""

    def extract(self, text):
        wrong = {
            "raise": lambda: 1 / 0,
            "none": lambda: None,
            "outside": lambda: Extraction([ExtractedMention(0, 999, "x", "x", "Object", "mark")]),
            "other": lambda: Extraction([ExtractedMention(0, 2, "zz", "zz", "Object", "mark")]),
            "unnamed": lambda: Extraction([ExtractedMention(0, 2, text[:2], " ", "Object", "mark")]),
            "untyped": lambda: Extraction([ExtractedMention(0, 2, text[:2], "x", None, "mark")]),
            "twice": lambda: Extraction([ExtractedMention(0, 2, text[:2], "x", "Object", "mark")] * 2),
            "relation": lambda: Extraction([], [ExtractedRelation(0, 1, "R", 0, 2, text)]),
        }
        return wrong[text]() if text in wrong else super().extract(text)


MOODS = ["raise", "none", "outside", "other", "unnamed", "untyped", "twice", "relation"]


@pytest.mark.parametrize("mood", MOODS)
def test_an_extractor_that_breaks_its_promise_is_named_and_nothing_is_written(open_memory, mood):
    memory = open_memory(extractor=Moody())
    with pytest.raises(ModelError, match="Moody"):
        memory.ingest(mood)
    assert memory.stats()["messages"] == 0


def test_one_note_that_cannot_be_read_never_ends_a_batch(open_memory):
    memory = open_memory(extractor=Moody())
    report = memory.ingest_many(["[A1|Object]", *MOODS, "[B2|Object]"])
    assert len(report.results) == 2 and [f["number"] for f in report.failed] == list(range(1, 1 + len(MOODS)))
    assert {e.name for e in memory.entities()} == {"A1", "B2"}


def test_an_undo_that_a_later_rejection_forbids_is_refused_and_changes_nothing(memory):
    memory.ingest("[Alpha One|Object] [Beta Two|Object] [Gamma Three|Object]")
    a, b, c = ({e.name: e.id for e in memory.store.find("Entity")}[n] for n in ("Alpha One", "Beta Two", "Gamma Three"))
    memory.confirm(a, b)
    rejected = memory.reject(a, b)
    memory.confirm(a, c)
    later = memory.reject(b, c)
    revision = memory.store.revision()
    with pytest.raises(InputError, match=later.id):
        memory.undo(rejected.id)
    assert memory.store.revision() == revision
    memory.undo(later.id)
    memory.undo(rejected.id)
    assert memory.stats()["entities"] == 1


def test_a_rejection_says_which_merges_it_parts(memory):
    memory.ingest("[Alpha One|Object] [Beta Two|Object] [Gamma Three|Object]")
    a, b, c = ({e.name: e.id for e in memory.store.find("Entity")}[n] for n in ("Alpha One", "Beta Two", "Gamma Three"))
    joined = {memory.confirm(a, b).id, memory.confirm(b, c).id}
    reason = memory.reject(a, c).reason
    assert "also parts" in reason and sum(id in reason for id in joined) == 1


def test_reembedding_what_is_not_there_is_an_error_and_makes_no_file(tmp_path, settings):
    with pytest.raises(StoreError, match="no store at"):
        reembed(tmp_path / "nope.db", settings=settings)
    assert not (tmp_path / "nope.db").exists()
    with Memory(tmp_path / "m.db", settings=settings, extractor=MarkedExtractor()) as memory:
        memory.ingest("text")
    with pytest.raises(StoreError, match="it has default"):
        reembed(tmp_path / "m.db", namespace="deflaut", settings=settings)


def test_a_file_that_was_deleted_takes_no_more_writes(tmp_path, settings):
    path = tmp_path / "m.db"
    with Memory(path, settings=settings, extractor=MarkedExtractor()) as memory:
        memory.ingest("one")
        path.unlink()
        with pytest.raises(StoreError, match="deleted or replaced"):
            memory.ingest("two")
