"""A log-linear model: named signals and a vector in, logarithms of the probability of each class out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class LogLinear:
    """`named` has a row for each name of `names`, shape (names, classes); `dense` has shape (dimensions, classes),
    `bias` (classes,). A signal that has no row counts nothing."""

    names: Mapping[str, int]
    named: np.ndarray
    dense: np.ndarray
    bias: np.ndarray

    def log_probabilities(self, signals: Sequence[Mapping[str, float]], vectors: np.ndarray) -> np.ndarray:
        """float64 of shape (len(signals), classes); each row's exponentials sum to 1."""
        scores = vectors.astype(np.float64) @ self.dense + self.bias
        for row, given in zip(scores, signals, strict=True):
            known = [(self.names[name], value) for name, value in given.items() if name in self.names]
            if known:
                rows, values = zip(*known, strict=True)
                row += np.asarray(values) @ self.named[list(rows)]
        scores -= scores.max(axis=1, keepdims=True, initial=0.0)
        return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
