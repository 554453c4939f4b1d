"""BM25 over passages: one implementation for both stores, grown passage by passage, never rebuilt for one."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import Stemmer

#: Term saturation and length normalisation: the usual values (Robertson and Zaragoza, "The Probabilistic Relevance
#: Framework: BM25 and Beyond", 2009, section 3.4; also the defaults of Lucene).
K1, B = 1.2, 0.75

#: The 33 words of Lucene's EnglishAnalyzer (ENGLISH_STOP_WORDS_SET).
STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they "
    "this to was will with".split()
)

_WORD = re.compile(r"\w+")
#: Scripts written without spaces: a run of them is indexed as overlapping pairs of characters.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f]+")
_stemmer = Stemmer.Stemmer("english")


def is_unspaced(text: str) -> bool:
    """Has the text characters of a script that puts no space between words?"""
    return _UNSPACED.search(text) is not None


def tokenize(text: str) -> list[str]:
    """Words of `text` after NFKC and case folding, without stop words, English suffixes stemmed (Snowball)."""
    tokens: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if word in STOP_WORDS:
            continue
        run = _UNSPACED.search(word)
        if run is None:
            tokens.append(_stemmer.stemWord(word))
        else:
            tokens.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
    return tokens


class Bm25Index:
    """Postings in memory: `add` is in proportion to the passage, `search` to the postings of the question's words."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self._slot: dict[str, int] = {}
        self._lengths = array("I")
        self._total = 0
        self._postings: dict[str, tuple[array, array]] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, id: str, text: str) -> None:
        """Index one passage. The caller sees to it that an id comes once."""
        slot = len(self.ids)
        counts = Counter(tokenize(text))
        self._slot[id] = slot
        self.ids.append(id)
        self._lengths.append(counts.total())
        self._total += counts.total()
        for term, count in counts.items():
            slots, frequencies = self._postings.setdefault(term, (array("I"), array("I")))
            slots.append(slot)
            frequencies.append(count)

    @property
    def lengths(self) -> np.ndarray:
        """(n,) words of each passage, by slot."""
        return np.frombuffer(self._lengths, dtype=np.uint32)

    @property
    def terms(self) -> Iterable[str]:
        """Every term, in the order in which they came."""
        return self._postings.keys()

    def postings(self, term: str) -> tuple[np.ndarray, np.ndarray]:
        """(slots, rising; how often each of them holds the term), both empty for a term that no passage holds."""
        slots, frequencies = self._postings.get(term, _NO_POSTINGS)
        return np.frombuffer(slots, dtype=np.uint32), np.frombuffer(frequencies, dtype=np.uint32)

    def df(self, term: str) -> int:
        """How many passages hold this term (as `tokenize` gives it)."""
        return len(self._postings[term][0]) if term in self._postings else 0

    def holds(self, terms: Sequence[str], ids: Sequence[str]) -> np.ndarray:
        """Which passage holds which term: bool of shape (len(ids), len(terms)); an unknown id holds none."""
        slots = np.fromiter((self._slot.get(id, -1) for id in ids), dtype=np.int64, count=len(ids))
        table = np.zeros((len(ids), len(terms)), dtype=bool)
        for column, term in enumerate(terms):
            if term in self._postings:
                posting = np.frombuffer(self._postings[term][0], dtype=np.uint32)  # slots, rising
                at = np.minimum(np.searchsorted(posting, slots), len(posting) - 1)
                table[:, column] = posting[at] == slots
        return table

    def search(self, query: str, k: int) -> list[tuple[str, float]]:
        """The k passages with the highest score above 0, ties by id.

        score = sum over the query's distinct terms of `rarity` x `saturated`.
        """
        if not self.ids or k < 1:
            return []
        lengths = self.lengths
        mean = max(self._total / len(self.ids), 1e-9)
        scores = np.zeros(len(self.ids))
        for term in sorted(set(tokenize(query))):
            slots, frequencies = self.postings(term)
            if len(slots):
                scores[slots] += rarity(len(self.ids), len(slots)) * saturated(frequencies, lengths[slots] / mean)
        found = np.flatnonzero(scores)
        if len(found) > k:
            edge = np.partition(scores[found], len(found) - k)[len(found) - k]
            found = found[scores[found] >= edge]
        return rank((self.ids[i], float(scores[i])) for i in found)[:k]


_NO_POSTINGS = (array("I"), array("I"))


def rarity(passages: int, df: int) -> float:
    """idf = ln(1 + (N - df + .5) / (df + .5)) as in Lucene, which is never negative."""
    return float(np.log1p((passages - df + 0.5) / (df + 0.5)))


def saturated(frequencies: np.ndarray, lengths: np.ndarray, b: float = B) -> np.ndarray:
    """tf (K1 + 1) / (tf + K1 (1 - b + b length)); `lengths` as shares of the mean length."""
    return frequencies * (K1 + 1) / (frequencies + K1 * (1 - b + b * lengths))


def rank(scored: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """Best first, ties by id: the one order of every ranked list."""
    return sorted(scored, key=lambda item: (-item[1], item[0]))
