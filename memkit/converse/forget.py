"""Forgetting what was said: claims and stances go with their messages, and what stands is derived anew without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from memkit.converse.history import History, acted_on, read_history, restate, topics_of
from memkit.model import Batch, Claim, Link
from memkit.store import Store


def claims_of(store: Store, passage_ids: Iterable[str]) -> list[Claim]:
    """The claims that these messages make."""
    return [claim for id in sorted(passage_ids) for claim in store.find("Claim", passage_id=id)]


def without(store: Store, passage_ids: set[str], claims: list[Claim], batch: Batch) -> None:
    """Add to `batch` what becomes of decisions when these messages go.

    A decision that another message acts on stays, in that one's words; any other goes with the message that put it on
    the table, and a topic with its last decision. What a decision that is gone had superseded stands again, or is
    superseded by what came next.
    """
    brought = {d.id for id in sorted(passage_ids) for d in store.find("Decision", passage_id=id)}
    acted = acted_on(store, [claim.id for claim in claims])
    if not brought | acted:
        return
    history = read_history(store, topics_of(store, brought | acted))
    ended = [done for done in history.done if done.claim.passage_id in passage_ids]
    history.done = [done for done in history.done if done.claim.passage_id not in passage_ids]
    moved = _inherit(history, passage_ids)
    for id in sorted(brought & history.decisions.keys() - moved):
        batch.deletes.append(("Decision", id))
        del history.decisions[id]
    restate(history, batch, fresh=moved)
    batch.deletes += [("Topic", id) for id in sorted(history.topics) if id not in _topics_left(history)]
    _unsettle(store, history, {done.decision_id for done in ended if done.act == "decides"}, batch)


def _inherit(history: History, gone: set[str]) -> set[str]:
    """Decisions whose message goes belong to the first other message that acts on them."""
    heirs = {}
    for done in history.ordered():
        heirs.setdefault(done.decision_id, done.claim)
    moved = set()
    for id, decision in history.decisions.items():
        if decision.passage_id in gone and id in heirs:
            heir = heirs[id]
            history.decisions[id] = replace(
                decision, passage_id=heir.passage_id, statement=heir.statement or decision.statement
            )
            moved.add(id)
    return moved


def _topics_left(history: History) -> set[str]:
    return {history.topic_of[id] for id in history.decisions}


def _unsettle(store: Store, history: History, ids: set[str], batch: Batch) -> None:
    """A decision is DECIDED_IN the conversations of the messages that still settle it."""
    ids &= history.decisions.keys()
    settled = [d for d in history.done if d.act == "decides" and d.decision_id in ids]
    parents = {id: p.parent_id for id, p in store.get("Passage", {d.claim.passage_id for d in settled}).items()}
    left = {(d.decision_id, parents.get(d.claim.passage_id, "")) for d in settled}
    edges = store.expand(sorted(ids), ["DECIDED_IN"])
    batch.deletes += [(Link.label, e.id) for e in edges if (e.source_id, e.target_id) not in left]
