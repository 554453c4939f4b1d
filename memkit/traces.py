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
    """The latest traces that touched any of these names, those of the message `but` left out; the latest first, ties by
    id."""
    ids = {edge.source_id for edge in store.expand(entity_ids, ["TOUCHED"], "in")} - set(traces_of(store, [but]))
    traces = sorted(store.get("ReasoningTrace", ids).values(), key=lambda trace: trace.id)
    return _views(store, sorted(traces, key=lambda trace: trace.at, reverse=True)[:limit])


def _views(store: Store, traces: Sequence[ReasoningTrace]) -> list[TraceView]:
    edges = store.expand([trace.id for trace in traces], ["INITIATED_BY", "HAS_STEP", "TOUCHED"])
    ends: dict[tuple[str, str], list[str]] = {}
    for edge in edges:
        ends.setdefault((edge.source_id, edge.type), []).append(edge.target_id)
    steps = store.get("ReasoningStep", {edge.target_id for edge in edges if edge.type == "HAS_STEP"})
    names = store.get("Entity", {edge.target_id for edge in edges if edge.type == "TOUCHED"})
    heads = store.get("Entity", {entity.canonical_id for entity in names.values()})

    def view(trace: ReasoningTrace) -> TraceView:
        # Another writer may have forgotten some of it between two reads.
        done = [steps[id] for id in ends.get((trace.id, "HAS_STEP"), ()) if id in steps]
        touched = {names[id].canonical_id for id in ends.get((trace.id, "TOUCHED"), ()) if id in names} & set(heads)
        return TraceView(
            id=trace.id,
            session_id=trace.session_id,
            query=trace.query,
            outcome=trace.outcome,
            at=trace.at,
            message_id=next(iter(ends.get((trace.id, "INITIATED_BY"), ())), ""),
            entities=tuple(sorted({heads[id].name for id in touched})),
            steps=tuple(
                {"number": step.number, "action": step.action, "observation": step.observation}
                for step in sorted(done, key=lambda step: step.number)
            ),
        )

    return [view(trace) for trace in traces]


def traces_of(store: Store, passage_ids: Iterable[str]) -> list[str]:
    """Ids of the traces that these messages began."""
    return sorted({edge.source_id for edge in store.expand(passage_ids, ["INITIATED_BY"], "in")})


def traces_in(store: Store, session_id: str) -> list[str]:
    """Ids of all traces of a session, those of questions too."""
    return [trace.id for trace in store.find("ReasoningTrace", session_id=session_id)]
