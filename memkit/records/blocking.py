"""Which pairs of records are worth comparing? Blocking keys chosen by what the columns hold.

Every value gives *facets*: the value itself, its words with their beginnings and ends (a typo hurts one of the two),
the parts of a date, the first half of a code. Words are pooled over all text columns, so that a name in the wrong
column still meets its like. A facet that few records have is a block of its own; facets that many have are blocks only
two together, from two columns or as two words. Larger blocks are left out: what they join is joined elsewhere or hardly
alike (block purging, Papadakis et al. 2020, "Blocking and Filtering Techniques for Entity Resolution", section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from memkit.errors import InputError
from memkit.records.columns import Column

#: Records of the largest block. On historical_50k 20, 30, 40 give 19, 29, 40 pairs a record and find .904, .919, .927
#: of the true pairs, and what is not found directly is mostly joined through others.
MAX_BLOCK = 30
#: So many pairs are affordable (scored in under a minute): blocks of a small table grow until there are as many.
AFFORDABLE = 1_000_000
#: Characters of a word's beginning and end that are a facet (of words longer than that).
WORD_PART = 4
#: Facets of words, rarest first, that a record brings to the two-facet keys: a long text has its name in few words.
MAX_WORDS = 12

_WORDS = "(words)"


@dataclass(frozen=True)
class Facets:
    """One family of facets: `record[k]` has facet number `facet[k]` in [0, size). Each (record, facet) once.

    `combine`: "word" facets are combined with each other and with "part" facets of any column, parts with parts of
    other columns ("source"); "" never. (Combinations of whole texts and of word ends found next to nothing new.)
    """

    source: str
    combine: str
    record: np.ndarray
    facet: np.ndarray
    size: int


def candidate_pairs(columns: Sequence[Column], affordable: int = AFFORDABLE) -> tuple[np.ndarray, np.ndarray]:
    """(left, right) record numbers, left < right, sorted, each pair once.

    All pairs when they are at most `affordable`; else those of blocks of up to MAX_BLOCK records, or of twice, four
    times, ... as many while that gives fewer pairs than affordable. Raises InputError when there is no column.
    """
    if not columns:
        raise InputError("no columns to block on")
    n = len(columns[0].codes)
    if n * (n - 1) // 2 <= affordable:
        return np.triu_indices(n, 1)
    max_block = MAX_BLOCK
    left, right = pairs_in_blocks(columns, max_block)
    while len(left) < affordable and max_block < n:
        max_block *= 2
        left, right = pairs_in_blocks(columns, max_block)
    return left, right


def pairs_in_blocks(columns: Sequence[Column], max_block: int) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of records that share a block of at most `max_block` records, in the form of `candidate_pairs`."""
    n = len(columns[0].codes)
    keys, common = [], []
    for family in _families(columns):
        counts = np.bincount(family.facet, minlength=family.size)
        small = counts[family.facet] <= max_block
        keys.append((family.record[small], family.facet[small]))
        if family.combine:
            common.append(_common(family, ~small, counts))
    for i, a in enumerate(common):
        if a.combine == "word":
            keys.append(_join(a, a))
        keys += [_join(a, b) for b in common[i + 1 :] if b.combine == "part" and a.source != b.source]
    found = np.unique(np.concatenate([_pairs_in_blocks(record, key, n, max_block) for record, key in keys]))
    return found // n, found % n


