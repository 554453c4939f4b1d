"""Puts together what answers questions: rules, or a language model where the settings name one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from memkit.answer.ask import Asker, Router
from memkit.answer.base import Synthesizer
from memkit.answer.extractive import ExtractiveSynthesizer
from memkit.answer.gather import Finder
from memkit.config import Settings
from memkit.embed import Embedder
from memkit.extract import Extractor, Ontology
from memkit.lasting.telling import Telling
from memkit.llm import ChatModel, load_model
from memkit.plan.base import Planned, Planner
from memkit.plan.corpus_words import CorpusWords
from memkit.plan.planner import RulePlanner
from memkit.plan.route import Route, route
from memkit.plan.vocabulary import Vocabulary
from memkit.retrieve import Retriever
from memkit.store import Store


@dataclass
class Askers:
    """Gives the Asker for the memory as it is now: its vocabulary is read again when names, relations or attributes
    have changed. Messages and traces, which every chat writes, change none of it."""

    store: Store
    settings: Settings
    retriever: Retriever
    embedder: Callable[[], Embedder]
    degraded: Callable[[], list[str]]
    _kept: tuple[int, Ontology, Asker] | None = field(default=None, init=False, repr=False)

    def current(self, ontology: Ontology, extractor: Extractor) -> Asker:
        """Raises ModelError, with the remedy, if a language model is set that cannot be loaded."""
        kept, revision = self._kept, self.store.revision()
        same = kept is not None and kept[1] is ontology and not self._has_changed(kept[0], revision)
        asker = kept[2] if kept is not None and same else self._build(ontology, extractor)
        self._kept = (revision, ontology, asker)
        return asker

    def _has_changed(self, since: int, revision: int) -> bool:
        """Anything that the vocabulary is made of was written or deleted after `since`."""
        if since == revision:
            return False
        found = (self.store.changes(label, since) for label in ("Entity", "RELATED_TO", "DESCRIBES"))
        return any(changes.reset or changes.ids for changes in found)

    @cached_property
    def telling(self) -> Telling:
        """What lasts, and since when."""
        return Telling(self.store, self.settings.states, self.settings.pipeline)

    @cached_property
    def _model(self) -> ChatModel | None:
        return load_model(self.settings)

    def _build(self, ontology: Ontology, extractor: Extractor) -> Asker:
        vocabulary = Vocabulary.of(self.store, ontology)
        corpus = CorpusWords(self._df, self._search, self._passages)
        planner: Planner = RulePlanner(vocabulary, store=self.store, corpus=corpus)
        synthesizer: Synthesizer = ExtractiveSynthesizer()
        router: Router = _ByRules(corpus)
        if self._model is not None:
            from memkit.answer.by_model import LLMSynthesizer
            from memkit.plan.llm import LLMPlanner, LLMRouter

            if self.settings.by_llm("planner"):
                planner = LLMPlanner(self._model, vocabulary, self.store, planner)
            if self.settings.by_llm("router"):
                router = LLMRouter(self._model, router)
            if self.settings.by_llm("synthesizer"):
                synthesizer = LLMSynthesizer(self._model, synthesizer)
        return Asker(
            store=self.store,
            ontology=ontology,
            planner=planner,
            router=router,
            finder=Finder(self.store, ontology, self.retriever, extractor),
            synthesizer=synthesizer,
            embedder=self.embedder,
            degraded=self.degraded,
            told=None if ontology.relation_types or self.settings.states == "none" else self.telling.walked,
        )

    def _df(self, term: str) -> int:
        return self.retriever.frequencies([term])[0][term]

    def _search(self, text: str, k: int) -> list[str]:
        return [r.id for r in self.retriever.rank(text, k=k, mode="keyword", embedder=None)]

    def _passages(self, ids: Iterable[str]):
        return self.store.get("Passage", ids)


@dataclass(frozen=True)
class _ByRules:
    corpus: CorpusWords

    def __call__(self, question: str, planned: Planned, rows: int | None) -> tuple[Route, list[str]]:
        return route(planned, corpus=self.corpus, rows=rows), []
