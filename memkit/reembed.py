"""Changing the embedding model of a store: every text is encoded anew, and all vectors change in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.errors import StoreError
from memkit.ingest import EMBEDDER_META
from memkit.model import Batch, Record, Result
from memkit.store import Store, open_store

#: Label -> the text of a record that its vector is of.
TEXT_OF: dict[str, Callable[[Any], str]] = {
    "Passage": lambda passage: passage.indexed_text,
    "Document": lambda document: document.title,
    "Decision": lambda decision: decision.statement,
    "Claim": lambda claim: claim.text,
}


@dataclass(frozen=True, slots=True)
class Reembedded(Result):
    """How many passages now have vectors of `after` in place of `before`."""

    passages: int
    before: str
    after: str
    degraded: list[str] = field(default_factory=list)


def reembed(
    store: str | Path,
    *,
    namespace: str = "default",
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
    **credentials: str | None,
) -> Reembedded:
    """Give every passage of a namespace, and whatever else has a vector, one of the model that `settings` name, all or
    nothing.

    `progress(done, total)` is called after each batch of texts. Raises ModelError if the model cannot be loaded,
    StoreError if there is no such store or namespace.
    """
    settings = settings or Settings()
    if "://" not in str(store) and not Path(store).is_file():
        raise StoreError(f"there is no store at {str(store)!r}: check the path")
    embedder, degraded = load_embedder(settings)
    opened = open_store(str(store), namespace=namespace, **credentials)
    try:
        if namespace not in (known := opened.namespaces()):
            raise StoreError(f"{str(store)!r} has no namespace {namespace!r}: it has {', '.join(known) or 'none'}")
        batch = Batch(base_revision=opened.revision(), meta={EMBEDDER_META: embedder.name})
        texts = [(label, r.id, text(r)) for label, text in TEXT_OF.items() for r in _with_vector(opened, label)]
        for start in range(0, len(texts), settings.batch_size):
            part = texts[start : start + settings.batch_size]
            for (label, id, _), vector in zip(part, embedder.encode([text for *_, text in part]), strict=True):
                batch.set_vector(label, id, vector)
            if progress:
                progress(start + len(part), len(texts))
        before = opened.meta().get(EMBEDDER_META, "")
        opened.apply(batch)
        return Reembedded(len(batch.vectors.get("Passage", ())), before, embedder.name, degraded)
    finally:
        opened.close()


def _with_vector(store: Store, label: str) -> list[Record]:
    """The records of a label that have one; every passage does."""
    if label == "Passage":
        return store.find(label)
    ids, _ = store.vectors(label)
    return sorted(store.get(label, ids).values(), key=lambda record: record.id)
