"""The passage-thing graph of one namespace, in memory: read from the store once, then kept in step by its revisions.

A thing is what the resolver made one: all entities of one canonical id are one node, so a merge joins their passages
and an undo parts them. Two entities of one and the same name that wait for review (mostly one that was read with two
types) are one node until they are told apart: who asks for that name wants both. A title names a thing too: the one of
that name, else a node of its own. A new passage adds its own edges and touches nothing else; only a deletion, or a
passage rewritten, reads everything anew.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from memkit.model import Entity
from memkit.retrieve.names import NameIndex, name_key, title_keys
from memkit.retrieve.titles import TitlePhrases
from memkit.retrieve.walk import LEAST_WEIGHT, idf
from memkit.store import Store

#: Read in this order: what an edge joins is read after it, so that it is never newer than what is known.
LABELS = ("Passage", "MENTIONS", "SAME_AS", "Entity")
TITLE = "title:"


@dataclass(frozen=True, slots=True)
class Incidence:
    """Passages (rows) x things (columns). `slots` (p,) and `nodes` (t,) are their numbers in the graph, both rising;
    `df` (t,) counts the passages of the whole memory that name a thing, `idf` (t,) follows from it; `matrix` (p, t)
    holds max(idf, LEAST_WEIGHT) where a passage names a thing."""

    slots: np.ndarray
    nodes: np.ndarray
    df: np.ndarray
    idf: np.ndarray
    matrix: sparse.csr_array

    def columns(self, nodes: Iterable[int]) -> tuple[np.ndarray, np.ndarray]:
        """(columns of those nodes that are here, their places in `nodes`)."""
        wanted = np.fromiter(nodes, dtype=np.int64)
        at = np.searchsorted(self.nodes, wanted)
        here = np.flatnonzero((at < len(self.nodes)) & (self.nodes[np.minimum(at, len(self.nodes) - 1)] == wanted))
        return at[here], here


class PassageGraph:
    """Adjacency lists that grow; `incidence` lays out the part of them that a walk needs. Not safe across threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._clear()

    def _clear(self) -> None:
        self._revision = 0
        self.ids: list[str] = []  # passage ids by slot
        self.titles: list[str] = []
        self.slot: dict[str, int] = {}
        self._names: list[array] = []  # slot -> numbers of the names in it (entities, titles), each once
        self._number: dict[str, int] = {}  # entity id or TITLE + key -> its number
        self._labels: list[str] = []
        self._in: list[array] = []  # number -> slots that have it, each once
        self._entities: dict[str, Entity] = {}
        self._keys: dict[str, set[str]] = {}  # entity id -> the keys of its names
        self._named: dict[str, set[str]] = {}  # name key -> entity ids
        self._members: dict[str, set[str]] = {}  # canonical id -> entity ids
        self._undecided: dict[str, tuple[str, str]] = {}  # pending judgement -> the two entities
        self._joined: dict[str, set[str]] = {}  # canonical id -> canonical ids that are one node with it
        self._index = NameIndex()
        self.phrases = TitlePhrases()
        self._forget_layout()

    def _forget_layout(self) -> None:
        """What is worked out from the lists is worked out anew, as far as it is asked for."""
        self._whole: Incidence | None = None
        self._nodes: dict[int, list[int]] = {}  # number -> the nodes it stands for
        self._counts: dict[int, int] = {}  # node -> passages that name it

    # ------------------------------------------------------------------------------------------------- following

    def follow(self) -> None:
        """Take in what was written since the last call."""
        if self._store.revision() == self._revision:
            return
        changed = {label: self._store.changes(label, self._revision) for label in LABELS}
        known = self._store.get("Passage", [id for id in changed["Passage"].ids if id in self.slot])
        rewritten = any(p.title != self.titles[self.slot[id]] for id, p in known.items())
        if self._revision and (rewritten or any(c.reset for c in changed.values())):
            self._clear()
            changed = {label: self._store.changes(label, 0) for label in LABELS}
        self._add_passages([id for id in changed["Passage"].ids if id not in self.slot])
        self._add_entities(changed["Entity"].ids)
        self._add_mentions(changed["MENTIONS"].ids)
        self._add_judgements(changed["SAME_AS"].ids)
        self._join_undecided()
        # What another writer wrote between the reads comes again the next time, and changes nothing then.
        self._revision = min(c.revision for c in changed.values())
        self._forget_layout()

    def _add_passages(self, ids: Sequence[str]) -> None:
        for id, passage in sorted(self._store.get("Passage", ids).items()):
            self.slot[id] = len(self.ids)
            self.ids.append(id)
            self.titles.append(passage.title)
            self._names.append(array("I"))
            self.phrases.add(passage.title)
            for key in title_keys(passage.title):
                self._index.add(key)
                self._join(self.slot[id], self._numbered(TITLE + key))

    def _add_entities(self, ids: Sequence[str]) -> None:
        for id, entity in sorted(self._store.get("Entity", ids).items()):
            before = self._entities.get(id)
            if before is not None:
                self._members[before.canonical_id].discard(id)
                for key in self._keys[id]:
                    self._named[key].discard(id)
            self._entities[id] = entity
            self._keys[id] = {key for name in (entity.name, *entity.aliases) if (key := name_key(name))}
            self._numbered(id)
            self._members.setdefault(entity.canonical_id, set()).add(id)
            for key in sorted(self._keys[id]):
                self._named.setdefault(key, set()).add(id)
                self._index.add(key)

    def _add_mentions(self, ids: Sequence[str]) -> None:
        for mention in self._store.get("MENTIONS", ids).values():
            slot, number = self.slot.get(mention.source_id), self._number.get(mention.target_id)
            if slot is not None and number is not None:  # else it is newer than what was read, and comes again
                self._join(slot, number)

    def _add_judgements(self, ids: Sequence[str]) -> None:
        for id, judgement in self._store.get("SAME_AS", ids).items():
            if judgement.state == "active" and judgement.verdict == "pending":
                self._undecided[id] = (judgement.source_id, judgement.target_id)
            else:
                self._undecided.pop(id, None)

    def _join_undecided(self) -> None:
        """Canonical ids that pending judgements between entities of one name connect: few, so found anew each time."""
        groups: dict[str, set[str]] = {}
        for ends in self._undecided.values():
            one, other = (self._entities.get(id) for id in ends)
            if one is not None and other is not None and name_key(one.name) == name_key(other.name):
                heads = {one.canonical_id, other.canonical_id}
                group = set().union(*(groups.get(head, {head}) for head in heads))
                groups.update((head, group) for head in group)
        self._joined = groups

    def _numbered(self, label: str) -> int:
        number = self._number.setdefault(label, len(self._labels))
        if number == len(self._labels):
            self._labels.append(label)
            self._in.append(array("I"))
        return number

    def _join(self, slot: int, number: int) -> None:
        if number not in self._names[slot]:
            self._names[slot].append(number)
            self._in[number].append(slot)

    # --------------------------------------------------------------------------------------------------- reading

    def __len__(self) -> int:
        """Passages."""
        return len(self.ids)

    def nodes(self, key: str) -> list[int]:
        """The things of this name (folded by `name_key`), sorted: canonical entities, else a title's own node."""
        found = {self._thing(id) for id in self._named.get(key, ())}
        if not found and TITLE + key in self._number:
            found.add(self._number[TITLE + key])
        return sorted(found)

    def thing(self, entity_id: str) -> int | None:
        """The node of an entity, None for one that is not known (yet)."""
        return self._thing(entity_id) if entity_id in self._entities else None

    def spellings(self, node: int) -> list[str]:
        """Every name of a thing, sorted."""
        entities = [self._entities[label] for n in self._names_of(node) if (label := self._labels[n]) in self._entities]
        return sorted({name for entity in entities for name in (entity.name, *entity.aliases)})

    def _thing(self, id: str) -> int:
        """The node of an entity: the first, by id, of the canonical ids that are one with its own."""
        head = self._entities[id].canonical_id
        return self._number[min(self._joined.get(head, {head}))]

    def nearest(self, key: str, k: int, *, above: float) -> list[tuple[str, float]]:
        """(name, cosine) of the names most like this one that name something."""
        return self._index.nearest(key, k, above=above, where=lambda name: bool(self.nodes(name)))

    def label(self, node: int) -> str:
        """What to call a thing when it is shown."""
        label = self._labels[node]
        return self._entities[label].name if label in self._entities else label.removeprefix(TITLE)

    def passages_of(self, node: int) -> np.ndarray:
        """Slots of the passages that name this thing under any of its names, sorted."""
        slots = [np.frombuffer(self._in[n], dtype=np.uint32) for n in self._names_of(node) if self._in[n]]
        return np.unique(np.concatenate(slots)).astype(np.int64) if slots else _NONE

    def count(self, node: int) -> int:
        """How many passages name this thing."""
        if node not in self._counts:
            numbers = [n for n in self._names_of(node) if self._in[n]]
            self._counts[node] = len(self._in[numbers[0]]) if len(numbers) == 1 else len(self.passages_of(node))
        return self._counts[node]

    def _names_of(self, node: int) -> set[int]:
        """Numbers of all that stands for a node: the entities that are one with it, and titles of their names."""
        label = self._labels[node]
        if label not in self._entities:
            return {node}
        members = [id for head in self._joined.get(label, {label}) for id in self._members.get(head, ())]
        titles = {TITLE + key for id in members for key in self._keys[id]}
        return {self._number[id] for id in members} | {self._number[t] for t in titles if t in self._number}

    def things_in(self, slot: int) -> list[int]:
        """The things that one passage names, sorted."""
        return sorted({node for number in self._names[slot] for node in self._nodes_of(number)})

    def titled(self, key: str) -> np.ndarray:
        """Slots of the passages with this title (or a title that gives this name)."""
        number = self._number.get(TITLE + key)
        return np.frombuffer(self._in[number], dtype=np.uint32).astype(np.int64) if number is not None else _NONE

    def _nodes_of(self, number: int) -> list[int]:
        if number not in self._nodes:
            label = self._labels[number]
            known = label in self._entities
            self._nodes[number] = [self._thing(label)] if known else self.nodes(label.removeprefix(TITLE))
        return self._nodes[number]

    def whole(self) -> Incidence:
        """Every passage and every thing; laid out anew only after a change."""
        if self._whole is None:
            self._whole = self.incidence(np.arange(len(self.ids)))
        return self._whole

    def incidence(self, slots: np.ndarray) -> Incidence:
        """The passages of these slots (sorted, each once) with all they name."""
        slots = np.asarray(slots, dtype=np.int64)
        lists = [self._names[slot] for slot in slots]
        lengths = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
        numbers = np.fromiter(itertools.chain.from_iterable(lists), dtype=np.int64, count=int(lengths.sum()))
        rows = np.repeat(np.arange(len(slots)), lengths)
        used, at = np.unique(numbers, return_inverse=True)
        targets = [self._nodes_of(int(number)) for number in used]
        fan = np.fromiter(map(len, targets), dtype=np.int64, count=len(targets))
        flat = np.fromiter(itertools.chain.from_iterable(targets), dtype=np.int64, count=int(fan.sum()))
        begin = np.cumsum(fan) - fan
        spread = np.repeat(np.arange(len(at)), fan[at])  # a title may name several things
        offset = np.arange(len(spread)) - np.repeat(np.cumsum(fan[at]) - fan[at], fan[at])
        nodes, columns = np.unique(flat[begin[at][spread] + offset], return_inverse=True)
        cells = np.unique(rows[spread] * max(len(nodes), 1) + columns)
        rows, columns = np.divmod(cells, max(len(nodes), 1))
        if len(slots) == len(self.ids):
            df = np.bincount(columns, minlength=len(nodes))
        else:
            df = np.fromiter((self.count(int(n)) for n in nodes), dtype=np.int64, count=len(nodes))
        rarity = idf(df, len(self.ids))
        weights = np.maximum(rarity, LEAST_WEIGHT)[columns]
        matrix = sparse.csr_array((weights, (rows, columns)), shape=(len(slots), len(nodes)))
        return Incidence(slots, nodes, df, rarity, matrix)


_NONE = np.empty(0, dtype=np.int64)
