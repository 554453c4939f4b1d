"""What was done to the decisions of some topics: read from the store as acts, and what stands derived from them.

Acts are kept as claims and their edges; statuses and SUPERSEDES edges are derived (memkit.converse.standing), whenever
acts come in or go, for the whole topic, in the order of time. So a decision that arrives late finds its place, and what
a forgotten decision had superseded stands again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memkit.converse.base import Act
from memkit.converse.standing import FOR, statuses, supersessions
from memkit.facts import period
from memkit.model import Batch, Claim, Decision, Entity, Link, Topic
from memkit.store import Store

#: Act -> type of the edge from the claim that does it to the decision.
EDGE_OF = dict.fromkeys(FOR, "SUPPORTS") | {"disagrees": "DISAGREES_WITH", "withdraws": "WITHDRAWS"}
STANCES = ("SUPPORTS", "DISAGREES_WITH", "WITHDRAWS")
_BEGINNING = datetime.min.replace(tzinfo=UTC)


def moment(at: str) -> datetime:
    """When an ISO 8601 time is, or begins; the beginning of time for one that is unknown."""
    found = period(at)
    if found is not None:
        return found.start
    try:
        parsed = datetime.fromisoformat(at)
    except ValueError:
        return _BEGINNING
    return parsed.astimezone(UTC) if parsed.tzinfo else parsed.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Done:
    """An act as it is kept: a claim did it to a decision; `speaker_id` is the entity whose act it is."""

    claim: Claim
    act: str
    decision_id: str
    speaker_id: str


@dataclass(slots=True)
class History:
    """Some topics whole: their decisions, every act on these, and what took the place of what as it is stored."""

    topics: dict[str, Topic] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    topic_of: dict[str, str] = field(default_factory=dict)  # decision -> topic
    done: list[Done] = field(default_factory=list)
    people: dict[str, Entity] = field(default_factory=dict)  # entity -> entity, for whoever acts
    supersedes: dict[str, set[str]] = field(default_factory=dict)  # decision -> the decisions it took the place of

    def person(self, entity_id: str) -> str:
        """The canonical id behind an entity."""
        entity = self.people.get(entity_id)
        return entity.canonical_id if entity else entity_id

    def ordered(self) -> list[Done]:
        """The acts in the order of time, those of one time in the order in which they came in."""
        return sorted(self.done, key=lambda d: (moment(d.claim.at), d.claim.number, d.claim.id, d.decision_id))

    def acts(self, until: datetime | None = None) -> list[Act]:
        """The acts in order, numbered by the passage that they stand in; those up to a moment, if one is given."""
        return [act for act, _ in self.numbered(until)]

    def numbered(self, until: datetime | None = None) -> Iterator[tuple[Act, Done]]:
        number, passage = 0, ""
        for done in self.ordered():
            if until is not None and moment(done.claim.at) > until:
                break
            if done.claim.passage_id != passage:
                number, passage = number + 1, done.claim.passage_id
            yield Act(number, self.person(done.speaker_id), done.act, done.decision_id), done

    def questions(self) -> dict[str, str]:
        """decision -> the question of its topic that it answers."""
        return {id: f"{self.topic_of.get(id, '')} {d.question or id}" for id, d in sorted(self.decisions.items())}

    def in_order(self) -> list[Decision]:
        """The decisions in the order in which they first came up."""
        first: dict[str, int] = {}
        for place, done in enumerate(self.ordered()):
            first.setdefault(done.decision_id, place)
        return sorted(self.decisions.values(), key=lambda d: (first.get(d.id, len(first)), d.id))

    def statuses(self, until: datetime | None = None) -> dict[str, str]:
        acts = self.acts(until)
        return statuses(acts, supersessions(acts, self.questions()))


def read_history(store: Store, topic_ids: Iterable[str]) -> History:
    """Everything that was done about these topics."""
    found = History(topics=store.get("Topic", topic_ids))
    for edge in store.expand(sorted(found.topics), ["ABOUT"], "in"):
        found.topic_of[edge.source_id] = edge.target_id
    found.decisions = store.get("Decision", found.topic_of)
    stances = store.expand(sorted(found.decisions), STANCES, "in")
    claims = store.get("Claim", {edge.source_id for edge in stances})
    speakers = {edge.source_id: edge.target_id for edge in store.expand(sorted(claims), ["STATED_BY"])}
    found.people = store.get("Entity", set(speakers.values()))
    for edge in stances:
        claim = claims[edge.source_id]
        act = {"DISAGREES_WITH": "disagrees", "WITHDRAWS": "withdraws"}.get(edge.type, claim.act)
        found.done.append(Done(claim, act, edge.target_id, speakers.get(claim.id, "")))
    for edge in store.expand(sorted(found.decisions), ["SUPERSEDES"]):
        found.supersedes.setdefault(edge.source_id, set()).add(edge.target_id)
    return found


def acted_on(store: Store, claim_ids: Iterable[str]) -> set[str]:
    """The decisions that these claims take a stance on."""
    return {edge.target_id for edge in store.expand(sorted(claim_ids), STANCES)}


def topics_of(store: Store, decision_ids: Iterable[str]) -> set[str]:
    """The topics that these decisions are about."""
    return {edge.target_id for edge in store.expand(sorted(decision_ids), ["ABOUT"])}


def restate_people(store: Store, moved: Iterable[Entity], batch: Batch) -> None:
    """Add to `batch` what stands now that these entities are other people than before."""
    moved = {entity.id: entity for entity in moved}
    claims = {edge.source_id for edge in store.expand(sorted(moved), ["STATED_BY"], "in")}
    decisions = acted_on(store, claims)
    if not decisions:
        return
    history = read_history(store, topics_of(store, decisions))
    history.people.update((id, moved[id]) for id in history.people.keys() & moved.keys())
    restate(history, batch)


def restate(history: History, batch: Batch, *, fresh: Iterable[str] = ()) -> dict[str, Decision]:
    """Add to `batch` the decisions and SUPERSEDES edges as the acts of `history` make them, where that differs from
    what is stored; decisions in `fresh` are written in any case. Returns all decisions as they are now."""
    acts = history.acts()
    took = supersessions(acts, history.questions())
    status = statuses(acts, took)
    settled: dict[str, str] = {}
    for act, done in history.numbered():
        if act.act == "decides":
            settled.setdefault(act.decision, done.claim.at)
    fresh = set(fresh)
    now = {
        id: replace(decision, status=status.get(id, "open"), decided_at=settled.get(id, ""))
        for id, decision in sorted(history.decisions.items())
    }
    batch.add(*(d for id, d in now.items() if id in fresh or d != history.decisions[id]))
    for id in sorted(now):
        before, after = history.supersedes.get(id, set()), set(took.get(id, ()))
        batch.add(*(Link.between(id, "SUPERSEDES", other) for other in sorted(after - before)))
        gone = sorted((before - after) & now.keys())
        batch.deletes += [(Link.label, Link.between(id, "SUPERSEDES", other).id) for other in gone]
    return now
