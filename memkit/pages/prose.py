"""What of a page is read as sentences: its paragraphs, list items and headings, as a reader sees them.

Headers, tables and code are not; links and roles are read as their text, and a role that is a type's word as a name of
that type (":pep:`257`" is "PEP 257"). The rest is put together anew, and each character knows where in the page it
stands, so that what is found in the prose has its place in the page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from memkit.extract import Extraction
from memkit.identify import GUESSED
from memkit.pages.blocks import Block, Span
from memkit.pages.keys import Keys
from memkit.pages.page import Page

#: Left out of the text: pictures, comments, what is struck out, link targets, marks of strong emphasis.
_LEFT_OUT = re.compile(
    r"!\[[^\[\]]*\]\([^()\s]*(?:\s+\"[^\"]*\")?\)"
    r"|<!--.{0,2000}?-->"
    r"|~~.{1,500}?~~"
    r"|(?P<open>\[)(?=[^\[\]]+\]\([^()\s]*(?:\s+\"[^\"]*\")?\))"
    r"|(?<=[^\s\]])\]\([^()\s]*(?:\s+\"[^\"]*\")?\)"
    r"|\*\*"
    r"|:(?P<role>[A-Za-z][\w.:-]*):`(?=[^`]+`)",
    re.DOTALL,
)
_TARGET = re.compile(r"\s+<[^<>`]*>(?=`)")


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


def prose_of(page: Page, keys: Keys) -> Prose:
    """The page's prose, a blank line between any two blocks. `keys` know the words of types."""
    parts: list[str] = []
    starts: list[int] = []
    places: list[int] = []
    length = 0
    for block in page.blocks:
        if block.kind not in ("heading", "paragraph", "item"):
            continue
        for start, shown in _pieces(page.text, block.inner_start, block.inner_end, keys):
            starts.append(length)
            places.append(start)
            parts.append(shown)
            length += len(shown)
        starts.append(length)
        places.append(block.inner_end)
        parts.append("\n\n")
        length += 2
    return Prose("".join(parts), tuple(starts) or (0,), tuple(places) or (0,))


def _pieces(text: str, start: int, end: int, keys: Keys) -> Iterator[tuple[int, str]]:
    """(start, what is read there) of what is not left out."""
    for match in _LEFT_OUT.finditer(text, start, end):
        if match.start() < start:
            continue
        if match.start() > start:
            yield start, text[start : match.start()]
        start = match.end()
        if match.group("role"):
            start = yield from _role(text, match, keys)
    if end > start:
        yield start, text[start:end]


def _role(text: str, match: re.Match[str], keys: Keys) -> Generator[tuple[int, str], None, int]:
    """The text of a role, without its target; before a number the type's name. Returns where the role ends."""
    begin, close = match.end(), text.index("`", match.end())
    target = _TARGET.search(text, begin, close + 1)
    stop = target.start() if target else close
    type = keys.type_of(match.group("role"))
    if type and text[begin:stop].isdigit():
        yield match.start(), f"{type} "
    if stop > begin:
        yield begin, text[begin:stop]
    return close + 1


def without_guesses(extraction: Extraction, blocks: Sequence[Block]) -> Extraction:
    """The extraction without the names that are only guessed in a heading (mostly its capitals: "Open Issues") and
    that no statement is about."""
    headings = [(block.inner_start, block.inner_end) for block in blocks if block.kind == "heading"]
    starts = [start for start, _ in headings]
    used = {end for r in (*extraction.relations, *extraction.denials) for end in (r.source, r.target)}
    used |= {attribute.mention for attribute in extraction.attributes}

    def is_kept(number: int) -> bool:
        mention = extraction.mentions[number]
        at = bisect_right(starts, mention.start) - 1
        return mention.how not in GUESSED or number in used or at < 0 or mention.start >= headings[at][1]

    kept = [number for number in range(len(extraction.mentions)) if is_kept(number)]
    new = {old: number for number, old in enumerate(kept)}
    return replace(
        extraction,
        mentions=[extraction.mentions[number] for number in kept],
        relations=[replace(r, source=new[r.source], target=new[r.target]) for r in extraction.relations],
        denials=[replace(d, source=new[d.source], target=new[d.target]) for d in extraction.denials],
        attributes=[replace(a, mention=new[a.mention]) for a in extraction.attributes],
    )


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
