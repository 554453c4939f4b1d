"""Neo4j errors that need no server."""

from __future__ import annotations

import socket
import sys

import pytest

from memkit.errors import InputError, StoreError
from memkit.store.neo4j import Neo4jStore


def test_no_server_there():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        uri = f"bolt://127.0.0.1:{probe.getsockname()[1]}"
    with pytest.raises(StoreError, match="no Neo4j answers: start it") as raised:
        Neo4jStore(uri, password="x")
    assert uri in str(raised.value)


def test_an_address_that_is_none():
    with pytest.raises(InputError, match="no address"):
        Neo4jStore("bolt://localhost:port", password="x")


def test_the_driver_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "neo4j", None)
    with pytest.raises(StoreError, match=r"pip install 'memkit-lab\[neo4j\]'"):
        Neo4jStore("bolt://127.0.0.1:1")
