"""Judgements in a store: who is one with whom, what waits for review, and how a decision is made, undone and told.

Plans only: each function reads the store and returns the records to write; `Memory` applies them in one transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from memkit.errors import InputError, MissingRecord
from memkit.model import Entity, Judgement, Record, Result, stable_id
from memkit.resolve.clusters import RULE_PREFIX, canonical_ids
from memkit.store import Store

_ACTIVE = {"state": "active"}


@dataclass(frozen=True, slots=True)
class JudgementView(Result):
    """A judgement as people see it. `gain` (pending only): score x mentions on the left x mentions on the right, the
    expected number of pairs of mentions that a "yes" joins, which is what pairwise recall counts."""

    id: str
    left_id: str
    right_id: str
    left_name: str
    right_name: str
    verdict: str
    score: float
    signals: dict[str, float]
    reason: str
    decided_by: str
    decided_at: str
    state: str
    gain: float = 0.0
    degraded: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Component:
    """Entities that active merges hold together, with every active judgement among them."""

    entities: dict[str, Entity]
    judgements: dict[str, Judgement]

    def revise(self, changed: Iterable[Judgement]) -> list[Record]:
        """The judgements in `changed` and each entity whose canonical id they move: what is to be written."""
        changed = list(changed)
        self.judgements.update((j.id, j) for j in changed)
        canonical = canonical_ids(self.entities, self.judgements.values())
        moved = [
            replace(entity, canonical_id=canonical[id])
            for id, entity in sorted(self.entities.items())
            if entity.canonical_id != canonical[id]
        ]
        self.entities.update((e.id, e) for e in moved)
        return [*changed, *moved]

    def named(self, judgement_id: str) -> str:
        """The two names of a judgement, with its id."""
        judgement = self.judgements[judgement_id]
        left, right = self.entities[judgement.source_id].name, self.entities[judgement.target_id].name
        return f"{left!r} and {right!r} ({judgement.id})"

    def cut(self) -> set[str]:
        """Ids of standing merges whose two sides a rejection keeps in different clusters."""
        return {
            j.id
            for j in self.judgements.values()
            if j.state == "active"
            and j.verdict == "merged"
            and self.entities[j.source_id].canonical_id != self.entities[j.target_id].canonical_id
        }


def component(store: Store, ids: Iterable[str]) -> Component:
    """Everything that active merges connect with `ids`; ids that name no entity are left out."""
    members: set[str] = set()
    judgements: dict[str, Judgement] = {}
    frontier = set(ids)
    while frontier:
        members |= frontier
        reached: set[str] = set()
        for edge in store.expand(sorted(frontier), ["SAME_AS"], "both", _ACTIVE):
            judgements[edge.id] = edge
            if edge.verdict == "merged":
                reached |= {edge.source_id, edge.target_id}
        frontier = reached - members
    entities = store.get("Entity", sorted(members))
    inside = {id: j for id, j in judgements.items() if j.source_id in entities and j.target_id in entities}
    return Component(entities, inside)


def following(
    earlier: Iterable[Judgement],
    left_id: str,
    right_id: str,
    *,
    verdict: str,
    score: float,
    signals: Mapping[str, float],
    reason: str,
    by: str,
    at: str,
) -> list[Judgement]:
    """A new active judgement of a pair, after the active one of `earlier` (the pair's judgements) became "replaced"."""
    left_id, right_id = sorted((left_id, right_id))
    earlier = list(earlier)
    number = 1 + max((j.number for j in earlier), default=0)
    new = Judgement(
        id=stable_id("jdg", left_id, right_id, number),
        source_id=left_id,
        target_id=right_id,
        verdict=verdict,
        score=score,
        signals=dict(signals),
        reason=reason,
        decided_by=by,
        decided_at=at,
        number=number,
    )
    return [*(replace(j, state="replaced") for j in earlier if j.state == "active"), new]


def decide(
    store: Store, left_id: str, right_id: str, *, verdict: str, by: str, at: str
) -> tuple[Judgement, list[Record]]:
    """A reviewer's word on a pair ("merged" or "rejected"): the new judgement, and all records to write.

    The ids may be those of any names of the two things: a pending judgement between the two clusters is the one that
    is answered. Raises MissingRecord for an unknown id, InputError for a pair of one name, or for a merge that a
    standing rejection forbids.
    """
    if by.startswith(RULE_PREFIX):
        raise InputError(
            f"reviewer {by!r} starts with {RULE_PREFIX!r}, which marks a rule's decisions: another name is needed"
        )
    if left_id == right_id:
        raise InputError(f"{left_id!r} is given on both sides: a judgement is about two entities")
    known = component(store, [left_id, right_id])
    for id in (left_id, right_id):
        if id not in known.entities:
            raise unknown_entity(store, id)
    left_id, right_id = _asked_pair(known, left_id, right_id)
    earlier = pair_judgements(store, left_id, right_id)
    standing = next((j for j in earlier if j.state == "active"), None)
    changed = following(
        earlier,
        left_id,
        right_id,
        verdict=verdict,
        score=standing.score if standing else 0.0,
        signals=standing.signals if standing else {},
        reason=f"{'confirmed' if verdict == 'merged' else 'kept apart'} by {by}"
        + (f" ({standing.verdict} before: {standing.reason})" if standing else ""),
        by=by,
        at=at,
    )
    cut_before = known.cut()
    records = known.revise(changed)
    judgement, cut = changed[-1], known.cut() - cut_before
    if verdict == "merged":
        _refuse_forbidden(known, cut)
    elif cut:  # a rejection is obeyed, and says which earlier merges no longer hold because of it
        parted = "; ".join(known.named(id) for id in sorted(cut))
        judgement = replace(judgement, reason=f"{judgement.reason}; this also parts {parted}")
        records = [judgement if record.id == judgement.id else record for record in records]
    return judgement, records


def _asked_pair(known: Component, left_id: str, right_id: str) -> tuple[str, str]:
    """The pair that a reviewer means: the given one, or the pending one between the clusters of the two."""
    pair = tuple(sorted((left_id, right_id)))
    if any((j.source_id, j.target_id) == pair for j in known.judgements.values()):
        return pair
    clusters = {known.entities[left_id].canonical_id, known.entities[right_id].canonical_id}
    between = [
        j
        for j in known.judgements.values()
        if j.verdict == "pending"
        and {known.entities[j.source_id].canonical_id, known.entities[j.target_id].canonical_id} == clusters
    ]
    if len(clusters) == 2 and between:
        best = min(between, key=lambda j: (-j.score, j.id))
        return best.source_id, best.target_id
    return pair


def _refuse_forbidden(known: Component, cut: set[str]) -> None:
    """A merge that a rejection forbids shows as merges, this or older ones, that hold nothing together (`cut`)."""
    if not cut:
        return
    rejections = (j for j in known.judgements.values() if j.state == "active" and j.verdict == "rejected")
    apart = "; ".join(known.named(j.id) for j in sorted(rejections, key=lambda j: j.id))
    raise InputError(f"this would join what was kept apart: {apart}; undo that judgement first")


def undo(store: Store, judgement_id: str) -> tuple[Judgement, list[Record]]:
    """Take a judgement back: what stood before it stands again. Only the standing judgement of a pair can be
    undone, and not one whose earlier merge a later rejection has come to forbid (InputError)."""
    found = store.get("SAME_AS", [judgement_id]).get(judgement_id)
    if found is None:
        raise MissingRecord(f"no judgement {judgement_id!r} in namespace {store.namespace!r}: take ids from history()")
    if found.state != "active":
        raise InputError(
            f"judgement {judgement_id!r} is {found.state}: only the standing judgement of a pair can be undone"
        )
    earlier = [j for j in pair_judgements(store, found.source_id, found.target_id) if j.state == "replaced"]
    undone = replace(found, state="undone")
    changed = [undone]
    if earlier:
        changed.append(replace(max(earlier, key=lambda j: j.number), state="active"))
    known = component(store, [found.source_id, found.target_id])
    cut_before = known.cut()
    records = known.revise(changed)
    _refuse_forbidden(known, known.cut() - cut_before)
    return undone, records


def pair_judgements(store: Store, left_id: str, right_id: str) -> list[Judgement]:
    """Every judgement of one pair, standing or not, oldest first."""
    left_id, right_id = sorted((left_id, right_id))
    edges = store.find("SAME_AS", source_id=left_id, target_id=right_id)
    return sorted(edges, key=lambda j: j.number)


def history(store: Store, entity_id: str) -> list[JudgementView]:
    """Every judgement about an entity or a name merged with it, standing or not, oldest first."""
    known = component(store, [entity_id])
    if entity_id not in known.entities:
        raise unknown_entity(store, entity_id)
    edges = store.expand(sorted(known.entities), ["SAME_AS"], "both")
    return _views(store, sorted(edges, key=lambda j: (j.decided_at, j.number, j.id)), {})


def pending(store: Store) -> list[JudgementView]:
    """The review queue, most gained by a reviewer's minute first. A pair that other judgements have settled meanwhile
    (now one cluster, or kept apart) does not wait; an undo of those brings it back."""
    waiting = store.find("SAME_AS", state="active", verdict="pending")
    if not waiting:
        return []
    known = component(store, {id for j in waiting for id in (j.source_id, j.target_id)})
    canonical = {id: entity.canonical_id for id, entity in known.entities.items()}
    apart = {
        frozenset((canonical[j.source_id], canonical[j.target_id]))
        for j in known.judgements.values()
        if j.verdict == "rejected"
    }
    mentions = Counter(canonical[edge.target_id] for edge in store.expand(sorted(canonical), ["MENTIONS"], "in"))
    gains: dict[str, float] = {}
    for judgement in waiting:
        left, right = canonical[judgement.source_id], canonical[judgement.target_id]
        if left != right and frozenset((left, right)) not in apart:
            gains[judgement.id] = judgement.score * mentions[left] * mentions[right]
    queue = sorted((j for j in waiting if j.id in gains), key=lambda j: (-gains[j.id], -j.score, j.id))
    return _views(store, queue, gains)


def unknown_entity(store: Store, id: str) -> MissingRecord:
    """The error for an id that names no entity here."""
    return MissingRecord(f"no entity {id!r} in namespace {store.namespace!r}: take ids from pending() or entities()")


def view(store: Store, judgement: Judgement) -> JudgementView:
    """One judgement with the names of its two sides."""
    return _views(store, [judgement], {})[0]


def _views(store: Store, judgements: list[Judgement], gains: Mapping[str, float]) -> list[JudgementView]:
    names = store.get("Entity", {id for j in judgements for id in (j.source_id, j.target_id)})
    return [
        JudgementView(
            id=j.id,
            left_id=j.source_id,
            right_id=j.target_id,
            left_name=names[j.source_id].name,
            right_name=names[j.target_id].name,
            verdict=j.verdict,
            score=j.score,
            signals=dict(j.signals),
            reason=j.reason,
            decided_by=j.decided_by,
            decided_at=j.decided_at,
            state=j.state,
            gain=gains.get(j.id, 0.0),
        )
        for j in judgements
    ]
