"""Random operations on both stores and on a reference of plain dicts: every answer must be the same."""

from __future__ import annotations

import namespaces
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import ReferenceStore

from memkit.errors import InputError, MissingRecord
from memkit.model import (
    LINK_TYPES,
    RECORD_CLASSES,
    Attribute,
    Batch,
    BlockKey,
    Conversation,
    Denial,
    Document,
    Entity,
    Judgement,
    Link,
    Mention,
    Passage,
    Relation,
)
from memkit.store import open_store
from memkit.store.schema import NODE_LABELS

IDS = ["a", "b", "Ä'\"", "`) DETACH DELETE n//", "'); DROP TABLE entity;--", "$ns", "שלום", "\U0001f600", " ", "\uffee"]
ids = st.sampled_from(IDS)
texts = (
    ids
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
    | st.just("n" * 10_000)
)
short = st.sampled_from(["", "x", "é", "e\u0301"])
floats = st.floats(allow_nan=False, allow_infinity=False)
whole = st.integers(-(2**63), 2**63 - 1)

nodes = st.one_of(
    st.builds(Entity, ids, texts, short, ids, st.lists(texts, max_size=2).map(tuple), texts, short),
    st.builds(Passage, ids, st.sampled_from(["chunk", "message", ""]), ids, whole, texts, texts, short, short, texts),
    st.builds(Document, ids, texts, texts, short),
    st.builds(Conversation, ids, short, texts, whole, ids),
)
edges = st.one_of(
    st.builds(Link, ids, ids, ids, st.sampled_from(sorted(LINK_TYPES))),
    st.builds(Mention, ids, ids, ids, whole, whole, texts, short, floats, texts),
    st.builds(Relation, ids, ids, ids, short, ids, texts, floats, texts),
    st.builds(Denial, ids, ids, ids, short, ids, texts, st.booleans(), short),
    st.builds(Attribute, ids, ids, ids, short, short, texts),
    st.builds(Judgement, ids, ids, ids, short, floats, st.dictionaries(texts, floats, max_size=2), *[short] * 3),
    st.builds(BlockKey, ids, ids, short),
)
labels = st.sampled_from(sorted(RECORD_CLASSES))
# Small whole numbers: dot products are exact, so that the scores of all three stores are equal to the last bit.
vectors = st.lists(st.integers(-3, 3), min_size=2, max_size=2).map(lambda v: np.array(v, np.float32))


@st.composite
def batches(draw) -> Batch:
    batch = Batch(
        upserts=draw(st.lists(nodes, max_size=4)) + draw(st.lists(edges, max_size=3)),
        deletes=draw(st.lists(st.tuples(labels, ids), max_size=2)),
        meta=draw(st.dictionaries(texts.filter(bool), texts, max_size=1)),
    )
    for label in draw(st.sets(st.sampled_from(NODE_LABELS), max_size=1)):
        known = [record.id for record in batch.upserts if record.label == label]
        for id in draw(st.sets(st.sampled_from(known) if known else ids, max_size=2)):
            batch.set_vector(label, id, draw(vectors))
    if draw(st.integers(0, 9)) == 0 and batch.vectors:  # sometimes of another width than the others
        batch.vectors = {label: {i: np.ones(3, np.float32) for i in of} for label, of in batch.vectors.items()}
    return batch


@st.composite
def histories(draw) -> list[Batch]:
    """A first batch with every node, so that edges have ends; then anything."""
    first = Batch(upserts=[Entity(id, id, "", id) for id in IDS])
    first.add(*(Passage(id, "chunk", "", 0, "", "", "") for id in IDS))
    return [first, *draw(st.lists(batches(), min_size=1, max_size=6))]


def answer(call) -> object:
    """What a call gives, or the kind of error it raises."""
    try:
        return call()
    except (InputError, MissingRecord) as error:
        return type(error)


def readings(store, since: int) -> dict[str, object]:
    """Every read of the protocol, over everything."""
    found: dict[str, object] = {"meta": store.meta(), "revision": store.revision(), "block": store.block(["x", "é"], 2)}
    for label in RECORD_CLASSES:
        found[f"find {label}"] = store.find(label)
        change = store.changes(label, since)
        found[f"changes {label}"] = change if isinstance(change, tuple) else (change.revision, change.reset, change.ids)
    for direction in ("out", "in", "both"):
        found[direction] = store.expand(
            IDS[:3], ["MENTIONS", "RELATED_TO", "NOT_RELATED_TO", "DESCRIBES", "SAME_AS", "NEXT"], direction
        )
    found["where"] = store.expand(IDS, ["RELATED_TO", "NEXT"], "both", {"type": "x", "source_id": "a"})
    found["get"] = store.get("Entity", IDS[:4])
    found["find"] = (
        store.find("Entity", type="x"),
        store.find("MENTIONS", target_id="a"),
        store.find("LINK", type="NEXT"),
    )
    found["count"] = store.count("Passage", kind="chunk", source=""), store.count("RELATED_TO", source_id="b")
    for label in NODE_LABELS:
        known, matrix = store.vectors(label)
        found[f"vectors {label}"] = known, matrix.tolist(), store.vectors(label, IDS[:2])[1].tolist()
        found[f"nearest {label}"] = answer(lambda label=label: store.nearest(label, np.array([2, 1], np.float32), 3))
    return found


def compare(history: list[Batch], uri: str, **credentials: str) -> None:
    """Apply a history to a new namespace of a store and to the reference, and compare all that can be seen."""
    store, reference = open_store(uri, namespace=namespaces.fresh(), **credentials), ReferenceStore()
    try:
        for batch in history:
            assert answer(lambda batch=batch: store.apply(batch)) == answer(lambda batch=batch: reference.apply(batch))
        since = len(history) // 2
        assert readings(store, since) == readings(reference, since)
    finally:
        store.close()


QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True, "database": None}


@settings(max_examples=60, **QUIET)
@given(histories())
def test_sqlite_answers_as_the_reference(history):
    compare(history, ":memory:")


@pytest.mark.neo4j
@settings(max_examples=12, **QUIET)
@given(histories())
def test_neo4j_answers_as_the_reference(neo4j_server, history):
    compare(history, neo4j_server.uri, username=neo4j_server.username, password=neo4j_server.password)


@pytest.mark.long
@settings(max_examples=1000, **QUIET)
@given(histories())
def test_sqlite_answers_as_the_reference_at_length(history):
    compare(history, ":memory:")


@pytest.mark.long
@pytest.mark.neo4j
@settings(max_examples=300, **QUIET)
@given(histories())
def test_neo4j_answers_as_the_reference_at_length(neo4j_server, history):
    compare(history, neo4j_server.uri, username=neo4j_server.username, password=neo4j_server.password)
