"""What was done before and is done beside, as far as a first reading of all clauses by themselves tells: signals for a
second one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from memkit.converse.finding.units import Told, Unit
from memkit.model import ACTS

#: A column of probabilities for each: no act, then the acts.
CLASSES = ("none", *ACTS)
_PROPOSES, _DECIDES = CLASSES.index("proposes"), CLASSES.index("decides")
#: Options that are remembered, and turns.
REACH, TURNS = 16, 3
#: A clause that proposes or settles with at least this probability counts as an option, or as its settlement.
LIKELY = 0.3


@dataclass(slots=True)
class _Option:
    core: frozenset[str]
    words: frozenset[str]
    by: str
    likely: float
    settled: float = 0.0

    def shared(self, words: frozenset[str]) -> int:
        return 2 * len(self.core & words) + len(self.words & words)


@dataclass(slots=True)
class Course:
    """The state before a turn, by probabilities of what was done: `signals` of its units, then `take_in` the turn."""

    turns: deque[tuple[str, np.ndarray, bool]] = field(default_factory=lambda: deque(maxlen=TURNS))
    done: dict[str, np.ndarray] = field(default_factory=dict)  # person -> highest probability of each act so far
    options: deque[_Option] = field(default_factory=lambda: deque(maxlen=REACH))
    settled: float = 0.0
    place: int = 0

    def signals(self, told: Told, likely: np.ndarray) -> Iterator[dict[str, float]]:
        """One row of signals for each unit; `likely` has shape (units, CLASSES)."""
        for at, unit in enumerate(told.units):
            row = self._beside(told.units, at, likely) | self._before(unit) | self._on_table(unit)
            yield {name: float(value) for name, value in row.items() if value}

    def _beside(self, units: Iterable[Unit], at: int, likely: np.ndarray) -> dict[str, float]:
        units = list(units)
        one = units[at]
        row: dict[str, float] = {}
        theirs = [k for k, other in enumerate(units) if k != at and other.name == one.name]
        if theirs:
            row |= _named("beside", likely[theirs].max(axis=0))
        for step, word in ((1, "next"), (-1, "previous")):
            near = [k for k, other in enumerate(units) if other.clause == one.clause + step]
            if near:
                row |= _named(f"{word} clause", likely[near[0]]) | {f"{word} clause:none": likely[near[0], 0]}
        return row

    def _before(self, unit: Unit) -> dict[str, float]:
        row: dict[str, float] = {}
        for back in range(1, TURNS + 1):
            if back > len(self.turns):
                row[f"no turn {back} before"] = 1.0
                continue
            speaker, acts, asks = self.turns[-back]
            row |= _named(f"turn {back} before", acts)
            row[f"turn {back} before:{'self' if speaker == unit.name else 'other'}"] = 1.0
            row[f"turn {back} before:asks"] = float(asks)
        if unit.name in self.done:
            row |= _named("they before", self.done[unit.name])
        row["settled before"] = min(self.settled, 3.0) / 3
        row["turns so far"] = min(self.place, 10) / 10
        return row

    def _on_table(self, unit: Unit) -> dict[str, float]:
        row: dict[str, float] = {}
        best, most = None, 0.0
        for option in self.options:
            shared = option.shared(unit.words) * option.likely
            if shared and shared >= most:
                best, most = option, shared
        row["match"] = min(most, 4.0) / 4
        if best is not None:
            row["match:own" if best.by == unit.name else "match:other"] = best.likely
            row["match:settled"] = best.settled
        waiting = next((o for o in reversed(self.options) if o.likely > 0.4 and o.settled < 0.5), None)
        row["waits:none" if waiting is None else f"waits:{'own' if waiting.by == unit.name else 'other'}"] = 1.0
        return row

    def take_in(self, told: Told, likely: np.ndarray) -> None:
        for at, unit in enumerate(told.units):
            before = self.done.get(unit.name, 0.0)
            self.done[unit.name] = np.maximum(before, likely[at])
            if likely[at, _PROPOSES] > LIKELY:
                self.options.append(_Option(unit.words, told.words, unit.name, likely[at, _PROPOSES]))
            if likely[at, _DECIDES] > LIKELY and self.options:
                best = max(reversed(self.options), key=lambda option: option.shared(unit.words))
                best.settled = max(best.settled, likely[at, _DECIDES])
        highest = likely.max(axis=0) if len(told.units) else np.zeros(len(CLASSES))
        self.turns.append((told.speaker, highest, told.asks))
        self.settled += highest[_DECIDES]
        self.place += 1


def _named(name: str, acts: np.ndarray) -> dict[str, float]:
    return {f"{name}:{act}": value for act, value in zip(CLASSES[1:], acts[1:], strict=True)}


def course_signals(told: Iterable[Told], likely: np.ndarray) -> list[dict[str, float]]:
    """One row of signals for each unit of a conversation; `likely` has shape (units, CLASSES)."""
    course, rows, start = Course(), [], 0
    for one in told:
        part = likely[start : start + len(one.units)]
        rows += course.signals(one, part)
        course.take_in(one, part)
        start += len(one.units)
    return rows
