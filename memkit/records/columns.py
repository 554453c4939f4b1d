"""What does each column of a table hold? Values read once, kinds found from the data, redundant columns reduced.

A table is a mapping of column name to one string per record ("" where missing). Records are numbered 0 .. n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from memkit.errors import InputError
from memkit.records.features import column_kind
from memkit.records.similarity import value_of

#: Distinct values that a column's kind is read from, spread over all of them in sorted order.
SAMPLE = 2000
#: From this share of values on that have a digit (short text) or are whole numbers of CODE_DIGITS digits or more, a
#: column is a code: postcode, part number, year, telephone number. Codes are near when few characters differ, not when
#: their ratio is near 1.
CODE_SHARE = 0.7
CODE_DIGITS = 4
#: A column holds another one when, in this share of the records that have both, it has all words of the other.
HOLDS_SHARE = 0.9
#: Below this share of records with a value a column says too little to be compared.
MIN_FILLED = 0.001


@dataclass(frozen=True)
class Column:
    """One column. `kind`: text | code | date | number. `values` are the d distinct non-empty values in plain form
    (folded, words joined by single spaces), sorted; `codes[i]` in [-1, d) is record i's value, -1 where it has none."""

    name: str
    kind: str
    values: tuple[str, ...]
    codes: np.ndarray

    @cached_property
    def counts(self) -> np.ndarray:
        """How many records have each value, shape (d,)."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each value, shape (d, *)."""
        return tuple(tuple(v.split()) for v in self.values)


def read_columns(table: Mapping[str, Sequence[str]]) -> list[Column]:
    """The columns worth comparing, in the table's order.

    A column that repeats what others of the table say ("full name" beside "first name" and "surname") is reduced to the
    words that they do not have, since evidence counted twice misleads a model that takes columns as independent; what
    is then almost always empty is dropped, as is a constant column. InputError when nothing is left.
    """
    sizes = {len(v) for v in table.values()}
    if len(sizes) > 1:
        raise InputError(f"columns of different lengths ({sorted(sizes)}): one value per record is needed")
    columns = [c for c in (_read(name, values) for name, values in table.items()) if _says_something(c)]
    columns = [c for c in (_reduced(c, columns) for c in columns) if _says_something(c)]
    if not columns:
        raise InputError("no column tells records apart: each is empty or has one value")
    return columns


def _read(name: str, values: Sequence[str]) -> Column:
    raw_codes, raw = pd.factorize(np.asarray(values, dtype=object))
    plain = [value_of(v).plain for v in raw]
    kind = _kind([v for v in raw if v.strip()])
    return _column(name, kind, np.array(plain, dtype=object)[raw_codes])


def _column(name: str, kind: str, plain: np.ndarray) -> Column:
    codes, values = pd.factorize(plain, sort=True)
    if len(values) and values[0] == "":
        codes, values = codes - 1, values[1:]
    return Column(name, kind, tuple(values), codes.astype(np.int64))


def _kind(values: Sequence[str]) -> str:
    """As `column_kind` reads a sample, with lists and texts as one kind and codes told from text."""
    values = sorted(set(values))
    sample = values[:: max(1, len(values) // SAMPLE)]
    kind = column_kind(sample)
    if kind == "number":
        return "code" if _share(sample, _long_digits) >= CODE_SHARE else "number"
    if kind == "short":
        return "code" if _share(sample, _coded) >= CODE_SHARE else "text"
    return "date" if kind == "date" else "text"


def _share(values: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, values)) / len(values) if values else 0.0


def _long_digits(value: str) -> bool:
    plain = value_of(value).plain
    return plain.isdigit() and len(plain) >= CODE_DIGITS


def _coded(value: str) -> bool:
    return any(c.isdigit() for c in value) and len(value.split()) <= 3


def _says_something(column: Column) -> bool:
    filled = np.count_nonzero(column.codes >= 0)
    return len(column.values) > 1 and filled >= MIN_FILLED * len(column.codes)


def _reduced(column: Column, columns: Sequence[Column]) -> Column:
    """`column` without the words of the columns that it holds."""
    if column.kind != "text":
        return column
    held = [other for other in columns if other is not column and _holds(column, other, columns)]
    if not held:
        return column
    rest = []
    for i, code in enumerate(column.codes.tolist()):
        said = {word for other in held if other.codes[i] >= 0 for word in other.words[other.codes[i]]}
        rest.append(" ".join(w for w in column.words[code] if w not in said) if code >= 0 else "")
    return _column(column.name, column.kind, np.array(rest, dtype=object))


def _holds(column: Column, other: Column, columns: Sequence[Column]) -> bool:
    """Whether `column` has nearly always all words of `other`; of two columns that hold each other, the later does."""
    if other.kind != "text" or not _contained(other, column):
        return False
    order = [c.name for c in columns]
    return order.index(column.name) > order.index(other.name) or not _contained(column, other)


def _contained(inner: Column, outer: Column) -> bool:
    both = (inner.codes >= 0) & (outer.codes >= 0)
    if np.count_nonzero(both) < MIN_FILLED * len(both):
        return False
    pairs, counts = np.unique(inner.codes[both] * len(outer.values) + outer.codes[both], return_counts=True)
    sets = [frozenset(w) for w in outer.words]
    inside = [
        set(inner.words[i]) <= sets[o] for i, o in zip(*(x.tolist() for x in np.divmod(pairs, len(sets))), strict=True)
    ]
    return float(counts[np.array(inside)].sum()) >= HOLDS_SHARE * counts.sum()
