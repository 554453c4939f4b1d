"""Vectors and exact nearest neighbours, on both stores and on the index they share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from small_graph import ANN, BOB, SAID, batch, contents, with_vectors

from memkit.errors import InputError
from memkit.store.nearest import NearestIndex, VectorChanges


@pytest.fixture
def people(store):
    store.apply(batch(ANN, BOB, SAID))
    return store


def test_vectors_come_back_sorted_as_float32(people):
    assert people.apply(with_vectors("Entity", ent_bob=[0.1, -2], ent_ann=[1, 0])) == {"vectors": 2}
    ids, matrix = people.vectors("Entity")
    assert ids == ["ent_ann", "ent_bob"] and matrix.dtype == np.float32
    assert matrix.tolist() == [[1, 0], [np.float32(0.1), -2]]
    ids, matrix = people.vectors("Entity", ["ent_bob", "ent_x"])
    assert ids == ["ent_bob"] and matrix.tolist() == [[np.float32(0.1), -2]]
    assert people.vectors("Passage")[1].shape == people.vectors("Entity", [])[1].shape == (0, 0)
    assert people.get("Entity", ["ent_ann"]) == {"ent_ann": ANN}


def test_vectors_that_are_equal_are_not_written(people):
    people.apply(with_vectors("Entity", ent_ann=[0.1, 0], ent_bob=[0, 1]))
    assert people.apply(with_vectors("Entity", ent_ann=[0.1, -0.0], ent_bob=[1, 1])) == {"vectors": 1}
    assert people.apply(with_vectors("Entity", ent_ann=[0.1, 0])) == {}
    assert people.apply(batch(ANN, BOB)) == {}


def test_a_record_and_its_vector_in_one_batch(store):
    given = with_vectors("Entity", ent_ann=[1, 0])
    given.add(ANN)
    assert store.apply(given) == {"Entity": 1, "vectors": 1}
    assert store.nearest("Entity", np.array([1, 0]), 3) == [("ent_ann", 1.0)]


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        ({"ent_ann": [1, 0, 0]}, "3 wide, the stored ones 2: .*reembed"),
        ({"ent_ann": [1, 0], "ent_bob": [1]}, "ent_bob is 1 wide, that of ent_ann 2"),
        ({"ent_ann": [float("nan"), 0]}, "ent_ann has a value that is not finite"),
        ({"ent_ann": [float("inf"), 0]}, "not finite"),
        ({"ent_ann": [[1, 0]]}, "shape"),
        ({"ent_ann": []}, "shape"),
    ],
)
def test_a_vector_that_does_not_fit_is_refused(people, vectors, said):
    people.apply(with_vectors("Entity", ent_ann=[1, 0], ent_bob=[0, 1]))
    before = contents(people), people.vectors("Entity")[1].tolist()
    with pytest.raises(InputError, match=said):
        people.apply(with_vectors("Entity", **vectors))
    assert (contents(people), people.vectors("Entity")[1].tolist()) == before


def test_only_nodes_have_vectors(people):
    with pytest.raises(InputError, match="MENTIONS"):
        people.apply(with_vectors("MENTIONS", x=[1]))


def test_all_vectors_of_a_label_may_change_their_width_at_once(people):
    people.apply(with_vectors("Entity", ent_ann=[1, 0], ent_bob=[0, 1]))
    people.apply(with_vectors("Passage", msg_1=[1, 0]))
    assert people.nearest("Entity", np.array([1, 0]), 1) == [("ent_ann", 1.0)]
    assert people.apply(with_vectors("Entity", ent_ann=[1, 0, 0], ent_bob=[0, 0, 1])) == {"vectors": 2}
    assert people.nearest("Entity", np.array([0, 0, 1]), 1) == [("ent_bob", 1.0)]
    people.apply(batch(deletes=[("Entity", "ent_ann"), ("Entity", "ent_bob")]))
    people.apply(batch(ANN))
    assert people.apply(with_vectors("Entity", ent_ann=[1])) == {"vectors": 1}
    assert people.nearest("Entity", np.array([2]), 1) == [("ent_ann", 2.0)]


def test_nearest_follows_what_is_written_and_deleted(people):
    query = np.array([1, 0.5])
    assert people.nearest("Entity", query, 5) == []
    people.apply(with_vectors("Entity", ent_ann=[1, 0]))
    assert people.nearest("Entity", query, 5) == [("ent_ann", 1.0)]
    people.apply(with_vectors("Entity", ent_bob=[1, 1]))
    assert people.nearest("Entity", query, 5) == [("ent_bob", 1.5), ("ent_ann", 1.0)]
    people.apply(with_vectors("Entity", ent_bob=[0, 0]))
    assert people.nearest("Entity", query, 5) == [("ent_ann", 1.0), ("ent_bob", 0.0)]
    people.apply(batch(deletes=[("Entity", "ent_ann")]))
    assert people.nearest("Entity", query, 5) == [("ent_bob", 0.0)]
    people.apply(batch(ANN))  # back, without a vector
    assert people.nearest("Entity", query, 5) == [("ent_bob", 0.0)]


@pytest.mark.parametrize(
    ("query", "k"),
    [([1.0], 1), ([1.0, 0.0, 0.0], 1), ([[1.0, 0.0]], 1), ([float("nan"), 0.0], 1), ([1.0, 0.0], 0), ("text", 1)],
)
def test_a_search_that_makes_no_sense_is_refused(people, query, k):
    people.apply(with_vectors("Entity", ent_ann=[1, 0]))
    with pytest.raises(InputError):
        people.nearest("Entity", query, k)


# ------------------------------------------------------------------------------------------------------ shared index


class Script:
    """Changes to replay: dicts of id -> vector (None: deleted), one per revision."""

    def __init__(self) -> None:
        self.revisions: list[dict[str, np.ndarray | None]] = []

    def state(self) -> dict[str, np.ndarray]:
        merged = {id: v for revision in self.revisions for id, v in revision.items()}
        return {id: v for id, v in merged.items() if v is not None}

    def changes(self, since: int) -> VectorChanges:
        later = self.revisions[since:]
        now = self.state()
        ids = sorted({id for revision in later for id in revision if id in now})
        gone = any(v is None for revision in later for v in revision.values())
        matrix = np.array([now[id] for id in ids], np.float32)
        return VectorChanges(len(self.revisions), sorted(now) if gone else None, ids, matrix)


small = arrays(np.float32, 3, elements=st.integers(-2, 2).map(float))


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    st.lists(st.dictionaries(st.sampled_from("abcdefghij"), st.none() | small, max_size=6), min_size=1, max_size=6),
    small,
    st.integers(1, 12),
)
def test_the_index_equals_brute_force_after_any_changes(revisions, query, k):
    script = Script()
    index = NearestIndex("Entity", script.changes)
    for revision in revisions:
        script.revisions.append(revision)
        scores = {id: float(vector @ query) for id, vector in script.state().items()}
        assert index.search(query, k) == sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:k]


def test_equal_vectors_tie_by_id_wherever_they_stand():
    rng = np.random.default_rng(0)
    vector, others = rng.standard_normal(384), rng.standard_normal((997, 384))
    script = Script()
    script.revisions.append({f"x{n:03}": row for n, row in enumerate(others / np.linalg.norm(others))})
    script.revisions.append({f"t{n}": vector for n in (5, 3, 8, 1)})
    script.revisions.append({f"t{n}": vector for n in (7, 2)})
    found = NearestIndex("Entity", script.changes).search(vector, 4)
    assert [id for id, _ in found] == ["t1", "t2", "t3", "t5"]
    assert len({score for _, score in found}) == 1


def test_the_index_finds_the_exact_top_of_many():
    rng = np.random.default_rng(1)
    matrix = rng.standard_normal((5000, 64)).astype(np.float32)
    script = Script()
    script.revisions.append({f"{n:04}": row for n, row in enumerate(matrix)})
    index = NearestIndex("Entity", script.changes)
    for query in rng.standard_normal((20, 64)).astype(np.float32):
        exact = matrix.astype(np.float64) @ query.astype(np.float64)
        assert [int(id) for id, _ in index.search(query, 10)] == np.argsort(-exact)[:10].tolist()
