from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from memkit.records.corpus import Corpus
from memkit.records.similarity import Value

TEXTS = [
    "sony black camera dsc 500",
    "sony white camera dsc 300",
    "canon black ink cartridge",
    "canon photo ink ink ink",
    "bose remote control",
]


@pytest.fixture(scope="module")
def corpus():
    return Corpus.fit(map(Value, TEXTS))


def test_word_cosine_equals_scikit_learns(corpus):
    model = TfidfVectorizer(token_pattern=r"\S+", sublinear_tf=True).fit(TEXTS)
    vectors = model.transform(TEXTS).toarray()
    for i, a in enumerate(TEXTS):
        for j, b in enumerate(TEXTS):
            expected = vectors[i] @ vectors[j]
            assert corpus.word_cosine(Value(a), Value(b)) == pytest.approx(expected)


def test_trigram_cosine_equals_scikit_learns(corpus):
    model = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 3), sublinear_tf=True).fit(TEXTS)
    vectors = model.transform(TEXTS).toarray()
    got = [[corpus.ngram_cosine(Value(a), Value(b)) for b in TEXTS] for a in TEXTS]
    assert np.allclose(got, vectors @ vectors.T)


def test_idf_and_rarity_by_hand(corpus):
    assert corpus.idf("sony") == pytest.approx(math.log(6 / 3) + 1)
    assert corpus.idf("unseen") == pytest.approx(math.log(6) + 1)
    assert corpus.rarity("unseen") == 1.0
    assert corpus.rarity("sony") == pytest.approx(math.log(2) / math.log(6))
    assert corpus.rarest({"sony", "bose"}) == pytest.approx(math.log(3) / math.log(6))
    assert corpus.rarest(()) == 0.0


def test_soft_cosine_adds_near_words_at_their_similarity(corpus):
    a, b = Value("canon cartridge"), Value("canon cartridges")
    x, y = corpus.weighted(a).words, corpus.weighted(b).words
    near = corpus.near_words(a, b)
    assert [(v, w) for v, w, _ in near] == [("cartridge", "cartridges")]
    expected = x["canon"] * y["canon"] + near[0][2] * x["cartridge"] * y["cartridges"]
    assert corpus.soft_cosine(a, b) == pytest.approx(expected)
    assert corpus.soft_cosine(a, b) > corpus.word_cosine(a, b)


def test_words_with_digits_are_never_near(corpus):
    assert corpus.near_words(Value("dsc500"), Value("dsc300")) == []


def test_coverage_is_the_share_of_weight(corpus):
    a, b = Value("sony camera"), Value("sony remote")
    weights = {w: corpus.idf(w) for w in ("sony", "camera")}
    assert corpus.coverage(a, b) == pytest.approx(weights["sony"] / sum(weights.values()))
    assert math.isnan(corpus.coverage(a, Value("")))


def test_duplicates_count_once_and_order_does_not_matter(corpus):
    again = Corpus.fit(map(Value, [*reversed(TEXTS), *TEXTS]))
    assert again.to_dict() == corpus.to_dict()


def test_round_trips(corpus):
    for copy in (Corpus.from_dict(corpus.to_dict()), pickle.loads(pickle.dumps(corpus))):
        assert copy.word_cosine(Value(TEXTS[0]), Value(TEXTS[1])) == corpus.word_cosine(
            Value(TEXTS[0]), Value(TEXTS[1])
        )


def test_an_empty_corpus_weighs_all_words_alike():
    empty = Corpus.fit([])
    assert empty.word_cosine(Value("a b"), Value("b c")) == pytest.approx(0.5)
    assert empty.rarity("a") == 1.0
