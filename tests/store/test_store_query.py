"""Queries in a store's own language: they read one namespace and change nothing, on both stores."""

from __future__ import annotations

import contextlib
import json
import re
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_graph import ANN, BOB, EVERYTHING, batch, contents, with_vectors

from memkit.errors import InputError, StoreError
from memkit.store import open_store

LIMITS = {"timeout": 10.0, "limit": 100}

SQL_WRITES = """
INSERT INTO entity (id, name) VALUES ('x', 'X')
INSERT INTO main.entity SELECT * FROM main.entity
INSERT OR REPLACE INTO setting VALUES ('a', 'b')
REPLACE INTO main.setting VALUES ('a', 'b', 'c')
UPDATE entity SET name = 'X'
UPDATE main.entity SET name = 'X' WHERE id = 'ent_ann'
DELETE FROM entity
DELETE FROM main.passage RETURNING id
WITH gone AS (SELECT id FROM entity) DELETE FROM main.entity WHERE id IN (SELECT id FROM gone)
WITH new(id) AS (VALUES ('x')) INSERT INTO main.setting SELECT id, id, id FROM new
INSERT INTO main.setting VALUES ('a', 'b', 'c') ON CONFLICT DO UPDATE SET value = 'd' RETURNING *
CREATE TABLE t (x)
CREATE TEMP TABLE t (x)
CREATE TABLE t AS SELECT * FROM entity
CREATE VIEW v AS SELECT 1
CREATE TEMP VIEW v AS SELECT 1
CREATE INDEX i ON entity (name)
CREATE TRIGGER g AFTER INSERT ON entity BEGIN DELETE FROM passage; END
CREATE TEMP TRIGGER g INSTEAD OF INSERT ON entity BEGIN DELETE FROM main.passage; END
CREATE VIRTUAL TABLE f USING fts5(x)
DROP TABLE entity
DROP TABLE main.entity
DROP VIEW temp.entity
DROP INDEX vector_revision
ALTER TABLE main.entity ADD COLUMN x TEXT
ALTER TABLE main.entity RENAME TO e
ATTACH DATABASE 'other.db' AS other
DETACH DATABASE main
PRAGMA query_only = OFF
PRAGMA user_version = 99
PRAGMA writable_schema = ON
PRAGMA journal_mode = DELETE
PRAGMA main.table_info('entity')
VACUUM
VACUUM INTO 'copy.db'
REINDEX
ANALYZE
BEGIN
BEGIN IMMEDIATE
COMMIT
ROLLBACK
SAVEPOINT s
SELECT load_extension('x.so')
SELECT writefile('x', 'y')
SELECT 1; DELETE FROM main.entity
SELECT 1; DROP TABLE main.entity; --
EXPLAIN DELETE FROM main.entity
EXPLAIN QUERY PLAN SELECT * FROM entity
/* SELECT */ DELETE FROM main.entity
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 3) DELETE FROM main.entity
""".strip().splitlines()

CYPHER_WRITES = """
CREATE (n:Entity {id: 'x', namespace: $namespace}) RETURN n
CREATE (n:Other)
MERGE (n:Entity {id: 'ent_ann'}) ON MATCH SET n.name = 'X' RETURN n
MATCH (n:Entity {namespace: $namespace}) SET n.name = 'X'
MATCH (n:Entity {namespace: $namespace}) SET n += {name: 'X'} RETURN n
MATCH (n:Entity {namespace: $namespace}) SET n:Other RETURN n
MATCH (n:Entity {namespace: $namespace}) REMOVE n.name
MATCH (n:Entity {namespace: $namespace}) REMOVE n:Entity
MATCH (n:BlockKey {namespace: $namespace}) DELETE n
MATCH (n {namespace: $namespace}) DETACH DELETE n
MATCH (:Entity)-[r:RELATED_TO {namespace: $namespace}]->() DELETE r
MATCH (a:Entity {namespace: $namespace}), (b:Entity {namespace: $namespace}) CREATE (a)-[:KNOWS]->(b)
FOREACH (x IN [1, 2] | CREATE (:Other {x: x}))
CALL { CREATE (n:Other) RETURN n } RETURN n
MATCH (n:Entity {namespace: $namespace}) CALL { WITH n SET n.name = 'X' } RETURN n
MATCH (n:Entity {namespace: $namespace}) CALL { WITH n SET n.name = 'X' } IN TRANSACTIONS RETURN n
UNWIND [1] AS x CALL { WITH x CREATE (:Other {x: x}) } IN CONCURRENT TRANSACTIONS RETURN x
LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line
LOAD CSV FROM 'http://127.0.0.1:1/x' AS line CREATE (:Other {line: line})
CREATE INDEX other FOR (n:Other) ON (n.x)
CREATE FULLTEXT INDEX other FOR (n:Other) ON EACH [n.x]
DROP INDEX memkit_entity_type
DROP INDEX memkit_entity_type IF EXISTS
CREATE CONSTRAINT other FOR (n:Other) REQUIRE n.x IS UNIQUE
DROP CONSTRAINT memkit_entity
CREATE USER eve SET PASSWORD 'correct horse'
DROP USER neo4j
ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'correct horse'
CREATE DATABASE other
DROP DATABASE neo4j
SHOW USERS
SHOW TRANSACTIONS
SHOW SETTINGS
TERMINATE TRANSACTIONS 'neo4j-transaction-1'
CALL db.createLabel('Other')
CALL db.createProperty('other')
CALL db.createRelationshipType('OTHER')
CALL db.create.setNodeVectorProperty(null, 'x', [1.0])
CALL db.resampleIndex('memkit_entity_type')
CALL db.clearQueryCaches()
CALL db.prepareForReplanning()
CALL tx.setMetaData({a: 1})
CALL dbms.listConfig() YIELD name RETURN name
CALL dbms.killConnections(['x'])
CALL dbms.upgrade()
CALL apoc.create.node(['Other'], {})
MATCH (n) RETURN n; MATCH (n) DETACH DELETE n
EXPLAIN CREATE (n:Other)
PROFILE CREATE (n:Other)
RETURN 1 UNION CREATE (n:Other) RETURN 1
""".strip().splitlines()

