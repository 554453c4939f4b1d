"""What is Neo4j's own: the graph as other tools see it, and the errors of a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from neo4j import Driver, GraphDatabase
from small_graph import EVERYTHING, SAID, batch

from memkit.errors import StoreError
from memkit.model import RECORD_CLASSES
from memkit.store.neo4j import Neo4jStore
from memkit.store.neo4j_cypher import patterns

pytestmark = pytest.mark.neo4j


@pytest.fixture
def driver(neo4j_backend) -> Iterator[Driver]:
    auth = (neo4j_backend.credentials["username"], neo4j_backend.credentials["password"])
    with GraphDatabase.driver(neo4j_backend.uri, auth=auth, notifications_min_severity="OFF") as driver:
        yield driver


@pytest.fixture
def rows(driver) -> Callable[..., list]:
    """Runs Cypher as another tool would."""
    return lambda query, **given: [record.values() for record in driver.execute_query(query, given).records]


def test_the_graph_is_laid_out_as_designed(neo4j_backend, rows):
    store, ns = neo4j_backend.open(), neo4j_backend.namespace()
    vector = {"Passage": {"msg_1": np.array([1, 0], np.float32)}}
    store.apply(batch(*EVERYTHING, vectors=vector))
    assert rows("MATCH (p:Message:Passage {namespace: $ns}) RETURN p.text, p.embedding", ns=ns) == [
        [SAID.text, [1.0, 0.0]]
    ]
    assert rows("MATCH (:Document)-[:HAS_CHUNK]->(p:Chunk:Passage {namespace: $ns}) RETURN p.id", ns=ns) == [["chk_1"]]
    told = "MATCH (:Conversation)-[:HAS_MESSAGE]->(:Message {namespace: $ns})-[:MENTIONS]->(e:Entity) RETURN e.name"
    assert sorted(rows(told, ns=ns)) == [["Ann"], ["Bob"]]
    knows = "MATCH (:Entity {namespace: $ns})-[r:RELATED_TO {type: 'KNOWS'}]->(e) RETURN e.name, r.passage_id"
    assert rows(knows, ns=ns) == [["Bob", "msg_1"]]
    assert rows("MATCH (e:Entity {namespace: $ns, id: 'ent_ann'}) RETURN e.aliases", ns=ns) == [[["Anna", "A."]]]
    assert rows("MATCH ({namespace: $ns})-[r:SAME_AS]->() RETURN r.verdict", ns=ns) == [["rejected"]]


def test_other_tools_find_by_vector_and_by_words(neo4j_backend, rows):
    word = neo4j_backend.prefix.replace("-", "")  # found in this test's namespace only
    store = neo4j_backend.open()
    store.apply(batch(SAID, vectors={"Passage": {"msg_1": np.array([0.6, 0.8], np.float32)}}))
    found = rows(
        "CALL db.index.vector.queryNodes('memkit_passage_embedding', 1000, [0.6, 0.8]) YIELD node, score"
        " WHERE node.namespace = $ns RETURN node.id, score",
        ns=neo4j_backend.namespace(),
    )
    assert found[0][0] == "msg_1" and found[0][1] == pytest.approx(1.0)
    store.apply(batch(replace(SAID, text=f"Quoth {word}.")))
    call = "CALL db.index.fulltext.queryNodes('memkit_passage_words', $word) YIELD node RETURN node.id"
    assert rows(call, word=word) == [["msg_1"]]


def test_every_index_is_there_and_opening_again_makes_none(neo4j_backend, rows):
    neo4j_backend.open()
    names = {name for (name, state) in rows("SHOW INDEXES YIELD name, state") if state == "ONLINE"}
    assert {
        "memkit_entity",
        "memkit_entity_canonical_id",
        "memkit_entity_words",
        "memkit_entity_embedding",
        "memkit_block_key_key_entity_id",
        "memkit_same_as",
        "memkit_same_as_state_verdict",
        "memkit_has_message_revision",
    } <= names
    neo4j_backend.open()
    assert {name for (name,) in rows("SHOW INDEXES YIELD name")} == names


def test_every_read_uses_an_index(neo4j_backend, driver):
    neo4j_backend.open().apply(batch(*EVERYTHING))
    for pattern in (pattern for label in RECORD_CLASSES for pattern in patterns(label)):
        by_index = [dict.fromkeys(fields, "x") for fields in pattern.of.cls.indexes]
        queries = [pattern.all(equal)[0] for equal in ({}, *by_index)] + [pattern.each(), pattern.since()]
        queries += [pattern.each(end) for end in ("a", "b") if pattern.of.is_edge]
        for query in queries:
            given = {"ns": "a", "ids": ["a"], "equal0": "x", "equal1": "x", "after": 1}
            plan = str(driver.execute_query(f"EXPLAIN {query} RETURN {pattern.variable}.id", given).summary.plan)
            assert "Index" in plan, query
            assert not any(scan in plan for scan in ("AllNodesScan", "LabelScan", "TypeScan")), query


def test_a_wrong_password(neo4j_backend):
    with pytest.raises(StoreError, match="refused the credentials: set NEO4J_USERNAME and NEO4J_PASSWORD"):
        Neo4jStore(neo4j_backend.uri, username="neo4j", password="not this one")


def test_an_unknown_database(neo4j_backend):
    with pytest.raises(StoreError, match="Set NEO4J_DATABASE, or database="):
        Neo4jStore(neo4j_backend.uri, database="nosuchdatabase")


def test_a_newer_schema(neo4j_backend, rows):
    neo4j_backend.open()
    (((version,),)) = rows("MATCH (s:MemkitStore) RETURN s.schema_version")
    rows("MATCH (s:MemkitStore) SET s.schema_version = 99")
    try:
        with pytest.raises(StoreError, match=r"schema 99.*upgrade memkit-lab"):
            neo4j_backend.open()
    finally:
        rows("MATCH (s:MemkitStore) SET s.schema_version = $version", version=version)
