"""Canonical identity, derived from judgements: union-find over `merged` with `rejected` as cannot-link.

Judgements are data and are never rewritten by a merge; this module is the one place that turns them into a
`canonical_id`, so an undo is exact and a rejection holds whatever is merged later.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memkit.model import Entity, Judgement

#: `decided_by` of judgements that a rule made starts with this; everyone else is a reviewer and comes first.
RULE_PREFIX = "rule:"


class Disjoint:
    """Union-find with cannot-links: `union` refuses to join two sets that a cannot-link keeps apart."""

    def __init__(self, items: Iterable[str]) -> None:
        self._parent = {item: item for item in items}
        self._members = {item: [item] for item in self._parent}
        self._enemies: dict[str, set[str]] = {item: set() for item in self._parent}

    def find(self, item: str) -> str:
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]
            item = self._parent[item]
        return item

    def forbid(self, a: str, b: str) -> None:
        """The sets of a and b are never joined."""
        a, b = self.find(a), self.find(b)
        self._enemies[a].add(b)
        self._enemies[b].add(a)

    def union(self, a: str, b: str) -> bool:
        """Join the sets of a and b; False, and nothing done, where a cannot-link forbids it."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return True
        if b in self._enemies[a]:
            return False
        if len(self._members[a]) < len(self._members[b]):
            a, b = b, a
        self._parent[b] = a
        self._members[a] += self._members.pop(b)
        for enemy in self._enemies.pop(b):
            self._enemies[enemy].discard(b)
            self._enemies[enemy].add(a)
            self._enemies[a].add(enemy)
        return True

    def sets(self) -> list[list[str]]:
        return sorted(sorted(members) for members in self._members.values())


def priority(judgement: Judgement) -> tuple:
    """Order in which merges are taken: a reviewer's before a rule's, then the higher score, then the id. What comes
    first wins where a cannot-link lets only one of two merges stand."""
    return (judgement.decided_by.startswith(RULE_PREFIX), -judgement.score, judgement.id)


def partition(ids: Iterable[str], judgements: Iterable[Judgement]) -> list[list[str]]:
    """The clusters of `ids` under the active judgements among them: sorted lists, sorted."""
    sets = Disjoint(ids)
    active = [j for j in judgements if j.state == "active"]
    for judgement in active:
        if judgement.verdict == "rejected":
            sets.forbid(judgement.left_id, judgement.right_id)
    for judgement in sorted((j for j in active if j.verdict == "merged"), key=priority):
        sets.union(judgement.left_id, judgement.right_id)
    return sets.sets()


def representative(members: Iterable[Entity]) -> Entity:
    """The entity that stands for a cluster: the one known longest."""
    return min(members, key=lambda e: (e.created_at, e.id))


def canonical_ids(entities: Mapping[str, Entity], judgements: Iterable[Judgement]) -> dict[str, str]:
    """entity id -> canonical id. `entities` must be closed: every active `merged` judgement of a member, and every
    `rejected` one between two members, is in `judgements`."""
    canonical = {}
    for cluster in partition(entities, judgements):
        head = representative(entities[id] for id in cluster).id
        canonical.update(dict.fromkeys(cluster, head))
    return canonical
