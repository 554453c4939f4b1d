"""A cache of embeddings on disk, keyed by model and text: a text is sent to a model once, ever."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memkit.errors import MemkitError, ModelError, StoreError

if TYPE_CHECKING:
    from memkit.embed import Embedder

#: Keys of one SELECT; SQLite allows 32,766 parameters, and long lists gain nothing.
KEYS_AT_ONCE = 500
#: How long a process waits while another writes.
BUSY_SECONDS = 60.0
_NEED_NEW_FILE = ("malformed", "not a database", "no such column", "no such table")


#: How far from 1 the length of a float32 vector may be.
UNIT_TOLERANCE = 1e-3


class CachedEmbedder:
    """An Embedder that asks `embedder` only for texts it has not seen, and each only once per call.

    `folder` keeps one SQLite file per model name (WAL: any number of processes may read and write at once; the first
    vector written for a text is the one that everybody gets). None keeps nothing. Counters: `encoded`, texts sent to
    the model; `hits`, texts answered from the file; `corrupt`, damaged entries (or whole files) found and recomputed.

    Raises StoreError, with the remedy, if the folder cannot be written to.
    """

    def __init__(self, embedder: Embedder, folder: str | Path | None) -> None:
        self.embedder = embedder
        self.name = embedder.name
        self.dimensions = embedder.dimensions
        self.encoded = self.hits = self.corrupt = 0
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self.path: Path | None = None
        if folder is not None:
            self.path = Path(folder) / _file_name(embedder.name)
            self._open()

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """float32 of shape (len(texts), dimensions), as `embedder.encode` gives."""
        from memkit.embed import check_texts

        check_texts(texts)
        keys = [_key(text) for text in texts]
        first = dict(zip(reversed(keys), reversed(texts), strict=True))  # key -> text, each text once
        found = self._read(first)
        missing = {key: text for key, text in first.items() if key not in found}
        if missing:
            order = sorted(missing, key=lambda key: (len(missing[key]), key))
            fresh = self._encode([missing[key] for key in order])
            found.update(zip(order, fresh, strict=True))
            # What another process wrote meanwhile wins, so that one text has one vector everywhere.
            found.update(self._write({key: found[key] for key in order}))
        self.encoded += len(missing)
        self.hits += len(texts) - len(missing) if self.path else 0
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([found[key] for key in keys]).astype(np.float32, copy=False)

    def _encode(self, texts: list[str]) -> np.ndarray:
        """The model's vectors, checked: what is kept here is never computed again."""
        try:
            vectors = np.asarray(self.embedder.encode(texts), dtype=np.float32)
        except MemkitError:
            raise
        except Exception as error:
            raise ModelError(f"embedder {self.name!r} failed: {type(error).__name__}: {error}") from error
        wanted = (len(texts), self.dimensions)
        if vectors.shape != wanted:
            raise ModelError(f"embedder {self.name!r} gave an array of shape {vectors.shape}, {wanted} is needed")
        norms = np.linalg.norm(vectors, axis=1)
        wrong = np.flatnonzero(~(np.abs(norms - 1) < UNIT_TOLERANCE))
        if len(wrong):
            raise ModelError(
                f"embedder {self.name!r} gave a vector of length {norms[wrong[0]]} for {texts[wrong[0]]!r:.60}: finite "
                "vectors of length 1 are needed"
            )
        return vectors

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    # ------------------------------------------------------------------------------------------------- the file

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = _connect(self.path)
            except sqlite3.DatabaseError as error:
                self._start_over(error)
        except (OSError, sqlite3.OperationalError) as error:
            raise StoreError(
                f"the embedding cache {self.path} cannot be used ({error}): set MEMKIT_CACHE_DIR to a folder that can "
                "be written, or to nothing for no cache"
            ) from error

    def _start_over(self, error: sqlite3.DatabaseError) -> None:
        """Replace a damaged file by an empty one: everything in it can be computed again."""
        if not any(words in str(error) for words in _NEED_NEW_FILE):
            raise error
        self.corrupt += 1
        if self._connection is not None:
            self._connection.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        self._connection = _connect(self.path)

    def _read(self, keys: Iterable[bytes]) -> dict[bytes, np.ndarray]:
        """key -> vector of those that are there and sound."""
        if self._connection is None:
            return {}
        with self._lock:
            try:
                return self._select(list(keys))
            except sqlite3.DatabaseError as error:
                self._start_over(error)
                return {}

    def _select(self, keys: list[bytes]) -> dict[bytes, np.ndarray]:
        found, damaged = {}, []
        for start in range(0, len(keys), KEYS_AT_ONCE):
            part = keys[start : start + KEYS_AT_ONCE]
            marks = ",".join("?" * len(part))
            for key, blob, checksum in self._connection.execute(
                f"SELECT key, vector, checksum FROM vectors WHERE key IN ({marks})", part
            ):
                if isinstance(blob, bytes) and len(blob) == 4 * self.dimensions and zlib.crc32(blob) == checksum:
                    found[key] = np.frombuffer(blob, dtype="<f4")
                else:
                    damaged.append((key,))
        if damaged:
            self.corrupt += len(damaged)
            with self._connection:
                self._connection.executemany("DELETE FROM vectors WHERE key = ?", damaged)
        return found

    def _write(self, vectors: dict[bytes, np.ndarray]) -> dict[bytes, np.ndarray]:
        """Add these vectors; returns what the file then holds for their keys."""
        if self._connection is None:
            return {}
        rows = [
            (key, blob, zlib.crc32(blob))
            for key, vector in sorted(vectors.items())
            for blob in [np.ascontiguousarray(vector, dtype="<f4").tobytes()]
        ]
        with self._lock:
            try:
                with self._connection:
                    self._connection.execute("BEGIN IMMEDIATE")
                    self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)", rows)
                return self._select(list(vectors))
            except sqlite3.DatabaseError as error:
                self._start_over(error)
                return {}


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # A power cut may cost the last entries, which are only ever recomputed; it cannot damage the file.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL, checksum INTEGER NOT NULL)"
            " WITHOUT ROWID"
        )
        connection.execute("SELECT key, vector, checksum FROM vectors LIMIT 1").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _file_name(model: str) -> str:
    """Readable, and different for any two names."""
    readable = re.sub(r"[^A-Za-z0-9.@-]+", "-", model)[-60:].lstrip(".-")
    return f"embeddings-{readable}-{hashlib.blake2b(model.encode(), digest_size=4).hexdigest()}.sqlite"
