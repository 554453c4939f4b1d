"""BM25 against the formula worked out by brute force, and the tokens by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.retrieve import Bm25Index, reciprocal_rank_fusion
from memkit.retrieve.bm25 import tokenize

WORDS = ["ledger", "payment", "queue", "cache", "zebra"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The ledgers are paid", ["ledger", "paid"]),
        ("payments-api v2", ["payment", "api", "v2"]),
        ("ﬁnance FINANCE", ["financ", "financ"]),
        ("東京都庁", ["東京", "京都", "都庁"]),
        ("京", ["京"]),
        ("Straße и Москва", ["strass", "и", "москва"]),
        ("", []),
        ("of the and", []),
    ],
)
def test_tokens(text, tokens):
    assert tokenize(text) == tokens


def brute_force(passages: dict[str, str], query: str) -> list[tuple[str, float]]:
    counts = {id: text.split() for id, text in passages.items()}
    mean = sum(map(len, counts.values())) / len(counts)
    scored = []
    for id, words in counts.items():
        score = 0.0
        for term in set(query.split()):
            df = sum(term in other for other in counts.values())
            tf = words.count(term)
            idf = math.log(1 + (len(counts) - df + 0.5) / (df + 0.5))
            score += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * len(words) / mean))
        if score > 0:
            scored.append((id, score))
    return sorted(scored, key=lambda item: (-round(item[1], 9), item[0]))


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), min_size=1, max_size=8),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join),
)
def test_scores_are_the_formula(texts, query):
    passages = {f"p{n}": text for n, text in enumerate(texts)}
    index = Bm25Index()
    for id, text in passages.items():
        index.add(id, text)
    expected = brute_force({id: " ".join(tokenize(text)) for id, text in passages.items()}, " ".join(tokenize(query)))
    found = index.search(query, 100)
    assert dict(found) == pytest.approx(dict(expected))
    assert [s for _, s in index.search(query, 2)] == pytest.approx([s for _, s in expected[:2]])


def test_ties_are_broken_by_id():
    index = Bm25Index()
    for id in ("c", "a", "b"):
        index.add(id, "zebra")
    assert [id for id, _ in index.search("zebra", 2)] == ["a", "b"]


def test_reciprocal_ranks_by_hand():
    fused = reciprocal_rank_fusion([["a", "b"], ["b", "c"]])
    assert fused == [("b", 1 / 62 + 1 / 61), ("a", 1 / 61), ("c", 1 / 62)]
