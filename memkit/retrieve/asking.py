"""What a question says of the turns that answer it: whose they are, of which day, and the words that are left then."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from memkit.extract.relative_dates import find_times
from memkit.resolve.person_parser import PARTICLES, TITLES, person_of
from memkit.retrieve.bm25 import tokenize
from memkit.retrieve.turns import days

#: Words by which a question asks, and those that hold its sentence together: they are no content.
ASKING = frozenset(
    tokenize(
        "what when where who whom whose which why how did does do done is was were has have had can could would should "
        "may might will his her hers their theirs she he him them they i you your yours my me we us our ours its been "
        "being am so just about up out from than"
    )
)
_WORD = re.compile(r"\w+")
_WHEN = re.compile(
    r"\s*(?:(?:in|on|at|since|until|by|from|during|around|for) )?"
    r"(?:when|(?:what|which) (?:day|date|week|weekend|month|year|time))\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*(?:,|&|and|or|with|,\s*and)\s*", re.IGNORECASE)
_OWN = re.compile(r"['’`]s?(?!\w)")
_MONTH_OR_NUMBER = re.compile(r"\d|[A-Z]")


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about turns. `text` is it without the speakers' names; `words` are its content: term -> the word as it
    stands there. `named` are the speakers that it names, in order, each as the keys of those whom the name may mean;
    `joined`: the first two stand together ("Ann and Ben"). `days` are the first and the last day of the date it names,
    as ordinals; `when`: it asks for a time."""

    text: str
    words: Mapping[str, str]
    named: tuple[tuple[int, ...], ...]
    joined: bool
    days: tuple[int, int] | None
    when: bool


def read_asking(question: str, names: Mapping[int, Sequence[str]], now: int) -> Asking:
    """Read a question. `names`: a key for each speaker -> how the speaker's name is written; `now` is the day (ordinal)
    from which "last May" is meant, 0 if no turn has one."""
    spans = _speakers(question, names)
    cut = question
    for start, end, _ in reversed(spans):
        cut = f"{cut[:start]} {cut[end:]}"
    words: dict[str, str] = {}
    for word in _WORD.findall(cut.casefold()):
        for term in tokenize(word):
            if term not in ASKING:
                words.setdefault(term, word)
    return Asking(
        text=" ".join(cut.split()) if _WORD.search(cut) else question,
        words=words,
        named=tuple(dict.fromkeys(keys for _, _, keys in spans)),
        joined=_joined(question, spans),
        days=_days(question, now) if now else None,
        when=_WHEN.match(question) is not None,
    )


def _joined(question: str, spans: Sequence[tuple[int, int, tuple[int, ...]]]) -> bool:
    """Do the first two people that it names stand together?"""
    other = next((span for span in spans if span[2] != spans[0][2]), None)
    return other is not None and _JOINED.fullmatch(question[spans[0][1] : other[0]]) is not None


def _speakers(question: str, names: Mapping[int, Sequence[str]]) -> list[tuple[int, int, tuple[int, ...]]]:
    """(start, end, keys) of each name of a speaker, in order; of names that overlap the longer, "'s" with it.

    A part of a name stands for all who have it. A word in small letters is no name ("will", "may"), unless the name is
    written so, or the whole question is.
    """
    of: dict[tuple[str, ...], set[int]] = {}
    small: set[tuple[str, ...]] = set()
    for key, spellings in names.items():
        for spelling in spellings:
            for part in _parts(spelling):
                folded = tuple(word.casefold() for word in part)
                of.setdefault(folded, set()).add(key)
                if folded == part:
                    small.add(folded)
    tokens, anyhow = list(_WORD.finditer(question)), question == question.lower()
    longest, at = max(map(len, of), default=0), 0
    found = []
    while at < len(tokens):
        for length in range(min(longest, len(tokens) - at), 0, -1):
            words = tuple(token.group() for token in tokens[at : at + length])
            folded = tuple(word.casefold() for word in words)
            named = folded in of and (anyhow or folded in small or folded != words)
            if named and not (at == 0 and length == 1 and set(tokenize(words[0])) <= ASKING):
                start, end = tokens[at].start(), tokens[at + length - 1].end()
                own = _OWN.match(question, end)
                found.append((start, own.end() if own else end, tuple(sorted(of[folded]))))
                at += length - 1
                break
        at += 1
    return found


def _parts(spelling: str) -> set[tuple[str, ...]]:
    """The words of a name, all together and one by one: neither titles nor particles, initials, or what stands behind
    the @ of an address."""
    words = _WORD.findall(spelling[:1] + spelling[1:].partition("@")[0])
    none = (TITLES | PARTICLES).difference(person_of(spelling).given)
    alone = {(w,) for w in words if len(w) > 1 and w.isalpha() and w.casefold() not in none}
    return {tuple(words), *alone} - {()}


def _days(question: str, now: int) -> tuple[int, int] | None:
    """The days of the first calendar date in the question, as an inclusive range of ordinals."""
    for time in find_times(question, date.fromordinal(now)):
        if _MONTH_OR_NUMBER.search(question[time.start : time.end]):
            return days(time.past)
    return None
