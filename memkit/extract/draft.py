"""One text's extraction while it grows block by block; types and the ontology's relations are settled at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memkit.extract.base import ExtractedDenial, ExtractedMention, ExtractedRelation, Extraction
from memkit.extract.dates import date_of
from memkit.extract.ends import type_by_ends, type_together
from memkit.extract.grammar import conjuncts
from memkit.extract.likely import candidates_of, facts_of
from memkit.extract.nouns import ANY, ONLY
from memkit.extract.ontology import Ontology
from memkit.extract.pairs import Pair, Thing, find_pairs
from memkit.extract.phrases import Meaning, Phrases
from memkit.extract.referents import ABOUT, Parsed
from memkit.extract.relations import find_kinds, find_statements, find_targets
from memkit.extract.rules import Found
from memkit.extract.truth import Truth
from memkit.extract.types import DEFAULT_TYPE, FORM, GUESS, LABEL, SAID, TYPE_OF_NOUN, Typed, settle_types
from memkit.extract.weigh import Candidate, Span, chosen

#: (mention, relation type, mention)
LinkedEnds = tuple[int, str, int]
#: A block of no more words than this that ends no sentence is the heading of those below it.
LONGEST_HEADING = 8

_LAST_WORD = re.compile(r"(\w+)\W*$")
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NEXT_WORD = re.compile(r"[`\"'”’»*_]*\s+(\w+)")


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence, text[start:end], says of two mentions (or references, negative numbers: see referents.py).

    `meanings` are those of its words in the ontology; `type` is the parsed type, which counts if there are none.
    """

    source: int
    type: str
    meanings: Sequence[Meaning]
    target: int
    start: int
    end: int
    truth: Truth
    past: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reference stands in the text, what it may stand for (mentions or ABOUT), and what it stands for when no
    ontology chooses."""

    start: int
    end: int
    candidates: tuple[int, ...]
    plain: int | None


@dataclass(slots=True)
class Draft:
    """What has been read of `text`; `about` is (name, type) of what the page is about, the type "" if unknown."""

    text: str
    ontology: Ontology
    phrases: Phrases
    about: tuple[str, str] | None = None
    mentions: list[tuple[int, int, str]] = field(default_factory=list)  # start, end, how
    typed: list[Typed] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    targets: list[tuple[int, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    joined: list[list[int]] = field(default_factory=list)
    stated: list[tuple[Said, LinkedEnds]] = field(default_factory=list)
    doubted: list[tuple[LinkedEnds, Span]] = field(default_factory=list)
    relations: dict[LinkedEnds, ExtractedRelation] = field(default_factory=dict)
    denials: dict[LinkedEnds, ExtractedDenial] = field(default_factory=dict)
    _heading: tuple[str, ...] = ()
    _about: Typed = field(default_factory=lambda: Typed("", DEFAULT_TYPE, GUESS))

    def __post_init__(self) -> None:
        if self.about:
            name, type = self.about
            type = type or self.ontology.type_of(name) or self._type_in(name)
            self._about = Typed(name.casefold(), type or DEFAULT_TYPE, FORM if type else GUESS)

    def add(self, offset: int, names: list[Found], doc: Any, offsets: list[int], places: list[tuple[int, int]]) -> None:
        """A block at `offset`: its names (offsets in the block), its parse with the names masked, and where the mask's
        characters (`offsets`) and words (`places`) belong (see masking.mask). One whose reading fails adds nothing:
        the error is raised."""
        lists = (
            self.mentions,
            self.typed,
            self.sentences,
            self.said,
            self.places,
            self.targets,
            self.pairs,
            self.joined,
        )
        before = [len(of) for of in lists]
        try:
            self._add(offset, names, doc, offsets, places)
        except Exception:
            for of, length in zip(lists, before, strict=True):
                del of[length:]
            raise

    def _add(
        self, offset: int, names: list[Found], doc: Any, offsets: list[int], places: list[tuple[int, int]]
    ) -> None:
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
        parsed = self._parsed(doc, mention_of, base)
        for i in mention_of:
            group = [mention_of[t.i] for t in (doc[i], *conjuncts(doc[i])) if t.i in mention_of]
            self.joined += [group] if len(group) > 1 else []
        for mention, noun in find_kinds(parsed):
            self._say_kind(self.typed[mention], noun.lower())
        first, first_said = len(self.places), len(self.said)
        for said in find_statements(parsed):
            ends = [number if number >= 0 else number - first for number in (said.source, said.target)]
            self._say(said, said.type, self.phrases.meanings(said.type), *ends, spans[said.token.sent.start])
        spoken = {
            (m.relation, *sorted((one.source, one.target))) for one in self.said[first_said:] for m in one.meanings
        }
        for found, meanings in self.phrases.between(doc, mention_of):
            if not any((m.relation, *sorted((found.left, found.right))) in spoken for m in meanings):
                span = spans[found.token.sent.start]
                self._say(found, "", meanings, found.left, found.right, span)
        if self.ontology.relation_types:
            for sentence, pair in find_pairs(parsed, self._heading):
                if sentence.start in spans:
                    self.pairs.append(_placed(pair, first, *spans[sentence.start]))
        text = doc.text.strip()
        if len(text.split()) <= LONGEST_HEADING and text[-1:] not in tuple(".!?:;,"):
            self._heading = tuple(word.lower() for word in _WORDS.findall(text))
        for one in parsed.references:
            start, last = offset + offsets[doc[one.first].idx], doc[one.last]
            end = offset + offsets[last.idx + len(last)]
            self.places.append(Place(start, end, one.candidates, one.plain))
        self.targets += find_targets(parsed)

    def _say(
        self, found: Any, type: str, meanings: Sequence[Meaning], source: int, target: int, span: tuple[int, int]
    ) -> None:
        at = date_of(found.token) if found.truth is Truth.FORMER else ""
        self.said.append(Said(source, type, meanings, target, *span, found.truth, found.past, at))

    def _parsed(self, doc: Any, mention_of: dict[int, int], base: int) -> Parsed:
        root = self.ontology.root
        return Parsed(
            doc,
            mention_of,
            {mention: root(self.typed[mention].type) for mention in mention_of.values()},
            self._distinct(range(base)),
            self._about_root() if self.about else None,
            self._is_about_kind,
            lambda mention, noun: self._is_kind(self.typed[mention].type, noun),
            lambda type: bool(self.phrases.meanings(type)),
        )

    def _distinct(self, mentions: Sequence[int]) -> list[int]:
        """Each name once, at its last mention."""
        last = {self.typed[number].key: number for number in mentions}
        return sorted(last.values())

    def _about_root(self) -> str:
        return self.ontology.root(self._about.type) if self._about.sure > GUESS else ""

    def _is_about_kind(self, noun: str) -> bool:
        """ "the service" on a service's page, "the engine" on that of settlement-engine, "the company" on a firm's"""
        if not self.about:
            return False
        last = _LAST_WORD.search(self._about.key)
        own_word = last is not None and last.group(1) == noun
        everyday = TYPE_OF_NOUN.get(noun) if noun not in self.ontology.type_of_word else None
        general = everyday in ("Organization", "Event") and everyday == self._about_root()
        return own_word or general or self._is_kind(self._about.type, noun)

    def _is_kind(self, type: str, noun: str) -> bool:
        kind = self.ontology.type_of_word.get(noun)
        return kind is not None and kind in self.ontology.ancestors(type)

    def _add_name(self, start: int, end: int, name: Found) -> None:
        self.mentions.append((start, end, name.how))
        type, sure = name.type or DEFAULT_TYPE, (FORM if name.sure else LABEL) if name.type else GUESS
        if name.how != "ontology" and (by_word := self._type_by_word(start, end)):
            type, sure = by_word, FORM
        self.typed.append(Typed(_spaced(self.text[start:end]).casefold(), type, sure))

    def _type_by_word(self, start: int, end: int) -> str:
        """The ontology's type whose word ends the name ("Billing Service") or follows it ("the payments service")."""
        after = _NEXT_WORD.match(self.text, end)
        by_next = self.ontology.type_of_word.get(after.group(1).casefold(), "") if after else ""
        return self._type_in(self.text[start:end]) or by_next

    def _type_in(self, name: str) -> str:
        """The type whose word is the name's head ("Ostermark Institute", "University of Fenholt"), or begins it before
        a number or another name ("Survey 25-02")."""
        found = _WORDS.findall(name)
        if len(found) < 2:
            return ""
        words = self.ontology.type_of_word
        head = found[found.index("of") - 1] if "of" in found[1:] else found[-1]
        first = found[0] if not found[1].islower() else ""
        return words.get(head.casefold(), "") or words.get(first.casefold(), "")

    def _say_kind(self, typed: Typed, noun: str) -> None:
        """ "Redis is a database": the noun tells the type, by the ontology's words or by everyday ones."""
        type = self.ontology.type_of_word.get(noun) or TYPE_OF_NOUN.get(noun)
        if type and typed.sure < FORM:
            typed.type, typed.sure = type, FORM if noun in self.ontology.type_of_word else SAID

    # ---------------------------------------------------------------------------------------------------- the end

    def finish(self) -> Extraction:
        """The extraction, once all blocks are in."""
        named = [one for one in self.said if one.source >= 0 and one.target >= 0]
        settle_types(self.typed, [(s.source, s.type, s.target) for s in named if not s.meanings], self.targets)
        self._settle_about()
        for group in self.joined:
            type_together([self.typed[number] for number in group], self.ontology)
        likely = [(*ends, said.meanings) for said in self.said if said.meanings and (ends := self._likeliest(said))]
        type_by_ends(self.typed, likely, self.ontology)
        self._state()
        for one in chosen(self.candidates(), facts_of(self)):
            ends = [self.own_mention() if end == ABOUT else end for end in (one.source, one.target)]
            self._relate((ends[0], one.relation, ends[1]), one.pair.start, one.pair.end)
        mentions = [
            ExtractedMention(start, end, self.text[start:end], _spaced(self._name(start, end, how)), typed.type, how)
            for (start, end, how), typed in zip(self.mentions, self.typed, strict=True)
        ]
        order = sorted(range(len(mentions)), key=lambda number: mentions[number].start)
        place = {number: position for position, number in enumerate(order)}
        return Extraction(
            [mentions[number] for number in order],
            [_moved(one, place) for one in self.relations.values()],
            [_moved(one, place) for one in self.denials.values()],
            sentences=self.sentences,
            problems=self.problems,
        )

    def candidates(self) -> list[Candidate]:
        """What pairs of things may state beside what the rules found, once `finish` has settled the types."""
        return candidates_of(self)

    def _state(self) -> None:
        """Relations and denials of what the rules read, and what they read that is not stated."""
        changed: list[tuple[Said, LinkedEnds]] = []
        named = self.about is None or self.own_mention() >= 0
        for said in self.said:
            unsure = said.truth is Truth.UNSURE
            if said.type in (ANY, ONLY):
                changed += [] if unsure else self._changed(said)
            elif not unsure and (link := self._link(said)) is not None:
                self.stated.append((said, link))
            elif said.meanings and named and (link := self._link(said, over=False)) is not None:
                self.doubted.append((link, (said.start, said.end)))
        for said, link in [*self.stated, *changed]:
            if said.type == ANY and link in self.relations:
                continue  # "left the choir as a singer and conducts it now"
            if said.truth is Truth.HOLDS:
                self._relate(link, said.start, said.end)
            else:
                sentence, former = self.text[said.start : said.end], said.truth is Truth.FORMER
                denial = ExtractedDenial(link[0], link[2], link[1], said.start, said.end, sentence, former, said.at)
                self.denials.setdefault(link, denial)

    def _relate(self, link: LinkedEnds, start: int, end: int) -> None:
        self.relations.setdefault(link, ExtractedRelation(link[0], link[2], link[1], start, end, self.text[start:end]))

    def _settle_about(self) -> None:
        """A page's thing of unknown type has the one that its text gives its name."""
        key = _bare(self._about.key)
        own = [typed for typed in self.typed if _bare(typed.key) == key and typed.sure > self._about.sure]
        if self.about and own:
            self._about = max(own, key=lambda typed: typed.sure)

    def _name(self, start: int, end: int, how: str) -> str:
        if how == "reference" and self.about:
            return self.about[0]
        surface = self.text[start:end]
        return self.ontology.own_name(_spaced(surface)) if how == "ontology" else surface

    def _link(self, said: Said, *, over: bool = True) -> LinkedEnds | None:
        """The (source, relation, target) that is meant, between mentions; None if the ontology does not allow it, or
        (unless `over` is false) if it is told as a state that is over."""
        if not said.meanings:
            ends = [self._plain(said.source), self._plain(said.target)]
            ok = said.type and None not in ends and ends[0] != ends[1]
            return (ends[0], said.type, ends[1]) if ok else None
        for source in self.stands_for(said.source):
            for target in self.stands_for(said.target):
                left, right = self.typed_as(source), self.typed_as(target)
                unknown = ABOUT in (source, target) and self._about.sure == GUESS
                if unknown or left.key == right.key:
                    continue
                past = over and said.past and said.truth is Truth.HOLDS
                meaning = self.phrases.choose(said.meanings, left.type, right.type, over=past)
                if meaning is not None:
                    ends = self._mention(source, said.source), self._mention(target, said.target)
                    return (
                        (ends[1], meaning.relation, ends[0])
                        if meaning.swapped
                        else (ends[0], meaning.relation, ends[1])
                    )
        return None

    def _changed(self, said: Said) -> list[tuple[Said, LinkedEnds]]:
        """What a change says of all relations that its two things may have (ANY), or of their one (ONLY)."""
        for source in self.stands_for(said.source):
            for target in self.stands_for(said.target):
                left, right = self.typed_as(source), self.typed_as(target)
                meanings = self.phrases.between_types(left.type, right.type)
                roots = self.ontology.root(left.type), self.ontology.root(right.type)
                if said.past and said.truth is Truth.HOLDS and "Event" not in roots:
                    continue
                if left.key != right.key and (said.type == ANY or len(meanings) == 1):
                    ends = self._mention(source, said.source), self._mention(target, said.target)
                    return [(said, (ends[m.swapped], m.relation, ends[not m.swapped])) for m in meanings]
        return []

    def stands_for(self, end: int) -> tuple[int, ...]:
        return (end,) if end >= 0 else self.places[-1 - end].candidates

    def _likeliest(self, said: Said) -> tuple[Typed, Typed] | None:
        """The two things that are most likely meant: the first candidates of either end that differ."""
        sources, targets = self.stands_for(said.source), self.stands_for(said.target)
        pairs = ((self.typed_as(a), self.typed_as(b)) for a in sources for b in targets)
        return next((pair for pair in pairs if pair[0].key != pair[1].key), None)

    def _plain(self, end: int) -> int | None:
        return end if end >= 0 else self.places[-1 - end].plain

    def typed_as(self, mention: int) -> Typed:
        return self._about if mention == ABOUT else self.typed[mention]

    def _mention(self, candidate: int, end: int) -> int:
        """The mention's number; for what the page is about its first mention, or else the words that stand for it."""
        if candidate != ABOUT:
            return candidate
        if (own := self.own_mention()) >= 0:
            return own
        place = self.places[-1 - end]
        self.mentions.append((place.start, place.end, "reference"))
        self.typed.append(self._about)
        return len(self.mentions) - 1

    def key_of(self, number: int) -> str:
        """One key for all names of a mention's thing, or (ABOUT) of what the page is about."""
        name = self.about[0] if number == ABOUT else _spaced(self.text[slice(*self.mentions[number][:2])])
        return _bare(self.ontology.own_name(name))

    def own_mention(self) -> int:
        """The first mention of what the page is about; -1 if it is not named."""
        own = {_bare(name) for name in (self.about[0], *self.ontology.other_names(self.about[0]))}
        return next((number for number, typed in enumerate(self.typed) if _bare(typed.key) in own), -1)


def _moved(one: Any, place: dict[int, int]) -> Any:
    """The relation with its mentions' numbers in text order."""
    return replace(one, source=place[one.source], target=place[one.target])


def _placed(pair: Pair, first: int, start: int, end: int) -> Pair:
    """The pair with its sentence in the text and its references numbered as the text's."""

    def moved(thing: Thing) -> Thing:
        return thing if thing.end >= 0 else replace(thing, end=thing.end - first)

    others = tuple((moved(thing), *nearer) for thing, *nearer in pair.others)
    return replace(pair, left=moved(pair.left), right=moved(pair.right), others=others, start=start, end=end)


def _spaced(surface: str) -> str:
    return " ".join(surface.split())


def _bare(name: str) -> str:
    """A name without case and article: "The Armoury" is "the Armoury" is "Armoury"."""
    return name.casefold().removeprefix("the ")
