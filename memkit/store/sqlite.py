"""The embedded store: one SQLite file, no server. Every write is one durable transaction (WAL, synchronous=FULL)."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import repeat
from json.encoder import encode_basestring
from typing import Any

import numpy as np

from memkit.errors import InputError, StoreError
from memkit.model import Batch, BlockKey, Edge, Record
from memkit.store.base import Changes, Direction
from memkit.store.nearest import NearestIndex, VectorChanges
from memkit.store.prepare import Prepared, conflict, missing_node, missing_reference, prepare, width_error
from memkit.store.query import QueryRows, check_query
from memkit.store.schema import (
    NODE_LABELS,
    REFERRING,
    TABLES,
    Table,
    clean_ids,
    edge_tables,
    end_fields,
    table,
    vector_label,
)
from memkit.store.sqlite_file import connect, file_id, link_condition, quoted, translated, upsert_statement
from memkit.store.sqlite_query import ask, read_only

_UPSERTS = {label: upsert_statement(t) for label, t in TABLES.items()}
_LISTS = {label: tuple(i for i, c in enumerate(t.columns) if c.kind == "list") for label, t in TABLES.items()}
_IN = "IN (SELECT value FROM json_each(?))"
_FLOAT = np.dtype("<f4")
_NO_VECTORS = np.empty((0, 0), dtype=np.float32)


class SqliteStore:
    """A Store in a SQLite file, or in memory (":memory:": gone when it is closed).

    One connection, guarded by a lock: threads may share a store. Processes may share a file, each with its own store.
    `busy_timeout` is how long a write waits for another process's, in seconds, before it raises StoreError.
    """

    def __init__(self, path: str, *, namespace: str = "default", busy_timeout: float = 30.0) -> None:
        self.uri = str(path)
        self.namespace = namespace
        self._lock = threading.RLock()
        self._nearest = {label: NearestIndex(label, partial(self._vector_changes, label)) for label in NODE_LABELS}
        self._connection: sqlite3.Connection | None = connect(self.uri, busy_timeout)
        self._file_id = file_id(self.uri)

    # ------------------------------------------------------------------------------------------------------ writing

    def apply(self, batch: Batch) -> dict[str, int]:
        ready = prepare(batch)
        self._check_there()
        with self._transaction("IMMEDIATE") as connection:
            stands_at = self._revision(connection)
            if batch.base_revision is not None and batch.base_revision != stands_at:
                raise conflict(self.namespace, batch.base_revision, stands_at)
            changed = self._write(connection, ready, stands_at + 1)
            if changed:
                connection.execute(
                    "INSERT INTO namespace (name, revision) VALUES (?, ?)"
                    " ON CONFLICT (name) DO UPDATE SET revision = excluded.revision",
                    (self.namespace, stands_at + 1),
                )
        return changed

    def _check_there(self) -> None:
        """A file that was deleted or replaced still takes writes, and nobody would ever read them."""
        if self.uri != ":memory:" and self._connection is not None and file_id(self.uri) != self._file_id:
            raise StoreError(f"{self.uri!r} was deleted or replaced while it was open: close this store, open it again")

    def _write(self, connection: sqlite3.Connection, ready: Prepared, revision: int) -> dict[str, int]:
        changed = {label: self._upsert(connection, label, rows, revision) for label, rows in ready.rows.items()}
        for label in ready.rows:
            if changed[label]:
                self._check_references(connection, TABLES[label], json.dumps(list(ready.rows[label])))
        if not (ready.vectors or ready.deletes or ready.meta):
            return {what: n for what, n in changed.items() if n}
        changed["vectors"] = sum(
            self._set_vectors(connection, label, *v, revision) for label, v in ready.vectors.items()
        )
        changed["deleted"] = sum(self._delete(connection, label, ids, revision) for label, ids in ready.deletes.items())
        changed["meta"] = connection.executemany(
            "INSERT INTO setting (namespace, key, value) VALUES (?, ?, ?)"
            " ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value WHERE setting.value <> excluded.value",
            [(self.namespace, *item) for item in ready.meta.items()],
        ).rowcount
        return {what: n for what, n in changed.items() if n > 0}

    def _upsert(self, connection: sqlite3.Connection, label: str, rows: Mapping[str, tuple], revision: int) -> int:
        columns: list[Iterable[Any]] = list(zip(*rows.values(), strict=True))
        for i in _LISTS[label]:
            columns[i] = map(_list_text, columns[i])
        parameters = zip(repeat(self.namespace), *columns, repeat(revision))
        return connection.executemany(_UPSERTS[label], parameters).rowcount

    def _check_references(self, connection: sqlite3.Connection, of: Table, written: str) -> None:
        """Each of the rows written in this transaction (their ids, as JSON) must name nodes that exist."""
        for ref in of.references:
            only = link_condition({ref.link_type} if ref.link_type else set())
            missing = connection.execute(
                f"SELECT id, {quoted(ref.field)} FROM {quoted(of.name)} AS e WHERE namespace = ? AND id {_IN}{only}"
                f" AND NOT EXISTS (SELECT 1 FROM {quoted(TABLES[ref.label].name)} AS n"
                f" WHERE n.namespace = e.namespace AND n.id = e.{quoted(ref.field)}) ORDER BY id LIMIT 1",
                (self.namespace, written),
            ).fetchone()
            if missing:
                raise missing_reference(of.label, missing[0], ref.field, ref.label, missing[1])

    def _set_vectors(
        self, connection: sqlite3.Connection, label: str, ids: list[str], matrix: np.ndarray, revision: int
    ) -> int:
        name, wanted, width = quoted(TABLES[label].name), json.dumps(ids), matrix.shape[1]
        known = connection.execute(f"SELECT id FROM {name} WHERE namespace = ? AND id {_IN}", (self.namespace, wanted))
        if unknown := set(ids) - {id for (id,) in known}:
            raise missing_node(label, min(unknown))
        where = ("FROM vector WHERE namespace = ? AND label = ?", (self.namespace, label))
        stored = connection.execute(f"SELECT length(embedding) {where[0]} LIMIT 1", where[1]).fetchone()
        if stored and stored[0] != width * _FLOAT.itemsize:
            kept = connection.execute(f"SELECT 1 {where[0]} AND id NOT {_IN} LIMIT 1", (*where[1], wanted)).fetchone()
            if kept:
                raise width_error(label, width, stored[0] // _FLOAT.itemsize)
        rows = zip(ids, matrix.astype(_FLOAT, copy=False), strict=True)
        return connection.executemany(
            "INSERT INTO vector (namespace, label, id, embedding, revision) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (namespace, label, id) DO UPDATE SET embedding = excluded.embedding,"
            " revision = excluded.revision WHERE vector.embedding <> excluded.embedding",
            [(self.namespace, label, id, row.tobytes(), revision) for id, row in rows],
        ).rowcount

    def _delete(self, connection: sqlite3.Connection, label: str, ids: list[str], revision: int) -> int:
        """Delete records with everything that names them; returns how many records went."""
        if not ids:
            return 0
        wanted = json.dumps(ids)
        count = 0
        for of, ref in REFERRING[label]:
            only = link_condition({ref.link_type} if ref.link_type else set())
            found = connection.execute(
                f"SELECT id FROM {quoted(of.name)} WHERE namespace = ?{only} AND {quoted(ref.field)} {_IN}",
                (self.namespace, wanted),
            )
            count += self._delete(connection, of.label, [id for (id,) in found], revision)
        if label in NODE_LABELS:
            connection.execute(
                f"DELETE FROM vector WHERE namespace = ? AND label = ? AND id {_IN}", (self.namespace, label, wanted)
            )
        gone = connection.execute(
            f"DELETE FROM {quoted(TABLES[label].name)} WHERE namespace = ? AND id {_IN}", (self.namespace, wanted)
        ).rowcount
        if gone:
            connection.execute(
                "INSERT INTO deletion (namespace, label, revision) VALUES (?, ?, ?)"
                " ON CONFLICT (namespace, label) DO UPDATE SET revision = excluded.revision",
                (self.namespace, label, revision),
            )
        return count + gone

    # ------------------------------------------------------------------------------------------------------ reading

    def get(self, label: str, ids: Iterable[str]) -> dict[str, Record]:
        of, ids = table(label), clean_ids(ids)
        return {r.id: r for r in self._select(of, f" AND id {_IN}", [json.dumps(ids)])}

    def find(self, label: str, **equals: Any) -> list[Record]:
        of = table(label)
        return self._select(of, *_equal(of, equals))

    def count(self, label: str, **equals: Any) -> int:
        of = table(label)
        condition, values = _equal(of, equals)
        query = f"SELECT count(*) FROM {quoted(of.name)} WHERE namespace = ?{condition}"
        with self._used() as connection:
            return connection.execute(query, (self.namespace, *values)).fetchone()[0]

    def expand(
        self,
        ids: Iterable[str],
        types: Sequence[str],
        direction: Direction = "out",
        where: Mapping[str, Any] | None = None,
    ) -> list[Edge]:
        wanted = json.dumps(clean_ids(ids))
        fields = end_fields(direction)
        edges: list[Edge] = []
        with self._transaction("DEFERRED"):
            for label, link_types in edge_tables(types).items():
                of = TABLES[label]
                condition, values = _equal(of, where or {})
                ends = " OR ".join(f"{field} {_IN}" for field in fields)
                condition = f" AND ({ends}){link_condition(link_types)}{condition}"
                edges += self._select(of, condition, [*[wanted] * len(fields), *values])
        return sorted(edges, key=lambda edge: (edge.label, edge.id))

    def block(self, keys: Iterable[str], limit: int) -> dict[str, list[str]]:
        if limit < 1:
            raise InputError(f"limit is {limit}: at least 1 is needed")
        query = 'SELECT DISTINCT entity_id FROM block_key WHERE namespace = ? AND "key" = ? ORDER BY entity_id LIMIT ?'
        found = {}
        with self._transaction("DEFERRED") as connection:
            for key in clean_ids(keys, "keys"):
                ids = [id for (id,) in connection.execute(query, (self.namespace, BlockKey.spelling(key), limit + 1))]
                if 0 < len(ids) <= limit:
                    found[key] = ids
        return found

    def vectors(self, label: str, ids: Iterable[str] | None = None) -> tuple[list[str], np.ndarray]:
        vector_label(label)
        condition, values = ("", []) if ids is None else (f" AND id {_IN}", [json.dumps(clean_ids(ids))])
        with self._transaction("DEFERRED") as connection:
            return self._read_vectors(connection, label, condition, values)

    def nearest(self, label: str, query: np.ndarray, k: int) -> list[tuple[str, float]]:
        return self._nearest[vector_label(label)].search(query, k)

    def revision(self) -> int:
        with self._used() as connection:
            return self._revision(connection)

    def changes(self, label: str, since: int) -> Changes:
        of = table(label)
        with self._transaction("DEFERRED") as connection:
            revision = self._revision(connection)
            if since == revision:
                return Changes(revision, False, [])
            reset = self._reset(connection, label, since, revision)
            after = 0 if reset else since
            rows = connection.execute(
                f"SELECT id FROM {quoted(of.name)} WHERE namespace = ? AND revision > ?"
                " UNION SELECT id FROM vector WHERE namespace = ? AND label = ? AND revision > ? ORDER BY id",
                (self.namespace, after, self.namespace, label, after),
            )
            return Changes(revision, reset, [id for (id,) in rows])

    def meta(self) -> dict[str, str]:
        with self._used() as connection:
            rows = connection.execute(
                "SELECT key, value FROM setting WHERE namespace = ? ORDER BY key", (self.namespace,)
            )
            return dict(rows.fetchall())

    def namespaces(self) -> list[str]:
        holding = " OR ".join(
            f"EXISTS (SELECT 1 FROM {name} AS t WHERE t.namespace = n.name)"
            for name in ("setting", *(quoted(TABLES[label].name) for label in NODE_LABELS))
        )
        with self._used() as connection:
            return [
                name for (name,) in connection.execute(f"SELECT name FROM namespace AS n WHERE {holding} ORDER BY name")
            ]

    def query(self, text: str, params: Mapping[str, Any] | None = None, *, timeout: float, limit: int) -> QueryRows:
        asked = check_query(text, params, timeout, limit)
        with closing(self._reader()) as connection:
            return ask(connection, self.namespace, asked, self.uri)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    # ------------------------------------------------------------------------------------------------------ helpers

    def _reader(self) -> sqlite3.Connection:
        """A connection that a query may have to itself: read-only, or a copy of what is in memory."""
        self._check_there()
        with self._used() as connection:
            if self.uri != ":memory:":
                return read_only(self.uri)
            copy = sqlite3.connect(":memory:", isolation_level=None)
            connection.backup(copy)
            return copy

    @contextmanager
    def _used(self) -> Iterator[sqlite3.Connection]:
        """The connection, for this thread alone; sqlite3's errors translated."""
        with self._lock:
            if self._connection is None:
                raise StoreError(f"store {self.uri!r} is closed: open it again")
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise translated(error, self.uri) from error

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[sqlite3.Connection]:
        """A transaction, undone on any exception: IMMEDIATE takes the write lock at once, DEFERRED reads a snapshot."""
        with self._used() as connection:
            if connection.in_transaction:  # a read inside a read: the outer snapshot is the one
                yield connection
                return
            connection.execute(f"BEGIN {kind}")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _select(self, of: Table, condition: str, values: Sequence[Any]) -> list[Record]:
        columns = ", ".join(map(quoted, of.names))
        query = f"SELECT {columns} FROM {quoted(of.name)} WHERE namespace = ?{condition} ORDER BY id"
        with self._used() as connection:
            return [of.record(row) for row in connection.execute(query, (self.namespace, *values))]

    def _revision(self, connection: sqlite3.Connection) -> int:
        row = connection.execute("SELECT revision FROM namespace WHERE name = ?", (self.namespace,)).fetchone()
        return row[0] if row else 0

    def _reset(self, connection: sqlite3.Connection, label: str, since: int, revision: int) -> bool:
        """Whether a reader at `since` must start over: something was deleted, or `since` is of another history."""
        row = connection.execute(
            "SELECT revision FROM deletion WHERE namespace = ? AND label = ?", (self.namespace, label)
        ).fetchone()
        return since > revision or (row is not None and row[0] > since)

    def _vector_changes(self, label: str, since: int) -> VectorChanges:
        with self._transaction("DEFERRED") as connection:
            revision = self._revision(connection)
            if since == revision:
                return VectorChanges(revision, None, [], _NO_VECTORS)
            kept = None
            if self._reset(connection, label, since, revision):
                rows = connection.execute(
                    "SELECT id FROM vector WHERE namespace = ? AND label = ?", (self.namespace, label)
                )
                kept = [id for (id,) in rows]
            ids, matrix = self._read_vectors(
                connection, label, " AND revision > ?", [since if since <= revision else 0]
            )
            return VectorChanges(revision, kept, ids, matrix)

    def _read_vectors(
        self, connection: sqlite3.Connection, label: str, condition: str, values: Sequence[Any]
    ) -> tuple[list[str], np.ndarray]:
        where = f"FROM vector WHERE namespace = ? AND label = ?{condition}"
        parameters = (self.namespace, label, *values)
        ids = [id for (id,) in connection.execute(f"SELECT id {where} ORDER BY id", parameters)]
        if not ids:
            return [], _NO_VECTORS
        # Read in the table's order, each row to its place: sorting the blobs would hold them all twice.
        place, matrix = {id: n for n, id in enumerate(ids)}, None
        for id, blob in connection.execute(f"SELECT id, embedding {where}", parameters):
            row = np.frombuffer(blob, dtype=_FLOAT)
            if matrix is None:
                matrix = np.empty((len(ids), len(row)), dtype=np.float32)
            matrix[place[id]] = row
        return ids, matrix


def _list_text(items: Sequence[str]) -> str:
    """JSON of a list of texts, as json.dumps(items, ensure_ascii=False), which takes five times as long."""
    return f"[{', '.join(map(encode_basestring, items))}]"


def _equal(of: Table, equals: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """(SQL condition, parameters) for fields that equal values."""
    conditions = of.conditions(equals)
    values = [_list_text(v) if isinstance(v, tuple) else v for v in conditions.values()]
    return "".join(f" AND {quoted(name)} = ?" for name in conditions), values
