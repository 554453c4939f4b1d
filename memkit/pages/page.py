"""A page: one file's text with what can be said of its form. Every span is one of offsets in `Page.text`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from memkit.errors import InputError
from memkit.pages.blocks import Block, Span, markdown_blocks
from memkit.pages.dates import page_date
from memkit.pages.header import Field, Header, read_header, values_in
from memkit.pages.lines import key_lines
from memkit.pages.rst import text_blocks

#: Endings of the files that are pages, and how each is read.
READERS = {".md": markdown_blocks, ".markdown": markdown_blocks, ".rst": text_blocks, ".txt": text_blocks}
#: A longer heading is a sentence and no title, in characters.
LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Page:
    """`source` is the file's path in its folder ("teams/atlas.md"). `title` is the header's `title` or `name`, else the
    first heading, else the file's name; `title_span` is where it stands (None: only the file's name says it). `fields`
    are the header's, and the "Key: value" lines before the second heading. `at` is the page's date (ISO 8601, "" if it
    has none that can be read). `problems` say what could not be read as it was meant."""

    source: str
    text: str
    title: str
    title_span: Span | None
    header: Header
    blocks: tuple[Block, ...]
    fields: tuple[Field, ...]
    at: str
    problems: tuple[str, ...] = ()


def decode(content: bytes) -> str:
    """A file's text. Raises InputError for what is no UTF-8 text."""
    if content.startswith(b"%PDF-"):
        raise InputError("is a PDF: convert it to Markdown first")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("is UTF-16: save it as UTF-8")
    if b"\x00" in content:
        raise InputError(f"is no text (a NUL at byte {content.index(0)}): a text file is needed")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}: save it as UTF-8") from None


def read_page(source: str, text: str) -> Page:
    """Read a page. `source` ends in one of READERS. The page's text has line feeds at the ends of its lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    header = read_header(text)
    blocks = tuple(READERS[PurePosixPath(source).suffix.lower()](text, header.end))
    title, span = _title(source, text, header, blocks)
    fields = (*header.fields, *_leading_fields(text, blocks))
    return Page(source, text, title, span, header, blocks, fields, page_date(fields), header.problems)


def _leading_fields(text: str, blocks: Sequence[Block]) -> Iterator[Field]:
    headings = 0
    for block in blocks:
        headings += block.kind == "heading"
        if headings > 1:
            return
        if block.kind in ("paragraph", "item"):
            for line in key_lines(text, block):
                values = values_in(text, line.value_start, line.value_end)
                yield Field(line.key, tuple(values), line.start, line.end)


def _title(source: str, text: str, header: Header, blocks: tuple[Block, ...]) -> tuple[str, Span | None]:
    named = {field.key.casefold(): field.values[0] for field in reversed(header.fields) if field.values}
    for key in ("title", "name"):
        if key in named and len(named[key].text) <= LONGEST_TITLE:
            return named[key].text, (named[key].start, named[key].end)
    headings = ((block.inner_start, block.inner_end) for block in blocks if block.kind == "heading")
    for start, end in headings:
        if end - start <= LONGEST_TITLE and (title := plain(text[start:end])):
            return title, (start, end)
    return PurePosixPath(source).stem, None


_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])?")
_MARKS = re.compile(r"\*\*|``|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|\s#+$")


def plain(text: str) -> str:
    """A line as a reader sees it: links as their text, no marks of emphasis or code."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", text)).split())
