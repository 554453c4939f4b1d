"""Documents into memory, passages of a corpus and pages of a folder alike: read, cut, embedded, and written one by one.

A document is read whole; then its names and statements are placed into the passages that make them. Texts are read and
embedded many at once, which is where the time goes; names are decided document by document, so that the same corpus
gives the same memory whatever the size of a batch.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from memkit.commit import commit
from memkit.config import Settings
from memkit.documents import Aliases, Item, Source, make_item, passages_of
from memkit.embed import CachedEmbedder
from memkit.errors import InputError, MemkitError, ModelError
from memkit.extract import Extraction, Extractor
from memkit.extract.ontology import KnownEntity
from memkit.extract.passages import Chunk
from memkit.forget import plan_forget, stated_by, take_out
from memkit.identify import Identifier
from memkit.ingest import EMBEDDER_META, check_embedder
from memkit.model import Batch, Edge, Link, Passage, Result, Rows, utc_now
from memkit.reading import read_texts
from memkit.statements import by_chunk, statements
from memkit.store import Store

#: Documents that are read and embedded at once.
DOCUMENTS_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class CorpusReport(Result):
    """What a corpus brought. `documents` counts all that are in memory now, `passages` their chunks; `rows_changed` and
    `encoded` are 0 on a second run. `failed` has the number (from 0), `_id` and reason of each that was left out.
    `seconds` are those spent in "extract", "encode" and "write"."""

    documents: int
    passages: int
    rows_changed: int
    encoded: int
    failed: Rows[dict]
    degraded: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict, compare=False)


def check_items(passages: Iterable[Mapping[str, Any]], tag: str, settings: Settings) -> tuple[list[Item], list[dict]]:
    """(those that can be kept, a row for each that cannot). Raises InputError for an `_id` given twice."""
    items: dict[str, Item] = {}
    failed: list[dict] = []
    for number, passage in enumerate(passages):
        try:
            item = make_item(passage, tag, settings)
        except (MemkitError, TypeError) as error:
            key = passage.get("_id") if isinstance(passage, Mapping) else None
            failed.append({"number": number, "_id": key, "error": str(error)})
            continue
        if item.key in items:
            raise InputError(
                f"passage {number}: _id {item.key!r} is already taken by an earlier one: nothing was written"
            )
        items[item.key] = item
    return list(items.values()), failed


@dataclass(slots=True)
class Written:
    """What a run wrote. `stated` counts statements by label, of the documents that were new or changed; `problems` and
    `failed` are (key, reason): what could not be read in a document that was written, and documents that were not.
    `seconds` are those spent in "extract", "encode" and "write"."""

    rows_changed: int = 0
    encoded: int = 0
    stated: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    seconds: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[phase] += time.perf_counter() - start


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with all that it says. `vectors` are those of its passages, and `title_vector` of its title, as far
    as memory does not hold them already."""

    source: Source
    chunks: list[Chunk]
    passages: list[Passage]
    extraction: Extraction
    aliases: Aliases
    vectors: dict[str, np.ndarray]
    title_vector: np.ndarray | None


