"""A memory on each store under test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from marked import MarkedExtractor

from memkit import Memory, Settings


@pytest.fixture
def settings() -> Settings:
    return Settings(embedder="hash", cache_dir="", rule="memkit")


@pytest.fixture
def open_memory(backend, settings: Settings) -> Iterator[Callable[..., Memory]]:
    """Opens memories on the store under test, in one namespace unless told otherwise."""
    opened: list[Memory] = []

    def open_one(name: str = "a", **options) -> Memory:
        options = {"settings": settings, "extractor": MarkedExtractor(), **backend.credentials, **options}
        opened.append(Memory(backend.uri, namespace=backend.namespace(name), **options))
        return opened[-1]

    yield open_one
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory()
