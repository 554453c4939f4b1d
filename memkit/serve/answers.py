"""What HTTP and MCP answer: the results of Memory in the form of their schemas, and what errors of HTTP look like."""

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
    "Table",
    "answers",
    "reviewed",
]


@dataclass(frozen=True, slots=True)
class Decisions(Result):
    """`rows` of recall, and what ran degraded."""

    rows: Rows[DecisionView]
    degraded: list[str]


@dataclass(frozen=True, slots=True)
class History(Result):
    """`rows` of a timeline, oldest first, and what ran degraded."""

    rows: Rows[TimelineEntry]
    degraded: list[str]


@dataclass(frozen=True, slots=True)
class Queue(Result):
    """`rows` of the review queue, most gained by an answer first."""

    rows: Rows[JudgementView]
    degraded: list[str]


@dataclass(frozen=True, slots=True)
class Table(Result):
    """`rows` of a query, column -> value; `notes` say so when there were more."""

    rows: Rows[dict[str, Any]]
    degraded: list[str]
    notes: list[str]


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
