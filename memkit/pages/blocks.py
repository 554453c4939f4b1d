"""A page's text as blocks: headings, paragraphs, list items, tables, code. Markdown is parsed by markdown-it, which
says on which lines a block stands; here lines become offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Block:
    """[start, end) are the block's lines; [inner_start, inner_end) its own text, without the marks that make it one.

    `kind` is "heading" (`level` from 1), "item" (of a list, `level` from 1), "paragraph", "table" or "code" (whatever
    is no text, too). `rows` are a table's rows of cells, the header first, each cell a span.
    """

    kind: str
    start: int
    end: int
    inner_start: int
    inner_end: int
    level: int = 0
    rows: tuple[tuple[Span, ...], ...] = ()


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table").disable("inline")  # what is in a line is not looked at here


def markdown_blocks(text: str, offset: int) -> list[Block]:
    """The blocks of the Markdown text[offset:], in order; offsets are those in `text`."""
    body = text[offset:]
    lines = body.split("\n")
    starts = [offset, *(offset + at for at in accumulate(len(line) + 1 for line in lines))]
    return list(_leaves(_parser().parse(body), text, starts))


def _leaves(tokens: list[Token], text: str, starts: list[int]) -> Iterator[Block]:
    lists = first = 0  # depth of lists; whether a list item has just begun
    table: list[Token] = []
    for number, token in enumerate(tokens):
        lists += {"bullet_list_open": 1, "ordered_list_open": 1, "bullet_list_close": -1, "ordered_list_close": -1}.get(
            token.type, 0
        )
        if token.type == "list_item_open":
            first = 1
        elif token.type in ("heading_open", "paragraph_open"):
            inline = tokens[number + 1]
            span = _lines(token, text, starts)
            inner = _inner(inline.content, text, *span)
            if token.type == "heading_open":
                yield Block("heading", *span, *inner, level=int(token.tag[1]))
            else:
                yield Block("item" if first else "paragraph", *span, *inner, level=lists)
            first = 0
        elif token.type in ("fence", "code_block", "html_block", "hr"):
            span = _lines(token, text, starts)
            yield Block("code", *span, *span)
        elif token.type == "table_open":
            table = [token]
        elif token.type == "tr_open" and table:
            table.append(token)
        elif token.type == "table_close":
            span = _lines(table[0], text, starts)
            rows = tuple(tuple(_cells(text, *_lines(row, text, starts))) for row in table[1:])
            yield Block("table", *span, *span, rows=rows)
            table = []


def _lines(token: Token, text: str, starts: list[int]) -> Span:
    first, after = token.map or (0, 0)
    start, end = starts[first], min(starts[after], len(text))
    return start, start + len(text[start:end].rstrip())


def _inner(content: str, text: str, start: int, end: int) -> Span:
    """Where a block's own text begins and ends: its first line may have marks before it, its last marks after it."""
    if not content:
        return end, end
    lines = content.split("\n")
    first, last = lines[0].strip(), lines[-1].strip()
    begin = text.find(first, start, end)
    finish = text.rfind(last, start, end)
    if begin < 0 or finish < 0:
        return start, end
    return begin, finish + len(last)


_PIPE = re.compile(r"(?<!\\)\|")


def _cells(text: str, start: int, end: int) -> Iterator[Span]:
    cuts = [m.start() for m in _PIPE.finditer(text, start, end)]
    edges = [start - 1, *cuts, end]
    if cuts and not text[start : cuts[0]].strip():
        edges = edges[1:]
    if cuts and not text[cuts[-1] + 1 : end].strip():
        edges = edges[:-1]
    for left, right in pairwise(edges):
        cell = text[left + 1 : right]
        lead = len(cell) - len(cell.lstrip())
        yield (left + 1 + lead, left + 1 + lead + len(cell.strip()))