SQL_READS = {
    "SELECT name FROM entity WHERE name <> 'set' AND description <> 'DELETE FROM entity' ORDER BY name": ["Ann", "Bob"],
    "SELECT name FROM entity -- INSERT, UPDATE, DROP": ["Ann", "Bob"],
    "/* create */ SELECT 'drop table entity; --' FROM entity LIMIT 1": ["drop table entity; --"],
    """SELECT name AS "delete" FROM entity WHERE id = 'ent_ann'""": ["Ann"],
    "SELECT replace(name, 'A', 'E') FROM entity WHERE id = 'ent_ann'": ["Enn"],
    "SELECT count(*) FROM entity AS attach": [2],
    "SELECT j.value FROM entity, json_each(aliases) AS j ORDER BY j.value": ["A.", "Anna"],
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3) SELECT sum(x) FROM n": [6],
    "VALUES ('update')": ["update"],
    "SELECT m.surface FROM mention AS m JOIN passage AS p ON p.id = m.source_id ORDER BY m.start": ["Ann", "Bob"],
}

CYPHER_READS = {
    "MATCH (n:Entity) WHERE n.name <> 'set' AND n.description <> 'DETACH DELETE n' RETURN n.name ORDER BY n.name": [
        "Ann",
        "Bob",
    ],
    "MATCH (n:Entity) RETURN n.name ORDER BY n.name // CREATE, MERGE, SET": ["Ann", "Bob"],
    "/* remove */ MATCH (n:Entity) RETURN 'MATCH (n) DETACH DELETE n' LIMIT 1": ["MATCH (n) DETACH DELETE n"],
    "MATCH (n:Entity {id: 'ent_ann'}) RETURN n.name AS `delete`": ["Ann"],
    "MATCH (n:Entity) WHERE n.set IS NULL AND n.`create` IS NULL RETURN count(n)": [2],
    "MATCH (merge:Entity) RETURN count(merge)": [2],
    "MATCH (a:Entity)-[r:RELATED_TO]->(b:Entity) RETURN r.type": ["KNOWS"],
    "MATCH (n:Entity) WHERE EXISTS { MATCH (m:Entity) WHERE m.name = n.name } RETURN n.name ORDER BY n.name": [
        "Ann",
        "Bob",
    ],
    "UNWIND ['Ann', 'Cy'] AS name MATCH (n:Entity {name: name}) RETURN n.id": ["ent_ann"],
    "MATCH (a:Entity {id: 'ent_ann'}), (b:Entity {id: 'ent_bob'}) MATCH p = shortestPath((a)-[*..4]-(b)) "
    "RETURN length(p)": [1],
    "MATCH (n:Entity) CALL { WITH n MATCH (n)<-[:MENTIONS]-(p:Passage) RETURN count(p) AS c } RETURN sum(c)": [2],
    "CALL db.index.fulltext.queryNodes('memkit_entity_words', 'engineer') YIELD node "
    "WHERE node.namespace = $namespace RETURN node.name": ["Ann"],
}


@pytest.fixture
def full(backend):
    """A store with the small graph, beside another namespace that has the same, and a secret."""
    other = backend.open("other")
    other.apply(batch(*EVERYTHING, replace(BOB, id="ent_secret", name="Secret", canonical_id="ent_secret")))
    store = backend.open("a")
    store.apply(batch(*EVERYTHING))
    store.apply(with_vectors("Entity", ent_ann=[1, 0]))
    store.other = other
    return store


