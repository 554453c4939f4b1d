"""Labelled pairs of records in train / valid / test: Ditto text form, or DeepMatcher CSV.

Ditto: train.txt, valid.txt, test.txt, one pair a line, `COL name VAL value COL name VAL value<TAB>COL ...<TAB>0|1`.
DeepMatcher: train.csv, valid.csv, test.csv with columns `label`, `ltable_*`, `rtable_*` (also `left_*`, `right_*`);
`id` columns are keys, no evidence, and are dropped. A file of ids and labels alone takes the values from tableA.csv and
tableB.csv beside it.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from eval.datasets import files_hash, read_text
from eval.datasets.tables import read_records
from memkit.errors import InputError

SPLITS = ("train", "valid", "test")
TABLES = ("tableA.csv", "tableB.csv")
#: More bad lines than this share of a file mean that the file is not in this form at all.
MAX_BAD_SHARE = 0.1

_COLUMN = re.compile(r"(?:^|(?<=\s))COL\s+((?:(?!COL\s|VAL\s)\S+\s+){1,5}?)VAL(?=\s|$)")
_SIDES = (("ltable_", "rtable_"), ("left_", "right_"))

Record = dict[str, str]


@dataclass(slots=True)
class Split:
    """Pairs of one file: `pairs[i]` = (left, right) with `labels[i]` in {0, 1}; `lines[i]` is its line in the file."""

    pairs: list[tuple[Record, Record]] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(slots=True)
class PairData:
    """A data set of labelled pairs. `problems` says, one sentence each, what was skipped or is odd."""

    name: str
    hash: str
    train: Split
    valid: Split
    test: Split
    problems: list[str] = field(default_factory=list)
    skipped: int = 0

    def counts(self) -> dict[str, int]:
        """Pairs and true pairs of each split, and lines skipped."""
        counts = {f"{s}_pairs": len(getattr(self, s)) for s in SPLITS}
        counts |= {f"{s}_same": sum(getattr(self, s).labels) for s in SPLITS}
        return counts | {"skipped_lines": self.skipped}


def load_pairs(folder: Path | str) -> PairData:
    """Read the three splits of `folder`.

    A line that cannot be read is skipped, counted and named in `problems`. Pairs that repeat, contradict each other or
    stand in two splits are reported there too, but kept: the splits are random, so calibration pairs promise something
    about test pairs only while all of them are treated alike (and published figures are of the files as they are).
    InputError when a file is missing, empty, not UTF-8, lacks its columns, or has more than a tenth of bad lines.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder: name one that holds train, valid and test (.txt or .csv)")
    suffix = next((s for s in (".txt", ".csv") if (folder / f"test{s}").is_file()), None)
    if suffix is None:
        raise InputError(
            f"{folder} has neither test.txt (Ditto form) nor test.csv (DeepMatcher form), nor train and valid beside it"
        )
    paths = [folder / f"{split}{suffix}" for split in SPLITS]
    problems: list[str] = []
    read = _read_ditto if suffix == ".txt" else _read_csv
    splits, skipped = {}, 0
    for name, path in zip(SPLITS, paths, strict=True):
        splits[name], bad = read(path, _text(path))
        _report_bad(path, splits[name], bad, problems)
        skipped += len(bad)
    _check_columns(folder, splits)
    _report_repeats(splits, problems)
    beside = [folder / name for name in TABLES if suffix == ".csv" and (folder / name).is_file()]
    return PairData(folder.name, files_hash(*paths, *beside), **splits, problems=problems, skipped=skipped)


def _text(path: Path) -> str:
    if not path.is_file():
        raise InputError(f"{path} is missing: train, valid and test are needed in one form")
    text = read_text(path)
    if not text.strip():
        raise InputError(f"{path} is empty: labelled pairs are needed")
    return text


def _read_ditto(path: Path, text: str) -> tuple[Split, list[str]]:
    split, bad = Split(), []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) != 3:
            bad.append(f"{path}, line {number}: {len(cells)} tab-separated fields, 3 are needed (left, right, 0 or 1)")
            continue
        sides = [parse_ditto(cell) for cell in cells[:2]]
        if not all(sides):
            bad.append(
                f'{path}, line {number}: no "COL name VAL value" in the {"left" if not sides[0] else "right"} record'
            )
            continue
        _append(split, bad, path, number, *sides, cells[2])
    return split, bad


def parse_ditto(text: str) -> Record:
    """`COL a VAL x COL b VAL` -> {"a": "x", "b": ""}; empty when the text is not in this form. Repeated names join."""
    found = list(_COLUMN.finditer(text))
    if not found or text[: found[0].start()].strip():
        return {}
    record: Record = {}
    for match, following in zip(found, [*found[1:], None], strict=True):
        name = match[1].strip()
        value = text[match.end() : following.start() if following else len(text)].strip()
        record[name] = f"{record[name]} {value}".strip() if name in record else value
    return record


