"""The parser of people's names, against parses made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.resolve.person_parser import person_of


@pytest.mark.parametrize(
    ("name", "given", "family"),
    [
        ("John Smith", ("john",), "smith"),
        ("Smith, John", ("john",), "smith"),
        ("SMITH, John A.", ("john", "a"), "smith"),
        ("J.K. Rowling", ("j", "k"), "rowling"),
        ("JK Rowling", ("j", "k"), "rowling"),
        ("Dr. Emma Watson, PhD", ("emma",), "watson"),
        ("Martin Luther King, Jr.", ("martin", "luther"), "king"),
        ("Ludwig van Beethoven", ("ludwig",), "beethoven"),
        ("Beethoven, Ludwig van", ("ludwig",), "beethoven"),
        ("María de la Cruz", ("maria",), "cruz"),
        ("Jean-Luc Picard", ("jeanluc",), "picard"),
        ('William "Bill" Gates', ("william",), "gates"),
        ("С. Петров", ("с",), "петров"),
        ("Ben Okafor", ("ben",), "okafor"),
        ("ben okafor", ("ben",), "okafor"),
        ("Okafor, Ben", ("ben",), "okafor"),
        ("Al B.", ("al",), "b"),
        ("AL GORE", ("al",), "gore"),
        ("Van Morrison", ("van",), "morrison"),
        ("Van Dyke Parks", ("van", "dyke"), "parks"),
        ("Della Reese", ("della",), "reese"),
        ("Dr. Ben van der Meer", ("ben",), "meer"),
        ("Mac Miller Jr.", ("mac",), "miller"),
        ("Dean Foster", ("dean",), "foster"),
        ("Don Draper", ("don",), "draper"),
        ("Dean Ana Ruiz", ("ana",), "ruiz"),
        ("Zine Ben Ali", ("zine",), "ali"),
    ],
)
def test_parts(name, given, family):
    person = person_of(name)
    assert (person.given, person.family) == (given, family)


def test_titles_generation_nickname_and_handle():
    assert person_of("Prof. Dr. Ada Lee").titles == ("prof", "dr")
    assert person_of("Robert Johnson Jr.").generation == "Jr."
    assert person_of('William "Bill" Gates').nick == "bill"
    assert person_of("@priya").handle == "priya"
    assert person_of("priya@corp.example").handle == "priya@corp.example"
    assert person_of("Dr. Watson").lone == "watson"
    assert person_of("van Gogh").lone == "gogh"
    assert person_of("Mr. Van Buren").lone == "buren"
    assert person_of("dean Foster").lone == "foster"
    assert [person_of(one).lone for one in ("Ben", "Van", "Dean", "de Souza", "De Niro")] == [
        "ben",
        "van",
        "dean",
        "souza",
        "niro",
    ]


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_parsed(text):
    person_of(text)
