"""One batch written to Neo4j in one transaction. Rows equal to what is stored are found by a hash and not written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from memkit.model import Link
from memkit.store.neo4j_cypher import EMBEDDING, patterns
from memkit.store.prepare import Prepared, conflict, missing_node, missing_reference, width_error
from memkit.store.schema import REFERRING, TABLES, Table

#: Rows sent with one statement.
_CHUNK = 2000

#: What a namespace that nobody has written to looks like; see `state`.
_NEW = {"revision": 0, "settings": "{}"}


def state(tx: Any, namespace: str) -> dict[str, Any]:
    """The namespace's own node: `revision`, `settings` (JSON), and for each label `deleted_LABEL`, the revision of its
    last deletion, and `width_LABEL`, the width of its vectors."""
    found = tx.run("MATCH (s:MemkitNamespace {name: $ns}) RETURN properties(s)", ns=namespace).single()
    return _NEW | (found[0] if found else {})


def lock(tx: Any, namespace: str) -> None:
    """Wait until no other transaction works on the namespace, and keep others waiting until this one ends.

    Setting a property takes the node's lock. Writers take turns by it; and Neo4j shows a transaction part by part while
    it is being committed, so only who holds the lock knows that all of a revision is there.
    """
    tx.run(
        "MERGE (s:MemkitNamespace {name: $ns}) ON CREATE SET s.revision = 0, s.settings = '{}' SET s.locked = true",
        ns=namespace,
    ).consume()


def write(tx: Any, namespace: str, ready: Prepared, base_revision: int | None) -> dict[str, int]:
    """Apply a prepared batch (see `Store.apply`); the caller's transaction makes it all or nothing."""
    lock(tx, namespace)
    before = state(tx, namespace)
    if base_revision is not None and base_revision != before["revision"]:
        raise conflict(namespace, base_revision, before["revision"])
    writer = _Writer(tx, namespace, before)
    changed = {label: writer.upsert(TABLES[label], rows) for label, rows in ready.rows.items()}
    changed["vectors"] = sum(writer.set_vectors(label, *given) for label, given in ready.vectors.items())
    changed["deleted"] = sum(writer.delete(label, ids) for label, ids in ready.deletes.items())
    changed["meta"] = writer.set_meta(ready.meta)
    changed = {what: n for what, n in changed.items() if n}
    if changed:
        tx.run(
            "MATCH (s:MemkitNamespace {name: $ns}) SET s += $marks, s.revision = $revision",
            ns=namespace,
            marks=writer.marks,
            revision=writer.revision,
        ).consume()
    return changed


