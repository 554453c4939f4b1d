"""Forgetting: what a tag, a session or a source brought goes, and with it what nothing else states."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from memkit.converse.forget import claims_of, without
from memkit.identity import component
from memkit.model import Batch, Conversation, Edge, Entity, Judgement, Link, Mention, Passage, Relation, Result
from memkit.resolve.clusters import canonical_ids
from memkit.store import Store
from memkit.traces import traces_in, traces_of


@dataclass(frozen=True, slots=True)
class Forgotten(Result):
    """How many of each went: passages, relations, entities."""

    passages: int
    relations: int
    entities: int
    degraded: list[str] = field(default_factory=list)


def plan_forget(store: Store, passages: list[Passage], session_id: str = "") -> tuple[Batch, Forgotten]:
    """The batch that takes these passages out: all that they state, the entities that no other passage mentions (with
    their judgements), the conversations and documents that are left empty, the traces that they began. Canonical ids of
    the entities that stay are derived anew without the ones that go. Of a whole session (`session_id`) the traces of
    questions go, too."""
    batch = Batch(base_revision=store.revision())
    forgotten = take_out(store, passages, batch)
    if session_id:
        batch.deletes += [("ReasoningTrace", id) for id in traces_in(store, session_id)]
    return batch, forgotten


def take_out(store: Store, passages: Sequence[Passage], batch: Batch) -> Forgotten:
    """Add to `batch` the deletion of these passages, and of whatever they state, as far as the batch does not write
    the same record again: what it writes takes their place."""
    ids = {p.id for p in passages}
    again = {(record.label, record.id) for record in batch.upserts}
    edges = stated_by(store, ids)
    gone = {id for id in ids if (Passage.label, id) not in again}
    ended = [e for e in edges if (e.label, e.id) not in again]
    touched = {e.target_id for e in edges if e.label == Mention.label}
    messages = {p.id for p in passages if p.kind == "message" and p.id in gone}
    claims = claims_of(store, messages)
    without(store, messages, claims, batch)
    touched |= {e.target_id for e in store.expand(sorted(messages), ["SPOKEN_BY"])}
    touched |= {e.target_id for e in store.expand(sorted(c.id for c in claims), ["STATED_BY"])}
    sources = ids | {c.id for c in claims}
    named = {record.target_id for record in batch.upserts if isinstance(record, Mention)}
    known_by = store.expand(sorted(touched), ["MENTIONS", "SPOKEN_BY", "STATED_BY"], "in")
    named |= {e.target_id for e in known_by if e.source_id not in sources}
    orphans = touched - named
    batch.deletes += [(e.label, e.id) for e in ended if e.source_id not in gone]
    batch.deletes += [("Passage", id) for id in sorted(gone)]
    batch.deletes += [("ReasoningTrace", id) for id in traces_of(store, gone)]
    batch.deletes += [("Entity", id) for id in sorted(orphans)]
    _identities_without(store, orphans, batch)
    _parents_without(store, [p for p in passages if p.id in gone], batch)
    return Forgotten(len(gone), sum(e.label == Relation.label for e in ended), len(orphans))


def stated_by(store: Store, passage_ids: Iterable[str]) -> list[Edge]:
    """What these passages say: the edges MENTIONS, DESCRIBES, RELATED_TO and NOT_RELATED_TO."""
    ids = sorted(passage_ids)
    edges = store.expand(ids, ["MENTIONS", "DESCRIBES"])
    for label in ("RELATED_TO", "NOT_RELATED_TO"):
        edges += [edge for id in ids for edge in store.find(label, passage_id=id)]
    return edges


def _identities_without(store: Store, orphans: set[str], batch: Batch) -> None:
    """Canonical ids as they are once the orphans are gone and the batch is written."""
    written = {record.id: record for record in batch.upserts if isinstance(record, Entity)}
    judged = {record.id: record for record in batch.upserts if isinstance(record, Judgement)}
    ids, reached = set(orphans), set()
    while ids - reached:  # what the batch joins with an orphan is in the store only in part
        known = component(store, ids)
        reached = ids | set(known.entities)
        merged = [j for j in judged.values() if j.verdict == "merged" and {j.source_id, j.target_id} & reached]
        ids = reached | {id for j in merged for id in (j.source_id, j.target_id)}
    if not orphans:
        return
    staying = known.entities | {id: entity for id, entity in written.items() if id in ids}
    staying = {id: entity for id, entity in staying.items() if id not in orphans}
    judgements = (known.judgements | judged).values()
    inside = [j for j in judgements if j.source_id in staying and j.target_id in staying]
    moved = {
        id: replace(staying[id], canonical_id=canonical_id)
        for id, canonical_id in sorted(canonical_ids(staying, inside).items())
        if staying[id].canonical_id != canonical_id
    }
    batch.upserts = [record for record in batch.upserts if not (record.label == Entity.label and record.id in moved)]
    batch.add(*moved.values())


def _parents_without(store: Store, passages: Iterable[Passage], batch: Batch) -> None:
    """Conversations and documents lose what went; NEXT joins the messages that stay."""
    gone: dict[tuple[str, str], set[str]] = {}
    for passage in passages:
        gone.setdefault((passage.kind, passage.parent_id), set()).add(passage.id)
    for (kind, parent_id), ids in sorted(gone.items()):
        staying = [p for p in store.find("Passage", parent_id=parent_id) if p.id not in ids]
        label = "Conversation" if kind == "message" else "Document"
        if any(record.label == label and record.id == parent_id for record in batch.upserts):
            continue
        if not staying:
            batch.deletes.append((label, parent_id))
        elif kind == "message":
            _close_ranks(store, parent_id, staying, batch)


def _close_ranks(store: Store, parent_id: str, staying: list[Passage], batch: Batch) -> None:
    """Messages keep their positions (an order with gaps); the chain of NEXT and the conversation's end are mended."""
    staying = sorted(staying, key=lambda p: (p.position, p.id))
    before = {edge.target_id: edge.source_id for edge in store.expand([p.id for p in staying], ["NEXT"], "in")}
    for previous, passage in itertools.pairwise(staying):
        if before.get(passage.id) != previous.id:
            batch.add(Link.between(previous.id, "NEXT", passage.id))
    found = store.get("Conversation", [parent_id]).get(parent_id)
    if isinstance(found, Conversation):
        spoke = {p.speaker for p in staying}
        speakers = {spelling: id for spelling, id in found.speakers.items() if spelling in spoke}
        end = staying[-1]
        batch.add(replace(found, last_id=end.id, next_position=end.position + 1, speakers=speakers))
