"""The memories that a server keeps open: one for each namespace that is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from memkit.config import Settings
from memkit.memory import Memory

#: Memories that stay open at once; of more, those that nobody uses are closed, the longest unused first.
MOST_OPEN = 32


class Memories:
    """Opens memories of one store by namespace. Safe to use from several threads."""

    def __init__(self, store: str, *, settings: Settings, most: int = MOST_OPEN, **options: Any) -> None:
        self._store = store
        self._settings = settings
        self._options = options  # further arguments of Memory
        self._most = most
        self._lock = threading.Lock()
        self._open: dict[str, Memory] = {}  # the longest unused first
        self._users: dict[str, int] = {}

    @contextmanager
    def using(self, namespace: str) -> Iterator[Memory]:
        """The memory of a namespace; it is not closed before the block ends. Raises what opening it raises."""
        with self._lock:
            memory = self._open.pop(namespace, None) or self._opened(namespace)
            self._open[namespace] = memory
            self._users[namespace] = self._users.get(namespace, 0) + 1
        try:
            yield memory
        finally:
            with self._lock:
                self._users[namespace] -= 1
                self._close_unused()

    def close(self) -> None:
        """Close them all."""
        with self._lock:
            for memory in self._open.values():
                memory.close()
            self._open.clear()

    def _opened(self, namespace: str) -> Memory:
        return Memory(self._store, namespace=namespace, settings=self._settings, **self._options)

    def _close_unused(self) -> None:
        if self._store == ":memory:":  # what is in memory is gone with its connection
            return
        idle = [namespace for namespace in self._open if not self._users[namespace]]
        for namespace in idle[: max(0, len(self._open) - self._most)]:
            self._open.pop(namespace).close()
            del self._users[namespace]
