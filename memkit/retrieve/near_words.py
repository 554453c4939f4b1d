"""Words of like meaning: for a word of the question, those that the turns say instead ("kids" for "children").

Words are encoded alone, by the embedder of the passages. Each is encoded once; the embedder's cache keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from memkit.embed import Embedder

#: Terms whose words are encoded, the first to come; 10,000 words take about ten seconds the first time.
MOST_TERMS = 20_000
#: Cosines are compared to so many digits: a float32 product depends on where its row stands.
DIGITS = 4


class NearWords:
    """The vectors of the terms of an index, each by the word that it stands for."""

    def __init__(self) -> None:
        self._terms: list[str] = []
        self._row: dict[str, int] = {}
        self._matrix = np.empty((0, 0), dtype=np.float32)

    def follow(self, words: Mapping[str, str], embedder: Embedder) -> None:
        """Encode words that are new: the term of each -> the word."""
        new = [term for term in words if term not in self._row][: MOST_TERMS - len(self._terms)]
        changed = [term for term in words if term in self._row] + new
        if not changed:
            return
        vectors = embedder.encode([words[term] for term in changed])
        self._row.update((term, row) for row, term in enumerate(new, len(self._terms)))
        self._terms += new
        if len(self._terms) > len(self._matrix):  # doubled, so that growing word by word costs little
            grown = np.zeros((max(len(self._terms), 2 * len(self._matrix)), vectors.shape[1]), dtype=np.float32)
            if len(self._matrix):
                grown[: len(self._matrix)] = self._matrix
            self._matrix = grown
        self._matrix[[self._row[term] for term in changed]] = vectors

    def nearest(self, terms: Sequence[str], vectors: np.ndarray, k: int, *, above: float) -> list[dict[str, float]]:
        """For each of `terms`, whose words have these `vectors` (n, d): at most k other terms with a cosine above this,
        best first, ties by term."""
        if not self._terms:
            return [{} for _ in terms]
        table = np.round(vectors @ self._matrix[: len(self._terms)].T, DIGITS)
        near = []
        for term, cosines in zip(terms, table, strict=True):
            found = ((-float(cosines[row]), self._terms[row]) for row in np.flatnonzero(cosines > above))
            near.append({other: -cosine for cosine, other in sorted(f for f in found if f[1] != term)[:k]})
        return near
