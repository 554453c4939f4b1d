"""From probabilities of what each clause does to acts: at most one of a kind for each person in a turn."""

from __future__ import annotations

import numpy as np

from memkit.converse.base import Said
from memkit.converse.finding.course import CLASSES
from memkit.converse.finding.units import Told, Unit


def decode(told: Told, likely: np.ndarray, least: float) -> list[Said]:
    """The acts of a turn in order; `likely` has shape (units, CLASSES).

    A clause does what is likeliest of all acts, if it does anything with a probability of at least `least`; that is
    low, because what can concern nothing that was said is dropped when acts are linked. Of several clauses in which a
    person does the same the likeliest one counts. One word for both of two options that wait is two acts.
    """
    best: dict[tuple[str, str], tuple[float, Unit]] = {}
    for unit, row in zip(told.units, likely, strict=True):
        at = 1 + int(np.argmax(row[1:]))
        found = float(1 - row[0])
        if found >= least and found > best.get((unit.name, CLASSES[at]), (0.0, unit))[0]:
            best[unit.name, CLASSES[at]] = found, unit
    said = [(unit, act, found) for (_, act), (found, unit) in best.items()]
    said.sort(key=lambda one: (one[0].start, one[0].person, CLASSES.index(one[1])))
    return [_said(told, *one) for one in said for _ in range(1 + (one[0].twice and one[1] != "proposes"))]


def _said(told: Told, unit: Unit, act: str, likely: float) -> Said:
    about = told.turn.text[unit.start : unit.end].strip() if unit.words else ""
    return Said(unit.n, unit.person, act, unit.start, unit.end, about, round(likely, 3))
