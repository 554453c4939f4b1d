"""Does an answer rest on a decision that no longer stands? What stands now is told with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memkit.answer.grounded import Citation
from memkit.converse.history import acted_on
from memkit.model import Decision, Passage
from memkit.store import Store


@dataclass(frozen=True, slots=True)
class Overtaken:
    """A decision that a cited passage speaks for, and what took its place in the end; nothing, if it was withdrawn."""

    decision: Decision
    now: tuple[tuple[Decision, Passage], ...] = ()

    @property
    def said(self) -> str:
        """In words, as a part of an answer."""
        if not self.now:
            return f"“{self.decision.statement}” was withdrawn and no longer stands."
        stands = " and ".join(f"“{decision.statement}”" for decision, _ in self.now)
        return f"“{self.decision.statement}” was superseded: what stands now is {stands}."

    def citations(self) -> list[Citation]:
        """For each decision that stands now the passage that brought it up."""
        return [_citation(self.decision, decision, passage) for decision, passage in self.now]


def overtaken(store: Store, passage_ids: Iterable[str]) -> list[Overtaken]:
    """The decisions that these passages act on and that were superseded or withdrawn since, by id. A passage that
    speaks of what stands now too ("Postgres instead of Mongo") says it itself."""
    if not store.count("Decision"):
        return []
    found: dict[str, Overtaken] = {}
    for passage_id in sorted(set(passage_ids)):
        meant = acted_on(store, [claim.id for claim in store.find("Claim", passage_id=passage_id)])
        for decision in store.get("Decision", meant).values():
            now = _now(store, decision)
            if decision.status == "superseded" and now and not meant & {d.id for d in now}:
                found[decision.id] = Overtaken(decision, _with_passages(store, now))
            elif decision.status == "withdrawn" and not any(
                other.status == "current" for other in store.get("Decision", meant).values()
            ):
                found[decision.id] = Overtaken(decision)
    return [found[id] for id in sorted(found)]


def _now(store: Store, decision: Decision) -> list[Decision]:
    """What took the place of a decision, of that, and so on to the end."""
    last, seen, waiting = [], {decision.id}, [decision.id]
    while waiting:
        after = {edge.source_id for edge in store.expand(waiting, ["SUPERSEDES"], "in")} - seen
        seen |= after
        decisions = store.get("Decision", after)
        last += [d for _, d in sorted(decisions.items()) if d.status != "superseded"]
        waiting = sorted(after)
    return last


def _with_passages(store: Store, decisions: list[Decision]) -> tuple[tuple[Decision, Passage], ...]:
    passages = store.get("Passage", {decision.passage_id for decision in decisions})
    return tuple((d, passages[d.passage_id]) for d in decisions if d.passage_id in passages)


def _citation(old: Decision, new: Decision, passage: Passage) -> Citation:
    line = next((line for line in passage.text.splitlines() if new.statement in line), passage.text)
    claim = f"{new.statement} (in place of: {old.statement})"
    return Citation(claim, passage.id, passage.source, passage.title, line.strip())
