"""Cutting a long text into passages that an embedder reads whole, never within a sentence where one can be found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_PARAGRAPHS, _LINES, _WORDS = (re.compile(pattern) for pattern in (r"\n\s*\n\s*", r"\n\s*", r"\s+"))
_SENTENCES = re.compile(r"[.!?…]+[\"'”’)\]*_`]*\s+|[。！？][”’」』）]*")
_LAST_WORD = re.compile(r"\w+$")
#: Words whose full stop ends no sentence, beside single letters ("J. Smith", "e.g.").
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st jr sr vs cf etc al eg ie no nos fig figs sec ch vol ed eds pp approx ca est incl resp dept "
    "inc ltd corp co jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_LONGEST_ABBREVIATION = max(map(len, ABBREVIATIONS)) + 1


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a text: `prefix`, which repeats something from above, and then text[start:end]."""

    start: int
    end: int
    prefix: str = ""

    def text(self, whole: str) -> str:
        """The passage, cut out of the whole text."""
        return self.prefix + whole[self.start : self.end]

    def place(self, offset: int) -> int:
        """An offset in the whole text as one in the passage, kept within it."""
        return len(self.prefix) + min(max(offset, self.start), self.end) - self.start


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


def sentence_ends(text: str) -> list[int]:
    """Where sentences end within the text: offsets behind the white space that follows each, rising."""
    return [match.end() for match in _SENTENCES.finditer(text) if not _is_abbreviated(text, match)]


def _is_abbreviated(text: str, match: re.Match[str]) -> bool:
    word = _LAST_WORD.search(text[max(0, match.start() - _LONGEST_ABBREVIATION) : match.start()])
    if word is None or match.group().rstrip() != ".":
        return False
    return word.group().casefold() in ABBREVIATIONS or (len(word.group()) == 1 and word.group().isalpha())


def _cut(text: str, start: int, limit: int) -> int:
    window = text[start : start + limit + 1]
    for ends in (_ends(_PARAGRAPHS), _ends(_LINES), sentence_ends, _ends(_WORDS)):
        fitting = [end for end in ends(window) if limit // 4 <= end <= limit]
        if fitting:
            return start + fitting[-1]
    return start + limit


def _ends(pattern: re.Pattern[str]) -> Callable[[str], list[int]]:
    return lambda text: [match.end() for match in pattern.finditer(text)]
