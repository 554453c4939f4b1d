"""Exact nearest neighbours over a matrix in memory that follows a store by its revisions. Shared by both stores."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from memkit.errors import InputError
from memkit.store.prepare import check_vector


@dataclass(frozen=True, slots=True)
class VectorChanges:
    """The vectors of one label written after a revision. `kept` are all ids that have one, given only if some were
    deleted since; `revision` is that of the namespace."""

    revision: int
    kept: list[str] | None
    ids: list[str]
    matrix: np.ndarray


class NearestIndex:
    """Top-k by dot product. `changes(since)` reads what was written after a revision; called on every search."""

    def __init__(self, label: str, changes: Callable[[int], VectorChanges]) -> None:
        self._label = label
        self._changes = changes
        self._lock = threading.Lock()
        self._clear()

    def search(self, query: np.ndarray, k: int) -> list[tuple[str, float]]:
        """[(id, score)] of the k highest dot products, ties by id; fewer if there are fewer vectors.

        float32 products pick the candidates, float64 ones order them: a float32 product depends on where its row
        stands in the matrix, so equal vectors would otherwise not tie, and two stores could differ.
        Raises InputError for a query of another width or a k below 1.
        """
        query = check_vector(query, "query vector")
        if k < 1:
            raise InputError(f"k is {k}: at least 1 is needed")
        with self._lock:
            self._follow()
            if not self._size:
                return []
            matrix = self._matrix[: self._size]
            if matrix.shape[1] != len(query):
                raise InputError(
                    f"the query vector is {len(query)} wide, those of {self._label} {matrix.shape[1]}: "
                    "use the embedder this store was built with"
                )
            scores = matrix @ query
            rows = self._candidates(scores, query, k)
            exact = (matrix[rows].astype(np.float64) * query).sum(axis=1)
            ids = [self._ids[row] for row in rows]
        best = sorted(zip(ids, exact.tolist(), strict=True), key=lambda hit: (-hit[1], hit[0]))
        return best[:k]

    def _candidates(self, scores: np.ndarray, query: np.ndarray, k: int) -> np.ndarray:
        """Rows that may be in the top k, given that a float32 dot product of width d is off by at most
        d u |x| |y|, u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1)."""
        if k >= len(scores):
            return np.arange(len(scores))
        top = np.argpartition(scores, -k)[-k:]
        bound = 2 * len(query) * 2.0**-24 * self._longest * float(np.linalg.norm(query))
        return np.flatnonzero(scores >= scores[top].min() - bound)

    def _clear(self) -> None:
        self._revision = 0
        self._size = 0
        self._ids: list[str] = []
        self._row: dict[str, int] = {}
        self._matrix = np.empty((0, 0), dtype=np.float32)
        self._longest = 0.0

    def _follow(self) -> None:
        changes = self._changes(self._revision)
        if changes.kept is not None:
            self._keep(set(changes.kept))
        if changes.ids:
            if self._size and changes.matrix.shape[1] != self._matrix.shape[1]:  # all were replaced by wider ones
                self._clear()
                changes = self._changes(0)
            self._put(changes.ids, changes.matrix)
        self._revision = changes.revision

    def _keep(self, ids: set[str]) -> None:
        rows = [row for row, id in enumerate(self._ids) if id in ids]
        self._matrix = self._matrix[rows]
        self._ids = [self._ids[row] for row in rows]
        self._row = {id: row for row, id in enumerate(self._ids)}
        self._size = len(rows)

    def _put(self, ids: list[str], matrix: np.ndarray) -> None:
        self._longest = max(self._longest, float(np.sqrt(np.einsum("ij,ij->i", matrix, matrix).max())))
        if not self._size:
            self._ids, self._matrix, self._size = list(ids), matrix, len(ids)
            self._row = {id: row for row, id in enumerate(ids)}
            return
        new = [id for id in ids if id not in self._row]
        needed = self._size + len(new)
        if needed > len(self._matrix):
            # Doubling keeps the cost of growing one vector at a time constant on average.
            grown = np.empty((max(needed, 2 * self._size), matrix.shape[1]), np.float32)
            grown[: self._size] = self._matrix[: self._size]
            self._matrix = grown
        self._row.update((id, row) for row, id in enumerate(new, self._size))
        self._ids.extend(new)
        self._size = needed
        self._matrix[[self._row[id] for id in ids]] = matrix
