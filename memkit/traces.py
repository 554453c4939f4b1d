"""Reasoning that is remembered: what was done for a message or a question, step by step, and which things it touched.

A trace holds no words but those of the message or question that it belongs to: what was found stands in it by id. So
forgetting a source leaves nothing of it in the traces of others; and a trace goes with its message or its session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from memkit.model import Batch, Link, ReasoningStep, ReasoningTrace, Record, Result, stable_id
from memkit.store import Store

#: (what was done, what came of it)
Step = tuple[str, str]
#: Writes the batch that a plan gives, and planned again where another writer came between; gives what it planned.
Write = Callable[[Callable[[], tuple[Batch, str]]], str]


@dataclass(frozen=True, slots=True)
class TraceView(Result):
    """A trace as people see it. `message_id` is the message that it was INITIATED_BY ("" for a question that is no
    message), `entities` the names of the things that it touched and that are still known, `steps` are
    {number, action, observation}."""

    id: str
    session_id: str
    query: str
    outcome: str
    at: str
    message_id: str
    entities: tuple[str, ...]
    steps: tuple[dict[str, object], ...]


def plan_trace(
    store: Store,
    *,
    session_id: str,
    query: str,
    outcome: str,
    at: str,
    steps: Sequence[Step],
    touched: Iterable[str],
    message_id: str = "",
) -> tuple[Batch, str]:
    """(the batch that writes a trace, its id). Of one message or question at one time there is one trace: it stays as
    it was written first. Entities and a message that are gone by now are left out."""
    batch = Batch(base_revision=store.revision())
    trace_id = stable_id("trc", session_id, message_id or query, at)
    if store.get("ReasoningTrace", [trace_id]):
        return batch, trace_id
    batch.add(ReasoningTrace(trace_id, session_id, query, outcome, at), *_steps(trace_id, steps))
    if message_id and store.get("Passage", [message_id]):
        batch.add(Link.between(trace_id, "INITIATED_BY", message_id))
    batch.add(*(Link.between(trace_id, "TOUCHED", id) for id in sorted(store.get("Entity", touched))))
    return batch, trace_id


def _steps(trace_id: str, steps: Sequence[Step]) -> Iterable[Record]:
    for number, (action, observation) in enumerate(steps, 1):
        step = ReasoningStep(stable_id("stp", trace_id, number), trace_id, number, action, observation)
        yield step
        yield Link.between(trace_id, "HAS_STEP", step.id)


def touching(store: Store, entity_ids: Iterable[str], *, limit: int, but: str = "") -> list[TraceView]:
    """The latest traces that touched any of these names, the trace `but` left out; the latest first, ties by id."""
    ids = {edge.source_id for edge in store.expand(entity_ids, ["TOUCHED"], "in")} - {but}
    traces = sorted(store.get("ReasoningTrace", ids).values(), key=lambda trace: trace.id)
    return [_view(store, trace) for trace in sorted(traces, key=lambda trace: trace.at, reverse=True)[:limit]]


def _view(store: Store, trace: ReasoningTrace) -> TraceView:
    edges = store.expand([trace.id], ["INITIATED_BY", "TOUCHED"])
    names = store.get("Entity", {edge.target_id for edge in edges if edge.type == "TOUCHED"})
    heads = store.get("Entity", {entity.canonical_id for entity in names.values()})
    steps = sorted(store.find("ReasoningStep", trace_id=trace.id), key=lambda step: step.number)
    return TraceView(
        id=trace.id,
        session_id=trace.session_id,
        query=trace.query,
        outcome=trace.outcome,
        at=trace.at,
        message_id=next((edge.target_id for edge in edges if edge.type == "INITIATED_BY"), ""),
        entities=tuple(sorted({heads[e.canonical_id].name for e in names.values() if e.canonical_id in heads})),
        steps=tuple({"number": s.number, "action": s.action, "observation": s.observation} for s in steps),
    )


def traces_of(store: Store, passage_ids: Iterable[str]) -> list[str]:
    """Ids of the traces that these messages began."""
    return sorted({edge.source_id for edge in store.expand(passage_ids, ["INITIATED_BY"], "in")})


def traces_in(store: Store, session_id: str) -> list[str]:
    """Ids of all traces of a session, those of questions too."""
    return [trace.id for trace in store.find("ReasoningTrace", session_id=session_id)]
