"""Tables of records to be clustered: CSV (any usual separator) or Parquet, gold by a column or by a file of pairs.

Several files are several sources of one set of records; their columns are matched by name. With a pair file of two
sources the left ids are the first file's and the right ids the second's.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from eval.datasets import files_hash, read_text
from eval.datasets.tables import sniff
from memkit.errors import InputError

#: More bad rows than this share of a file mean that the file is not in this form at all.
MAX_BAD_SHARE = 0.1

_ID_NAME = re.compile(r"(?:.*[ _-])?id", re.IGNORECASE)


@dataclass(slots=True)
class RecordData:
    """n records. `table`: column name to n strings ("" where missing), without id and gold columns; `source[i]` the
    number of record i's file; `gold[i]` its gold cluster, -1 where it has none. `problems` says, one sentence each,
    what was skipped or is odd; `skipped` counts rows left out."""

    name: str
    hash: str
    table: dict[str, list[str]]
    source: np.ndarray
    gold: np.ndarray
    problems: list[str] = field(default_factory=list)
    skipped: int = 0


@dataclass(slots=True)
class _File:
    path: Path
    rows: dict[str, list[str]]
    lines: list[int]
    bad: list[str]

    def __len__(self) -> int:
        return len(self.lines)


def load_records(
    paths: Sequence[Path | str], *, gold_column: str | None = None, gold_pairs: Path | str | None = None
) -> RecordData:
    """Read the files; exactly one of `gold_column` and `gold_pairs` must be given.

    Rows that cannot be read are skipped and counted. InputError, naming the file and the remedy, when a file is
    missing, empty, not UTF-8, a Parquet file without pyarrow installed, has more than a tenth of bad rows, an id twice,
    or no column of the gold's name; when two files share no column; when the pair file names mostly unknown ids.
    """
    if (gold_column is None) == (gold_pairs is None):
        raise InputError("gold is given by --gold COLUMN or by --gold-pairs FILE: exactly one of the two")
    if not paths:
        raise InputError("no file of records: --records FILE")
    files = [_read(Path(path)) for path in paths]
    problems = [f"skipped {b}" for f in files for b in f.bad[:5]]
    skipped = sum(len(f.bad) for f in files)
    source = np.repeat(np.arange(len(files)), [len(f) for f in files])
    golds = [_take_column(f, gold_column) for f in files] if gold_column is not None else []
    ids = [_take_ids(f, needed=gold_pairs is not None) for f in files]
    table = _joined(files)
    if gold_pairs is not None:
        gold, bad = _gold_of_pairs(Path(gold_pairs), files, ids, problems)
        skipped += bad
    else:
        gold = _codes([value for column in golds for value in column])
        if np.all(gold < 0):
            raise InputError(f"{files[0].path}: column {gold_column!r} is empty: every record lacks a gold cluster")
        if np.any(gold < 0):
            problems.append(f"{np.count_nonzero(gold < 0)} records without a gold cluster: clustered, not scored")
    every = [*(f.path for f in files), *([Path(gold_pairs)] if gold_pairs is not None else [])]
    return RecordData(files[0].path.stem, files_hash(*every), table, source, gold, problems, skipped)


# ------------------------------------------------------------------------------------------------------------ files


def _read(path: Path) -> _File:
    if not path.is_file():
        raise InputError(f"{path} is no file: name a CSV or Parquet file of records")
    found = _read_parquet(path) if path.suffix.lower() in (".parquet", ".pq") else _read_csv(path)
    if not len(found):
        raise InputError(f"{path} has no record: a header and at least two rows are needed")
    if len(found.bad) > MAX_BAD_SHARE * (len(found) + len(found.bad)):
        raise InputError(f"{found.bad[0]} ({len(found.bad)} such rows of {len(found) + len(found.bad)}): fix the file")
    return found


def _read_parquet(path: Path) -> _File:
    try:
        frame = pd.read_parquet(path)
    except ImportError:
        raise InputError(
            f"{path}: reading Parquet needs pyarrow: pip install pyarrow, or save the table as CSV"
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} is no readable Parquet file: {error}") from None
    rows = {str(c): ["" if _is_missing(v) else str(v) for v in frame[c].tolist()] for c in frame.columns}
    return _File(path, rows, list(range(1, len(frame) + 1)), [])


def _is_missing(value: object) -> bool:
    return value is None or value is pd.NaT or value is pd.NA or (isinstance(value, float) and value != value)


def _read_csv(path: Path) -> _File:
    (_, header), *rows = _rows(path)
    return _table(path, [name.strip() for name in header], rows)


def _table(path: Path, names: list[str], rows: list[tuple[int, list[str]]]) -> _File:
    repeated = sorted({n for n in names if n and names.count(n) > 1})
    if repeated:
        raise InputError(f"{path}, line 1: two columns are named {repeated[0]!r}: rename one")
    good, bad = [], []
    for line, cells in rows:
        if len(cells) == len(names):
            good.append((line, cells))
        else:
            bad.append(f"{path}, line {line}: {len(cells)} fields, the header has {len(names)}")
    columns = {name or f"(column {j + 1})": [cells[j].strip() for _, cells in good] for j, name in enumerate(names)}
    unnamed = [c for j, c in enumerate(columns) if not names[j] and not any(columns[c])]
    for name in unnamed:  # a separator at the end of each line
        del columns[name]
    return _File(path, columns, [line for line, _ in good], bad)


def _text(path: Path) -> str:
    text = read_text(path)
    if not text.strip():
        raise InputError(f"{path} is empty")
    return text


@contextmanager
def _any_field_size() -> Iterator[None]:
    """csv refuses fields over 128 kB; a huge cell is a cell, and comparisons look at its beginning only."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    """(line number of its end, fields) of each row that is not blank."""
    text = _text(path)
    with _any_field_size():
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=sniff(text))
        try:
            return [(reader.line_num, cells) for cells in reader if any(cells)]
        except csv.Error as error:
            raise InputError(f"{path}, line {reader.line_num}: {error}") from None


# ------------------------------------------------------------------------------------------------- ids, gold, table


def _take_column(file: _File, name: str) -> list[str]:
    if name not in file.rows:
        raise InputError(f"{file.path} has no column {name!r} (--gold); it has {', '.join(file.rows)}")
    return file.rows.pop(name)


def _take_ids(file: _File, *, needed: bool) -> list[str]:
    """The values of the id column, which is no evidence and leaves the table."""
    name = next((c for c in file.rows if _ID_NAME.fullmatch(c)), None)
    if name is None and needed:
        raise InputError(f"{file.path} has no id column for the pairs to refer to: name one `id` or `..._id`")
    if name is None:
        return []
    ids = file.rows.pop(name)
    seen: dict[str, int] = {}
    for line, value in zip(file.lines, ids, strict=True):
        if not value:
            raise InputError(f"{file.path}, line {line}: column {name!r} is empty: every record needs an id")
        if value in seen:
            raise InputError(
                f"{file.path}: id {value!r} stands twice in column {name!r}, lines {seen[value]} and {line}: "
                "give each record an id of its own, or rename the column if it is no id"
            )
        seen[value] = line
    return ids


def _codes(values: Sequence[str]) -> np.ndarray:
    return pd.factorize(np.array([v or None for v in values], dtype=object))[0].astype(np.int64)


def _gold_of_pairs(
    path: Path, files: Sequence[_File], ids: Sequence[list[str]], problems: list[str]
) -> tuple[np.ndarray, int]:
    """Gold clusters as the connected components of the pairs, and the number of pairs that were skipped."""
    if not path.is_file():
        raise InputError(f"{path} is no file: name a file of pairs of ids (--gold-pairs)")
    rows = _rows(path)
    left_of, right_of = _lookups(path, files, ids)
    pairs, bad = [], []
    for number, (line, cells) in enumerate(rows):
        cells = [c.strip() for c in cells[:2]]
        ends = (left_of.get(cells[0]), right_of.get(cells[1])) if len(cells) == 2 else (None, None)
        if None not in ends:
            pairs.append(ends)
        elif number:  # an unknown pair in the first line is a header
            bad.append(f"{path}, line {line}: {' / '.join(cells)} are not two ids of {_names(files)}")
    if not pairs or len(bad) > MAX_BAD_SHARE * (len(pairs) + len(bad)):
        first = bad[0] if bad else f"{path} has no pair of ids"
        raise InputError(f"{first} ({len(bad)} such lines, {len(pairs)} pairs): are these the files' ids?")
    problems.extend(f"skipped {b}" for b in bad[:5])
    n = sum(map(len, ids))
    left, right = np.array(pairs).T
    gold = connected_components(coo_array((np.ones(len(left)), (left, right)), shape=(n, n)), directed=False)[1]
    sizes = np.bincount(gold).astype(np.int64)
    closed, given = int(np.sum(sizes * (sizes - 1) // 2)), len({tuple(sorted(p)) for p in pairs if p[0] != p[1]})
    if closed > given:
        problems.append(f"{closed - given} gold pairs follow from the {given} given ones and count as true")
    return gold.astype(np.int64), len(bad)


def _lookups(path: Path, files: Sequence[_File], ids: Sequence[list[str]]) -> tuple[dict[str, int], dict[str, int]]:
    """Record numbers by id, for the left and for the right side of a pair."""
    starts = np.cumsum([0] + [len(i) for i in ids]).tolist()
    tables = [{v: start + k for k, v in enumerate(i)} for start, i in zip(starts, ids, strict=False)]
    if len(tables) == 2:
        return tables[0], tables[1]
    every = {k: v for table in tables for k, v in table.items()}
    if len(every) < sum(map(len, ids)):
        raise InputError(f"{path}: the ids of {_names(files)} overlap, so a pair does not say which file it means")
    return every, every


def _names(files: Sequence[_File]) -> str:
    return ", ".join(f.path.name for f in files)


def _joined(files: Sequence[_File]) -> dict[str, list[str]]:
    """The files' rows under one another, by column name; a column that a file lacks is empty there."""
    names: Mapping[str, None] = dict.fromkeys(c for f in files for c in f.rows)
    for file in files[1:]:
        if not file.rows.keys() & files[0].rows.keys():
            raise InputError(f"{file.path} shares no column with {files[0].path}: columns are matched by name")
    return {name: [v for f in files for v in f.rows.get(name, [""] * len(f))] for name in names}
