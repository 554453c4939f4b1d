"""Systems that rank passages for a question: memkit's modes, its negative controls, and anybody's by import path."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from scipy import sparse

from memkit import Memory
from memkit.errors import InputError
from memkit.retrieve import MODES, GraphSearch, Retriever
from memkit.retrieve.graph import Incidence
from memkit.retrieve.pairs import PairBonus


class System(Protocol):
    """A memory under test: built without arguments, given the corpus once, then asked."""

    def ingest(self, passages: Sequence[Mapping[str, str]]) -> object:
        """Take in passages `{_id, title, text}`."""

    def search(self, question: str, k: int) -> list[tuple[str, float]]:
        """At most k (_id, score), the higher the better."""


class MemkitSystem:
    """One mode of a Memory. Systems may share the memory: what is in it already is not read again."""

    def __init__(self, memory: Memory, mode: str, graph: GraphSearch | None = None) -> None:
        self.memory = memory
        self._mode = mode
        self._retriever = Retriever(memory.store, graph) if graph else None

    def ingest(self, passages: Sequence[Mapping[str, str]]) -> object:
        return self.memory.ingest_passages(passages)

    def search(self, question: str, k: int) -> list[tuple[str, float]]:
        """The k best `_id`s: a document's score is that of its best chunk."""
        wanted = k
        while True:
            hits = self._hits(question, wanted)
            best: dict[str, float] = {}
            for hit in hits:
                best.setdefault(hit.source, hit.score)
            if len(best) >= k or len(hits) < wanted:
                return list(best.items())[:k]
            wanted *= 2

    def _hits(self, question: str, k: int) -> Sequence:
        if self._retriever is None:
            return self.memory.search(question, k=k, mode=self._mode)
        ranked = self._retriever.rank(
            question, k=k, mode=self._mode, embedder=self.memory.embedder, extractor=self.memory.extractor
        )
        return self._retriever.passages(ranked)


class ChatSystem(MemkitSystem):
    """The same over turns of conversations (see eval.conversation.as_passages), each a message."""

    def ingest(self, passages: Sequence[Mapping[str, str]]) -> object:
        kept = ("session_id", "speaker", "at")
        notes = [
            {"content": p["words"], "source": p["_id"], **{key: p[key] for key in kept if p[key]}} for p in passages
        ]
        report = self.memory.ingest_many(notes)
        if report.failed:
            raise InputError(f"turn {report.failed[0]['number']} cannot be kept: {report.failed[0]['error']}")
        return report

    def abstains(self, question: str) -> bool:
        """Does memory say that what it finds is no evidence? Its mode hybrid can; the others never do."""
        return self._mode == "hybrid" and bool(self.memory.retrieve(question, k=1).lacking)


# ------------------------------------------------------------------------------------------------------- controls


class WalkAlone(GraphSearch):
    """The walk without the pair bonus: what the second step adds is the difference to it."""

    def _pairs(self, question, vector, walked, near, words) -> PairBonus:
        return PairBonus(np.zeros(len(near)), np.full(len(near), -1))


class RewiredPairs(GraphSearch):
    """The same number and weight of links between pairs, to random partners: must fall to the walk alone."""

    seed = 0

    def _links(self, *arguments) -> tuple[np.ndarray, np.ndarray]:
        links = super()._links(*arguments)
        order = np.random.default_rng(self.seed).permutation(links[0].shape[1])
        return links[0][:, order], links[1][:, order]


class RewiredGraph(RewiredPairs):
    """Things are named by random passages, as often as before, and pairs are rewired: must fall to the lists alone."""

    def _incidence(self, values, seeds) -> Incidence:
        return rewired(super()._incidence(values, seeds), self.seed)


def rewired(incidence: Incidence, seed: int) -> Incidence:
    """The same passages and things, each with as many edges as before, joined at random (a configuration model)."""
    matrix = incidence.matrix
    order = np.random.default_rng(seed).permutation(matrix.nnz)
    shuffled = sparse.csr_array((matrix.data[order], matrix.indices[order], matrix.indptr.copy()), shape=matrix.shape)
    shuffled.sum_duplicates()
    return Incidence(incidence.slots, incidence.nodes, incidence.df, incidence.idf, shuffled)


CONTROLS: dict[str, type[GraphSearch]] = {
    "walk": WalkAlone,
    "rewired-pairs": RewiredPairs,
    "rewired-graph": RewiredGraph,
}


def load_systems(
    names: Sequence[str], memory: Callable[[], Memory], kind: type[MemkitSystem] = MemkitSystem
) -> dict[str, System]:
    """name -> system: memkit's modes, CONTROLS, or an import path (package.module:Class). `memory` opens the one that
    memkit's systems (of this `kind`) share, when the first is named. Raises InputError for an unknown name or a class
    that is none."""
    shared: list[Memory] = []
    systems: dict[str, System] = {}
    for name in names:
        if name in MODES or name in CONTROLS:
            if not shared:
                shared.append(memory())
            graph = CONTROLS[name](shared[0].store) if name in CONTROLS else None
            systems[name] = kind(shared[0], name if graph is None else "hybrid", graph)
        else:
            systems[name] = imported(name, ("ingest", "search"))
    return systems


def imported(path: str, methods: Sequence[str]) -> Any:
    """An object of the class at an import path, made without arguments. Raises InputError if it cannot be made or lacks
    one of `methods`."""
    module, _, attribute = path.partition(":") if ":" in path else path.rpartition(".")
    if not module or not attribute:
        raise InputError(
            f"system {path!r} is unknown: use {', '.join((*MODES, *CONTROLS))}, or an import path "
            "(package.module:Class)"
        )
    try:
        system = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, TypeError) as error:
        raise InputError(f"system {path!r} cannot be made: {error} (a class without constructor arguments)") from None
    lacking = [method for method in methods if not callable(getattr(system, method, None))]
    if lacking:
        raise InputError(f"system {path!r} has no {' and no '.join(lacking)}")
    return system
