"""What identity decisions read of a store, in plain dictionaries: as SqliteStore answers, several times as fast.

It checks nothing and keeps nothing on disk: for simulations alone. tests/eval/drift holds its decisions against those
of a real Memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memkit.model import BlockKey, Edge, Record
from memkit.store.base import Direction


class QuickStore:
    """The reading half of the Store protocol, as far as memkit.identify and memkit.identity use it, and `put`.

    Blocks come unsorted: their order is of no account there.
    """

    namespace = "drift"

    def __init__(self) -> None:
        self._records: dict[str, dict[str, Record]] = defaultdict(dict)
        self._blocks: dict[str, list[str]] = defaultdict(list)
        #: label -> node id -> ids of its edges
        self._out: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
        self._in: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))

    def put(self, records: Iterable[Record]) -> None:
        """Write new records and changed ones; nothing is ever deleted."""
        for record in records:
            if isinstance(record, BlockKey):
                self._blocks[record.key].append(record.entity_id)
                continue
            self._records[record.label][record.id] = record
            if isinstance(record, Edge):
                self._out[record.label][record.source_id][record.id] = None
                self._in[record.label][record.target_id][record.id] = None

    def get(self, label: str, ids: Iterable[str]) -> dict[str, Record]:
        known = self._records[label]
        return {id: known[id] for id in ids if id in known}

    def find(self, label: str, **equals: Any) -> list[Record]:
        ids: Iterable[str] = self._records[label]
        if "source_id" in equals:
            ids = self._out[label].get(equals["source_id"], ())
        found = (self._records[label][id] for id in sorted(ids))
        return [record for record in found if _fits(record, equals)]

    def expand(
        self,
        ids: Iterable[str],
        types: Sequence[str],
        direction: Direction = "out",
        where: Mapping[str, Any] | None = None,
    ) -> list[Edge]:
        found: list[Edge] = []
        ids = list(ids)
        for label in sorted(types):
            edges: set[str] = set()
            for id in ids:
                if direction != "in":
                    edges.update(self._out[label].get(id, ()))
                if direction != "out":
                    edges.update(self._in[label].get(id, ()))
            found += (self._records[label][id] for id in sorted(edges))
        return [edge for edge in found if _fits(edge, where)] if where else found

    def block(self, keys: Iterable[str], limit: int) -> dict[str, list[str]]:
        found = ((key, self._blocks.get(key, ())) for key in keys)
        return {key: list(ids) for key, ids in found if 0 < len(ids) <= limit}  # the reader adds to them


def _fits(record: Record, equals: Mapping[str, Any]) -> bool:
    return all(getattr(record, name) == value for name, value in equals.items())
