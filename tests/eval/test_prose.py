"""The two wikis of data/prose are what their README says they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from eval.datasets.wiki import load_wiki

PROSE = Path(__file__).parents[2] / "data" / "prose"
COUNTS = {"playhouse": (22, 104, 22), "rackway": (21, 89, 23)}


@pytest.fixture(params=sorted(COUNTS))
def wiki(request):
    return load_wiki(PROSE / request.param)


@pytest.fixture
def known(wiki):
    """Canonical name -> the entity, those that the ontology leaves out included."""
    return {entity.name: entity for entity in (*wiki.ontology.entities, *wiki.unlisted)}


def test_it_is_whole_and_of_the_promised_size(wiki):
    assert list(wiki.problems) == []
    assert (len(wiki.docs), len(wiki.relations), len(wiki.traps)) == COUNTS[wiki.folder.name]
    assert {r.doc for r in wiki.relations} == set(wiki.docs)
    assert min(Counter(r.type for r in wiki.relations).values()) >= 2


def test_a_page_belongs_to_one_part(wiki):
    assert max(Counter(doc for doc, _ in {(r.doc, r.split) for r in wiki.relations}).values()) == 1


def test_no_trap_is_gold(wiki):
    gold = {(r.source, r.type, r.target, r.doc) for r in wiki.relations}
    assert [t for t in wiki.traps if (t.source, t.type, t.target, t.doc) in gold] == []


def test_no_spelling_names_two_things(wiki, known):
    spellings = Counter(s.casefold() for entity in known.values() for s in (entity.name, *entity.aliases))
    assert [s for s, n in spellings.items() if n > 1] == []


def test_ends_fit_the_ontology_and_are_named_on_the_page(wiki, known):
    """By a spelling, or by its last word ("the scaffolding of the Bell")."""
    pages = {doc: (wiki.folder / "docs" / doc).read_text(encoding="utf-8").casefold() for doc in wiki.docs}
    for one in (*wiki.relations, *wiki.traps):
        ends = (known[one.source], known[one.target])
        assert wiki.ontology.allows(one.type, *(end.type for end in ends)), one
        for end in ends:
            spellings = {end.name, *end.aliases, end.name.split()[-1]}
            assert any(spelling.casefold() in pages[one.doc] for spelling in spellings), (one, end)
