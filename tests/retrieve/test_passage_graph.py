"""The graph follows the store: what grows passage by passage equals what is read at once; merges join, undo parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.model import Batch, Document, Entity, Judgement, Mention, Passage
from memkit.retrieve.graph import PassageGraph
from memkit.store import open_store


def passage(number: int, title: str = "") -> Passage:
    return Passage(f"p{number}", "chunk", "d", number, title, f"text {number}", "s")


def entity(name: str, canonical: str | None = None) -> Entity:
    return Entity(f"e_{name}", name, "Object", canonical or f"e_{name}")


def mention(number: int, name: str) -> Mention:
    return Mention(f"m_{number}_{name}", f"p{number}", f"e_{name}", 0, 1, name)


def table(graph: PassageGraph, incidence=None) -> dict[tuple[str, str], float]:
    """(passage id, thing's label) -> weight."""
    graph.follow()
    found = incidence or graph.whole()
    cells = found.matrix.tocoo()
    return {
        (graph.ids[found.slots[row]], graph.label(int(found.nodes[column]))): round(float(value), 9)
        for row, column, value in zip(*cells.coords, cells.data, strict=True)
    }


@pytest.fixture
def small():
    store = open_store(":memory:")
    store.apply(Batch([Document("d", "", "s", ""), passage(0), passage(1), passage(2)]))
    store.apply(Batch([entity("ann"), entity("anna"), mention(0, "ann"), mention(1, "anna")]))
    yield store
    store.close()


def test_a_merge_joins_the_passages_of_two_names_and_an_undo_parts_them(small):
    graph = PassageGraph(small)
    graph.follow()
    (ann,), (anna,) = graph.nodes("ann"), graph.nodes("anna")
    assert ann != anna and list(graph.passages_of(ann)) == [0]
    small.apply(Batch([entity("anna", canonical="e_ann")]))
    graph.follow()
    assert graph.nodes("ann") == graph.nodes("anna") == [ann]
    assert [graph.ids[slot] for slot in graph.passages_of(ann)] == ["p0", "p1"]
    assert set(table(graph)) == {("p0", "ann"), ("p1", "ann")}
    small.apply(Batch([entity("anna")]))
    assert set(table(graph)) == {("p0", "ann"), ("p1", "anna")}


def test_one_name_that_waits_for_review_is_one_thing_until_told_apart(small):
    other = Entity("e_ann2", "Ann", "Person", "e_ann2")
    mentioned = Mention("m_2_ann2", "p2", "e_ann2", 0, 1, "Ann")

    def judged(verdict: str, number: int, state: str = "active") -> Judgement:
        return Judgement(f"j{number}", "e_ann", "e_ann2", verdict, 1.0, {}, "", "", "", number, state)

    graph = PassageGraph(small)
    small.apply(Batch([other, mentioned, judged("pending", 1)]))
    assert set(table(graph)) == {("p0", "ann"), ("p2", "ann"), ("p1", "anna")}
    assert [graph.ids[slot] for slot in graph.passages_of(graph.nodes("ann")[0])] == ["p0", "p2"]
    small.apply(Batch([judged("pending", 1, "replaced"), judged("rejected", 2)]))
    assert set(table(graph)) == {("p0", "ann"), ("p2", "Ann"), ("p1", "anna")}
    assert len(graph.nodes("ann")) == 2
    small.apply(Batch([Judgement("j3", "e_ann", "e_anna", "pending", 0.9, {}, "", "", "")]))
    assert set(table(graph)) == {("p0", "ann"), ("p2", "Ann"), ("p1", "anna")}, "two names that wait stay two"


def test_a_title_is_the_thing_of_its_name_or_one_of_its_own(small):
    small.apply(Batch([passage(3, "Ann"), passage(4, "Zebra (animal)")]))
    assert set(table(PassageGraph(small))) == {
        ("p0", "ann"),
        ("p1", "anna"),
        ("p3", "ann"),
        ("p4", "zebra (animal)"),
        ("p4", "zebra"),
    }


def test_weights_are_idf_with_a_floor(small):
    small.apply(Batch([mention(number, "ann") for number in (1, 2)]))
    found = table(PassageGraph(small))
    assert found["p0", "ann"] == 0.05, "in all three passages"
    assert found["p1", "anna"] == 1


def test_what_is_deleted_is_gone(small):
    graph = PassageGraph(small)
    graph.follow()
    small.apply(Batch(deletes=[("Passage", "p0"), ("Entity", "e_ann")]))
    assert set(table(graph)) == {("p1", "anna")} and len(graph) == 2


def test_a_new_passage_reads_nothing_but_what_it_brought(small, monkeypatch):
    graph = PassageGraph(small)
    graph.follow()
    read: list[str] = []
    get = small.get

    def spy(label, ids):
        read.extend(ids)
        return get(label, ids)

    monkeypatch.setattr(small, "get", spy)
    small.apply(Batch([passage(7, "Kim"), entity("zoe"), mention(7, "zoe"), mention(7, "ann")]))
    graph.follow()
    assert set(read) == {"p7", "e_zoe", "m_7_zoe", "m_7_ann"}
    read.clear()
    graph.follow()
    assert read == []


NAMES = ["ann", "anna", "bob", "bob b", "zoe"]
steps = st.lists(
    st.tuples(st.sampled_from(["", "Ann", "Bob (B)", "Kim"]), st.sets(st.sampled_from(NAMES)), st.sampled_from(NAMES)),
    min_size=1,
    max_size=6,
)


@settings(deadline=None, max_examples=40)
@given(steps)
def test_grown_step_by_step_equals_read_at_once(history):
    """Each step writes a passage with a title and mentions, and makes one name another's or its own again."""
    store = open_store(":memory:")
    store.apply(Batch([Document("d", "", "s", "")]))
    growing = PassageGraph(store)
    for number, (title, named, head) in enumerate(history):
        entities = [entity(name) for name in sorted(named)]
        if named:
            entities[0] = entity(min(named), canonical=f"e_{head}")
            if head not in named:
                entities.append(entity(head))
        store.apply(Batch([passage(number, title), *entities, *(mention(number, name) for name in sorted(named))]))
        growing.follow()
        growing.whole()
    fresh = PassageGraph(store)
    assert table(growing) == table(fresh)
    part = np.arange(0, len(fresh), 2)
    everything = table(fresh)
    kept = {fresh.ids[slot] for slot in part}
    fresh.follow()
    assert table(fresh, fresh.incidence(part)) == {key: w for key, w in everything.items() if key[0] in kept}
    store.close()
