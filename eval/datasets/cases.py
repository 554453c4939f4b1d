"""Identity cases: one labelled pair of names a line (JSON Lines), as in the NOTES of data/identity_cases."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eval.datasets import read_json
from memkit.errors import InputError
from memkit.resolve import Name

#: What a case may expect; how each is graded is in eval/identity.py.
EXPECTED = ("different", "same", "review")
_FIELDS = ("id", "a", "a_type", "b", "b_type", "expected", "kind")


@dataclass(frozen=True, slots=True)
class Case:
    """Two names and what should become of them."""

    id: str
    left: Name
    right: Name
    expected: str
    kind: str


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases of a file and the lines that are none: (line number counted from 1, what is wrong)."""

    cases: tuple[Case, ...]
    problems: tuple[tuple[int, str], ...]


def load_cases(path: str | Path) -> Cases:
    """Read a case file. A bad line is left out and named in `problems`; nothing usable or no file is an InputError."""
    path = Path(path)
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(f"cannot read the cases {str(path)!r}: {error.strerror or error}") from None
    found: dict[str, Case] = {}
    problems: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = _parse(line)
            if case.id in found:
                raise InputError(f"the id {case.id!r} is already taken by an earlier line")
            found[case.id] = case
        except InputError as error:
            problems.append((number, str(error)))
    if not found:
        first = f" (line {problems[0][0]}: {problems[0][1]})" if problems else ""
        raise InputError(
            f"no identity case in {str(path)!r}{first}: one JSON object a line is needed, {', '.join(_FIELDS)}"
        )
    return Cases(tuple(found.values()), tuple(problems))


def _parse(line: bytes) -> Case:
    try:
        record = read_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"not a JSON object in UTF-8: {error}") from None
    if not isinstance(record, dict):
        raise InputError(f"a JSON object is needed, not {type(record).__name__}")
    missing = [name for name in _FIELDS if not isinstance(record.get(name), str)]
    if missing:
        raise InputError(f"no text in {', '.join(missing)}")
    if record["expected"] not in EXPECTED:
        raise InputError(f"expected is {record['expected']!r}, one of {', '.join(EXPECTED)} is needed")
    return Case(record["id"], _name(record, "a"), _name(record, "b"), record["expected"], record["kind"])


def _name(record: dict, side: str) -> Name:
    if not record[side].strip():
        raise InputError(f"{side} is empty")
    aliases = record.get(f"{side}_aliases", [])
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        raise InputError(f"{side}_aliases is no list of texts")
    return Name(record[side], record[f"{side}_type"], tuple(aliases))
