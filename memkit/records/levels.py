"""How alike are two records, column by column? Levels for Fellegi-Sunter, similarities for a learned model.

Many pairs share their two values, so each distinct pair of values is compared once, by rapidfuzz in bulk, and the
result is spread over the pairs of records: 1.5 million pairs of 8 columns take seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA, JaroWinkler, Prefix
from scipy.sparse import csr_array

from memkit.records.columns import Column
from memkit.records.similarity import ratio_of, value_of

MISSING, DIFFERENT = 0, 1
#: Lower ends of the levels of text above DIFFERENT, in Jaro-Winkler similarity or, where a side has several words,
#: token set ratio. .7 and .9 or so are usual (splink's name comparisons: .7, .88, .92).
TEXT_STEPS = (0.5, 0.7, 0.85, 0.93)
#: Lower ends in edits (optimal string alignment, so that swapped neighbours are one): two, then one.
EDIT_STEPS = (2, 1)
#: Lower ends for numbers, smaller over larger.
NUMBER_STEPS = (0.8, 0.95)
#: Agreement is worth more on a rare value (Newcombe 1967): equal values are split into this many levels by rarity.
RARITY_LEVELS = 3
#: Levels that any kind has, MISSING and DIFFERENT among them.
MAX_LEVELS = 2 + len(TEXT_STEPS) + RARITY_LEVELS
#: Pairs whose words are held in memory at once.
_CHUNK = 200_000


@dataclass(frozen=True)
class ValuePairs:
    """The distinct pairs of values of one column among m pairs of records: value numbers `a`, `b` (-1 for none), and
    `inverse` (shape (m,)) from pairs of records to them."""

    column: Column
    a: np.ndarray
    b: np.ndarray
    inverse: np.ndarray

    @classmethod
    def of(cls, column: Column, left: np.ndarray, right: np.ndarray) -> ValuePairs:
        size = len(column.values) + 1
        x, y = column.codes[left] + 1, column.codes[right] + 1
        key, inverse = np.unique(np.minimum(x, y) * size + np.maximum(x, y), return_inverse=True)
        return cls(column, key // size - 1, key % size - 1, inverse)

    @property
    def missing(self) -> np.ndarray:
        return self.a < 0  # the smaller number, so either is missing

    def frequency(self) -> tuple[np.ndarray, np.ndarray]:
        """ln of how many records have the rarer and the commoner of the two values (0 where missing)."""
        counts = np.log(np.concatenate((self.column.counts, [1])))
        return np.minimum(counts[self.a], counts[self.b]), np.maximum(counts[self.a], counts[self.b])

    def similar(self, scorer) -> np.ndarray:
        """`scorer` of rapidfuzz over the pairs, float32, NaN where one side says nothing."""
        values = (*self.column.values, "")
        scores = process.cpdist(
            [values[i] for i in self.a], [values[i] for i in self.b], scorer=scorer, dtype=np.float32
        )
        scores[self.missing] = np.nan
        return scores


def comparison_levels(columns: Sequence[Column], left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Level of each pair in each column, int8 of shape (m, c): MISSING, DIFFERENT, then more and more alike; the last
    RARITY_LEVELS are equal values, common to rare (by thirds of the pairs that agree)."""
    levels = np.empty((len(left), len(columns)), dtype=np.int8)
    for j, column in enumerate(columns):
        levels[:, j] = _levels(ValuePairs.of(column, left, right))
    return levels


def _levels(pairs: ValuePairs) -> np.ndarray:
    near = _near(pairs)
    equal = (pairs.a == pairs.b) & ~pairs.missing
    rarity = -pairs.frequency()[0]
    seen = np.bincount(pairs.inverse, minlength=len(equal))[equal]
    top = MAX_LEVELS - RARITY_LEVELS
    near[equal] = top + np.digitize(rarity[equal], _weighted_quantiles(rarity[equal], seen, RARITY_LEVELS))
    near[pairs.missing] = MISSING
    return near[pairs.inverse]


def _near(pairs: ValuePairs) -> np.ndarray:
    """Levels of values that are not equal."""
    kind = pairs.column.kind
    if kind == "text":
        return DIFFERENT + np.digitize(_text_similarity(pairs), TEXT_STEPS).astype(np.int8)
    if kind == "number":
        return DIFFERENT + np.digitize(_number_similarity(pairs), NUMBER_STEPS).astype(np.int8)
    edits = pairs.similar(OSA.distance)
    shares_head = _same_head(pairs)
    level = np.where(shares_head, DIFFERENT + 1, DIFFERENT)
    for step, limit in enumerate(EDIT_STEPS):
        level = np.where(edits <= limit, DIFFERENT + 2 + step, level)
    return level.astype(np.int8)


