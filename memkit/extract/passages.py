"""Cutting a long text into passages that an embedder reads whole, never within a sentence where one can be found."""

from __future__ import annotations

import re

#: Where a text may be cut, best first: between paragraphs, lines, sentences, words.
_BREAKS = (r"\n\s*\n\s*", r"\n\s*", r"(?<=[.!?…][\"'”’)\]])\s+|(?<=[.!?…])\s+|(?<=[。！？])", r"\s+")


def split_passages(text: str, limit: int) -> list[tuple[int, int]]:
    """Consecutive spans (start, end) of at most `limit` characters that together hold all of `text`.

    A text within the limit is one span. A longer one is cut at the last paragraph break in each window, else at its
    last line break, sentence end or space, else (one unbroken run) at the limit itself.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, limit)
        spans.append((start, end))
        start = end
    if start < len(text) or not spans:
        spans.append((start, len(text)))
    return spans


def _cut(text: str, start: int, limit: int) -> int:
    window = text[start : start + limit + 1]
    for pattern in _BREAKS:
        ends = [m.end() for m in re.finditer(pattern, window) if limit // 4 <= m.end() <= limit]
        if ends:
            return start + ends[-1]
    return start + limit
