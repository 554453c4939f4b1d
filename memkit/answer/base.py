"""What a synthesizer gives: parts of an answer, each with the claims that it rests on, before anything is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from memkit.answer.context import Context
from memkit.model import Result


@dataclass(frozen=True, slots=True)
class Source(Result):
    """A passage cited for a claim, and the words of it that state the claim ("": no words are given)."""

    passage_id: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Claim(Result):
    """One thing said, in words. `sources` are the passages that each state it. `names` are the things it names, each by
    all its known spellings: one of them has to stand in the cited passage."""

    text: str
    sources: tuple[Source, ...]
    names: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Part(Result):
    """A piece of the answer: a name, a counted thing or a sentence. `supports` are its lines of support, best first:
    of one, all claims have to hold; one line is enough."""

    text: str
    supports: tuple[tuple[Claim, ...], ...]


@dataclass(frozen=True, slots=True)
class Draft(Result):
    """An answer as parts. `form`: "names" (a set), "count" (its number), "none" (the number 0), "path" (statements that
    join two things) or "text" (sentences, read in order). `degraded` names what did not run on its first choice."""

    form: str
    parts: list[Part] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)


class Synthesizer(Protocol):
    """From context to a draft. It may be wrong: every claim is checked afterwards (memkit.answer.citations)."""

    def synthesize(self, context: Context, *, allowed: Sequence[str] | None = None) -> Draft:
        """A draft from this context. `allowed`, given the second time, are the only passages that may be cited.

        Raises OutOfScope, with the reason, when the context has no answer."""