def test_whatever_does_more_than_read_is_refused_and_nothing_changes(full, backend, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def everything():
        return contents(full), contents(full.other), sorted(path.name for path in tmp_path.iterdir())

    before, answers = everything(), {}
    for text in {"sqlite": SQL_WRITES, "neo4j": CYPHER_WRITES}[backend.kind]:
        try:
            answers[text] = f"gave {list(full.query(text, **LIMITS))}"
        except InputError as error:
            answers[text] = str(error)
    assert [t for t, said in answers.items() if not re.search("only reads|cannot be run", said)] == []
    assert [t for t, said in answers.items() if not re.search(r"give one (SELECT|statement)", said)] == []
    assert everything() == before
    assert full.apply(batch(replace(ANN, description="still writable"))) == {"Entity": 1}


def test_reads_pass_whatever_words_they_hold(full, backend):
    expected = {"sqlite": SQL_READS, "neo4j": CYPHER_READS}[backend.kind]
    assert {text: [next(iter(row.values())) for row in full.query(text, **LIMITS)] for text in expected} == expected


def by_kind(backend, sqlite: str, neo4j: str) -> str:
    return {"sqlite": sqlite, "neo4j": neo4j}[backend.kind]


def test_parameters_are_values_only(full, backend):
    text = by_kind(
        backend, "SELECT id FROM entity WHERE name = :name", "MATCH (n:Entity) WHERE n.name = $name RETURN n.id AS id"
    )
    assert full.query(text, {"name": "Ann"}, **LIMITS) == [{"id": "ent_ann"}]
    assert full.query(text, {"name": "Ann' OR 1=1 --"}, **LIMITS) == []


@pytest.mark.parametrize("text", ["", "  ", "\x00", None, 3, "SELEKT 1", "MATCH (n", "-- nothing"])
def test_what_is_no_query_is_refused(full, text):
    with pytest.raises(InputError):
        full.query(text, **LIMITS)


@pytest.mark.parametrize(
    "params",
    [
        {"x": float("nan")},
        {"x": b"x"},
        {"x": [2**70]},
        {"x": "\ud800"},
        {1: 2},
        ["x"],
        {"x": object()},
        {"x": 2**70},
        {},
    ],
)
def test_parameters_that_cannot_be_used_are_refused(full, backend, params):
    with pytest.raises(InputError):
        full.query(by_kind(backend, "SELECT :x", "RETURN $x"), params, **LIMITS)


def test_rows_are_capped_with_a_note(full, backend):
    text = by_kind(
        backend,
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10) SELECT x FROM n",
        "UNWIND range(1, 10) AS x RETURN x",
    )
    rows = full.query(text, timeout=10, limit=3)
    assert [row["x"] for row in rows] == [1, 2, 3] and "only the first 3 rows" in rows.notes[0]
    assert full.query(text, timeout=10, limit=10).notes == []
    assert rows.to_dict()["notes"] == rows.notes


def test_an_endless_query_stops_at_its_limit(full, backend):
    endless = by_kind(
        backend,
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n",
        "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b MATCH (n:Entity) RETURN count(*)",
    )
    started = time.monotonic()
    with pytest.raises(StoreError, match="its limit of 1 seconds"):
        full.query(endless, timeout=1, limit=10)
    assert time.monotonic() - started < 10
    assert full.count("Entity") == 2


def test_odd_values_are_plain(full, backend):
    text = by_kind(
        backend,
        "SELECT 1e999 AS inf, -1e999 AS low, x'00ff' AS bytes, CAST(x'ff' AS TEXT) AS text, NULL AS none",
        "RETURN 1.0/0.0 AS inf, -1.0/0.0 AS low, 0.0/0.0 AS nan, date('2024-02-01') AS day, duration('P1D') AS long, "
        "{a: [point({x: 1, y: 2})]} AS map, null AS none",
    )
    (row,) = full.query(text, **LIMITS)
    assert row["inf"] == "Infinity" and row["low"] == "-Infinity" and row["none"] is None
    expected = {"sqlite": {"bytes": "00ff", "text": "\ufffd"}, "neo4j": {"nan": "NaN", "day": "2024-02-01"}}
    assert expected[backend.kind].items() <= row.items()
    json.dumps(row, allow_nan=False)


def test_a_frame_of_the_rows(full, backend):
    text = by_kind(backend, "SELECT id, name FROM entity", "MATCH (n:Entity) RETURN n.id AS id, n.name AS name")
    assert sorted(full.query(text, **LIMITS).to_frame()["name"]) == ["Ann", "Bob"]


def test_a_closed_store_says_so(full):
    full.close()
    with pytest.raises(StoreError, match="closed"):
        full.query("RETURN 1", **LIMITS)


def test_memory_that_is_not_in_a_file_is_read_and_not_changed():
    store = open_store(":memory:", namespace="it's")
    store.apply(batch(*EVERYTHING))
    before = contents(store)
    assert store.query("SELECT name FROM entity ORDER BY name", **LIMITS) == [{"name": "Ann"}, {"name": "Bob"}]
    for text in SQL_WRITES:
        with pytest.raises(InputError):
            store.query(text, **LIMITS)
    assert contents(store) == before


WORDS = sorted({word for text in (*SQL_WRITES, *SQL_READS) for word in re.findall(r"\w+|'[^']*'|[^\w\s]", text)})


@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=15))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_changes_a_store_or_raises_another_error(tmp_path, words):
    store = open_store(str(tmp_path / "memory.db"))
    store.apply(batch(*EVERYTHING))
    before = contents(store)
    with contextlib.suppress(InputError, StoreError):
        json.dumps(store.query(" ".join(words), timeout=2, limit=20).to_dict(), allow_nan=False)
    assert contents(store) == before
    store.close()
