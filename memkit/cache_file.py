"""Bytes by key in a SQLite file that any number of processes share. Whatever is in it can be made again."""

from __future__ import annotations

import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from memkit.errors import StoreError

#: Keys of one SELECT; SQLite allows 32,766 parameters, and long lists gain nothing.
KEYS_AT_ONCE = 500
#: How long a process waits while another writes.
BUSY_SECONDS = 60.0
_NEED_NEW_FILE = ("malformed", "not a database", "no such column", "no such table")


class CacheFile:
    """One table of `kind` (say "vector") by key, each entry with a checksum (WAL: many may read and write at once).

    A damaged entry is deleted, a damaged file is replaced by an empty one; `corrupt` counts both. Of two values written
    for one key the first is the one that everybody gets. `what` names the cache in errors.

    Raises StoreError, with the remedy, if the folder cannot be written to.
    """

    def __init__(self, path: Path, kind: str, what: str) -> None:
        self.path = path
        self.corrupt = 0
        self._kind = kind
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = self._connect()
            except sqlite3.DatabaseError as error:
                self._start_over(error)
        except (OSError, sqlite3.OperationalError) as error:
            raise StoreError(
                f"the {what} {path} cannot be used ({error}): set MEMKIT_CACHE_DIR to a folder that can be written, or "
                "to nothing for no cache"
            ) from error

    def close(self) -> None:
        """Close the file; nothing is found in it or written to it afterwards. A second call does nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def read(self, keys: Iterable[bytes], sound: Callable[[bytes], bool] = lambda _: True) -> dict[bytes, bytes]:
        """key -> value of those that are there, undamaged and `sound`."""
        with self._lock:
            if self._connection is None:
                return {}
            try:
                return self._select(list(keys), sound)
            except sqlite3.DatabaseError as error:
                self._start_over(error)
                return {}

    def write(
        self, values: Mapping[bytes, bytes], sound: Callable[[bytes], bool] = lambda _: True
    ) -> dict[bytes, bytes]:
        """Add these values; returns what the file then holds for their keys."""
        rows = [(key, value, zlib.crc32(value)) for key, value in sorted(values.items())]
        with self._lock:
            if self._connection is None:
                return {}
            try:
                with self._connection:
                    self._connection.execute("BEGIN IMMEDIATE")
                    self._connection.executemany(f"INSERT OR IGNORE INTO {self._kind}s VALUES (?, ?, ?)", rows)
                return self._select(list(values), sound)
            except sqlite3.DatabaseError as error:
                self._start_over(error)
                return {}

    def _select(self, keys: list[bytes], sound: Callable[[bytes], bool]) -> dict[bytes, bytes]:
        found, damaged = {}, []
        for start in range(0, len(keys), KEYS_AT_ONCE):
            part = keys[start : start + KEYS_AT_ONCE]
            marks = ",".join("?" * len(part))
            for key, value, checksum in self._connection.execute(
                f"SELECT key, {self._kind}, checksum FROM {self._kind}s WHERE key IN ({marks})", part
            ):
                if isinstance(value, bytes) and zlib.crc32(value) == checksum and sound(value):
                    found[key] = value
                else:
                    damaged.append((key,))
        if damaged:
            self.corrupt += len(damaged)
            with self._connection:
                self._connection.executemany(f"DELETE FROM {self._kind}s WHERE key = ?", damaged)
        return found

    def _start_over(self, error: sqlite3.DatabaseError) -> None:
        """Replace a damaged file by an empty one."""
        if not any(words in str(error) for words in _NEED_NEW_FILE):
            raise error
        self.corrupt += 1
        if self._connection is not None:
            self._connection.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        self._connection = self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # A power cut may cost the last entries, which are only ever made again; it cannot damage the file.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(
                f"CREATE TABLE IF NOT EXISTS {self._kind}s (key BLOB PRIMARY KEY, {self._kind} BLOB NOT NULL, "
                "checksum INTEGER NOT NULL) WITHOUT ROWID"
            )
            connection.execute(f"SELECT key, {self._kind}, checksum FROM {self._kind}s LIMIT 1").fetchone()
        except sqlite3.Error:
            connection.close()
            raise
        return connection
