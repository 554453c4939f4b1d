"""How alike are two attribute values? Reading a value (tokens, numbers, codes, dates, lists) and comparing two.

Pure functions of strings; corpus-weighted similarities are in corpus.py. Every similarity is in [0, 1], NaN where one
side says nothing: absence of a value is evidence for neither answer.
"""

from __future__ import annotations

import html
import math
import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler, Levenshtein

NAN = math.nan
#: Character-level comparisons look at this much of a value: they are quadratic, and names stand at the beginning.
MAX_CHARACTERS = 300
#: Nothing beyond this is read of one value: it bounds time and memory for columns that hold whole pages.
MAX_TEXT = 4000
#: Codes that one value is compared by, the first in the text.
MAX_CODES = 20

_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DECIMAL = re.compile(r"\d+[.,]\d+|[1-9]\d*|0")
_NUMBER_VALUE = re.compile(r"[^\w.,-]*(-?\d[\d,]*(?:\.\d+)?)\s*\W*(?:[a-z]{1,4}\W*)?")
_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")
#: 500gb, 1080p, 5th, 2.5in, 4x: a quantity, not a part number
_MEASURE = re.compile(
    r"\d{1,5}(?:[.,]\d+)?(?:[a-z]{1,3}|inch|watts?|volts?|hour|pack|port|disc)|\d+x\d+(?:x\d+)?[a-z]*"
)
_ENTITY = re.compile(r"\s?&(?:#\d{1,6}|[a-zA-Z]{2,8});\s?")
#: A Roman numeral counts as a number where it is two letters or more, or follows a word that is numbered.
_ROMAN = {
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "i": "1",
    "v": "5",
    "x": "10",
}
_NUMBERED = frozenset({"part", "vol", "volume", "chapter", "book", "phase", "type", "series", "episode", "act", "no"})
_CHUNK = re.compile(r"[^\s,;:()\[\]{}\"'|]+")
_NOT_ALNUM = re.compile(r"[\W_]+")
_COMBINING = re.compile("[\u0300-\u036f]")
_LIST = re.compile(r"\s*(?:,|;|\||\band\b|&)\s*")
_MEASURED = re.compile(r"(\d+(?:[.,]\d+)*)\s*-?\s*([^\W\d_]{1,12}|['\"%])")
#: The basic colour terms of English (Berlin and Kay, Basic Color Terms, 1969) and the metals that products come in.
COLOURS = frozenset(
    {"black", "white", "red", "green", "yellow", "blue", "brown", "purple", "pink", "orange", "gray", "grey"}
    | {"silver", "gold", "bronze", "titanium", "graphite", "charcoal", "beige", "ivory"}
)
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: i for i, name in enumerate(_MONTH_NAMES, 1)}


def _unescaped(match: re.Match[str]) -> str:
    """An HTML entity's character; a letter takes back the spaces that a tokeniser put around it (g &#252; nther)."""
    plain = html.unescape(match[0].strip())
    return plain if plain.isalpha() else match[0].replace(match[0].strip(), plain)


def fold(text: str) -> str:
    """Case, width and the accents of Latin, Greek and Cyrillic letters removed; marks of other scripts are kept; HTML
    entities read."""
    if "&" in text:
        text = _ENTITY.sub(_unescaped, text)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _COMBINING.sub("", text)).strip()


def canonical_number(token: str) -> str:
    """8.00 -> 8, 1,299.50 -> 1299.5; a token with leading zeros or several points is no number and stays."""
    if _THOUSANDS.fullmatch(token):
        token = token.replace(",", "")
    if _DECIMAL.fullmatch(token):
        return f"{float(token.replace(',', '.')):.10g}" if len(token) < 10 else token
    return token


