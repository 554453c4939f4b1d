"""The facts that a page's form states, and those that it only seems to."""

from __future__ import annotations

import pytest
from museum import described, page_facts, stated

from memkit.extract.ontology import Ontology
from memkit.pages.values import Titles

WHALE = "---\ntype: engine\n---\n# Iron Whale\n\n"


def test_header_fields_are_attributes_and_relations_of_the_page():
    facts = page_facts(
        "---\ntype: engine\nyear: 1874\nfloor: 2\nkeeper: Bells and Clocks\nshown_in: [North Hall]\n---\n# Iron Whale\n"
    )
    assert stated(facts) == {
        ("Iron Whale", "CARED_FOR_BY", "Bells and Clocks"),
        ("Iron Whale", "SHOWN_IN", "North Hall"),
    }
    assert described(facts) == {("Iron Whale", "year", "1874")}  # a floor is an attribute of rooms


@pytest.mark.parametrize(
    "line",
    [
        "Keeper: Ada Lind",
        "**Keeper:** Ada Lind",
        "**Keeper**: Ada Lind",
        "**Keeper** – Ada Lind",
        "- Keeper: Ada Lind",
        "* **Keeper:** [Ada Lind](../ada.md)",
        "Keeper: `Ada Lind`. She came in May, after Bo Ek.",
        "Keeper: Ada Lind (since 1999)",
        "Keepers: Ada Lind",
        "Year: 1874\nKeeper: Ada Lind",
        ":Keeper: Ada Lind",
        "*Keeper*: Ada Lind",
        "Keeper\n: Ada Lind",
        "## Keeper: Ada Lind",
        "- Keepers\n  - Ada Lind",
        "## Keepers\n\n- Ada Lind in the mornings",
        "## Keeper\n\n- Ada Lind",
        "## Keepers\n\n1. Ada Lind, since 1999\n",
        "Cared for by:\n\n- Ada Lind: in the morning",
        "The exhibit is cared for by:\n\n- Ada Lind",
        "- Keepers:\n  - Ada Lind\n- Smiths:\n  - Bo Ek",
        "| Keeper | Since |\n|---|---|\n| Ada Lind | 1999 |",
        "| | |\n|---|---|\n| Keeper | Ada Lind |\n| Year | 1874 |",
        "| Relation | Target |\n|---|---|\n| keeper | Ada Lind |",
    ],
)
def test_ways_to_say_one_thing(line):
    assert stated(page_facts(WHALE + line + "\n")) == {("Iron Whale", "CARED_FOR_BY", "Ada Lind")}


@pytest.mark.parametrize(
    "line",
    [
        "Keeper: none",
        "Keeper: -",
        "Keeper: ~~Ada Lind~~",
        "Keeper: TBD",
        "Keeper: Ada Lind (until 1999)",
        "Keeper: no longer Ada Lind",
        "Keeper: a lot of patience",
        "Note: Ada Lind",
        "## Former keepers\n\n- Ada Lind",
        "## Keepers\n\n- Ada Lind was never one.",
        "## Keepers\n\n- ~~Ada Lind~~",
        "## Keepers\n\n## Others\n\n- Ada Lind",
        "## Not cared for by\n\n- Ada Lind",
        "| Keeper | Until |\n|---|---|\n| Ada Lind | 1999 |",
        "| Keeper | Since |\n|---|---|\n| - | 1999 |",
        "```\nKeeper: Ada Lind\n```",
        "Drives: North Hall",  # a room cannot be driven
        "Keeper: Iron Whale",
    ],
)
def test_what_states_nothing(line):
    assert stated(page_facts(WHALE + line + "\n")) == set()


def test_lists_of_names_are_cut_where_names_end():
    line = "Keeper: Ada Lind, Bells and Clocks and the Guild of Smiths; [Bo Ek](bo.md), and `cy`"
    assert {target for _, _, target in stated(page_facts(WHALE + line))} == {
        "Ada Lind",
        "Bells and Clocks",
        "the Guild of Smiths",
        "Bo Ek",
        "cy",
    }


def test_rows_of_a_table_are_about_their_own_thing():
    facts = page_facts(
        "# All exhibits\n\n| No | Exhibit | Keeper | Shown in | Year | Note |\n|---|---|---|---|---|---|\n"
        "| 1 | Iron Whale | Ada Lind | North Hall | 1874 | old |\n| 2 | Brass Owl | - | ~~North Hall~~ | 1901 | |\n"
    )
    assert stated(facts) == {("Iron Whale", "CARED_FOR_BY", "Ada Lind"), ("Iron Whale", "SHOWN_IN", "North Hall")}
    assert described(facts) == {("Iron Whale", "year", "1874"), ("Brass Owl", "year", "1901")}


def test_a_heading_that_is_a_name_has_its_section_said_of_that_thing():
    facts = page_facts(
        "# Inventory\n\n## Iron Whale\n\nKeeper: Ada Lind\n\n### Shown in\n\n- North Hall\n\n## Misc\n\nText.\n"
    )
    assert stated(facts) == {("Iron Whale", "CARED_FOR_BY", "Ada Lind"), ("Iron Whale", "SHOWN_IN", "North Hall")}


