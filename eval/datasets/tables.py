"""Two clean tables of records and the true matches between them: LEFT.csv, RIGHT.csv and gt.csv in one folder.

The separator of each file is sniffed. gt.csv has two columns of record ids, with a header; the first column of a table
is its id. Which table is the left one: the one that the gold's header or the folder's name puts first.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from eval.datasets import files_hash
from memkit.errors import InputError

GOLD_NAMES = ("gt.csv", "gold.csv", "matches.csv", "ground_truth.csv")
SEPARATORS = (",", "|", "%", ";", "\t")
#: Lines that a separator is sniffed from.
SNIFF_LINES = 50


@dataclass(slots=True)
class TwoTables:
    """`left` and `right` are records in file order, ids left out; `gold` are (row of left, row of right)."""

    name: str
    hash: str
    left: list[dict[str, str]]
    right: list[dict[str, str]]
    gold: set[tuple[int, int]]
    problems: list[str]


def load_tables(folder: Path | str) -> TwoTables:
    """InputError when the folder has not exactly two tables and a gold file, an id repeats, a file is empty or not
    UTF-8, or the gold's ids name no records; a gold line that names none is skipped and reported."""
    folder = Path(folder)
    gold_path = next((folder / name for name in GOLD_NAMES if (folder / name).is_file()), None)
    tables = sorted(p for p in folder.glob("*.csv") if p != gold_path) if folder.is_dir() else []
    if gold_path is None or len(tables) != 2:
        raise InputError(
            f"{folder} needs two tables and {' or '.join(GOLD_NAMES[:2])}: found "
            f"{', '.join(p.name for p in sorted(folder.glob('*.csv'))) or 'no .csv file'}"
        )
    header, *lines = read_csv(gold_path)
    if len(header) < 2:
        raise InputError(f"{gold_path}, line 1: two columns of ids are needed, found {', '.join(header)}")
    ids = [(line[0].strip(), line[1].strip()) for line in lines]
    read = {path: read_records(path) for path in tables}
    left, right = _oriented(folder, tables, header, ids, read)
    row = [{record_id: i for i, record_id in enumerate(read[path][0])} for path in (left, right)]
    gold = {(row[0][a], row[1][b]) for a, b in ids if a in row[0] and b in row[1]}
    lost = sum(a not in row[0] or b not in row[1] for a, b in ids)
    if not gold:
        raise InputError(f"{gold_path}: none of {len(ids)} lines names a record of {left.name} and one of {right.name}")
    problems = [f"{gold_path.name}: {lost} lines name no record, skipped"] if lost else []
    return TwoTables(folder.name, files_hash(left, right, gold_path), read[left][1], read[right][1], gold, problems)


def _oriented(folder: Path, tables: list[Path], header: list[str], ids, read) -> tuple[Path, Path]:
    """The two tables in the order of the gold's columns: by its header, else by the folder's name, else the order in
    which more of its ids exist."""
    for text in (" ".join(header[:2]).lower(), folder.name.lower()):
        places = [text.find(path.stem.lower()) for path in tables]
        if min(places) >= 0:
            return (tables[0], tables[1]) if places[0] < places[1] else (tables[1], tables[0])
    known = [set(read[path][0]) for path in tables]
    straight, swapped = (sum(a in known[i] and b in known[1 - i] for a, b in ids) for i in (0, 1))
    return (tables[0], tables[1]) if straight >= swapped else (tables[1], tables[0])


def read_records(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """(ids, records) of a table whose first column is the id; short lines are filled with "", longer ones refused."""
    header, *lines = read_csv(path)
    ids, records, seen = [], [], set()
    for number, line in enumerate(lines, 2):
        if len(line) > len(header) and any(cell.strip() for cell in line[len(header) :]):
            raise InputError(f"{path}, record {number}: {len(line)} fields, the header has {len(header)}")
        cells = [cell.strip() for cell in line] + [""] * (len(header) - len(line))
        if cells[0] in seen:
            raise InputError(f"{path}, record {number}: id {cells[0]!r} occurs twice")
        seen.add(cells[0])
        ids.append(cells[0])
        records.append({name: cells[i] for i, name in enumerate(header) if i and name})
    return ids, records


def read_csv(path: Path) -> list[list[str]]:
    """The lines of a CSV file, header first, separator sniffed, empty lines left out."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8: convert the file, say with iconv") from None
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=sniff(text)) if any(row)]
    except csv.Error as error:
        raise InputError(f"{path}: {error}") from None
    if len(rows) < 2:
        raise InputError(f"{path} has no records: a header and at least one line are needed")
    rows[0] = [name.strip() for name in rows[0]]
    return rows


def sniff(text: str) -> str:
    """The separator that cuts the first lines into the most fields alike: the header's count on every line wins over a
    higher count that varies; a comma when nothing separates."""
    lines = [line for line in text.splitlines()[:SNIFF_LINES] if line.strip()]

    def fit(separator: str) -> tuple[float, int]:
        rows = [row for row in csv.reader(lines, delimiter=separator) if row]
        width = len(rows[0]) if rows else 0
        return (sum(len(row) == width for row in rows) / len(rows) if width > 1 else 0.0, width)

    return max(SEPARATORS, key=fit) if lines else ","
