"""How many of something: "more than one team", "at least two", "exactly one", "the most services", "the fewest"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

#: Number words as digits; attribute values are compared under both.
NUMBERS = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_MORE, _FEWER = ("more than", "over"), ("fewer than", "less than", "under")
_AT_LEAST = ("at least", "no fewer than", "not fewer than", "no less than", "not less than")
_AT_MOST = ("at most", "no more than", "not more than")
_EXACTLY = ("exactly", "only", "just", "precisely")
_SEVERAL = ("several", "multiple", "more than a single", "various")
_MOST = (
    "the most",
    "the largest number of",
    "the greatest number of",
    "the highest number of",
    "the biggest number of",
)
_FEWEST = ("the fewest", "the least", "the smallest number of", "the lowest number of", "the least number of")


@dataclass(frozen=True, slots=True)
class Quantity:
    """At least `least` and at most `most` (None: any number) things; with `rank`, the most or fewest of all."""

    least: int = 1
    most: int | None = None
    rank: Literal["", "most", "fewest"] = ""


def quantity_at(words: Sequence[str]) -> tuple[int, Quantity] | None:
    """(number of words, what they say) of the longest quantity that `words` (lower case) begin with."""
    for phrases, rank in ((_MOST, "most"), (_FEWEST, "fewest")):
        for phrase in sorted(phrases, key=len, reverse=True):
            if _begins(words, phrase):
                return len(phrase.split()), Quantity(rank=rank)
    for phrase in _SEVERAL:
        if _begins(words, phrase):
            return len(phrase.split()), Quantity(2)
    if _begins(words, "a single") or _begins(words, "one single"):
        return 2, Quantity(1, 1)
    for phrases, least, most in (
        (_AT_LEAST, 0, None),
        (_AT_MOST, None, 0),
        (_MORE, 1, None),
        (_FEWER, None, -1),
        (_EXACTLY, 0, 0),
    ):
        for phrase in phrases:
            length = len(phrase.split())
            number = _number(words[length]) if _begins(words, phrase) and len(words) > length else None
            if number is not None:
                high = None if most is None else number + most
                return length + 1, Quantity(0 if least is None else number + least, high)
    number = _number(words[0]) if words else None
    if number is not None and _begins(words[1:], "or more"):
        return 3, Quantity(number)
    return None


def _begins(words: Sequence[str], phrase: str) -> bool:
    wanted = phrase.split()
    return list(words[: len(wanted)]) == wanted


def _number(word: str) -> int | None:
    digits = NUMBERS.get(word, word)
    return int(digits) if digits.isdecimal() and len(digits) < 6 else None
