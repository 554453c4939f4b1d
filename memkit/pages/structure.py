"""The facts that a page's form states: header fields, "Key: value" lines, tables, lists under a heading.

The prose extractor reads sentences; this reads what is no sentence. Which keys count, and what they mean, the ontology
says (memkit.pages.keys): without one, a page's form states nothing but its entity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memkit.extract import ExtractedMention, ExtractedRelation, Extraction, Ontology
from memkit.extract.base import ExtractedAttribute
from memkit.extract.types import DEFAULT_TYPE
from memkit.identify import GUESSED
from memkit.pages.header import Field
from memkit.pages.keys import Keys, Meaning
from memkit.pages.page import Page, plain
from memkit.pages.subject import Subject
from memkit.pages.values import Named, Reader, Titles

#: How a mention was found that the page's form gives.
STRUCTURE = "structure"


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page's extraction, and the other names that its form gives to a (name, type)."""

    extraction: Extraction
    aliases: dict[tuple[str, str], tuple[str, ...]]


def with_structure(
    page: Page, subject: Subject, prose: Extraction, ontology: Ontology, keys: Keys, titles: Titles
) -> PageFacts:
    """What the prose extractor found (spans in the page), and what the page's form states beside it."""
    facts = _Facts(page, subject, prose, ontology, keys, titles)
    facts.read()
    return facts.finish()


class _Facts:
    def __init__(
        self, page: Page, subject: Subject, prose: Extraction, ontology: Ontology, keys: Keys, titles: Titles
    ) -> None:
        self._page = page
        self._subject = subject
        self._ontology = ontology
        self._keys = keys
        self._reader = Reader(page.text, page.source, ontology, titles)
        self._found = Extraction(
            list(prose.mentions),
            list(prose.relations),
            list(prose.denials),
            list(prose.attributes),
            list(prose.sentences),
            list(prose.problems),
        )
        self._at = {(m.start, m.end): number for number, m in enumerate(prose.mentions)}
        self._aliases: dict[tuple[str, str], list[str]] = {}
        self._said: dict[str, str] = {}  # name without case -> the type that the page's form gives it
        start, end = subject.span or (0, 0)
        self._page_entity = self._mention(Named(start, end, subject.name, self._subject_type()))
        self._other_names(self._page_entity, subject.aliases)

    def _subject_type(self) -> str:
        """The subject's own type, else the one that the page's sentences give its name."""
        wanted = self._subject.name.casefold()
        said = (m.type for m in self._found.mentions if m.name.casefold() == wanted)
        return self._subject.type or next(said, DEFAULT_TYPE)

    def read(self) -> None:
        for one in self._page.header.fields:
            self._field(one)

    # ---------------------------------------------------------------------------------------------------- mentions

    def _mention(self, named: Named) -> int:
        """The mention at this place: the one that is there already, or a new one."""
        known = self._at.get((named.start, named.end))
        if named.type:
            self._said.setdefault(named.name.casefold(), named.type)
        if known is not None:
            return known
        surface = self._page.text[named.start : named.end]
        mention = ExtractedMention(named.start, named.end, surface, named.name, named.type or DEFAULT_TYPE, STRUCTURE)
        self._at[(named.start, named.end)] = len(self._found.mentions)
        self._found.mentions.append(mention)
        return len(self._found.mentions) - 1

    def _other_names(self, mention: int, names: Sequence[str]) -> None:
        found = self._found.mentions[mention]
        known = self._aliases.setdefault((found.name, found.type), [])
        known += [name for name in names if name not in known]

    # ------------------------------------------------------------------------------------------------------ fields

    def _field(self, one: Field) -> None:
        """A header field: an attribute of the page's entity, or its relation to each thing that the values name."""
        holder = self._page_entity
        if name := self._keys.attribute(one.key, self._type(holder)):
            for value in one.values:
                self._attribute(holder, name, value.text, one.start, one.end)
        meanings = self._keys.meanings(one.key)
        if not meanings:
            return
        for value in one.values:
            if value.address:
                names = [Named(value.start, value.end, value.text)]
            else:
                names = [self._numbered(n) for n in self._reader.names(value.start, value.end, loose=True)]
            for named in names:
                target = self._relate(holder, meanings, named, one.start, one.end)
                if value.address and target is not None:
                    self._other_names(target, [value.address])

    def _numbered(self, named: Named) -> Named:
        """A bare number names a thing of the page's own kind: "Replaces: 314" on the page of PEP 345."""
        prefix = self._subject.number_prefix
        if prefix and re.fullmatch(r"\d+", named.name):
            return replace(named, name=f"{prefix} {int(named.name)}", type=self._subject.type)
        return named

    def _attribute(self, holder: int, name: str, value: str, start: int, end: int) -> None:
        value = plain(value)
        if value and value.casefold() not in ("-", "n/a", "tbd", "none", "null", "~"):
            self._found.attributes.append(ExtractedAttribute(holder, name, value, start, end))

    def _relate(self, holder: int, meanings: Sequence[Meaning], named: Named, start: int, end: int) -> int | None:
        """State the first meaning that may join the holder and the named thing; the named thing's mention, or None."""
        for meaning in meanings:
            type = self._fitting(meaning, self._type(holder), named)
            if type:
                target = self._mention(replace(named, type=type))
                ends = (target, holder) if meaning.inverse else (holder, target)
                if self._name(ends[0]) != self._name(ends[1]):
                    sentence = self._page.text[start:end]
                    self._found.relations.append(ExtractedRelation(*ends, meaning.relation, start, end, sentence))
                return target
        return None

    def _fitting(self, meaning: Meaning, holder_type: str, named: Named) -> str:
        """The type with which the named thing may stand at the relation's other end; "" if it may not."""
        wanted = self._ontology.relation_types[meaning.relation]
        options = wanted.source_types if meaning.inverse else wanted.target_types
        known = named.type or self._said.get(named.name.casefold(), "") or self._prose_type(named)
        for type in [known] if known else [*options[:1], DEFAULT_TYPE]:
            ends = (type, holder_type) if meaning.inverse else (holder_type, type)
            if self._ontology.allows(meaning.relation, *ends):
                return type
        return ""

    def _prose_type(self, named: Named) -> str:
        """The type that the page's sentences give the name, unless they only guess it."""
        wanted = named.name.casefold()
        return next((m.type for m in self._found.mentions if m.name.casefold() == wanted and m.how not in GUESSED), "")

    def _type(self, mention: int) -> str:
        found = self._found.mentions[mention]
        return self._said.get(found.name.casefold(), found.type)

    def _name(self, mention: int) -> str:
        return self._found.mentions[mention].name.casefold()

    # ------------------------------------------------------------------------------------------------------ the end

    def finish(self) -> PageFacts:
        """Every mention of a name whose type the page's form gives has that type."""
        said = self._said
        mentions = [
            m if m.how == "ontology" else replace(m, type=said.get(m.name.casefold(), m.type))
            for m in self._found.mentions
        ]
        types = {m.name: m.type for m in mentions}
        aliases = {
            (name, types.get(name, type)): tuple(others) for (name, type), others in self._aliases.items() if others
        }
        return PageFacts(replace(self._found, mentions=mentions), aliases)
