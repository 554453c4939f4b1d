"""What reads texts under one ontology: the extractor, the identity rule and the ingestors, each made when first needed.

A memory that takes up another ontology takes up another set of these; nothing in a set ever changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from memkit.cache import CachedEmbedder
from memkit.config import Settings
from memkit.converse.transcript import Transcriber
from memkit.converse.write import Rememberer
from memkit.corpus import CorpusIngestor
from memkit.extract import Extractor, Ontology, load_extractor
from memkit.identify import Identifier
from memkit.ingest import Ingestor
from memkit.resolve import Rule, get_rule
from memkit.store import Store

if TYPE_CHECKING:
    from memkit.lasting.enrich import StateReader

#: (the embedder, what it runs degraded), loaded when it is first asked for.
Embedding = Callable[[], tuple[CachedEmbedder, list[str]]]


class Tools:
    """`given` and `rule` take the place of the extractor and the identity rule that the settings name."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        ontology: Ontology,
        embedding: Embedding,
        given: Extractor | None,
        rule: Rule | None = None,
    ) -> None:
        self.ontology = ontology
        self.rule = rule or get_rule(settings.rule, parents=ontology.parents)
        self._store = store
        self._settings = settings
        self._embedding = embedding
        self._given = given

    @cached_property
    def extractor(self) -> Extractor:
        return self._given or load_extractor(self._settings, self.ontology)

    @cached_property
    def ingestor(self) -> Ingestor:
        embedder, degraded = self._embedding()
        return Ingestor(
            store=self._store,
            settings=self._settings,
            extractor=self.extractor,
            rule=self.rule,
            embedder=embedder,
            ontology=self.ontology,
            degraded=degraded,
            states=self._state_reader,
        )

    @cached_property
    def _state_reader(self) -> StateReader | None:
        """Reads what lasts from notes, unless an ontology says which relations there are, or the extractor is given."""
        if self._given is not None or self.ontology.relation_types or self._settings.states == "none":
            return None
        from memkit.lasting.enrich import StateReader  # takes a while to load
        from memkit.lasting.parse import NoteParser
        from memkit.lasting.vocabulary import load_states

        return StateReader(load_states(self._settings.states), NoteParser(self._settings.pipeline))

    @cached_property
    def _identifier(self) -> Identifier:
        return Identifier(self._store, self._settings, self.rule, self._embedding()[0], self.ontology)

    @cached_property
    def rememberer(self) -> Rememberer:
        return Rememberer(self._store, self.ingestor, *self._embedding())

    @cached_property
    def transcriber(self) -> Transcriber:
        embedder, degraded = self._embedding()
        return Transcriber(self._store, self._settings, self.ingestor, self._identifier, embedder, degraded)

    @cached_property
    def corpus(self) -> CorpusIngestor:
        embedder, degraded = self._embedding()
        return CorpusIngestor(
            store=self._store,
            settings=self._settings,
            extractor=self.extractor,
            embedder=embedder,
            identifier=self._identifier,
            degraded=degraded,
        )
