"""reStructuredText and plain text as blocks: what a reader sees in the lines, not the whole language.

Titles are underlined (over them may stand a second line), a paragraph ends at a blank line, a list item begins with a
mark, what is indented after "::" or a directive is no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memkit.pages.blocks import Block

_RULE = re.compile(r"([=\-`:.'\"~^_*+#<>])\1{2,}\s*$")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|#\.|\([a-z0-9]\))\s+(?=\S)")
_DIRECTIVE = re.compile(r"\s*\.\.(?:\s|$)")


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def end(self) -> int:
        return self.start + len(self.text.rstrip())

    @property
    def blank(self) -> bool:
        return not self.text.strip()


def text_blocks(text: str, offset: int) -> list[Block]:
    """The blocks of text[offset:], in order; offsets are those in `text`."""
    lines, at = [], offset
    for line in text[offset:].split("\n"):
        lines.append(_Line(at, line))
        at += len(line) + 1
    return list(_Reader(lines).blocks())


class _Reader:
    def __init__(self, lines: list[_Line]) -> None:
        self.lines = lines
        self.styles: list[str] = []  # of titles, outermost first

    def blocks(self) -> Iterator[Block]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if line.blank:
                at += 1
            elif title := self._title(at):
                block, at = title
                yield block
            elif _DIRECTIVE.match(line.text):
                at = self._after_indented(at + 1, line.indent)
                yield self._code(line.start, at)
            elif _RULE.match(line.text.strip()) and " " not in line.text.strip():
                yield Block("code", line.start, line.end, line.start, line.end)
                at += 1
            else:
                block, at = self._paragraph(at)
                yield block
                if self.lines[at - 1].text.rstrip().endswith("::"):
                    begin = at
                    at = self._after_indented(at, line.indent)
                    if at > begin:
                        yield self._code(next(x.start for x in self.lines[begin:at] if not x.blank), at)

    def _title(self, at: int) -> tuple[Block, int] | None:
        over = bool(_RULE.match(self.lines[at].text)) and at + 2 < len(self.lines)
        named = at + 1 if over else at
        if named + 1 >= len(self.lines):
            return None
        name, rule = self.lines[named], self.lines[named + 1]
        if name.blank or (name.indent and not over) or not (match := _RULE.match(rule.text)):
            return None
        if len(rule.text.rstrip()) < min(len(name.text.strip()), 60) or _RULE.match(name.text):
            return None
        if over and self.lines[at].text[0] != rule.text[0]:
            return None
        style = match.group(1) * (2 if over else 1)
        if style not in self.styles:
            self.styles.append(style)
        inner = name.start + name.indent
        level = self.styles.index(style) + 1
        return Block("heading", self.lines[at].start, rule.end, inner, name.end, level), named + 2

    def _paragraph(self, at: int) -> tuple[Block, int]:
        first = self.lines[at]
        mark = _ITEM.match(first.text)
        last = at
        while last + 1 < len(self.lines):
            after = self.lines[last + 1]
            if after.blank or _ITEM.match(after.text) or _DIRECTIVE.match(after.text) or self._title(last + 1):
                break
            last += 1
        end = self.lines[last].end
        inner = first.start + (mark.end() if mark else first.indent)
        level = 1 + first.indent // 2 if mark else 0
        return Block("item" if mark else "paragraph", first.start, end, inner, end, level), last + 1

    def _after_indented(self, at: int, indent: int) -> int:
        """The first line after `at` that is neither blank nor further in than `indent`."""
        end = at
        while at < len(self.lines) and (self.lines[at].blank or self.lines[at].indent > indent):
            at += 1
            if not self.lines[at - 1].blank:
                end = at
        return end

    def _code(self, start: int, after: int) -> Block:
        end = self.lines[after - 1].end
        return Block("code", start, end, start, end)