@dataclass(frozen=True)
class Value:
    """One value, read once: what the comparisons need is computed on first use. `value_of` caches instances."""

    raw: str

    @cached_property
    def text(self) -> str:
        return fold(self.raw[:MAX_TEXT])

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return tuple(canonical_number(t) for t in _TOKEN.findall(self.text))

    @cached_property
    def token_set(self) -> frozenset[str]:
        return frozenset(self.tokens)

    @cached_property
    def plain(self) -> str:
        """The tokens joined by spaces, at most MAX_CHARACTERS: punctuation plays no part in character similarity."""
        return " ".join(self.tokens)[:MAX_CHARACTERS]

    @cached_property
    def squashed(self) -> str:
        """Letters and digits only, so that "KX-TG 9341" holds "tg9341"."""
        return _NOT_ALNUM.sub("", self.text)

    @cached_property
    def digits(self) -> str:
        """The digits alone, in order: phone and serial numbers are written in many ways."""
        return "".join(filter(str.isdigit, self.plain))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Numbers that stand alone (sizes, years, versions), Roman ones too ("part ii")."""
        plain = {t for t in self.tokens if t[0].isdigit() and t.replace(".", "").isdigit()}
        for before, token in zip(("", *self.tokens), self.tokens, strict=False):
            if token in _ROMAN and (len(token) > 1 or before in _NUMBERED):
                plain.add(_ROMAN[token])
        return frozenset(plain)

    @cached_property
    def measures(self) -> dict[str, frozenset[str]]:
        """Word after a number -> the numbers before it: "10 megapixel 8gb" gives {megapixel: {10}, gb: {8}}."""
        found: dict[str, set[str]] = {}
        for number, unit in _MEASURED.findall(self.text):
            found.setdefault(unit, set()).add(canonical_number(number))
        return {unit: frozenset(numbers) for unit, numbers in found.items()}

    @cached_property
    def colours(self) -> frozenset[str]:
        return self.token_set & COLOURS

    @cached_property
    def digit_words(self) -> frozenset[str]:
        """Words with a digit: numbers, codes, sizes."""
        return frozenset(t for t in self.tokens if any(map(str.isdigit, t)))

    @cached_property
    def codes(self) -> frozenset[str]:
        """Part numbers, models and other identifiers: see `find_codes`."""
        return find_codes(self.text)

    @cached_property
    def number(self) -> float:
        """The value as one number (currency sign, percent, unit or clock time allowed), NaN when it is none."""
        return parse_number(self.text)

    @cached_property
    def date(self) -> float:
        """The value as a day number, NaN when it is no date."""
        return parse_date(self.text)

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The parts of a list value: "A. Hoare, E. Dijkstra and D. Knuth" has three."""
        return tuple(part for part in (p.strip() for p in _LIST.split(self.text)) if part)


@lru_cache(maxsize=20_000)
def value_of(raw: str) -> Value:
    return Value(raw)


def find_codes(text: str) -> frozenset[str]:
    """Identifiers in folded text: chunks of letters with digits (4 characters or more), or of five digits or more.

    Hyphens, slashes and points inside are dropped (kx-tg9341t -> kxtg9341t); a hyphenated chunk gives its coded parts
    too, since sources differ in writing prefixes. Quantities (500gb, 1080p, 19in) are no codes. At most MAX_CODES, the
    first in the text.
    """
    found: dict[str, None] = {}
    for chunk in _CHUNK.findall(text):
        parts = [p for p in _NOT_ALNUM.split(chunk) if p]
        if len(parts) <= 4:
            found.update(dict.fromkeys(p for p in (*parts, "".join(parts)) if _is_code(p)))
    return frozenset(list(found)[:MAX_CODES])


def _is_code(word: str) -> bool:
    digits = sum(c.isdigit() for c in word)
    if not digits or len(word) < 4 or len(word) > 30 or _MEASURE.fullmatch(word):
        return False
    return digits >= 5 if digits == len(word) else True


def parse_number(text: str) -> float:
    clock = _CLOCK.fullmatch(text)
    if clock:
        return sum(float(part or 0) * unit for part, unit in zip(clock.groups(), (3600, 60, 1), strict=True))
    match = _NUMBER_VALUE.fullmatch(text)
    if not match or len(text) > 24:
        return NAN
    number = float(match[1].replace(",", ""))
    return number if math.isfinite(number) else NAN


def parse_date(text: str) -> float:
    """Day number (proleptic) of "17-Apr-09", "April 17, 2009", "2009-04-17", "4/17/2009"; NaN for anything else.

    Two-digit years below 50 are of this century; an all-digit date with both parts <= 12 is read month first.
    """
    from datetime import date

    words = re.findall(r"[a-z]+|\d+", text)
    if not 3 <= len(words) <= 4:
        return NAN
    months = [_MONTHS[w[:3]] for w in words if w[0].isalpha() and w[:3] in _MONTHS]
    digits = [int(w) for w in words if w[0].isdigit() and len(w) <= 4]
    if len(months) == 1 and len(digits) == 2:
        (month,), (day, year) = months, sorted(digits) if max(digits) > 31 else digits
    elif len(digits) == 3 and len(words) == 3:
        if len(words[0]) == 4:
            year, month, day = digits
        else:
            month, day, year = digits if digits[0] <= 12 else (digits[1], digits[0], digits[2])
    else:
        return NAN
    if year < 100:
        year += 2000 if year < 50 else 1900
    try:
        return float(date(year, month, day).toordinal())
    except ValueError:
        return NAN


