"""The date that a sentence gives for what it says, as ISO 8601 text: a day, a month or a year."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

_MONTHS = "january february march april may june july august september october november december".split()
#: A month's name or its first letters (lower case) -> its number.
MONTH_OF = {name[:length]: number for number, name in enumerate(_MONTHS, 1) for length in (3, len(name))}
MONTH_OF["sept"] = 9
_MONTH = r"(?P<month>" + "|".join(sorted(MONTH_OF, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)"
#: Most telling first: a form whose parts all stand there wins over one with fewer.
DATE_FORMS = tuple(
    re.compile(rf"(?<![\w-]){form}(?![\w-])", re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)",
        rf"{_DAY}(?: of)? {_MONTH},? {_YEAR}",
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_YEAR}-(?P<month>\d\d)",
        rf"{_MONTH},?(?: of)? {_YEAR}",
        _YEAR,
    )
)
#: Before a date of change; a year after anything else may be a number or a date of something else.
_CHANGE = re.compile(
    r"\b(?:since|as of|from|effective|until|till|to|on|in|after|by|with effect from)(?: the)?"
    r"(?: (?:beginning|start|end|spring|summer|autumn|winter|fall) of)?(?: about| early| mid| late)?\s*$",
    re.IGNORECASE,
)

#: "from 1990 to 2003": the end is what counts.
_GOES_ON = re.compile(r"\s*(?:to|until|till|and|–|-)\s*(?:[a-z]+ )?\d", re.IGNORECASE)


def date_of(verb: Any) -> str:
    """The date from which (or until which) what this verb says holds: one that the verb governs, or one that opens the
    sentence ("Since 3 March 2025 ..."); "" if there is none."""
    sentence = verb.sent
    for start, end, at in sorted(_dates(sentence.text)):
        opening = not sentence.text[:start].strip(" ,")
        span = verb.doc.char_span(sentence.start_char + start, sentence.start_char + end, alignment_mode="expand")
        if opening or (span is not None and _governor(span.root).i == verb.i):
            return at
    return ""


def _governor(token: Any) -> Any:
    """The verb that the token hangs on, directly or through nouns and prepositions."""
    while token.head.i != token.i:
        token = token.head
        if token.pos_ in ("VERB", "AUX"):
            break
    return token


def _dates(text: str) -> list[tuple[int, int, str]]:
    """(start, end, ISO date) of each date with the word that makes it one of a change ("since", "on", "until")."""
    found: list[tuple[int, int, str]] = []
    for form in DATE_FORMS:
        for match in form.finditer(text):
            if any(start < match.end() and match.start() < end for start, end, _ in found):
                continue
            before = text[max(0, match.start() - 60) : match.start()]
            change = _CHANGE.search(before)
            if change and not _GOES_ON.match(text, match.end()):
                found.append((match.start() - len(before) + change.start(), match.end(), iso_date(match)))
    return found


def iso_date(match: re.Match[str]) -> str:
    """The parts as ISO 8601; a day or month that does not exist is left out."""
    parts = match.groupdict()
    name = parts.get("month") or ""
    month = int(name) if name.isdigit() else MONTH_OF.get(name.casefold(), 0)
    day = int(parts.get("day") or 0)
    for text, length in ((f"{parts['year']}-{month:02d}-{day:02d}", 10), (f"{parts['year']}-{month:02d}-01", 7)):
        try:
            return date.fromisoformat(text).isoformat()[:length]
        except ValueError:
            continue
    return parts["year"]
