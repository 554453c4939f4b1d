"""People with names as frequent as they are: the more people a memory knows, the more of them share a name.

First names are the 200 most frequent of each decade from the 1960s to the 1990s of the US Social Security
Administration, family names the 1,000 most frequent of the US census, both with their frequencies, as Faker's en_US
lists (MIT) carry them. First and family names are drawn independently. Rarer family names are not in the list, so
namesakes are more frequent here than among all Americans.

How often names collide is the birthday problem: two people share a trait of probability p_i with probability
C = sum p_i^2, and among n people C n (n - 1) / 2 pairs are expected to.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate

import numpy as np
from rapidfuzz import fuzz, process

#: Family names of the list.
FAMILIES = 1000


@dataclass(frozen=True)
class NameList:
    """Names with their probabilities, most frequent first."""

    names: tuple[str, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(cls, weights: Mapping[str, float]) -> NameList:
        whole = sum(weights.values())
        ordered = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
        return cls(tuple(name for name, _ in ordered), tuple(weight / whole for _, weight in ordered))

    @cached_property
    def _up_to(self) -> list[float]:
        return list(accumulate(self.shares))

    def draw(self, rng: random.Random) -> str:
        return rng.choices(self.names, cum_weights=self._up_to)[0]

    @property
    def collision(self) -> float:
        """Probability that two draws are the same name."""
        return sum(share**2 for share in self.shares)

    def nearest(self, name: str, count: int) -> Sequence[str]:
        """The other names of the list that are spelled most alike (rapidfuzz ratio), ties by frequency."""
        others = [other for other in self.names if other != name]
        return [found for found, *_ in process.extract(name, others, scorer=fuzz.ratio, limit=count)]


@cache
def first_names() -> tuple[NameList, NameList]:
    """Those of women and of men, each drawn for one person in two."""
    from faker.providers.person.en_US import Provider

    return NameList.of(Provider.first_names_female), NameList.of(Provider.first_names_male)


@cache
def family_names(families: int = FAMILIES) -> NameList:
    """The most frequent `families` family names."""
    from faker.providers.person.en_US import Provider

    names = NameList.of(Provider.last_names)
    return NameList.of(dict(zip(names.names[:families], names.shares, strict=False)))


def _first_shares() -> dict[str, float]:
    """First name -> its probability, whoever bears it."""
    shares: dict[str, float] = defaultdict(float)
    for names in first_names():
        for name, share in zip(names.names, names.shares, strict=True):
            shares[name] += share / 2
    return shares


@cache
def collisions(families: int = FAMILIES) -> dict[str, float]:
    """Trait -> probability that two people share it."""
    shares = _first_shares()
    initials: dict[str, float] = defaultdict(float)
    for name, share in shares.items():
        initials[name[0]] += share
    first, initial = (sum(share**2 for share in of.values()) for of in (shares, initials))
    family = family_names(families).collision
    return {
        "first and family name": first * family,
        "initial and family name": initial * family,
        "family name": family,
        "first name": first,
    }


def with_namesake(people: int, families: int = FAMILIES) -> float:
    """Expected share of `people` who have a namesake among them: the sum of p (1 - (1 - p)^(people - 1)) over names."""
    shares = np.outer(list(_first_shares().values()), family_names(families).shares)
    return float((shares * -np.expm1((people - 1) * np.log1p(-shares))).sum())


def expected_pairs(chance: float, people: int) -> float:
    """How many pairs of `people` are expected to share a trait that two people share with probability `chance`."""
    return chance * people * (people - 1) / 2
