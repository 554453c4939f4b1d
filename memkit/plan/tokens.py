"""The words of a question, an attribute's value or a word of a kind: split in one way, so that they can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"['’]s\b|n['’]t\b|\w+(?:[-.]\w+)*['’](?!\w)|\w+(?:[-./]\w+)*(?=n['’]t\b)|\w+(?:[-./]\w+)*|[^\w\s]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Token:
    """`lower` is the word in lower case, without the apostrophe of a possessive plural."""

    text: str
    lower: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """Words (hyphens, points and slashes inside kept), "'s", "n't" (as "not") and single signs."""
    found = []
    for match in _TOKEN.finditer(text):
        word = match.group()
        lower = word.lower().replace("’", "'")
        lower = "not" if lower == "n't" else lower.rstrip("'") or lower
        found.append(Token(word, lower, match.start(), match.end()))
    return found


def words_of(text: str) -> tuple[str, ...]:
    """The tokens in lower case."""
    return tuple(token.lower for token in tokens_of(text))
