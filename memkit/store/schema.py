"""What both stores derive from the dataclasses in memkit.model: one Table per record class, one for all purposes.

A new record class in the model becomes a table in SQLite and a label or relationship type in Neo4j without a line here.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from numbers import Integral, Real
from operator import attrgetter
from typing import Any

from memkit.errors import InputError
from memkit.model import LINK_TYPES, NODE_CLASSES, RECORD_CLASSES, Edge, Link, Record, check_value

#: Longest id, reference or indexed field, in UTF-8 bytes. Neo4j cannot index a key of more than about 8 kB, composite
#: keys counted as a whole (Operations Manual, "Index configuration", property size limits of range indexes).
MAX_INDEXED_BYTES = 2000

#: SQLite and Cypher integers have 64 bits.
_INT64 = range(-(2**63), 2**63)


@dataclass(frozen=True, slots=True)
class Column:
    """A field. `kind` is "text", "integer", "real", "list" (tuple of text) or "json" (dict)."""

    name: str
    kind: str
    indexed: bool


@dataclass(frozen=True, slots=True)
class Reference:
    """`field` names a node of `label`; for links only where the record's `type` is `link_type`."""

    field: str
    label: str
    link_type: str | None = None


class Table:
    """How the records of one class are laid out. `name` is the SQL table, `label` the node label or edge type."""

    def __init__(self, cls: type[Record]) -> None:
        self.cls = cls
        self.label = cls.label
        self.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        self.is_edge = issubclass(cls, Edge)
        self.references = _references(cls)
        reference_fields = dict.fromkeys(r.field for r in self.references)
        self.indexes = (*((f,) for f in reference_fields), *cls.indexes)
        indexed = {"id", *(f for index in self.indexes for f in index)}
        hints = typing.get_type_hints(cls)
        self.columns = tuple(Column(f.name, _kind(hints[f.name]), f.name in indexed) for f in dataclasses.fields(cls))
        self.names = tuple(c.name for c in self.columns)
        self._by_name = {c.name: c for c in self.columns}
        self._getter = attrgetter(*self.names)
        self._texts = attrgetter(*(c.name for c in self.columns if c.kind == "text"))
        self._empty = tuple({"integer": 0, "real": 0.0, "list": (), "json": {}}.get(c.kind, "") for c in self.columns)
        self._packed = tuple((i, c.kind) for i, c in enumerate(self.columns) if c.kind in ("list", "json"))

    def rows(self, records: Sequence[Record]) -> list[tuple[Any, ...]]:
        """The fields of each record as a store keeps them: str, int, float, tuple of str, JSON text for a dict.

        Raises InputError for anything that would not come back equal: an empty id, another type than the field's, a
        NaN, a NUL, an unpaired surrogate, an integer of more than 64 bits, an indexed text that is too long.
        """
        if self.cls is Link:
            _check_link_types(records)
        rows = list(map(self._getter, records))
        return rows if self._plainly_right(records, rows) else [self._row(record) for record in records]

    def _plainly_right(self, records: Sequence[Record], rows: list[tuple[Any, ...]]) -> bool:
        """Whether `_row` would give back every row unchanged; a False may be wrong, a True never. All rows at once, in
        functions that run in C: one by one this would cost half of what SQLite takes to write a batch."""
        try:
            text = "".join(chain.from_iterable(map(self._texts, records)))
        except TypeError:  # something is no text
            return False
        if not _is_plain(text) or not all(row[0] for row in rows):
            return False
        for i, column in enumerate(self.columns):
            if column.kind == "text" and not (column.indexed and len(text) > MAX_INDEXED_BYTES // 4):
                continue
            values = [row[i] for row in rows]
            if not (_lengths_right(values) if column.kind == "text" else _column_right(column.kind, values)):
                return False
        return True

    def _row(self, record: Record) -> tuple[Any, ...]:
        if not record.id:
            raise InputError(f"a {self.label} record has an empty id")
        where = f"{self.label} {str(record.id)[:80]}: field "
        return tuple(
            _checked(value, column, f"{where}{column.name!r}")
            for column, value in zip(self.columns, self._getter(record), strict=True)
        )

    def record(self, values: Iterable[Any]) -> Record:
        """The record of a row; a list may come as JSON text or as a sequence. A field that an older store does not have
        comes as None, and is empty."""
        values = list(values)
        if None in values:
            values = [empty if value is None else value for value, empty in zip(values, self._empty, strict=True)]
        for i, kind in self._packed:
            if isinstance(values[i], str):
                values[i] = json.loads(values[i])
            if kind == "list":
                values[i] = tuple(values[i])
        return self.cls(*values)

    def conditions(self, equals: Mapping[str, Any]) -> dict[str, Any]:
        """Field -> value as kept, for a search by equality. Raises InputError for a field the class does not have."""
        unknown = sorted(set(equals) - set(self.names))
        if unknown:
            raise InputError(f"{self.label} has no field {unknown[0]!r}: its fields are {', '.join(self.names)}")
        return {
            name: _checked(value, self._by_name[name], f"{self.label}: {name}", limit=False)
            for name, value in equals.items()
        }


def _check_link_types(links: Sequence[Link]) -> None:
    for link in links:
        if link.type not in LINK_TYPES:
            raise InputError(f"LINK {link.id!r}: type {link.type!r} is not one of {', '.join(LINK_TYPES)}")


def _references(cls: type[Record]) -> tuple[Reference, ...]:
    if cls is Link:
        return tuple(
            Reference(field, label, link_type)
            for link_type, labels in LINK_TYPES.items()
            for field, label in zip(("source_id", "target_id"), labels, strict=True)
        )
    return tuple(Reference(field, label) for field, label in cls.references.items())


def _kind(hint: Any) -> str:
    kinds = {str: "text", int: "integer", bool: "integer", float: "real", tuple: "list", dict: "json"}
    return kinds[typing.get_origin(hint) or hint]


def _column_right(kind: str, values: list[Any]) -> bool:
    types = set(map(type, values))
    if kind == "integer":
        return types == {int} and min(values) in _INT64 and max(values) in _INT64
    if kind == "real":
        return types == {float} and all(map(math.isfinite, values))
    if kind == "list" and types == {tuple}:
        try:
            return _is_plain("".join(chain.from_iterable(values)))
        except TypeError:
            return False
    return False


def _lengths_right(values: list[str]) -> bool:
    return max(map(len, values)) <= MAX_INDEXED_BYTES // 4  # a character has at most four bytes


def _is_plain(text: str) -> bool:
    """Whether `memkit.model.check_value` would let the text pass."""
    if "\x00" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _checked(value: Any, column: Column, where: str, *, limit: bool = True) -> Any:
    """`value` as a store keeps it, or InputError naming `where`."""
    kind = column.kind
    if kind == "text" and isinstance(value, str):
        check_value(value, where)
        if limit and column.indexed and len(value.encode()) > MAX_INDEXED_BYTES:
            raise _too_long(where, len(value.encode()))
        return str(value)
    if kind == "integer" and isinstance(value, Integral):
        if int(value) not in _INT64:
            raise InputError(f"{where} is {value}: it does not fit 64 bits")
        return int(value)
    if kind == "real" and isinstance(value, Real) and not isinstance(value, bool):
        value = float(value)
        check_value(value, where)
        return value
    if kind == "list" and isinstance(value, (tuple, list)) and all(isinstance(item, str) for item in value):
        check_value(value, where)
        return tuple(value)
    if kind == "json" and isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        plain = {key: float(item) + 0.0 if isinstance(item, Real) else item for key, item in value.items()}
        check_value(plain, where)
        return json.dumps(plain, ensure_ascii=False, sort_keys=True)
    wanted = {"text": "str", "integer": "int", "real": "a number", "list": "a tuple of str", "json": "a dict"}
    raise InputError(f"{where} is {value!r}, a {type(value).__name__}: {wanted[kind]} is needed")


def _too_long(where: str, length: int) -> InputError:
    return InputError(
        f"{where} has {length} bytes: ids and indexed fields take at most {MAX_INDEXED_BYTES}; shorten or hash it"
    )


#: label -> Table of everything a store keeps, referenced classes first.
TABLES: dict[str, Table] = {label: Table(cls) for label, cls in RECORD_CLASSES.items()}

#: Labels whose records can have a vector.
NODE_LABELS = tuple(cls.label for cls in NODE_CLASSES)

#: label -> (table, reference) of everything that names its records and is deleted with them.
REFERRING: dict[str, list[tuple[Table, Reference]]] = {
    label: [(t, ref) for t in TABLES.values() for ref in t.references if ref.label == label] for label in TABLES
}


def table(label: str) -> Table:
    """The table of a label; InputError for one that no record class has."""
    try:
        return TABLES[label]
    except (KeyError, TypeError):
        raise InputError(f"label {label!r} is unknown: use one of {', '.join(TABLES)}") from None


def edge_tables(types: Iterable[str]) -> dict[str, set[str]]:
    """Edge label -> the link types asked for (empty for other edges). Raises InputError for an unknown type."""
    found: dict[str, set[str]] = {}
    for name in types:
        if name in LINK_TYPES:
            found.setdefault(Link.label, set()).add(name)
        elif name in TABLES and TABLES[name].is_edge and name != Link.label:
            found.setdefault(name, set())
        else:
            known = [label for label, t in TABLES.items() if t.is_edge and label != Link.label]
            raise InputError(f"edge type {name!r} is unknown: use one of {', '.join([*known, *LINK_TYPES])}")
    return found


def vector_label(label: str) -> str:
    """`label`, if its records can have a vector; else InputError."""
    if label not in NODE_LABELS:
        raise InputError(f"label {label!r} has no vectors: only nodes have them ({', '.join(NODE_LABELS)})")
    return label


def end_fields(direction: str) -> tuple[str, ...]:
    """The fields that hold the nodes asked about, for a direction of `Store.expand`; InputError for another word."""
    ends = {"out": ("source_id",), "in": ("target_id",), "both": ("source_id", "target_id")}
    if direction not in ends:
        raise InputError(f"direction {direction!r} is unknown: use out, in or both")
    return ends[direction]


def clean_ids(ids: Iterable[str], what: str = "ids") -> list[str]:
    """The distinct ids, sorted. Raises InputError for one that is not text (a bare string instead of a list, too)."""
    if isinstance(ids, str):
        raise InputError(f"{what} is the text {ids!r}: give a list of texts")
    ids = set(ids)
    for id in ids:
        if not isinstance(id, str):
            raise InputError(f"{what} has {id!r}, a {type(id).__name__}: texts are needed")
        check_value(id, f"{what}: {id!r}")
    return sorted(ids)
