"""The stress pairs: seeded, in halves that share no base name, each name's nearest neighbour as hard negative."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from rapidfuzz import fuzz, process

from eval.stress.sources import SOURCES, Base, full_lists, plain
from eval.stress.variants import variants, without_legal_form
from memkit.errors import InputError
from memkit.resolve import Name

HALVES = ("develop", "report")
#: Cities nearer than this (degrees of latitude plus longitude) may be one place listed twice.
SAME_PLACE = 0.6


@dataclass(frozen=True, slots=True)
class StressPair:
    """`label` 1: two spellings of one thing (`kind` says how), 0: two things of one list with similar names."""

    id: str
    left: Name
    right: Name
    label: int
    kind: str
    source: str


@lru_cache(maxsize=4)
def stress_pairs(seed: int = 0, half: str = "report") -> tuple[StressPair, ...]:
    """About 4,500 pairs of a half, the positives first. The same seed gives the same pairs.

    Look at errors in the develop half only; the report half is for the numbers. Raises InputError for another half.
    """
    if half not in HALVES:
        raise InputError(f"half is {half!r}, one of {', '.join(HALVES)} is needed")
    positives, negatives = [], []
    for source, entries in full_lists().items():
        mine = [base for base in entries if half_of(base) == half]
        drawn = list(mine)
        random.Random(f"{seed}-{source}").shuffle(drawn)
        most = SOURCES[source][1]
        positives.extend(_positives(drawn[:most], seed))
        negatives.extend(_negatives(drawn[: 2 * most], mine))
    return tuple(
        StressPair(f"{half[0].upper()}{number:05d}", *rest)
        for number, rest in enumerate([*positives, *negatives], start=1)
    )


def half_of(base: Base) -> str:
    """The half by a hash of the base name: a name is in the same one whatever the seed."""
    return HALVES[hashlib.blake2b(plain(base.name).encode(), digest_size=1).digest()[0] % 2]


def _positives(mine: list[Base], seed: int) -> Iterator[tuple[Name, Name, int, str, str]]:
    for base in mine:
        random_ = random.Random(f"{seed}-{base.source}-{base.name}")
        for kind, spelling in variants(base, random_):
            yield Name(base.name, base.type), Name(spelling, base.type), 1, kind, base.source


def _negatives(drawn: list[Base], mine: list[Base]) -> Iterator[tuple[Name, Name, int, str, str]]:
    """Each drawn name with the nearest other name of its whole list's half (rapidfuzz ratio), once per pair; of these
    the nearer half, since most names have no neighbour that anyone would mistake for them."""
    names = [base.name.lower() for base in mine]
    scores = process.cdist([base.name.lower() for base in drawn], names, scorer=fuzz.ratio, dtype=np.uint8)
    found: dict[tuple[str, str], int] = {}
    for base, row in zip(drawn, scores, strict=True):
        nearest = np.lexsort((np.arange(len(mine)), -row.astype(int)))[:30]
        other = next((i for i in nearest if not _may_be_one(base, mine[i])), None)
        if other is not None:
            found[tuple(sorted((base.name, mine[other].name)))] = int(row[other])
    hardest = sorted(found, key=lambda pair: (-found[pair], pair))[: (len(found) + 1) // 2]
    for left, right in hardest:
        yield Name(left, drawn[0].type), Name(right, drawn[0].type), 0, "nearest", drawn[0].source


def _may_be_one(one: Base, other: Base) -> bool:
    """Entries of a list that may be the same thing after all: a shared name, a legal form more, the same
    words, the same place."""
    if {plain(n) for n in (one.name, *one.others)} & {plain(n) for n in (other.name, *other.others)}:
        return True
    if plain(without_legal_form(one.name)) == plain(without_legal_form(other.name)):
        return True
    if sorted(plain(w) for w in one.name.split()) == sorted(plain(w) for w in other.name.split()):
        return True
    if one.place and other.place:
        return abs(one.place[0] - other.place[0]) + abs(one.place[1] - other.place[1]) < SAME_PLACE
    return False
