"""What a corpus is made of, however it is given: documents with a text, which is cut into passages and read."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from memkit.config import Settings
from memkit.errors import InputError
from memkit.extract import Extraction
from memkit.extract.passages import Chunk, split_passages
from memkit.model import Document, Passage, check_value, stable_id
from memkit.reading import About

#: (name, type) -> other names that the document gives for it.
Aliases = Mapping[tuple[str, str], tuple[str, ...]]


class Source(Protocol):
    """A document on its way into memory. `key` is what its passages have as `source`; `at` its date (ISO 8601)."""

    key: str
    title: str
    tag: str
    at: str
    #: The whole text; passages are cut out of it.
    text: str
    #: What is read by the extractor, and the (name, type) of what it is about (None: nothing in particular).
    prose: str
    about: About

    @property
    def id(self) -> str: ...

    def document(self) -> Document:
        """Its record; `content_hash` changes with whatever would change what is read from it."""

    def chunks(self, limit: int) -> list[Chunk]:
        """Its passages in order, each of at most `limit` characters."""

    def read(self, found: Extraction) -> tuple[Extraction, Aliases]:
        """All that it says, spans in `text`, when `found` is what the extractor read in `prose`."""


def passages_of(source: Source, chunks: Sequence[Chunk]) -> list[Passage]:
    """The records of a document's passages."""
    return [
        Passage(
            id=stable_id("chunk", source.id, number),
            kind="chunk",
            parent_id=source.id,
            position=number,
            title=source.title,
            text=chunk.text(source.text),
            source=source.key,
            at=source.at,
            tag=source.tag,
        )
        for number, chunk in enumerate(chunks)
    ]


@dataclass(frozen=True, slots=True)
class Item:
    """One passage of a corpus as it was given, checked."""

    key: str
    title: str
    text: str
    tag: str
    at: str = ""

    @property
    def id(self) -> str:
        return stable_id("doc", self.tag, self.key)

    @property
    def prose(self) -> str:
        return self.text

    @property
    def about(self) -> About:
        return None

    def document(self) -> Document:
        digest = hashlib.sha256(f"{self.title}\x00{self.text}".encode()).hexdigest()
        return Document(self.id, self.title, self.key, digest)

    def chunks(self, limit: int) -> list[Chunk]:
        return [Chunk(start, end) for start, end in split_passages(self.text, limit)]

    def read(self, found: Extraction) -> tuple[Extraction, Aliases]:
        return found, {}


def make_item(passage: Mapping[str, Any], tag: str, settings: Settings) -> Item:
    """A passage `{_id, title, text}` checked. Raises InputError naming what is wrong with it."""
    if not isinstance(passage, Mapping):
        raise InputError(f"a passage is a mapping with _id, title and text, not a {type(passage).__name__}")
    values = {"title": "", **passage}
    for name in ("_id", "title", "text"):
        if not isinstance(values.get(name), str):
            raise InputError(f"{name} is {values.get(name)!r:.60}: text is needed")
        check_value(values[name], name)
    for name in ("_id", "text"):
        if not values[name].strip():
            raise InputError(f"{name} is empty")
    check_length(values["text"], settings)
    return Item(values["_id"], values["title"].strip(), values["text"], tag)


def check_length(text: str, settings: Settings) -> None:
    """Raises InputError for a text that is longer than the settings allow."""
    if len(text) > settings.max_text:
        raise InputError(
            f"text has {len(text):,} characters, at most {settings.max_text:,} are taken: cut it, or raise "
            "Settings(max_text=...)"
        )
