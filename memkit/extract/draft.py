"""One text's extraction while it grows block by block; types and the ontology's relations are settled at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from memkit.extract.base import ExtractedMention, ExtractedRelation, Extraction
from memkit.extract.ontology import Ontology
from memkit.extract.phrases import Meaning, Phrases
from memkit.extract.relations import Parsed, find_kinds, find_statements, find_targets
from memkit.extract.rules import Found
from memkit.extract.types import DEFAULT_TYPE, FORM, GUESS, LABEL, SAID, TYPE_OF_NOUN, Typed, settle_types

_LAST_WORD = re.compile(r"(\w+)\W*$")
_NEXT_WORD = re.compile(r"[`\"'”’»*_]*\s+(\w+)")


@dataclass(slots=True)
class Draft:
    """What has been read of `text`. `statements` have parsed types, `unsure` are those that do not hold (they still
    tell types); `literal` are the meanings of literal phrases."""

    text: str
    ontology: Ontology
    phrases: Phrases
    mentions: list[tuple[int, int, str]] = field(default_factory=list)  # start, end, how
    typed: list[Typed] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    statements: list[ExtractedRelation] = field(default_factory=list)
    unsure: list[ExtractedRelation] = field(default_factory=list)
    targets: list[tuple[int, str]] = field(default_factory=list)
    literal: list[tuple[int, list[Meaning], int, tuple[int, int]]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def add(self, offset: int, names: list[Found], doc: Any, offsets: list[int], places: list[tuple[int, int]]) -> None:
        """A block at `offset`: its names (offsets in the block), its parse with the names masked, and where the mask's
        characters (`offsets`) and words (`places`) belong (see masking.mask)."""
        base = len(self.mentions)
        for name in names:
            self._add_name(offset + name.start, offset + name.end, name)
        spans = {}
        for sentence in doc.sents:
            start, end = offset + offsets[sentence.start_char], offset + offsets[sentence.end_char]
            end = start + len(self.text[start:end].rstrip())
            spans[sentence.start] = (start, end)
            if end > start:
                self.sentences.append((start, end))
        mention_of = {
            doc.char_span(*place, alignment_mode="expand").root.i: base + number for number, place in enumerate(places)
        }
        types = {number: self.typed[number].type for number in mention_of.values()}
        parsed = Parsed(doc, mention_of, types)
        for said in find_statements(parsed):
            start, end = spans[said.token.sent.start]
            relation = ExtractedRelation(said.source, said.target, said.type, start, end, self.text[start:end])
            (self.statements if said.holds else self.unsure).append(relation)
        self.targets += find_targets(parsed)
        for mention, noun in find_kinds(parsed):
            self._say_kind(self.typed[mention], noun.lower())
        for source, meanings, target, token in self.phrases.between(doc, mention_of):
            self.literal.append((source, meanings, target, spans[token.sent.start]))

    def _add_name(self, start: int, end: int, name: Found) -> None:
        self.mentions.append((start, end, name.how))
        type, sure = name.type or DEFAULT_TYPE, (FORM if name.sure else LABEL) if name.type else GUESS
        if name.how != "ontology" and (by_word := self._type_by_word(start, end)):
            type, sure = by_word, FORM
        self.typed.append(Typed(_spaced(self.text[start:end]).casefold(), type, sure))

    def _type_by_word(self, start: int, end: int) -> str:
        """The ontology's type whose word ends the name ("Billing Service") or follows it ("the payments service")."""
        words = self.ontology.type_of_word
        after, last = _NEXT_WORD.match(self.text, end), _LAST_WORD.search(self.text, start, end)
        found = [words[m.group(1).casefold()] for m in (last, after) if m and m.group(1).casefold() in words]
        return found[0] if found else ""

    def _say_kind(self, typed: Typed, noun: str) -> None:
        """ "Redis is a database": the noun tells the type, by the ontology's words or by everyday ones."""
        type = self.ontology.type_of_word.get(noun) or TYPE_OF_NOUN.get(noun)
        if type and typed.sure < FORM:
            typed.type, typed.sure = type, FORM if noun in self.ontology.type_of_word else SAID

    def finish(self) -> Extraction:
        """The extraction, once all blocks are in."""
        settle_types(self.typed, [*self.statements, *self.unsure], self.targets)
        relations = list(self._relations())
        mentions = [
            ExtractedMention(start, end, self.text[start:end], _spaced(self.text[start:end]), typed.type, how)
            for (start, end, how), typed in zip(self.mentions, self.typed, strict=True)
        ]
        return Extraction(mentions, relations, sentences=self.sentences, problems=self.problems)

    def _relations(self):
        seen: set[tuple[int, str, int]] = set()
        for one in self.statements:
            meanings = self.phrases.meanings(one.type)
            if not meanings:
                seen.add((one.source, one.type, one.target))
                yield one
            else:
                yield from self._under_ontology(one.source, meanings, one.target, (one.start, one.end), seen)
        for source, meanings, target, span in self.literal:
            yield from self._under_ontology(source, meanings, target, span, seen)

    def _under_ontology(self, source: int, meanings: list[Meaning], target: int, span: tuple[int, int], seen: set):
        """The relation under its name in the ontology; nothing if it may not join names of these types."""
        meaning = self.phrases.choose(meanings, self.typed[source].type, self.typed[target].type)
        if meaning is None:
            return
        if meaning.swapped:
            source, target = target, source
        if (source, meaning.relation, target) not in seen:
            seen.add((source, meaning.relation, target))
            yield ExtractedRelation(source, target, meaning.relation, *span, self.text[slice(*span)])


def _spaced(surface: str) -> str:
    return " ".join(surface.split())
