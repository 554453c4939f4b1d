"""Adds the lasting states of a dated note to what was extracted from it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from memkit.extract.base import ExtractedDenial, ExtractedMention, ExtractedRelation, Extraction
from memkit.facts import period
from memkit.lasting.clauses import NAME, Thing
from memkit.lasting.parse import NoteParser
from memkit.lasting.reader import read_states
from memkit.lasting.said import NEVER, SO, Said
from memkit.lasting.vocabulary import States

log = logging.getLogger(__name__)

#: How a mention was found whose noun phrase stands in a lasting state.
STATE = "state"
_GUESSED = ("ner", "noun", STATE)
_TYPES = {"LIVES_IN": "Location", "BASED_IN": "Location", "WORKS_AT": "Organization", "STUDIES_AT": "Organization",
          "LEADS": "Organization", "MEMBER_OF": "Organization", "MARRIED_TO": "Person"}  # fmt: skip


class StateReader:
    """Reads the lasting states of notes in one vocabulary."""

    def __init__(self, states: States, parser: NoteParser) -> None:
        self._states, self._parser = states, parser

    def enrich(self, text: str, at: str, extraction: Extraction) -> Extraction:
        """The extraction with the mentions, relations and denials of the states that the note, written at `at` (ISO
        8601), speaks of. Of lasting states only what is read here counts."""
        written = period(at)
        if written is None or not text.strip():
            return extraction
        try:
            parse = self._parser.parse(text, extraction.mentions)
            said = read_states(parse, self._states, written.start.date())
        except Exception as error:  # whatever goes wrong here, the note is kept with what was extracted before
            log.warning("the lasting states of a note of %d characters cannot be read: %r", len(text), error)
            return replace(extraction, problems=[*extraction.problems, "what lasts could not be read"])
        return self._added(text, extraction, [_in_full(one, parse.people) for one in said])

    def _added(self, text: str, extraction: Extraction, said: Sequence[Said]) -> Extraction:
        mentions = list(extraction.mentions)
        relations = [r for r in extraction.relations if self._states.state(r.type) is None]
        denials = [d for d in extraction.denials if self._states.state(d.type) is None]
        for one in said:
            state = self._states.state(one.relation)
            ends = (
                _mention(mentions, text, one.source, state.source if state else "Person"),
                _mention(mentions, text, one.target, _TYPES.get(one.relation, "Object")),
            )
            span = (one.start, one.end, text[one.start : one.end])
            if one.what == SO or (one.since and one.until):
                relations.append(
                    ExtractedRelation(
                        ends[0], ends[1], one.relation, *span, since=one.since, until=one.until, manner=one.manner
                    )
                )
            else:
                over = one.what != NEVER
                denials.append(
                    ExtractedDenial(*ends, one.relation, *span, over, one.until or one.since if over else "")
                )
        return _sorted(replace(extraction, mentions=mentions, relations=relations, denials=denials))


def _in_full(said: Said, people: Sequence[Thing]) -> Said:
    """A first name alone is the one person of the note whose name begins with it."""

    def full(thing: Thing) -> Thing:
        if thing.kind != NAME or " " in thing.text:
            return thing
        longer = {p.text: p for p in people if p.text.startswith(thing.text + " ")}
        return next(iter(longer.values())) if len(longer) == 1 else thing

    return replace(said, source=full(said.source), target=full(said.target))


def _mention(mentions: list[ExtractedMention], text: str, thing: Thing, type: str) -> int:
    """The number of the mention of a thing: the one that is there, else a new one. A type that was only guessed gives
    way to that of the state."""
    for number, mention in enumerate(mentions):
        if mention.start < thing.end and thing.start < mention.end:
            if thing.kind == NAME and (mention.start, mention.end) != (thing.start, thing.end):
                name = " ".join(text[thing.start : thing.end].split())
                mention = replace(
                    mention, start=thing.start, end=thing.end, surface=text[thing.start : thing.end], name=name
                )
            if type and mention.how in _GUESSED and mention.how != STATE:
                mention = replace(mention, type=type)
            mentions[number] = mention
            return number
    surface = text[thing.start : thing.end]
    mentions.append(
        ExtractedMention(thing.start, thing.end, surface, " ".join(surface.split()), type or "Object", STATE)
    )
    return len(mentions) - 1


def _sorted(extraction: Extraction) -> Extraction:
    """The same with its mentions in the order of the text."""
    order = sorted(range(len(extraction.mentions)), key=lambda number: extraction.mentions[number].start)
    place = {number: position for position, number in enumerate(order)}

    def moved(one):
        return replace(one, source=place[one.source], target=place[one.target])

    return replace(
        extraction,
        mentions=[extraction.mentions[number] for number in order],
        relations=[moved(one) for one in extraction.relations],
        denials=[moved(one) for one in extraction.denials],
        attributes=[replace(one, mention=place[one.mention]) for one in extraction.attributes],
    )
