"""What of a page is read as sentences: its paragraphs, list items and headings, as a reader sees them.

Headers, tables and code are not; links are read as their text. The rest is put together anew, and each character knows
where in the page it stands, so that what is found in the prose has its place in the page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memkit.extract import Extraction
from memkit.pages.blocks import Span
from memkit.pages.page import Page

#: Left out of the text: pictures, comments, what is struck out, link targets, marks of strong emphasis.
_LEFT_OUT = re.compile(
    r"!\[[^\[\]]*\]\([^()\s]*(?:\s+\"[^\"]*\")?\)"
    r"|<!--.*?-->"
    r"|~~.+?~~"
    r"|(?P<open>\[)(?=[^\[\]]+\]\([^()\s]*(?:\s+\"[^\"]*\")?\))"
    r"|(?<=[^\s\]])\]\([^()\s]*(?:\s+\"[^\"]*\")?\)"
    r"|\*\*",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Prose:
    """`text` and where it stands: piece i of it begins at `starts[i]` and stands in the page from `places[i]` on."""

    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]

    def place(self, start: int, end: int) -> Span:
        """A span of the prose as a span of the page."""
        return self._at(start), self._at(end - 1) + 1 if end > start else self._at(start)

    def _at(self, offset: int) -> int:
        piece = max(bisect_right(self.starts, offset) - 1, 0)
        return self.places[piece] + offset - self.starts[piece]


def prose_of(page: Page) -> Prose:
    """The page's prose, a blank line between any two blocks."""
    parts: list[str] = []
    starts: list[int] = []
    places: list[int] = []
    length = 0
    for block in page.blocks:
        if block.kind not in ("heading", "paragraph", "item"):
            continue
        end = block.inner_start
        for start, end in _pieces(page.text, block.inner_start, block.inner_end):
            starts.append(length)
            places.append(start)
            parts.append(page.text[start:end])
            length += end - start
        starts.append(length)
        places.append(end)
        parts.append("\n\n")
        length += 2
    return Prose("".join(parts), tuple(starts) or (0,), tuple(places) or (0,))


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    for match in _LEFT_OUT.finditer(text, start, end):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if end > start:
        yield start, end


def in_page(extraction: Extraction, prose: Prose, text: str) -> Extraction:
    """An extraction of the prose with its spans in the page, whose text is `text`."""

    def moved(item):
        start, end = prose.place(item.start, item.end)
        return replace(item, start=start, end=end)

    mentions = [replace(m, surface=text[m.start : m.end]) for m in map(moved, extraction.mentions)]
    return Extraction(
        mentions=mentions,
        relations=[moved(r) for r in extraction.relations],
        denials=[moved(d) for d in extraction.denials],
        attributes=[moved(a) for a in extraction.attributes],
        sentences=[prose.place(*sentence) for sentence in extraction.sentences],
        problems=list(extraction.problems),
    )
