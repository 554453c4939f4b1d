"""Plan, write, and plan again when another writer came between: how every change reaches a store, and how a read that
takes several steps sees one state of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from memkit.errors import StoreConflict
from memkit.model import Batch
from memkit.store import Store

Planned = TypeVar("Planned")

#: (address, namespace) -> the lock of its writers in this process. Two plans at once would only be planned again.
_locks: WeakValueDictionary[tuple[str, str], threading.RLock] = WeakValueDictionary()
_making = threading.Lock()

#: How often a change is planned again while other writers keep coming between, before it is given up.
ATTEMPTS = 50


def write_lock(store: Store) -> threading.RLock:
    """The lock that everybody in this process who writes to this namespace takes; other processes find out by
    StoreConflict. A store in memory has one of its own."""
    if store.uri == ":memory:":
        return threading.RLock()
    with _making:
        lock = _locks.get((store.uri, store.namespace))
        if lock is None:
            lock = _locks[store.uri, store.namespace] = threading.RLock()
        return lock


def commit(store: Store, plan: Callable[[], tuple[Batch, Planned]]) -> tuple[Planned, int]:
    """What `plan` returned with the batch that was written, and the rows it changed. `plan` reads the store's revision
    first and puts it in the batch. Raises StoreConflict when it was given up; then nothing is written."""
    for _ in range(ATTEMPTS - 1):
        batch, planned = plan()
        try:
            return planned, sum(store.apply(batch).values())
        except StoreConflict:
            continue
    batch, planned = plan()
    return planned, sum(store.apply(batch).values())


def read_whole(store: Store, read: Callable[[], Planned]) -> Planned:
    """What `read` returns, read again when a writer came between its steps. Raises StoreConflict when it was given
    up."""
    for _ in range(ATTEMPTS):
        revision = store.revision()
        try:
            found = read()
        except KeyError:  # what one step named was gone in the next
            if store.revision() == revision:
                raise
            continue
        if store.revision() == revision:
            return found
    raise StoreConflict(f"{store.uri} changed {ATTEMPTS} times while it was read: read again when less is written")
