"""Queries in a store's own language, read only: what both stores check, and the rows that come back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memkit.errors import InputError, StoreError
from memkit.model import NotedRows, check_text, check_value

#: Characters that all rows of an answer hold together at most: a query can make long texts out of nothing.
MOST_CHARACTERS = 20_000_000


class QueryRows(NotedRows):
    """The rows of a query, a dict each (column -> plain value). `notes` says so when there were more."""


@dataclass(frozen=True, slots=True)
class Query:
    """A checked question to `Store.query`: `timeout` in seconds, `limit` in rows."""

    text: str
    params: dict[str, Any]
    timeout: float
    limit: int


def check_query(text: str, params: Mapping[str, Any] | None, timeout: float, limit: int) -> Query:
    """Raises InputError for an empty text, parameters that are no mapping from names, values that no store keeps."""
    check_text(text, "query")
    if not text.strip():
        raise InputError("query is empty: give a statement that reads")
    if not isinstance(params or {}, Mapping):
        raise InputError(f"params is a {type(params).__name__}: give a mapping from names to values")
    for name, value in (params or {}).items():
        check_text(name, "a name in params")
        _check_parameter(value, f"params[{name!r}]")
    if not timeout > 0 or limit < 1:
        raise InputError(f"timeout is {timeout}, limit {limit}: both must be above 0")
    return Query(text, dict(params or {}), timeout, limit)


def _check_parameter(value: Any, where: str) -> None:
    """Refuse what no store takes as a value: other types than JSON's, integers of more than 64 bits, NaN, NUL."""
    check_value(value, where)
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple)):
        for item in value:
            _check_parameter(item, where)
    elif value is not None and not isinstance(value, (str, bool, int, float)):
        raise InputError(f"{where} is a {type(value).__name__}: text, numbers, lists and mappings are taken")
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise InputError(f"{where} is {value}: it does not fit 64 bits")


def collect(rows: Iterable[dict[str, Any]], limit: int) -> QueryRows:
    """The first `limit` rows, with a note if there are more; fewer if they grow past MOST_CHARACTERS."""
    found: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        if len(found) == limit:
            note = f"only the first {limit:,} rows: narrow the query, or raise Settings(analyze_limit=...)"
            return QueryRows(found, notes=[note])
        size += sum(map(_size, row.values()))
        if size > MOST_CHARACTERS:
            note = f"only the first {len(found):,} rows: more would hold over {MOST_CHARACTERS:,} characters"
            return QueryRows(found, notes=[note])
        found.append({name: plain_value(value) for name, value in row.items()})
    return QueryRows(found)


def plain_value(value: Any) -> Any:
    """A value as JSON takes it: bytes as hexadecimal digits; "NaN", "Infinity" and "-Infinity" as texts (as in the JSON
    mapping of Protocol Buffers, protobuf.dev/programming-guides/json); what has no JSON form as its text."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if hasattr(value, "iso_format"):  # the driver's times and durations, some of which are tuples
        return value.iso_format()
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain_value(item) for item in value]
    return str(value)


def refused(what: str, instead: str) -> InputError:
    """What is raised for a query that does more than read; `instead` says what can be asked here."""
    return InputError(
        f"analyze only reads: {what} is refused, and nothing was changed. To change the memory call ingest, remember, "
        f"confirm, reject or forget; to read it, {instead}"
    )


def unreadable(error: object, instead: str) -> InputError:
    """What is raised for a query that the store does not understand."""
    return InputError(f"the query cannot be run: {' '.join(str(error).split())}. Mend it; {instead}")


def out_of_time(timeout: float) -> StoreError:
    """What is raised for a query that was stopped."""
    return StoreError(
        f"the query was stopped at its limit of {timeout:g} seconds: narrow it, or raise Settings(analyze_timeout=...)"
    )


def _size(value: Any) -> int:
    if isinstance(value, (str, bytes)):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, (list, tuple)) else 1
