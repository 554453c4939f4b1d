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
#: A longer text is no name: it is only ever equal to itself, so that no comparison takes long.
LONGEST_NAME = 500
#: A name in code, not a bare version: user_id, a.b.c, langfuse:3, Type::member; @scope/name, fetchUser, call()
_PATH = re.compile(r"(?![vV]?\d[\d.,:]*$)(?=.*\w[/:_.\\]+\w)[\w$/:.\\]+")
_CODE = re.compile(r"@[\w-]+/[\w.-]+|[a-z][a-z\d]*[A-Z]\w*(?:\(\))?|\w+\(\)")
#: payments-api, python-dateutil: lower case, joined by hyphens
_PACKAGE = re.compile(r"[a-z][a-z\d]*(?:-[a-z\d]+)+")
_SCHEME = re.compile(r"^https?://", re.IGNORECASE)
_PLURAL_EXCEPTIONS = frozenset("windows glasses news goods customs arms means series species physics".split())


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """One spelling of a name, in the forms that comparisons need."""

    text: str  # cleaned: NFKC, no invisible characters
    folded: str  # without case and accents
    tokens: tuple[str, ...]  # of `folded`
    raw: tuple[str, ...]  # the same tokens with case and accents
    dotted: frozenset[str]  # tokens written with a full stop
    squash: str  # the tokens joined
    spelled: str  # `squash` with umlauts written out
    look: str  # `squash` with look-alike letters and digits replaced
    words: tuple[str, ...]  # tokens in normal form: abbreviations, British spellings, versions
    joined: str  # the words joined
    bare: tuple[str, ...]  # the words without a leading article
    core: tuple[str, ...]  # `bare` without a legal form
    legal: tuple[str, ...]  # that legal form's words
    domain: str  # "example" of example.com
    head: str  # "Paris" of "Paris, France" and "Paris (France)"
    qualifier: str  # "France"
    structure: str  # the characters that address something: @scope/name
    numbers: tuple[Number, ...]
    scripts: frozenset[str]
    ideographic: bool  # written without spaces between words
    identifier: bool  # a name in code: user_id, fetchUser, @scope/name
    package: bool  # payments-api
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
    identifier = " " not in text and bool(_PATH.fullmatch(text) or _CODE.fullmatch(text))
    normal = parts if identifier else normal_words(parts)
    bare = without_article(normal)
    ideographic = is_ideographic(text)
    head, qualifier = _qualified(text)
    if ideographic:
        core, legal = _ideographic_legal_form(squash)
    else:
        core, legal = (bare, ()) if text.endswith(")") else _legal_form(bare)
    return Form(
        text=text,
        folded=folded,
        tokens=parts,
        raw=raw,
        dotted=dotted,
        squash=squash,
        spelled="".join(tokens(spelled_out(text))[0]) if not text.isascii() else squash,
        look="".join(digits_as_letters(skeleton(part)) for part in parts),
        words=normal,
        joined="".join(normal),
        bare=bare,
        core=core,
        legal=legal,
        domain=parts[0] if _is_domain(text, parts) else "",
        head=head,
        qualifier=qualifier,
        structure="".join(c for c in _SCHEME.sub("", text).rstrip("/") if c in "/\\@:"),
        numbers=tuple(n for n in numbers_in(parts, raw) if parts[n.index] not in words.SURE_TOOL_NAMES),
        scripts=script_of(text),
        ideographic=ideographic,
        identifier=identifier,
        package=bool(_PACKAGE.fullmatch(text)),
        initials=initials_of(parts),
    )


def normal_words(parts: tuple[str, ...]) -> tuple[str, ...]:
    """`parts` with listed abbreviations, British spellings and "version 2" / "No. 2" / "v2" in one form."""
    out: list[str] = []
    for index, part in enumerate(parts):
        following = parts[index + 1] if index + 1 < len(parts) else ""
        counts = part in ("v", "version", "ver") or (part in ("no", "nr", "number") and len(parts) > 2)
        if counts and following[:1].isdigit():
            continue
        if len(part) > 1 and part[0] == "v" and part[1].isdigit():
            part = part[1:]
        if part in words.PLACED_ABBREVIATIONS and len(parts) > 1:
            part = words.PLACED_ABBREVIATIONS[part][index > 0]
        elif len(parts) > 1 and part in words.ABBREVIATIONS:
            out.extend(words.ABBREVIATIONS[part].split())
            continue
        out.append(words.TOOL_NAMES[part] if part in words.SURE_TOOL_NAMES else _american(part))
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


def initials_of(parts: tuple[str, ...]) -> frozenset[str]:
    """First letters of the tokens, once with and once without the stop words; empty for a single token."""
    if len(parts) < 2:
        return frozenset()
    full = "".join(p[0] for p in parts)
    short = "".join(p[0] for p in parts if p not in words.STOP_WORDS)
    return frozenset(i for i in (full, short) if len(i) > 1)


def without_article(parts: tuple[str, ...]) -> tuple[str, ...]:
    """`parts` without a leading "the", unless nothing else stays."""
    return parts[1:] if len(parts) > 1 and parts[0] in words.ARTICLES else parts


def _legal_form(bare: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words without a legal form behind (or, for some, before) them, and the legal form in normal form."""
    parts = list(bare)
    legal: list[str] = []
    if parts[-3:] == ["sp", "z", "oo"] and len(parts) > 3:
        return tuple(parts[:-3]), ("spzoo",)
    while len(parts) > 1 and (parts[-1] in words.LEGAL_FORMS or (legal and parts[-1] == "and")):
        last = parts.pop()
        if last in words.LEGAL_FORMS:
            legal.insert(0, words.LEGAL_FORMS[last])
    if len(parts) > 1 and parts[0] in words.LEADING_LEGAL_FORMS:
        legal.insert(0, parts.pop(0))
    return tuple(parts), tuple(legal)


def _ideographic_legal_form(squash: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for legal in words.CJK_LEGAL_FORMS:
        for core in (squash.removesuffix(legal), squash.removeprefix(legal)):
            if core and core != squash:
                return (core,), (legal,)
    return (squash,), ()


def _is_domain(text: str, parts: tuple[str, ...]) -> bool:
    return len(parts) == 2 and parts[1] in words.TOP_LEVEL_DOMAINS and "." in text and " " not in text


def _qualified(text: str) -> tuple[str, str]:
    """("Paris", "France") of "Paris, France" or "Paris (France)"; an empty second part if there is none."""
    if text.endswith(")") and text.count("(") == text.count(")") == 1:
        head, _, qualifier = text[:-1].partition("(")
    else:
        head, _, qualifier = text.partition(",")
    head, qualifier = head.strip(), qualifier.strip()
    return (head, qualifier) if head and qualifier else (text, "")


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
