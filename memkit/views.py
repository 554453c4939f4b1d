"""What people see of the graph: things under all their names, and facts between them, read through canonical ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memkit.model import Edge, Entity, Result
from memkit.store import Store


@dataclass(frozen=True, slots=True)
class EntityView(Result):
    """One thing under all its names. `id` is its canonical id, `aliases` its other names, `description` what any of
    its names brought, `mentions` the number of places that name it, `member_ids` the ids of all its names."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    description: str
    mentions: int
    member_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact(Result):
    """A relation as a passage states it, between canonical entities. `since` and `until` (ISO 8601, "" for unknown) are
    what the passage says, or, of a lasting state, when it began and ended by all that is known."""

    source: str
    type: str
    target: str
    source_id: str
    target_id: str
    passage_id: str
    sentence: str
    since: str = ""
    until: str = ""


def entity_views(store: Store, entities: Iterable[Entity]) -> list[EntityView]:
    """The things that these names stand for, whole: each with all its names, most mentioned first, ties by id."""
    heads = {e.canonical_id for e in entities}
    members: dict[str, list[Entity]] = {id: [] for id in heads}
    for head in sorted(heads):
        members[head] = store.find("Entity", canonical_id=head)
    all_ids = sorted(e.id for group in members.values() for e in group)
    mentions = Counter(edge.target_id for edge in store.expand(all_ids, ["MENTIONS"], "in"))
    views = [_view(head, group, mentions) for head, group in members.items()]
    return sorted(views, key=lambda v: (-v.mentions, v.id))


def _view(head_id: str, group: Sequence[Entity], mentions: Counter) -> EntityView:
    head = next(e for e in group if e.id == head_id)
    names = {name for e in group for name in (e.name, *e.aliases)} - {head.name}
    return EntityView(
        id=head.id,
        name=head.name,
        type=head.type,
        aliases=tuple(sorted(names)),
        description="\n".join(dict.fromkeys(e.description for e in (head, *group) if e.description)),
        mentions=sum(mentions[e.id] for e in group),
        member_ids=tuple(e.id for e in group),
    )


def facts(store: Store, edges: Iterable[Edge]) -> list[Fact]:
    """RELATED_TO edges with their ends named by their canonical entities, sorted by source, type, target, passage."""
    edges = list(edges)
    ends = store.get("Entity", {id for e in edges for id in (e.source_id, e.target_id)})
    heads = store.get("Entity", {e.canonical_id for e in ends.values()})
    canonical = {id: heads[e.canonical_id] for id, e in ends.items() if e.canonical_id in heads}
    found = [
        Fact(
            source=canonical[e.source_id].name,
            type=e.type,
            target=canonical[e.target_id].name,
            source_id=canonical[e.source_id].id,
            target_id=canonical[e.target_id].id,
            passage_id=e.passage_id,
            sentence=e.sentence,
            since=e.since,
            until=e.until,
        )
        for e in edges
        if e.source_id in canonical and e.target_id in canonical
    ]
    return sorted(found, key=lambda f: (f.source, f.type, f.target, f.passage_id, f.sentence))