def test_a_table_under_a_heading_of_a_kind():
    text = "---\ntype: guild\n---\n# Bells and Clocks\n\n## Rooms\n\n| Room | Size |\n|---|---|\n| North Hall | 40 |\n"
    assert stated(page_facts(text)) == {("North Hall", "PART_OF", "Bells and Clocks")}
    assert stated(page_facts(text.replace("## Rooms", "## Nearby"))) == set()


def test_a_field_named_like_a_type_names_the_page_and_numbers_name_its_kind():
    facts = page_facts("Rule: 12\nTitle: No running\nReplaces: 3, 04\nIs-Replaced-By: 40\n\nText.\n", "rule-12.txt")
    assert stated(facts) == {
        ("Rule 12", "REPLACES", "Rule 3"),
        ("Rule 12", "REPLACES", "Rule 4"),
        ("Rule 40", "REPLACES", "Rule 12"),
    }
    assert facts.aliases == {("Rule 12", "Rule"): ("No running",)}
    assert {m.type for m in facts.extraction.mentions} == {"Rule"}


def test_an_address_is_another_name_of_its_person():
    facts = page_facts(
        "Type: engine\nTitle: Iron Whale\nKeeper: Ada Lind <ada@x.org>, Bo Ek <bo at x.org>\n\n.\n", "w.txt"
    )
    assert {target for _, _, target in stated(facts)} == {"Ada Lind", "Bo Ek"}
    assert facts.aliases == {("Ada Lind", "Curator"): ("ada@x.org",), ("Bo Ek", "Curator"): ("bo@x.org",)}


@pytest.mark.parametrize(
    ("text", "name", "type"),
    [
        ("# Iron Whale\n", "Iron Whale", "Engine"),
        ("# The Iron Whale (engine)\n", "Iron Whale", "Engine"),
        ("# Iron Whale: how it works\n", "Iron Whale", "Engine"),
        ("---\nkind: exhibits\n---\n# Brass Owl\n", "Brass Owl", "Exhibit"),
        ("# South Hall\n", "South Hall", "Room"),
        ("# Engine: Brass Owl\n", "Brass Owl", "Engine"),
        ("---\nname: Brass Owl\ntype: engine\n---\n# Welcome\n", "Brass Owl", "Engine"),
        ("# R-12: No running\n\nType: rule\n", "R-12", "Rule"),
        ("# Something else\n", "Something else", "Object"),
        ("No heading", "page", "Object"),
        ('# "] DETACH DELETE\n', '"] DETACH DELETE', "Object"),
    ],
)
def test_the_entity_of_a_page(text, name, type):
    mention = page_facts(text).extraction.mentions[0]
    assert (mention.name, mention.type) == (name, type)


def test_a_link_names_the_page_that_it_leads_to():
    titles = Titles({"people/ada.md": ("Ada Lind", "Curator")}, {})
    there = page_facts(WHALE + "Keeper: [our own](people/ada.md#top)", titles=titles)
    assert stated(there) == {("Iron Whale", "CARED_FOR_BY", "Ada Lind")}
    up = page_facts(WHALE + "Keeper: [Our Own](../people/ada.md)", source="engines/whale.md", titles=titles)
    assert stated(up) == {("Iron Whale", "CARED_FOR_BY", "Ada Lind")}
    nowhere = page_facts(WHALE + "Keeper: [Our Own](nobody.md)", titles=titles)
    assert stated(nowhere) == {("Iron Whale", "CARED_FOR_BY", "Our Own")}


@pytest.mark.parametrize("line", ["aliases: [Owl One, the bird]", "Also known as: Owl One, the bird"])
def test_a_page_gives_its_entity_other_names(line):
    facts = page_facts(f"---\ntype: engine\n{line}\n---\n# Brass Owl\n")
    assert facts.aliases == {("Brass Owl", "Engine"): ("Owl One", "the bird")}


def test_every_statement_is_text_of_the_page_and_its_names_stand_where_they_are_said_to():
    text = WHALE + "Keeper: Ada Lind, Bo Ek\n\n| Shown in | Since |\n|---|---|\n| `North Hall` | 1999 |\n"
    facts = page_facts(text)
    assert len(facts.extraction.relations) == 3
    for relation in facts.extraction.relations:
        assert text[relation.start : relation.end] == relation.sentence
        target = facts.extraction.mentions[relation.target]
        assert target.name in relation.sentence
    for mention in facts.extraction.mentions:
        assert text[mention.start : mention.end] == mention.surface


def test_without_an_ontology_the_form_states_nothing_but_the_page():
    facts = page_facts(WHALE + "Keeper: Ada Lind\n", ontology=Ontology())
    assert stated(facts) == set() and len(facts.extraction.mentions) == 1
