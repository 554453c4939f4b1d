"""The memories that a server keeps open: one for each namespace that is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from memkit.config import Settings
from memkit.memory import Memory

#: Memories that stay open at once; of more, those that nobody uses are closed, the longest unused first.
MOST_OPEN = 32


@dataclass(slots=True)
class _Slot:
    """The place of one memory: `users` are inside `using` now; `opening` is held while it is opened."""

    memory: Memory | None = None
    users: int = 0
    opening: threading.Lock = field(default_factory=threading.Lock)


class Memories:
    """Opens memories of one store by namespace. Safe to use from several threads."""

    def __init__(self, store: str, *, settings: Settings, most: int = MOST_OPEN, **options: Any) -> None:
        self._store = store
        self._settings = settings
        self._options = options  # further arguments of Memory
        self._most = most
        self._lock = threading.Lock()
        self._slots: dict[str, _Slot] = {}  # the longest unused first

    @contextmanager
    def using(self, namespace: str) -> Iterator[Memory]:
        """The memory of a namespace; it is not closed before the block ends. Raises what opening it raises; who asks
        for another namespace does not wait for that."""
        with self._lock:
            slot = self._slots.pop(namespace, None) or _Slot()
            self._slots[namespace] = slot
            slot.users += 1
        try:
            with slot.opening:
                if slot.memory is None:
                    slot.memory = Memory(self._store, namespace=namespace, settings=self._settings, **self._options)
            yield slot.memory
        finally:
            with self._lock:
                slot.users -= 1
                self._close_unused()

    def close(self) -> None:
        """Close them all."""
        with self._lock:
            for slot in self._slots.values():
                if slot.memory is not None:
                    slot.memory.close()
            self._slots.clear()

    def _close_unused(self) -> None:
        idle = [namespace for namespace, slot in self._slots.items() if not slot.users]
        closing = [namespace for namespace in idle if self._slots[namespace].memory is None]  # could not be opened
        if self._store != ":memory:":  # what is in memory would be gone with its connection
            too_many = max(0, len(self._slots) - len(closing) - self._most)
            closing += [namespace for namespace in idle if namespace not in closing][:too_many]
        for namespace in closing:
            memory = self._slots.pop(namespace).memory
            if memory is not None:
                memory.close()
