"""From turns and the acts found in them to what the search weighs: words, persons named, cues, pauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from statistics import median_low

from memkit.converse.base import Said, Turn
from memkit.converse.reading.table import Heard
from memkit.converse.reading.words import content, normalise, tokens

#: A pause of so many hours, and so many times the usual one of the conversation, begins another sitting.
PAUSE_HOURS, PAUSE_TIMES = 18.0, 8.0
#: Weights of words: those that name the option, those of the rest of the act, those around it in the turn; and the last
#: where the act has no words of its own ("I'm against it").
NAMING, ACTING, AROUND, ALONE = 1.0, 0.8, 0.4, 0.7

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
    "about": r"\bfor the \w+|\babout the \w+|\bto pay for",
    "question": r"\?",
    "it": r"\b(?:it|them)\b",
}
_CUES = {name: re.compile(pattern) for name, pattern in _CUES.items()}
_ONE = "(?:one|option|idea|proposal|plan|suggestion|version|motion|order|rule|decision|part|date|choice|way)"
_WHOSE = "(?:the|my|our|your|his|her|their)"
#: What the words of an act themselves point at.
_POINTING = {
    "other": re.compile(rf"\bthe other(?: {_ONE})?(?=[,.;:!?]|$| instead)"),
    "former": re.compile(rf"\bthe former\b|\b{_WHOSE} (?:first|original|earlier|old|previous) {_ONE}\b"),
    "latter": re.compile(rf"\bthe latter\b|\b{_WHOSE} (?:last|latest|second|newer|new) {_ONE}\b"),
}
#: Whose option it is: "Ann's idea", "I'm with Ann", "as Ann said".
_OWNED = re.compile(
    rf"\b(\w+)'s? {_ONE}\b|\b(?:i'm|am|side|agree|vote|go|stand|be|all) with (\w+)\b"
    r"|\bas (\w+) (?:says|said|suggests|suggested|proposes|proposed)\b|\b(?:second|back|support) (\w+)\b"
)

#: What another option is named after: "an elm instead of plum trees" is about the elm.
_INSTEAD = re.compile(
    r"\b(?:switch|change|move|migrate|go)\w*\s+(?:over\s+)?from\s+(?P<old>[^,.;:!?]+?)(?=\s+to\b)"
    r"|\breplac(?:e|es|ing)\s+(?P<gone>[^,.;:!?]+?)(?=\s+(?:with|by)\b)"
    r"|(?:\binstead of|\brather than|\bin (?:the )?place of|\breplac(?:es?|ing)|\bthan|,\s*not)\s+(?P<rest>[^,.;:!?]+)",
    re.IGNORECASE,
)
#: Questions that are answered by a fact, and not by a proposal.
_FACT = re.compile(
    r"\bhow (?:many|much|long|often|far|old|big|late|soon|high|is|are|did)\b|\b(?:when|who|whose|where|why) \w"
    r"|^(?:do|does|did|is|are|was|were|has|have|had|will|can|isn't|doesn't|didn't|hasn't)\b"
    r"|\bwhat (?:would|does|did) it\b"
    r"|[.!?,] (?:do|does|did|is|are|was|were|has|have|had|will|doesn't|isn't)\b"
)
#: Acts that are about what is wanted.
_WANTING = frozenset({"proposes", "supports", "decides", "reaffirms"})


def hear(turns: Sequence[Turn], said: Sequence[Said], name_of: Callable[[str], str]) -> list[Heard]:
    """One for each act, in the order of turns. `name_of` gives the one name of a person from a spelling."""
    by_turn: dict[int, list[Said]] = {}
    for one in said:
        by_turn.setdefault(one.n, []).append(one)
    speakers = [name_of(turn.speaker) for turn in turns]
    names = _names([*speakers, *(name_of(one.person) for one in said if one.person)])
    heard: list[Heard] = []
    idle = 0
    for place, (turn, sitting) in enumerate(zip(turns, _sittings(turns), strict=True)):
        acts = by_turn.get(turn.n, [])
        before = turns[place - 1].text if idle and speakers[place - 1] != speakers[place] else ""
        common = Heard(
            n=turn.n,
            place=place,
            sitting=sitting,
            person=speakers[place],
            act="",
            words={},
            named=frozenset(names[token] for token in map(_bare, tokens(turn.text)) if names.get(token)),
            idle=idle,
            asked="" if "?" not in before else "fact" if _FACT.search(normalise(before)) else "open",
        )
        persons = [name_of(one.person or turn.speaker) for one in acts]
        for number, (one, person) in enumerate(zip(acts, persons, strict=True)):
            others = [other for other in acts if other is not one]
            theirs = [(k, other.act) for k, other in enumerate(acts) if k != number and persons[k] == person]
            again = number > 0 and acts[number - 1] == one
            one_of = replace(common, person=person, second=again, **_beside(theirs, number))
            heard.append(_heard(turn.text, one, others, names, one_of))
        idle = 0 if acts else idle + 1
    return heard


def _heard(text: str, one: Said, others: Sequence[Said], names: Mapping[str, str], common: Heard) -> Heard:
    """`common` with what the words of one act say."""
    start, end = (one.start, one.end) if one.end > one.start else (0, len(text))
    own = normalise(text[start:end])
    cued = own if others else normalise(text)
    words, instead = _words(text, one, others, names), _instead(text[start:end], one, names)
    return replace(
        common,
        act=one.act,
        likely=one.likely,
        words=words,
        numbers=frozenset(word for word, weight in words.items() if word[0] == "#" and weight >= ACTING),
        instead=instead,
        cues=frozenset(
            [cue for cue, pattern in _CUES.items() if pattern.search(cued)]
            + [cue for cue, pattern in _POINTING.items() if pattern.search(own)]
            + ["rather"] * bool(instead)
        ),
        owners=frozenset(names[m[m.lastindex]] for m in _OWNED.finditer(own) if names.get(m[m.lastindex])),
    )


def _beside(theirs: Sequence[tuple[int, str]], number: int) -> dict[str, frozenset[str]]:
    """What a person does beside their act of this number in the same turn, and what of it later."""
    return {
        "beside": frozenset(act for _, act in theirs),
        "later": frozenset(act for place, act in theirs if place > number),
    }


def _names(persons: Iterable[str]) -> dict[str, str]:
    """Word of a name -> the person, "" where several have it."""
    names: dict[str, str] = {}
    for person in dict.fromkeys(persons):
        for token in {token for token in tokens(person) if len(token) > 2}:
            names[token] = "" if token in names else person
    return names


def _bare(token: str) -> str:
    return token.removesuffix("'s")


def _instead(words: str, one: Said, names: Container[str]) -> frozenset[str]:
    """Stems of what the act says is not wanted."""
    if one.act not in _WANTING:
        return frozenset()
    return frozenset(
        word for match in _INSTEAD.finditer(words) for word in content(match[match.lastgroup]) if word not in names
    )


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
    usual = median_low(map(abs, gaps)) if gaps else 0.0
    sittings = [0]
    for gap in gaps:
        sittings.append(sittings[-1] + (abs(gap) >= max(PAUSE_HOURS, PAUSE_TIMES * usual)))
    return sittings[: len(turns)]


def _time(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00")).replace(tzinfo=None) if at else None
    except ValueError:
        return None