# ------------------------------------------------------------------------------------------------------ comparisons


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Shared of all; NaN when both are empty or one is."""
    return len(a & b) / len(a | b) if a and b else NAN


def containment(a: frozenset[str], b: frozenset[str]) -> float:
    """Shared of the smaller set (overlap coefficient)."""
    return len(a & b) / min(len(a), len(b)) if a and b else NAN


def edit_text(a: str, b: str) -> float:
    """1 - Levenshtein distance / length of the longer."""
    return Levenshtein.normalized_similarity(a, b)


def edit(a: Value, b: Value) -> float:
    """`edit_text` of the plain texts."""
    return edit_text(a.plain, b.plain)


def jaro_winkler(a: Value, b: Value) -> float:
    return JaroWinkler.similarity(a.plain, b.plain)


def partial(a: Value, b: Value) -> float:
    """The shorter against its best window in the longer (rapidfuzz partial_ratio)."""
    return fuzz.partial_ratio(a.plain, b.plain) / 100


def token_sort(a: Value, b: Value) -> float:
    return fuzz.token_sort_ratio(a.plain, b.plain) / 100


def ratio_of(a: float, b: float) -> float:
    """Smaller over larger magnitude, 0 for opposite signs, 1 for two zeros."""
    if math.isnan(a) or math.isnan(b):
        return NAN
    if a == b:
        return 1.0
    return max(0.0, min(a / b, b / a)) if a and b else 0.0


def code_similarity(a: str, b: str) -> float:
    """1 for equal codes; for one inside the other (a colour or region suffix) the share of the length; else the edit
    similarity, halved when the digits differ, since neighbours in a product line differ in just those."""
    if a == b:
        return 1.0
    short, long = sorted((a, b), key=len)
    if len(short) >= 4 and short in long and any(c.isdigit() for c in short):
        return 0.5 + 0.5 * len(short) / len(long)
    similar = Levenshtein.normalized_similarity(a, b)
    same_digits = re.sub(r"\D", "", a) == re.sub(r"\D", "", b)
    return 0.9 * similar if same_digits else 0.5 * similar


def best_code(a: frozenset[str], b: frozenset[str]) -> float:
    """The best similarity of any code of one side to any of the other."""
    return max(code_similarity(x, y) for x in a for y in b) if a and b else NAN


def mean_code(a: frozenset[str], b: frozenset[str]) -> float:
    """Mean over a's codes of their best similarity to any of b's: low when one of several codes has no like."""
    return sum(max(code_similarity(x, y) for y in sorted(b)) for x in sorted(a)) / len(a) if a and b else NAN


def measures_agree(a: Value, b: Value) -> float:
    """Of the units that both values measure something in, the share with a number in common; NaN without one."""
    shared = a.measures.keys() & b.measures.keys()
    return sum(bool(a.measures[u] & b.measures[u]) for u in shared) / len(shared) if shared else NAN


def codes_within(codes: frozenset[str], other: Value) -> float:
    """Share of the codes that stand in the other value, however it is spaced or punctuated."""
    return sum(code in other.squashed for code in codes) / len(codes) if codes and other.squashed else NAN


def person_similarity(a: str, b: str) -> float:
    """Two folded personal names: 1 for the same words in any order, .9 for the same last name with initials that fit
    ("j. smith", "smith, john" without its comma), else .6 of the Jaro-Winkler similarity."""
    x, y = _TOKEN.findall(a), _TOKEN.findall(b)
    if not x or not y:
        return NAN
    if sorted(x) == sorted(y):
        return 1.0
    if x[-1] == y[-1]:
        first = min(len(x), len(y)) - 1
        fits = all(p[0] == q[0] for p, q in zip(x[:first], y[:first], strict=True))
        return 0.9 if fits else 0.4
    return 0.6 * JaroWinkler.similarity(" ".join(x), " ".join(y))


def align_lists(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[float, float]:
    """Greedy one-to-one alignment of two lists by `person_similarity`: (sum over the shorter length, over the longer).

    Longer lists than 20 are cut: author lists beyond that say nothing more.
    """
    a, b = a[:20], b[:20]
    if not a or not b:
        return NAN, NAN
    scored = sorted(((person_similarity(x, y), -i, -j) for i, x in enumerate(a) for j, y in enumerate(b)), reverse=True)
    used_left, used_right, total = set(), set(), 0.0
    for score, i, j in scored:
        if i not in used_left and j not in used_right and not math.isnan(score):
            used_left.add(i)
            used_right.add(j)
            total += score
    return total / min(len(a), len(b)), total / max(len(a), len(b))


def abbreviates(a: Value, b: Value) -> float:
    """1 when one value is made of the other's initials or of prefixes of its words in order ("vldb" / "very large data
    bases", "proc" / "proceedings"), else the share of the shorter value's words that begin a word of the longer."""
    short, long = sorted((a.tokens, b.tokens), key=lambda t: (sum(map(len, t)), t))
    if not short:
        return NAN
    initials = "".join(w[0] for w in long)
    if len(short) == 1 and len(short[0]) > 1 and short[0] in initials:
        return 1.0
    starts = [any(w.startswith(s) or s.startswith(w) for w in long) for s in short]
    return sum(starts) / len(starts)
