"""Every error memkit raises on purpose. Each message names the input and the remedy."""

from __future__ import annotations

#: How a failure is told that nobody foresaw. A face says this and the error's type; the traceback goes to the log.
FAULT = "a fault of memkit itself"


class MemkitError(Exception):
    """Base class: `except MemkitError` catches whatever memkit raises on purpose."""


class InputError(MemkitError, ValueError):
    """A value given by the caller cannot be used: empty, wrong type, NaN, duplicate id, unpaired surrogate, ..."""


class SettingsError(MemkitError, ValueError):
    """One or more settings are wrong; the message lists all of them at once."""


class StoreError(MemkitError):
    """The store cannot do what was asked: unreachable, locked, corrupt, read-only, of a newer schema."""


class StoreConflict(StoreError):
    """Another writer changed the namespace between the read that planned a batch and its write; plan again."""


class MissingRecord(StoreError, KeyError):
    """An id names nothing in this namespace, or an edge points at a node that does not exist."""

    def __str__(self) -> str:  # KeyError would print the repr of the message
        return str(self.args[0]) if self.args else ""


class ModelError(MemkitError):
    """A model (embedder, spaCy pipeline, learned rule) cannot be loaded or is not the one the store was built with."""


class OutOfScope(MemkitError):
    """A question that memory holds no evidence for. `reason` says in words what was missing; nothing is made up."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
