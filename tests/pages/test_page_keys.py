"""What keys mean: exact phrases in any form, and the grammar of English keys."""

from __future__ import annotations

import pytest
from museum import MUSEUM

from memkit.pages.keys import Keys, folded, singular

KEYS = Keys(MUSEUM)


def meanings(key: str) -> list[str]:
    return [("^" if m.inverse else "") + m.relation for m in KEYS.meanings(key)]


@pytest.mark.parametrize("key", ["is_shown_in", "Shown in", "SHOWN_IN", "shown-in", "Is Shown In"])
def test_a_phrase_counts_in_any_form(key):
    assert meanings(key) == ["SHOWN_IN"]


@pytest.mark.parametrize(
    ("key", "meaning"),
    [
        ("keeper", "CARED_FOR_BY"),
        ("Keepers", "CARED_FOR_BY"),
        ("Cares for", "^CARED_FOR_BY"),
        ("Members", "^MEMBER_OF"),
        ("Member of", "MEMBER_OF"),
        ("Driven by", "^DRIVES"),
        ("Drivers", "^DRIVES"),
        ("What it drives", "DRIVES"),
        ("What drives it", "^DRIVES"),
        ("Who still drives this exhibit?", "^DRIVES"),
        ("Dependencies", "DRIVES"),
        ("Dependents", "^DRIVES"),
        ("Replaced by", "^REPLACES"),
        ("Replaces", "REPLACES"),
    ],
)
def test_the_grammar_of_keys_gives_the_direction(key, meaning):
    assert meaning in meanings(key)
    assert ("^" + meaning).replace("^^", "") not in meanings(key)


@pytest.mark.parametrize(
    "key",
    [
        "",
        "Notes",
        "Former members",
        "Not shown in",
        "Once driven by",
        "Planned drives",
        "History of the keepers of it all",
    ],
)
def test_other_keys_mean_nothing(key):
    assert meanings(key) == []


def test_attributes_are_those_of_the_type_and_the_types_above_it():
    assert KEYS.attribute("Year", "Exhibit") == "year"
    assert KEYS.attribute("YEARS", "Engine") == "year"
    assert KEYS.attribute("floor", "Engine") == ""
    assert KEYS.attribute("year", "Room") == ""


def test_type_words_in_any_number():
    assert [KEYS.type_of(word) for word in ("Halls", "room", "Exhibit", "guilds", "kitchen")] == [
        "Room",
        "Room",
        "Exhibit",
        "Guild",
        "",
    ]
    assert KEYS.type_in("North Hall") == "Room" and KEYS.type_in("Guild of Bells") == "Guild"


def test_a_bare_type_word_means_what_is_owned_or_part():
    (meaning,) = KEYS.of_kind("Rooms", "Guild")
    assert (meaning.relation, meaning.inverse) == ("PART_OF", True)
    assert KEYS.of_kind("Exhibits", "Room") == []  # "shown in" says nothing of whose it is
    assert KEYS.of_kind("Curators", "Guild")[0].relation == "MEMBER_OF"


def test_folding():
    assert folded("  The_Keys-of   boxes ") == "key of box"
    assert folded("") == ""


@pytest.mark.parametrize(
    ("plural", "base"),
    [
        ("apis", "api"),
        ("uses", "use"),
        ("boxes", "box"),
        ("classes", "class"),
        ("dependencies", "dependency"),
        ("databases", "database"),
        ("status", "status"),
        ("analysis", "analysis"),
        ("bus", "bus"),
        ("as", "as"),
    ],
)
def test_singular(plural, base):
    assert singular(plural) == base
    assert singular(base) == base
