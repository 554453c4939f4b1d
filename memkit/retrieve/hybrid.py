"""Retrieval by graph: seeds from words and vectors, the walk, then a second look at pairs of passages that bridge.

1. Vector and keyword lists say which passages the question is like; its names say which things it points at.
2. The walk starts from both and also reaches passages that neither list holds.
3. The best hundred are looked at again, each beside the best five: do two of them together answer?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from memkit.retrieve.anchors import anchors, thing_restart
from memkit.retrieve.bm25 import Bm25Index, tokenize
from memkit.retrieve.explain import DIGITS, Ranked, Walked, explain
from memkit.retrieve.graph import Incidence, PassageGraph
from memkit.retrieve.kinds import PAGE
from memkit.retrieve.pairs import BRIDGE_LIMIT, FIRSTS, SECOND_LOOK, PairBonus, bridges, covered, pair_bonus, remaining
from memkit.retrieve.walk import idf, log_scale, personalised_pagerank
from memkit.store import Store

Scored = Sequence[tuple[str, float]]

#: How far down the vector and the keyword list seeds are taken; 400 gives the same recall, 100 half a point less.
SEEDS = 200
#: A passage's share of the restart is its fused score to this power: the best few get nearly all of it. This and the
#: next were chosen with the weights of pairs.py, on the same questions.
SHARPNESS = 8
#: Up to so many passages the walk goes over all of them, beyond over those around the seeds: there a question takes
#: longer over all than over a part (eval/bench/retrieval.py).
WHOLE_LIMIT = 20_000
#: Around the seeds: how many passages at most (500 to 1,000 give the same recall; seeds alone are up to 2 SEEDS), and
#: of how many seeds neighbours come in.
AROUND, SPREADING_SEEDS = 600, 50
#: Words of questions that say nothing of their subject; they are no content words of a pair.
_ASKING = frozenset(
    tokenize(
        "who whom whose what which when where why how do does did done has have had can could would should may might "
        "he she his her him its we you your i my our also from after before during than more most many much name"
    )
)


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
        return [] if walked is None else self._ranked(walked, walked.scores, {}, {}, k)

    def hybrid(
        self,
        question: str,
        names: Iterable[str],
        vector: np.ndarray,
        lists: Mapping[str, Scored],
        words: Bm25Index,
        k: int,
        *,
        only: Callable[[str], bool] | None = None,
    ) -> list[Ranked]:
        """The k best of the passages `only` admits (None: all), by walk and pair bonus; the walk goes over all.

        `vector` (d,) is the question's; `lists` are "vector" and "keyword", each SEEDS deep, with their scores.
        """
        self.graph.follow()
        walked = self._walk(anchors(self.graph, question, names), self._seeds(lists))
        if walked is None:
            return []
        final = walked.scores.copy()
        if only is not None:
            final[[row for row in range(len(final)) if not only(walked.id(row))]] = 0.0
        near = walked.best(final, SECOND_LOOK)
        pairs = self._pairs(question, vector, walked, near, words)
        final[near] += pairs.bonus
        firsts = {int(near[row]): int(near[first]) for row, first in enumerate(pairs.first) if first >= 0}
        return self._ranked(walked, final, firsts, lists, k)

    # --------------------------------------------------------------------------------------------------- the walk

    def _seeds(self, lists: Mapping[str, Scored]) -> dict[int, float]:
        """slot -> share of the restart, summing to 1: the weighted sum of the lists (see PAGE), each scaled to its
        best, and the sum too, ^ SHARPNESS."""
        fused: dict[str, float] = {}
        for name, weight in (("vector", PAGE.vector), ("keyword", PAGE.words)):
            best = lists[name][0][1] if lists[name] else 0.0
            for id, score in lists[name]:
                if score > 0:
                    fused[id] = fused.get(id, 0.0) + weight * score / best
        top = max(fused.values(), default=1.0)
        sharp = {self.graph.slot[id]: (s / top) ** SHARPNESS for id, s in fused.items() if id in self.graph.slot}
        total = sum(sharp.values())
        return {slot: value / total for slot, value in sharp.items()}

    def _walk(self, values: Mapping[int, float], seeds: Mapping[int, float]) -> Walked | None:
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
        return Walked(self.graph, incidence, log_scale(x), anchored)

    def _incidence(self, values: Mapping[int, float], seeds: Mapping[int, float]) -> Incidence:
        if len(self.graph) <= self._whole_limit:
            return self.graph.whole()
        return self.graph.incidence(self._around(values, seeds))

    def _around(self, values: Mapping[int, float], seeds: Mapping[int, float]) -> np.ndarray:
        """Sorted slots of the seeds, of passages that name what the question names, and of those that share a thing
        with one of the best of either, the rarest things first, while they are no more than AROUND."""
        graph, near = self.graph, set(seeds)
        naming: list[int] = []
        for node in self._rarest_first(values):
            slots = sorted(graph.passages_of(node).tolist(), key=graph.ids.__getitem__)
            naming += slots[: max(0, AROUND - len(near))]
            near.update(naming)
        best = sorted(seeds, key=lambda slot: (-round(seeds[slot], DIGITS), graph.ids[slot]))
        for slot in (*naming[:SPREADING_SEEDS], *best[:SPREADING_SEEDS]):
            for node in self._rarest_first(graph.things_in(slot)):
                if len(near) + graph.count(node) > AROUND:
                    break
                near.update(graph.passages_of(node).tolist())
        return np.array(sorted(near), dtype=np.int64)

    def _rarest_first(self, nodes: Iterable[int]) -> list[int]:
        return sorted(nodes, key=lambda node: (self.graph.count(node), self.graph.label(node)))

    # -------------------------------------------------------------------------------------------------- the pairs

    def _pairs(
        self, question: str, vector: np.ndarray, walked: Walked, near: np.ndarray, words: Bm25Index
    ) -> PairBonus:
        firsts = np.arange(min(FIRSTS, len(near)))  # `near` is best first
        ids = [walked.id(row) for row in near]
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
        walked: Walked,
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

    def _ranked(
        self,
        walked: Walked,
        scores: np.ndarray,
        firsts: Mapping[int, int],
        lists: Mapping[str, Scored],
        k: int,
    ) -> list[Ranked]:
        places = {name: {id: n for n, (id, _) in enumerate(found[:SECOND_LOOK], 1)} for name, found in lists.items()}
        walk_rank = {int(row): n for n, row in enumerate(walked.best(walked.scores, max(k, SECOND_LOOK)), 1)}
        ranked = []
        for row in map(int, walked.best(scores, k)):
            via: dict[str, int | str] = {
                name: at[walked.id(row)] for name, at in places.items() if walked.id(row) in at
            }
            if row in walk_rank:
                via["walk"] = walk_rank[row]
            reason, path = explain(walked, row, firsts.get(row, -1))
            ranked.append(Ranked(walked.id(row), round(float(scores[row]), DIGITS), via | reason, path))
        return ranked
