"""Which options were said to go for another one, whatever their topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from memkit.converse.base import Act


def replaced(acts: Sequence[Act], topics: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """key -> keys that it takes the place of: who settles one option and in the same breath drops settled ones replaces
    these by it, also where they are of other topics ("one order instead of both"), unless another option that is
    settled in this turn is of theirs. `acts` are in the order of turns."""
    found: dict[str, list[str]] = {}
    settled: set[str] = set()
    for _, turn in groupby(acts, key=lambda act: (act.n, act.person)):
        turn = list(turn)
        taken = [act.decision for act in turn if act.act == "decides"]
        dropped = [act.decision for act in turn if act.act == "withdraws" and act.decision in settled]
        for key in dropped:
            if taken and all(topics[other] != topics[key] for other in taken):
                found.setdefault(taken[0], []).append(key)
        settled.update(taken)
    return {key: tuple(keys) for key, keys in found.items()}
