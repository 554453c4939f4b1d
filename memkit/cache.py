"""A cache of embeddings on disk, keyed by model and text: a text is sent to a model once, ever."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memkit.cache_file import CacheFile
from memkit.errors import MemkitError, ModelError

if TYPE_CHECKING:
    from memkit.embed import Embedder

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
        self.encoded = self.hits = 0
        self.path = None if folder is None else Path(folder) / _file_name(embedder.name)
        self._file = None if self.path is None else CacheFile(self.path, "vector", "embedding cache")

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

    @property
    def corrupt(self) -> int:
        """Damaged entries (or whole files) found and recomputed."""
        return self._file.corrupt if self._file else 0

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        if self._file is not None:
            self._file.close()

    # ------------------------------------------------------------------------------------------------- the file

    def _read(self, keys: Iterable[bytes]) -> dict[bytes, np.ndarray]:
        """key -> vector of those that are there and sound."""
        return self._vectors(self._file.read(keys, self._is_sound)) if self._file else {}

    def _write(self, vectors: dict[bytes, np.ndarray]) -> dict[bytes, np.ndarray]:
        """Add these vectors; returns what the file then holds for their keys."""
        if self._file is None:
            return {}
        values = {key: np.ascontiguousarray(vector, dtype="<f4").tobytes() for key, vector in vectors.items()}
        return self._vectors(self._file.write(values, self._is_sound))

    def _is_sound(self, value: bytes) -> bool:
        return len(value) == 4 * self.dimensions

    @staticmethod
    def _vectors(values: dict[bytes, bytes]) -> dict[bytes, np.ndarray]:
        return {key: np.frombuffer(value, dtype="<f4") for key, value in values.items()}


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _file_name(model: str) -> str:
    """Readable, and different for any two names."""
    readable = re.sub(r"[^A-Za-z0-9.@-]+", "-", model)[-60:].lstrip(".-")
    return f"embeddings-{readable}-{hashlib.blake2b(model.encode(), digest_size=4).hexdigest()}.sqlite"
