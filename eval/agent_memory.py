"""neo4j-agent-memory (Neo4j Labs) as a system under test: `--systems vector,hybrid,eval.agent_memory:AgentMemory`.

Passages become messages of one conversation, "title. text" each, as memkit embeds them. All settings are the package's
own, but for what it cannot have offline: the embedding model is the one that memkit's default uses, names are found by
spaCy (its other stages fetch a model or call one). Extra: `agent-memory`; server: NEO4J_URI, NEO4J_USERNAME,
NEO4J_PASSWORD. Its indexes span the whole database, so it takes an empty one, and leaves it as it was filled.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from memkit.config import Settings
from memkit.embed import Embedder, load_embedder
from memkit.errors import InputError, ModelError

SESSION = "corpus"


class AgentMemory:
    """A system as `eval.systems.System` wants it. Raises InputError without NEO4J_URI, ModelError without the package;
    `ingest` refuses a database that holds messages already."""

    def __init__(self) -> None:
        if not os.environ.get("NEO4J_URI"):
            raise InputError("NEO4J_URI is not set: name an empty Neo4j database for neo4j-agent-memory")
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._client = _client()
        self._do(self._client.connect())

    def _do(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run one of its calls, all of which are coroutines, and wait: in a notebook a loop is running already."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def ingest(self, passages: Sequence[Mapping[str, str]]) -> int:
        """Store each passage as a message, its names extracted and resolved; returns how many."""
        held = self._do(self._client.query.cypher("MATCH (m:Message) RETURN count(m) AS messages"))
        if held[0]["messages"]:
            raise InputError(f"{os.environ['NEO4J_URI']} holds messages already: name an empty Neo4j database")
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


def _client() -> Any:
    try:
        from neo4j_agent_memory import MemoryClient, MemorySettings
    except ImportError as error:
        raise ModelError(f"neo4j-agent-memory cannot be imported ({error}): install the extra agent-memory") from None
    settings = Settings()
    server = {
        name: os.environ[f"NEO4J_{name.upper()}"]
        for name in ("uri", "username", "password", "database")
        if os.environ.get(f"NEO4J_{name.upper()}")
    }
    given = MemorySettings(
        backend="bolt",
        neo4j=server,
        llm=None,
        extraction={"enable_gliner": False, "enable_llm_fallback": False, "spacy_model": settings.pipeline},
    )
    return MemoryClient(given, embedder=_Embedding(load_embedder(settings)[0]))
