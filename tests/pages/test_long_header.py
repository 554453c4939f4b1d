"""A header longer than a passage: each of its facts is stated by the passage that names it, and is cited from there."""

from __future__ import annotations

import pytest

from memkit import Memory, Settings

ONTOLOGY = """
entity_types:
  Proposal: {parent: Object, words: [RFC, proposal]}
relation_types:
  AUTHOR:
    from: [Proposal]
    to: [Person]
    phrases: [author, was written by]
    inverse_phrases: [wrote]
"""
PEOPLE = [f"{first} {last}" for first in ("Ann", "Ben", "Cleo", "Dora") for last in ("Hay", "Ivory", "Jarvis", "Kerr")]


@pytest.fixture
def memory(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "ontology.yaml").write_text(ONTOLOGY, encoding="utf-8")
    authors = ",\n        ".join(f"{name} <{name.lower().replace(' ', '.')}@example.org>" for name in PEOPLE)
    page = f"RFC: 7\nTitle: On Tides\nAuthor: {authors}\nStatus: Final\n\n# RFC 7\n\nThe tide turns twice a day.\n"
    (docs / "rfc-7.md").write_text(page, encoding="utf-8")
    with Memory(":memory:", settings=Settings(embedder="hash", passage_chars=300)) as memory:
        memory.ingest_folder(tmp_path)
        yield memory


def test_each_statement_stands_in_the_passage_that_states_it(memory):
    names = {entity.id: entity.name for entity in memory.store.find("Entity")}
    relations = memory.store.find("RELATED_TO")
    assert sorted(names[r.target_id] for r in relations) == sorted(PEOPLE)
    passages = memory.store.get("Passage", {r.passage_id for r in relations})
    assert len(passages) > 1
    for relation in relations:
        assert relation.sentence in passages[relation.passage_id].text
        assert names[relation.target_id] in relation.sentence


def test_all_of_them_are_answered(memory):
    given = memory.ask("Who wrote RFC 7?")
    assert sorted(given.items) == sorted(PEOPLE)
    assert {citation.passage_id for citation in given.citations} <= {p.id for p in memory.store.find("Passage")}
