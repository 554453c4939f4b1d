"""The Store protocol: few methods, two implementations, one contract suite (tests/store/).

A store is bound to one namespace when it is opened: nothing written in one namespace is seen, counted or changed
through another. It keeps records (memkit.model) and their vectors, and knows nothing of extraction or identity.
Every list it returns is sorted (by id unless said otherwise), so both stores answer alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from memkit.model import Batch, Edge, Record
from memkit.store.query import QueryRows

#: Bumped when the layout of either store changes; a store with a higher number is refused.
SCHEMA_VERSION = 3

Direction = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to one label after a revision: `ids` written since (sorted). With `reset`, something was deleted
    since, so `ids` are all that exist and the reader starts over."""

    revision: int
    reset: bool
    ids: list[str]


class Store(Protocol):
    """Where a memory lives. Every method raises StoreError, with the remedy, when the store cannot be used."""

    uri: str
    namespace: str

    def apply(self, batch: Batch) -> dict[str, int]:
        """Write a batch in one transaction, all or nothing; upserts are idempotent.

        Returns rows really changed per label (a record equal to what is stored counts 0), with deletions under
        "deleted", vectors under "vectors" and meta under "meta"; only non-zero counts. The same (label, id) twice
        with different fields raises InputError; an edge, key or vector whose node does not exist MissingRecord;
        NaN, NUL, an unpaired surrogate InputError; a `base_revision` that is no longer the namespace's revision
        StoreConflict. Deletes run after upserts.
        """

    def get(self, label: str, ids: Iterable[str]) -> dict[str, Record]:
        """The records with these ids; ids that name nothing are left out."""

    def find(self, label: str, **equals: Any) -> list[Record]:
        """All records whose fields equal the given values (none given: all). An unknown field raises InputError."""

    def count(self, label: str, **equals: Any) -> int:
        """How many records `find` would give."""

    def expand(
        self,
        ids: Iterable[str],
        types: Sequence[str],
        direction: Direction = "out",
        where: Mapping[str, Any] | None = None,
    ) -> list[Edge]:
        """The edges of these types that leave ("out"), reach ("in") or touch ("both") any of the nodes.

        `types` are labels of edge classes (MENTIONS, RELATED_TO, SAME_AS, ...) or LINK_TYPES; `where` gives fields
        that must be equal. Each edge once, sorted by (label, id).
        """

    def block(self, keys: Iterable[str], limit: int) -> dict[str, list[str]]:
        """key -> ids of the entities with that blocking key, sorted; a key with more than `limit` is left out
        (a block too common to tell anything), and so is one with none."""

    def vectors(self, label: str, ids: Iterable[str] | None = None) -> tuple[list[str], np.ndarray]:
        """(ids, float32 matrix (len(ids), d)) of the nodes that have a vector, sorted by id; (0, 0) if none."""

    def nearest(self, label: str, query: np.ndarray, k: int) -> list[tuple[str, float]]:
        """The k nodes whose vectors have the highest dot product with `query` (exact), ties by id."""

    def revision(self) -> int:
        """How many batches have changed this namespace, 0 when none: what `Batch.base_revision` is compared with.

        All that was written up to this revision is seen by every later read. Something newer may be seen as well (in
        Neo4j even a part of a batch that is just being committed): a batch planned on that is refused by `apply`.
        """

    def changes(self, label: str, since: int) -> Changes:
        """What was written under this label after revision `since` (0: from the start)."""

    def meta(self) -> dict[str, str]:
        """Settings kept with this namespace (say the embedder's name)."""

    def namespaces(self) -> list[str]:
        """All namespaces in this store that hold anything."""

    def query(self, text: str, params: Mapping[str, Any] | None = None, *, timeout: float, limit: int) -> QueryRows:
        """The rows (dicts) of a query in the store's own language, SQL or Cypher, over this namespace alone.

        The engine itself refuses whatever does more than read: InputError, as for a query that it does not understand.
        StoreError for one that takes more than `timeout` seconds. At most `limit` rows, with a note if there were more.
        """

    def close(self) -> None:
        """Give up the connection. A second call does nothing."""