def _read_csv(path: Path, text: str) -> tuple[Split, list[str]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    header = [h.strip() for h in reader.fieldnames or ()]
    reader.fieldnames = header
    prefixes = next((p for p in _SIDES if all(any(h.startswith(side) for h in header) for side in p)), None)
    if prefixes is None or "label" not in header:
        raise InputError(
            f"{path}, line 1: columns are {', '.join(header[:12])}; needed are label, ltable_* and rtable_* "
            "(or ltable_id and rtable_id, with tableA.csv and tableB.csv beside)"
        )
    columns = [{h: h[len(p) :] for h in header if h.startswith(p) and h[len(p) :] != "id"} for p in prefixes]
    tables = None if all(columns) else _tables_beside(path, header)
    split, bad = Split(), []
    for row in _rows(reader, path, bad):
        if None in row or None in row.values():
            bad.append(
                f"{path}, line {reader.line_num}: {'more' if None in row else 'fewer'} fields than the header has"
            )
            continue
        if tables:
            sides = [table.get(row[key].strip()) for key, table in tables.items()]
        else:
            sides = [{name: row[h].strip() for h, name in side.items()} for side in columns]
        if None in sides:
            bad.append(f"{path}, line {reader.line_num}: an id names no record of {' / '.join(TABLES)}")
            continue
        _append(split, bad, path, reader.line_num, *sides, row["label"])
    return split, bad


def _tables_beside(path: Path, header: list[str]) -> dict[str, dict[str, Record]]:
    """Pairs given by ids alone: column of ids -> id -> record, from tableA.csv and tableB.csv in the same folder."""
    keys = [f"{side}id" for side in _SIDES[0]]
    files = [path.with_name(name) for name in TABLES]
    if not set(keys) <= set(header) or not all(file.is_file() for file in files):
        raise InputError(
            f"{path}, line 1: beside the ids there is no ltable_* or no rtable_* column: add the values, "
            f"or put {' and '.join(TABLES)} beside it"
        )
    tables = {}
    for key, file in zip(keys, files, strict=True):
        ids, records = read_records(file)
        tables[key] = dict(zip(ids, records, strict=True))
    return tables


def _rows(reader: csv.DictReader, path: Path, bad: list[str]):
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            bad.append(f"{path}, line {reader.line_num}: {error}")


def _append(split: Split, bad: list[str], path: Path, number: int, left: Record, right: Record, label: str) -> None:
    label = label.strip()
    if label not in ("0", "1"):
        bad.append(f"{path}, line {number}: label {label!r} is neither 0 nor 1")
        return
    split.pairs.append((left, right))
    split.labels.append(int(label))
    split.lines.append(number)


def _report_bad(path: Path, split: Split, bad: list[str], problems: list[str]) -> None:
    """Bad lines become problems; refused when they are many or when nothing is left."""
    if not len(split) or len(bad) > MAX_BAD_SHARE * (len(split) + len(bad)):
        if bad:
            raise InputError(f"{bad[0]} ({len(bad)} such lines of {len(split) + len(bad)}): fix the file")
        raise InputError(f"{path} has a header but no pair: labelled pairs are needed")
    problems.extend(f"skipped {b}" for b in bad[:5])
    if len(bad) > 5:
        problems.append(f"skipped {len(bad) - 5} more bad lines of {path}")


def _key(pair: tuple[Record, Record]) -> tuple:
    return tuple(tuple(sorted(side.items())) for side in pair)


def _check_columns(folder: Path, splits: dict[str, Split]) -> None:
    sides = {
        name: tuple(Counter(c for pair in split.pairs for c in pair[side]).keys() for side in (0, 1))
        for name, split in splits.items()
    }
    for side, word in ((0, "left"), (1, "right")):
        for name in ("valid", "test"):
            if not sides[name][side] & sides["train"][side]:
                raise InputError(
                    f"{folder}: the {word} records of {name} share no column with those of train "
                    f"({', '.join(sorted(sides[name][side]))} / {', '.join(sorted(sides['train'][side]))})"
                )


def _report_repeats(splits: dict[str, Split], problems: list[str]) -> None:
    """Say what counts double, contradicts itself, or stands in two splits."""
    later: set[tuple] = set()
    for name in reversed(SPLITS):
        answers: dict[tuple, set[int]] = {}
        for pair, label in zip(splits[name].pairs, splits[name].labels, strict=True):
            answers.setdefault(_key(pair), set()).add(label)
        for count, what in (
            (len(splits[name]) - len(answers), "repeated pairs"),
            (sum(len(labels) > 1 for labels in answers.values()), "pairs labelled both 0 and 1"),
            (sum(key in later for key in answers), "pairs that also stand in a later split"),
        ):
            if count:
                problems.append(f"{name}: {count} {what}, kept")
        later.update(answers)
