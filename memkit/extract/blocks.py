"""Cut a text into blocks (paragraphs, list items, headings) that are read one by one.

A sentence never runs over a block, so each can be parsed alone; that bounds memory whatever the text's length, and a
block that cannot be read costs only itself. White space inside a block is replaced character by character, so offsets
in a block are offsets in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Longest block in characters; a longer paragraph is cut after a sentence end, else at a space, else anywhere.
MAX_BLOCK = 5_000

_LINE = re.compile(r"[^\n\r\x0b\x0c\x85\u2028\u2029]+")
_FENCE = re.compile(r"\s*(```|~~~)")
#: What begins a line of its own: heading, list item, quotation, table row, front matter rule.
_MARKER = re.compile(r"\s*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|>\s?|\||-{3,}\s*$|={3,}\s*$)")
_ALONE = re.compile(r"\s*(?:#{1,6}\s|\|)")
_SENTENCE_END = re.compile(r"[.!?。！？]['\"”’)\]]*\s")
_NOT_TEXT = re.compile(r"[\s\x00-\x1f\x7f\ud800-\udfff]")


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yields (offset, block) in order; fenced code, and characters that are no text, are left out.

    `block[i]` stands for `text[offset + i]`; only white space and control characters differ (each becomes a space).
    """
    for start, end in _spans(text):
        block = _NOT_TEXT.sub(" ", text[start:end])
        yield from _pieces(start, block)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = end = -1  # the block being gathered
    fenced = False
    for line in _LINE.finditer(text):
        content = line.group()
        blank_before = text[max(end, 0) : line.start()].count("\n") > 1
        if _FENCE.match(content):
            fenced = not fenced
            if start >= 0:
                yield start, end
            start = end = -1
            continue
        if fenced or not content.strip():
            if start >= 0:
                yield start, end
            start, end = -1, line.end()
            continue
        marker = _MARKER.match(content)
        if start >= 0 and (blank_before or marker):
            yield start, end
            start = -1
        if start < 0:
            start = line.start() + (marker.end() if marker else 0)
        end = line.end()
        if _ALONE.match(content):
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


def _pieces(offset: int, block: str) -> Iterator[tuple[int, str]]:
    start = 0
    while len(block) - start > MAX_BLOCK:
        window = block[start : start + MAX_BLOCK]
        ends = [match.end() for match in _SENTENCE_END.finditer(window)]
        cut = ends[-1] if ends else window.rfind(" ") + 1 or MAX_BLOCK
        yield offset + start, window[:cut]
        start += cut
    if block[start:].strip():
        yield offset + start, block[start:]
