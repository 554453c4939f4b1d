"""A page cut into chunks by its headings.

Each section begins a chunk; the header goes with the first. A section that is too long is cut between its blocks, a
block that is too long between sentences, table rows or lines. A chunk that goes on with a section begins with the
section's heading again, and one that goes on with a table with the table's first row too, so that each can be
understood (and cited) alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from memkit.extract.passages import Chunk, sentence_ends, split_passages
from memkit.pages.blocks import Block
from memkit.pages.page import Page


@dataclass(frozen=True, slots=True)
class _Unit:
    """A stretch that is kept whole: a block (None: the header), or a part of one that is too long. `repeats` is the
    table's first row, for its other rows."""

    start: int
    end: int
    block: Block | None
    repeats: str = ""

    @property
    def is_heading(self) -> bool:
        return self.block is not None and self.block.kind == "heading"


def chunks_of(page: Page, limit: int) -> list[Chunk]:
    """Chunks of at most `limit` characters, in order, that together hold all of the page's text but for white space
    between them. At least one: a page without text has one empty chunk."""
    packer = _Packer(page.text, limit)
    for unit in _units(page, limit):
        packer.add(unit)
    return packer.finish()


@dataclass(slots=True)
class _Packer:
    text: str
    limit: int
    chunks: list[Chunk] = field(default_factory=list)
    held: list[_Unit] = field(default_factory=list)
    heading: str = ""  # of the section that the held units belong to
    goes_on: bool = False  # whether they go on with a section that an earlier chunk begins

    def add(self, unit: _Unit) -> None:
        if unit.is_heading and any(u.block is not None and not u.is_heading for u in self.held):
            self._close(len(self.held))
            self.goes_on = False
        while self.held and len(self._prefix(self.held[0])) + unit.end - self.held[0].start > self.limit:
            self._close(self._before_headings())
        if unit.is_heading:
            self.heading = self.text[unit.start : unit.end].rstrip()
        self.held.append(unit)

    def finish(self) -> list[Chunk]:
        if self.held or not self.chunks:
            self._close(len(self.held))
        return self.chunks

    def _before_headings(self) -> int:
        """How many of the held units to close: a heading at their end goes with what follows it."""
        kept = len(self.held)
        while kept and self.held[kept - 1].is_heading:
            kept -= 1
        return kept or len(self.held)

    def _close(self, count: int) -> None:
        units, self.held = self.held[:count], self.held[count:]
        if units:
            self.chunks.append(Chunk(units[0].start, units[-1].end, self._prefix(units[0])))
        elif not self.chunks:
            self.chunks.append(Chunk(0, 0))
        self.goes_on = not self.held

    def _prefix(self, first: _Unit) -> str:
        """What is said again before a chunk that begins with this unit, as far as there is room for it."""
        if not self.goes_on or first.is_heading:
            return ""
        again = [part + end for part, end in ((self.heading, "\n\n"), (first.repeats, "\n")) if part]
        while again and sum(map(len, again)) > self.limit - (first.end - first.start):
            again.pop(0)
        return "".join(again)


def _units(page: Page, limit: int) -> Iterator[_Unit]:
    starts = [0, *(block.start for block in page.blocks), len(page.text)]
    for (start, end), block in zip(itertools.pairwise(starts), [None, *page.blocks], strict=True):
        end = start + len(page.text[start:end].rstrip())
        if end - start > limit:
            yield from _parts(page.text, start, end, block, limit)
        elif end > start:
            yield _Unit(start, end, block)


def _parts(text: str, start: int, end: int, block: Block | None, limit: int) -> Iterator[_Unit]:
    """A block that is too long in parts that are not, as far as it has places to cut it at."""
    if block is not None and block.kind == "table":
        cuts = [row[0][0] for row in block.rows[2:] if row]
        cuts = [text.rfind("\n", start, cut) + 1 for cut in cuts]
        repeats = text[start : text.rfind("\n", start, cuts[0] - 1)] if cuts else ""
    elif block is None or block.kind == "code":
        cuts, repeats = [n + 1 for n in range(start, end) if text[n] == "\n"], ""
    else:
        cuts, repeats = [start + cut for cut in sentence_ends(text[start:end])], ""
    for n, (left, right) in enumerate(itertools.pairwise([start, *cuts, end])):
        for piece, after in split_passages(text[left:right], limit):
            stop = left + piece + len(text[left + piece : left + after].rstrip())
            if stop > left + piece:
                yield _Unit(left + piece, stop, block, repeats if n else "")
