"""The date of a page, from its header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from email.utils import parsedate_to_datetime

from memkit.pages.header import Field

#: Keys that date a page, the latest moment first: what was last changed says how fresh the page's statements are.
DATE_KEYS = ("updated", "last updated", "last modified", "modified", "reviewed", "date", "published", "created")

_ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)")
_YEAR = re.compile(r"\d{4}$")
_FORMS = ("%d-%b-%Y", "%d %b %Y", "%d %B %Y", "%B %d, %Y", "%b %d, %Y", "%Y/%m/%d", "%d.%m.%Y")


def page_date(fields: Sequence[Field]) -> str:
    """The first date of DATE_KEYS that can be read, as ISO 8601 (a day, a month or a year); "" if none can."""
    values = {re.sub(r"[\s_-]+", " ", f.key).strip().casefold(): f.values for f in reversed(fields) if f.values}
    return next((day for key in DATE_KEYS if key in values and (day := iso_date(values[key][0].text))), "")


def iso_date(text: str) -> str:
    """A date in any of the usual written forms as ISO 8601; "" for anything else."""
    text = text.strip()
    if match := _ISO.search(text):
        year, month, day = match.groups()
        return match.group() if _is_date(int(year), int(month), int(day or 1)) else ""
    if _YEAR.match(text):
        return text
    for form in _FORMS:
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
