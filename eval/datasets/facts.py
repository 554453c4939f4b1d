"""Facts over time: short sequences of dated notes with questions about a day, as JSON lines.

A line is `{id, split (optional), notes: [{at, text}], questions: [{question, as_of, answer, relation (optional)}]}`:
`answer` lists all that is right on the day `as_of` (null: by the last note), none for what is not known. A line that
cannot be used is left out and named in `problems`; the others are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from eval.datasets import files_hash, read_json, read_text
from memkit.errors import InputError

#: The part that is reported on where sequences have parts.
REPORT = "report"


@dataclass(frozen=True, slots=True)
class Note:
    """A text and the day on which it was written (ISO 8601)."""

    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the day that it asks about ("": now), all right answers, and the relation it is labelled with."""

    text: str
    as_of: str
    answer: tuple[str, ...]
    relation: str

    @property
    def kind(self) -> str:
        """now, another time, or not known."""
        return "not known" if not self.answer else "another time" if self.as_of else "now"


@dataclass(frozen=True, slots=True)
class Sequence:
    """Notes in the order of the file, and what is asked about them."""

    id: str
    split: str
    notes: tuple[Note, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that could be read from a file; `hash` is over its bytes."""

    name: str
    hash: str
    sequences: tuple[Sequence, ...]
    problems: tuple[str, ...]

    def part(self, split: str | None = None) -> tuple[Sequence, ...]:
        """The sequences of a part and those without one; by default of "report", or all where none has a part.

        Raises InputError for a part that no sequence is in.
        """
        splits = {s.split for s in self.sequences} - {""}
        if not splits and split in (None, REPORT):
            return self.sequences
        wanted = split or REPORT
        if wanted not in splits:
            known = ", ".join(sorted(splits)) or "none: leave --split out"
            raise InputError(f"{self.name} has no part {wanted!r}: it has {known}")
        return tuple(s for s in self.sequences if s.split in ("", wanted))


def load_facts(path: str | Path) -> Facts:
    """Read a .jsonl file, or the one in a folder. Raises InputError if there is none, or no line of it can be used."""
    path = Path(path)
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if len(files) != 1 or not files[0].is_file():
        raise InputError(f"{path}: a .jsonl file of sequences is needed, or a folder with one")
    sequences, problems = [], []
    for number, line in enumerate(read_text(files[0]).splitlines(), 1):
        if not line.strip():
            continue
        try:
            sequences.append(_sequence(read_json(line)))
        except InputError as error:
            problems.append(f"{files[0].name}, line {number}: {error}")
    if not sequences:
        raise InputError(f"{files[0]}: no sequence can be used{f' ({problems[0]})' if problems else ''}")
    name = files[0].parent.name if path.is_dir() else files[0].stem
    return Facts(name, files_hash(files[0]), tuple(sequences), tuple(problems))


def _sequence(given: Any) -> Sequence:
    if not isinstance(given, Mapping):
        raise InputError("a sequence is a mapping")
    notes = tuple(Note(_day(note, "at"), _text(note, "text")) for note in _each(given, "notes"))
    questions = tuple(_question(one) for one in _each(given, "questions"))
    return Sequence(_text(given, "id"), str(given.get("split") or ""), notes, questions)


def _question(given: Mapping[str, Any]) -> Question:
    answer = given.get("answer")
    if not isinstance(answer, list) or not all(isinstance(one, str) and one for one in answer):
        raise InputError(f"answer is {answer!r}: a list of texts is needed, [] for what is not known")
    as_of = "" if given.get("as_of") is None else _day(given, "as_of")
    return Question(_text(given, "question"), as_of, tuple(answer), str(given.get("relation") or "any"))


def _each(given: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    found = given.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(one, Mapping) for one in found):
        raise InputError(f"{key} is no list of mappings")
    return iter(found)


def _text(given: Mapping[str, Any], key: str) -> str:
    found = given.get(key)
    if not isinstance(found, str) or not found.strip():
        raise InputError(f"{key} is {found!r}: a text is needed")
    return found


def _day(given: Mapping[str, Any], key: str) -> str:
    try:
        return date.fromisoformat(_text(given, key)).isoformat()
    except ValueError:
        raise InputError(f"{key} is {given.get(key)!r}: a day in ISO 8601 is needed, say 2024-05-31") from None
