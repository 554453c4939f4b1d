"""Retrieval by graph: seeds from words and vectors, the walk, then a second look at pairs of passages that bridge.

1. Vector and keyword lists say which passages the question is like; its names say which things it points at.
2. The walk starts from both and also reaches passages that neither list holds.
3. The best hundred are looked at again, each beside the best five: do two of them together answer?
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from memkit.model import Result
from memkit.retrieve.anchors import anchors, thing_restart
from memkit.retrieve.bm25 import Bm25Index, tokenize
from memkit.retrieve.graph import Incidence, PassageGraph
from memkit.retrieve.pairs import BRIDGE_LIMIT, FIRSTS, SECOND_LOOK, PairBonus, bridges, covered, pair_bonus, remaining
from memkit.retrieve.walk import idf, log_scale, personalised_pagerank
from memkit.store import Store

Scored = Sequence[tuple[str, float]]

#: How far down the vector and the keyword list seeds are taken.
SEEDS = 400
#: A passage's share of the restart is its fused score to this power: the best few get nearly all of it.
SHARPNESS = 8
#: The weight of words beside vectors, each list scaled so that its best is 1.
KEYWORD_WEIGHT = 0.5
#: Up to so many passages the walk goes over all of them, beyond over those around the seeds.
WHOLE_LIMIT = 30_000
#: Around the seeds: how many passages at most, and of how many seeds the neighbours come in.
AROUND, SPREADING_SEEDS = 2_000, 50
#: Things named in an explanation.
SHOWN = 3
#: Scores are compared to so many digits, so that the order of a sum never decides a rank.
DIGITS = 9
#: Words of questions that say nothing of their subject; they are no content words of a pair.
_ASKING = frozenset(
    tokenize(
        "who whom whose what which when where why how do does did done has have had can could would should may might "
        "he she his her him its we you your i my our also from after before during than more most many much name"
    )
)


@dataclass(frozen=True, slots=True)
class Path(Result):
    """How the graph reached a passage: `things` in the order of the walk, from one that the question names, and the
    ids of the `passages` it went through, of which the last is the passage itself."""

    passage_id: str
    things: tuple[str, ...]
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage's id and score, why it is there (signal -> rank from 1, or the names of things), and its path."""

    id: str
    score: float
    via: dict[str, int | str]
    path: Path | None = None


@dataclass(slots=True)
class _Walked:
    """One question's walk: `scores` (p,) from 0 to 1 over the rows of `incidence`; what the question names."""

    incidence: Incidence
    scores: np.ndarray
    anchored: np.ndarray  # (t,) bool: the question names it


