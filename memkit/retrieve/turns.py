"""What is known of every turn, in arrays that grow: its words, when it was said, and what was said around it.

A new turn adds its own row and joins its neighbours'; nothing else is touched. Not safe across threads.
"""

from __future__ import annotations

import calendar
import re
from array import array
from bisect import bisect
from collections.abc import Iterable, Mapping
from datetime import date, datetime

import numpy as np

from memkit.model import Passage
from memkit.retrieve.bm25 import Bm25Index, rarity, saturated, tokenize

#: The days of a turn without a time: none.
_NO_DAYS = (0, -1)
_PARTIAL = re.compile(r"(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2]))?")

#: Words that place something in time, whatever the day.
_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week|weekend|month|years?|mondays?|tuesdays?|wednesdays?|thursdays?"
    r"|fridays?|saturdays?|sundays?|january|february|march|april|(?-i:May)|june|july|august|september|october|november"
    r"|december|recently|since|morning|night|evening|summer|winter|spring|autumn|fall|\d{4})\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
#: What may stand behind a question mark that ends a turn: marks, and a picture's caption in brackets.
_ASKS = re.compile(r"\?\W*(?:\[[^\]]*\]\s*)?$")


class TurnIndex:
    """Turns by slot, in the order in which they came; `words` are theirs without the speaker's name."""

    def __init__(self) -> None:
        self.words = Bm25Index()
        self.said: dict[str, str] = {}  # term -> the word it stands for: the shortest, then the first by letters
        self.new_words: dict[str, str] = {}  # those that came into `said` since they were last taken up
        self._first_day, self._last_day = array("l"), array("l")
        self._asks, self._timed = array("b"), array("b")
        self._before, self._after = array("l"), array("l")  # slots, -1 where there is none
        self._order: dict[str, list[tuple[int, str, int]]] = {}  # session -> (position, id, slot), sorted
        self._spread: dict[tuple, tuple[np.ndarray, float]] = {}

    def __len__(self) -> int:
        return len(self.words)

    def add(self, turn: Passage) -> None:
        """Take in a turn. The caller sees to it that an id comes once."""
        slot = len(self)
        self.words.add(turn.id, turn.text)
        for word in _WORD.findall(turn.text.casefold()):
            for term in tokenize(word):
                shortest = min(self.said.get(term, word), word, key=lambda w: (len(w), w))
                if self.said.get(term) != shortest:
                    self.said[term] = self.new_words[term] = shortest
        first, last = days(turn.at)
        self._first_day.append(first)
        self._last_day.append(last)
        self._asks.append(_ASKS.search(turn.text) is not None)
        self._timed.append(_TIME.search(turn.text) is not None)
        self._join(turn, slot)
        self._spread.clear()

    def _join(self, turn: Passage, slot: int) -> None:
        order = self._order.setdefault(turn.parent_id, [])
        at = bisect(order, (turn.position, turn.id, slot))
        order.insert(at, (turn.position, turn.id, slot))
        before = order[at - 1][2] if at else -1
        after = order[at + 1][2] if at + 1 < len(order) else -1
        self._before.append(before)
        self._after.append(after)
        if before >= 0:
            self._after[before] = slot
        if after >= 0:
            self._before[after] = slot

    # --------------------------------------------------------------------------------------------------- reading

    @property
    def asks(self) -> np.ndarray:
        """(n,) does the turn end in a question mark?"""
        return np.frombuffer(self._asks, dtype=np.int8) > 0

    @property
    def timed(self) -> np.ndarray:
        """(n,) has the turn a word of time?"""
        return np.frombuffer(self._timed, dtype=np.int8) > 0

    @property
    def days(self) -> tuple[np.ndarray, np.ndarray]:
        """((n,), (n,)) the first and the last day on which a turn may have been said, as ordinals; the last is before
        the first where the time is not known."""
        return np.frombuffer(self._first_day, dtype=np.int64), np.frombuffer(self._last_day, dtype=np.int64)

    def neighbours(self, slots: np.ndarray, distance: int) -> np.ndarray:
        """(n,) the turns so far after (before, if negative) these in their session; -1 where there is none."""
        step = np.frombuffer(self._after if distance > 0 else self._before, dtype=np.int64)
        found = slots.astype(np.int64)
        for _ in range(abs(distance)):
            found = np.where(found >= 0, step[found], -1)
        return found

    def spread(self, slots: np.ndarray, values: np.ndarray, around: Mapping[int, float]) -> np.ndarray:
        """(n,) the values of turns, and the share `around` gives their neighbours of them."""
        places, shares = [slots], [values]
        for distance, share in around.items():
            # a turn takes from the one `distance` away, so what stands at a slot goes the other way
            to = self.neighbours(slots, -distance)
            here = to >= 0
            places.append(to[here])
            shares.append(share * values[here])
        return np.bincount(np.concatenate(places), weights=np.concatenate(shares), minlength=len(self))

    def bm25(self, terms: Iterable[Mapping[str, float]], around: Mapping[int, float], b: float) -> np.ndarray:
        """(n,) BM25 of each turn with its neighbours' words. Each of `terms` is one word of the question: the terms
        that stand for it, each with its share, the word itself first; idf is that of the first that a turn has."""
        lengths, mean = self._lengths(around)
        scores = np.zeros(len(self))
        for shares in terms:
            found = [(self.words.postings(term), share) for term, share in shares.items()]
            slots = np.concatenate([slots for (slots, _), _ in found]).astype(np.int64)
            if not len(slots):
                continue
            counts = np.concatenate([share * frequencies for (_, frequencies), share in found])
            frequencies = self.spread(slots, counts, around)
            df = next(len(slots) for (slots, _), _ in found if len(slots))
            scores += rarity(len(self), df) * saturated(frequencies, lengths / mean, b)
        return scores

    def _lengths(self, around: Mapping[int, float]) -> tuple[np.ndarray, float]:
        key = tuple(around.items())
        if key not in self._spread:
            lengths = self.spread(np.arange(len(self)), self.words.lengths.astype(float), around)
            self._spread[key] = (lengths, max(float(lengths.mean()), 1e-9))
        return self._spread[key]


def days(at: str) -> tuple[int, int]:
    """(first, last) day of an ISO 8601 time as ordinals: a day, a month or a year; an empty range for none."""
    if _PARTIAL.fullmatch(at):
        year, month = int(at[:4]), int(at[5:7] or 0)
        last = calendar.monthrange(year, month or 12)[1]
        return date(year, month or 1, 1).toordinal(), date(year, month or 12, last).toordinal()
    try:
        day = datetime.fromisoformat(at).toordinal()
    except ValueError:
        return _NO_DAYS
    return day, day
