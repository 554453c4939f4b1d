"""The shared store: Neo4j 5 through the official driver. Nodes and relationships are named as in memkit.model, so
that the graph can be walked in the Neo4j Browser and queried by other tools."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from memkit.errors import InputError, StoreError
from memkit.model import Batch, BlockKey, Edge, Record
from memkit.store.base import Changes, Direction
from memkit.store.nearest import NearestIndex, VectorChanges
from memkit.store.neo4j_cypher import EMBEDDING, Pattern, patterns
from memkit.store.neo4j_query import ask
from memkit.store.neo4j_session import connect, ensure_schema, translated
from memkit.store.neo4j_write import lock, state, write
from memkit.store.prepare import prepare
from memkit.store.query import QueryRows, check_query
from memkit.store.schema import NODE_LABELS, TABLES, clean_ids, edge_tables, end_fields, table, vector_label


class Neo4jStore:
    """A Store in a Neo4j 5 database.

    Credentials that are None come from NEO4J_USERNAME (else "neo4j"), NEO4J_PASSWORD, and NEO4J_DATABASE (else the
    user's own). Threads and processes may share a database; writers of one namespace take turns.
    """

    def __init__(
        self,
        uri: str,
        *,
        namespace: str = "default",
        username: str | None = None,
        password: str | None = None,
        database: str | None = None,
    ) -> None:
        self.uri = uri
        self.namespace = namespace
        self._database = database or os.environ.get("NEO4J_DATABASE") or None
        self._nearest = {label: NearestIndex(label, partial(self._vector_changes, label)) for label in NODE_LABELS}
        self._driver = connect(uri, username, password)
        try:
            with translated(uri):
                ensure_schema(self._driver, self._database, uri)
        except BaseException:
            self.close()
            raise

    def apply(self, batch: Batch) -> dict[str, int]:
        ready = prepare(batch)
        return self._in_transaction("write", lambda tx: write(tx, self.namespace, ready, batch.base_revision))

    # ------------------------------------------------------------------------------------------------------ reading

    def get(self, label: str, ids: Iterable[str]) -> dict[str, Record]:
        of, ids = table(label), clean_ids(ids)
        if not ids:
            return {}
        rows = self._read(*((f"{p.each()} RETURN {p.columns}", {"ids": ids}) for p in patterns(label)))
        return {row[0]: of.record(row) for row in sorted(rows, key=_id)}

    def find(self, label: str, **equals: Any) -> list[Record]:
        of = table(label)
        rows = self._read(*_all(label, of.conditions(equals), lambda p: f"RETURN {p.columns}"))
        return [of.record(row) for row in sorted(rows, key=_id)]

    def count(self, label: str, **equals: Any) -> int:
        conditions = table(label).conditions(equals)
        return sum(row[0] for row in self._read(*_all(label, conditions, lambda p: "RETURN count(*)")))

    def expand(
        self,
        ids: Iterable[str],
        types: Sequence[str],
        direction: Direction = "out",
        where: Mapping[str, Any] | None = None,
    ) -> list[Edge]:
        ids, fields, edges = clean_ids(ids), end_fields(direction), {}
        for label, link_types in edge_tables(types).items():
            conditions = TABLES[label].conditions(where or {})
            statements = []
            for pattern in patterns(label, link_types) if ids else ():
                test, parameters = pattern.equal(conditions)
                for field in fields:
                    query = f"{pattern.each(pattern.field(field)[0])}{test} RETURN {pattern.columns}"
                    statements.append((query, {"ids": ids, **parameters}))
            edges.update(((label, row[0]), TABLES[label].record(row)) for row in self._read(*statements))
        return [edges[key] for key in sorted(edges)]

    def block(self, keys: Iterable[str], limit: int) -> dict[str, list[str]]:
        if limit < 1:
            raise InputError(f"limit is {limit}: at least 1 is needed")
        query = (
            "UNWIND $keys AS key CALL { WITH key MATCH (n:BlockKey {namespace: $ns, key: key[1]})"
            " WITH DISTINCT n.entity_id AS id LIMIT $stop RETURN collect(id) AS ids } RETURN key[0], ids"
        )
        spelled = [[key, BlockKey.spelling(key)] for key in clean_ids(keys, "keys")]
        if not spelled:
            return {}
        rows = self._read((query, {"keys": spelled, "stop": limit + 1}))
        return {key: sorted(ids) for key, ids in sorted(rows, key=_id) if 0 < len(ids) <= limit}

    def vectors(self, label: str, ids: Iterable[str] | None = None) -> tuple[list[str], np.ndarray]:
        (pattern,) = patterns(vector_label(label))
        match, parameters = pattern.all() if ids is None else (pattern.each(), {"ids": clean_ids(ids)})
        query = f"{match} AND n.{EMBEDDING} IS NOT NULL RETURN n.id, n.{EMBEDDING}"
        return _matrix(self._read((query, parameters)))

    def nearest(self, label: str, query: np.ndarray, k: int) -> list[tuple[str, float]]:
        return self._nearest[vector_label(label)].search(query, k)

    def revision(self) -> int:
        return self._alone(lambda tx: state(tx, self.namespace))["revision"]

    def changes(self, label: str, since: int) -> Changes:
        table(label)
        if since == self._state()["revision"]:
            return Changes(since, False, [])
        statements = [f"{p.since()} RETURN {p.variable}.id" for p in patterns(label)]

        def work(tx: Any) -> Changes:
            now = state(tx, self.namespace)
            reset = _reset(now, label, since)
            after = {"after": 0 if reset else since}
            rows = self._rows(tx, *((statement, after) for statement in statements))
            return Changes(now["revision"], reset, sorted(id for (id,) in rows))

        return self._alone(work)

    def meta(self) -> dict[str, str]:
        return json.loads(self._state()["settings"])

    def namespaces(self) -> list[str]:
        holding = " OR ".join(
            f"EXISTS {{ MATCH (n:{label}) WHERE n.namespace = s.name AND n.id IS NOT NULL }}" for label in NODE_LABELS
        )
        query = f"MATCH (s:MemkitNamespace) WHERE s.settings <> '{{}}' OR {holding} RETURN s.name"
        return sorted(name for (name,) in self._read((query, {})))

    def query(self, text: str, params: Mapping[str, Any] | None = None, *, timeout: float, limit: int) -> QueryRows:
        asked = check_query(text, params, timeout, limit)
        alone = set(self.namespaces()) <= {self.namespace}
        with self._session(default_access_mode="READ") as session:
            return ask(session, self.namespace, asked, alone=alone)

    def close(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    # ------------------------------------------------------------------------------------------------------ helpers

    def _in_transaction(self, access: str, work: Callable[[Any], Any]) -> Any:
        """Run `work` in one transaction, again if it failed for a passing reason; the driver's errors translated."""
        with self._session() as session:
            return session.execute_write(work) if access == "write" else session.execute_read(work)

    def _alone(self, work: Callable[[Any], Any]) -> Any:
        """Run a read while nobody writes to the namespace: all of the last revision is there, nothing of a next one."""
        with self._session() as session, session.begin_transaction() as tx:  # rolled back: it writes nothing
            lock(tx, self.namespace)
            return work(tx)

    @contextmanager
    def _session(self, **options: Any) -> Iterator[Any]:
        driver = self._driver
        if driver is None:
            raise StoreError(f"store {self.uri!r} is closed: open it again")
        with translated(self.uri), driver.session(database=self._database, **options) as session:
            yield session

    def _read(self, *statements: tuple[str, Mapping[str, Any]]) -> list[list[Any]]:
        """The rows of all statements, run in one transaction."""
        return self._in_transaction("read", lambda tx: self._rows(tx, *statements)) if statements else []

    def _rows(self, tx: Any, *statements: tuple[str, Mapping[str, Any]]) -> list[list[Any]]:
        return [row for query, given in statements for row in tx.run(query, ns=self.namespace, **given).values()]

    def _state(self) -> dict[str, Any]:
        return self._in_transaction("read", lambda tx: state(tx, self.namespace))

    def _vector_changes(self, label: str, since: int) -> VectorChanges:
        if since == self._state()["revision"]:
            return VectorChanges(since, None, [], np.empty((0, 0), np.float32))
        (pattern,) = patterns(label)
        with_vector = f"AND n.{EMBEDDING} IS NOT NULL RETURN n.id"

        def work(tx: Any) -> VectorChanges:
            now, kept = state(tx, self.namespace), None
            if _reset(now, label, since):
                kept = [id for (id,) in self._rows(tx, (f"{pattern.all()[0]} {with_vector}", {}))]
            query = f"{pattern.since()} {with_vector}, n.{EMBEDDING}"
            rows = self._rows(tx, (query, {"after": since if since <= now["revision"] else 0}))
            return VectorChanges(now["revision"], kept, *_matrix(rows))

        return self._alone(work)


def _id(row: Sequence[Any]) -> str:
    return row[0]


def _all(
    label: str, conditions: Mapping[str, Any], rest: Callable[[Pattern], str]
) -> list[tuple[str, Mapping[str, Any]]]:
    """A statement with its parameters for each pattern of a label."""
    return [(f"{match} {rest(p)}", given) for p in patterns(label) for match, given in [p.all(conditions)]]


def _reset(now: Mapping[str, Any], label: str, since: int) -> bool:
    """Whether a reader at `since` must start over: something was deleted, or `since` is of another history."""
    return since > now["revision"] or now.get(f"deleted_{label}", 0) > since


def _matrix(rows: list[list[Any]]) -> tuple[list[str], np.ndarray]:
    if not rows:
        return [], np.empty((0, 0), np.float32)
    rows = sorted(rows, key=_id)
    return [id for id, _ in rows], np.array([vector for _, vector in rows], dtype=np.float32)
