"""Fixtures shared by all tests: both stores, and a Neo4j server that starts when the first test needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import namespaces
import pytest
from neo4j_server import run as neo4j
from prerequisites import REMEDY, neo4j_source, required

from memkit import Memory
from memkit.store import Store, open_store

_has_neo4j = cache(neo4j_source)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without a Neo4j its tests are skipped (reported in one line, as they all are here), or fail under CI."""
    if item.get_closest_marker("neo4j") and _has_neo4j() is None:
        (pytest.fail if required() else pytest.skip)(REMEDY)


@pytest.fixture(scope="session")
def neo4j_server(request: pytest.FixtureRequest) -> Iterator[neo4j.Server]:
    """A Neo4j for the whole session."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\n{line}", flush=True)

    server = neo4j.start(say)
    yield server
    namespaces.remove_all(server.uri, server.username, server.password)
    server.stop()


@dataclass(slots=True)
class Backend:
    """Where a test keeps its stores: one address, and namespaces that no other test has."""

    kind: str
    uri: str
    credentials: dict[str, str] = field(default_factory=dict)
    prefix: str = field(default_factory=namespaces.fresh)
    opened: list[Store] = field(default_factory=list)

    def namespace(self, name: str = "a") -> str:
        return self.prefix + name

    def open(self, name: str = "a") -> Store:
        """A new store object on this address; closed at the end of the test."""
        store = open_store(self.uri, namespace=self.namespace(name), **self.credentials)
        self.opened.append(store)
        return store

    def end(self) -> None:
        for store in self.opened:
            store.close()


@pytest.fixture
def sqlite_backend(tmp_path) -> Iterator[Backend]:
    backend = Backend("sqlite", str(tmp_path / "memory.db"))
    yield backend
    backend.end()


@pytest.fixture
def neo4j_backend(neo4j_server: neo4j.Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Backend]:
    """Credentials stand in the environment too, so that `Memory(backend.uri)` finds them."""
    monkeypatch.setenv("NEO4J_USERNAME", neo4j_server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_server.password)
    credentials = {"username": neo4j_server.username, "password": neo4j_server.password}
    backend = Backend("neo4j", neo4j_server.uri, credentials)
    yield backend
    backend.end()


@pytest.fixture(params=["sqlite", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Both stores, one after the other."""
    return request.getfixturevalue(f"{request.param}_backend")


@pytest.fixture
def store(backend: Backend) -> Store:
    """An empty store of either kind."""
    return backend.open()


@pytest.fixture
def open_memory(backend: Backend, memory_options: dict[str, Any]) -> Iterator[Callable[..., Memory]]:
    """Opens memories on the store under test, in one namespace unless told otherwise. The folder of the tests says with
    which `memory_options`."""
    opened: list[Memory] = []

    def open_one(name: str = "a", **options: Any) -> Memory:
        options = {**memory_options, **backend.credentials, **options}
        opened.append(Memory(backend.uri, namespace=backend.namespace(name), **options))
        return opened[-1]

    yield open_one
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    return open_memory()
