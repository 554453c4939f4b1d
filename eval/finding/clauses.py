"""Labelled clauses: the units of conversations whose labels say which words do what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.datasets import read_json, read_text
from eval.datasets.transcripts import Transcript, load_transcripts, transcript_files
from eval.transcript_people import people_of
from memkit.converse.finding.course import CLASSES
from memkit.converse.finding.units import Told, units_of
from memkit.errors import InputError


@dataclass(frozen=True, slots=True)
class Labelled:
    """A conversation as the finder sees it; `classes` has the right class of each of its units, by number; `hand` names
    who wrote it."""

    hand: str
    transcript: Transcript
    told: Sequence[Told]
    classes: Sequence[int]
    spans: Sequence[Span]


@dataclass(frozen=True, slots=True)
class Span:
    """`text[start:end]` of turn `n` does `act`, as the act of `person`."""

    n: int
    start: int
    end: int
    person: str
    act: str


def spans_of(record: dict) -> list[Span]:
    """The labels of a transcript (JSON) with the place of their `words`. Raises InputError where they do not stand in
    the turn."""
    texts = {turn["n"]: turn["text"] for turn in record["turns"]}
    found = []
    for label in record["labels"]["turns"]:
        words = label.get("words", "")
        start = texts[label["n"]].find(words)
        if not words or start < 0:
            raise InputError(f"{record['id']}, turn {label['n']}: the label's words {words!r} do not stand in the turn")
        found.append(Span(label["n"], start, start + len(words), label["person"], label["act"]))
    return found


def classes_of(transcript: Transcript, told: Sequence[Told], spans: Sequence[Span]) -> list[int]:
    """The class of each unit: the act of its person whose words it shares most of, or none."""
    who = people_of(transcript)
    by_turn: dict[int, list[tuple[str, Span]]] = {}
    for span in spans:
        by_turn.setdefault(span.n, []).append((who.of(span.person), span))
    found = []
    for one in told:
        for unit in one.units:
            person = who.of(unit.person or one.turn.speaker)
            shared = [
                (min(span.end, unit.end) - max(span.start, unit.start), span.act)
                for name, span in by_turn.get(unit.n, [])
                if name == person
            ]
            most, act = max(shared, key=lambda one: one[0], default=(0, "none"))
            found.append(CLASSES.index(act if most > 0 else "none"))
    return found


def load_labelled(folder: Path) -> list[Labelled]:
    """The conversations of each *.json of the folder, by the hand that its name says, in order. Raises InputError as
    load_transcripts does, and for labels whose words do not stand in their turn."""
    found = []
    for file in transcript_files(folder):
        transcripts = {transcript.id: transcript for transcript in load_transcripts(file).transcripts}
        for record in read_json(read_text(file)):
            transcript = transcripts[record["id"]]
            told = list(units_of(transcript.turns, transcript.people))
            spans = spans_of(record)
            found.append(Labelled(file.stem, transcript, told, classes_of(transcript, told, spans), spans))
    return found
