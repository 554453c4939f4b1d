"""A page as a document on its way into memory."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from memkit.documents import Aliases
from memkit.extract import Extraction, Ontology
from memkit.extract.passages import Chunk
from memkit.model import Document
from memkit.pages.chunks import chunks_of
from memkit.pages.keys import Keys
from memkit.pages.page import Page, plain
from memkit.pages.prose import Prose, in_page, prose_of, without_guesses
from memkit.pages.structure import with_structure
from memkit.pages.subject import Subject
from memkit.pages.values import Titles
from memkit.reading import About


@dataclass(frozen=True)
class PageSource:
    """`id` is the document's; `folder` marks where it came from; `read_as` changes with what decides how it is read;
    `ontology` knows the entities of the folder's other pages, too.

    The title is the page's; where the page's entity is named by a number in the header, it stands before it ("PEP 8,
    Style Guide for Python Code"), since that is what people call it.
    """

    id: str
    page: Page
    subject: Subject
    tag: str
    folder: str
    read_as: str
    ontology: Ontology
    keys: Keys
    titles: Titles

    @property
    def key(self) -> str:
        return self.page.source

    @property
    def text(self) -> str:
        return self.page.text

    @property
    def at(self) -> str:
        return self.page.at

    @property
    def title(self) -> str:
        title = plain(self.page.title)
        return f"{self.subject.name}, {title}" if self.subject.number_prefix and title else title

    @property
    def about(self) -> About:
        return self.subject.name, self.subject.type

    @property
    def prose(self) -> str:
        return self._prose.text

    @cached_property
    def _prose(self) -> Prose:
        return prose_of(self.page, self.keys)

    def document(self) -> Document:
        digest = hashlib.sha256(f"{self.read_as}\x00{self.page.text}".encode()).hexdigest()
        return Document(self.id, self.title, self.key, digest, self.folder)

    def chunks(self, limit: int) -> list[Chunk]:
        return chunks_of(self.page, limit)

    def read(self, found: Extraction) -> tuple[Extraction, Aliases]:
        prose = without_guesses(in_page(found, self._prose, self.page.text), self.page.blocks)
        facts = with_structure(self.page, self.subject, prose, self.ontology, self.keys, self.titles)
        return facts.extraction, facts.aliases
