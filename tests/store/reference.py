"""The simplest store that could be right: dicts, copied on every write. What both stores are compared with."""

from __future__ import annotations

import copy

import numpy as np

from memkit.errors import InputError, MissingRecord
from memkit.model import LINK_TYPES, Batch, BlockKey, Edge, Link, Record


class ReferenceStore:
    """As `memkit.store.base.Store`, for one namespace, in memory, without speed."""

    def __init__(self) -> None:
        self._records: dict[tuple[str, str], Record] = {}
        self._vectors: dict[tuple[str, str], tuple[float, ...]] = {}
        self._meta: dict[str, str] = {}
        self._written: dict[tuple[str, str], int] = {}
        self._deleted: dict[str, int] = {}
        self._revision = 0

    def apply(self, batch: Batch) -> dict[str, int]:
        before = copy.deepcopy(self.__dict__)
        try:
            changed = self._write(batch)
        except Exception:
            self.__dict__ = before
            raise
        self._revision += bool(changed)
        return changed

    def _write(self, batch: Batch) -> dict[str, int]:
        now, changed, seen = self._revision + 1, {}, {}
        for record in batch.upserts:
            key = (record.label, record.id)
            if seen.setdefault(key, record) != record:
                raise InputError("twice")
        for key, record in seen.items():
            if self._records.get(key) != record:
                self._records[key], self._written[key] = record, now
                changed[record.label] = changed.get(record.label, 0) + 1
        for record in seen.values():
            if any(named not in self._records for named in nodes_named_by(record)):
                raise MissingRecord(record.id)
        vectors = {(label, id): tuple(v) for label, of in batch.vectors.items() for id, v in of.items()}
        for key, vector in vectors.items():
            if key not in self._records:
                raise MissingRecord(key)
            if self._vectors.get(key) != vector:
                self._vectors[key], self._written[key] = vector, now
                changed["vectors"] = changed.get("vectors", 0) + 1
        for label in batch.vectors:
            if len({len(v) for (of, _), v in self._vectors.items() if of == label}) > 1:
                raise InputError("width")
        going = {key for key in batch.deletes if key in self._records}
        going |= {key for key, record in self._records.items() if going.intersection(nodes_named_by(record))}
        for key in going:
            del self._records[key]
            self._vectors.pop(key, None)
            self._deleted[key[0]] = now
        meta = {key: value for key, value in batch.meta.items() if self._meta.get(key) != value}
        self._meta.update(meta)
        changed |= {"deleted": len(going), "meta": len(meta)}
        return {what: n for what, n in changed.items() if n}

    def find(self, label: str, **equals: object) -> list[Record]:
        found = [
            record
            for (of, _), record in self._records.items()
            if of == label and all(getattr(record, field) == value for field, value in equals.items())
        ]
        return sorted(found, key=lambda record: record.id)

    def get(self, label: str, ids: list[str]) -> dict[str, Record]:
        return {record.id: record for record in self.find(label) if record.id in ids}

    def count(self, label: str, **equals: object) -> int:
        return len(self.find(label, **equals))

    def expand(self, ids: list[str], types: list[str], direction: str = "out", where: dict | None = None) -> list[Edge]:
        def wanted(edge: Record) -> bool:
            ends = {"out": [edge.source_id], "in": [edge.target_id], "both": [edge.source_id, edge.target_id]}
            return (
                (edge.type if isinstance(edge, Link) else edge.label) in types
                and any(end in ids for end in ends[direction])
                and all(getattr(edge, field) == value for field, value in (where or {}).items())
            )

        edges = [record for record in self._records.values() if isinstance(record, Edge) and wanted(record)]
        return sorted(edges, key=lambda edge: (edge.label, edge.id))

    def block(self, keys: list[str], limit: int) -> dict[str, list[str]]:
        found = {key: sorted({r.entity_id for r in self.find("BlockKey", key=key)}) for key in sorted(set(keys))}
        return {key: ids for key, ids in found.items() if 0 < len(ids) <= limit}

    def vectors(self, label: str, ids: list[str] | None = None) -> tuple[list[str], np.ndarray]:
        found = sorted(id for of, id in self._vectors if of == label and (ids is None or id in ids))
        return found, np.array([self._vectors[label, id] for id in found], np.float32).reshape(
            len(found), -1 if found else 0
        )

    def nearest(self, label: str, query: np.ndarray, k: int) -> list[tuple[str, float]]:
        ids, matrix = self.vectors(label)
        if ids and matrix.shape[1] != len(query):
            raise InputError("width")
        scores = {id: float(np.dot(vector, query)) for id, vector in zip(ids, matrix, strict=True)}
        return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:k]

    def revision(self) -> int:
        return self._revision

    def changes(self, label: str, since: int) -> tuple[int, bool, list[str]]:
        if since == self._revision:
            return since, False, []
        reset = since > self._revision or self._deleted.get(label, 0) > since
        after = 0 if reset else since
        ids = sorted(id for of, id in self._records if of == label and self._written[of, id] > after)
        return self._revision, reset, ids

    def meta(self) -> dict[str, str]:
        return dict(sorted(self._meta.items()))


def nodes_named_by(record: Record) -> list[tuple[str, str]]:
    """(label, id) of the nodes that must exist for this record."""
    if isinstance(record, Link):
        return list(zip(LINK_TYPES[record.type], (record.source_id, record.target_id), strict=True))
    if isinstance(record, BlockKey):
        return [("Entity", record.entity_id)]
    if isinstance(record, Edge):
        source = "Passage" if record.label in ("MENTIONS", "DESCRIBES") else "Entity"
        return [(source, record.source_id), ("Entity", record.target_id)]
    return []
