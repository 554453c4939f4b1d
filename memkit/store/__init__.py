"""Stores: SQLite (embedded default) and Neo4j 5 (shared), behind one protocol."""

from __future__ import annotations

from memkit.config import has_credentials
from memkit.errors import InputError
from memkit.model import check_text, check_value
from memkit.store.base import SCHEMA_VERSION, Changes, Store
from memkit.store.schema import MAX_INDEXED_BYTES

__all__ = ["SCHEMA_VERSION", "Changes", "Store", "open_store"]

_NEO4J_SCHEMES = ("bolt://", "bolt+s://", "bolt+ssc://", "neo4j://", "neo4j+s://", "neo4j+ssc://")


def open_store(uri: str, *, namespace: str = "default", **credentials: str | None) -> Store:
    """Open by address: a path or ":memory:" is SQLite; bolt:// or neo4j:// is Neo4j.

    `credentials` (`username`, `password`, `database`) are for Neo4j; what is None comes from NEO4J_USERNAME,
    NEO4J_PASSWORD and NEO4J_DATABASE. Raises InputError for an address of another kind, StoreError when it cannot open.
    """
    text = str(uri)
    check_text(namespace, "namespace")
    check_value(text, "store")
    if (size := len(namespace.encode())) > MAX_INDEXED_BYTES:
        raise InputError(f"namespace has {size} bytes, at most {MAX_INDEXED_BYTES} are taken: shorten it")
    if has_credentials(text):
        raise InputError(
            "the store's address has a user or a password in it, which results and messages would repeat: set "
            "NEO4J_USERNAME and NEO4J_PASSWORD instead, or give username= and password="
        )
    if text.startswith(_NEO4J_SCHEMES):
        from memkit.store.neo4j import Neo4jStore

        return Neo4jStore(text, namespace=namespace, **credentials)
    if "://" in text:
        raise InputError(f"store {text!r} is of an unknown kind: give a path, ':memory:', bolt://... or neo4j://...")
    from memkit.store.sqlite import SqliteStore

    return SqliteStore(text, namespace=namespace)
