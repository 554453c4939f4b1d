"""Ranked passages for a question, each with the reason it is there, and the facts and entities those passages state."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from memkit.embed import Embedder
from memkit.errors import InputError
from memkit.extract import Extractor
from memkit.model import Passage, Result, Rows
from memkit.retrieve.bm25 import Bm25Index
from memkit.retrieve.conversation import ConversationSearch
from memkit.retrieve.explain import Path, Ranked
from memkit.retrieve.fuse import reciprocal_rank_fusion
from memkit.retrieve.graph import PassageGraph
from memkit.retrieve.hybrid import SEEDS, GraphSearch, Scored
from memkit.retrieve.merge import merge
from memkit.store import Store
from memkit.views import EntityView, Fact

MODES = ("vector", "keyword", "fused", "graph", "hybrid")
#: Modes that need the question's vector, and those that need the names in it.
BY_VECTOR, BY_NAMES = frozenset({"vector", "fused", "hybrid"}), frozenset({"graph", "hybrid"})

#: How far down each list fusion looks.
FUSION_DEPTH = 100


@dataclass(frozen=True, slots=True)
class PassageHit(Result):
    """One ranked passage. `via` says why it is here: "vector", "keyword" and "walk" give its rank in that list, from 1;
    "names" the things in the question that it names; "bridge" the thing that leads to it from another passage; "plan"
    the relations on the way of the question's plan that it states. Of a turn, "neighbours" are words of the question
    that stand around it, "meaning" words of like meaning in it; "speaker" and "date" are there if the question names
    them."""

    id: str
    score: float
    via: dict[str, int | str]
    title: str
    text: str
    source: str
    session_id: str = ""
    speaker: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Retrieval(Result):
    """The answer to `retrieve`: `passages` best first; `facts`, `entities` and `paths` that they carry. `lacking` says
    what is missing for an answer from them, as far as retrieval can tell ("" if nothing is known to be)."""

    question: str
    mode: str
    passages: Rows[PassageHit]
    facts: Rows[Fact]
    entities: Rows[EntityView]
    paths: Rows[Path]
    degraded: list[str] = field(default_factory=list)
    lacking: str = ""

    def to_frame(self):
        """The passages as a pandas.DataFrame, one row per passage."""
        return self.passages.to_frame()

    def _repr_html_(self) -> str:
        return self.passages._repr_html_()


class Retriever:
    """Searches one namespace of one store. The word index and the graph follow the store by its revision."""

    def __init__(
        self,
        store: Store,
        graph: GraphSearch | None = None,
        turns: Callable[[Store, PassageGraph], ConversationSearch] = ConversationSearch,
    ) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._words = Bm25Index()
        self._known: set[str] = set()
        self._revision = 0
        self._graph = graph or GraphSearch(store)
        self._turns = turns(store, self._graph.graph)

    def rank(
        self, question: str, *, k: int, mode: str, embedder: Embedder | None, extractor: Extractor | None = None
    ) -> list[Ranked]:
        """The k best, best first. `embedder` is needed by the modes BY_VECTOR, `extractor` by those BY_NAMES."""
        if mode == "graph":
            with self._lock:
                return self._graph.from_names(question, _names(extractor, question), k)
        if mode == "hybrid":
            return self._hybrid(question, embedder, extractor, k)
        query = embedder.encode([question])[0] if mode in BY_VECTOR else None
        if mode == "fused":
            return self._fused(question, query, k)
        if mode not in MODES:
            raise InputError(f"mode {mode!r} is unknown: use one of {', '.join(MODES)}")
        found = self._keyword(question, k) if mode == "keyword" else self._store.nearest("Passage", query, k)
        return [Ranked(id, score, {mode: n}) for n, (id, score) in enumerate(found, 1)]

    def _fused(self, question: str, query: np.ndarray, k: int) -> list[Ranked]:
        depth = max(k, FUSION_DEPTH)
        lists = {
            "keyword": [id for id, _ in self._keyword(question, depth)],
            "vector": [id for id, _ in self._store.nearest("Passage", query, depth)],
        }
        places = {name: {id: n for n, id in enumerate(ids, 1)} for name, ids in lists.items()}
        fused = reciprocal_rank_fusion(list(lists.values()))[:k]
        return [Ranked(id, s, {name: at[id] for name, at in places.items() if id in at}) for id, s in fused]

    def _hybrid(self, question: str, embedder: Embedder, extractor: Extractor, k: int) -> list[Ranked]:
        """Pages by the graph, turns by their surroundings; where memory holds both, merged by their cosines."""
        with self._lock:
            self._follow()
            turns, pages = len(self._turns), len(self._words) - len(self._turns)
            asking = self._turns.read(question) if turns else None
        query, *of_turns = embedder.encode([question, asking.text] if asking else [question])
        if asking is None:
            return self._pages(question, query, extractor, k)[0] if pages else []
        near = self._near_turns(of_turns[0], SEEDS)
        with self._lock:
            found = self._turns.search(asking, near, embedder, k)
        if not pages:
            return found
        cosines = [cosine for _, cosine in self._near_turns(query, k)]
        return merge([self._pages(question, query, extractor, k, only=self._is_page), (found, cosines)], k)

    def _pages(
        self,
        question: str,
        query: np.ndarray,
        extractor: Extractor,
        k: int,
        *,
        only: Callable[[str], bool] | None = None,
    ) -> tuple[list[Ranked], list[float]]:
        """(the k best pages, the cosines of those nearest to the question)."""
        keep = only or (lambda id: True)
        lists = {
            "vector": _first(lambda n: self._store.nearest("Passage", query, n), keep, SEEDS),
            "keyword": _first(lambda n: self._keyword(question, n), keep, SEEDS),
        }
        names = _names(extractor, question)
        with self._lock:
            found = self._graph.hybrid(question, names, query, lists, self._words, k, only=only)
        return found, [cosine for _, cosine in lists["vector"]]

    def lacking(self, question: str, ranked: Sequence[Ranked], embedder: Embedder) -> str:
        """What is missing for an answer from these passages, in words: the best of them is a turn, and what speaks of
        this was said by another than the one speaker whom the question names. "" if nothing is known to be missing."""
        if not ranked or "plan" in ranked[0].via or self._is_page(ranked[0].id):
            return ""
        with self._lock:
            self._follow()
            asking = self._turns.read(question)
        near = self._near_turns(embedder.encode([asking.text])[0], SEEDS)
        with self._lock:
            return self._turns.lacking(asking, near, embedder)

    def _near_turns(self, vector: np.ndarray, k: int) -> Scored:
        """The k turns nearest to a vector, with their cosines."""
        return _first(lambda n: self._store.nearest("Passage", vector, n), self._turns.__contains__, k)

    def _is_page(self, id: str) -> bool:
        return id not in self._turns

    def passages(self, ranked: Sequence[Ranked]) -> list[PassageHit]:
        """The ranked passages with their texts; one that was deleted meanwhile is left out."""
        records = self._store.get("Passage", [r.id for r in ranked])
        return [hit(records[r.id], r.score, r.via) for r in ranked if r.id in records]

    def frequencies(self, terms: Iterable[str]) -> tuple[dict[str, int], int]:
        """({term: number of passages that hold it}, number of all passages); terms as `bm25.tokenize` gives them."""
        with self._lock:
            self._follow()
            return {term: self._words.df(term) for term in terms}, len(self._words)

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
            self._turns.clear()
            ids = self._store.changes("Passage", 0).ids
        passages = self._store.get("Passage", ids)
        for id, passage in sorted(passages.items()):
            self._words.add(id, passage.indexed_text)
            self._known.add(id)
        self._turns.add([passage for _, passage in sorted(passages.items())])
        self._revision = changes.revision


def _names(extractor: Extractor, question: str) -> list[str]:
    return [mention.name for mention in extractor.extract(question).mentions]


def _first(search: Callable[[int], Scored], keep: Callable[[str], bool], k: int) -> Scored:
    """The first k that `keep` admits of what `search(n)` finds, which is asked ever deeper."""
    depth = k
    while True:
        found = search(depth)
        kept = [item for item in found if keep(item[0])]
        if len(kept) >= k or len(found) < depth:
            return kept[:k]
        depth *= 4


def hit(passage: Passage, score: float, via: dict[str, int | str]) -> PassageHit:
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
