"""The connection to a Neo4j server: opened and checked, its schema made, its errors translated with their remedy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from memkit.errors import InputError, StoreError
from memkit.store.base import SCHEMA_VERSION
from memkit.store.neo4j_cypher import schema_statements

if TYPE_CHECKING:
    from neo4j import Driver

#: Seconds to wait for a server to answer, and to keep retrying a transaction that failed for a passing reason.
CONNECT_TIMEOUT = 10.0
RETRY_TIME = 20.0


def connect(uri: str, username: str | None, password: str | None) -> Driver:
    """A driver for `uri` whose server answers; credentials that are None come from the environment.

    Raises InputError for an address the driver cannot read, StoreError when the neo4j package is missing, nobody
    answers, or the credentials are refused.
    """
    try:
        from neo4j import GraphDatabase
        from neo4j.exceptions import ConfigurationError
    except ImportError:
        raise StoreError(
            f"store {uri!r} needs the neo4j package, which is not installed: pip install 'memkit-lab[neo4j]'"
        ) from None
    username = username or os.environ.get("NEO4J_USERNAME") or "neo4j"
    password = password or os.environ.get("NEO4J_PASSWORD")
    driver = None
    try:
        driver = GraphDatabase.driver(
            uri,
            auth=(username, password) if password else None,
            connection_timeout=CONNECT_TIMEOUT,
            max_transaction_retry_time=RETRY_TIME,
            notifications_min_severity="OFF",
        )
        with translated(uri):
            driver.verify_connectivity()
    except BaseException as error:
        if driver is not None:
            driver.close()
        if isinstance(error, (ConfigurationError, ValueError)):  # ValueError: a port that is no number, say
            raise InputError(f"store {uri!r} is no address that the Neo4j driver takes: {error}") from error
        raise
    return driver


def ensure_schema(driver: Driver, database: str | None, uri: str) -> None:
    """Make the constraints and indexes that are missing. Raises StoreError for a database of a newer memkit."""
    with driver.session(database=database) as session:
        found = session.run("MATCH (s:MemkitStore {name: 'memkit'}) RETURN s.schema_version").single()
        if found and found[0] > SCHEMA_VERSION:
            raise StoreError(
                f"store {uri!r} has schema {found[0]}, this memkit knows up to {SCHEMA_VERSION}: upgrade memkit-lab, "
                "or use another database"
            )
        have = {record[0] for record in session.run("SHOW INDEXES YIELD name")}
        missing = [statement for name, statement in schema_statements().items() if name not in have]
        if missing:
            session.execute_write(_run_all, missing)
            session.run("CALL db.awaitIndexes(120)").consume()
        if not found or found[0] < SCHEMA_VERSION:
            session.execute_write(
                _run_all, ["MERGE (s:MemkitStore {name: 'memkit'}) SET s.schema_version = $version"], SCHEMA_VERSION
            )


def _run_all(tx: Any, statements: list[str], version: int = 0) -> None:
    for statement in statements:
        tx.run(statement, version=version).consume()


@contextmanager
def translated(uri: str) -> Iterator[None]:
    """Turn the driver's errors into StoreError with the remedy."""
    from neo4j import exceptions as of

    try:
        yield
    except of.AuthError as error:
        raise StoreError(
            f"store {uri!r} refused the credentials: set NEO4J_USERNAME and NEO4J_PASSWORD, or give username= and "
            f"password= ({error.message})"
        ) from error
    except (of.ServiceUnavailable, of.SessionExpired) as error:
        raise StoreError(
            f"store {uri!r}: no Neo4j answers: start it (`docker compose up -d`), and check host and port "
            f"({str(error).splitlines()[0]})"
        ) from error
    except of.TransientError as error:
        raise StoreError(
            f"store {uri!r} was too busy for {RETRY_TIME:.0f} seconds: try again ({error.message})"
        ) from error
    except of.Neo4jError as error:
        if error.code == "Neo.ClientError.Database.DatabaseNotFound":
            raise StoreError(
                f"store {uri!r}: {error.message} Set NEO4J_DATABASE, or database=, to one it has"
            ) from error
        raise StoreError(f"store {uri!r}: {error.code}: {error.message}") from error
    except of.DriverError as error:
        raise StoreError(f"store {uri!r}: {error}") from error
