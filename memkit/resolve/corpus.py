"""Which words tell things apart? Inverse document frequencies, learned from records without labels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler

from memkit.resolve.similarity import NAN, Value

#: Words this similar (Jaro-Winkler) count as one word in soft TF-IDF; .9 as in Cohen, Ravikumar, Fienberg (2003).
SOFT_MATCH = 0.9
#: Words of one value that soft TF-IDF compares, the rarest first: the rest of a long text carries little weight.
MAX_SOFT_WORDS = 40
NGRAM = 3


class Corpus:
    """Document frequencies of words and character trigrams over `n` values.

    idf(t) = ln((1 + n) / (1 + df)) + 1, as scikit-learn smooths it; an unseen term has df 0, so it weighs most.
    """

    def __init__(self, n: int, words: Mapping[str, int], ngrams: Mapping[str, int]) -> None:
        self.n, self.words, self.ngrams = n, dict(words), dict(ngrams)
        self._vectors = lru_cache(maxsize=100_000)(self._vector)

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
        return math.log((1 + self.n) / (1 + self.words.get(word, 0))) + 1

    def rarity(self, word: str) -> float:
        """idf scaled to [0, 1]: 0 for a word in every value, 1 for one in none."""
        return (self.idf(word) - 1) / math.log(1 + self.n) if self.n else 1.0

    def _ngram_idf(self, ngram: str) -> float:
        return math.log((1 + self.n) / (1 + self.ngrams.get(ngram, 0))) + 1

    def _vector(self, kind: str, value: Value) -> dict[str, float]:
        counts = Counter(value.tokens if kind == "word" else _trigrams(value))
        idf = self.idf if kind == "word" else self._ngram_idf
        weights = {t: (1 + math.log(c)) * idf(t) for t, c in counts.items()}
        norm = math.sqrt(sum(w * w for w in weights.values()))
        return {t: w / norm for t, w in weights.items()} if norm else {}

    def word_vector(self, value: Value) -> dict[str, float]:
        """Unit TF-IDF vector over words, tf = 1 + ln(count)."""
        return self._vectors("word", value)

    def ngram_vector(self, value: Value) -> dict[str, float]:
        """Unit TF-IDF vector over the character trigrams of the words, each word with its boundaries."""
        return self._vectors("ngram", value)

    def word_cosine(self, a: Value, b: Value) -> float:
        return _dot(self.word_vector(a), self.word_vector(b))

    def ngram_cosine(self, a: Value, b: Value) -> float:
        return _dot(self.ngram_vector(a), self.ngram_vector(b))

    def soft_cosine(self, a: Value, b: Value) -> float:
        """Soft TF-IDF (Cohen, Ravikumar, Fienberg, IIWeb 2003): equal words first, then words within SOFT_MATCH,
        best first and one to one, weighted by their similarity. Words with a digit match only exactly."""
        x, y = self.word_vector(a), self.word_vector(b)
        if not x or not y:
            return NAN
        total = _dot(x, y)
        return min(1.0, total + sum(s * x[v] * y[w] for v, w, s in self.near_words(a, b)))

    def near_words(self, a: Value, b: Value) -> list[tuple[str, str, float]]:
        """(word of a, word of b, similarity) of words that are not equal but near, one to one."""
        left, right = self._soft_words(a, b), self._soft_words(b, a)
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

    def _soft_words(self, a: Value, b: Value) -> list[str]:
        words = [w for w in a.token_set - b.token_set if not any(c.isdigit() for c in w)]
        return sorted(words, key=lambda w: (-self.idf(w), w))[:MAX_SOFT_WORDS]

    def coverage(self, a: Value, b: Value) -> float:
        """Share of a's idf weight whose words stand in b."""
        total = sum(self.idf(t) for t in a.token_set)
        return sum(self.idf(t) for t in a.token_set & b.token_set) / total if total and b.tokens else NAN

    def rarest(self, words: Iterable[str]) -> float:
        """The rarity of the rarest of the words, 0 when there is none."""
        return max((self.rarity(w) for w in words), default=0.0)

    def to_dict(self) -> dict:
        return {"n": self.n, "words": self.words, "ngrams": self.ngrams}

    @classmethod
    def from_dict(cls, data: Mapping) -> Corpus:
        return cls(int(data["n"]), data["words"], data["ngrams"])


def _trigrams(value: Value) -> list[str]:
    return [
        padded[i : i + NGRAM]
        for word in value.tokens
        for padded in (f" {word} ",)
        for i in range(len(padded) - NGRAM + 1)
    ]


def _dot(x: Mapping[str, float], y: Mapping[str, float]) -> float:
    if not x or not y:
        return NAN
    if len(x) > len(y):
        x, y = y, x
    return sum(w * y[t] for t, w in x.items() if t in y)