def _text_similarity(pairs: ValuePairs) -> np.ndarray:
    one_word = np.array([len(w) < 2 for w in pairs.column.words] + [True])
    single = one_word[pairs.a] & one_word[pairs.b]
    return np.where(single, pairs.similar(JaroWinkler.similarity), pairs.similar(fuzz.token_set_ratio) / 100)


def _number_similarity(pairs: ValuePairs) -> np.ndarray:
    numbers = [value_of(v).number for v in pairs.column.values] + [np.nan]
    return np.array([ratio_of(numbers[i], numbers[j]) for i, j in zip(pairs.a, pairs.b, strict=True)], dtype=np.float32)


def _same_head(pairs: ValuePairs) -> np.ndarray:
    """Equal first words (the year of an ISO date, the district of a postcode); of one-word codes the first half."""
    heads = [w[0] if len(w) > 1 else w[0][: (len(w[0]) + 1) // 2] for w in pairs.column.words]
    numbers = {h: i for i, h in enumerate(sorted(set(heads)))}
    head = np.array([numbers[h] for h in heads] + [-1])
    return (head[pairs.a] == head[pairs.b]) & ~pairs.missing


def _weighted_quantiles(values: np.ndarray, weights: np.ndarray, parts: int) -> np.ndarray:
    """The values that cut the total weight into `parts` equal parts, shape (parts - 1,)."""
    if not len(values):
        return np.zeros(parts - 1)
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order]) / np.sum(weights)
    return values[order][np.searchsorted(reached, np.arange(1, parts) / parts)] + 1e-9


def similarities(columns: Sequence[Column], left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """Similarities of each pair for a learned model: (float32 of shape (m, f), names "column.aspect"). NaN where a
    side says nothing, but frequencies; larger is more alike, but for frequencies and "unshared"."""
    found: list[np.ndarray] = []
    names: list[str] = []
    for column in columns:
        pairs = ValuePairs.of(column, left, right)
        rarer, commoner = pairs.frequency()
        aspects = {"rarer": rarer, "commoner": commoner} | {
            k: pairs.similar(f) for k, f in SCORERS[column.kind].items()
        }
        found += [values.astype(np.float32)[pairs.inverse] for values in aspects.values()]
        names += [f"{column.name}.{aspect}" for aspect in aspects]
    words = _word_overlap(columns, left, right)
    return np.column_stack([*found, *words.values()]), (*names, *words)


_EDIT = {"edit": OSA.normalized_similarity, "prefix": Prefix.normalized_similarity}
SCORERS = {
    "text": {
        "jaro_winkler": JaroWinkler.similarity,
        "edit": OSA.normalized_similarity,
        "token_sort": fuzz.token_sort_ratio,
        "token_set": fuzz.token_set_ratio,
    },
    "code": _EDIT,
    "date": _EDIT,
    "number": _EDIT,
}


def _word_overlap(columns: Sequence[Column], left: np.ndarray, right: np.ndarray) -> dict[str, np.ndarray]:
    """Over the words of all text columns together, so that a name in the wrong column counts: idf of shared and
    unshared words. idf(w) = ln(n / records with w)."""
    texts = [c for c in columns if c.kind == "text"]
    if not texts:
        return {}
    n = len(texts[0].codes)
    has = word_matrix(texts)
    weighted = has * np.log(n / np.maximum(has.sum(axis=0), 1))[None, :]
    weighted = weighted.tocsr()
    total = np.asarray(weighted.sum(axis=1)).ravel()
    shared, rarest = np.empty(len(left)), np.empty(len(left))
    for i in range(0, len(left), _CHUNK):
        both = weighted[left[i : i + _CHUNK]].multiply(has[right[i : i + _CHUNK]]).tocsr()
        shared[i : i + _CHUNK] = np.asarray(both.sum(axis=1)).ravel()
        rarest[i : i + _CHUNK] = both.max(axis=1).toarray().ravel()
    low, high = np.minimum(total[left], total[right]), np.maximum(total[left], total[right])
    found = {"shared": shared, "rarest_shared": rarest, "unshared_low": low - shared, "unshared_high": high - shared}
    return {f"(words).{name}": values.astype(np.float32) for name, values in found.items()}


def word_matrix(texts: Sequence[Column]) -> csr_array:
    """1 where a record has a word in any of the columns, shape (n, words)."""
    numbers = {w: i for i, w in enumerate(sorted({w for c in texts for ws in c.words for w in ws}))}
    n = len(texts[0].codes)
    total = csr_array((n, len(numbers)))
    for column in texts:
        of_value = [sorted({numbers[w] for w in words}) for words in column.words] + [[]]
        ends = np.cumsum([0] + [len(v) for v in of_value])
        flat = np.array([i for v in of_value for i in v], dtype=np.int64)
        by_value = csr_array((np.ones(len(flat)), flat, ends), shape=(len(of_value), len(numbers)))
        total = total + by_value[column.codes]
    total.data[:] = 1.0
    return total
