"""A name's normal forms: what may be ignored when two spellings are compared, and the tokens that stay.

Every script is kept: a name that has any visible character never becomes the empty string.
"""

from __future__ import annotations

import re
import unicodedata

#: Trade marks say nothing about identity, and NFKC would turn them into letters.
_MARKS = dict.fromkeys(map(ord, "™®©℠"))
#: Letters without a canonical decomposition, by the spelling that their languages use when the letter is missing.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ё": "е"}
    # Keyboard variants of one Arabic-script letter; the tatweel only stretches a word.
    | {"ی": "ي", "ک": "ك", "ـ": ""}
)
#: Umlauts and ring spelled out: a second reading of a name ("Müller" is also "Mueller").
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´ʻ′"))
_QUOTES = "\"'“”„‟‘’‚‹›«»`「」『』"
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}(?:[^\W\d_](?!\w))?")
_URL = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)


def clean(text: str) -> str:
    """NFKC without invisible characters, trade marks, wrapping quotes and repeated spaces; case and accents kept."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_MARKS)).translate(_DASHES)
    if not text.isprintable():
        text = "".join(_visible(c) for c in text)
    text = " ".join(text.split())
    while len(text) > 2:
        inner = text.strip(_QUOTES).strip()
        if inner[:1] == inner[-1:] and inner[:1] in ("*", "`"):  # Markdown
            inner = inner.strip(inner[0]).strip()
        if _BRACKETS.get(inner[:1]) == inner[-1:] and inner.count(inner[0]) == 1:
            inner = inner[1:-1].strip()
        if not inner or inner == text:
            break
        text = inner
    return text


def _visible(char: str) -> str:
    """A space for white space, nothing for control and format characters, digits of any script as ASCII."""
    if char.isspace():
        return " "
    return "" if unicodedata.category(char) in ("Cc", "Cf") else char


def fold(text: str) -> str:
    """`clean` text without case, and without the accents of Latin and Greek letters (other scripts keep theirs).

    Arabic and Hebrew vowel points are dropped too: they are optional in writing.
    """
    text = text.casefold()
    if text.isascii():
        return text
    out: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", text.translate(_LETTERS)):
        if unicodedata.combining(char) or char == "\ufe0f":
            if _is_optional_mark(char, base):
                continue
        else:
            base = char
        out.append(char if not char.isdecimal() else str(unicodedata.digit(char)))
    return unicodedata.normalize("NFC", "".join(out)).translate(_LETTERS) or text


def _is_optional_mark(mark: str, base: str) -> bool:
    if not base.isalpha():
        return mark == "\ufe0f"
    code = ord(base)
    latin_or_greek = code < 0x0250 or 0x0370 <= code < 0x0400 or 0x1E00 <= code < 0x2000
    vowel_point = 0x0591 <= ord(mark) <= 0x05C7 or 0x064B <= ord(mark) <= 0x065F or ord(mark) == 0x0670
    return latin_or_greek or vowel_point or mark == "\ufe0f"


def spelled_out(text: str) -> str:
    """`fold` with umlauts written out: ä ö ü ø å as ae oe ue oe aa."""
    return fold(unicodedata.normalize("NFC", text).casefold().translate(_SPELLED_OUT))


def accents_conflict(left: str, right: str) -> bool:
    """True if the two (equal when folded) each have an accent that the other lacks: not merely left out."""
    left, right = (unicodedata.normalize("NFC", t.casefold()) for t in (left, right))
    if len(left) != len(right):
        return False
    differing = [(a, b) for a, b in zip(left, right, strict=True) if a != b and fold(a) == fold(b)]
    return any(a != fold(a) for a, _ in differing) and any(b != fold(b) for _, b in differing)


def tokens(folded: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The tokens of a folded name, and which of them were written with a full stop behind (abbreviations).

    Dotted acronyms are closed up, apostrophes vanish, `&` is the word "and", other punctuation parts words or goes.
    Symbols that tell names apart stay: C++, C#, .NET, @handle, A+, A*, 5%, -5, <, emoji. A name of punctuation alone is
    one token.
    """
    text = _URL.sub("", folded) if folded.startswith("http") else folded
    text = _DOTTED.sub(lambda m: m.group().replace(".", ""), text)
    if len(text) > 1:
        text = text.translate(_APOSTROPHES) or text
    text = text.replace("&", " and ")
    found: list[str] = []
    dotted: set[str] = set()
    current = ""
    for index, char in enumerate(text):
        if _is_word(char) or (_follows if current else _opens)(text, index, current):
            current += char
            continue
        if current:
            found.append(current)
            if char == ".":
                dotted.add(current)
        current = ""
        if char in _SIGNS or (char > "\x7f" and unicodedata.category(char) in ("So", "Sk", "Sc", "Sm")):
            found.append(char)
    if current:
        found.append(current)
    if not found and folded:
        found = [folded]
    return tuple(found), frozenset(dotted)


#: ASCII symbols that are a token of their own when no word takes them; `|`, `~`, `^` and `_` only part words.
_SIGNS = frozenset("+<>=*%$")


def _is_word(char: str) -> bool:
    return char.isalnum() or (char > "\x7f" and unicodedata.category(char)[0] == "M")


def _follows(text: str, index: int, word: str) -> bool:
    """Does the character belong to the word before it? 3.5, 1,000, C++, C#, A*, 5%, A-, C--"""
    char, following = text[index], text[index + 1 : index + 2]
    if char in ".,":
        return word[-1].isdigit() and following.isdigit()
    if char == "%":
        return word[-1].isdigit()
    if char in "+#*":
        return not (following and _is_word(following))
    return char == "-" and len(word) < 4 and not word[1:].strip("-") and not text[index:].strip("-")


def _opens(text: str, index: int, _: str) -> bool:
    """Does the character begin a word? .NET, @handle, #tag, $var, -5 (but not the number sign of PR #260)"""
    char, following = text[index], text[index + 1 : index + 2]
    if index and text[index - 1] not in " (/":
        return False
    if char == "-":
        return following.isdigit()
    return (char in ".#$" and following.isalpha()) or (char == "@" and following.isalnum())
