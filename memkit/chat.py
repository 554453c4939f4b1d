"""A message in a conversation: it is stored, what memory holds around it is found, and the way there is remembered.

Three tiers meet here: the session's messages, the things that they name, and earlier reasoning about those things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from memkit.facts import standing
from memkit.ingest import Note
from memkit.model import Batch, IngestResult, Passage, Result, Rows
from memkit.retrieve import Ranked
from memkit.retrieve.search import PassageHit, hit
from memkit.store import Store
from memkit.traces import TraceView, Write, plan_trace, touching
from memkit.views import EntityView, entity_views, facts

#: How many of each are given back at most.
MESSAGES, ENTITIES, NEIGHBOURS, TRACES = 5, 10, 20, 5
#: How far down the ranking of the whole memory the session's messages are looked for.
DEPTH = 100
#: Of how many of the best passages, of any session or document, the things are taken.
PASSAGES = 10

#: (question, k) -> (the k best passages of the whole memory, what ran degraded).
Rank = Callable[[str, int], tuple[list[Ranked], list[str]]]


@dataclass(frozen=True, slots=True)
class ContextEntity(Result):
    """A thing that matters to a message. `score` is 1 for one that the message names, else the score of the best
    passage that names it as a share of the best passage's (0 to 1); `related_names` are those it has a fact with, the
    most often stated first."""

    id: str
    name: str
    entity_type: str
    score: float
    related_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContextResult(Result):
    """What memory holds around a message: `message_hits` (PassageHit) of its session, without itself, best first;
    `entities` (ContextEntity), best first; `reasoning` (TraceView), earlier, latest first."""

    query: str
    session_id: str
    message_hits: Rows[PassageHit]
    entities: Rows[ContextEntity]
    reasoning: Rows[TraceView]
    message_id: str = ""
    trace_id: str = ""
    degraded: list[str] = field(default_factory=list)

    def _repr_html_(self) -> str:
        parts = {"messages": self.message_hits, "entities": self.entities, "earlier reasoning": self.reasoning}
        return "".join(f"<h4>{title}</h4>{rows._repr_html_()}" for title, rows in parts.items())


def chat(
    store: Store, note: Note, *, rank: Rank, ingest: Callable[[Note], IngestResult], write: Write, longest: int
) -> ContextResult:
    """Store the message, find what is around it, and keep a trace of that. The search comes before the message is
    stored, else it would be its own best hit; it takes the first `longest` characters.

    The message and the trace are a batch each: a message whose trace was not written gets it when it is said again.
    """
    ranked, degraded = rank(note.content.strip()[:longest], DEPTH)
    stored = ingest(note)
    found = _passages(store, ranked, note)
    hits = [hit(passage, r.score, r.via) for r, passage in found if _said_in(passage, note.session_id)][:MESSAGES]
    views, scores = _entities(store, found[:PASSAGES], stored)
    related = _related(store, views)
    entities = [ContextEntity(v.id, v.name, v.type, round(scores[v.id], 6), related[v.id]) for v in views]
    names = [id for view in views for id in view.member_ids]
    earlier = touching(store, names, limit=TRACES, but=stored.message_id)
    trace_id = write(lambda: _plan_trace(store, note, stored, hits, entities, earlier))
    degraded = list(dict.fromkeys([*degraded, *stored.degraded]))
    return ContextResult(
        query=note.content,
        session_id=note.session_id,
        message_hits=Rows(hits, degraded=degraded),
        entities=Rows(entities, degraded=degraded),
        reasoning=Rows(earlier, degraded=degraded),
        message_id=stored.message_id,
        trace_id=trace_id,
        degraded=degraded,
    )


def _passages(store: Store, ranked: Sequence[Ranked], note: Note) -> list[tuple[Ranked, Passage]]:
    """The ranked passages, without those of the message itself, should it have been said before."""
    passages = store.get("Passage", [r.id for r in ranked])
    return [(r, passages[r.id]) for r in ranked if r.id in passages and not _is_part(passages[r.id], note)]


def _is_part(passage: Passage, note: Note) -> bool:
    return _said_in(passage, note.session_id) and passage.at == note.at and passage.text in note.content


def _said_in(passage: Passage, session_id: str) -> bool:
    return passage.kind == "message" and passage.session_id == session_id


def _entities(
    store: Store, found: Sequence[tuple[Ranked, Passage]], stored: IngestResult
) -> tuple[list[EntityView], Mapping[str, float]]:
    """(the things, best first; canonical id -> score)"""
    best = max((r.score for r, _ in found), default=0.0)
    by_passage = {passage.id: max(0.0, r.score / best) if best > 0 else 0.0 for r, passage in found}
    by_name: dict[str, float] = {}
    for edge in store.expand(by_passage, ["MENTIONS"]):
        by_name[edge.target_id] = max(by_name.get(edge.target_id, 0.0), by_passage[edge.source_id])
    by_name |= {resolution.entity_id: 1.0 for resolution in stored.resolutions}
    entities = store.get("Entity", by_name)
    scores: dict[str, float] = {}
    for id, entity in entities.items():
        scores[entity.canonical_id] = max(scores.get(entity.canonical_id, 0.0), by_name[id])
    least = sorted(scores.values(), reverse=True)[:ENTITIES][-1] if scores else 0.0
    views = entity_views(store, [e for e in entities.values() if scores[e.canonical_id] >= least])
    # Most mentioned first: the order among equals.
    return sorted(views, key=lambda view: -scores[view.id])[:ENTITIES], scores


def _related(store: Store, views: Sequence[EntityView]) -> dict[str, tuple[str, ...]]:
    """Canonical id -> names of the things that it has a fact with, most often stated first."""
    members = [id for view in views for id in view.member_ids]
    stated = facts(store, standing(store, store.expand(members, ["RELATED_TO"], "both")))
    counts: dict[str, Counter[str]] = {view.id: Counter() for view in views}
    for fact in stated:
        for id, other_id, other in (
            (fact.source_id, fact.target_id, fact.target),
            (fact.target_id, fact.source_id, fact.source),
        ):
            if id in counts and other_id != id:
                counts[id][other] += 1
    return {
        id: tuple(sorted(names, key=lambda name, names=names: (-names[name], name))[:NEIGHBOURS])
        for id, names in counts.items()
    }


def _plan_trace(
    store: Store,
    note: Note,
    stored: IngestResult,
    hits: Sequence[PassageHit],
    entities: Sequence[ContextEntity],
    earlier: Sequence[TraceView],
) -> tuple[Batch, str]:
    pending = sum(resolution.action == "pending" for resolution in stored.resolutions)
    named = f"{stored.entity_count} names, {stored.relation_count} relations, {pending} for review"
    return plan_trace(
        store,
        session_id=note.session_id,
        query=note.content,
        outcome=f"{len(hits)} messages, {len(entities)} entities, {len(earlier)} earlier traces",
        at=note.at,
        message_id=stored.message_id,
        touched=[entity.id for entity in entities],
        steps=[
            ("store the message", f"{stored.message_id}: {named}"),
            ("search the session's messages", " ".join(hit.id for hit in hits) or "none"),
            ("find entities", " ".join(entity.id for entity in entities) or "none"),
            ("expand to neighbours", f"{sum(len(entity.related_names) for entity in entities)} names"),
            ("recall earlier reasoning", " ".join(trace.id for trace in earlier) or "none"),
        ],
    )
