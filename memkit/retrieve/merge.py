"""One list of two: each kind of passage is ranked by its own engine, and one yardstick says how they interleave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memkit.retrieve.explain import Ranked


def merge(lists: Sequence[tuple[Sequence[Ranked], Sequence[float]]], k: int) -> list[Ranked]:
    """The k best of several lists (ranked, cosines), each in its own order.

    The scores of two engines cannot be compared; the cosines of the question to the passages of either kind can. So
    the n-th of a list takes the place of its kind's n-th highest cosine (the last one where there are no more), and its
    score is that.
    """
    placed = []
    for number, (ranked, cosines) in enumerate(lists):
        marks = sorted(cosines, reverse=True) or [0.0]
        for n, one in enumerate(ranked):
            placed.append((-marks[min(n, len(marks) - 1)], number, n, one))
    return [replace(one, score=-mark) for mark, _, _, one in sorted(placed, key=lambda p: p[:3])[:k]]
