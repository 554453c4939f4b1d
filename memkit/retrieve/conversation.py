"""Retrieval over turns of conversations: words and vectors of a turn in its surroundings, then who, when and whether.

score = (words x BM25 with neighbours' words + vector x cosine) x speaker x date x time x question, each list scaled to
its best; the weights are those of `memkit.retrieve.kinds.TURN`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from memkit.embed import Embedder
from memkit.model import Passage
from memkit.retrieve.asking import Asking, read_asking
from memkit.retrieve.explain import DIGITS, Ranked
from memkit.retrieve.graph import PassageGraph
from memkit.retrieve.kinds import TURN, Signals, signals_of
from memkit.retrieve.near_words import NearWords
from memkit.retrieve.turn_reasons import TOLD, day_of, word_reasons
from memkit.retrieve.turns import TurnIndex
from memkit.retrieve.voices import Voices
from memkit.store import Store

Scored = Sequence[tuple[str, float]]

#: Days before and after a day asked for over which its weight falls to 0; and days after a month or a year asked for
#: in which a turn may still tell of it, at half the weight.
WEEK, AFTERWARDS = 7, 10
#: How much better the best turn of others must fit than the best of the one speaker who is named, for the evidence to
#: be missing. Of 495 questions on three LoCoMo conversations 112 have no answer: at 1.1 precision is .68, recall .55,
#: at 1.2 .85 and .44. It is the worse fault to refuse what can be answered.
ELSEWHERE = 1.2


@dataclass(frozen=True, slots=True)
class Scores:
    """What each turn got, (n,) each: `words` and `vector` from 0 to 1, the factors, and the product of all, `final`.
    `shares` are the terms that were looked for, word by word."""

    words: np.ndarray
    vector: np.ndarray
    speaker: np.ndarray
    date: np.ndarray
    final: np.ndarray
    shares: list[dict[str, float]]


class ConversationSearch:
    """The turns of one namespace. `graph` tells which speakers are one person. Not safe across threads: the Retriever
    holds the lock."""

    def __init__(self, store: Store, graph: PassageGraph, signals: Signals = TURN) -> None:
        self._store = store
        self._graph = graph
        self._signals = signals
        self.clear()

    def clear(self) -> None:
        """Forget every turn."""
        self._turns = TurnIndex()
        self._voices = Voices()
        self._near = NearWords()
        self._slot: dict[str, int] = {}
        self._unlinked: dict[str, str] = {}  # turns whose speaker is not linked (yet) -> how they are signed

    def __len__(self) -> int:
        """Turns."""
        return len(self._turns)

    def __contains__(self, id: str) -> bool:
        """Is this passage a turn?"""
        return id in self._slot

    def add(self, passages: Sequence[Passage]) -> None:
        """Take in those of these passages that are turns; each comes once."""
        for passage in passages:
            if not signals_of(passage).walk:
                slot = self._slot[passage.id] = len(self._turns)
                self._turns.add(passage)
                self._voices.add(slot, passage.speaker)
                self._unlinked[passage.id] = passage.speaker
        # In Neo4j a link may become visible after its passage: such a turn is asked for again the next time.
        for link in self._store.expand(sorted(self._unlinked), ["SPOKEN_BY"]) if self._unlinked else ():
            speaker = self._unlinked.pop(link.source_id, None)
            if speaker is not None:
                self._voices.add(self._slot[link.source_id], speaker, link.target_id)

    # ------------------------------------------------------------------------------------------------- a question

    def read(self, question: str) -> Asking:
        """What the question says of turns."""
        self._graph.follow()
        now = int(self._turns.days[1].max(initial=0))
        return read_asking(question, self._voices.people(self._graph), max(now, 0))

    def search(self, asking: Asking, listed: Scored, embedder: Embedder, k: int) -> list[Ranked]:
        """The k best turns. `listed` are those nearest to `asking.text`, with their cosines, best first."""
        scores = self.scores(asking, listed, embedder)
        final = np.round(scores.final, DIGITS)
        ids = self._turns.words.ids
        rows = np.arange(len(final))
        if k < len(rows):
            rows = rows[final >= np.partition(final, len(rows) - k)[len(rows) - k]]
        best = sorted(rows.tolist(), key=lambda row: (-final[row], ids[row]))[:k]
        places = {id: n for n, (id, _) in enumerate(listed[:TOLD], 1)}
        said = word_reasons(self._turns, best, asking, scores.shares, self._signals.around)
        return [
            Ranked(ids[row], float(final[row]), self._why(row, scores, places) | words)
            for row, words in zip(best, said, strict=True)
        ]

    def _why(self, row: int, scores: Scores, listed: Mapping[str, int]) -> dict[str, int | str]:
        """The signals that brought a turn here, with its ranks in both lists."""
        id, via = self._turns.words.ids[row], {}
        if id in listed:
            via["vector"] = listed[id]
        if scores.words[row] > 0:
            via["keyword"] = int((scores.words > scores.words[row]).sum()) + 1
        if scores.speaker[row] > 1:
            via["speaker"] = self._voices.name(row)
        if scores.date[row] > 1:
            via["date"] = day_of(self._turns, row)
        return via

    def lacking(self, asking: Asking, listed: Scored, embedder: Embedder) -> str:
        """What is missing if the question names one speaker and what answers best was said by another, in words; "" if
        that is not so. Questions are asked of the wrong person, and a list of turns alone does not tell."""
        if len(asking.named) != 1:
            return ""
        scores = self.scores(asking, listed, embedder)
        fit = scores.final / scores.speaker
        own = self._voices.said_by(asking.named[0], self._graph)
        if own.all() or fit[~own].max() <= ELSEWHERE * fit[own].max(initial=0.0):
            return ""
        other, named = (self._voices.name(int(np.flatnonzero(mask)[fit[mask].argmax()])) for mask in (~own, own))
        return f"what speaks of this was said by {other}, not by {named}"

    def scores(self, asking: Asking, listed: Scored, embedder: Embedder) -> Scores:
        """Every turn's score."""
        s = self._signals
        shares = self._shares(asking, embedder)
        words = _to_best(self._turns.bm25(shares, s.around, s.length))
        cosines = np.full(len(self._turns), max(listed[-1][1], 0.0) if listed else 0.0)
        for id, cosine in listed:
            if id in self._slot:
                cosines[self._slot[id]] = max(cosine, 0.0)
        vector = _to_best(cosines)
        speaker, dated = self._speaker(asking), self._dated(asking)
        factors = [speaker, dated, np.where(self._turns.asks, s.question, 1.0)]
        if asking.when:
            factors.append(np.where(self._turns.timed, s.time, 1.0))
        final = reduce(np.multiply, factors, s.words * words + s.vector * vector)
        return Scores(words, vector, speaker, dated, final, shares)

    def _shares(self, asking: Asking, embedder: Embedder) -> list[dict[str, float]]:
        """The terms for each content word of the question, by term: itself, and those of like meaning in part."""
        s = self._signals
        terms = sorted(asking.words)
        if not (s.near and terms) or embedder.name.startswith("hash"):  # its cosines are of spelling, not of meaning
            return [{term: 1.0} for term in terms]
        self._near.follow(self._turns.new_words, embedder)
        self._turns.new_words.clear()
        vectors = embedder.encode([asking.words[term] for term in terms])
        near = self._near.nearest(terms, vectors, s.near_most, above=s.near_from)
        scale = s.near / (1 - s.near_from)
        return [
            {term: 1.0} | {other: scale * (cosine - s.near_from) for other, cosine in of.items()}
            for term, of in zip(terms, near, strict=True)
        ]

    def _speaker(self, asking: Asking) -> np.ndarray:
        """`speaker` for turns of whom the question names, a little less (by `first`) for those of whom it names later
        and apart ("What did Ann think of Ben's car?")."""
        s, factor = self._signals, np.ones(len(self._turns))
        for number, people in reversed(list(enumerate(asking.named))):
            weight = s.speaker if number == 0 or asking.joined else s.speaker / s.first
            factor[self._voices.said_by(people, self._graph)] = weight
        return factor

    def _dated(self, asking: Asking) -> np.ndarray:
        """1 + date x m; m is 1 within the days asked for. Around a day it falls to 0 over a week; after a month or a
        year it is 1/2 for AFTERWARDS days."""
        if asking.days is None:
            return np.ones(len(self._turns))
        first, last = self._turns.days
        known = last >= first
        early, late = asking.days[0] - last, first - asking.days[1]  # days that the turn is before, or after
        gap = np.maximum(np.maximum(early, late), 0)
        if asking.days[0] == asking.days[1]:
            m = np.maximum(1 - gap / WEEK, 0.0)
        else:
            m = np.where(gap == 0, 1.0, np.where((late > 0) & (late <= AFTERWARDS), 0.5, 0.0))
        return 1 + self._signals.date * np.where(known, m, 0.0)


def _to_best(values: np.ndarray) -> np.ndarray:
    """Scaled so that the best is 1."""
    best = values.max(initial=0.0)
    return values / best if best > 0 else values
