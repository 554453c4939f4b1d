"""What is said in a conversation, in plain values: turns in; acts, decisions and positions out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from memkit.model import Result


@dataclass(frozen=True, slots=True)
class Turn(Result):
    """One thing said: its number, who said it as it was written, when (ISO 8601, "" if unknown), and the words."""

    n: int
    speaker: str
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Said(Result):
    """An act found in a turn, before it is known which decision it concerns.

    `person` is whose position it is, as written there ("" : the speaker); `text[start:end]` of the turn are the words
    that do it. `about` are the words in them that name the option, "" where they only point back ("yes", "that one").
    `likely` is the probability that it is an act, and not none; 1 where the finder gives none.
    """

    n: int
    person: str
    act: str  # one of memkit.model.ACTS
    start: int
    end: int
    about: str = ""
    likely: float = 1.0


@dataclass(frozen=True, slots=True)
class Act(Result):
    """In turn `n`, `person` did this to the decision with this key."""

    n: int
    person: str
    act: str
    decision: str


@dataclass(frozen=True, slots=True)
class Option(Result):
    """A decision as it was read: `statement` in words, `status` as of memkit.model.Decision, the keys it supersedes."""

    key: str
    topic: str
    statement: str
    status: str
    supersedes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position(Result):
    """Where a person stands on a decision in the end: `stance` is "supports" or "disagrees"."""

    person: str
    decision: str
    stance: str


@dataclass(frozen=True, slots=True)
class Minutes(Result):
    """All that was read from a transcript. `turns` are its acts, in the order of the turns."""

    turns: list[Act]
    decisions: list[Option]
    positions: list[Position]
    degraded: list[str] = field(default_factory=list)


class TranscriptReader(Protocol):
    """Turns in, minutes out. Deterministic: the same turns, the same minutes."""

    def read(self, turns: Sequence[Turn], people: Sequence[Mapping[str, object]] = ()) -> Minutes:
        """Read a conversation. `people` ({name, aliases}) says which spellings are one person, where it is known; acts
        and positions name a person by that name, else by the fullest spelling among those that the reader joined."""
