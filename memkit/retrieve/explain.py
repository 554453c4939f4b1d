"""Why is a passage here? The things that lead from the question to it, read off the walk."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from memkit.model import Result
from memkit.retrieve.graph import Incidence, PassageGraph

#: Scores are compared to so many digits, so that the order of a sum never decides a rank.
DIGITS = 9
#: Things named in an explanation.
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Path(Result):
    """How the graph reached a passage: `things` in the order of the walk, from one that the question names, and the
    ids of the `passages` it went through, of which the last is the passage itself."""

    passage_id: str
    things: tuple[str, ...]
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage's id and score, why it is there (signal -> rank from 1, or the names of things), and its path."""

    id: str
    score: float
    via: dict[str, int | str]
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Walked:
    """One question's walk: `scores` (p,) from 0 to 1 over the rows of `incidence`; `anchored` (t,) are the things that
    the question names."""

    graph: PassageGraph
    incidence: Incidence
    scores: np.ndarray
    anchored: np.ndarray

    def id(self, row: int) -> str:
        """The passage of a row."""
        return self.graph.ids[self.incidence.slots[row]]

    def label(self, column: int) -> str:
        """What the thing of a column is called."""
        return self.graph.label(int(self.incidence.nodes[column]))

    def row(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """(columns, weights) of what a passage names."""
        matrix = self.incidence.matrix
        part = slice(matrix.indptr[row], matrix.indptr[row + 1])
        return matrix.indices[part], matrix.data[part]

    def best(self, scores: np.ndarray, k: int) -> np.ndarray:
        """Rows of the k highest `scores` (p,) above 0 (to DIGITS digits), best first, ties by id."""
        rounded = np.round(scores, DIGITS)
        rows = np.flatnonzero(rounded > 0)
        if k < len(rows):
            rows = rows[rounded[rows] >= np.partition(rounded[rows], len(rows) - k)[len(rows) - k]]
        ordered = sorted(rows.tolist(), key=lambda row: (-rounded[row], self.id(row)))
        return np.array(ordered[:k], dtype=np.int64)


def explain(walked: Walked, row: int, first: int) -> tuple[dict[str, str], Path | None]:
    """({"names": ...} or {"bridge": ...}, path) of a passage. `first` is the row that it forms a pair with, -1 if none;
    then the best passage that it shares a thing with takes its place. Nothing where the graph gives no reason."""
    direct = _asked(walked, row)
    if direct:
        return {"names": "; ".join(direct)}, Path(walked.id(row), tuple(direct), (walked.id(row),))
    if first < 0:
        first = _stepping_stone(walked, row)
    bridge = _bridge(walked, first, row) if first >= 0 else None
    if bridge is None:
        return {}, None
    path = Path(walked.id(row), (*_asked(walked, first), bridge), (walked.id(first), walked.id(row)))
    return {"bridge": bridge}, path


def _asked(walked: Walked, row: int) -> list[str]:
    """The things in the question that a passage names, the rarest first."""
    columns, _ = walked.row(row)
    found = sorted((int(walked.incidence.df[c]), walked.label(c)) for c in columns[walked.anchored[columns]])
    return list(itertools.islice(dict.fromkeys(label for _, label in found), SHOWN))


def _bridge(walked: Walked, first: int, row: int) -> str | None:
    """The rarest thing that both passages name."""
    (ours, weights), (theirs, _) = walked.row(row), walked.row(first)
    shared = np.flatnonzero(np.isin(ours, theirs))
    found = sorted((-round(float(weights[i]), DIGITS), walked.label(ours[i])) for i in shared)
    return found[0][1] if found else None


def _stepping_stone(walked: Walked, row: int) -> int:
    """The best other passage that shares a thing with this one, -1 if none does."""
    own = np.zeros(walked.incidence.matrix.shape[1])
    columns, weights = walked.row(row)
    own[columns] = weights
    reach = (walked.incidence.matrix @ own) * walked.scores
    reach[row] = 0.0
    best = walked.best(reach, 1)
    return int(best[0]) if len(best) else -1
