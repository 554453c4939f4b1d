"""The sentences of a passage, as they stand in it: what an extracted answer is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memkit.extract.passages import sentence_ends
from memkit.model import Passage
from memkit.pages.blocks import Block, markdown_blocks
from memkit.pages.header import read_header
from memkit.pages.lines import key_lines

_MARKS = re.compile(r"(?<![\w*_`])[*_`]+(?=\S)|(?<=\S)[*_`]+(?![\w*_`])|!?\[([^\]]*)\]\([^)]*\)")
_PIPES = re.compile(r"\s*(?<!\\)\|\s*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is `passage.text[start:end]`; `order` its 0-based place among the sentences of the passage, `heading` what
    it stands under there. `key`: it is a "key: value" line of the page's header, or one among others."""

    passage: Passage
    start: int
    end: int
    order: int
    heading: str = ""
    key: bool = False

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]


def sentences(passage: Passage) -> Iterator[Sentence]:
    """The lines of a passage's header, then its sentences, list items and table rows, in order; headings, code and the
    first row of a table are none. A question and the sentence that follows it are one ("How fast is it? Very.")."""
    text = passage.text.replace("\r\n", " \n").replace("\r", "\n")  # the parser knows one kind of line end
    header = read_header(text)
    for field in header.fields:
        yield Sentence(passage, field.start, field.end, 0, key=True)
    heading, order = "", 0
    for block in markdown_blocks(text, header.end):
        if block.kind == "heading":
            heading = text[block.inner_start : block.inner_end]
            continue
        lines = key_lines(text, block) if block.kind == "paragraph" else []
        if len(lines) > 1:
            yield from (Sentence(passage, line.start, line.end, order, heading, key=True) for line in lines)
            continue
        for start, end in _spans(text, block):
            yield Sentence(passage, start, end, order, heading)
            order += 1


def plain(text: str) -> str:
    """The text without Markdown's marks, on one line: what is shown and compared."""
    text = _MARKS.sub(lambda m: m[1] or "", text)
    return " ".join(_PIPES.sub(" | ", text).strip(" |").split())


def _spans(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """(start, end) of each sentence or table row of a block, without the space around it."""
    if block.kind == "table":
        yield from ((row[0][0], row[-1][1]) for row in block.rows[1:] if row)
    if block.kind in ("table", "code"):
        return
    start, inner = 0, text[block.inner_start : block.inner_end]
    for end in dict.fromkeys((*sentence_ends(inner), len(inner))):
        piece = inner[start:end]
        asks = piece.rstrip("*_\"'”’) \n").endswith("?") and inner[end:].strip()
        if asks:
            continue
        if piece.strip():
            yield (
                block.inner_start + start + len(piece) - len(piece.lstrip()),
                block.inner_start + start + len(piece.rstrip()),
            )
        start = end
