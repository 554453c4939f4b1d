"""A page's extraction while it grows: what its sentences said, and then what its form states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memkit.extract import ExtractedMention, ExtractedRelation, Extraction, Ontology
from memkit.extract.base import ExtractedAttribute
from memkit.extract.types import DEFAULT_TYPE
from memkit.identify import GUESSED
from memkit.pages.blocks import Span
from memkit.pages.header import Value
from memkit.pages.keys import Keys, Meaning
from memkit.pages.page import Page, plain
from memkit.pages.subject import Subject
from memkit.pages.values import Named, Reader, Titles, listed, says_nothing

#: How a mention was found that the page's form gives.
STRUCTURE = "structure"


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page's extraction, and the other names that its form gives to a (name, type)."""

    extraction: Extraction
    aliases: dict[tuple[str, str], tuple[str, ...]]


class PageDraft:
    """`entity` is the mention of what the page is about. A statement is about its *holder*: that, or another thing."""

    def __init__(
        self, page: Page, subject: Subject, prose: Extraction, ontology: Ontology, keys: Keys, titles: Titles
    ) -> None:
        self.page = page
        self.keys = keys
        self.reader = Reader(page.text, page.source, ontology, titles)
        self._subject = subject
        self._ontology = ontology
        self._found = replace(
            prose,
            mentions=list(prose.mentions),
            relations=list(prose.relations),
            attributes=list(prose.attributes),
        )
        self._at = {(m.start, m.end): number for number, m in enumerate(prose.mentions)}
        self._aliases: dict[int, list[str]] = {}
        self._said: dict[str, str] = {}  # name without case -> the type that the page's form gives it
        self._read: dict[str, str] = {}  # name without case -> the type that the page's sentences give it, not guessed
        for mention in prose.mentions:
            if mention.how not in GUESSED:
                self._read.setdefault(mention.name.casefold(), mention.type)
        type = subject.type or self._read.get(subject.name.casefold(), DEFAULT_TYPE)
        self.entity = self.mention(Named(*(subject.span or (0, 0)), subject.name, type))
        self.add_names(self.entity, subject.aliases)

    # ---------------------------------------------------------------------------------------------------- mentions

    def mention(self, named: Named) -> int:
        """The mention at this place: the one that is there already, or a new one."""
        if named.type:
            self._said.setdefault(named.name.casefold(), named.type)
        known = self._at.get((named.start, named.end))
        if known is not None and self._name(known) == named.name.casefold():
            return known
        surface = self.page.text[named.start : named.end]
        self._at[(named.start, named.end)] = len(self._found.mentions)
        self._found.mentions.append(
            ExtractedMention(named.start, named.end, surface, named.name, named.type or DEFAULT_TYPE, STRUCTURE)
        )
        return len(self._found.mentions) - 1

    def known_names(self, start: int, end: int) -> None:
        """Mentions of the known names in page.text[start:end]."""
        for found in self._ontology.find(self.page.text[start:end]):
            left, right = start + found.start, start + found.end
            self.mention(Named(left, right, self.page.text[left:right], found.type))

    def add_names(self, mention: int, names: Sequence[str]) -> None:
        """Other names of what is mentioned."""
        self._aliases.setdefault(mention, []).extend(names)

    def type_of(self, mention: int) -> str:
        """The type of a mention as far as it is known yet."""
        found = self._found.mentions[mention]
        return self._said.get(found.name.casefold(), found.type)

    def _name(self, mention: int) -> str:
        return self._found.mentions[mention].name.casefold()

    # --------------------------------------------------------------------------------------------------- statements

    def state(self, holder: int, key: str, values: Sequence[Value], by: Span, *, loose: bool = False) -> bool:
        """`key: values`, said by the text in `by`: the holder's attribute, and its relation to each thing named; False
        if the key means nothing. `loose`: a name may be written in lower case (see Reader.names)."""
        attribute = self.keys.attribute(key, self.type_of(holder))
        meanings = self.keys.meanings(key)
        for value in values:
            if attribute:
                for text in listed(value.text):
                    self.attribute(holder, attribute, text, by)
            elif meanings and value.address:
                person = self.relate(holder, meanings, Named(value.start, value.end, value.text), by)
                if person is not None:
                    self.add_names(person, [value.address])
            elif meanings:
                for named in self.reader.names(value.start, value.end, loose=loose):
                    self.relate(holder, meanings, named, by)
        return bool(attribute or meanings)

    def attribute(self, holder: int, name: str, value: str, by: Span) -> None:
        """The holder has this value of an attribute, if the value says anything."""
        value = plain(value)
        if not says_nothing(value):
            self._found.attributes.append(ExtractedAttribute(holder, name, value, *by))

    def relate(
        self, holder: int, meanings: Sequence[Meaning], named: Named, by: Span, *, strict: bool = False
    ) -> int | None:
        """State the first meaning that may join the holder and the named thing; returns the named thing's mention.

        `strict`: only if the holder's type is surely one that may stand there, not merely one above it.
        """
        named = self._numbered(named)
        for meaning in meanings:
            if strict and not self._surely(meaning, self.type_of(holder)):
                continue
            if type := self._fitting(meaning, self.type_of(holder), named):
                target = self.mention(replace(named, type=type))
                source, end = (target, holder) if meaning.inverse else (holder, target)
                if self._name(source) != self._name(end):
                    sentence = self.page.text[slice(*by)]
                    self._found.relations.append(ExtractedRelation(source, end, meaning.relation, *by, sentence))
                return target
        return None

    def _numbered(self, named: Named) -> Named:
        """A bare number names a thing of the page's own kind: "Replaces: 314" on the page of PEP 345."""
        prefix = self._subject.number_prefix
        if prefix and re.fullmatch(r"\d+", named.name):
            return replace(named, name=f"{prefix} {int(named.name)}", type=self._subject.type)
        return named

    def _surely(self, meaning: Meaning, holder_type: str) -> bool:
        wanted = self._ontology.relation_types[meaning.relation]
        allowed = wanted.target_types if meaning.inverse else wanted.source_types
        return not allowed or bool(set(allowed) & set(self._ontology.ancestors(holder_type)))

    def _fitting(self, meaning: Meaning, holder_type: str, named: Named) -> str:
        """The type with which the named thing may stand at the relation's other end; "" if it may not."""
        wanted = self._ontology.relation_types[meaning.relation]
        options = wanted.source_types if meaning.inverse else wanted.target_types
        key = named.name.casefold()
        known = named.type or self._said.get(key) or self._read.get(key) or self.keys.type_in(named.name)
        for type in [known] if known else [*options[:1], DEFAULT_TYPE]:
            ends = (type, holder_type) if meaning.inverse else (holder_type, type)
            if self._ontology.allows(meaning.relation, *ends):
                return type
        return ""

    # ------------------------------------------------------------------------------------------------------ the end

    def finish(self) -> PageFacts:
        """The extraction; every mention of a name whose type the page's form gives has that type."""
        mentions = [
            m if m.how == "ontology" else replace(m, type=self._said.get(m.name.casefold(), m.type))
            for m in self._found.mentions
        ]
        aliases: dict[tuple[str, str], tuple[str, ...]] = {}
        for number, names in self._aliases.items():
            key = (mentions[number].name, mentions[number].type)
            aliases[key] = tuple(dict.fromkeys((*aliases.get(key, ()), *names)))
        return PageFacts(
            replace(self._found, mentions=mentions), {key: names for key, names in aliases.items() if names}
        )
