"""From turns and the acts found in them to what the search weighs: words, persons named, cues, pauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from datetime import datetime
from itertools import pairwise
from statistics import median

from memkit.converse.base import Said, Turn
from memkit.converse.reading.table import Heard
from memkit.converse.reading.words import content, normalise, tokens

#: A pause of so many hours, and so many times the usual one of the conversation, begins another sitting.
PAUSE_HOURS, PAUSE_TIMES = 18.0, 8.0
#: Weights of words: those that name the option, those of the rest of the act, those around it in the turn; and the last
#: where the act has no words of its own ("I'm against it").
NAMING, ACTING, AROUND, ALONE = 1.0, 0.8, 0.4, 0.7

_ONE = "(?:one|option|idea|proposal|plan|suggestion|version|date|choice|way)"
_CUES = {
    "next": r"\b(?:next|another (?:thing|matter|point|question)|on another|"
    r"second(?:ly)? (?:point|question|thing|matter)|"
    r"(?:point|item|question) (?:two|three|four|2|3|4|is)|by the way|one more|other business|while we're|while you're|"
    r"while the|something else|speak about|talk about|what about|and one thing)\b",
    "and": r"^(?:and|also|then let me|oh,? and|now)\b",
    "rather": r"\b(?:rather|instead|better|prefer|in its place|replaces?|compromise)\b",
    "back": r"\b(?:again|back to|return|after all|once more|revive|reopen|revisit)\b",
    "then": r"^(?:then|so)\b|\bthen[,.!]|\bthen$",
    "my": r"\bmy\b|\bmine\b|\bi (?:asked|proposed|suggested|ordered|ruled|decided)\b",
    "other": rf"\bthe other(?: {_ONE})?(?=[,.;:!?]|$| instead)",
    "former": rf"\bthe (?:former|first {_ONE})\b",
    "latter": rf"\bthe (?:latter|(?:last|second|newer) {_ONE})\b",
    "about": r"\bfor the \w+|\babout the \w+|\bto pay for",
    "question": r"\?",
}
_CUES = {name: re.compile(pattern) for name, pattern in _CUES.items()}

#: What another option is named after: "an elm instead of plum trees" is about the elm.
_INSTEAD = re.compile(
    r"(?:\binstead of|\brather than|\bin (?:the )?place of|\breplac(?:es?|ing)|\bthan|,\s*not)\s+([^,.;:!?]+)",
    re.IGNORECASE,
)
#: Acts that are about what is wanted.
_WANTING = frozenset({"proposes", "supports", "decides", "reaffirms"})


def hear(turns: Sequence[Turn], said: Sequence[Said], name_of: Callable[[str], str]) -> list[Heard]:
    """One for each act, in order. `name_of` gives the one name of a person from a spelling."""
    places = {turn.n: place for place, turn in enumerate(turns)}
    sittings = _sittings(turns)
    speakers = [name_of(turn.speaker) for turn in turns]
    persons = sorted({*speakers, *(name_of(one.person) for one in said if one.person)})
    names = {token: person for person in persons for token in tokens(person) if len(token) > 2}
    shared = {t for t in names if sum(t in tokens(person) for person in persons) > 1}
    acting = {one.n for one in said}
    by_turn: dict[int, list[Said]] = {}
    for one in said:
        by_turn.setdefault(one.n, []).append(one)
    heard = []
    for n in sorted(by_turn, key=places.__getitem__):
        place, turn = places[n], turns[places[n]]
        idle = 0
        while place - idle - 1 >= 0 and turns[place - idle - 1].n not in acting and idle < 3:
            idle += 1
        before = turns[place - 1] if place and turns[place - 1].n not in acting else None
        asked = before is not None and "?" in before.text and speakers[place - 1] != speakers[place]
        named = frozenset(
            names[t.removesuffix("'s")]
            for t in tokens(turn.text)
            if t.removesuffix("'s") in names and t.removesuffix("'s") not in shared
        )
        for one in by_turn[n]:
            others = [o for o in by_turn[n] if o is not one]
            start, end = (one.start, one.end) if one.end > one.start else (0, len(turn.text))
            text = normalise(turn.text[start:end] if others else turn.text)
            words = _words(turn.text, one, others, names)
            heard.append(
                Heard(
                    n=n,
                    place=place,
                    sitting=sittings[place],
                    person=name_of(one.person or turn.speaker),
                    act=one.act,
                    words=words,
                    numbers=frozenset(word for word in words if word[0] == "#"),
                    instead=_instead(turn.text[start:end], one, names),
                    named=named,
                    cues=frozenset(cue for cue, pattern in _CUES.items() if pattern.search(text)),
                    idle=idle,
                    asked=asked,
                    beside=frozenset(
                        o.act
                        for o in others
                        if name_of(o.person or turn.speaker) == name_of(one.person or turn.speaker)
                    ),
                )
            )
    return heard


def _instead(words: str, one: Said, names: Container[str]) -> frozenset[str]:
    """Stems of what the act says is not wanted."""
    if one.act not in _WANTING:
        return frozenset()
    return frozenset(word for match in _INSTEAD.finditer(words) for word in content(match[1]) if word not in names)


def _words(text: str, one: Said, others: Sequence[Said], names: Container[str]) -> dict[str, float]:
    words: dict[str, float] = {}

    def add(part: str, weight: float) -> None:
        if one.act in _WANTING:
            part = _INSTEAD.sub(" ", part)
        for word in content(part):
            if word not in names:
                words[word] = max(words.get(word, 0.0), weight)

    add(one.about, NAMING)
    add(text[one.start : one.end], ACTING if one.about else NAMING)
    around = list(text)
    for other in [*others, one]:
        around[other.start : other.end] = " " * (other.end - other.start)
    add("".join(around), AROUND if words else ALONE)
    return words


def _sittings(turns: Sequence[Turn]) -> list[int]:
    times = [_time(turn.at) for turn in turns]
    gaps = [(after - before).total_seconds() / 3600 if before and after else 0.0 for before, after in pairwise(times)]
    usual = median(sorted(abs(g) for g in gaps)) if gaps else 0.0
    sittings = [0]
    for gap in gaps:
        sittings.append(sittings[-1] + (abs(gap) >= max(PAUSE_HOURS, PAUSE_TIMES * usual)))
    return sittings[: len(turns)]


def _time(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00")).replace(tzinfo=None) if at else None
    except ValueError:
        return None
