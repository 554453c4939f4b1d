"""A small world of its own for pages: a museum, its rooms, exhibits and people."""

from __future__ import annotations

from memkit.extract import Extraction
from memkit.extract.ontology import Ontology, ontology_from_dict
from memkit.pages.draft import PageFacts
from memkit.pages.keys import Keys
from memkit.pages.page import read_page
from memkit.pages.structure import with_structure
from memkit.pages.subject import subject_of
from memkit.pages.values import Titles

MUSEUM: Ontology = ontology_from_dict(
    {
        "entity_types": {
            "Exhibit": {"parent": "Object", "words": ["exhibit", "artefact"]},
            "Engine": {"parent": "Exhibit", "words": ["engine"]},
            "Room": {"parent": "Location", "words": ["room", "hall"]},
            "Curator": {"parent": "Person", "words": ["curator"]},
            "Guild": {"parent": "Organization", "words": ["guild"]},
            "Rule": {"parent": "Object", "words": ["rule"]},
        },
        "relation_types": {
            "SHOWN_IN": {
                "from": ["Exhibit"],
                "to": ["Room"],
                "phrases": ["is shown in", "stands in"],
                "inverse_phrases": ["shows"],
            },
            "CARED_FOR_BY": {
                "from": ["Exhibit", "Room"],
                "to": ["Curator", "Guild"],
                "phrases": ["is cared for by", "keeper"],
                "inverse_phrases": ["cares for"],
            },
            "DRIVES": {
                "from": ["Engine"],
                "to": ["Exhibit"],
                "phrases": ["drives", "depends"],
                "inverse_phrases": ["is driven by"],
            },
            "MEMBER_OF": {"from": ["Curator"], "to": ["Guild"], "phrases": ["is a member of"]},
            "REPLACES": {
                "from": ["Rule", "Exhibit"],
                "to": ["Rule", "Exhibit"],
                "phrases": ["replaces"],
                "inverse_phrases": ["is replaced by"],
            },
            "PART_OF": {"from": ["Room"], "to": ["Guild"], "phrases": ["belongs to"]},
        },
        "entities": [
            {"name": "Iron Whale", "type": "Engine", "aliases": ["the Whale"]},
            {"name": "North Hall", "type": "Room"},
            {"name": "Bells and Clocks", "type": "Guild"},
            {"name": "Ada Lind", "type": "Curator"},
        ],
        "attributes": {"Exhibit": ["year", "material"], "Room": ["floor"]},
    }
)

NO_TITLES = Titles({}, {})


def page_facts(
    text: str, source: str = "page.md", titles: Titles = NO_TITLES, ontology: Ontology = MUSEUM
) -> PageFacts:
    """What the form of a page states, its sentences left unread."""
    keys = Keys(ontology)
    page = read_page(source, text)
    return with_structure(page, subject_of(page, ontology, keys), Extraction(), ontology, keys, titles)


def stated(facts: PageFacts) -> set[tuple[str, str, str]]:
    """(source, type, target) of every relation, by name."""
    mentions = facts.extraction.mentions
    return {(mentions[r.source].name, r.type, mentions[r.target].name) for r in facts.extraction.relations}


def described(facts: PageFacts) -> set[tuple[str, str, str]]:
    """(name, attribute, value) of every attribute."""
    return {(facts.extraction.mentions[a.mention].name, a.name, a.value) for a in facts.extraction.attributes}
