"""The SQLite file: opened and checked, its tables derived from the model, its errors translated with their remedy."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from memkit.errors import StoreError
from memkit.store.base import SCHEMA_VERSION
from memkit.store.schema import LINK_TYPES, TABLES, Table

#: "mkit" as a number: marks a file as ours (PRAGMA application_id).
APPLICATION_ID = 0x6D6B6974

_SQL_TYPES = {"text": "TEXT", "integer": "INTEGER", "real": "REAL", "list": "TEXT", "json": "TEXT"}
#: What a field that an older file does not have is in its rows, as SQL.
_SQL_EMPTY = {"text": "''", "integer": "0", "real": "0.0", "list": "'[]'", "json": "'{}'"}

#: Page cache in KiB. SQLite's 2 MB makes the random inserts of hashed ids read pages back from about 10k entities on.
_CACHE_KIB = 65536

#: The first with STRICT tables (sqlite.org/stricttables.html).
_OLDEST_SQLITE = (3, 37, 0)

_FIXED_TABLES = (
    "CREATE TABLE IF NOT EXISTS namespace (name TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS setting (namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY (namespace, key)) STRICT",
    "CREATE TABLE IF NOT EXISTS deletion (namespace TEXT NOT NULL, label TEXT NOT NULL, revision INTEGER NOT NULL,"
    " PRIMARY KEY (namespace, label)) STRICT",
    "CREATE TABLE IF NOT EXISTS vector (namespace TEXT NOT NULL, label TEXT NOT NULL, id TEXT NOT NULL,"
    " embedding BLOB NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (namespace, label, id)) STRICT",
    "CREATE INDEX IF NOT EXISTS vector_revision ON vector (namespace, label, revision)",
)


def quoted(name: str) -> str:
    """A column or table name in an SQL statement; `name` comes from the model, never from a caller."""
    return f'"{name}"'


#: What SQLite's planner is told of every table: rows in all, and with one value of a reference and of another field.
#: Only the order matters. Untold, it takes `namespace = ?` for rare and reads a whole table to look up the edges of a
#: few nodes; and an ANALYZE of the data would let its choice, and so a question's time, change as a memory grows.
_ROWS, _ROWS_OF_A_REFERENCE, _ROWS_OF_A_VALUE = 1_000_000, 10, 10_000


def planner_statistics(table: Table) -> list[tuple[str, str, str]]:
    """Rows of sqlite_stat1 (sqlite.org/fileformat2.html#stat1tab): table, index, rows in all and then on average with
    equal values in the first column of the index, the first two, ..."""
    references = {(ref.field,) for ref in table.references}
    found = [(table.name, f"sqlite_autoindex_{table.name}_1", f"{_ROWS} {_ROWS} 1")]
    for fields in (*table.indexes, ("revision",)):
        rows = _ROWS_OF_A_REFERENCE if fields in references else _ROWS_OF_A_VALUE
        narrower = [str(max(rows // 10**n, 1)) for n in range(len(fields))]
        found.append((table.name, _index_name(table, fields), " ".join([str(_ROWS)] * 2 + narrower)))
    return found


def _index_name(table: Table, fields: tuple[str, ...]) -> str:
    return "_".join((table.name, *fields))


def create_statements(table: Table) -> list[str]:
    """CREATE TABLE and CREATE INDEX for one record class."""
    columns = ", ".join(f"{quoted(c.name)} {_SQL_TYPES[c.kind]} NOT NULL" for c in table.columns)
    statements = [
        f"CREATE TABLE IF NOT EXISTS {quoted(table.name)} (namespace TEXT NOT NULL, {columns},"
        " revision INTEGER NOT NULL, PRIMARY KEY (namespace, id)) STRICT"
    ]
    for fields in (*table.indexes, ("revision",)):
        name = quoted(_index_name(table, fields))
        over = ", ".join(map(quoted, ("namespace", *fields)))
        statements.append(f"CREATE INDEX IF NOT EXISTS {name} ON {quoted(table.name)} ({over})")
    return statements


def _add_missing_columns(connection: sqlite3.Connection, table: Table) -> None:
    """Fields that came to a record class after the file was made, empty in its rows."""
    have = {row[1] for row in connection.execute(f"PRAGMA table_info({quoted(table.name)})")}
    for column in table.columns if have else ():
        if column.name not in have:
            kind = f"{_SQL_TYPES[column.kind]} NOT NULL DEFAULT {_SQL_EMPTY[column.kind]}"
            connection.execute(f"ALTER TABLE {quoted(table.name)} ADD COLUMN {quoted(column.name)} {kind}")


def upsert_statement(table: Table) -> str:
    """Insert or update one row; a row equal to the stored one is not written, so `rowcount` counts real changes.

    Parameters: namespace, the columns in order, revision.
    """
    columns = ", ".join(map(quoted, table.names))
    marks = ", ".join("?" * (len(table.names) + 2))
    fields = table.names[1:]
    changes = ", ".join(f"{quoted(n)} = excluded.{quoted(n)}" for n in (*fields, "revision"))
    differs = " OR ".join(f"{quoted(table.name)}.{quoted(n)} <> excluded.{quoted(n)}" for n in fields)
    return (
        f"INSERT INTO {quoted(table.name)} (namespace, {columns}, revision) VALUES ({marks})"
        f" ON CONFLICT (namespace, id) DO UPDATE SET {changes} WHERE {differs}"
    )


def link_condition(link_types: set[str]) -> str:
    """SQL that keeps links of these types, whitelisted names only; nothing when the set is empty."""
    if not link_types:
        return ""
    return f" AND type IN ({', '.join(repr(t) for t in sorted(link_types & set(LINK_TYPES)))})"


def file_id(path: str) -> tuple[int, int] | None:
    """What tells a file from one that took its place; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def connect(path: str, busy_timeout: float) -> sqlite3.Connection:
    """A connection in autocommit mode to a file (made if missing) that has our tables. Raises StoreError."""
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreError(f"SQLite {sqlite3.sqlite_version} has no STRICT tables: use a Python built with 3.37 or newer")
    _check_place(path)
    connection = None
    try:
        connection = sqlite3.connect(
            path, timeout=busy_timeout, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        _check_file(connection, path)
        _use_wal(connection, busy_timeout)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        _create(connection, path)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            raise translated(error, path) from error
        raise
    return connection


def _check_place(path: str) -> None:
    if path == ":memory:":
        return
    place = Path(path)
    if not path or "\x00" in path:
        raise StoreError(f"store path {path!r} is no path: give a file name, or ':memory:'")
    if place.is_dir():
        raise StoreError(f"store {path!r} is a folder: give the path of a file in it, say {str(place / 'memory.db')!r}")
    if not place.parent.is_dir():
        raise StoreError(f"store {path!r}: the folder {str(place.parent)!r} does not exist: create it first")


def _check_file(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a file of a newer memkit and a SQLite database that is not ours; an empty file is taken."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"store {path!r} has schema {version}, this memkit knows up to {SCHEMA_VERSION}: upgrade memkit-lab, "
                "or open another file"
            )
    elif application or version or connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        raise StoreError(f"store {path!r} is a SQLite database that memkit did not make: give another path")


def _use_wal(connection: sqlite3.Connection, busy_timeout: float) -> None:
    """Switch to write-ahead logging. SQLite does not wait its busy timeout for this when two openers race."""
    deadline = time.monotonic() + busy_timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _create(connection: sqlite3.Connection, path: str) -> None:
    """Make what is missing: all of it in a new file, new record classes and fields in an older one."""
    wanted = {"sqlite_stat1", *(table.name for table in TABLES.values())}
    have = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if wanted <= have and connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _check_file(connection, path)  # another process may have made it meanwhile
        for statement in _FIXED_TABLES:
            connection.execute(statement)
        for table in TABLES.values():
            _add_missing_columns(connection, table)
            for statement in create_statements(table):
                connection.execute(statement)
        connection.execute("ANALYZE sqlite_schema")  # makes sqlite_stat1
        connection.execute("DELETE FROM sqlite_stat1")
        told = [row for table in TABLES.values() for row in planner_statistics(table)]
        connection.executemany("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", told)
        connection.execute("ANALYZE sqlite_schema")  # reads it
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


#: Primary SQLite result code -> what happened and what to do.
_REMEDIES = {
    sqlite3.SQLITE_NOTADB: "is not a SQLite database: give the path of a memkit store, or of a file to make",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a backup, or save what can be read with `sqlite3 FILE .recover`",
    sqlite3.SQLITE_BUSY: "is locked by another process that is writing: wait for it, or end it, and try again",
    sqlite3.SQLITE_LOCKED: "is locked by another process that is writing: wait for it, or end it, and try again",
    sqlite3.SQLITE_READONLY: "cannot be written: give yourself write permission on the file and its folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: check that the file and its folder can be read and written by you",
    sqlite3.SQLITE_PERM: "cannot be opened: check that the file and its folder can be read and written by you",
    sqlite3.SQLITE_FULL: "is on a full disk: free some space; nothing of this batch was written",
    sqlite3.SQLITE_IOERR: "could not be read or written: check the disk",
}


def translated(error: sqlite3.Error, path: str) -> StoreError:
    """sqlite3's error as a StoreError with the remedy."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _REMEDIES:
        return StoreError(f"store {path!r} {_REMEDIES[code]} ({error})")
    return StoreError(f"store {path!r}: {error}")
