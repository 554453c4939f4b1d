"""Systems that answer a wiki's questions: the whole memory, and anybody's by import path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from eval.answers import Cited, Reply
from eval.asked import Explainer
from eval.datasets.wiki import SET_CATEGORIES, Question
from eval.systems import imported
from memkit import Memory
from memkit.answer.grounded import GroundedAnswer
from memkit.errors import InputError, OutOfScope


class MemkitAnswerer:
    """`Memory.ask`; a refusal is its OutOfScope. `degraded` gathers what answers were degraded by."""

    def __init__(self, memory: Memory, *, k: int = 5, max_hops: int = 3) -> None:
        self.memory = memory
        self._k, self._max_hops = k, max_hops
        self._explainer = Explainer(memory)
        self.degraded: set[str] = set()

    def answer(self, question: Question) -> Reply:
        try:
            given = self.memory.ask(question.question, k=self._k, max_hops=self._max_hops)
        except OutOfScope as refusal:
            return Reply("", route="REFUSE", refused=True, reason=refusal.reason)
        self.degraded.update(given.degraded)
        items = tuple((item, *self._other_names.get(item, ())) for item in given.items)
        return Reply(given.answer, items, self._cited(given), given.routing_used, reason="; ".join(given.notes))

    def plan(self, question: Question) -> str:
        return self._explainer.plan(question.question)

    def _cited(self, given: GroundedAnswer) -> tuple[Cited, ...]:
        known = self.memory.store.get("Passage", [c.passage_id for c in given.citations])
        texts = {id: f"{p.title}\n{p.text}" for id, p in known.items()}
        return tuple(
            Cited(c.claim, c.passage_id, c.source, texts.get(c.passage_id, ""), c.quote) for c in given.citations
        )

    @cached_property
    def _other_names(self) -> dict[str, tuple[str, ...]]:
        """The name of each thing -> its other names."""
        return {thing.name: thing.aliases for thing in self.memory.entities()}


class ImportedAnswerer:
    """A class by import path: `ingest(passages)` with `{_id, title, text}`, once, then `answer(question) -> (items,
    citations)`: names, a count in digits or one text, and the `_id`s of the passages they are from. Nothing at all is a
    refusal. Raises InputError for a class that is none, or an answer that is no such pair."""

    def __init__(self, path: str, passages: Sequence[Mapping[str, str]]) -> None:
        self._path = path
        self._system: Any = imported(path, ("ingest", "answer"))
        self._system.ingest(passages)
        self._texts = {p["_id"]: f"{p['title']}\n{p['text']}" for p in passages}

    def answer(self, question: Question) -> Reply:
        given = self._system.answer(question.question)
        try:
            items, citations = ([str(one) for one in part] for part in given)
        except (TypeError, ValueError):
            raise InputError(f"system {self._path!r} answered {given!r:.80}: (items, citations) is needed") from None
        if not items:
            return Reply("", route="REFUSE", refused=True)
        cited = tuple(Cited("", id, id, self._texts.get(id, "")) for id in citations)
        if question.category in SET_CATEGORIES:
            return Reply(", ".join(items), tuple((item,) for item in items), cited)
        return Reply(" ".join(items), (), cited)

    def plan(self, question: Question) -> str:
        return ""
