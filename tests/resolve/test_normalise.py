"""Normal forms: nothing visible vanishes, symbols that make a name stay, optional marks go."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.resolve.form import form_of
from memkit.resolve.normalise import clean, fold


def visible(text: str) -> bool:
    return any(unicodedata.category(c)[0] in "LNPS" for c in clean(text))


@given(st.text(max_size=30))
@settings(max_examples=500, deadline=None)
def test_a_visible_name_never_becomes_empty(text):
    if visible(text):
        assert form_of(text).squash


@given(st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_cleaning_and_folding_are_idempotent(text):
    once = clean(text)
    assert clean(once) == once or len(once) <= 2
    assert fold(fold(once)) == fold(once)


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("C++", ("c++",)),
        ("C#", ("c#",)),
        (".NET", (".net",)),
        ("@handle", ("@handle",)),
        ("A+", ("a+",)),
        ("🦊", ("🦊",)),
        ("...", ("...",)),
        ("I.B.M.", ("ibm",)),
        ("AT&T", ("at", "and", "t")),
        ("O'Brien", ("obrien",)),
        ("PR #260", ("pr", "260")),
        ("v3.5-beta", ("v3.5", "beta")),
        ("new_york", ("new", "york")),
        ("दिल्ली", ("दिल्ली",)),
    ],
)
def test_tokens(name, tokens):
    assert form_of(name).tokens == tokens


def test_accents_go_only_where_they_are_accents():
    assert fold("É") == "e"
    assert fold("й") == "й"  # a letter of its own
    assert fold("が") == "が"  # voiced, another syllable
    assert fold("مُحَمَّد") == "محمد"


def test_wrapping_quotes_and_invisible_characters_go():
    assert clean("“Project\u200b Titan”") == "Project Titan"
    assert clean("(internal)") == "internal"
    assert clean("f(x) and g(x)") == "f(x) and g(x)"
