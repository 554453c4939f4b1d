"""The entities that a note's names may be: read from the store by blocking key, and grown as the note is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from memkit.model import Entity, iso_utc, stable_id
from memkit.resolve import Decision, Name, Rule, block_keys
from memkit.store import Store

#: Context is read from so many of the passages that mention a candidate: enough to see a conflict, and bounded.
CONTEXT_PASSAGES = 20

#: Marks the place where mentions of one name wait that may be any of several things: one for each name, so that a
#: reviewer is asked once and not for every mention.
UNDECIDED = "undecided"


#: Marks an entity by the other names that its page gives: it goes when no page gives it, and its aliases with it.
KNOWN_AS = "known as"


@lru_cache(maxsize=1 << 14)
def entity_id(name: str, type: str, apart: str = "") -> str:
    """Id of the entity of this name and type; `apart` tells a second one of the same name from the first."""
    return stable_id("ent", type, name, *([apart] if apart else []))


def own_id(name: str, type: str, known_as: Sequence[str] = ()) -> str:
    """Id of the entity of this name with the other names that its page gives."""
    return entity_id(name, type, " ".join((KNOWN_AS, *sorted(known_as))) if known_as else "")


class Pool:
    """The known names that share a blocking key with a name of the note, and those that the note itself brought.

    `created` are the new entities by id, `keys` the blocking keys of each.
    """

    def __init__(
        self,
        store: Store,
        names: Sequence[Name],
        block_limit: int,
        known_as: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
    ) -> None:
        """`known_as` are the names, as (name, type), to which their page gives other names."""
        self._store = store
        self._known_as = dict(known_as or {})
        self._keys_of = {(n.name, n.type): block_keys(n) for n in names}
        self._blocks = store.block(sorted({k for keys in self._keys_of.values() for k in keys}), block_limit)
        # A name's own entity is read whatever its blocks hold: a block too common to use must not hide an equal name.
        own = {entity_id(n.name, n.type, apart) for n in names for apart in ("", UNDECIDED)}
        own |= {self._own_id(n) for n in names}
        self._known = store.get("Entity", own | {id for ids in self._blocks.values() for id in ids})
        self._more: dict[tuple[str, str], set[str]] = {}
        self.created: dict[str, Entity] = {}
        self.keys: dict[str, list[str]] = {}

    def _own_id(self, name: Name) -> str:
        return own_id(name.name, name.type, self._known_as.get((name.name, name.type), ()))

    def _is_own(self, entity: Entity, name: Name) -> bool:
        """The entity is exactly this name: with the other names that its page gives if there are any, else without."""
        if (entity.name, entity.type) != (name.name, name.type):
            return False
        if (name.name, name.type) in self._known_as:
            return entity.id == self._own_id(name)
        given = [alias for alias in entity.aliases if alias not in name.aliases]
        return not given or entity.id != own_id(name.name, name.type, given)

    def add_candidates(self, key: tuple[str, str], entities: Sequence[Entity]) -> None:
        """Known names that the name (name, type) may be although they share no blocking key with it."""
        self._known.update((e.id, e) for e in entities)
        self._more[key] = {e.id for e in entities}

    def candidates(self, name: Name) -> list[tuple[str, Entity]]:
        """(canonical id, entity) of each known name that may be this one, sorted. The place where undecided mentions
        of this very name wait is none."""
        ids = {id for key in self._keys_of[name.name, name.type] for id in self._blocks.get(key, ())}
        ids |= {entity_id(name.name, name.type), self._own_id(name), *self._more.get((name.name, name.type), ())}
        ids.discard(entity_id(name.name, name.type, UNDECIDED))
        found = (self._known[id] for id in ids if id in self._known)
        return sorted(((e.canonical_id, e) for e in found), key=lambda pair: (pair[0], pair[1].id))

    def own(self, name: Name) -> Entity | None:
        """The known entity of exactly this name, if there is one."""
        return self._known.get(self._own_id(name))

    def shares_given(self, name: Name, head: str) -> bool:
        """One of the names of this thing has one of the other names that the page gives to this name: an address that
        two pages give says more than what stands around."""
        given = set(self._known_as.get((name.name, name.type), ()))
        return any(h == head and given & set(entity.aliases) for h, entity in self.candidates(name)) if given else False

    def take(self, name: Name, decision: Decision, note_id: str, at: str, rule: Rule) -> tuple[Entity, list[Entity]]:
        """The entity that a decided name is: a known one of exactly this name, or a new one. With it the known names
        that a judgement is to be written with (none where the entity is not new)."""
        plain = self._own_id(name)
        things = [decision.entity_id] if decision.action == "merge" else []
        if decision.action == "pending":
            things = [decision.entity_id, *(id for id, _ in decision.alternatives)]
        groups = {thing: [e for head, e in self.candidates(name) if head == thing] for thing in things}
        if decision.action == "merge":
            own = [e for e in groups[decision.entity_id] if self._is_own(e, name)]
            if own:
                return own[0], []
        new_id = plain
        if plain in self._known:  # a second thing of this very name, or one that may be any of several
            ambiguous = "ambiguous" in decision.comparison.signals
            new_id = entity_id(name.name, name.type, UNDECIDED if ambiguous else note_id)
        if new_id in self._known:
            return self._known[new_id], []
        # A microsecond apart, so that of two names of one thing the first mentioned stands for it.
        born = datetime.fromisoformat(at) + timedelta(microseconds=len(self.created))
        entity = Entity(new_id, name.name, name.type, new_id, name.aliases, created_at=iso_utc(born))
        self._add(entity, name)
        return entity, [nearest(name, members, rule) for members in groups.values()]

    def _add(self, entity: Entity, name: Name) -> None:
        self.created[entity.id] = self._known[entity.id] = entity
        self.keys[entity.id] = self._keys_of[name.name, name.type]
        for key in self.keys[entity.id]:
            self._blocks.setdefault(key, []).append(entity.id)

    def with_context(self, head: str, entity: Entity) -> Name:
        """A candidate with what is known around the thing it names: its stated relations, and the names beside it."""
        members = [e.id for e in self._known.values() if e.canonical_id == head]
        beside = self._store.expand(members, ["MENTIONS"], "in")[:CONTEXT_PASSAGES]
        passages = sorted({edge.source_id for edge in beside})
        stated = self._store.expand(members, ["RELATED_TO"])
        others = {edge.target_id for edge in self._store.expand(passages, ["MENTIONS"])} - set(members)
        names = {id: e.name for id, e in self._store.get("Entity", others | {e.target_id for e in stated}).items()}
        found = self._store.get("Passage", passages).values()
        documents = self._store.get("Document", {p.parent_id for p in found if p.kind == "chunk"}).values()
        sources = {source for source in (*(p.source for p in found), *(d.folder for d in documents)) if source}
        return Name(
            entity.name,
            entity.type,
            entity.aliases,
            neighbours=frozenset(names[id] for id in others if id in names),
            sources=frozenset(sources),
            facts=frozenset((edge.type, names[edge.target_id]) for edge in stated if edge.target_id in names),
        )


def as_name(entity: Entity) -> Name:
    """An entity as one side of a comparison, without context."""
    return Name(entity.name, entity.type, entity.aliases)


def nearest(name: Name, members: Sequence[Entity], rule: Rule) -> Entity:
    """The one of a thing's names that the rule finds closest: a judgement is written with it, so that it stays true
    when that thing's other names are parted from it."""
    return min(members, key=lambda e: (-rule.compare(name, as_name(e)).score, e.id))
