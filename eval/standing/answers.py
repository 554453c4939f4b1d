"""Answers to the questions, read off decisions that were found, and whether they are right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from eval.datasets.transcripts import Transcript
from eval.standing.questions import NEITHER, Question
from eval.transcript import Labelled, match
from eval.transcript_people import people_of
from memkit.converse import Minutes

#: Which of these texts means what the first text says: its index.
Nearest = Callable[[str, Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class Seen:
    """A decision as a system knows it. `key` is that of the labelled decision that it is, "" if it is none;
    `positions` person -> stance; `replaced_by` are keys of labelled decisions ("" for another one)."""

    statement: str
    topic: str
    status: str
    key: str = ""
    positions: Mapping[str, str] = field(default_factory=dict)
    replaced_by: tuple[str, ...] = ()


def matched(transcript: Transcript, minutes: Minutes) -> dict[str, str]:
    """Key of a found decision -> key of the labelled one that it is, as everywhere (eval.transcript)."""
    who = people_of(transcript)
    keys = match(Labelled.of(transcript.gold, who), Labelled.of(minutes, who))
    return {str(found): gold for found, gold in keys.items()}


def seen_of(transcript: Transcript, minutes: Minutes) -> list[Seen]:
    """What a reader found in (a part of) a transcript, with its people by the names of the labels and its decisions
    matched to the labelled ones."""
    who, keys = people_of(transcript), matched(transcript, minutes)
    later = {earlier: option.key for option in minutes.decisions for earlier in option.supersedes}
    return [
        Seen(
            statement=option.statement,
            topic=option.topic,
            status=option.status,
            key=keys.get(option.key, ""),
            positions={who.of(p.person): p.stance for p in minutes.positions if p.decision == option.key},
            replaced_by=(keys.get(later[option.key], ""),) if option.key in later else (),
        )
        for option in minutes.decisions
    ]


def meant(question: Question, seen: Sequence[Seen], nearest: Nearest) -> Seen:
    """The decision that means what the question says; where it names a topic, one on that topic."""
    by_topic = question.kind == "stands"
    return seen[nearest(question.about, [f"{s.topic}: {s.statement}" if by_topic else s.statement for s in seen])]


def answer(question: Question, seen: Sequence[Seen], nearest: Nearest) -> frozenset[str]:
    """The answer that follows from what was found; nothing where no decision is known."""
    if not seen:
        return frozenset()
    one = meant(question, seen, nearest)
    if question.kind == "stands":
        return frozenset(other.key for other in seen if other.topic == one.topic and other.status == "current")
    if question.kind == "objected":
        return frozenset(person for person, stance in one.positions.items() if stance == "disagrees")
    if question.kind == "position":
        return frozenset({one.positions.get(question.person, NEITHER)})
    return frozenset(one.replaced_by if question.kind == "replaced" else {one.status})


def in_reach(question: Question, turns: set[int]) -> bool:
    """Are all turns that the answer rests on among these? What a reader who never guesses can answer at most."""
    return all(not turns.isdisjoint(either) for either in question.evidence)
