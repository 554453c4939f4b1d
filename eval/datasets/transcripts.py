"""Labelled transcripts: who said what in a conversation, as JSON files of one transcript or of a list of them.

A transcript is `{id, split (optional), turns: [{n, speaker, at, text}], people: [{name, aliases}] (optional), labels:
{turns: [{n, person, act, decision}], decisions: [{key, topic, statement, status, supersedes}], positions: [{person,
decision, stance}]}}`. One that cannot be used is left out and named in `problems`; the others are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from eval.datasets import files_hash, read_json, read_text
from memkit.converse import Act, Minutes, Option, Position, Turn
from memkit.errors import InputError
from memkit.model import ACTS

STATUSES = ("current", "superseded", "open", "withdrawn")
STANCES = ("supports", "disagrees")
#: The part that is reported on where transcripts have parts.
REPORT = "report"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation and what was labelled in it; `people` is empty where the file lists none, `split` "" without."""

    id: str
    split: str
    turns: tuple[Turn, ...]
    people: tuple[Mapping[str, Any], ...]
    gold: Minutes


@dataclass(frozen=True, slots=True)
class Transcripts:
    """All that could be read from a file or folder; `hash` is over the files' bytes, sorted by name."""

    name: str
    hash: str
    transcripts: tuple[Transcript, ...]
    problems: tuple[str, ...]

    @property
    def splits(self) -> tuple[str, ...]:
        return tuple(sorted({t.split for t in self.transcripts} - {""}))

    def part_name(self, split: str | None = None) -> str:
        """What `part` gives, in a word: "all" where there are no parts."""
        return (split or REPORT) if self.splits else "all"

    def part(self, split: str | None = None) -> tuple[Transcript, ...]:
        """The transcripts of a part and those without one; by default of "report", or all where none has a part.

        Raises InputError for a part that no transcript is in.
        """
        if not self.splits and split in (None, REPORT):
            return self.transcripts
        wanted = split or REPORT
        if wanted not in self.splits:
            known = ", ".join(self.splits) or "none: leave --split out"
            raise InputError(f"no transcript of {self.name} is in the part {wanted!r} (parts: {known})")
        return tuple(t for t in self.transcripts if t.split in (wanted, ""))


def transcript_files(folder: Path) -> list[Path]:
    """The files of a folder that are read, sorted by name."""
    return sorted(path for path in folder.glob("*.json") if path.name[0] != ".")


def holds_turns(folder: Path) -> bool:
    """Does the first *.json of a folder begin as a transcript, or a list of them, does? Cheap, for telling kinds."""
    for path in transcript_files(folder)[:1]:
        with path.open("rb") as file:
            return b'"turns"' in file.read(4096)
    return False


def load_transcripts(path: str | Path) -> Transcripts:
    """Read a file, or every *.json of a folder, sorted by name.

    Raises InputError when there is nothing there, or nothing that can be used.
    """
    path = Path(path)
    files = transcript_files(path) if path.is_dir() else [path]
    if not files:
        raise InputError(f"no transcript in {path}: *.json files are needed")
    found: dict[str, Transcript] = {}
    problems: list[str] = []
    for file in files:
        for where, record in _records(file, problems):
            try:
                transcript = _parse(record)
                if transcript.id in found:
                    raise InputError(f"the id {transcript.id!r} is already taken by an earlier transcript")
                found[transcript.id] = transcript
            except InputError as error:
                problems.append(f"{where}: left out: {error}")
    if not found:
        raise InputError(f"no transcript in {path} can be used: {problems[0] if problems else 'the list is empty'}")
    return Transcripts(path.resolve().stem, files_hash(*files), tuple(found.values()), tuple(problems))


def _records(file: Path, problems: list[str]) -> Iterator[tuple[str, Any]]:
    """(file and conversation as messages name them, the record), one for each transcript of a file."""
    try:
        value = read_json(read_text(file))
    except (InputError, OSError) as error:
        problems.append(f"{file.name}: left out: {getattr(error, 'strerror', None) or error}")
        return
    several = isinstance(value, list)
    for position, record in enumerate(value if several else [value], start=1):
        name = record.get("id") if isinstance(record, dict) else None
        yield f"{file.name}, {name if isinstance(name, str) else f'transcript {position}'}", record


