"""Lines that give a key and a value: "Owner: X", "**Owner:** X", "- Owner: X", ":Owner: X", "**Owner** – X", and a
value on the line after its key (": X")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memkit.extract.passages import sentence_ends
from memkit.pages.blocks import Block

_KEY = r"[^\W_][\w /&'’-]{0,58}?"
_LINE = re.compile(
    rf"[ \t]*(?::(?P<field>{_KEY}):(?=\s)"
    rf"|(?P<bold>\*\*|__|[*_])(?P<strong>{_KEY})[ \t]*(?::(?P=bold)|(?P=bold)[ \t]*(?::|[–—]|-(?=\s)))"
    rf"|(?P<plain>{_KEY})[ \t]*(?:\n[ \t]*)?:(?=\s|$))[ \t]*",
)


@dataclass(frozen=True, slots=True)
class Line:
    """`key` with its value at [value_start, value_end) of the page, stated by [start, end)."""

    key: str
    value_start: int
    value_end: int
    start: int
    end: int


def key_lines(text: str, block: Block) -> list[Line]:
    """The keys and values of a paragraph or list item: one a line if every line has one, else the first line's with all
    that follows; [] if it does not begin with a key. A value ends with its first sentence."""
    start, end = block.inner_start, block.inner_end
    lines = list(_lines(text, start, end))
    if lines and all(_LINE.match(text, *line) for line in lines):
        spans = lines
    else:
        spans = [(start, end)]
    return [line for span in spans if (line := _line(text, *span)) is not None]


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if text[start:stop].strip():
            yield start, stop
        start = stop + 1


def _line(text: str, start: int, end: int) -> Line | None:
    match = _LINE.match(text, start, end)
    if not match:
        return None
    key = match.group("field") or match.group("strong") or match.group("plain")
    ends = sentence_ends(text[match.end() : end])
    value_end = match.end() + ends[0] if ends else end
    value_end = match.end() + len(text[match.end() : value_end].rstrip())
    if ends and text[value_end - 1 : value_end] in ".!?":
        value_end -= 1
    return Line(key, match.end(), value_end, start + len(text[start:end]) - len(text[start:end].lstrip()), end)
