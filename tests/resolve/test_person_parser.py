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


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_parsed(text):
    person_of(text)
