"""Turns in their sessions: neighbours and BM25 by brute force, times, and an order of arrival that changes nothing."""

from __future__ import annotations

import math
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.model import Passage
from memkit.retrieve.bm25 import tokenize
from memkit.retrieve.turns import TurnIndex, days

AROUND = {-1: 0.6, 1: 0.4, -2: 0.3, 2: 0.2}
WORDS = ["ledger", "queue", "cache", "zebra"]


def turn(session: int, position: int, text: str, at: str = "") -> Passage:
    id = f"s{session}t{position}"
    return Passage(id, "message", f"s{session}", position, "", text, "", session_id=f"s{session}", speaker="Ann", at=at)


def index_of(turns) -> TurnIndex:
    index = TurnIndex()
    for one in turns:
        index.add(one)
    return index


def by_hand(turns, word: str) -> dict[str, float]:
    """BM25 of one word, each turn with its neighbours' words, from the definition."""
    place = {(t.parent_id, t.position): t for t in turns}

    def counted(t, count):
        near = {d: place.get((t.parent_id, t.position + d)) for d in AROUND}
        return count(t) + sum(AROUND[d] * count(other) for d, other in near.items() if other)

    lengths = {t.id: counted(t, lambda x: len(tokenize(x.text))) for t in turns}
    mean = sum(lengths.values()) / len(lengths)
    df = sum(word in tokenize(t.text) for t in turns)
    idf = math.log(1 + (len(turns) - df + 0.5) / (df + 0.5))
    found = {}
    for t in turns:
        tf = counted(t, lambda x: tokenize(x.text).count(word))
        found[t.id] = idf * tf * 2.2 / (tf + 1.2 * (0.3 + 0.7 * lengths[t.id] / mean))
    return found


sessions = st.lists(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join), min_size=1, max_size=5),
    min_size=1,
    max_size=3,
)


@given(sessions, st.sampled_from(WORDS), st.randoms(use_true_random=False))
def test_scores_are_the_formula_in_whatever_order_turns_arrive(texts, word, random):
    turns = [turn(s, p, text) for s, said in enumerate(texts) for p, text in enumerate(said)]
    expected = by_hand(turns, tokenize(word)[0])
    random.shuffle(turns)
    index = index_of(turns)
    scores = index.bm25([{tokenize(word)[0]: 1.0}], AROUND, 0.7)
    found = dict(zip(index.words.ids, scores.tolist(), strict=True))
    if any(expected.values()) and any(word in t.text for t in turns):
        assert found == pytest.approx(expected)
    else:
        assert not any(found.values())


def test_a_session_ends_where_it_ends():
    index = index_of([turn(0, 0, "ledger"), turn(0, 1, "queue"), turn(1, 0, "cache")])
    slot = {id: n for n, id in enumerate(index.words.ids)}
    spread = index.spread(np.array([slot["s0t1"]]), np.array([1.0]), {-1: 0.5, 1: 0.25})
    assert [spread[slot[id]] for id in ("s0t0", "s0t1", "s1t0")] == [0.25, 1.0, 0.0]


def test_a_turn_that_is_missing_joins_those_around_it():
    index = index_of([turn(0, 0, "ledger"), turn(0, 5, "queue")])
    assert index.neighbours(np.array([0, 1]), 1).tolist() == [1, -1]


def test_words_of_like_meaning_count_in_part_and_the_word_itself_gives_the_rarity():
    index = index_of([turn(0, 0, "kids"), turn(1, 0, "children"), turn(2, 0, "zebra")])
    whole, part, nothing = index.bm25([{"children": 1.0, "kid": 0.5}], {}, 0.0)[[1, 0, 2]]
    idf = math.log(1 + 2.5 / 1.5)
    assert whole == pytest.approx(idf)
    assert part == pytest.approx(idf * 0.5 * 2.2 / 1.7)
    assert nothing == 0


@pytest.mark.parametrize(
    ("at", "first", "last"),
    [
        ("2023-05-08T13:56:00", "2023-05-08", "2023-05-08"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2023", "2023-01-01", "2023-12-31"),
        ("20230508T1356", "2023-05-08", "2023-05-08"),
        ("2023-W19-1", "2023-05-08", "2023-05-08"),
    ],
)
def test_days_of_a_time(at, first, last):
    assert days(at) == (date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal())


@pytest.mark.parametrize("at", ["", "soon", "0000", "2023-13"])
def test_no_time_is_no_day(at):
    first, last = days(at)
    assert last < first


@pytest.mark.parametrize(
    ("text", "asks", "timed"),
    [
        ("Where were you?", True, False),
        ("Where were you?! 🙂", True, False),
        ("Look at this? [a photo of a dog]", True, False),
        ("You asked where? I was at home.", False, False),
        ("I went there yesterday.", False, True),
        ("It opened in 2019", False, True),
        ("weakness and monthly", False, False),
    ],
)
def test_what_a_turn_is(text, asks, timed):
    index = index_of([turn(0, 0, text)])
    assert (bool(index.asks[0]), bool(index.timed[0])) == (asks, timed)
