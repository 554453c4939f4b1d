"""The graph as a plan walks it: things under all their names, and the statements between them that stand.

A thing is a canonical id. Everything is read by what is asked of it, never the whole store, and once for a plan.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from memkit.extract.ontology import Ontology
from memkit.facts import same_value, standing, standing_attributes
from memkit.identity import component
from memkit.model import Attribute, Entity, Mention, Passage, Relation
from memkit.plan.plan import Direction
from memkit.store import Store

#: Past so many relation types one read of all relations is cheaper than one read for each type.
_READS = 3


@dataclass(frozen=True, slots=True)
class Hop:
    """A standing relation, walked from one thing to another (against its arrow too)."""

    start: str
    end: str
    relation: Relation


@dataclass(frozen=True, slots=True)
class Introduction:
    """The passage that introduces a thing: the one of its own page where there is one, else the first that names it."""

    mention: Mention
    passage: Passage


class Things:
    """One reading of a store, for one plan. It keeps what it has read: use a new one for the next plan."""

    def __init__(self, store: Store, ontology: Ontology) -> None:
        self._store = store
        self._ontology = ontology
        self._head: dict[str, str] = {}  # id of a name -> canonical id
        self._names: dict[str, list[Entity]] = {}  # canonical id -> its names, by id
        #: Relations that nothing states, which a loose reading (memkit.plan.loose) gave as hops.
        self.guessed: list[Relation] = []

    # ------------------------------------------------------------------------------------------------------- things

    def of(self, ids: Iterable[str]) -> set[str]:
        """The things that these ids name; an id that names nothing is left out."""
        ids = list(ids)
        self._read(ids)
        return {self._head[id] for id in ids if id in self._head}

    def of_type(self, type: str) -> set[str]:
        """All things of a type or one below it; all there are for ""."""
        wanted = [{"type": one} for one in self._ontology.subtypes(type)] if type else [{}]
        return self.of(e.id for equals in wanted for e in self._store.find("Entity", **equals))

    def is_of(self, thing: str, type: str) -> bool:
        """Any name of the thing has the type, or one below it."""
        return not type or any(type in self._ontology.ancestors(e.type) for e in self._names[thing])

    def types(self, thing: str) -> set[str]:
        """The types of its names."""
        return {e.type for e in self._names[thing]}

    def canonical(self, thing: str) -> Entity:
        """The name that stands for the thing."""
        return next(e for e in self._names[thing] if e.id == thing)

    def head(self, id: str) -> str:
        """The thing of a name that was read."""
        return self._head[id]

    def _read(self, ids: Iterable[str]) -> None:
        """Know the things of these names, whole. Merges join the names of a thing, so `component` has all of them."""
        unread = {id for id in ids if id not in self._head}
        if not unread:
            return
        for id, entity in sorted(component(self._store, unread).entities.items()):
            if id not in self._head:
                self._head[id] = entity.canonical_id
                self._names.setdefault(entity.canonical_id, []).append(entity)

    def _ids(self, things: Iterable[str]) -> list[str]:
        return [e.id for thing in things for e in self._names[thing]]

    # --------------------------------------------------------------------------------------------------- statements

    def hops(self, things: Collection[str], relations: Sequence[str], direction: Direction) -> list[Hop]:
        """Every way from these things over one standing relation, by the relation's id."""
        if not things:
            return []
        ids = self._ids(things)
        wanted = [{"type": type} for type in relations] if 0 < len(relations) <= _READS else [{}]
        over = {"any": "both"}.get(direction, direction)
        edges = [e for where in wanted for e in self._store.expand(ids, ["RELATED_TO"], over, where)]
        edges = [e for e in edges if not relations or e.type in relations]
        edges = standing(self._store, sorted(edges, key=lambda e: e.id))
        self._read(id for e in edges for id in (e.source_id, e.target_id))
        found = []
        for edge in edges:
            source, target = self._head[edge.source_id], self._head[edge.target_id]
            if direction != "in" and source in things:
                found.append(Hop(source, target, edge))
            if direction != "out" and target in things:
                found.append(Hop(target, source, edge))
        return found

    def values(self, things: Collection[str], attribute: str, value: str | None = None) -> list[Attribute]:
        """What stands about this attribute of these things, by id; with `value`, where it is that."""
        if not things:
            return []
        edges = self._store.expand(self._ids(things), ["DESCRIBES"], "in", {"name": attribute})
        if value is not None:  # first: what stands is looked up for each of them
            edges = [e for e in edges if same_value(e.value) == same_value(value)]
        return standing_attributes(self._store, edges)

    def introductions(self, things: Collection[str]) -> dict[str, Introduction]:
        """thing -> the passage that introduces it; things that no passage names are left out."""
        if not things:
            return {}
        mentions: dict[str, list[Mention]] = {}
        for mention in self._store.expand(self._ids(things), ["MENTIONS"], "in"):
            mentions.setdefault(self._head[mention.target_id], []).append(mention)
        passages = self._store.get("Passage", {m.source_id for group in mentions.values() for m in group})
        documents = self._store.get("Document", {p.parent_id for p in passages.values()})
        pages = {id: documents[p.parent_id].title if p.parent_id in documents else "" for id, p in passages.items()}
        found = {}
        for thing, group in mentions.items():
            names = {spelling.casefold() for e in self._names[thing] for spelling in (e.name, *e.aliases)}

            def order(mention: Mention, names: set[str] = names) -> tuple:
                passage = passages[mention.source_id]
                own = pages[passage.id].casefold() in names
                return not own, passage.position, passage.source, passage.id, mention.start, mention.id

            first = min((m for m in group if m.source_id in passages), key=order, default=None)
            if first is not None:
                found[thing] = Introduction(first, passages[first.source_id])
        return found
