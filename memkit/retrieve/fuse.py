"""Reciprocal-rank fusion of ranked lists."""

from __future__ import annotations

from collections.abc import Sequence

from memkit.retrieve.bm25 import rank

#: The constant of Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
#: Learning Methods", SIGIR 2009.
RRF_K = 60


def reciprocal_rank_fusion(lists: Sequence[Sequence[str]], *, k: int = RRF_K) -> list[tuple[str, float]]:
    """score(id) = sum over the lists that hold it of 1 / (k + rank), rank from 1; best first, ties by id."""
    scores: dict[str, float] = {}
    for ranked in lists:
        for position, id in enumerate(ranked, start=1):
            scores[id] = scores.get(id, 0.0) + 1.0 / (k + position)
    return rank(scores.items())
