"""Forgetting: what a tag, a session or a source brought goes, and with it what nothing else states."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from memkit.identity import component
from memkit.model import Batch, Conversation, Link, Passage, Result
from memkit.resolve.clusters import canonical_ids
from memkit.store import Store


@dataclass(frozen=True, slots=True)
class Forgotten(Result):
    """How many of each went: passages, relations, entities."""

    passages: int
    relations: int
    entities: int
    degraded: list[str] = field(default_factory=list)


def plan_forget(store: Store, passages: list[Passage]) -> tuple[Batch, Forgotten]:
    """The batch that takes these passages out: their mentions and relations, the entities that no other passage
    mentions (with their judgements), the conversations and documents that are left empty. Canonical ids of the
    entities that stay are derived anew without the ones that go."""
    batch = Batch(base_revision=store.revision())
    gone = {p.id for p in passages}
    touched = {edge.target_id for edge in store.expand(sorted(gone), ["MENTIONS"])}
    mentioned_still = {
        edge.target_id for edge in store.expand(sorted(touched), ["MENTIONS"], "in") if edge.source_id not in gone
    }
    orphans = touched - mentioned_still
    relations = [edge for id in sorted(gone) for edge in store.find("RELATED_TO", passage_id=id)]
    batch.deletes += [("RELATED_TO", edge.id) for edge in relations]
    batch.deletes += [("Passage", id) for id in sorted(gone)]
    batch.deletes += [("Entity", id) for id in sorted(orphans)]
    _identities_without(store, orphans, batch)
    _parents_without(store, passages, batch)
    return batch, Forgotten(len(gone), len(relations), len(orphans))


def _identities_without(store: Store, orphans: set[str], batch: Batch) -> None:
    known = component(store, orphans)
    staying = {id: entity for id, entity in known.entities.items() if id not in orphans}
    judgements = [j for j in known.judgements.values() if j.source_id in staying and j.target_id in staying]
    for id, canonical_id in sorted(canonical_ids(staying, judgements).items()):
        if staying[id].canonical_id != canonical_id:
            batch.add(replace(staying[id], canonical_id=canonical_id))


def _parents_without(store: Store, passages: Iterable[Passage], batch: Batch) -> None:
    """Conversations and documents lose what went; NEXT joins the messages that stay."""
    gone: dict[tuple[str, str], set[str]] = {}
    for passage in passages:
        gone.setdefault((passage.kind, passage.parent_id), set()).add(passage.id)
    for (kind, parent_id), ids in sorted(gone.items()):
        staying = [p for p in store.find("Passage", parent_id=parent_id) if p.id not in ids]
        label = "Conversation" if kind == "message" else "Document"
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
        batch.add(replace(found, last_id=staying[-1].id, next_position=staying[-1].position + 1))
