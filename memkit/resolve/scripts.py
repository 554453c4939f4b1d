"""Writing systems: which script a name is written in, and letters of two scripts that look alike."""

from __future__ import annotations

import unicodedata

#: Letters that a reader takes for Latin ones (a subset of Unicode TR39 "confusables": lower-case Cyrillic, Greek,
#: Armenian). Kept small on purpose: a look-alike only ever asks for a review.
_LOOK_ALIKE = str.maketrans(
    dict(zip("асеорхуіјѕԁһӏѵтнвмкгԛԝ", "aceopxyijsdhlvthbmkrqw", strict=True))
    | dict(zip("αορνικχυτηω", "aopvikxutnw", strict=True))
    | dict(zip("օսոհց", "ounhg", strict=True))
)
#: Digits that stand for letters in forged or mis-scanned names.
_DIGITS = str.maketrans("015", "ols")

_KANA_HAN = {"HIRAGANA", "KATAKANA", "CJK"}


def script_of(text: str) -> frozenset[str]:
    """The scripts of the letters in `text` by their Unicode names: {"LATIN"}, {"CYRILLIC"}, ...; empty if none."""
    if text.isascii():
        return frozenset(("LATIN",)) if any(c.isalpha() for c in text) else frozenset()
    return frozenset(_script(c) for c in text if c.isalpha())


def _script(char: str) -> str:
    if char < "\u0250":
        return "LATIN"
    first = unicodedata.name(char, "UNKNOWN").split(" ", 1)[0]
    return "CJK" if first in _KANA_HAN or first == "IDEOGRAPHIC" else first


def skeleton(folded: str) -> str:
    """`folded` with look-alike letters of other scripts replaced by the Latin letter that they resemble."""
    return folded if folded.isascii() else folded.translate(_LOOK_ALIKE)


def one_kana(text: str) -> str:
    """Katakana as the hiragana of the same sound."""
    return text if text.isascii() else "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def digits_as_letters(word: str) -> str:
    """ "paypa1" -> "paypal": digits *inside a word of letters* read as the letters that they resemble."""
    letters = sum(c.isalpha() for c in word)
    if letters < 3 or len(word) - letters > 2 or letters == len(word) or word[0].isdigit():
        return word
    return word.translate(_DIGITS)


#: Usual Latin spellings of Cyrillic and Greek letters (one of several systems; compared by consonants only).
_LATIN = (
    dict(zip("абвгдезийклмнопрстуфыэі", "abvgdeziiklmnoprstufyei", strict=True))
    | {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
    | {"є": "ye", "ї": "yi", "ґ": "g"}
    | dict(zip("αβγδεζηικλμνοπρσςτυφωξ", "avgdeziiklmnoprsstyfox", strict=True))
    | {"θ": "th", "χ": "ch", "ψ": "ps"}
)


def romanise(folded: str) -> str:
    """`folded` with Cyrillic and Greek letters in Latin ones; other scripts stay."""
    return folded if folded.isascii() else "".join(_LATIN.get(c, c) for c in folded)


def is_ideographic(text: str) -> bool:
    """True if the name is written in Han, kana or Hangul: words are not spaced and one character is a syllable."""
    return any("\u2e80" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" or "\uf900" <= c <= "\ufaff" for c in text)
