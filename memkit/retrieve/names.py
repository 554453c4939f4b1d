"""Names of things as the question spells them: equal after folding, else the nearest by their character trigrams."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from collections.abc import Callable

import numpy as np

from memkit.resolve.normalise import clean, fold

_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)")
_POSSESSIVE = re.compile(r"(?<=\w)['’`]s?$")
_BRACKETS = re.compile(r"\s*\([^()]*\)")


def name_key(name: str) -> str:
    """What two spellings of one name have in common: no case, no accents, no leading article, no possessive."""
    return _ARTICLE.sub("", _POSSESSIVE.sub("", fold(clean(name))))


def title_keys(title: str) -> list[str]:
    """The names that a title gives its subject: itself, without "(...)", and what stands before its first comma."""
    bare = _BRACKETS.sub("", title)
    keys = (name_key(title), name_key(bare), name_key(bare.partition(",")[0]))
    return [key for key in dict.fromkeys(keys) if key]


class NameIndex:
    """Names that grow one by one, searched by cosine over TF-IDF of character trigrams.

    A name is read with a space at both ends; weight = count x idf, idf(t) = ln((1 + n) / (1 + df)) + 1 (as
    scikit-learn smooths it), so a name's vector follows the collection without being stored.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._known: set[str] = set()
        self._gram: dict[str, int] = {}
        self._postings: list[tuple[array, array]] = []
        self._flat, self._counts, self._starts = array("I"), array("I"), array("Q")
        self._norms = np.empty(0)

    def __len__(self) -> int:
        return len(self.names)

    def add(self, name: str) -> None:
        """Index a name; one that is known changes nothing."""
        if name in self._known:
            return
        self._known.add(name)
        self._starts.append(len(self._flat))
        for gram, count in sorted(Counter(_trigrams(name)).items()):
            number = self._gram.setdefault(gram, len(self._postings))
            if number == len(self._postings):
                self._postings.append((array("I"), array("I")))
            names, counts = self._postings[number]
            names.append(len(self.names))
            counts.append(count)
            self._flat.append(number)
            self._counts.append(count)
        self.names.append(name)

    def nearest(
        self, name: str, k: int, *, above: float, where: Callable[[str], bool] = lambda _: True
    ) -> list[tuple[str, float]]:
        """Up to k names whose cosine is more than `above` and that `where` admits, best first, ties by name."""
        if not self.names:
            return []
        query = sorted(Counter(_trigrams(name)).items())
        dots, length = np.zeros(len(self.names)), 0.0
        for gram, count in query:
            number = self._gram.get(gram)
            idf = self._idf(len(self._postings[number][0]) if number is not None else 0)
            length += (count * idf) ** 2
            if number is not None:
                names, counts = (np.frombuffer(a, dtype=np.uint32) for a in self._postings[number])
                dots[names] += count * idf * idf * counts
        cosines = dots / (self._lengths() * math.sqrt(length))
        found = ((self.names[i], round(float(cosines[i]), 9)) for i in np.flatnonzero(cosines > above))
        return sorted((f for f in found if where(f[0])), key=lambda f: (-f[1], f[0]))[:k]

    def _idf(self, df: int) -> float:
        return math.log((1 + len(self.names)) / (1 + df)) + 1

    def _lengths(self) -> np.ndarray:
        """The length of every name's vector; worked out anew when names were added, since idf moved."""
        if len(self._norms) < len(self.names):
            idf = np.array([self._idf(len(names)) for names, _ in self._postings])
            flat, counts = (np.frombuffer(a, dtype=np.uint32) for a in (self._flat, self._counts))
            weights = (idf[flat] * counts) ** 2
            self._norms = np.sqrt(np.add.reduceat(weights, np.frombuffer(self._starts, dtype=np.uint64).astype(int)))
        return self._norms


def _trigrams(name: str) -> list[str]:
    padded = f" {name} "
    return [padded[i : i + 3] for i in range(max(1, len(padded) - 2))]
