"""Words that are spelled or sound almost alike, and words that only look so: opposites, members of a closed set."""

from __future__ import annotations

from functools import lru_cache

import jellyfish
from rapidfuzz.distance import OSA

from memkit.resolve import vocabulary as words


def opposites(left: str, right: str) -> str:
    """Why two words cannot be one misspelled: "opposites: inbound / outbound", or an empty string."""
    if frozenset((left, right)) in words.OPPOSITES:
        return f"opposites: {left} / {right}"
    for members in words.CLOSED_SETS:
        if left in members and right in members:
            return f"different ones of a kind: {left} / {right}"
    for one, other in words.OPPOSITE_PREFIXES:
        for a, b in ((one, other), (other, one)):
            if (
                left.startswith(a)
                and right.startswith(b)
                and left[len(a) :] == right[len(b) :]
                and len(left) > len(a) + 2
            ):
                return f"opposites: {left} / {right}"
    shorter, longer = sorted((left, right), key=len)
    if len(shorter) > 3 and longer.endswith(shorter) and longer[: -len(shorter)] in words.NEGATIONS:
        return f"one negates or changes the other: {left} / {right}"
    return ""


def typo(left: str, right: str) -> bool:
    """One edit apart (optimal string alignment), in a place where people mistype and names seldom differ.

    Names that differ in the first letter (Gambia, Zambia) or only in the ending (Chengde, Chengdu; Paul, Paula) are
    mostly two names; a swap of two neighbours is mostly a slip.
    """
    if left[:1] != right[:1] or not left.isalpha() or not right.isalpha():
        return False
    shorter = min(len(left), len(right))
    if shorter < 4 or OSA.distance(left, right, score_cutoff=1) > 1:
        return False
    if len(left) == len(right) and sorted(left) == sorted(right):
        return True
    same = _common_prefix(left, right)
    if same >= shorter - (len(left) == len(right)):  # the last letter
        return shorter >= 9
    return shorter >= 5


def close(left: str, right: str) -> bool:
    """Two edits apart in a long word (12 letters and more), the first two letters and the last one equal."""
    if min(len(left), len(right)) < 12 or left[:2] != right[:2] or left[-1:] != right[-1:]:
        return False
    return OSA.distance(left, right, score_cutoff=2) <= 2


def sounds_alike(left: str, right: str) -> bool:
    """The same sound: equal Metaphone codes of at least three sounds, and the same last letter."""
    if not (left.isascii() and right.isascii() and left.isalpha() and right.isalpha()):
        return False
    one, other = metaphone(left), metaphone(right)
    return one == other and len(one) > 2 and _common_prefix(left[::-1], right[::-1]) > 0


@lru_cache(maxsize=1 << 16)
def metaphone(word: str) -> str:
    """Lawrence Philips' Metaphone (1990), by jellyfish."""
    return jellyfish.metaphone(word)


def _common_prefix(left: str, right: str) -> int:
    same = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        same += 1
    return same
