"""Which words tell things apart? Inverse document frequencies, learned from records without labels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler

from memkit.records.similarity import NAN, Value

#: Words this similar (Jaro-Winkler) count as one word in soft TF-IDF; .9 as in Cohen, Ravikumar, Fienberg (2003).
SOFT_MATCH = 0.9
#: Words of one value that soft TF-IDF compares, the rarest first: the rest of a long text carries little weight.
MAX_SOFT_WORDS = 40
NGRAM = 3
#: Values whose vectors are kept.
CACHED = 5000


@dataclass(frozen=True, slots=True)
class Weighted:
    """A value as a corpus sees it: unit TF-IDF vectors (tf = 1 + ln count) over words and over character trigrams of
    each word with its boundaries; its words without digits, the rarest first."""

    words: dict[str, float]
    ngrams: dict[str, float]
    soft: tuple[str, ...]


class Corpus:
    """Document frequencies of words and character trigrams over `n` values.

    idf(t) = ln((1 + n) / (1 + df)) + 1, as scikit-learn smooths it; an unseen term has df 0, so it weighs most.
    """

    def __init__(self, n: int, words: Mapping[str, int], ngrams: Mapping[str, int]) -> None:
        self.n, self.words, self.ngrams = n, dict(words), dict(ngrams)
        self._unseen = math.log(1 + n) + 1
        self._word_idf = {t: math.log((1 + n) / (1 + df)) + 1 for t, df in self.words.items()}
        self._ngram_idf = {t: math.log((1 + n) / (1 + df)) + 1 for t, df in self.ngrams.items()}
        self.weighted = lru_cache(maxsize=CACHED)(self._weigh)

    def __reduce__(self):  # the cache stays behind
        return Corpus, (self.n, self.words, self.ngrams)

    @classmethod
    def fit(cls, values: Iterable[Value]) -> Corpus:
        """Count over the distinct values: a record that occurs in many pairs is still one record."""
        words, ngrams, n = Counter(), Counter(), 0
        for value in sorted({v.raw: v for v in values}.values(), key=lambda v: v.raw):
            n += 1
            words.update(value.token_set)
            ngrams.update(set(_trigrams(value)))
        return cls(n, words, ngrams)

    def idf(self, word: str) -> float:
        return self._word_idf.get(word, self._unseen)

    def rarity(self, word: str) -> float:
        """idf scaled to [0, 1]: 0 for a word in every value, 1 for one in none."""
        return (self.idf(word) - 1) / (self._unseen - 1) if self.n else 1.0

    def rarest(self, words: Iterable[str]) -> float:
        """The rarity of the rarest of the words, 0 when there is none."""
        top = max(map(self.idf, words), default=0.0)
        return ((top - 1) / (self._unseen - 1) if self.n else 1.0) if top else 0.0

    def _weigh(self, value: Value) -> Weighted:
        soft = [w for w in value.token_set if w.isalpha()]
        return Weighted(
            words=_unit(Counter(value.tokens), self._word_idf, self._unseen),
            ngrams=_unit(Counter(_trigrams(value)), self._ngram_idf, self._unseen),
            soft=tuple(sorted(soft, key=lambda w: (-self.idf(w), w))),
        )

    def word_cosine(self, a: Value, b: Value) -> float:
        return _dot(self.weighted(a).words, self.weighted(b).words)

    def ngram_cosine(self, a: Value, b: Value) -> float:
        return _dot(self.weighted(a).ngrams, self.weighted(b).ngrams)

    def soft_cosine(self, a: Value, b: Value) -> float:
        """Soft TF-IDF (Cohen, Ravikumar, Fienberg, IIWeb 2003): equal words first, then words within SOFT_MATCH,
        best first and one to one, weighted by their similarity. Words with a digit match only exactly."""
        x, y = self.weighted(a).words, self.weighted(b).words
        if not x or not y:
            return NAN
        return min(1.0, _dot(x, y) + sum(s * x[v] * y[w] for v, w, s in self.near_words(a, b)))

    def near_words(self, a: Value, b: Value) -> list[tuple[str, str, float]]:
        """(word of a, word of b, similarity) of words that are not equal but near, one to one.

        Two words are compared when they share their first or their second letter: nearer ones hardly differ in both.
        """
        left, right = self._unshared(a, b), self._unshared(b, a)
        near = []
        for v in left:
            for w in right:
                if v[0] == w[0] or v[1:2] == w[1:2]:
                    similar = JaroWinkler.similarity(v, w, score_cutoff=SOFT_MATCH)
                    if similar:
                        near.append((similar, v, w))
        near.sort(key=lambda n: (-n[0], n[1], n[2]))
        taken, result = set(), []
        for similar, v, w in near:
            if ("l", v) not in taken and ("r", w) not in taken:
                taken |= {("l", v), ("r", w)}
                result.append((v, w, similar))
        return result

    def _unshared(self, a: Value, b: Value) -> list[str]:
        return [w for w in self.weighted(a).soft if w not in b.token_set][:MAX_SOFT_WORDS]

    def coverage(self, a: Value, b: Value) -> float:
        """Share of a's idf weight whose words stand in b."""
        return self.weight_share(a.token_set, b) if b.tokens else NAN

    def weight_share(self, words: frozenset[str], other: Value) -> float:
        """Share of the idf weight of some words that stand in the other value; NaN without words."""
        total = sum(map(self.idf, sorted(words)))
        return sum(map(self.idf, sorted(words & other.token_set))) / total if total else NAN

    def to_dict(self) -> dict:
        return {"n": self.n, "words": dict(sorted(self.words.items())), "ngrams": dict(sorted(self.ngrams.items()))}

    @classmethod
    def from_dict(cls, data: Mapping) -> Corpus:
        return cls(int(data["n"]), data["words"], data["ngrams"])


def _trigrams(value: Value) -> list[str]:
    return [p[i : i + NGRAM] for word in value.tokens for p in (f" {word} ",) for i in range(len(p) - NGRAM + 1)]


def _unit(counts: Mapping[str, int], idf: Mapping[str, float], unseen: float) -> dict[str, float]:
    weights = {t: (1 + math.log(c)) * idf.get(t, unseen) for t, c in counts.items()}
    norm = math.sqrt(sum(w * w for w in weights.values()))
    return {t: w / norm for t, w in weights.items()}


def _dot(x: Mapping[str, float], y: Mapping[str, float]) -> float:
    if not x or not y:
        return NAN
    if len(x) > len(y):
        x, y = y, x
    return sum(w * y[t] for t, w in x.items() if t in y)
