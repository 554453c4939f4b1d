"""A memory as a file, and from one store into another: every record, vector and setting of a namespace, nothing else.

The file is JSON Lines: a head with the form and the namespace, one line for each setting, record and vector in a fixed
order, and an end line with their number, so that a file that was cut off is seen. The same memory gives the same bytes.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from memkit.commit import read_whole
from memkit.errors import InputError, ModelError
from memkit.model import NODE_CLASSES, RECORD_CLASSES, Batch, Edge, Link, Record, Result, plain
from memkit.store import SCHEMA_VERSION, Store

#: First field of the head, and the version of the form.
FORM, FORM_VERSION = "memkit", 1
#: What XML 1.0 cannot hold (https://www.w3.org/TR/xml/#charsets).
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Transferred(Result):
    """How many records (by label), vectors and settings went, and where to."""

    target: str
    records: dict[str, int]
    vectors: int
    meta: int
    degraded: list[str] = field(default_factory=list)


def everything(store: Store) -> Batch:
    """All of a namespace as one batch, as it was at one moment. Raises StoreConflict if writers left none."""
    return read_whole(store, lambda: _read(store))


def _read(store: Store) -> Batch:
    batch = Batch(meta=store.meta())
    for label in RECORD_CLASSES:
        batch.add(*store.find(label))
    for label in (cls.label for cls in NODE_CLASSES):
        for id, vector in zip(*store.vectors(label), strict=True):
            batch.set_vector(label, id, vector)
    return batch


def put(store: Store, batch: Batch) -> Transferred:
    """Write `everything` of another namespace, all or nothing. Raises InputError if this one holds anything."""
    revision = store.revision()
    for label in RECORD_CLASSES:
        if store.count(label):
            raise InputError(
                f"{store.uri} (namespace {store.namespace!r}) is not empty: give another namespace or store, since two "
                "memories are not mixed"
            )
    batch.base_revision = revision
    store.apply(batch)
    return _transferred(store.uri, batch)


def copy(source: Store, target: Store) -> Transferred:
    """Everything of one namespace into an empty one of another store."""
    return put(target, everything(source))


def _transferred(target: str, batch: Batch) -> Transferred:
    counts: dict[str, int] = {}
    for record in batch.upserts:
        counts[record.label] = counts.get(record.label, 0) + 1
    return Transferred(target, counts, sum(map(len, batch.vectors.values())), len(batch.meta))


# ----------------------------------------------------------------------------------------------------- JSON Lines


def export_lines(store: Store, path: str | Path) -> Transferred:
    """Write the namespace as JSON Lines. The file appears when it is complete, in the place of one that was there."""
    batch = everything(store)
    _replace(path, (f"{line}\n" for line in _lines(batch, store.namespace)))
    return _transferred(str(path), batch)


def _lines(batch: Batch, namespace: str) -> Iterator[str]:
    written = 0
    yield _json({FORM: FORM_VERSION, "schema": SCHEMA_VERSION, "namespace": namespace})
    for line in _contents(batch):
        written += 1
        yield _json(line)
    yield _json({"end": written})


def _contents(batch: Batch) -> Iterator[dict[str, Any]]:
    for name, value in sorted(batch.meta.items()):
        yield {"meta": name, "value": value}
    for record in batch.upserts:
        yield {"record": record.label, **plain(record)}
    for label, vectors in batch.vectors.items():
        for id, vector in sorted(vectors.items()):
            data = np.asarray(vector, dtype="<f4").tobytes()
            yield {"vector": label, "id": id, "float32": base64.b64encode(data).decode("ascii")}


def _json(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def import_lines(store: Store, path: str | Path) -> Transferred:
    """Read such a file into an empty namespace, all or nothing. Raises InputError that names the line if it is no such
    file, was cut off, or is of a newer memkit."""
    return put(store, read_lines(path))


def read_lines(path: str | Path) -> Batch:
    """A file as one batch; InputError names what is wrong with it, and the line."""
    batch, number, end = Batch(), 0, None
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                line = _line(text, f"{path}, line {number}")
                if end is not None:
                    raise InputError(f"{path}, line {number}: something follows the end line")
                if number == 1:
                    _check_head(line, path)
                elif set(line) == {"end"}:
                    end = line["end"]
                    if end != number - 2:
                        raise InputError(f"{path}: the end line counts {end} lines, there are {number - 2}")
                else:
                    _take(batch, line, f"{path}, line {number}")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 after line {number} ({error.reason}): was it made by export?") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if end is None:
        raise InputError(f"{path} ends after line {number} without an end line: it was cut off; export again")
    return batch


def _line(text: str, where: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict):
        raise InputError(f"{where} is no JSON object: {text[:60]!r}")
    return line


def _check_head(line: Mapping[str, Any], path: str | Path) -> None:
    if line.get(FORM) != FORM_VERSION or not isinstance(line.get("schema"), int):
        raise InputError(f"{path} does not begin as a file of `memkit export` does")
    if line["schema"] > SCHEMA_VERSION:
        raise InputError(f"{path} has schema {line['schema']}, this memkit knows up to {SCHEMA_VERSION}: upgrade")


def _take(batch: Batch, line: Mapping[str, Any], where: str) -> None:
    texts = all(isinstance(line.get(name, ""), str) for name in ("vector", "id", "meta"))
    if "record" in line:
        batch.add(_record(line, where))
    elif texts and {"vector", "id", "float32"} == set(line):
        batch.set_vector(line["vector"], line["id"], _vector(line["float32"], where))
    elif texts and {"meta", "value"} == set(line):
        batch.meta[line["meta"]] = line["value"]
    else:
        raise InputError(f"{where}: neither a record, a vector nor a setting")


def _record(line: Mapping[str, Any], where: str) -> Record:
    cls = RECORD_CLASSES.get(line["record"]) if isinstance(line["record"], str) else None
    if cls is None:
        raise InputError(f"{where}: record {line['record']!r} is unknown")
    fields = {name: tuple(v) if isinstance(v, list) else v for name, v in line.items() if name != "record"}
    try:
        return cls(**fields)
    except TypeError as error:
        raise InputError(f"{where}: {cls.label}: {str(error).partition('() ')[2]}") from None


def _vector(text: object, where: str) -> np.ndarray:
    try:
        return np.frombuffer(base64.b64decode(text, validate=True), dtype="<f4").astype(np.float32)
    except (TypeError, ValueError, binascii.Error):
        raise InputError(f"{where}: float32 is no base64 of 4-byte numbers") from None


# -------------------------------------------------------------------------------------------------------- GraphML


def export_graphml(store: Store, path: str | Path) -> Transferred:
    """Write nodes and edges, without vectors and blocking keys, as GraphML for other tools (Gephi, yEd, networkx).

    Characters that XML cannot hold become U+FFFD. Needs the extra `lab`; raises ModelError without it.
    """
    try:
        import networkx
    except ImportError:
        raise ModelError("GraphML needs networkx: install memkit-lab[lab]") from None
    batch = everything(store)
    graph = networkx.MultiDiGraph()
    kept = [r for r in batch.upserts if isinstance(r, (Edge, *NODE_CLASSES))]
    for record in kept:
        if not isinstance(record, Edge):
            graph.add_node(record.id, label=record.label, **_properties(record))
    for record in kept:
        if isinstance(record, Edge):
            label = record.type if isinstance(record, Link) else record.label
            graph.add_edge(record.source_id, record.target_id, key=record.id, label=label, **_properties(record))
    _replace(path, (f"{line}\n" for line in networkx.generate_graphml(graph)))
    return _transferred(str(path), Batch(upserts=kept))


def _properties(record: Record) -> dict[str, Any]:
    left_out = {"id", "source_id", "target_id"} if isinstance(record, Edge) else {"id"}
    values = {name: value for name, value in plain(record).items() if name not in left_out}
    return {name: _as_xml(value) for name, value in values.items()}


def _as_xml(value: object) -> object:
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return _NOT_XML.sub("\ufffd", value) if isinstance(value, str) else value


def _replace(path: str | Path, lines: Iterator[str]) -> None:
    """Write beside the file and put it in place in one step: nobody sees a half, and a failure leaves what was.

    The file beside is new, of a name that nobody can guess: in a folder that others write in too, no link of theirs
    can wait there.
    """
    path = Path(path)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)