class CorpusIngestor:
    """Writes documents into one namespace of one store."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        extractor: Extractor,
        embedder: CachedEmbedder,
        identifier: Identifier,
        degraded: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._settings = settings
        self._extractor = extractor
        self._embedder = embedder
        self._identifier = identifier
        self._degraded = list(degraded)

    def ingest(self, passages: Iterable[Mapping[str, Any]], tag: str) -> CorpusReport:
        """Write the passages of a corpus that memory does not hold as they are."""
        items, failed = check_items(passages, tag, self._settings)
        written = self.write(items)
        number = {item.key: n for n, item in enumerate(items)}
        failed += [{"number": number[key], "_id": key, "error": why} for key, why in written.failed]
        left_out = {key for key, _ in written.failed}
        kept = [item for item in items if item.key not in left_out]
        return CorpusReport(
            documents=len(kept),
            passages=sum(len(item.chunks(self._settings.passage_chars)) for item in kept),
            rows_changed=written.rows_changed,
            encoded=written.encoded,
            failed=Rows(failed, degraded=self._degraded),
            degraded=list(self._degraded),
            seconds=dict(written.seconds),
        )

    def write(self, sources: Sequence[Source], known_names: Sequence[KnownEntity] = ()) -> Written:
        """Write the documents that memory does not hold as they are; one that changed takes the place of what it was,
        and what it states as before is left untouched. One that cannot be read or kept is `failed`. `known_names` are
        names beyond the ontology's that may stand in them."""
        written, encoded_before = Written(), self._embedder.encoded
        known = self._store.get("Document", [source.id for source in sources])
        fresh = [source for source in sources if known.get(source.id) != source.document()]
        for start in range(0, len(fresh), DOCUMENTS_AT_ONCE):
            for read in self._read(fresh[start : start + DOCUMENTS_AT_ONCE], known_names, written):
                with written.timed("write"):
                    try:
                        edges, changed = commit(self._store, lambda read=read: self._plan(read))
                    except InputError as error:
                        written.failed.append((read.source.key, str(error)))
                        continue
                written.rows_changed += changed
                written.stated.update(edge.label for edge in edges)
                written.problems += [(read.source.key, problem) for problem in read.extraction.problems]
        written.encoded = self._embedder.encoded - encoded_before
        return written

    def remove(self, document_ids: Sequence[str]) -> int:
        """Take out documents with what nothing else states; returns rows changed."""
        if not document_ids:
            return 0
        passages = lambda: [p for id in document_ids for p in self._store.find("Passage", parent_id=id)]  # noqa: E731
        return commit(self._store, lambda: plan_forget(self._store, passages()))[1]

    # ---------------------------------------------------------------------------------------------------- reading

    def _read(self, sources: Sequence[Source], names: Sequence[KnownEntity], written: Written) -> list[_Read]:
        """Everything that needs no writing, for all of these at once; if that fails, for each alone, so that only the
        one at fault is left out. What fails for all is raised: it is no fault of a document."""
        try:
            return self._read_all(sources, names, written)
        except ModelError as error:
            if len(sources) == 1:
                written.failed.append((sources[0].key, str(error)))
                return []
            found = [read for source in sources for read in self._read([source], names, written)]
            if not found:
                raise
            return found

    def _read_all(self, sources: Sequence[Source], names: Sequence[KnownEntity], written: Written) -> list[_Read]:
        with written.timed("extract"):
            about = [source.about for source in sources]
            found = read_texts(self._extractor, [source.prose for source in sources], about=about, known=names)
            said = [source.read(extraction) for source, extraction in zip(sources, found, strict=True)]
            chunks = [source.chunks(self._settings.passage_chars) for source in sources]
        passages = [passages_of(source, own) for source, own in zip(sources, chunks, strict=True)]
        with written.timed("encode"):
            vectors, titles = self._encode(sources, passages)
        return [
            _Read(source, own, parts, extraction, aliases, vectors, titles.get(source.id))
            for source, own, parts, (extraction, aliases) in zip(sources, chunks, passages, said, strict=True)
        ]

    def _encode(
        self, sources: Sequence[Source], passages: Sequence[Sequence[Passage]]
    ) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        """Vectors of the passages by id, and of the titles by document id, that memory does not hold."""
        flat = list(itertools.chain.from_iterable(passages))
        stored = self._store.get("Passage", [p.id for p in flat])
        fresh = [p for p in flat if p.id not in stored or stored[p.id].indexed_text != p.indexed_text]
        known = self._store.get("Document", [source.id for source in sources])
        titled = [s for s in sources if s.title and (s.id not in known or known[s.id].title != s.title)]
        titles = sorted({source.title for source in titled})
        vectors = self._embedder.encode([*(p.indexed_text for p in fresh), *titles])
        of_title = dict(zip(titles, vectors[len(fresh) :], strict=True))
        of_passage = dict(zip((p.id for p in fresh), vectors[: len(fresh)], strict=True))
        return of_passage, {source.id: of_title[source.title] for source in titled}

    # ---------------------------------------------------------------------------------------------------- writing

    def _plan(self, read: _Read) -> tuple[Batch, list[Edge]]:
        """One document in one batch, and what it states."""
        check_embedder(self._store, self._embedder)
        batch = Batch(base_revision=self._store.revision(), meta={EMBEDDER_META: self._embedder.name})
        before = self._store.find("Passage", parent_id=read.source.id)
        identified = self._identifier.identify(
            by_chunk(read.extraction, read.chunks),
            note_id=read.source.id,
            source=read.source.key,
            at=utc_now(),
            folder=read.source.document().folder,
            known_as=read.aliases,
        )
        found = [identified.resolutions[(m.name, m.type)] for m in read.extraction.mentions]
        edges = statements(read.passages, read.chunks, read.extraction, found)
        edges = self._as_decided_before(edges, before)
        batch.add(read.source.document(), *read.passages, *identified.records, *edges)
        batch.add(*(Link.between(read.source.id, "HAS_CHUNK", p.id) for p in read.passages))
        batch.add(*(Link.between(a.id, "NEXT", b.id) for a, b in itertools.pairwise(read.passages)))
        if read.title_vector is not None:
            batch.set_vector("Document", read.source.id, read.title_vector)
        for passage in read.passages:
            if passage.id in read.vectors:
                batch.set_vector("Passage", passage.id, read.vectors[passage.id])
        if before:
            take_out(self._store, before, batch)
        return batch, edges

    def _as_decided_before(self, edges: Sequence[Edge], before: Sequence[Passage]) -> list[Edge]:
        """A mention that stood there already keeps the word on how it was resolved when it came in."""
        known = {e.id: e for e in stated_by(self._store, [p.id for p in before]) if e.label == "MENTIONS"}
        kept = []
        for edge in edges:
            old = known.get(edge.id)
            if old is not None:
                edge = replace(edge, action=old.action, score=old.score, reason=old.reason)
            kept.append(edge)
        return kept
