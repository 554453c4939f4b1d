"""Revisions, what changed since one, and namespaces that do not see one another, on both stores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_graph import ANN, BOB, EVERYTHING, KNOWS, SAID, SAYS_ANN, SAYS_BOB, batch, contents, with_vectors

from memkit.errors import MissingRecord, StoreConflict, StoreError


@pytest.fixture
def full(store):
    store.apply(batch(*EVERYTHING))
    return store


def test_the_revision_counts_batches_that_changed_something(store):
    assert store.revision() == 0
    store.apply(batch(ANN))
    store.apply(batch(ANN))
    assert store.revision() == 1
    store.apply(batch(meta={"a": "b"}))
    assert store.revision() == 2


def test_changes_names_what_was_written_since(store):
    store.apply(batch(ANN, BOB, SAID))
    first = store.changes("Entity", 0)
    assert (first.revision, first.reset, first.ids) == (1, False, ["ent_ann", "ent_bob"])
    store.apply(batch(ANN, replace(BOB, name="Robert"), SAYS_ANN))
    store.apply(batch(SAYS_BOB))
    assert store.changes("Entity", 1).ids == ["ent_bob"]
    assert store.changes("MENTIONS", 1).ids == ["men_1", "men_2"]
    assert store.changes("MENTIONS", 2).ids == ["men_2"]
    assert store.changes("Passage", 1).ids == []
    now = store.changes("Entity", store.revision())
    assert (now.revision, now.reset, now.ids) == (3, False, [])


def test_a_new_vector_is_a_change_of_its_node(full):
    full.apply(with_vectors("Entity", ent_bob=[1, 0]))
    assert full.changes("Entity", 1).ids == ["ent_bob"]
    assert full.changes("Passage", 1).ids == []


def test_after_a_deletion_the_reader_starts_over(full):
    full.apply(batch(deletes=[("Entity", "ent_ann")]))
    for label, ids in {"Entity": ["ent_bob"], "MENTIONS": ["men_2"], "SAME_AS": []}.items():
        assert full.changes(label, 1).reset
        assert full.changes(label, 1).ids == ids
    assert not full.changes("Passage", 1).reset
    full.apply(batch(replace(BOB, name="Robert")))
    after = full.changes("Entity", 2)
    assert (after.reset, after.ids) == (False, ["ent_bob"])


def test_a_reader_from_another_history_starts_over(full):
    assert full.changes("Entity", 99).reset
    assert full.changes("Entity", 99).ids == ["ent_ann", "ent_bob"]


def test_a_batch_planned_on_an_older_revision_is_refused(store):
    store.apply(batch(ANN, base_revision=0))
    with pytest.raises(StoreConflict, match=r"revision 1.*planned on 0"):
        store.apply(batch(BOB, base_revision=0))
    assert store.find("Entity") == [ANN]
    assert store.apply(batch(BOB, base_revision=1)) == {"Entity": 1}


def test_namespaces_do_not_see_one_another(backend):
    one, two = backend.open("one"), backend.open("two")
    one.apply(batch(*EVERYTHING, meta={"a": "b"}))
    one.apply(with_vectors("Entity", ent_ann=[1, 0]))
    empty = contents(two)
    assert not any(empty.values())
    assert two.nearest("Entity", np.ones(2), 5) == two.expand(["ent_ann"], ["SAME_AS"], "both") == []
    with pytest.raises(MissingRecord):
        two.apply(batch(BOB, SAYS_BOB))
    two.apply(batch(replace(ANN, name="Other"), BOB, replace(KNOWS, type="HATES"), deletes=[("Entity", "ent_bob")]))
    two.apply(with_vectors("Entity", ent_ann=[1, 0, 0]))
    assert one.find("Entity") == [ANN, BOB]
    assert one.find("RELATED_TO") == [KNOWS]
    assert one.vectors("Entity")[1].shape == (1, 2)
    assert one.revision() == two.revision() == 2


def test_namespaces_are_those_that_hold_anything(backend):
    mine = lambda store: [n for n in store.namespaces() if n.startswith(backend.prefix)]  # noqa: E731
    one, two, three = (backend.open(name) for name in ("one", "two", "three"))
    one.apply(batch(ANN))
    two.apply(batch(meta={"a": "b"}))
    assert mine(three) == [backend.namespace("one"), backend.namespace("two")]
    one.apply(batch(deletes=[("Entity", "ent_ann")]))
    assert mine(three) == [backend.namespace("two")]


def test_another_store_object_sees_the_same(backend):
    backend.open().apply(batch(*EVERYTHING, meta={"a": "b"}))
    again = backend.open()
    assert again.find("Entity") == [ANN, BOB]
    assert again.apply(batch(*EVERYTHING)) == {}


def test_a_closed_store_says_so(store):
    store.close()
    store.close()
    for call in (lambda: store.apply(batch(ANN)), lambda: store.find("Entity"), lambda: store.revision()):
        with pytest.raises(StoreError, match="is closed: open it again"):
            call()
