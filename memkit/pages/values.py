"""The names that a value, a cell or a list item gives: "A, B and C", "[Core ledger](ledger-core.md) (since 2021)".

A known name may hold "and" or a comma, so known names are found first and only what lies between them is cut. What is
struck out, empty, or says that there is nothing, or that it is over or not yet so, names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from memkit.extract import Ontology
from memkit.extract.words import FORMER, MODALS, NEGATIONS
from memkit.pages.header import LONGEST_LIST, SEPARATOR
from memkit.pages.page import plain

#: A name that nobody knows yet has at most so many words and characters.
LONGEST_NAME = (6, 80)

_NOTHING = frozenset(
    "- -- — – . … ? x none no nobody nothing n/a na n.a. nil null tbd tba tbc todo unknown unowned unassigned various "
    "several many other others same yes true false all any etc vacant open".split()
)
_OVER = (
    FORMER
    | NEGATIONS
    | MODALS
    | frozenset("former previous until till planned proposed removed retired left ended considered rejected".split())
)
_STRUCK = re.compile(r"~~.{1,500}?~~|<(?:del|s|strike)>.{1,500}?</(?:del|s|strike)>", re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]*)(?:\s+\"[^\"]*\")?\)")
#: What may follow a name that stands for itself: nothing, a remark; no verb, which would make it a sentence.
_REST = re.compile(
    r"\s*(?:$|[(:,;.–—]|\s-\s|\s(?:since|for|from|as|via|over|through|in|on|at|with|to|by|during|which|who)\b)"
)
_HEAD = re.compile(r"(?:\*\*|`)?(?P<name>[^\s(:,;–—`*](?:[^(:,;–—`*]*[^\s(:,;–—`*.])?)(?:\*\*|`)?")
_OPENING = re.compile(r"[`*_\[\"“]*(?:the\s+)?", re.IGNORECASE)
_CLOSING = re.compile(r"[`*_\"”]*(?:\]\([^()\s]*\))?")
_NEXT_WORD = re.compile(r"\s+(\w+)")
_CLOSED = re.compile(r"\([^()]*\)|`[^`]*`")
_NAME_WORD = re.compile(r"[^\W_a-z]|\w*[\w-][_\d-]\w")
#: One of several values, a word or two without a number.
_SHORT_VALUE = re.compile(r"[^\W\d_][^\W\d_'-]*(?:[ -][^\W\d_][^\W\d_'-]*)?")
_SMALL_WORDS = frozenset("of the and for in on at to de del di da du la le van von der den und".split())


def says_nothing(text: str) -> bool:
    """A value that stands for none: "-", "n/a", "TBD", nothing at all."""
    return text.strip(" .").casefold() in _NOTHING or not text.strip()


def listed(value: str) -> list[str]:
    """The values of an attribute that are written in one: "Typing, Packaging" are two. What holds a number, or words
    enough for a phrase, is one value."""
    parts = [part.strip() for part in value.split(",")]
    return parts if len(parts) > 1 and all(map(_SHORT_VALUE.fullmatch, parts)) else [value]


@dataclass(frozen=True, slots=True)
class Named:
    """A name at [start, end) of the page; `type` if anything tells it, else ""."""

    start: int
    end: int
    name: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Titles:
    """The entities of a folder's pages: by file (path in the folder) and by name without case."""

    by_file: Mapping[str, tuple[str, str]]
    by_name: Mapping[str, tuple[str, str]]


