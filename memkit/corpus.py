"""Passages with titles into memory: each a document, its chunks, their mentions and relations; one write a document.

Texts are read and embedded many at once, which is where the time goes; names are decided document by document, so that
the same corpus gives the same memory whatever the size of a batch.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from memkit.commit import commit
from memkit.config import Settings
from memkit.embed import CachedEmbedder
from memkit.errors import InputError, MemkitError
from memkit.extract import Extraction, Extractor
from memkit.extract.passages import split_passages
from memkit.forget import plan_forget
from memkit.identify import Identifier
from memkit.ingest import EMBEDDER_META, check_embedder, mention_edges, relation_edges
from memkit.model import Batch, Document, Link, Passage, Result, Rows, check_value, stable_id, utc_now
from memkit.reading import read_texts
from memkit.store import Store

#: Documents that are read and embedded at once.
DOCUMENTS_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class CorpusReport(Result):
    """What a corpus brought. `documents` counts all that are in memory now, `passages` their chunks; `rows_changed` and
    `encoded` are 0 on a second run. `failed` has the number (from 0), `_id` and reason of each that was left out."""

    documents: int
    passages: int
    rows_changed: int
    encoded: int
    failed: Rows
    degraded: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Item:
    """One passage as it was given, checked."""

    key: str
    title: str
    text: str
    tag: str

    @property
    def id(self) -> str:
        return stable_id("doc", self.tag, self.key)

    def document(self) -> Document:
        """The document record: its hash covers title and text."""
        digest = hashlib.sha256(f"{self.title}\x00{self.text}".encode()).hexdigest()
        return Document(self.id, self.title, self.key, digest)

    def chunks(self, limit: int) -> list[Passage]:
        """Its passages in order, each of at most `limit` characters."""
        spans = split_passages(self.text, limit)
        return [
            Passage(
                id=stable_id("chunk", self.id, number),
                kind="chunk",
                parent_id=self.id,
                position=number,
                title=self.title,
                text=self.text[start:end],
                source=self.key,
                tag=self.tag,
            )
            for number, (start, end) in enumerate(spans)
        ]


def check_items(passages: Iterable[Mapping[str, Any]], tag: str, settings: Settings) -> tuple[list[Item], list[dict]]:
    """(those that can be kept, a row for each that cannot). Raises InputError for an `_id` given twice."""
    items: dict[str, Item] = {}
    failed: list[dict] = []
    for number, passage in enumerate(passages):
        try:
            item = _item(passage, tag, settings)
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


def _item(passage: Mapping[str, Any], tag: str, settings: Settings) -> Item:
    if not isinstance(passage, Mapping):
        raise InputError(f"a passage is a mapping with _id, title and text, not a {type(passage).__name__}")
    values = {"title": "", **passage}
    for name in ("_id", "title", "text"):
        if not isinstance(values.get(name), str):
            raise InputError(f"{name} is {values.get(name)!r:.60}: text is needed")
        check_value(values[name], name)
    for name in ("_id", "text"):
        if not values[name].strip():
            raise InputError(f"{name} is empty")
    if len(values["text"]) > settings.max_text:
        raise InputError(
            f"text has {len(values['text']):,} characters, at most {settings.max_text:,} are taken: cut it, or raise "
            "Settings(max_text=...)"
        )
    return Item(values["_id"], values["title"].strip(), values["text"], tag)


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with what was found in its chunks, one extraction and vector each, and the vector of its title."""

    item: Item
    chunks: list[Passage]
    extractions: list[Extraction]
    vectors: np.ndarray
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
        """Write those that memory does not hold as they are; one that changed takes the place of what it was."""
        items, failed = check_items(passages, tag, self._settings)
        encoded_before, changed = self._embedder.encoded, 0
        known = self._store.get("Document", [item.id for item in items])
        fresh = [item for item in items if known.get(item.id) != item.document()]
        changed += self._forget([item.id for item in fresh if item.id in known])
        for start in range(0, len(fresh), DOCUMENTS_AT_ONCE):
            for document in self._read(fresh[start : start + DOCUMENTS_AT_ONCE]):
                changed += self._write(document)
        return CorpusReport(
            documents=len(items),
            passages=sum(len(item.chunks(self._settings.passage_chars)) for item in items),
            rows_changed=changed,
            encoded=self._embedder.encoded - encoded_before,
            failed=Rows(failed, degraded=self._degraded),
            degraded=list(self._degraded),
        )

    def _forget(self, ids: Sequence[str]) -> int:
        """Take out documents whose text or title changed; returns rows deleted."""
        if not ids:
            return 0
        return commit(
            self._store,
            lambda: plan_forget(self._store, [p for id in ids for p in self._store.find("Passage", parent_id=id)]),
        )[1]

    def _read(self, items: Sequence[Item]) -> Iterator[_Read]:
        """Cut, extract and embed all of these at once: everything that needs no store."""
        chunks = [item.chunks(self._settings.passage_chars) for item in items]
        flat = list(itertools.chain.from_iterable(chunks))
        extractions = iter(read_texts(self._extractor, [p.text for p in flat]))
        titles = sorted({item.title for item in items if item.title})
        vectors = self._embedder.encode([*(p.indexed_text for p in flat), *titles])
        title_vectors = dict(zip(titles, vectors[len(flat) :], strict=True))
        start = 0
        for item, own in zip(items, chunks, strict=True):
            found = list(itertools.islice(extractions, len(own)))
            yield _Read(item, own, found, vectors[start : start + len(own)], title_vectors.get(item.title))
            start += len(own)

    def _write(self, read: _Read) -> int:
        """One document in one transaction, planned again if another writer came between; returns rows changed."""
        return commit(self._store, lambda: (self._plan(read), None))[1]

    def _plan(self, read: _Read) -> Batch:
        check_embedder(self._store, self._embedder)
        batch = Batch(base_revision=self._store.revision(), meta={EMBEDDER_META: self._embedder.name})
        identified = self._identifier.identify(
            read.extractions, note_id=read.item.id, source=read.item.key, at=utc_now()
        )
        batch.add(read.item.document(), *read.chunks, *identified.records)
        batch.add(*(Link.between(read.item.id, "HAS_CHUNK", p.id) for p in read.chunks))
        batch.add(*(Link.between(a.id, "NEXT", b.id) for a, b in itertools.pairwise(read.chunks)))
        if read.title_vector is not None:
            batch.set_vector("Document", read.item.id, read.title_vector)
        for passage, extraction, vector in zip(read.chunks, read.extractions, read.vectors, strict=True):
            found = [identified.resolutions[(m.name, m.type)] for m in extraction.mentions]
            batch.add(*mention_edges(passage, extraction, found), *relation_edges(passage, extraction, found))
            batch.set_vector("Passage", passage.id, vector)
        return batch
