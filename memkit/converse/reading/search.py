"""The likeliest reading of all acts together: a beam over what each act is about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memkit.converse.reading.features import DROPPED, Candidate, candidates, evidence
from memkit.converse.reading.table import Heard, Table

#: Readings kept after each act, and options within reach of one: the last spoken of.
BEAM, REACH = 6, 24
#: A reading this much less likely (natural logarithm) than the best is dropped.
BEHIND = 4.0


@dataclass(frozen=True, slots=True)
class Reading:
    score: float
    table: Table
    choice: tuple[int, int, str] | None = None  # (option, topic, act) of the last act; None: it concerns nothing
    before: Reading | None = None

    def choices(self) -> list[tuple[int, int, str] | None]:
        found, reading = [], self
        while reading.before is not None:
            found.append(reading.choice)
            reading = reading.before
        return found[::-1]


def score(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(value * weights.get(name, 0.0) for name, value in signs.items())


def search(acts: Iterable[Heard], weights: Mapping[str, float]) -> list[tuple[int, int, str] | None]:
    """(option, topic, what it comes to) of each act; None for one that can concern nothing that was said."""
    beam = [Reading(0.0, Table())]
    for heard in acts:
        grown, seen = [], {}
        for reading in beam:
            scored = [(score(signs, weights), c) for c, signs in candidates(heard, reading.table, seen)]
            highest = max(s for s, _ in scored)
            norm = highest + math.log(sum(math.exp(s - highest) for s, _ in scored))
            grown += [(reading.score + s - norm + (evidence(heard, reading.table, c)), reading, c) for s, c in scored]
        grown.sort(key=lambda one: -one[0])
        floor = grown[0][0] - BEHIND
        beam = [_grow(total, reading, heard, c) for total, reading, c in grown[:BEAM] if total >= floor]
    return beam[0].choices()


def _grow(total: float, reading: Reading, heard: Heard, candidate: Candidate) -> Reading:
    if candidate == DROPPED:
        return Reading(total, reading.table, None, reading)
    table, option, act = reading.table.apply(heard, candidate.option, candidate.topic, REACH)
    return Reading(total, table, (option, table.entries[option].topic, act), reading)
