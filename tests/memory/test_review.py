"""Confirm, reject, undo: derived identity, exact restoration, rejections that hold. On both stores."""

from __future__ import annotations

import pytest

from memkit import InputError, MissingRecord


def people(memory) -> dict[str, str]:
    """name -> canonical id."""
    return {e.name: e.canonical_id for e in memory.store.find("Entity")}


def snapshot(memory) -> tuple:
    """Everything that identity consists of, but for the log of judgements that no longer stand."""
    standing = [j for j in memory.store.find("SAME_AS") if j.state == "active"]
    return people(memory), standing, [j.id for j in memory.pending()], memory.entities().to_dict()


@pytest.fixture
def waiting(memory):
    """Ana Costa is known; Ana waits for a person to say who she is."""
    memory.ingest("[Ana Costa|Person] -USES> [Redis|Object]")
    memory.ingest("[Ana|Person] -WROTE> [Report|Object]")
    (pair,) = memory.pending()
    return memory, pair


def test_a_pending_pair_says_why(waiting):
    _, pair = waiting
    assert {pair.left_name, pair.right_name} == {"Ana", "Ana Costa"}
    assert pair.verdict == "pending" and 0.85 <= pair.score < 0.95 and pair.reason
    assert pair.gain == pytest.approx(pair.score * 1 * 1)


def test_confirm_consolidates_edges_names_and_facts(waiting):
    memory, pair = waiting
    judgement = memory.confirm(pair.left_id, pair.right_id, reviewer="kim")
    assert (judgement.verdict, judgement.decided_by) == ("merged", "kim")
    (person,) = memory.entities(type="Person")
    assert (person.name, person.aliases, person.mentions) == ("Ana Costa", ("Ana",), 2)
    assert {(f.source, f.type) for f in memory.relations(person.id)} == {("Ana Costa", "USES"), ("Ana Costa", "WROTE")}
    assert memory.pending() == [] and memory.stats()["pending_duplicates"] == 0


@pytest.mark.parametrize("verdict", ["confirm", "reject"])
def test_undo_restores_exactly_what_stood_before(waiting, verdict):
    memory, pair = waiting
    before = snapshot(memory)
    judgement = getattr(memory, verdict)(pair.left_id, pair.right_id)
    assert snapshot(memory) != before
    memory.undo(judgement.id)
    assert snapshot(memory) == before
    assert [j.state for j in memory.history(pair.left_id)] == ["active", "undone"]


def test_undo_twice_and_of_the_unknown_are_refused(waiting):
    memory, pair = waiting
    judgement = memory.confirm(pair.left_id, pair.right_id)
    memory.undo(judgement.id)
    with pytest.raises(InputError, match="undone"):
        memory.undo(judgement.id)
    with pytest.raises(InputError, match="replaced"):
        memory.confirm(pair.left_id, pair.right_id)
        memory.undo(pair.id)
    with pytest.raises(MissingRecord, match="nonsense"):
        memory.undo("nonsense")


def test_a_changed_mind_goes_back_step_by_step(waiting):
    memory, pair = waiting
    states = [snapshot(memory)]
    done = []
    for verdict in (memory.reject, memory.confirm, memory.reject):
        done.append(verdict(pair.left_id, pair.right_id))
        states.append(snapshot(memory))
    for judgement in reversed(done):
        assert snapshot(memory) == states.pop()
        memory.undo(judgement.id)
    assert snapshot(memory) == states.pop()


def test_a_rejection_holds_for_ever(memory):
    """A and B are kept apart; C, then both merges: the second would join A and B and is refused."""
    memory.ingest("[Alpha One|Object] [Beta Two|Object] [Gamma Three|Object]")
    a, b, c = (people(memory)[n] for n in ("Alpha One", "Beta Two", "Gamma Three"))
    kept = memory.reject(a, b)
    memory.confirm(a, c)
    with pytest.raises(InputError, match=kept.id):
        memory.confirm(b, c)
    assert people(memory)["Beta Two"] == b
    memory.undo(kept.id)
    memory.confirm(b, c)
    assert len(set(people(memory).values())) == 1


def test_a_rejection_parts_what_merges_had_joined(memory):
    memory.ingest("[Alpha One|Object] [Beta Two|Object] [Gamma Three|Object]")
    a, b, c = (people(memory)[n] for n in ("Alpha One", "Beta Two", "Gamma Three"))
    memory.confirm(a, b)
    memory.confirm(b, c)
    assert len(set(people(memory).values())) == 1
    rejected = memory.reject(a, c)
    assert len(set(people(memory).values())) == 2
    assert people(memory)["Alpha One"] != people(memory)["Gamma Three"]
    memory.undo(rejected.id)
    assert len(set(people(memory).values())) == 1


def test_pairs_settled_by_other_judgements_leave_the_queue_and_come_back(memory):
    memory.ingest("[Ana Costa|Person] spoke.")
    memory.ingest("[Ana|Person] spoke.")
    memory.ingest("[Ana C.|Person] spoke.")
    queue = memory.pending()
    assert len(queue) >= 2
    joined = [memory.confirm(j.left_id, j.right_id) for j in queue[:2]]
    assert memory.pending() == []
    for judgement in reversed(joined):
        memory.undo(judgement.id)
    assert [j.id for j in memory.pending()] == [j.id for j in queue]


def test_the_queue_puts_first_what_a_minute_gains_most(memory):
    memory.ingest("[Ana Costa|Person] spoke.")
    memory.ingest("[Bob Stone|Person] spoke.")
    for n in range(3):
        memory.ingest(f"[Bob Stone|Person] spoke {n}.")
    memory.ingest("[Ana|Person] spoke.")
    memory.ingest("[Bob|Person] spoke.")
    gains = [(min(j.left_name, j.right_name), j.gain) for j in memory.pending()]
    assert [name for name, _ in gains] == ["Bob", "Ana"]
    assert gains[0][1] == pytest.approx(4 * gains[1][1])


def test_impossible_pairs_are_refused(waiting):
    memory, pair = waiting
    with pytest.raises(InputError, match="both sides"):
        memory.confirm(pair.left_id, pair.left_id)
    with pytest.raises(MissingRecord, match="ent_nothing"):
        memory.reject(pair.left_id, "ent_nothing")
    with pytest.raises(InputError, match="rule:"):
        memory.confirm(pair.left_id, pair.right_id, reviewer="rule:me")
    with pytest.raises(MissingRecord):
        memory.history("ent_nothing")
