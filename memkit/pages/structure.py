"""The facts that a page's form states: header fields, "Key: value" lines, lists under a heading, tables.

The prose extractor reads sentences; this reads what is no sentence. Which keys count, and what they mean, the ontology
says (memkit.pages.keys): without one, a page's form states nothing but its entity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from memkit.extract import Extraction, Ontology
from memkit.pages.blocks import Block
from memkit.pages.draft import PageDraft, PageFacts
from memkit.pages.header import Field, values_in
from memkit.pages.keys import Keys, Meaning, folded
from memkit.pages.lines import key_lines
from memkit.pages.page import Page, plain
from memkit.pages.subject import Subject
from memkit.pages.tables import read_table
from memkit.pages.values import Titles

#: Keys, folded, whose values are other names of the page's entity.
OTHER_NAMES = frozenset(
    folded(key)
    for key in (
        "alias",
        "aliases",
        "aka",
        "also known as",
        "known as",
        "also called",
        "other names",
        "short name",
        "abbreviation",
    )
)


def with_structure(
    page: Page, subject: Subject, prose: Extraction, ontology: Ontology, keys: Keys, titles: Titles
) -> PageFacts:
    """What the prose extractor found (spans in the page), and what the page's form states beside it."""
    draft = PageDraft(page, subject, prose, ontology, keys, titles)
    for one in page.header.fields:
        draft.state(draft.entity, one.key, one.values, (one.start, one.end), loose=True)
        for value in one.values:
            draft.known_names(value.start, value.end)
    for one in page.fields:
        if folded(one.key) in OTHER_NAMES:
            draft.add_names(draft.entity, list(_names(draft, one)))
    walk = _Walk(draft)
    for block in page.blocks:
        walk.read(block)
    return draft.finish()


def _names(draft: PageDraft, one: Field) -> Iterator[str]:
    for value in one.values:
        for named in draft.reader.names(value.start, value.end, loose=True):
            yield named.name


@dataclass(slots=True)
class _Walk:
    """Where in the page one is: `holders` are (level, mention) of the headings that name a thing, outermost first;
    `key` is what the last heading, or the line that ends in a colon, says of the list items below `level`."""

    draft: PageDraft
    holders: list[tuple[int, int]] = field(default_factory=list)
    heading: list[Meaning] = field(default_factory=list)
    lead: list[Meaning] = field(default_factory=list)
    lead_level: int = -1  # -1: there is none
    lead_holder: int = 0

    @property
    def holder(self) -> int:
        return self.holders[-1][1] if self.holders else self.draft.entity

    def read(self, block: Block) -> None:
        if block.kind == "heading":
            self._heading(block)
        elif block.kind == "paragraph":
            self._paragraph(block)
        elif block.kind == "item":
            self._item(block)
        elif block.kind == "table":
            read_table(self.draft, block, self.holder, self.lead if self.lead_level >= 0 else self.heading)
            self.lead_level = -1

    def _heading(self, block: Block) -> None:
        """A heading that is a known name has what follows, up to the next heading of its level, said of that thing."""
        self.holders = [(level, mention) for level, mention in self.holders if level < block.level]
        self._lines(block)
        named = self.draft.reader.whole(block.inner_start, block.inner_end)
        if named is not None:
            self.holders.append((block.level, self.draft.mention(named)))
        text = plain(self.draft.page.text[block.inner_start : block.inner_end])
        self.heading = [] if named is not None else self._meanings(text.rstrip(":?"), self.holder)
        self.lead_level = -1

    def _paragraph(self, block: Block) -> None:
        self._lines(block)
        self._lead(block, 0)

    def _item(self, block: Block) -> None:
        if self.lead_level >= block.level:
            self.lead_level = -1
        if self._lines(block):
            self._lead(block, block.level)
            return
        by_lead = self.lead_level >= 0
        meanings = self.lead if by_lead else self.heading
        if meanings:
            named = self.draft.reader.leading(block.inner_start, block.inner_end, loose=False)
            if named is not None:
                holder = self.lead_holder if by_lead else self.holder
                self.draft.relate(holder, meanings, named, (block.inner_start, block.inner_end), strict=not by_lead)
        self._lead(block, block.level)

    def _lines(self, block: Block) -> bool:
        """Take "Key: value" lines as statements; False if there is none whose key means anything."""
        text, found = self.draft.page.text, False
        for line in key_lines(text, block):
            if line.value_end > line.value_start:
                values = values_in(text, line.value_start, line.value_end)
                found |= self.draft.state(self.holder, line.key, values, (line.start, line.end))
        return found

    def _lead(self, block: Block, level: int) -> None:
        """A line that ends in a colon, or a list item that is a key, says what the list below it is: "Depends on:",
        "ledger-core is used by:"."""
        text = self.draft.page.text[block.inner_start : block.inner_end].rstrip(" *_")
        if not text.endswith(":") and not (block.kind == "item" and self.draft.keys.meanings(plain(text))):
            if block.kind == "paragraph":
                self.lead_level = -1
            return
        start, holder = block.inner_start, self.holder
        named = self.draft.reader.first(start, block.inner_end)
        if named is not None:
            start, holder = named.end, self.draft.mention(named)
        self.lead = self._meanings(plain(self.draft.page.text[start : block.inner_end]).rstrip(" :"), holder)
        self.lead_level, self.lead_holder = level, holder

    def _meanings(self, key: str, holder: int) -> list[Meaning]:
        keys = self.draft.keys
        return [*keys.meanings(key), *keys.of_kind(key, self.draft.type_of(holder))]
