"""Names and titles: keys by hand, nearest names against scikit-learn, phrases by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from memkit.retrieve.names import NameIndex, name_key, title_keys
from memkit.retrieve.titles import TitlePhrases


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("The Beatles", "beatles"),
        ("Paris's", "paris"),
        ("the", "the"),
        ("Zürich", "zurich"),
        ("東京", "東京"),
        ("A  New\nHope", "new hope"),
    ],
)
def test_name_keys(name, key):
    assert name_key(name) == key


def test_a_title_names_its_subject_without_brackets_and_before_a_comma():
    assert title_keys("Lilu (mythology)") == ["lilu (mythology)", "lilu"]
    assert title_keys("Ames, Iowa") == ["ames, iowa", "ames"]
    assert title_keys("") == []


names = st.lists(st.text("abcd ", min_size=1, max_size=8), min_size=1, max_size=8, unique=True)


@given(names, st.text("abcd ", min_size=1, max_size=8))
def test_cosines_are_those_of_scikit_learn(known, asked):
    index = NameIndex()
    for name in known:
        index.add(name)
        index.add(name)
    vectorizer = TfidfVectorizer(
        analyzer=lambda s: [f" {s} "[i : i + 3] for i in range(len(s))], lowercase=False, smooth_idf=True
    )
    matrix = vectorizer.fit_transform(known).toarray()
    # scikit-learn drops unseen trigrams from the question; here they lengthen it, as they should
    found = dict(index.nearest(asked, 100, above=0.0))
    query = vectorizer.transform([asked]).toarray()[0]
    order = sorted(found, key=lambda n: -found[n])
    expected = {name: float(query @ row) for name, row in zip(known, matrix, strict=True) if query @ row > 0}
    assert set(found) == set(expected)
    if order and expected:
        scale = found[order[0]] / expected[order[0]]
        assert scale <= 1 + 1e-6
        assert {n: v / scale for n, v in found.items()} == pytest.approx(expected, abs=1e-6)


def test_the_nearest_name_is_the_misspelt_one():
    index = NameIndex()
    for name in ("christopher columbus", "columbia", "christmas"):
        index.add(name)
    assert index.nearest("christofer columbus", 3, above=0.6)[0][0] == "christopher columbus"
    assert index.nearest("zzz", 3, above=0.6) == []


def test_the_longest_title_wins_and_words_are_whole():
    titles = TitlePhrases()
    for title in ("New York", "New York City", "York", "Ham"):
        titles.add(title)
    assert titles.find("From New York City to York, by Hamlet.") == ["new york city", "york"]
    assert titles.find("") == []