def blocking_recall(left: np.ndarray, right: np.ndarray, gold: np.ndarray) -> float:
    """Share of the pairs of records with equal `gold` (negative: not to be counted) that are among the candidates."""
    sizes = np.unique(gold[gold >= 0], return_counts=True)[1]
    true = int(np.sum(sizes * (sizes - 1) // 2))
    return int(np.sum((gold[left] == gold[right]) & (gold[left] >= 0))) / true if true else 1.0


# ---------------------------------------------------------------------------------------------------------- facets


def _families(columns: Sequence[Column]) -> list[Facets]:
    texts = [c for c in columns if c.kind == "text"]
    families = [
        _facets(_WORDS, "word", texts, str.split),
        _facets(_WORDS, "word", texts, lambda v: [w[:WORD_PART] for w in v.split() if len(w) > WORD_PART]),
        _facets(_WORDS, "", texts, lambda v: [w[-WORD_PART:] for w in v.split() if len(w) > WORD_PART]),
    ]
    for column in columns:
        combine = "part" if column.kind in ("date", "code") else ""
        families.append(_facets(column.name, combine, [column], lambda v: [v]))
        if column.kind == "date":
            families += [_facets(column.name, combine, [column], f) for f in (_first_two, _longest)]
        elif column.kind == "code":
            families.append(_facets(column.name, combine, [column], _first_half))
    return [f for f in families if len(f.record)]


def _facets(source: str, combine: str, columns: Sequence[Column], facets_of: Callable[[str], Sequence[str]]) -> Facets:
    numbers: dict[str, int] = {}
    found = [np.empty(0, dtype=np.int64)]
    for column in columns:
        of_value = [[numbers.setdefault(f, len(numbers)) for f in facets_of(v)] for v in column.values]
        lengths = np.array([len(f) for f in of_value], dtype=np.int64)
        flat = np.array([f for fs in of_value for f in fs], dtype=np.int64)
        have = np.flatnonzero(column.codes >= 0)
        codes = column.codes[have]
        facet = flat[_ranges((np.cumsum(lengths) - lengths)[codes], lengths[codes])]
        found.append(np.repeat(have, lengths[codes]) << 32 | facet)
    both = np.unique(np.concatenate(found))
    return Facets(source, combine, both >> 32, both & 0xFFFFFFFF, max(len(numbers), 1))


def _first_two(value: str) -> list[str]:
    """The first two parts of a date: year and month of 1862-01-31."""
    return [" ".join(value.split()[:2])]


def _longest(value: str) -> list[str]:
    """The longest part of a date: its year."""
    return [max(value.split(), key=len)]


def _first_half(value: str) -> list[str]:
    """The first word of a code, or the first half of a code of one word."""
    first, *rest = value.split()
    return [first if rest else first[: (len(first) + 1) // 2]]


def _common(family: Facets, keep: np.ndarray, counts: np.ndarray) -> Facets:
    """The facets too common for a block of their own; of each record the MAX_WORDS rarest of them."""
    record, facet = family.record[keep], family.facet[keep]
    order = np.lexsort((facet, counts[facet], record))
    record, facet = record[order], facet[order]
    starts = np.flatnonzero(np.concatenate(([True], record[1:] != record[:-1]))) if len(record) else record
    place = np.arange(len(record)) - np.repeat(starts, np.diff(np.append(starts, len(record))))
    few = place < MAX_WORDS
    return replace(family, record=record[few], facet=facet[few])


# ------------------------------------------------------------------------------------------------------------ pairs


def _join(a: Facets, b: Facets) -> tuple[np.ndarray, np.ndarray]:
    """(record, key) for every two facets of one record, one of `a` and one of `b`; within one family two different."""
    starts = np.searchsorted(b.record, a.record, side="left")
    lengths = np.searchsorted(b.record, a.record, side="right") - starts
    record, first = np.repeat(a.record, lengths), np.repeat(a.facet, lengths)
    second = b.facet[_ranges(starts, lengths)]
    keep = first < second if a is b else slice(None)
    return record[keep], (first * b.size + second)[keep]


def _pairs_in_blocks(record: np.ndarray, key: np.ndarray, n: int, max_block: int) -> np.ndarray:
    """left * n + right of every two records that share a key of at most `max_block` records, each once."""
    order = np.lexsort((record, key))
    record, key = record[order], key[order]
    starts = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1]))) if len(key) else key
    sizes = np.diff(np.append(starts, len(key)))
    parts = list(_by_size(record, starts, sizes, n, max_block))
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def _by_size(record, starts, sizes, n: int, max_block: int) -> Iterator[np.ndarray]:
    for size in range(2, max_block + 1):
        blocks = starts[sizes == size]
        if len(blocks):
            members = record[blocks[:, None] + np.arange(size)]
            left, right = np.triu_indices(size, 1)
            yield np.unique(members[:, left].ravel() * n + members[:, right].ravel())


def _ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """starts[0], starts[0] + 1, ... (lengths[0] of them), then starts[1], ..."""
    ends = np.cumsum(lengths)
    return np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - lengths - starts, lengths)
