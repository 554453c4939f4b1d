"""A published memory system as a system under test, on a Neo4j of its own: its indexes span the whole database."""

from __future__ import annotations

import pytest
from neo4j import GraphDatabase
from neo4j_server import run as neo4j
from prerequisites import neo4j_source

from eval.agent_memory import AgentMemory
from memkit.errors import InputError

PASSAGES = [
    {"_id": "a", "title": "Otters", "text": "Otters are mammals that live in rivers and eat fish."},
    {"_id": "b", "title": "Volcanoes", "text": "A volcano is a mountain from which lava and ash come out."},
    {"_id": "c", "title": "", "text": "The stock market fell sharply on Monday after the report."},
]


def test_without_a_server_it_says_what_is_needed(monkeypatch):
    monkeypatch.delenv("NEO4J_URI", raising=False)
    with pytest.raises(InputError, match="NEO4J_URI is not set"):
        AgentMemory()


@pytest.mark.neo4j
@pytest.mark.long
def test_it_finds_passages_and_takes_only_a_database_of_its_own(monkeypatch):
    monkeypatch.delenv("NEO4J_URI", raising=False)  # never the one that is given: it may hold anything
    if neo4j_source() is None:
        pytest.skip("a second server cannot be started here: only NEO4J_URI is given")
    server = neo4j.start(lambda _: None)
    try:
        for name in ("uri", "username", "password"):
            monkeypatch.setenv(f"NEO4J_{name.upper()}", getattr(server, name))
        for _ in range(2):  # the second run takes over what the first left
            system = AgentMemory()
            system.ingest(PASSAGES)
            found = system.search("Which animals live in rivers and eat fish?", 2)
            assert found[0][0] == "a"
            assert found[0][1] <= 1.0
        with GraphDatabase.driver(server.uri, auth=(server.username, server.password)) as driver:
            driver.execute_query("MATCH (n) DETACH DELETE n")
            driver.execute_query("CREATE (:Precious)")
            with pytest.raises(InputError, match="is not empty"):
                AgentMemory()
            assert driver.execute_query("MATCH (n) RETURN count(n)").records[0][0] == 1
    finally:
        server.stop()
