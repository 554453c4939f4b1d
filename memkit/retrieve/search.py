"""Ranked passages for a question, each with the reason it is there, and the facts and entities those passages state."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from memkit.embed import Embedder
from memkit.errors import InputError
from memkit.model import Passage, Result, Rows
from memkit.retrieve.bm25 import Bm25Index
from memkit.retrieve.fuse import reciprocal_rank_fusion
from memkit.store import Store

MODES = ("vector", "keyword", "fused")

#: How far down each list fusion looks.
FUSION_DEPTH = 100


@dataclass(frozen=True, slots=True)
class PassageHit(Result):
    """One ranked passage. `via` says why it is here: signal -> its rank in that signal's list, from 1."""

    id: str
    score: float
    via: dict[str, int]
    title: str
    text: str
    source: str
    session_id: str = ""
    speaker: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Retrieval(Result):
    """The answer to `retrieve`: `passages` best first; `facts`, `entities` and `paths` that they carry."""

    question: str
    mode: str
    passages: Rows
    facts: Rows
    entities: Rows
    paths: Rows
    degraded: list[str] = field(default_factory=list)

    def to_frame(self):
        """The passages as a pandas.DataFrame, one row per passage."""
        return self.passages.to_frame()

    def _repr_html_(self) -> str:
        return self.passages._repr_html_()


class Retriever:
    """Searches one namespace of one store. The word index follows the store by its revision, passage by passage."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._words = Bm25Index()
        self._known: set[str] = set()
        self._revision = 0

    def rank(self, question: str, *, k: int, mode: str, embedder: Embedder | None) -> list[tuple[str, float, dict]]:
        """(passage id, score, via) best first. `embedder` is not needed for keyword search."""
        if mode == "keyword":
            return [(id, score, {"keyword": n}) for n, (id, score) in enumerate(self._keyword(question, k), 1)]
        if mode == "vector":
            return [(id, score, {"vector": n}) for n, (id, score) in enumerate(self._vector(question, k, embedder), 1)]
        if mode != "fused":
            raise InputError(f"mode {mode!r} is unknown: use one of {', '.join(MODES)}")
        depth = max(k, FUSION_DEPTH)
        lists = {
            "keyword": [id for id, _ in self._keyword(question, depth)],
            "vector": [id for id, _ in self._vector(question, depth, embedder)],
        }
        places = {name: {id: n for n, id in enumerate(ids, 1)} for name, ids in lists.items()}
        fused = reciprocal_rank_fusion(list(lists.values()))[:k]
        return [(id, s, {name: at[id] for name, at in places.items() if id in at}) for id, s in fused]

    def passages(self, ranked: Sequence[tuple[str, float, dict]]) -> list[PassageHit]:
        """The ranked passages with their texts; one that was deleted meanwhile is left out."""
        records = self._store.get("Passage", [id for id, _, _ in ranked])
        return [hit(records[id], score, via) for id, score, via in ranked if id in records]

    def _vector(self, question: str, k: int, embedder: Embedder) -> list[tuple[str, float]]:
        return self._store.nearest("Passage", embedder.encode([question])[0], k)

    def _keyword(self, question: str, k: int) -> list[tuple[str, float]]:
        with self._lock:
            self._follow()
            return self._words.search(question, k)

    def _follow(self) -> None:
        changes = self._store.changes("Passage", self._revision)
        if changes.revision == self._revision:
            return
        ids = changes.ids
        if changes.reset or not self._known.isdisjoint(ids):  # something went or was rewritten: start over
            self._words, self._known = Bm25Index(), set()
            ids = self._store.changes("Passage", 0).ids
        for id, passage in sorted(self._store.get("Passage", ids).items()):
            self._words.add(id, passage.indexed_text)
            self._known.add(id)
        self._revision = changes.revision


def hit(passage: Passage, score: float, via: dict[str, int]) -> PassageHit:
    """A passage as a ranked hit."""
    return PassageHit(
        id=passage.id,
        score=score,
        via=via,
        title=passage.title,
        text=passage.text,
        source=passage.source,
        session_id=passage.session_id,
        speaker=passage.speaker,
        at=passage.at,
    )
