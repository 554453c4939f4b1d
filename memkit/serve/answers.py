"""What the HTTP routes answer, for their documentation: the results of Memory, and what errors look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from memkit.answer.grounded import GroundedAnswer
from memkit.chat import ContextResult
from memkit.converse.recall import DecisionView, TimelineEntry
from memkit.converse.write import Remembered
from memkit.identity import JudgementView
from memkit.memory import Health, Memory, Stats
from memkit.model import IngestResult, Result, Rows

__all__ = [
    "ContextResult",
    "Decisions",
    "GroundedAnswer",
    "Health",
    "History",
    "IngestResult",
    "OutOfScopeProblem",
    "Queue",
    "Remembered",
    "Reviewed",
    "Stats",
    "answers",
    "reviewed",
]


@dataclass(frozen=True, slots=True)
class Decisions(Result):
    rows: Rows[DecisionView]
    degraded: list[str]


@dataclass(frozen=True, slots=True)
class History(Result):
    rows: Rows[TimelineEntry]
    degraded: list[str]


@dataclass(frozen=True, slots=True)
class Queue(Result):
    rows: Rows[JudgementView]
    degraded: list[str]


@dataclass(frozen=True, slots=True)
class Reviewed(Result):
    """`status` is "confirmed" or "rejected"."""

    status: str
    judgement_id: str


@dataclass(frozen=True, slots=True)
class Problem:
    error: str
    message: str


@dataclass(frozen=True, slots=True)
class OutOfScopeProblem:
    """`reason` says in words what was missing."""

    error: str
    message: str
    reason: str


def answers(model: type) -> dict[int | str, dict[str, Any]]:
    """The answers of a route, by status."""
    return {200: {"model": model}, "4XX": {"model": Problem}, "5XX": {"model": Problem}}


def reviewed(memory: Memory, left_id: str, right_id: str, confirm: bool, reviewer: str | None) -> Reviewed:
    """Judge a pair, in the words of the review route."""
    judge = memory.confirm if confirm else memory.reject
    judgement = judge(left_id, right_id, reviewer=reviewer)
    return Reviewed("confirmed" if confirm else "rejected", judgement.id)
