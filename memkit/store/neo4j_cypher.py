"""Cypher derived from the model: constraints, indexes, patterns. Every name in a statement comes from the model, every
value is a parameter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memkit.model import LINK_TYPES, Link
from memkit.store.schema import TABLES, Table

#: Property of a node that holds its vector (a list of floats, so that other tools and the vector index can use it).
EMBEDDING = "embedding"


def quoted(name: str) -> str:
    """A property name in a statement; `name` comes from the model."""
    return f"`{name}`"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Where records of a class stand in the graph: nodes of a label (variable n), or relationships of a type (variable
    r) from a `source` label (variable a) to a `target` label (variable b)."""

    of: Table
    type: str
    source: str = ""
    target: str = ""

    @property
    def variable(self) -> str:
        return "r" if self.of.is_edge else "n"

    @property
    def match(self) -> str:
        return f"(a:{self.source})-[r:{self.type}]->(b:{self.target})" if self.of.is_edge else f"(n:{self.type})"

    def all(self, equals: Mapping[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """(MATCH ... WHERE, parameters) of everything in the namespace $ns whose fields equal the values given."""
        # An equality and an existence: what a composite index on (namespace, id) can answer.
        text = f"MATCH {self.match} WHERE {self.variable}.namespace = $ns AND {self.variable}.id IS NOT NULL"
        test, parameters = self.equal(equals or {})
        return text + test, parameters

    def equal(self, equals: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """(" AND ...", parameters): the fields equal these values."""
        text, parameters = "", {}
        for n, (name, value) in enumerate(sorted(equals.items())):
            field = self.field(name)
            text += f" AND {field} = $equal{n}"
            if field in ("a.id", "b.id"):
                text += f" AND {field[0]}.namespace = $ns"
            parameters[f"equal{n}"] = list(value) if isinstance(value, tuple) else value
        return text, parameters

    def each(self, variable: str | None = None) -> str:
        """UNWIND ... MATCH ... WHERE of those with the ids $ids, or (`variable` a or b) joined to nodes with them."""
        variable = variable or self.variable
        return f"UNWIND $ids AS id MATCH {self.match} WHERE {variable}.namespace = $ns AND {variable}.id = id"

    def since(self) -> str:
        """MATCH ... WHERE of those written after the revision $after, by the index on (namespace, revision)."""
        return f"MATCH {self.match} WHERE {self.variable}.namespace = $ns AND {self.variable}.revision > $after"

    def field(self, name: str) -> str:
        """The expression for a field of the record."""
        if self.of.is_edge and name in ("source_id", "target_id"):
            return {"source_id": "a.id", "target_id": "b.id"}[name]
        if self.of.cls is Link and name == "type":
            return "type(r)"
        return f"{self.variable}.{quoted(name)}"

    @property
    def columns(self) -> str:
        """The RETURN list of the record's fields, in order."""
        return ", ".join(map(self.field, self.of.names))


def patterns(label: str, link_types: Iterable[str] = ()) -> list[Pattern]:
    """One pattern for a node label or an edge label; for links one for each type asked for (none asked: all)."""
    of = TABLES[label]
    if label == Link.label:
        return [Pattern(of, type, *LINK_TYPES[type]) for type in sorted(link_types) or LINK_TYPES]
    if of.is_edge:
        return [Pattern(of, label, *(ref.label for ref in of.references))]
    return [Pattern(of, label)]


def schema_statements() -> dict[str, str]:
    """Name -> CREATE statement of every constraint and index; each does nothing where it exists."""
    made = dict(_constraint(name, f"(n:{label})", ["name"]) for name, label in _BOOKKEEPING.items())
    for pattern in (p for label in TABLES for p in patterns(label)):
        of, on = pattern.of, f"()-[n:{pattern.type}]-()" if pattern.of.is_edge else f"(n:{pattern.type})"
        name = pattern.type.lower() if of.is_edge else of.name
        made.update([_constraint(name, on, ["namespace", "id"])])
        made.update(_indexes(name, on, [*(of.cls.indexes if of.is_edge else of.indexes), ("revision",)]))
        if of.cls.searchable:
            fields = ", ".join(f"n.{quoted(f)}" for f in of.cls.searchable)
            made[f"memkit_{name}_words"] = (
                f"CREATE FULLTEXT INDEX memkit_{name}_words IF NOT EXISTS FOR {on} ON EACH [{fields}]"
            )
            made[f"memkit_{name}_{EMBEDDING}"] = (
                f"CREATE VECTOR INDEX memkit_{name}_{EMBEDDING} IF NOT EXISTS FOR {on} ON (n.{EMBEDDING})"
                " OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}"
            )
    return made


#: Nodes of the store itself: its schema version, and one for each namespace.
_BOOKKEEPING = {"store": "MemkitStore", "namespace": "MemkitNamespace"}


def _constraint(name: str, pattern: str, fields: list[str]) -> tuple[str, str]:
    name, on = f"memkit_{name}", ", ".join(f"n.{quoted(f)}" for f in fields)
    return name, f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR {pattern} REQUIRE ({on}) IS UNIQUE"


def _indexes(name: str, pattern: str, indexes: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    for fields in indexes:
        full = "_".join(("memkit", name, *fields))
        on = ", ".join(f"n.{quoted(f)}" for f in ("namespace", *fields))
        yield full, f"CREATE INDEX {full} IF NOT EXISTS FOR {pattern} ON ({on})"
