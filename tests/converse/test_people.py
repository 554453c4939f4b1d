"""Spellings of speakers: who is one person in one conversation."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from memkit.converse.people import find_people
from memkit.errors import InputError

FOLDER = Path(__file__).parents[2] / "data" / "conversations"


def together(*spellings: str, people=()) -> set[frozenset[str]]:
    return {frozenset(person.spellings) & set(spellings) for person in find_people(spellings, people).persons} - {
        frozenset()
    }


@pytest.mark.parametrize(
    "spellings",
    [
        ("Priya Natarajan", "Priya", "priya", "Priya N.", "@priya", "priya@acme.example", "P. Natarajan"),
        ("Hortense Vallin", "Mme Vallin", "hortense.vallin@cnrs.example", "Hortense"),
        ("Ronan Quill", "Councillor Quill", "Cllr. Quill", "Ronan"),
        ("Robert Ashby", "Bob", "@bob", "bob.ashby@acme.example"),
        ("Priya", "@priya", "priya.natarajan@acme.example"),
        ("Pascal Deventer", "@pascal_d"),
        ("María José López", "maria.lopez@acme.example"),
    ],
)
def test_one_person_in_many_spellings_in_any_order(spellings):
    assert together(*spellings) == {frozenset(spellings)}
    assert together(*reversed(spellings)) == {frozenset(spellings)}
    assert find_people(spellings).of(spellings[-1]) == spellings[0]


@pytest.mark.parametrize(
    ("spellings", "want"),
    [
        (("Tom Farrow", "Tom F.", "Tom Okonedo", "Tom O."), [{"Tom Farrow", "Tom F."}, {"Tom Okonedo", "Tom O."}]),
        (("Jon Darrow", "Jon Camenzind", "Jon"), [{"Jon Darrow"}, {"Jon Camenzind"}, {"Jon"}]),
        (("Mr. Parry", "Mrs. Parry"), [{"Mr. Parry"}, {"Mrs. Parry"}]),
        (("Aled Parry", "Dilys Parry", "Parry"), [{"Aled Parry"}, {"Dilys Parry"}, {"Parry"}]),
        (("Jon", "John", "Joan"), [{"Jon"}, {"John"}, {"Joan"}]),
        (("priya@acme.example", "priya@other.example"), [{"priya@acme.example"}, {"priya@other.example"}]),
        (("Ana Ruiz", "Ana Ruis"), [{"Ana Ruiz"}, {"Ana Ruis"}]),
        (("🦊", "🐢", "🦊"), [{"🦊"}, {"🐢"}]),
    ],
)
def test_people_whom_their_spellings_tell_apart_stay_apart(spellings, want):
    assert together(*spellings) == {frozenset(group) for group in want}


def test_people_who_are_given_are_taken_at_their_word():
    people = [{"name": "Imke Roelofs", "aliases": ["@gravelqueen"]}, {"name": "Ines Vos", "aliases": []}]
    found = find_people(["@gravelqueen", "Imke", "ines", "Kofi"], people)
    assert [found.of(s) for s in ("@gravelqueen", "Imke", "ines", "Kofi")] == [
        "Imke Roelofs", "Imke Roelofs", "Ines Vos", "Kofi",
    ]  # fmt: skip
    assert found.of("Petra") == "Petra" and found.find("Petra") is None


def test_a_first_name_that_somebody_goes_by_is_not_theirs_with_another_last_name():
    found = find_people([], [{"name": "Ann Lee", "aliases": ["Ann", "@ann"]}])
    assert found.of("Ann L.") == "Ann Lee" and found.of("Ann Fox") == "Ann Fox"


@pytest.mark.parametrize(
    "people",
    [
        [{"aliases": ["Ana"]}],
        ["Ana"],
        "Ana",
        [{"name": ""}],
        [{"name": "Ana", "aliases": "Ann"}],
        [{"name": 3}],
        [{"name": "Ana Ruiz", "aliases": ["Ana"]}, {"name": "Ana Berg", "aliases": ["Ana"]}],
    ],
)
def test_a_list_of_people_that_cannot_be_used_is_refused(people):
    with pytest.raises(InputError, match="people"):
        find_people(["Ana"], people)


def labelled() -> list[dict]:
    data = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    return [conversation for conversation in data if conversation["split"] == "dev"]


def test_no_two_people_of_the_labelled_conversations_are_joined_even_without_the_list():
    for conversation in (c for c in labelled() if "people" in c):
        names = {s: p["name"] for p in conversation["people"] for s in (p["name"], *p["aliases"])}
        found = find_people(turn["speaker"] for turn in conversation["turns"])
        for person in found.persons:
            assert len({names[spelling] for spelling in person.spellings}) == 1, (conversation["id"], person)


def test_where_no_list_is_given_the_words_tell():
    """The labels call each person by their full name; every speaker but those the labels never name is one of these."""
    pairs = joined = 0
    for conversation in (c for c in labelled() if "people" not in c):
        speakers = sorted({turn["speaker"] for turn in conversation["turns"]})
        names = {act["person"] for act in conversation["labels"]["turns"]} | {s for s in speakers if " " in s[:-2]}
        found = find_people(speakers)
        for one, other in itertools.combinations(speakers, 2):
            same = {n for n in names if _plainly(one, n)} & {n for n in names if _plainly(other, n)}
            if same:
                pairs += 1
                joined += found.find(one) is found.find(other)
    assert pairs > 25 and joined == pairs


def _plainly(spelling: str, name: str) -> bool:
    """The spelling consists of beginnings of the words of this name, and has a whole one or all initials."""
    words = [w for w in spelling.casefold().lstrip("@").split("@")[0].replace(".", " ").split() if w]
    parts = name.casefold().split()
    return all(any(p == w or (len(w) == 1 and p.startswith(w)) for p in parts) for w in words)