def _parse(record: Any) -> Transcript:
    if not isinstance(record, dict):
        raise InputError(f"a JSON object is needed, not {type(record).__name__}")
    turns = tuple(_turn(item, f"turns[{i}]") for i, item in enumerate(_list(record, "turns", "")))
    if not turns:
        raise InputError("turns is empty")
    labels = record.get("labels")
    if not isinstance(labels, dict):
        raise InputError("labels is missing: there is nothing to score against")
    return Transcript(
        id=_text(record, "id", ""),
        split=_text(record, "split", "", needed=False),
        turns=turns,
        people=_people(record),
        gold=_labels(labels, _unique([turn.n for turn in turns], "turns: n")),
    )


def _turn(item: Any, where: str) -> Turn:
    n, at = _number(item, "n", where), _text(item, "at", where, needed=False)
    if at:
        try:
            datetime.fromisoformat(at)
        except ValueError:
            raise InputError(f"{where}.at is {at!r}: a time as in ISO 8601 is needed") from None
    return Turn(n, _text(item, "speaker", where), at, _text(item, "text", where, blank=True))


def _people(record: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    people = []
    for i, item in enumerate(_list(record, "people", "") if record.get("people") is not None else ()):
        name, aliases = _text(item, "name", f"people[{i}]"), item.get("aliases", [])
        if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
            raise InputError(f"people[{i}].aliases is no list of texts")
        people.append({"name": name, "aliases": aliases})
    return tuple(people)


def _labels(labels: Mapping[str, Any], turns: set[int]) -> Minutes:
    options = [_option(item, f"labels.decisions[{i}]") for i, item in enumerate(_list(labels, "decisions", "labels"))]
    keys = _unique([option.key for option in options], "labels.decisions: key")
    for i, option in enumerate(options):
        for key in option.supersedes:
            _known(key, keys, f"labels.decisions[{i}].supersedes")
    acts = []
    for i, item in enumerate(_list(labels, "turns", "labels")):
        where = f"labels.turns[{i}]"
        n = _known(_number(item, "n", where), turns, f"{where}.n")
        act = _known(_text(item, "act", where), ACTS, f"{where}.act")
        decision = _known(_text(item, "decision", where), keys, f"{where}.decision")
        acts.append(Act(n, _text(item, "person", where), act, decision))
    positions = []
    for i, item in enumerate(_list(labels, "positions", "labels")):
        where = f"labels.positions[{i}]"
        decision = _known(_text(item, "decision", where), keys, f"{where}.decision")
        stance = _known(_text(item, "stance", where), STANCES, f"{where}.stance")
        positions.append(Position(_text(item, "person", where), decision, stance))
    return Minutes(acts, options, positions)


def _option(item: Any, where: str) -> Option:
    key, topic, statement = (_text(item, name, where) for name in ("key", "topic", "statement"))
    supersedes = item.get("supersedes") or []
    if not isinstance(supersedes, list):
        raise InputError(f"{where}.supersedes is no list of keys")
    return Option(key, topic, statement, _known(item.get("status"), STATUSES, f"{where}.status"), tuple(supersedes))


# ---------------------------------------------------------------------------------------------------------- fields


def _list(record: Mapping[str, Any], name: str, where: str) -> list[Any]:
    value = record.get(name)
    if not isinstance(value, list):
        raise InputError(f"{_field(where, name)} is no list")
    return value


def _text(item: Any, name: str, where: str, *, needed: bool = True, blank: bool = False) -> str:
    value = item.get(name) if isinstance(item, dict) else None
    if value is None and not needed and isinstance(item, dict):
        return ""
    if not isinstance(value, str) or not (blank or not needed or value.strip()):
        raise InputError(f"{_field(where, name)} is {value!r}: a text is needed")
    return value


def _number(item: Any, name: str, where: str) -> int:
    value = item.get(name) if isinstance(item, dict) else None
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{_field(where, name)} is {value!r}: a whole number is needed")
    return value


def _known(value: Any, known: Any, where: str) -> Any:
    if not isinstance(value, (str, int)) or value not in known:
        raise InputError(f"{where} is {value!r}, one of {', '.join(map(str, sorted(known)))} is needed")
    return value


def _unique(values: list[Any], what: str) -> set[Any]:
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            raise InputError(f"{what} {value!r} is there twice")
        seen.add(value)
    return seen


def _field(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
