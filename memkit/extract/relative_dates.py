"""Times as people say them in a note ("in May", "two years ago", "since Thursday", "last spring"), as ISO 8601 text.

They are resolved against the day of the note. A month or a weekday without a year is the latest one before that day,
or in a sentence about what is to come the next one; a season is told by its first month (spring is March, as
meteorologists count in the north).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from dateutil.easter import easter
from dateutil.relativedelta import relativedelta

from memkit.extract.dates import DATE_FORMS, MONTH_OF, iso_date

#: What the words before a time make of it.
SINCE, UNTIL, BEFORE, ON = "since", "until", "before", "on"

_NUMBERS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split(),
        1,
    )
} | {"a": 1, "an": 1, "couple": 2, "few": 3}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _any(names) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_MONTH = rf"(?P<month>{_any(name.capitalize() for name in MONTH_OF)})"
_DAY = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{_any(_ORDINALS)})"
_COUNT = rf"(?:an? )?(?P<count>\d{{1,3}}|{_any(_NUMBERS)})(?: of)?"
_HALF = r"(?P<half> and a half)?"
_UNIT = r"(?P<unit>day|week|fortnight|month|year|decade)s?"
_PART = r"(?:the )?(?P<part>start|beginning|middle|end) of"
_WHICH = r"(?P<which>last|this|next|the|the past|the following|the coming)"
_SPAN = r"(?P<span>day|week|month|year|term|season|semester|school year)"

#: What stands right before a time and says what it is to the change; the longest first.
_ROLES = (
    (SINCE, r"ever since|since|as of|as from|starting|beginning|with effect from|effective|from|after"),
    (UNTIL, r"until|till|up to|up until|through|(?<=\d )to"),
    (BEFORE, r"before"),
    (ON, r"in|on|at|by|during|over|around|about|for"),
)
_LEAD = re.compile(
    r"\b(?:" + "|".join(f"(?P<{role}>{words})" for role, words in _ROLES) + r")"
    r"(?: (?:the|about|around|roughly|early|mid|late|early in|late in|some time in|only|at least))*\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Time:
    """text[start:end] names a time. `past` and `ahead` are what it is in a sentence about what was and about what is to
    come (ISO 8601: a day, a month or a year); `role` is since, until, before or on."""

    start: int
    end: int
    past: str
    ahead: str
    role: str


#: match, day of the note, is it ahead -> ISO 8601, or "" if it is none.
_Reading = Callable[[re.Match[str], date, bool], str]


def find_times(text: str, day: date) -> list[Time]:
    """Every time that the text names, in the order of the text; of two that overlap the one found first."""
    found: list[tuple[int, int, str, str]] = []
    for form, reading in _readings():
        for match in form.finditer(text):
            start, end = match.span()
            if any(start < e and s < end for s, e, _, _ in found):
                continue
            past, ahead = reading(match, day, False), reading(match, day, True)
            if past and ahead:
                found.append((start, end, past, ahead))
    return [_with_role(text, *one) for one in sorted(found)]


def _with_role(text: str, start: int, end: int, past: str, ahead: str) -> Time:
    for_so_long = re.match(r"for |these ", text[start:end], re.IGNORECASE)
    lead = _LEAD.search(text, max(0, start - 40), start)
    role = next((role for role, _ in _ROLES if lead and lead[role]), ON)
    return Time(lead.start() if lead else start, end, past, ahead, SINCE if for_so_long else role)


def _readings() -> Iterator[tuple[re.Pattern[str], _Reading]]:
    yield from ((form, lambda match, day, ahead: iso_date(match)) for form in DATE_FORMS[:-1])
    yield from _FORMS
    yield DATE_FORMS[-1], lambda match, day, ahead: iso_date(match)


# ------------------------------------------------------------------------------------------------------- the forms


def _month(match: re.Match[str], day: date, ahead: bool) -> str:
    """ "in May", "last May", "the end of January", "on 3 May", "the first of March" """
    groups = match.groupdict()
    month, which = MONTH_OF[groups["month"].casefold()], (groups.get("which") or "").lower()
    year = day.year
    if (ahead and which != "last") or which == "next":
        year += month < day.month or (which == "next" and month == day.month)
    else:
        year -= month > day.month or (which == "last" and month == day.month)
    text = f"{year}-{month:02d}"
    number = _number(groups.get("day"))
    try:
        return date(year, month, number).isoformat() if number else text
    except ValueError:
        return text


def _number(word: str | None) -> int:
    word = (word or "").casefold()
    digits = re.match(r"\d+", word)
    return int(digits.group()) if digits else _ORDINALS.get(word) or _NUMBERS.get(word, 0)


def _moved(day: date, count: float, unit: str) -> str:
    """The day that lies `count` units on (back if negative), as exact as the unit."""
    days = {"day": 1, "week": 7, "fortnight": 14}.get(unit)
    if days:
        return (day + timedelta(days=round(count * days))).isoformat()
    months = round(count * {"month": 1, "year": 12, "decade": 120}[unit])
    return (day + relativedelta(months=months)).isoformat()[:7]


def _ago(match: re.Match[str], day: date, ahead: bool) -> str:
    count = _number(match["count"]) + (0.5 if match["half"] else 0)
    return _moved(day, -count, match["unit"].lower())


def _half_ago(match: re.Match[str], day: date, ahead: bool) -> str:
    return _moved(day, -0.5, match["unit"].lower())


def _in_so_long(match: re.Match[str], day: date, ahead: bool) -> str:
    return _moved(day, _number(match["count"]) if ahead else -_number(match["count"]), match["unit"].lower())


def _span(match: re.Match[str], day: date, ahead: bool) -> str:
    """ "last week", "this year", "the end of the month" """
    which, span = match["which"].lower(), match["span"].lower()
    step = {"last": -1, "the past": -1, "next": 1, "the following": 1, "the coming": 1}.get(which, 0)
    part = match.groupdict().get("part")
    if span == "day":
        return day.isoformat() if not step and which == "this" else ""
    if which == "the" and not part:
        return ""
    if span == "week":
        return (day + timedelta(days=7 * step - day.weekday() * bool(step))).isoformat()
    if span == "month":
        return (day + relativedelta(months=step)).isoformat()[:7]
    if span == "year":
        year = day.year + step
        return {"start": f"{year}-01", "beginning": f"{year}-01", "end": f"{year}-12"}.get(part or "", str(year))
    return (day + relativedelta(months=6 * step)).isoformat()[: 7 if step else 10]


def _weekday(match: re.Match[str], day: date, ahead: bool) -> str:
    wanted = _WEEKDAYS.index(match["weekday"].casefold())
    which = (match["which"] or "").lower()
    if (ahead and which != "last") or which == "next":
        return (day + timedelta(days=(wanted - day.weekday() - 1) % 7 + 1)).isoformat()
    return (day - timedelta(days=(day.weekday() - wanted - 1) % 7 + 1)).isoformat()


def _season(match: re.Match[str], day: date, ahead: bool) -> str:
    month, which = _SEASONS[match["season"].lower()], (match["which"] or "").lower()
    if match["year"]:
        return f"{match['year']}-{month:02d}"
    first = date(day.year, month, 1)
    if (ahead and which != "last") or which == "next":
        return (first if first > day else first + relativedelta(years=1)).isoformat()[:7]
    begun = first if first <= day else first - relativedelta(years=1)
    if which == "last" and begun + relativedelta(months=3) > day:
        begun -= relativedelta(years=1)
    return begun.isoformat()[:7]


def _holiday(match: re.Match[str], day: date, ahead: bool) -> str:
    name = match["holiday"].lower()

    def of(year: int) -> date:
        if name.startswith("new year"):
            return date(year, 1, 1)
        if name == "easter":
            return easter(year)
        return date(year, 6, 24) if name == "midsummer" else date(year, 12, 25)

    if ahead:
        return min(d for d in (of(day.year), of(day.year + 1)) if d >= day or d.year > day.year).isoformat()
    return max(d for d in (of(day.year), of(day.year - 1)) if d <= day or d.year < day.year).isoformat()


def _days_from_now(days: int) -> _Reading:
    return lambda match, day, ahead: (day + timedelta(days=days)).isoformat()


def _bare_day(match: re.Match[str], day: date, ahead: bool) -> str:
    """ "on the 14th": of this month, or of the one before or after."""
    number = _number(match["day"])
    for months in (0, 1 if ahead else -1):
        month = day.replace(day=1) + relativedelta(months=months)
        try:
            found = month.replace(day=number)
        except ValueError:
            continue
        if months or (found >= day if ahead else found <= day):
            return found.isoformat()
    return ""


def _form(pattern: str, *, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", flags)


_FORMS: tuple[tuple[re.Pattern[str], _Reading], ...] = (
    (_form(rf"(?:{_DAY}(?: of)? {_MONTH})", flags=0), _month),
    (_form(rf"{_MONTH} (?P<day>\d{{1,2}}(?:st|nd|rd|th)?)", flags=0), _month),
    (_form(r"half an? (?P<unit>year|month|decade) (?:ago|back)"), _half_ago),
    (_form(rf"{_COUNT} {_UNIT}{_HALF} (?:ago|back|earlier)"), _ago),
    (
        _form(rf"(?:for|these) (?:the (?:last|past) |about |over |almost |nearly )?{_COUNT} {_UNIT}{_HALF}(?: now)?"),
        _ago,
    ),
    (_form(rf"(?<=in )(?:about )?{_COUNT} {_UNIT}(?:['’]s?)?(?: time)?"), _in_so_long),
    (_form(rf"{_PART} {_WHICH} {_SPAN}"), _span),
    (_form(rf"{_WHICH} {_SPAN}"), _span),
    (_form(rf"(?:{_WHICH} )?(?P<weekday>{_any(_WEEKDAYS)})s?(?: (?:morning|afternoon|evening|night))?"), _weekday),
    (
        _form(
            rf"(?:{_WHICH} |(?<=in )|(?<=since )|(?<=over )|(?<=until )|(?<=before )|(?<=after ))"
            rf"(?P<season>{_any(_SEASONS)})(?:,?(?: of)? (?P<year>(?:19|20)\d\d))?"
        ),
        _season,
    ),
    (_form(r"(?P<which>)(?P<season>spring|summer|autumn|winter),?(?: of)? (?P<year>(?:19|20)\d\d)"), _season),
    (_form(r"(?:the )?(?P<holiday>new year(?:['’]s(?: day)?)?|christmas|easter|midsummer)"), _holiday),
    (
        _form(
            rf"(?:(?:{_WHICH}|(?i:early|late|mid)) |(?<=[Ii]n )|(?<=[Ss]ince )|(?<=[Ff]rom )|(?<=[Uu]ntil )|(?<=till )"
            rf"|(?<=[Bb]efore )|(?<=[Aa]fter )|(?<= by )|(?<= of )){_MONTH}(?! \d)",
            flags=0,
        ),
        _month,
    ),
    (_form(r"the day before yesterday"), _days_from_now(-2)),
    (_form(r"yesterday"), _days_from_now(-1)),
    (_form(r"tomorrow"), _days_from_now(1)),
    (
        _form(r"today|tonight|this (?:morning|afternoon|evening|day)|right now|from now on|now|at once"),
        _days_from_now(0),
    ),
    (_form(r"(?<=on the )(?P<day>\d{1,2}(?:st|nd|rd|th))(?! \w*century)"), _bare_day),
)
