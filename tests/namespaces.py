"""Namespaces for tests on a server that may be shared: one session's have a prefix of their own, and go at its end."""

from __future__ import annotations

import secrets

#: What all namespaces of this test session begin with.
PREFIX = f"memkit-test-{secrets.token_hex(4)}-"


def fresh() -> str:
    """The beginning of namespaces that no other test has."""
    return f"{PREFIX}{secrets.token_hex(4)}-"


def remove_all(uri: str, username: str, password: str) -> None:
    """Delete what this session wrote to a Neo4j."""
    from neo4j import GraphDatabase

    from memkit.store.schema import TABLES

    with GraphDatabase.driver(uri, auth=(username, password), notifications_min_severity="OFF") as driver:
        for label in (label for label, table in TABLES.items() if not table.is_edge):
            written = f"MATCH (n:{label}) WHERE n.namespace STARTS WITH $prefix AND n.id IS NOT NULL"
            driver.execute_query(f"{written} DETACH DELETE n", prefix=PREFIX)
        driver.execute_query("MATCH (n:MemkitNamespace) WHERE n.name STARTS WITH $prefix DELETE n", prefix=PREFIX)
