"""SQL that only reads, on a connection of its own that sees the rows of one namespace.

The query runs where it can do no harm: the connection is read-only, and SQLite's authorizer, which is asked about every
access while a statement is compiled (sqlite.org/c3ref/set_authorizer.html), refuses all but reading. What is read are
temporary views, named as the tables, that keep to one namespace. The authorizer lets nobody but those views read the
tables themselves. It is told which view asks, but a common table expression can bear a view's name: so each view reads
through a second one, whose name is drawn by lot for every query, and EXPLAIN, which could show that name, is refused.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memkit.errors import InputError
from memkit.store.query import Query, QueryRows, collect, out_of_time, refused, unreadable
from memkit.store.schema import TABLES
from memkit.store.sqlite_file import quoted, translated

#: View -> its columns: the fields of every record class, the vectors, and what is kept with the namespace.
VIEWS: dict[str, tuple[str, ...]] = {
    **{table.name: table.names for table in TABLES.values()},
    "vector": ("label", "id", "embedding"),
    "setting": ("key", "value"),
}

#: The longest value that a query may make, in bytes.
_LONGEST_VALUE = 16_000_000

#: Instructions of SQLite's virtual machine between two looks at the clock: well under a millisecond.
_STEPS = 1000

_MAIN, _TEMP = "main", "temp"

#: Functions that reach out of the database, or into the process.
_FORBIDDEN = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"})
#: Tables that hold nothing but what they are called with (sqlite.org/json1.html).
_TABLE_FUNCTIONS = ("json_each", "json_tree")

_ACTIONS = {
    getattr(sqlite3, f"SQLITE_{name}"): name.replace("_", " ")
    for name in (
        "CREATE_INDEX CREATE_TABLE CREATE_TEMP_INDEX CREATE_TEMP_TABLE CREATE_TEMP_TRIGGER CREATE_TEMP_VIEW"
        " CREATE_TRIGGER CREATE_VIEW CREATE_VTABLE DELETE DROP_INDEX DROP_TABLE DROP_TEMP_INDEX DROP_TEMP_TABLE"
        " DROP_TEMP_TRIGGER DROP_TEMP_VIEW DROP_TRIGGER DROP_VIEW DROP_VTABLE INSERT PRAGMA TRANSACTION UPDATE ATTACH"
        " DETACH ALTER_TABLE REINDEX ANALYZE SAVEPOINT"
    ).split()
}

#: The columns of what EXPLAIN and EXPLAIN QUERY PLAN give (sqlite.org/lang_explain.html).
_EXPLAINED = ({"addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"}, {"id", "parent", "notused", "detail"})

_SCHEMAS = ("sqlite_master", "sqlite_temp_master")

_INSTEAD = f"give one SELECT over {', '.join(VIEWS)}"


def read_only(path: str) -> sqlite3.Connection:
    """A connection that cannot write to the file."""
    try:
        return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise translated(error, path) from error


def ask(connection: sqlite3.Connection, namespace: str, query: Query, path: str) -> QueryRows:
    """The rows of a query over what one namespace of the connection's database holds; the connection is used up.

    Raises InputError for a query that does more than read or that SQLite does not understand, StoreError for one that
    takes too long.
    """
    try:
        guard = _Guard(_make_views(connection, namespace))
        connection.text_factory = _text
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.execute("PRAGMA query_only = ON")
        connection.set_authorizer(guard)
        deadline = time.monotonic() + query.timeout
        connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    except sqlite3.Error as error:
        raise translated(error, path) from error
    try:
        return collect(_rows(connection.execute(query.text, query.params)), query.limit)
    except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:  # Warning: two statements; Overflow: 65 bits
        denied = guard.denied or (str(error) if "modif" in str(error) else "")  # some writes fail before they are asked
        if denied:
            raise refused(denied, _INSTEAD) from None
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_INTERRUPT:
            raise out_of_time(query.timeout) from None
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            raise translated(error, path) from error
        raise unreadable(error, _INSTEAD) from error


def _make_views(connection: sqlite3.Connection, namespace: str) -> set[str]:
    """Make the views; returns the secret names of those that may read the tables."""
    lot = secrets.token_hex(16)
    only = namespace.replace("'", "''")  # a view takes no parameters; its text was checked when the store was opened
    inner = {}
    for name, columns in VIEWS.items():
        fields = ", ".join(map(quoted, columns))
        inner[name] = f"{name}_{lot}"
        connection.execute(
            f"CREATE TEMP VIEW {quoted(inner[name])} AS SELECT {fields} FROM {_MAIN}.{quoted(name)}"
            f" WHERE namespace = '{only}'"
        )
        connection.execute(f"CREATE TEMP VIEW {quoted(name)} AS SELECT {fields} FROM {_TEMP}.{quoted(inner[name])}")
    for function in _TABLE_FUNCTIONS:  # the first use of one registers it, which the authorizer would refuse
        connection.execute(f"SELECT * FROM {function}('[]')").fetchall()
    return set(inner.values())


class _Guard:
    """The authorizer. `denied` says what it refused first."""

    def __init__(self, readers: set[str]) -> None:
        self._readers = readers
        self.denied = ""

    def __call__(
        self, action: int, first: str | None, second: str | None, database: str | None, reader: str | None
    ) -> int:
        if self._allowed(action, first, second, database, reader):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            what = f"reading {database or _MAIN}.{first}"
        elif action == sqlite3.SQLITE_FUNCTION:
            what = f"the function {second}"
        elif first in _SCHEMAS:
            what = "a change of the schema, or a table function that needs one"
        else:
            what = " ".join(filter(None, (_ACTIONS.get(action, f"action {action}"), first)))
        self.denied = self.denied or what
        return sqlite3.SQLITE_DENY

    def _allowed(
        self, action: int, first: str | None, second: str | None, database: str | None, reader: str | None
    ) -> bool:
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return True
        if action == sqlite3.SQLITE_FUNCTION:
            return (second or "").lower() not in _FORBIDDEN
        if action != sqlite3.SQLITE_READ:
            return False
        name = (first or "").lower()
        if name in _TABLE_FUNCTIONS:
            return True
        if name.startswith(("sqlite_", "pragma_")) or name in ("namespace", "deletion"):
            return False
        # No database: a table of which no column is read (`count(*)`), always a view or an expression of the query.
        return database != _MAIN or reader in self._readers


def _rows(cursor: sqlite3.Cursor) -> Iterator[dict[str, Any]]:
    if cursor.description is None:
        raise InputError(f"the query holds no statement: {_INSTEAD}")
    names = _distinct([column[0] for column in cursor.description])
    if set(names) in _EXPLAINED:
        raise refused("EXPLAIN", _INSTEAD)
    for row in cursor:
        yield dict(zip(names, row, strict=True))


def _distinct(names: list[str]) -> list[str]:
    """Column names; one that stands twice gets a number the second time."""
    found: list[str] = []
    for name in names:
        number, candidate = 1, name
        while candidate in found:
            number += 1
            candidate = f"{name}_{number}"
        found.append(candidate)
    return found


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
