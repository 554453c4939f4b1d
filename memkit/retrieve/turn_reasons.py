"""Why is a turn here? The words of the question in it and around it, who says it, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np

from memkit.retrieve.asking import Asking
from memkit.retrieve.turns import TurnIndex

#: Ranks of a list that are told, and words of a kind.
TOLD, TOLD_WORDS = 100, 3


def word_reasons(
    turns: TurnIndex,
    rows: Sequence[int],
    asking: Asking,
    shares: Sequence[Mapping[str, float]],
    around: Mapping[int, float],
) -> list[dict[str, str]]:
    """For each of these turns, the words of the question that it says otherwise, and those that stand around it:
    {"meaning": "kids for children", "neighbours": "camping (1 before)"}. `shares` are the terms that were looked for,
    word by word, the word itself first."""
    if not rows or not shares:
        return [{} for _ in rows]
    distances = [0, *sorted(around, key=lambda d: (-around[d], d))]
    places = np.stack([turns.neighbours(np.asarray(rows), distance) for distance in distances], axis=1)
    terms = list(dict.fromkeys(term for of in shares for term in of))
    column = {term: n for n, term in enumerate(terms)}
    ids = [turns.words.ids[slot] if slot >= 0 else "" for slot in places.ravel()]
    holds = turns.words.holds(terms, ids).reshape(*places.shape, len(terms))
    return [_said_in(turns, table, asking, shares, distances, column) for table in holds]


def _said_in(
    turns: TurnIndex,
    table: np.ndarray,
    asking: Asking,
    shares: Sequence[Mapping[str, float]],
    distances: Sequence[int],
    column: Mapping[str, int],
) -> dict[str, str]:
    meaning, neighbours = [], []
    for of in shares:
        term, *others = of
        held = table[:, column[term]]
        if held[0]:
            continue
        meaning += [f"{turns.said[o]} for {asking.words[term]}" for o in others if table[0, column[o]]][:1]
        near = [distance for distance, here in zip(distances, held, strict=True) if here]
        neighbours += [f"{asking.words[term]} ({abs(d)} {'before' if d < 0 else 'after'})" for d in near[:1]]
    told = {"meaning": meaning, "neighbours": neighbours}
    return {key: ", ".join(words[:TOLD_WORDS]) for key, words in told.items() if words}


def day_of(turns: TurnIndex, row: int) -> str:
    """The (first) day of a turn, ISO 8601."""
    return date.fromordinal(int(turns.days[0][row])).isoformat()
