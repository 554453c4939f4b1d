"""What extraction gives: names with their spans, relations with their sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from memkit.errors import InputError
from memkit.model import Result


@dataclass(frozen=True, slots=True)
class ExtractedMention(Result):
    """A name in the text: `text[start:end] == surface` (code points); mentions of one text never overlap.

    `name` is the surface with its white space put in order, of a thing that the ontology knows its own name there.
    `type` is a POLE+O type or one of the ontology's; `how` what found it: "ontology", "rule:<kind>", "ner", "noun".
    """

    start: int
    end: int
    surface: str
    name: str
    type: str
    how: str


@dataclass(frozen=True, slots=True)
class ExtractedRelation(Result):
    """mentions[source] -type-> mentions[target], stated by `sentence`, which is `text[start:end]`. `since`, `until` and
    `manner` as in memkit.model.Relation."""

    source: int
    target: int
    type: str
    start: int
    end: int
    sentence: str
    since: str = field(default="", kw_only=True)
    until: str = field(default="", kw_only=True)
    manner: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class ExtractedDenial(ExtractedRelation):
    """A relation that the text says does not hold; `former`: no longer. `at` is the time that the sentence gives for
    the change (ISO 8601: a day, a month or a year), "" if none."""

    former: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedAttribute(Result):
    """The text gives mentions[mention] this value of an attribute that the ontology lists, in `text[start:end]`."""

    mention: int
    name: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extraction(Result):
    """All that was read from one text. `sentences` are (start, end); `problems` name parts that could not be read."""

    mentions: list[ExtractedMention] = field(default_factory=list)
    relations: list[ExtractedRelation] = field(default_factory=list)
    denials: list[ExtractedDenial] = field(default_factory=list)
    attributes: list[ExtractedAttribute] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Extractor(Protocol):
    """Text in, names and relations out. Deterministic: the same text, the same extraction."""

    def extract(self, text: str) -> Extraction:
        """Read one text. Raises InputError if it is no string."""

    def extract_many(self, texts: Iterable[str]) -> list[Extraction]:
        """Read many at once (quicker); a part that fails is named in its extraction's `problems`, nothing is raised."""


def extract_one(extractor: Extractor, text: str) -> Extraction:
    """`extract` by way of `extract_many`. Raises InputError if the text is no string."""
    if not isinstance(text, str):
        raise InputError(f"the text to read is a {type(text).__name__}, a string is needed: {text!r:.60}")
    return extractor.extract_many([text])[0]
