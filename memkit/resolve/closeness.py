"""Words that are spelled or sound almost alike, and words that only look so: opposites, members of a closed set."""

from __future__ import annotations

from functools import lru_cache

import jellyfish
from rapidfuzz.distance import OSA

from memkit.resolve import vocabulary as words

_SET_OF_WORD: dict[str, list[int]] = {}
for _index, _members in enumerate(words.CLOSED_SETS):
    for _word in _members:
        _SET_OF_WORD.setdefault(_word, []).append(_index)


def opposites(left: str, right: str) -> str:
    """Why two words cannot be one misspelled: "opposites: inbound / outbound", or an empty string."""
    apart = not (left.startswith(right) or right.startswith(left))  # Jan is January
    if apart and left in _SET_OF_WORD and not set(_SET_OF_WORD[left]).isdisjoint(_SET_OF_WORD.get(right, ())):
        kind = "opposites" if frozenset((left, right)) in words.OPPOSITES else "different ones of a kind"
        return f"{kind}: {left} / {right}"
    if frozenset((left, right)) in words.OPPOSITES:
        return f"opposites: {left} / {right}"
    stem = _common_prefix(left, right)
    if stem > 3 and any(
        left[stem - k :] in e and right[stem - k :] in e for e in words.OPPOSITE_ENDINGS for k in (0, 1)
    ):
        return f"different endings: {left} / {right}"
    if left[-3:] != right[-3:]:  # what follows opposite beginnings is the same
        return ""
    for one, other in words.OPPOSITE_PREFIXES:
        for a, b in ((one, other), (other, one)):
            rest = left[len(a) :]
            if left.startswith(a) and right.startswith(b) and rest == right[len(b) :] and len(rest) > 2:
                return f"opposites: {left} / {right}"
    shorter, longer = sorted((left, right), key=len)
    if len(shorter) > 3 and longer.endswith(shorter) and longer[: -len(shorter)] in words.NEGATIONS:
        return f"one negates or changes the other: {left} / {right}"
    return ""


_VOWELS = frozenset("aeiouyаеёиоуыэюяαεηιουω")


def typo(left: str, right: str) -> bool:
    """One edit apart (optimal string alignment), in a place where people mistype and names seldom differ.

    Names that differ in the first letter (Gambia, Zambia), by a letter more at the end (Paul, Paula) or in a final
    vowel (Chengde, Chengdu) are mostly two names; two swapped letters or one doubled are mostly a slip
    (counted on eval/stress, develop half).
    """
    longer = max(len(left), len(right))
    if longer < 5 or not left.isalpha() or not right.isalpha() or OSA.distance(left, right, score_cutoff=1) > 1:
        return False
    at = _common_prefix(left, right)
    if len(left) == len(right):
        if sorted(left) == sorted(right):
            return True
        if at == longer - 1:
            return not (left[at] in _VOWELS and right[at] in _VOWELS)
        return at > 0
    written = left if len(left) > len(right) else right
    if at and (written[at] == written[at - 1] or written[at : at + 1] == written[at + 1 : at + 2]):
        return True
    return 0 < at < longer - 1


def close(left: str, right: str) -> bool:
    """Two edits apart in a long word (12 letters and more), the first two letters and the last one equal."""
    if min(len(left), len(right)) < 12 or left[:2] != right[:2] or left[-1:] != right[-1:]:
        return False
    return OSA.distance(left, right, score_cutoff=2) <= 2


def sounds_alike(left: str, right: str) -> bool:
    """Equal Metaphone codes: of four sounds and more, or of three when the words also end alike (Steven, Stephen)."""
    one = metaphone(left)
    if len(one) < 3 or one != metaphone(right):
        return False
    return len(one) > 3 or left[-1:] == right[-1:]


def romanised_alike(left: str, right: str) -> bool:
    """Two Latin spellings of one foreign name: equal consonant frames of four letters and more (Yerevan, Jerewan)."""
    one = consonant_frame(left)
    return len(one) > 3 and one == consonant_frame(right)


#: Spellings of one sound in different romanisations, longest first; general knowledge of transcription systems.
_ROMANISATIONS = tuple(
    tuple(pair.split("="))
    for pair in (
        "shch=s tsch=c sch=s tch=c dzh=j ch=c sh=s zh=j kh=k gh=g ph=f th=t dh=d bh=b ts=c tz=c dj=j ck=k qu=k q=k "
        "x=s w=v y=i z=s j=i"
    ).split()
)


@lru_cache(maxsize=1 << 16)
def consonant_frame(word: str) -> str:
    """The consonants of an ASCII word with romanisations of one sound made equal and doubles dropped; else ""."""
    if not (word.isascii() and word.isalpha()):
        return ""
    for written, sound in _ROMANISATIONS:
        word = word.replace(written, sound)
    frame = word[0] + "".join(c for c in word[1:] if c not in "aeiouh")
    return "".join(c for i, c in enumerate(frame) if i == 0 or c != frame[i - 1])


@lru_cache(maxsize=1 << 16)
def metaphone(word: str) -> str:
    """Lawrence Philips' Metaphone (1990) of an ASCII word, by jellyfish; else ""."""
    return jellyfish.metaphone(word) if word.isascii() and word.isalpha() else ""


def _common_prefix(left: str, right: str) -> int:
    same = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        same += 1
    return same
