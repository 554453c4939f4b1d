"""A query sees its own namespace alone, whatever it tries."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_graph import BOB, EVERYTHING, batch

from memkit.errors import InputError
from memkit.store.neo4j_query import with_namespace, within_namespace

LIMITS = {"timeout": 10.0, "limit": 100}

SECRET = replace(BOB, id="ent_secret", name="Secret", canonical_id="ent_secret")

SQL = """
SELECT * FROM entity
SELECT * FROM temp.entity
SELECT * FROM main.entity
SELECT count(*) FROM main.entity
WITH entity AS (SELECT * FROM main.entity) SELECT * FROM entity
WITH e AS (SELECT * FROM main.entity) SELECT * FROM e
SELECT (SELECT group_concat(name) FROM main.entity)
SELECT * FROM (SELECT * FROM main.entity) AS entity
SELECT * FROM entity UNION SELECT * FROM main.entity
SELECT * FROM main.setting
SELECT * FROM namespace
SELECT count(*) FROM namespace
SELECT count(*) FROM deletion
SELECT * FROM sqlite_schema
SELECT * FROM sqlite_temp_schema
SELECT * FROM sqlite_master
SELECT * FROM sqlite_stat1
SELECT * FROM sqlite_dbpage
SELECT * FROM dbstat
SELECT * FROM pragma_table_list
SELECT * FROM pragma_function_list
EXPLAIN QUERY PLAN SELECT DISTINCT name FROM entity ORDER BY name
EXPLAIN SELECT * FROM entity
""".strip().splitlines()

CYPHER = """
MATCH (n:Entity) RETURN n
MATCH (n) RETURN n
MATCH (n) RETURN n.name AS name
MATCH (n:Entity) RETURN count(n) AS n
MATCH (n:Entity) WHERE n.namespace <> $namespace RETURN n
MATCH (n:Entity) WHERE n.namespace = $namespace OR true RETURN n
MATCH (n:Entity) WHERE NOT (n.namespace = $namespace) RETURN n
MATCH (n:Entity) WHERE n.namespace = $namespace XOR n.name = 'Secret' RETURN n
MATCH (n:Entity), (m:Entity) WHERE n.namespace = $namespace RETURN m
MATCH (n:Entity {namespace: $namespace}) MATCH (m:Entity) RETURN m
MATCH (n:Entity {namespace: $namespace}) WITH count(n) AS c MATCH (m) RETURN m.name
MATCH (n:Entity {namespace: $namespace}) RETURN [(a:Entity)-[*0..1]-(b) | a.name] AS names
MATCH (n:Entity {namespace: $namespace}) RETURN [x IN [1] | COLLECT { MATCH (m:Entity) RETURN m.name }] AS names
MATCH (n:Entity {namespace: $namespace}) RETURN COLLECT { MATCH (m:Entity) RETURN m.name } AS names
MATCH (n:Entity {namespace: $namespace}) WHERE EXISTS { MATCH (m:Entity {name: 'Secret'}) } RETURN n.id AS found
MATCH (n {namespace: $namespace}) WHERE EXISTS { MATCH (m:Entity) WHERE n.namespace = $namespace } RETURN n.id AS id
MATCH (`n.namespace = $namespace`:Entity) RETURN `n.namespace = $namespace`.name AS name
MATCH (n:Entity) WHERE n.`namespace = $namespace AND x` IS NULL RETURN n.name AS name
MATCH (n:Entity) WHERE n.name <> ' AND n.namespace = $namespace AND ' RETURN n.name AS name
MATCH (n\\u003aEntity) RETURN n.name AS name
MATCH (n:Entity) RETURN n.name AS name UNION MATCH (n:Entity {namespace: $namespace}) RETURN n.name AS name
MATCH (n:Entity) CALL { MATCH (n:Entity {namespace: $namespace}) RETURN n.name AS x } RETURN n.name AS name, x
MATCH (n:Entity) WITH n AS m MATCH (n:Entity {namespace: $namespace}) RETURN m.name AS name
MATCH (n:Entity) WHERE n.id = 'ent_secret' OR n.namespace = $namespace RETURN n.name AS name
MATCH ()-[r]->() RETURN r.namespace AS name
MATCH (n:MemkitNamespace) RETURN n.name AS name
CALL db.index.fulltext.queryNodes('memkit_entity_words', 'Secret') YIELD node RETURN node.name AS name
CALL { MATCH (n:Entity) RETURN n.name AS name } RETURN name
OPTIONAL MATCH (n:Entity {name: 'Secret'}) RETURN n.name AS name
UNWIND ['Secret'] AS name MATCH (n:Entity {name: name}) RETURN n.id AS found
MATCH p = (:Entity)-[*0..2]-() RETURN p
USE neo4j MATCH (n:Entity) RETURN n.name AS name
""".strip().splitlines()


@pytest.fixture
def beside_a_secret(backend):
    backend.open("other").apply(batch(*EVERYTHING, SECRET, meta={"secret": "other's"}))
    store = backend.open("a")
    store.apply(batch(*EVERYTHING))
    return store


def test_nothing_of_another_namespace_is_seen(beside_a_secret, backend):
    seen = {}
    for text in {"sqlite": SQL, "neo4j": CYPHER}[backend.kind]:
        try:
            seen[text] = beside_a_secret.query(text, **LIMITS)
        except InputError:
            continue
    assert seen  # some are answered, with what is theirs
    for text, rows in seen.items():
        said = str(list(rows))
        assert "ecret" not in said and backend.namespace("other") not in said, text
        assert not any(row.get("found") for row in rows), text
        assert all(row["n"] == 2 for row in rows if isinstance(row.get("n"), int)), text


#: Each fails ("malformed JSON") on a row whose name or type is no JSON.
TELLING = """
SELECT id FROM entity WHERE json(name) = '1'
SELECT id FROM entity WHERE json(type) = '1'
SELECT id FROM entity WHERE json(name) = '1' AND id > ''
SELECT id FROM entity WHERE json(name) = '1' ORDER BY id DESC LIMIT 1
SELECT e.id FROM entity AS e JOIN entity AS f ON json(e.name) = json(f.name)
SELECT id FROM entity GROUP BY json(type) HAVING json(name) = '1'
SELECT id FROM (SELECT * FROM entity LIMIT 10) WHERE json(name) = '1'
""".strip().splitlines()


@pytest.mark.parametrize("text", TELLING)
def test_no_expression_is_tried_on_rows_of_another_namespace(sqlite_backend, text):
    for name in ("before", "z"):
        sqlite_backend.open(name).apply(batch(*EVERYTHING))
    store = sqlite_backend.open("m")
    store.apply(batch(replace(BOB, name="1", type="1")))
    assert store.query(text, **LIMITS) == [{"id": BOB.id}]
    store.apply(batch(replace(BOB, name="Bob", type="Person")))
    with pytest.raises(InputError, match="malformed JSON"):
        store.query(text, **LIMITS)


@pytest.mark.neo4j
def test_what_a_query_may_see_is_seen_where_the_database_holds_others(neo4j_backend):
    neo4j_backend.open("other").apply(batch(*EVERYTHING, SECRET))
    store = neo4j_backend.open("a")
    store.apply(batch(*EVERYTHING))
    assert store.query("MATCH (n:Entity) RETURN count(n) AS n", **LIMITS) == [{"n": 2}]
    assert store.query("MATCH (n) RETURN count(n) AS n", **LIMITS) == [{"n": len({*map(id_of, nodes())})}]
    with pytest.raises(InputError, match=r"\{namespace: \$namespace\}"):
        store.query("MATCH (n:Entity) RETURN [x IN [1] | COLLECT { MATCH (m:Entity) RETURN m.name }]", **LIMITS)
    with pytest.raises(InputError, match="given already"):
        store.query("RETURN $namespace", {"namespace": neo4j_backend.namespace("other")}, **LIMITS)


@pytest.mark.neo4j
def test_a_database_with_one_namespace_takes_any_read(neo4j_backend, monkeypatch):
    store = neo4j_backend.open("a")
    store.apply(batch(*EVERYTHING))
    query = "MATCH (n:Entity {namespace: $namespace}) RETURN [x IN [1] | COLLECT { MATCH (n) RETURN n.name }] AS names"
    neo4j_backend.open("other").apply(batch(SECRET))
    with pytest.raises(InputError, match="several namespaces"):
        store.query(query, **LIMITS)
    monkeypatch.setattr(store, "namespaces", lambda: [store.namespace])
    assert sorted(row["names"][0][0] for row in store.query(query, **LIMITS)) == ["Ann", "Bob"]


def nodes():
    return [record for record in EVERYTHING if not hasattr(record, "source_id")]


def id_of(record):
    return (record.label, record.id)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("MATCH (n:A) RETURN n", "MATCH (n:A {namespace: $namespace} ) RETURN n"),
        ("MATCH (n:A {x: 1}) RETURN n", "MATCH (n:A {namespace: $namespace, x: 1}) RETURN n"),
        ("match (n) return n", "match (n {namespace: $namespace} ) return n"),
        ("MATCH (n:A WHERE n.x = 1) RETURN n", "MATCH (n:A  {namespace: $namespace} WHERE n.x = 1) RETURN n"),
        ("MATCH (n:A {namespace: $namespace}) RETURN n", None),
        ("RETURN '(n:A)', \"MATCH (n)\", `(n:A)` // (n:A)", None),
        ("RETURN size([1]), (1 + 2), toUpper('a') /* MATCH (n) */", None),
        ("MATCH (n:A) WHERE (n.x = 1) RETURN n", "MATCH (n:A {namespace: $namespace} ) WHERE (n.x = 1) RETURN n"),
    ],
)
def test_the_namespace_is_put_into_patterns_only(given, expected):
    assert with_namespace(given) == (expected or given)


def operator(name: str, details: str = "", *children: dict) -> dict:
    return {"operatorType": f"{name}@neo4j", "args": {"Details": details}, "children": list(children)}


SCAN = operator("NodeByLabelScan", "n:Entity")
OURS = "n.namespace = $namespace"


@pytest.mark.parametrize(
    ("plan", "kept"),
    [
        (operator("Filter", OURS, SCAN), True),
        (operator("Filter", f"n.x = $a AND cache[{OURS[:11]}] = $namespace", SCAN), True),
        (operator("Filter", f"(({OURS} AND n.x = 1) AND n.y = 2)", SCAN), True),
        (operator("Filter", OURS, operator("Apply", "", operator("Unwind", "x"), SCAN)), True),
        (
            operator(
                "NodeIndexSeek", "RANGE INDEX n:Entity(namespace, type) WHERE namespace = $namespace AND type = 1"
            ),
            True,
        ),
        (SCAN, False),
        (operator("Filter", f"NOT {OURS}", SCAN), False),
        (operator("Filter", f"({OURS} OR n.x = 1)", SCAN), False),
        (operator("Filter", f"{OURS} OR n.x = 1", SCAN), False),
        (operator("Filter", f"n.x = 'a' AND {OURS}", SCAN), False),
        (operator("Filter", "m.namespace = $namespace", SCAN), False),
        (operator("Filter", OURS, operator("EagerAggregation", "count(n)", SCAN)), False),
        (operator("Filter", OURS, operator("Projection", "n AS m", SCAN)), False),
        (operator("MultiNodeIndexSeek", "RANGE INDEX n:A(x) WHERE namespace = $namespace, RANGE INDEX m:A(x)"), False),
        (operator("NodeIndexSeek", "RANGE INDEX n:Entity(type) WHERE type = $a"), False),
        (operator("NodeCountFromCountStore", "count( (:Entity) ) AS n"), False),
        (operator("Projection", "[x IN $a | COLLECT { MATCH (m) }]", operator("Filter", OURS, SCAN)), False),
    ],
)
def test_a_plan_is_kept_to_the_namespace_only_by_a_condition_that_must_hold(plan, kept):
    assert within_namespace(plan) is kept
