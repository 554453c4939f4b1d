"""A batch, checked and laid out for writing, before a store opens a transaction. Shared by both stores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from memkit.errors import InputError, MissingRecord, StoreConflict
from memkit.model import Batch, Record, check_value
from memkit.store.schema import TABLES, clean_ids, table, vector_label


@dataclass(slots=True)
class Prepared:
    """`rows[label][id]` are rows as `Table.rows` gives them; `vectors[label]` sorted ids and their float32 matrix."""

    rows: dict[str, dict[str, tuple[Any, ...]]]
    vectors: dict[str, tuple[list[str], np.ndarray]]
    deletes: dict[str, list[str]]
    meta: dict[str, str]


def prepare(batch: Batch) -> Prepared:
    """Check a batch (see `Store.apply` for what is refused) and lay it out, labels in the order of references."""
    rows = _rows(batch.upserts)
    if len(rows) > 1:
        rows = {label: rows[label] for label in TABLES if label in rows}
    vectors = {label: _matrix(vector_label(label), by_id) for label, by_id in batch.vectors.items() if by_id}
    deletes: dict[str, set[str]] = {}
    for label, id in batch.deletes:
        deletes.setdefault(table(label).label, set()).add(id)
    meta = dict(batch.meta)
    for key, value in meta.items():
        if not (isinstance(key, str) and isinstance(value, str) and key):
            raise InputError(f"meta {key!r}: {value!r}: both must be text, the name not empty")
        check_value([key, value], f"meta {key!r}")
    return Prepared(
        rows=rows,
        vectors={label: vectors[label] for label in sorted(vectors)},
        deletes={label: clean_ids(ids, f"deletes of {label}") for label, ids in deletes.items()},
        meta=meta,
    )


def _rows(upserts: Iterable[Record]) -> dict[str, dict[str, tuple[Any, ...]]]:
    records: dict[str, list[Record]] = {}
    for record in upserts:
        if not isinstance(record, Record):
            raise InputError(f"{record!r} is not a record of memkit.model")
        records.setdefault(record.label, []).append(record)
    return {label: _by_id(label, table(label).rows(of_label)) for label, of_label in records.items()}


def _by_id(label: str, rows: list[tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    by_id = {row[0]: row for row in rows}
    if len(by_id) < len(rows):
        for row in rows:
            if by_id[row[0]] != row:
                raise InputError(f"{label} {row[0]} stands twice in one batch with different fields: keep one")
    return by_id


def _matrix(label: str, by_id: Mapping[str, np.ndarray]) -> tuple[list[str], np.ndarray]:
    ids = clean_ids(by_id, f"vectors of {label}")
    vectors = [check_vector(by_id[id], f"vector of {label} {id}") for id in ids]
    for id, vector in zip(ids, vectors, strict=True):
        if len(vector) != len(vectors[0]):
            raise InputError(
                f"vector of {label} {id} is {len(vector)} wide, that of {ids[0]} {len(vectors[0])}: use one embedder"
            )
    return ids, np.stack(vectors)


def check_vector(vector: np.ndarray, where: str) -> np.ndarray:
    """`vector` as float32 of shape (d,), d > 0. Raises InputError for another shape or a value that is not finite."""
    try:
        array = np.asarray(vector, dtype=np.float32)
    except (TypeError, ValueError):
        raise InputError(f"{where} is not an array of numbers") from None
    if array.ndim != 1 or not len(array):
        raise InputError(f"{where} has shape {array.shape}: one row of numbers, shape (d,), is needed")
    if not np.isfinite(array).all():
        raise InputError(f"{where} has a value that is not finite (NaN or infinity): check the embedder")
    return array + np.float32(0)  # -0.0 becomes 0.0: equal vectors have equal bytes


def width_error(label: str, given: int, stored: int) -> InputError:
    """What is raised for vectors of another width than the stored ones that the batch leaves in place."""
    return InputError(
        f"vectors of {label} are {given} wide, the stored ones {stored}: use the embedder this store was built with, "
        "or give all of them new vectors in one batch (`memkit reembed`)"
    )


def missing_reference(label: str, id: str, field: str, wanted: str, missing: str) -> MissingRecord:
    """What is raised for a row whose `field` names a node that does not exist."""
    return MissingRecord(
        f"{label} {id}: its {field} names {wanted} {missing!r}, which is not in this namespace: "
        "write it first, or in the same batch"
    )


def missing_node(label: str, id: str) -> MissingRecord:
    """What is raised for the vector of a node that does not exist."""
    return MissingRecord(f"vector of {label} {id!r}: there is no such record in this namespace: write it first")


def conflict(namespace: str, planned_on: int, stands_at: int) -> StoreConflict:
    """What is raised for a batch that was planned on an older revision."""
    return StoreConflict(
        f"namespace {namespace!r} is at revision {stands_at}, the batch was planned on {planned_on}: "
        "read again and plan again"
    )