class Reader:
    """Finds names in parts of one page, under an ontology and beside the titles of the other pages."""

    def __init__(self, text: str, source: str, ontology: Ontology, titles: Titles) -> None:
        self._text = text
        self._folder = PurePosixPath(source).parent
        self._ontology = ontology
        self._titles = titles

    def names(self, start: int, end: int, *, loose: bool) -> list[Named]:
        """The names that page.text[start:end] lists. `loose`: words in lower case may be a name too (a header's)."""
        found = []
        for piece_start, piece_end in self._pieces(start, end) if end - start <= LONGEST_LIST else ():
            named = self.leading(piece_start, piece_end, loose=loose)
            if named is not None:
                found.append(named)
        return found

    def whole(self, start: int, end: int) -> Named | None:
        """The known name, or the title of a page, that page.text[start:end] is but for marks and a type word."""
        named = self._known(start, end) or self._linked(start, end)
        if named is None:
            name = plain(self._text[start:end])
            known = self._titles.by_name.get(name.casefold())
            named = Named(start, end, *known) if known else None
        return named if named is not None and named.end - named.start >= (end - start) / 2 else None

    def first(self, start: int, end: int) -> Named | None:
        """The known name that page.text[start:end] begins with, whatever follows."""
        lead = _OPENING.match(self._text, start, end).end()
        found = next(iter(self._ontology.find(self._text[start:end])), None)
        if found is None or start + found.start not in (start, lead):
            return None
        left, right = start + found.start, start + found.end
        return Named(left, right, self._text[left:right], found.type)

    def _pieces(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        text = self._text
        kept = [(start + f.start, start + f.end) for f in self._ontology.find(text[start:end])]
        kept += [match.span() for match in _STRUCK.finditer(text, start, end)]
        kept += [match.span() for match in _LINK.finditer(text, start, end)]
        kept += [match.span() for match in _CLOSED.finditer(text, start, end)]
        at = start
        for cut in SEPARATOR.finditer(text, start, end):
            if any(left < cut.end() and cut.start() < right for left, right in kept):
                continue
            yield at, cut.start()
            at = cut.end()
        yield at, end

    def leading(self, start: int, end: int, *, loose: bool) -> Named | None:
        """The name that a cell, list item or piece of a value begins with, if nothing but a remark follows it."""
        text = self._text
        raw = text[start:end]
        start += len(raw) - len(raw.lstrip())
        end -= len(raw) - len(raw.rstrip())
        raw = text[start:end]
        seen = plain(raw)
        if not raw or _STRUCK.search(raw) or says_nothing(seen):
            return None
        if set(re.findall(r"[\w']+", seen.casefold())) & _OVER and not self._whole(start, end):
            return None
        return self._known(start, end) or self._linked(start, end) or self._new(start, end, loose)

    def _whole(self, start: int, end: int) -> bool:
        """A known name is all there is but for marks around it ("**No Entry**"): its own words say nothing of it."""
        return any(f.end - f.start >= end - start - 4 for f in self._ontology.find(self._text[start:end]))

    def _known(self, start: int, end: int) -> Named | None:
        """A known name at the beginning, marks of code and emphasis before it."""
        lead = _OPENING.match(self._text, start, end).end()
        for found in self._ontology.find(self._text[start:end]):
            left, right = start + found.start, start + found.end
            if left not in (start, lead):
                return None
            at = _CLOSING.match(self._text, right, end).end()
            word = _NEXT_WORD.match(self._text, at, end)
            if word and self._ontology.type_of_word.get(word.group(1).casefold()):
                at = word.end()  # "the ledger-core service"
            if not _REST.match(self._text, at, end):
                return None
            return Named(left, right, self._text[left:right], found.type)
        return None

    def _linked(self, start: int, end: int) -> Named | None:
        match = _LINK.match(self._text, start, end)
        if not match or not _REST.match(self._text, match.end(), end):
            return None
        name, type = self._by_link(match.group(2)) or (plain(match.group(1)), "")
        return Named(match.start(1), match.end(1), name, type) if name else None

    def _by_link(self, target: str) -> tuple[str, str] | None:
        path = target.partition("#")[0]
        if not path or ":" in path:
            return None
        parts: list[str] = []
        for part in (self._folder / path).parts:
            if part == "..":
                parts = parts[:-1]
            elif part != ".":
                parts.append(part)
        return self._titles.by_file.get("/".join(parts))

    def _new(self, start: int, end: int, loose: bool) -> Named | None:
        match = _HEAD.match(self._text, start, end)
        if not match:
            return None
        name = " ".join(match.group("name").split())
        marked = match.group().startswith("`")
        known = self._titles.by_name.get(name.casefold())
        words, chars = LONGEST_NAME
        if len(name) > chars or len(name.split()) > words or says_nothing(name):
            return None
        if not (loose or marked or known or self._looks_like_name(name)) or not re.search(r"\w", name):
            return None
        if not _REST.match(self._text, match.end(), end):
            return None
        return Named(match.start("name"), match.end("name"), known[0] if known else name, known[1] if known else "")

    def _looks_like_name(self, name: str) -> bool:
        """Every word begins with a capital or is written like code, but for small words and words of types."""
        words = [word for word in name.split() if word not in _SMALL_WORDS]
        words = [word for word in words if word.casefold() not in self._ontology.type_of_word]
        return bool(words) and all(map(_NAME_WORD.match, words))
