"""`Form`: everything the rule needs to know about one name, worked out once and cached."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category

from memkit.resolve import vocabulary as words
from memkit.resolve.normalise import clean, fold, spelled_out, tokens
from memkit.resolve.numbers import Number, numbers_in
from memkit.resolve.scripts import digits_as_letters, is_ideographic, script_of, skeleton

#: Names whose forms are kept in memory (about 2 kB each).
CACHE_SIZE = 1 << 16
_IDENTIFIER = re.compile(r"[\w$]+(?:[/:_.\\][\w$]+)+|[a-z]+[a-z\d]*[A-Z]\w*|@[\w-]+/[\w.-]+|\w+\(\)|\w+::\w+")
#: payments-api, python-dateutil: lower case, joined by hyphens
_PACKAGE = re.compile(r"[a-z][a-z\d]*(?:-[a-z\d]+)+")
_PLURAL_EXCEPTIONS = frozenset("windows glasses news goods customs arms means series species physics".split())


@dataclass(frozen=True, slots=True)
class Form:
    """One spelling of a name. `tokens` are folded; `raw` the same tokens with case and accents; `words` the tokens in
    normal form (abbreviations and spellings resolved); `squash` all letters and digits joined."""

    text: str
    folded: str
    tokens: tuple[str, ...]
    raw: tuple[str, ...]
    dotted: frozenset[str]
    words: tuple[str, ...]
    squash: str
    spelled: str
    look: str
    numbers: tuple[Number, ...]
    scripts: frozenset[str]
    ideographic: bool
    identifier: bool
    package: bool
    initials: frozenset[str]


@lru_cache(maxsize=CACHE_SIZE)
def form_of(name: str) -> Form:
    """The cached form of `name`; never raises, whatever the text."""
    text = clean(name)
    folded = fold(text)
    parts, dotted = tokens(folded)
    raw, _ = tokens(text)
    if len(raw) != len(parts):
        raw = parts
    squash = "".join(parts)
    look = skeleton(squash)
    return Form(
        text=text,
        folded=folded,
        tokens=parts,
        raw=raw,
        dotted=dotted,
        words=normal_words(parts),
        squash=squash,
        spelled="".join(tokens(spelled_out(text))[0]) if not text.isascii() else squash,
        look="".join(digits_as_letters(skeleton(part)) for part in parts),
        numbers=numbers_in(parts, raw),
        scripts=script_of(text),
        ideographic=is_ideographic(text),
        identifier=(" " not in text and bool(_IDENTIFIER.fullmatch(text))) or look == "",
        package=bool(_PACKAGE.fullmatch(text)),
        initials=_initials(parts),
    )


def normal_words(parts: tuple[str, ...]) -> tuple[str, ...]:
    """`parts` with listed abbreviations, British spellings and "version 2" / "No. 2" / "v2" in one form."""
    out: list[str] = []
    for index, part in enumerate(parts):
        following = parts[index + 1] if index + 1 < len(parts) else ""
        if part in ("v", "version", "ver", "no", "nr", "number", "release") and following[:1].isdigit():
            continue
        if len(part) > 1 and part[0] == "v" and part[1].isdigit():
            part = part[1:]
        if part in words.PLACED_ABBREVIATIONS and len(parts) > 1:
            part = words.PLACED_ABBREVIATIONS[part][index > 0]
        elif len(parts) > 1 and part in words.ABBREVIATIONS:
            out.extend(words.ABBREVIATIONS[part].split())
            continue
        out.append(_american(part))
    return tuple(out) or parts


def _american(word: str) -> str:
    if word in words.SPELLINGS:
        return words.SPELLINGS[word]
    if len(word) > 7 and word.isascii():
        for british, american in (
            ("isation", "ization"),
            ("isations", "izations"),
            ("ising", "izing"),
            ("ised", "ized"),
        ):
            if word.endswith(british):
                return word[: -len(british)] + american
    return word


def _initials(parts: tuple[str, ...]) -> frozenset[str]:
    """First letters of the tokens, once with and once without the stop words; empty for a single token."""
    if len(parts) < 2:
        return frozenset()
    full = "".join(p[0] for p in parts)
    short = "".join(p[0] for p in parts if p not in words.STOP_WORDS)
    return frozenset(i for i in (full, short) if len(i) > 1)


def is_word(part: str) -> bool:
    """Letters (with their marks) and nothing else: no digit, no symbol."""
    return part.isalpha() or all(c.isalpha() or category(c)[0] == "M" for c in part)


def singular(word: str) -> str:
    """`word` without a regular English plural ending."""
    if len(word) < 5 or word in _PLURAL_EXCEPTIONS or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
