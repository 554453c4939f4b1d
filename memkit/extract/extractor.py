"""The offline extractor: blocks -> tags and entities -> names -> the same block with its names as single words -> parse
-> relations.

Why two passes: the small pipeline reads "Claude Code competes with Codex" as one noun, but parses a sentence about
well-known one-word names correctly. So the names are found first (tagger, NER, rules), and the parser sees each of
them as one well-known word.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from memkit.config import Settings
from memkit.extract.base import Extraction, Extractor, extract_one
from memkit.extract.blocks import blocks
from memkit.extract.draft import Draft
from memkit.extract.english import DEFAULT_PIPELINE, PIPELINE_IN_USE, Lexicon, load_pipeline
from memkit.extract.entities import find_names
from memkit.extract.masking import mask, placeholder
from memkit.extract.ontology import KnownEntity, Ontology
from memkit.extract.phrases import Phrases
from memkit.extract.rules import Found, find_whole_names
from memkit.extract.weigh import Candidate
from memkit.llm import load_model

log = logging.getLogger(__name__)

#: Blocks per batch of the pipeline; spaCy's gain levels off here.
BATCH = 64


@dataclass(slots=True)
class _Block:
    """A block on its way through the passes, with the draft of the text it belongs to."""

    draft: Draft
    offset: int
    content: str
    names: list[Found] = field(default_factory=list)
    failed: bool = False

    def fail(self) -> None:
        """It cannot be read: the extraction of its text says so."""
        self.failed = True
        self.draft.problems.append(f"characters {self.offset} to {self.offset + len(self.content)} could not be read")

    @contextmanager
    def may_fail(self) -> Iterator[None]:
        """Whatever goes wrong with one block, the others are read all the same."""
        try:
            yield
        except Exception as error:
            log.warning("a block of %d characters cannot be read: %r", len(self.content), error)
            self.fail()


class SpacyExtractor:
    """Names and relations from English text, offline. See the module's text for how.

    `pipeline` is a spaCy pipeline by package name or folder; ModelError with the remedy if it cannot be loaded.
    """

    def __init__(self, pipeline: str = DEFAULT_PIPELINE, ontology: Ontology | None = None) -> None:
        self.ontology = ontology or Ontology()
        self._nlp = load_pipeline(pipeline)
        self._lexicon = Lexicon(self._nlp)
        self._phrases = Phrases(self.ontology, self._nlp, self._lexicon)

    def extract(self, text: str) -> Extraction:
        """Read one text of any length. Raises InputError if it is no string."""
        return extract_one(self, text)

    def extract_many(
        self,
        texts: Iterable[str],
        *,
        about: Sequence[tuple[str, str] | None] | None = None,
        known: Iterable[KnownEntity] = (),
    ) -> list[Extraction]:
        """Read many texts in batches; what cannot be read is named in its extraction's `problems`.

        `about[i]` is (name, type) of what text i is about (None: nothing; type "": unknown), which "it", "the service"
        or "we" may stand for there. `known` are names beyond the ontology's, say the titles of all pages.
        """
        return [draft.finish() for draft in self._drafts(texts, about, known)]

    def candidates(
        self,
        texts: Iterable[str],
        *,
        about: Sequence[tuple[str, str] | None] | None = None,
        known: Iterable[KnownEntity] = (),
    ) -> list[list[Candidate]]:
        """For each text, what pairs of its things may state and how likely that is; arguments as in `extract_many`."""
        drafts = self._drafts(texts, about, known)
        for draft in drafts:
            draft.finish()
        return [draft.candidates() for draft in drafts]

    def _drafts(
        self, texts: Iterable[str], about: Sequence[tuple[str, str] | None] | None, known: Iterable[KnownEntity]
    ) -> list[Draft]:
        ontology = self.ontology.with_known(known)
        drafts: list[Draft] = []
        waiting: list[_Block] = []
        for number, text in enumerate(texts):
            subject = about[number] if about is not None else None
            drafts.append(Draft(text, ontology, self._phrases, subject))
            if not isinstance(text, str):
                drafts[number].problems.append(f"no string but a {type(text).__name__}: nothing was read")
                continue
            for offset, content in blocks(text):
                waiting.append(_Block(drafts[number], offset, content))
                if len(waiting) == BATCH:
                    self._read(waiting)
                    waiting = []
        self._read(waiting)
        return drafts

    def _read(self, waiting: list[_Block]) -> None:
        """Both passes over some blocks; what they give is added to the drafts of their texts."""
        if not waiting:
            return
        with PIPELINE_IN_USE, self._nlp.select_pipes(disable=["parser", "lemmatizer"]):
            tagged = self._run([block.content for block in waiting])
        for block, doc in zip(waiting, tagged, strict=True):
            if doc is not None:
                with block.may_fail():
                    block.names = self._names(block, doc)
        masked = [self._masked(block) for block in waiting]
        with PIPELINE_IN_USE, self._nlp.select_pipes(disable=["ner"]):
            parsed = self._run([text for text, _, _ in masked])
        for block, first, doc, (_, offsets, places) in zip(waiting, tagged, parsed, masked, strict=True):
            if first is None or doc is None:
                block.fail()
            elif not block.failed:
                with block.may_fail():
                    block.draft.add(block.offset, block.names, doc, offsets, places)

    def _names(self, block: _Block, doc: Any) -> list[Found]:
        known = block.draft.ontology.find(block.content)
        return find_names(doc, [*known, *find_whole_names(block.content, self._lexicon.knows)], self._lexicon)

    def _masked(self, block: _Block) -> tuple[str, list[int], list[tuple[int, int]]]:
        text = block.content
        return mask(text, [(n.start, n.end, placeholder(text, n.start, n.end, self._lexicon)) for n in block.names])

    def _run(self, contents: list[str]) -> list[Any]:
        """A spaCy Doc per content; None for one that the pipeline fails on."""
        try:
            return list(self._nlp.pipe(contents, batch_size=BATCH))
        except Exception:  # find the one that fails; the others are read all the same
            return [self._run_one(content) for content in contents]

    def _run_one(self, content: str) -> Any:
        try:
            return self._nlp(content)
        except Exception as error:
            log.warning("a block of %d characters cannot be read: %s", len(content), error)
            return None


def load_extractor(settings: Settings, ontology: Ontology | None = None) -> Extractor:
    """The extractor that the settings name. Raises ModelError if its pipeline cannot be loaded, or the `llm` extra is
    not installed."""
    rules = SpacyExtractor(settings.pipeline, ontology)
    if settings.extractor == "rules":
        return rules
    from memkit.extract.llm import LLMExtractor  # only who asks for it needs it

    return LLMExtractor(load_model(settings), rules, ontology)
