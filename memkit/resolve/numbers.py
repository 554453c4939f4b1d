"""Numbers in names: digits, versions, ordinals, number words and Roman numerals. Different numbers part two names."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DIGITS = re.compile(r"(?:^-)?\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_ROMAN = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
_ROMAN_VALUE = {"I": 1, "V": 5, "X": 10}
_WORDS = {
    word: str(value)
    for value, forms in enumerate(
        "one first;two second;three third;four fourth;five fifth;six sixth;seven seventh;eight eighth;nine ninth;"
        "ten tenth;eleven eleventh;twelve twelfth;thirteen thirteenth;fourteen fourteenth;fifteen fifteenth;"
        "sixteen sixteenth;seventeen seventeenth;eighteen eighteenth;nineteen nineteenth;twenty twentieth".split(";"),
        start=1,
    )
    for word in forms.split()
}


@dataclass(frozen=True, slots=True)
class Number:
    """A number as `text` says it and its comparable `value` ("VII" -> "7", "007" -> "7", "3.50" stays "3.50")."""

    value: str
    text: str
    kind: str  # digits | word | roman | letter (a lone I, V or X, which may be a numeral or a letter)
    index: int  # of the token


def numbers_in(parts: tuple[str, ...], raw: tuple[str, ...]) -> tuple[Number, ...]:
    """The numbers of a name in order. Roman numerals count in capitals (II and III always), after the first token or
    as the only one."""
    found: list[Number] = []
    for index, (part, written) in enumerate(zip(parts, raw, strict=True)):
        if part.isalpha():
            if part in _WORDS and len(parts) > 1:
                found.append(Number(_WORDS[part], written, "word", index))
            elif (index or (len(parts) == 1 and len(written) > 1)) and (value := roman(written)):
                found.append(Number(str(value), written, "roman" if len(written) > 1 else "letter", index))
        else:
            found.extend(Number(_canonical(m), m, "digits", index) for m in _DIGITS.findall(part))
    return tuple(found)


def roman(written: str) -> int | None:
    """The value of a Roman numeral up to 39 in capitals (or `ii`, `iii`), else None."""
    if written in ("ii", "iii"):
        written = written.upper()
    if len(written) > 7 or not _ROMAN.fullmatch(written):
        return None
    values = [_ROMAN_VALUE[c] for c in written]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values)) or None


def _canonical(digits: str) -> str:
    if _THOUSANDS.fullmatch(digits):
        digits = digits.replace(",", "")
    whole, *rest = digits.replace(",", ".").split(".")
    sign = "-" if whole.startswith("-") else ""
    return ".".join((sign + (whole.removeprefix("-").lstrip("0") or "0"), *rest))


@dataclass(frozen=True, slots=True)
class NumberVerdict:
    """How two names' numbers compare: `parted` with the reason, or `note` if they are equal but written otherwise."""

    parted: str = ""
    note: str = ""


def compare_numbers(left: tuple[Number, ...], right: tuple[Number, ...]) -> NumberVerdict:
    """Numbers are compared in order; one that stands on one side only parts the names too."""
    if not left and not right:
        return _SAME
    one, other = [n.value for n in left], [n.value for n in right]
    if one == other:
        texts = [(a.text, b.text) for a, b in zip(left, right, strict=True) if a.text.casefold() != b.text.casefold()]
        return NumberVerdict(note=f"the same number: {texts[0][0]} / {texts[0][1]}") if texts else _SAME
    if not left or not right:
        lone = (left or right)[0]
        return NumberVerdict(parted=f"only one has a number: {lone.text}")
    if sorted(one) == sorted(other):
        return NumberVerdict(parted=f"digits in another order: {', '.join(one)} / {', '.join(other)}")
    a, b = _first_difference(left, right)
    kind = "digits" if "digits" in (a and a.kind, b and b.kind) else "numbers"
    if a is None or b is None:
        return NumberVerdict(parted=f"one more number: {(a or b).text}")
    if _less_exact(a.value, b.value):
        if list(map(_without_zeros, one)) == list(map(_without_zeros, other)):
            return NumberVerdict(note=f"the same number, less exact: {a.text} / {b.text}")
        return NumberVerdict(parted=f"one version is less exact: {a.text} / {b.text}")
    return NumberVerdict(parted=f"{kind} differ: {a.text} / {b.text}")


_SAME = NumberVerdict()


def _first_difference(left: tuple[Number, ...], right: tuple[Number, ...]) -> tuple[Number | None, Number | None]:
    for index in range(max(len(left), len(right))):
        a = left[index] if index < len(left) else None
        b = right[index] if index < len(right) else None
        if a is None or b is None or a.value != b.value:
            return a, b
    return None, None


def _less_exact(one: str, other: str) -> bool:
    return one.startswith(other + ".") or other.startswith(one + ".")


def _without_zeros(value: str) -> str:
    while value.endswith(".0"):
        value = value.removesuffix(".0")
    return value