class GraphSearch:
    """The walk and the pair bonus over one namespace. Not safe across threads: the Retriever holds the lock."""

    def __init__(self, store: Store, *, whole_limit: int = WHOLE_LIMIT) -> None:
        self._store = store
        self._whole_limit = whole_limit
        self.graph = PassageGraph(store)

    def from_names(self, question: str, names: Iterable[str], k: int) -> list[Ranked]:
        """The walk from the things that the question names, alone; nothing when it names none."""
        self.graph.follow()
        walked = self._walk(anchors(self.graph, question, names), {})
        return [] if walked is None else self._ranked(walked, walked.scores, None, {}, k)

    def hybrid(
        self,
        question: str,
        names: Iterable[str],
        vector: np.ndarray,
        lists: Mapping[str, Scored],
        words: Bm25Index,
        k: int,
    ) -> list[Ranked]:
        """The k best by walk and pair bonus. `vector` (d,) is the question's; `lists` are "vector" and "keyword", each
        SEEDS deep, with their scores."""
        self.graph.follow()
        walked = self._walk(anchors(self.graph, question, names), self._seeds(lists))
        if walked is None:
            return []
        near = _best(walked.scores, SECOND_LOOK, self._ids(walked))
        pairs = self._pairs(question, vector, walked, near, words)
        final = walked.scores.copy()
        final[near] += pairs.bonus
        firsts = {int(near[row]): int(near[first]) for row, first in enumerate(pairs.first) if first >= 0}
        return self._ranked(walked, final, firsts, lists, k)

    # --------------------------------------------------------------------------------------------------- the walk

    def _seeds(self, lists: Mapping[str, Scored]) -> dict[int, float]:
        """slot -> share of the restart, summing to 1: (cosine + KEYWORD_WEIGHT BM25) ^ SHARPNESS, each scaled to its
        best, the sum too."""
        fused: dict[str, float] = {}
        for name, weight in (("vector", 1.0), ("keyword", KEYWORD_WEIGHT)):
            best = lists[name][0][1] if lists[name] else 0.0
            for id, score in lists[name]:
                if score > 0:
                    fused[id] = fused.get(id, 0.0) + weight * score / best
        top = max(fused.values(), default=1.0)
        sharp = {self.graph.slot[id]: (s / top) ** SHARPNESS for id, s in fused.items() if id in self.graph.slot}
        total = sum(sharp.values())
        return {slot: value / total for slot, value in sharp.items()}

    def _walk(self, values: Mapping[int, float], seeds: Mapping[int, float]) -> _Walked | None:
        incidence = self._incidence(values, seeds)
        things = thing_restart(incidence, values)
        passages = np.zeros(len(incidence.slots))
        slots = np.fromiter(seeds, dtype=np.int64)
        passages[np.searchsorted(incidence.slots, slots)] = np.fromiter(seeds.values(), dtype=float)
        sides = int(things.any()) + int(passages.any())
        if not sides:
            return None
        x, _ = personalised_pagerank(incidence.matrix, passages / sides, things / sides)
        anchored = np.zeros(len(incidence.nodes), dtype=bool)
        anchored[incidence.columns(values)[0]] = True
        return _Walked(incidence, log_scale(x), anchored)

    def _incidence(self, values: Mapping[int, float], seeds: Mapping[int, float]) -> Incidence:
        if len(self.graph) <= self._whole_limit:
            return self.graph.whole()
        return self.graph.incidence(self._around(values, seeds))

    def _around(self, values: Mapping[int, float], seeds: Mapping[int, float]) -> np.ndarray:
        """Sorted slots of the seeds, of passages that name what the question names, and of those that share a rare
        thing with one of the best seeds; at most about AROUND."""
        graph, near = self.graph, set(seeds)
        best = sorted(seeds, key=lambda slot: (-round(seeds[slot], DIGITS), graph.ids[slot]))[:SPREADING_SEEDS]
        steps = [list(values), *([int(n) for n in graph.incidence(np.array([slot])).nodes] for slot in best)]
        for nodes in steps:
            rarest_first = sorted(
                (len(of), graph.label(n), of.tolist()) for n in nodes for of in [graph.passages_of(n)]
            )
            for count, _, slots in rarest_first:
                if len(near) + count <= AROUND:
                    near.update(slots)
        return np.array(sorted(near), dtype=np.int64)

    # -------------------------------------------------------------------------------------------------- the pairs

    def _pairs(
        self, question: str, vector: np.ndarray, walked: _Walked, near: np.ndarray, words: Bm25Index
    ) -> PairBonus:
        firsts = np.arange(min(FIRSTS, len(near)))  # `near` is best first
        ids = [self.graph.ids[slot] for slot in walked.incidence.slots[near]]
        leading = self._store.get("Passage", ids[: len(firsts)])
        texts = [leading[id].text if id in leading else "" for id in ids[: len(firsts)]]
        documents = [leading[id].parent_id if id in leading else "" for id in ids[: len(firsts)]]
        bridge, title_links = self._links(walked, near, firsts, texts, ids, words)
        terms = sorted(set(tokenize(question)) - _ASKING)
        rarity = idf(np.array([words.df(term) for term in terms]), len(words))
        return pair_bonus(
            walked.scores[near],
            firsts,
            bridge=bridge,
            title_links=title_links,
            coverage=covered(words.holds(terms, ids), rarity, firsts),
            rest=remaining(
                vector.astype(float),
                self._vectors("Document", documents, len(vector)),
                self._vectors("Passage", ids, len(vector)),
            ),
        )

    def _links(
        self,
        walked: _Walked,
        near: np.ndarray,
        firsts: np.ndarray,
        texts: Sequence[str],
        ids: Sequence[str],
        words: Bm25Index,
    ) -> tuple[np.ndarray, np.ndarray]:
        """What joins two passages, (a, n) each: things that both name; the title of one in the text of the other."""
        incidence = walked.incidence
        allowed = ~walked.anchored & (incidence.df >= 2) & (incidence.df <= BRIDGE_LIMIT)
        return bridges(incidence.matrix[near], firsts, allowed), self._title_links(texts, ids, words)

    def _title_links(self, texts: Sequence[str], ids: Sequence[str], words: Bm25Index) -> np.ndarray:
        """(a, n) M: text a holds the title of passage n; idf of the title's rarest word / sqrt(passages so titled)."""
        graph, column = self.graph, {self.graph.slot[id]: n for n, id in enumerate(ids)}
        links = np.zeros((len(texts), len(ids)))
        for row, text in enumerate(texts):
            for key in graph.phrases.find(text):
                titled = graph.titled(key)
                rarest = min((words.df(term) for term in tokenize(key)), default=len(words))
                weight = float(idf(np.array([rarest]), len(words))[0]) / np.sqrt(max(len(titled), 1))
                for slot in titled:
                    if int(slot) in column:
                        links[row, column[int(slot)]] = max(links[row, column[int(slot)]], weight)
        return links

    def _vectors(self, label: str, ids: Sequence[str], width: int) -> np.ndarray:
        """(len(ids), width) float64; a row of zeros where there is no vector."""
        found, matrix = self._store.vectors(label, sorted({id for id in ids if id}))
        row = {id: n for n, id in enumerate(found)}
        rows = np.zeros((len(ids), width))
        for n, id in enumerate(ids):
            if id in row:
                rows[n] = matrix[row[id]]
        return rows

    # ------------------------------------------------------------------------------------------------ the answer

    def _ids(self, walked: _Walked) -> list[str]:
        return [self.graph.ids[slot] for slot in walked.incidence.slots]

    def _ranked(
        self,
        walked: _Walked,
        scores: np.ndarray,
        firsts: Mapping[int, int] | None,
        lists: Mapping[str, Scored],
        k: int,
    ) -> list[Ranked]:
        ids, first_of = self._ids(walked), firsts or {}
        places = {name: {id: n for n, (id, _) in enumerate(found[:SECOND_LOOK], 1)} for name, found in lists.items()}
        walk_rank = {int(row): n for n, row in enumerate(_best(walked.scores, max(k, SECOND_LOOK), ids), 1)}
        ranked = []
        for row in _best(scores, k, ids):
            if scores[row] <= 0:
                break
            id = ids[row]
            via: dict[str, int | str] = {name: at[id] for name, at in places.items() if id in at}
            if row in walk_rank:
                via["walk"] = walk_rank[int(row)]
            path = self._path(walked, int(row), first_of.get(int(row), -1))
            named = self._named(walked, self._things(walked, int(row), walked.anchored))
            if named:
                via["names"] = "; ".join(named)
            elif path is not None and len(path.passages) > 1:
                via["bridge"] = path.things[-1]
            ranked.append(Ranked(id, round(float(scores[row]), DIGITS), via, path))
        return ranked

    def _path(self, walked: _Walked, row: int, first: int) -> Path | None:
        """From what the question names to this passage: straight, or over the passage that it bridges with."""
        id = self.graph.ids[walked.incidence.slots[row]]
        direct = self._named(walked, self._things(walked, row, walked.anchored))
        if direct:
            return Path(id, tuple(direct), (id,))
        if first < 0:
            first = self._stepping_stone(walked, row)
        shared = self._shared(walked, first, row) if first >= 0 else []
        if not shared:
            return None
        start = self._named(walked, self._things(walked, first, walked.anchored))
        return Path(id, (*start, self.graph.label(shared[0])), (self.graph.ids[walked.incidence.slots[first]], id))

    def _stepping_stone(self, walked: _Walked, row: int) -> int:
        """The best other passage that shares a thing with this one, -1 if none does."""
        matrix = walked.incidence.matrix
        own = np.zeros(matrix.shape[1])
        columns, weights = _row(matrix, row)
        own[columns] = weights
        reach = (matrix @ own) * walked.scores
        reach[row] = 0.0
        return int(_best(reach, 1, self._ids(walked))[0]) if reach.any() else -1

    def _shared(self, walked: _Walked, first: int, row: int) -> list[int]:
        """Nodes that both passages name, the heaviest first."""
        matrix, nodes = walked.incidence.matrix, walked.incidence.nodes
        (ours, weights), (theirs, _) = _row(matrix, row), _row(matrix, first)
        both = np.flatnonzero(np.isin(ours, theirs))
        found = [(-round(float(weights[i]), DIGITS), self.graph.label(int(nodes[ours[i]])), ours[i]) for i in both]
        return [int(nodes[column]) for _, _, column in sorted(found)]

    def _things(self, walked: _Walked, row: int, which: np.ndarray) -> np.ndarray:
        """Columns of those things of a passage, the rarest first."""
        columns = _row(walked.incidence.matrix, row)[0]
        columns = columns[which[columns]]
        order = [
            (int(walked.incidence.df[c]), self.graph.label(int(walked.incidence.nodes[c])), int(c)) for c in columns
        ]
        return np.array([column for _, _, column in sorted(order)], dtype=np.int64)

    def _named(self, walked: _Walked, columns: np.ndarray) -> list[str]:
        labels = (self.graph.label(int(walked.incidence.nodes[column])) for column in columns)
        return list(itertools.islice(dict.fromkeys(labels), SHOWN))


def _row(matrix: sparse.csr_array, row: int) -> tuple[np.ndarray, np.ndarray]:
    """(columns, weights) of one row."""
    part = slice(matrix.indptr[row], matrix.indptr[row + 1])
    return matrix.indices[part], matrix.data[part]


def _best(scores: np.ndarray, k: int, ids: Sequence[str]) -> np.ndarray:
    """Rows of the k highest scores (to DIGITS digits), best first, ties by id."""
    rounded = np.round(scores, DIGITS)
    rows = np.arange(len(rounded))
    if k < len(rows):
        rows = np.flatnonzero(rounded >= np.partition(rounded, len(rows) - k)[len(rows) - k])
    return np.array(sorted(rows.tolist(), key=lambda row: (-rounded[row], ids[row]))[:k], dtype=np.int64)