class _Writer:
    """The statements of one batch. `marks` are properties to set on the namespace's node at the end."""

    def __init__(self, tx: Any, namespace: str, before: Mapping[str, Any]) -> None:
        self._tx = tx
        self._namespace = namespace
        self._before = before
        self.revision = before["revision"] + 1
        self.marks: dict[str, Any] = {}

    def upsert(self, of: Table, rows: Mapping[str, tuple[Any, ...]]) -> int:
        hashes = {id: _row_hash(values) for id, values in rows.items()}
        stored = self._stored(of, list(rows))
        new = {id: values for id, values in rows.items() if id not in stored or stored[id][0] != hashes[id]}
        if of.is_edge:
            self._write_edges(of, new, hashes, {id: where for id, (_, *where) in stored.items()})
        else:
            self._check_references(of, new)
            self._write_nodes(of, new, hashes)
        return len(new)

    def _stored(self, of: Table, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        """id -> (row hash, and for an edge its type and the ids of its ends) of those that exist."""
        found = {}
        for pattern in patterns(of.label):
            v = pattern.variable
            more = ", type(r), a.id, b.id" if of.is_edge else ""
            query = f"{pattern.each()} RETURN id, {v}.row_hash{more}"
            found.update((row[0], tuple(row[1:])) for row in self._rows(query, ids))
        return found

    def _write_nodes(self, of: Table, rows: Mapping[str, tuple[Any, ...]], hashes: Mapping[str, str]) -> None:
        kinds = getattr(of.cls, "kinds", {})
        for kind, group in _grouped(of, rows, "kind" if kinds else None).items():
            labels = "".join(
                f" SET n:{label}" if kind == name else f" REMOVE n:{label}" for name, label in sorted(kinds.items())
            )
            query = (
                f"UNWIND $rows AS row MERGE (n:{of.label} {{namespace: $ns, id: row.id}})"
                f" SET n += row.fields, n.revision = $revision{labels}"
            )
            self._send(
                query, [{"id": id, "fields": self._fields(of, values, hashes[id])} for id, values in group.items()]
            )

    def _write_edges(
        self, of: Table, rows: Mapping[str, tuple[Any, ...]], hashes: Mapping[str, str], stored: Mapping[str, list[str]]
    ) -> None:
        """Set the properties of edges that stay where they are; make the others, after taking away moved ones."""
        for pattern in patterns(of.label):
            here = [
                (id, values)
                for id, values in rows.items()
                if of.cls is not Link or values[of.names.index("type")] == pattern.type
            ]
            place = {id: [pattern.type, *(values[of.names.index(e)] for e in _ENDS)] for id, values in here}
            sent = [
                {
                    "id": id,
                    "source": place[id][1],
                    "target": place[id][2],
                    "fields": self._fields(of, values, hashes[id]),
                }
                for id, values in here
            ]
            moved = {id: stored[id] for id, _ in here if id in stored and stored[id] != place[id]}
            for old in patterns(of.label):
                self._count(f"{old.each()} DELETE r RETURN count(*)", [id for id in moved if moved[id][0] == old.type])
            kept = [row for row in sent if row["id"] in stored and row["id"] not in moved]
            made = [row for row in sent if row["id"] not in stored or row["id"] in moved]
            self._send(
                f"UNWIND $rows AS row MATCH ()-[r:{pattern.type}]->() WHERE r.namespace = $ns AND r.id = row.id"
                " SET r += row.fields, r.revision = $revision",
                kept,
            )
            count = self._send(
                f"UNWIND $rows AS row MATCH (a:{pattern.source} {{namespace: $ns, id: row.source}})"
                f" MATCH (b:{pattern.target} {{namespace: $ns, id: row.target}})"
                f" CREATE (a)-[r:{pattern.type} {{namespace: $ns}}]->(b) SET r += row.fields, r.revision = $revision"
                " RETURN count(r)",
                made,
            )
            if count < len(made):
                self._check_references(of, dict(here))

    def _check_references(self, of: Table, rows: Mapping[str, tuple[Any, ...]]) -> None:
        for ref in of.references:
            named = {
                id: values[of.names.index(ref.field)]
                for id, values in rows.items()
                if ref.link_type in (None, values[of.names.index("type")] if ref.link_type else None)
            }
            there = self._existing(ref.label, sorted(set(named.values())))
            missing = sorted(id for id, node in named.items() if node not in there)
            if missing:
                raise missing_reference(of.label, missing[0], ref.field, ref.label, named[missing[0]])

    def set_vectors(self, label: str, ids: list[str], matrix: np.ndarray) -> int:
        if unknown := set(ids) - self._existing(label, ids):
            raise missing_node(label, min(unknown))
        (pattern,), width = patterns(label), matrix.shape[1]
        if self._before.get(f"width_{label}", width) != width:
            other = self._tx.run(
                f"{pattern.all()[0]} AND n.{EMBEDDING} IS NOT NULL AND NOT n.id IN $ids"
                f" RETURN size(n.{EMBEDDING}) LIMIT 1",
                ns=self._namespace,
                ids=ids,
            ).single()
            if other:
                raise width_error(label, width, other[0])
        self.marks[f"width_{label}"] = width
        return self._send(
            f"UNWIND $rows AS row MATCH {pattern.match} WHERE n.namespace = $ns AND n.id = row.id"
            f" AND (n.{EMBEDDING} IS NULL OR n.{EMBEDDING} <> row.vector)"
            f" SET n.{EMBEDDING} = row.vector, n.revision = $revision RETURN count(n)",
            [{"id": id, "vector": vector} for id, vector in zip(ids, matrix.tolist(), strict=True)],
        )

    def delete(self, label: str, ids: Sequence[str]) -> int:
        """Delete records with everything that names them; returns how many records went."""
        total = 0
        for of, ref in REFERRING[label] if ids else ():
            for pattern in patterns(of.label, [ref.link_type] if ref.link_type else []):
                if of.is_edge:
                    query = f"{pattern.each('a' if ref.field == 'source_id' else 'b')} DELETE r RETURN count(*)"
                    total += self._deleted(of.label, query, ids)
                else:
                    query = f"UNWIND $ids AS id MATCH {pattern.match} WHERE n.namespace = $ns"
                    query += f" AND {pattern.field(ref.field)} = id RETURN n.id"
                    total += self.delete(of.label, [row[0] for row in self._rows(query, ids)])
        for pattern in patterns(label):
            how = "DELETE r" if pattern.of.is_edge else "DETACH DELETE n"
            total += self._deleted(label, f"{pattern.each()} {how} RETURN count(*)", ids)
        return total

    def _deleted(self, label: str, query: str, ids: Sequence[str]) -> int:
        count = self._count(query, ids)
        if count:
            self.marks[f"deleted_{label}"] = self.revision
        return count

    def set_meta(self, meta: Mapping[str, str]) -> int:
        stored = json.loads(self._before["settings"])
        changed = {key: value for key, value in meta.items() if stored.get(key) != value}
        if changed:
            self.marks["settings"] = json.dumps(stored | changed, ensure_ascii=False, sort_keys=True)
        return len(changed)

    # ------------------------------------------------------------------------------------------------------ helpers

    def _fields(self, of: Table, values: tuple[Any, ...], row_hash: str) -> dict[str, Any]:
        skipped = (*_ENDS, "type") if of.cls is Link else _ENDS if of.is_edge else ()
        fields = {name: value for name, value in zip(of.names, values, strict=True) if name not in skipped}
        return fields | {"row_hash": row_hash}

    def _existing(self, label: str, ids: Sequence[str]) -> set[str]:
        (pattern,) = patterns(label)
        return {row[0] for row in self._rows(f"{pattern.each()} RETURN id", ids)}

    def _rows(self, query: str, ids: Sequence[str]) -> Iterator[list[Any]]:
        for chunk in _chunks(ids):
            yield from self._tx.run(query, ns=self._namespace, ids=chunk).values()

    def _count(self, query: str, ids: Sequence[str]) -> int:
        return sum(row[0] for row in self._rows(query, ids))

    def _send(self, query: str, rows: Sequence[Mapping[str, Any]]) -> int:
        """Run for all rows; the sum of what the statement returns."""
        total = 0
        for chunk in _chunks(rows):
            result = self._tx.run(query, ns=self._namespace, rows=chunk, revision=self.revision).values()
            total += sum(row[0] for row in result)
        return total


_ENDS = ("source_id", "target_id")


def _chunks(items: Sequence[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(items), _CHUNK):
        yield list(items[start : start + _CHUNK])


def _grouped(of: Table, rows: Mapping[str, tuple], field: str | None) -> dict[str, dict[str, tuple]]:
    """Rows by the value of a field; all in one group when there is none."""
    if field is None:
        return {"": dict(rows)}
    groups: dict[str, dict[str, tuple]] = {}
    for id, values in rows.items():
        groups.setdefault(values[of.names.index(field)], {})[id] = values
    return groups


def _row_hash(values: tuple[Any, ...]) -> str:
    """128 bits of BLAKE2b over the row's JSON: equal rows, equal hash (-0.0 is written as the equal 0.0)."""
    values = [value + 0.0 if isinstance(value, float) else value for value in values]
    payload = json.dumps(values, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(payload.encode("ascii"), digest_size=16).hexdigest()
