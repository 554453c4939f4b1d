"""The calls that a language model may make, by MCP or in a talk: each a method of Memory with words for a model.

None takes a tag, and none forgets: no model can mark memories for deletion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from memkit.answer.grounded import GroundedAnswer
from memkit.converse.write import Remembered
from memkit.identity import JudgementView
from memkit.memory import Memory
from memkit.model import IngestResult
from memkit.serve.answers import Decisions, History, Queue, Table


@dataclass(frozen=True, slots=True)
class GivenDecision:
    """A decision as somebody speaks of it: `statement` in words, the speaker's `stance` on it; `open`: only a proposal,
    which a later one settles."""

    statement: str
    stance: Literal["proposes", "supports", "disagrees", "withdraws", "reaffirms"] = "proposes"
    open: bool = False


class Calls:
    """The calls over one memory. Each raises MemkitError in words that say what to do."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def remember(
        self,
        speaker: str,
        claims: list[str],
        session_id: str = "default",
        topic: str | None = None,
        decision: GivenDecision | None = None,
        session_title: str | None = None,
        at: str | None = None,
        source: str | None = None,
    ) -> Remembered:
        """Keep what a person said, in their words, one claim a sentence.

        If it concerns a decision, name its topic in a word or two and give the decision: what the speaker proposes
        stands at once, and supersedes the standing decision on that topic that it reverses. `at` (ISO 8601) is when it
        was said, if that was earlier.
        """
        about = decision and {"statement": decision.statement, "stance": decision.stance, "open": decision.open}
        said = {"session_id": session_id, "speaker": speaker, "claims": claims, "session_title": session_title}
        return self._memory.remember(**said, topic=topic, decision=about, at=at, source=source)

    def recall(self, question: str, top_k: int = 8) -> Decisions:
        """Decisions about something, those that stand first: who is for and against, with their words, what each
        superseded and what superseded it."""
        found = self._memory.recall(question, top_k=top_k)
        return Decisions(found, found.degraded)

    def timeline(self, topic: str) -> History:
        """All decisions on a topic, oldest first, with who disagreed."""
        found = self._memory.timeline(topic)
        return History(found, found.degraded)

    def ask(self, question: str, k: int = 5, max_hops: int = 3) -> GroundedAnswer:
        """Answer a question from what is stored, each claim with the passage that states it; an error with the reason
        when there is no evidence. Writes nothing."""
        return self._memory.ask(question, k=k, max_hops=max_hops)

    def ingest(
        self,
        content: str,
        source: str | None = None,
        session_id: str = "default",
        speaker: str | None = None,
        at: str | None = None,
    ) -> IngestResult:
        """Store a text; its names and relations are found, and each name is merged with a known thing, put up for
        review beside one, or new. `at` (ISO 8601) is when it was said."""
        return self._memory.ingest(content, source=source, session_id=session_id, speaker=speaker, at=at)

    def pending(self) -> Queue:
        """Pairs of names that may be one thing and wait for a judgement."""
        found = self._memory.pending()
        return Queue(found, found.degraded)

    def review(self, left_id: str, right_id: str, confirm: bool, reviewer: str | None = None) -> JudgementView:
        """Judge a pair of the queue: `confirm` true, they are one thing; false, they are different. Ask a person when
        in doubt: a wrong merge is found late."""
        judge = self._memory.confirm if confirm else self._memory.reject
        return judge(left_id, right_id, reviewer=reviewer or "model")

    def analyze(self, query: str, params: dict[str, Any] | None = None) -> Table:
        """Rows of a read-only query in the store's own language: SQL on a SQLite store, Cypher on Neo4j."""
        found = self._memory.analyze(query, params or {})
        return Table(found, found.degraded, found.notes)
