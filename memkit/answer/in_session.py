"""A question asked in a session leaves a trace there: how it was answered, from which passages, over which things."""

from __future__ import annotations

from collections.abc import Callable

from memkit.answer.grounded import GroundedAnswer
from memkit.errors import OutOfScope
from memkit.model import utc_now
from memkit.store import Store
from memkit.traces import Step, Write, plan_trace


def ask_in_session(
    store: Store, session_id: str, question: str, *, ask: Callable[[], GroundedAnswer], write: Write
) -> GroundedAnswer:
    """What `ask` answers or raises, after a trace of it was kept, in one batch. A refusal is remembered too."""
    at = utc_now()

    def keep(outcome: str, steps: list[Step], things: set[str]) -> None:
        heads = {entity.canonical_id for entity in store.get("Entity", things).values()}
        given = {"session_id": session_id, "query": question, "outcome": outcome, "at": at}
        write(lambda: plan_trace(store, steps=steps, touched=heads, **given))

    try:
        answer = ask()
    except OutOfScope:
        keep("refused", [("look for evidence", "none")], set())
        raise
    passages = list(dict.fromkeys(citation.passage_id for citation in answer.citations))
    things = {id for way in answer.graph_paths for s in way.statements for id in (s.source_id, s.target_id)}
    things |= {edge.target_id for edge in store.expand(passages, ["MENTIONS"])}
    steps = [
        ("route", answer.routing_used),
        ("walk the graph", f"{len(answer.graph_paths)} ways"),
        ("retrieve passages", " ".join(hit.id for hit in answer.vector_passages) or "none"),
        ("cite", " ".join(passages)),
    ]
    keep(f"answered with {len(answer.citations)} citations", steps, things)
    return answer
