"""A memory on each store under test, whose extractor finds nothing: what these tests look at is who said what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from silent import SilentExtractor

from memkit import Memory, Settings


@pytest.fixture
def open_memory(backend) -> Iterator[Callable[..., Memory]]:
    """Opens memories on the store under test, in one namespace unless told otherwise."""
    opened: list[Memory] = []

    def open_one(name: str = "a", **options) -> Memory:
        settings = Settings(embedder="hash", cache_dir="", rule="memkit")
        options = {"settings": settings, "extractor": SilentExtractor(), **backend.credentials, **options}
        opened.append(Memory(backend.uri, namespace=backend.namespace(name), **options))
        return opened[-1]

    yield open_one
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory()
