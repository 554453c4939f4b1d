"""neo4j-agent-memory (Neo4j Labs) as a system under test: `--systems vector,hybrid,eval.agent_memory:AgentMemory`.

Passages become messages of one conversation, "title. text" each, as memkit embeds them. All settings are the package's
own, but for what it cannot have offline: the embedding model is the one that memkit's default uses, names are found by
spaCy (its other stages fetch a model or call one). Extra: `agent-memory`; server: NEO4J_URI, NEO4J_USERNAME,
NEO4J_PASSWORD. Its indexes span the whole database, so it takes one that is empty or that an earlier run filled.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from neo4j import GraphDatabase

from memkit.config import Settings
from memkit.embed import Embedder, load_embedder
from memkit.errors import InputError, ModelError

SESSION = "corpus"
#: A node that says that everything in this database came from here, and may go.
_MARK = "MemkitEvalScratch"


class AgentMemory:
    """A system as `eval.systems.System` wants it. Raises InputError without NEO4J_URI or for a database that holds
    anything else, ModelError without the package."""

    def __init__(self) -> None:
        if not os.environ.get("NEO4J_URI"):
            raise InputError("NEO4J_URI is not set: name an empty Neo4j database for neo4j-agent-memory")
        _take_database(_server())
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._client = _client()
        self._do(self._client.connect())

    def _do(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run one of its calls, all of which are coroutines, and wait: in a notebook a loop is running already."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def ingest(self, passages: Sequence[Mapping[str, str]]) -> int:
        """Store each passage as a message, its names extracted and resolved; returns how many."""
        for passage in passages:
            text = f"{passage['title']}. {passage['text']}" if passage["title"] else passage["text"]
            self._do(self._client.short_term.add_message(SESSION, "user", text, metadata={"_id": passage["_id"]}))
        return len(passages)

    def search(self, question: str, k: int) -> list[tuple[str, float]]:
        """Its search over messages; fewer than k where it finds fewer above its threshold."""
        found = self._do(self._client.short_term.search_messages(question, limit=k))
        return [(message.metadata["_id"], message.metadata["similarity"]) for message in found]


class _Embedding:
    """memkit's embedding model in the form that the package takes."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.dimensions = embedder.encode(["width"]).shape[1]

    async def embed(self, text: str) -> list[float]:
        return self._embedder.encode([text])[0].tolist()

    async def embed_batch(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.encode(texts).tolist()


def _server() -> dict[str, str]:
    """uri, username, password and database, those that the environment names."""
    given = {name: os.environ.get(f"NEO4J_{name.upper()}") for name in ("uri", "username", "password", "database")}
    return {name: value for name, value in given.items() if value}


def _take_database(server: Mapping[str, str]) -> None:
    """Empty the database if it is ours, mark it if it is empty, else refuse it."""
    auth = (server.get("username", "neo4j"), server.get("password", ""))
    with (
        GraphDatabase.driver(server["uri"], auth=auth) as driver,
        driver.session(database=server.get("database")) as db,
    ):
        if db.run(f"MATCH (n:{_MARK}) RETURN count(n)").single()[0]:
            db.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS").consume()
        if db.run("MATCH (n) RETURN count(n)").single()[0]:
            raise InputError(f"{server['uri']} is not empty: name an empty Neo4j database for neo4j-agent-memory")
        db.run(f"CREATE (:{_MARK})").consume()


def _client() -> Any:
    try:
        from neo4j_agent_memory import MemoryClient, MemorySettings
    except ImportError as error:
        raise ModelError(f"neo4j-agent-memory cannot be imported ({error}): install the extra agent-memory") from None
    settings = Settings()
    given = MemorySettings(
        backend="bolt",
        neo4j=_server(),
        llm=None,
        extraction={"enable_gliner": False, "enable_llm_fallback": False, "spacy_model": settings.pipeline},
    )
    return MemoryClient(given, embedder=_Embedding(load_embedder(settings)[0]))
