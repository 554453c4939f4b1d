"""The review queue as a reviewer works through it: one pair after the other, with all that speaks for and against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memkit.errors import InputError
from memkit.model import Result, check_text
from memkit.widgets.side import Side, side

if TYPE_CHECKING:
    from memkit.identity import JudgementView
    from memkit.memory import Memory


@dataclass(frozen=True, slots=True)
class Pair(Result):
    """A pair that waits: both sides, the score, the signals (0 to 1) and the reason in words."""

    left: Side
    right: Side
    score: float
    signals: dict[str, float]
    reason: str


@dataclass(slots=True)
class Progress(Result):
    """What the reviews came to so far; `measured` is what `measure` gave at the start and after each of them."""

    merged: int = 0
    kept_apart: int = 0
    waiting: int = 0
    measured: list[dict[str, float]] = field(default_factory=list)


class ReviewQueue:
    """Works through memory.pending(): what is put off comes last, what is undone comes next.

    `measure()`, if given, is called at the start and after each review, say for precision and recall on gold.
    """

    def __init__(
        self, memory: Memory, *, reviewer: str | None = None, measure: Callable[[], Mapping[str, float]] | None = None
    ) -> None:
        if measure is not None and not callable(measure):
            raise InputError(f"measure is a {type(measure).__name__}: a function that gives numbers by name is needed")
        self._memory = memory
        self._reviewer = reviewer
        self._measure = measure
        self._put_off: list[frozenset[str]] = []
        self._done: list[JudgementView] = []
        self.progress = Progress()
        self._count()

    def current(self) -> Pair | None:
        """The pair that is asked now, None when none waits."""
        waiting = self._waiting()
        return self._pair(waiting[0]) if waiting else None

    def merge(self, left_id: str, right_id: str) -> JudgementView:
        """The two are one thing. The pair is named, so that a second click on a slow page judges nothing else."""
        return self._judged(self._memory.confirm(left_id, right_id, reviewer=self._reviewer))

    def keep_apart(self, left_id: str, right_id: str) -> JudgementView:
        """The two are different."""
        return self._judged(self._memory.reject(left_id, right_id, reviewer=self._reviewer))

    def later(self, left_id: str, right_id: str) -> None:
        """Ask about all others first."""
        check_text(left_id, "left_id")
        check_text(right_id, "right_id")
        pair = frozenset((left_id, right_id))
        self._put_off = [*(p for p in self._put_off if p != pair), pair]

    def undo(self) -> JudgementView:
        """Take back the last review of this session; its pair is asked next. InputError when there is none."""
        if not self._done:
            raise InputError("nothing was reviewed in this session that could be undone")
        taken_back = self._memory.undo(self._done[-1].id)
        last = self._done.pop()
        self._put_off = [p for p in self._put_off if p != frozenset((last.left_id, last.right_id))]
        self._count()
        return taken_back

    def _judged(self, judgement: JudgementView) -> JudgementView:
        self._done.append(judgement)
        self._count()
        return judgement

    def _count(self) -> None:
        verdicts = [judgement.verdict for judgement in self._done]
        self.progress.merged, self.progress.kept_apart = verdicts.count("merged"), verdicts.count("rejected")
        self.progress.waiting = len(self._memory.pending())
        if self._measure is not None:
            numbers = {str(name): float(value) for name, value in self._measure().items()}
            self.progress.measured = [*self.progress.measured[: len(self._done)], numbers]

    def _waiting(self) -> list[JudgementView]:
        order = {pair: number for number, pair in enumerate(self._put_off, 1)}
        return sorted(self._memory.pending(), key=lambda p: order.get(frozenset((p.left_id, p.right_id)), 0))

    def _pair(self, waiting: JudgementView) -> Pair:
        left, right = side(self._memory, waiting.left_id), side(self._memory, waiting.right_id)
        return Pair(left, right, waiting.score, dict(waiting.signals), waiting.reason)
