"""The words of a question, an attribute's value or a word of a kind: split in one way, so that they can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

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


_VARIANTS = (
    (r"our$", "or"),
    (r"yse", "yze"),
    (r"is(e[ds]?|ing|ation)$", r"iz\1"),
    (r"ence$", "ense"),
    (r"ogue$", "og"),
)


@lru_cache(maxsize=20_000)
def one_spelling(word: str) -> str:
    """British and American spellings of a word as one ("licence", "license"): only to compare, it may be no word."""
    for pattern, replacement in _VARIANTS:
        word = re.sub(pattern, replacement, word)
    return word


def words_of(text: str) -> tuple[str, ...]:
    """The tokens in lower case."""
    return tuple(token.lower for token in tokens_of(text))
