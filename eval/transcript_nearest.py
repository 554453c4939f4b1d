"""Transcripts read with vectors alone: each turn does what the labelled turns nearest to it do.

The baseline beside readers of transcripts, made as strong as it gets without grammar: acts are the vote of the nearest
labelled turns, options are clusters of turns, rival options are clusters near one another. What then stands follows
from the same rules as everywhere (memkit.converse.standing). Neighbours, votes and thresholds are chosen on the
labelled conversations themselves, each read without its own labels. A view that is quoted is taken for the speaker's:
nothing in a vector tells whose it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from eval.datasets.transcripts import Transcript
from eval.transcript import counts, measures
from memkit.converse import Act, Minutes, Turn
from memkit.converse.people import find_people
from memkit.converse.reading.minutes import Described, minutes_of
from memkit.converse.reading.turns import in_order
from memkit.embed import Embedder
from memkit.model import ACTS

#: What `tuned` chooses from, one after the other and then once more.
CHOICES: dict[str, tuple[float, ...]] = {
    "neighbours": (1, 3, 5, 9, 15),
    "votes": (0.1, 0.15, 0.2, 0.25, 0.4, 0.55),
    "fresh": (0.3, 0.4, 0.5, 0.6, 0.7, 1.01),
    "rival": (-1.0, 0.2, 0.3, 0.4, 0.5),
}
ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Chosen:
    """`neighbours` vote; an act with at least this share of `votes` (weighted by cosine) is taken; a proposal less near
    than `fresh` to every option is a new one; options at least as near as `rival` have one topic."""

    neighbours: int = 5
    votes: float = 0.4
    fresh: float = 0.7
    rival: float = 0.2


@dataclass(slots=True)
class _Cluster:
    """An option: its turns' vectors, the first of which opened it."""

    described: Described
    vectors: list[np.ndarray]

    def nearness(self, vector: np.ndarray) -> float:
        return max(float(vector @ other) for other in self.vectors)


class NearestReader:
    """See the module. `examples` are the labelled conversations; one that is read itself is left out. `degraded` says
    what the embedder is not (memkit.embed.load_embedder), and is told with all minutes."""

    def __init__(
        self,
        embedder: Embedder,
        examples: Sequence[Transcript],
        chosen: Chosen | None = None,
        degraded: Sequence[str] = (),
    ) -> None:
        self._embedder, self._examples, self._degraded = embedder, tuple(examples), list(degraded)
        self._chosen = chosen or Chosen()
        self._owner = np.array([i for i, t in enumerate(self._examples) for _ in t.turns])
        texts = [turn.text for t in self._examples for turn in t.turns]
        self._vectors = embedder.encode(texts)
        self._by_text = dict(zip(texts, self._vectors, strict=True))
        self._acts = np.array([_acts_of(t, turn.n) for t in self._examples for turn in t.turns])

    @classmethod
    def tuned(cls, embedder: Embedder, examples: Sequence[Transcript], degraded: Sequence[str] = ()) -> NearestReader:
        """The reader whose measures, over the examples, have the best mean. Of equals the first wins."""
        reader = cls(embedder, examples, degraded=degraded)
        best = reader._score()
        for name, values in [*CHOICES.items()] * ROUNDS:
            for value in values:
                before = reader._chosen
                reader._chosen = replace(before, **{name: value})
                score = reader._score()
                if score > best:
                    best = score
                else:
                    reader._chosen = before
        return reader

    def _score(self) -> float:
        total = sum(counts(t, self.read(t.turns, t.people)) for t in self._examples)
        return float(np.nanmean(measures(total)))

    @property
    def chosen(self) -> Chosen:
        return self._chosen

    def read(self, turns: Sequence[Turn], people: Sequence[Mapping[str, object]] = ()) -> Minutes:
        """See memkit.converse.TranscriptReader."""
        turns = in_order(turns)
        if not turns:
            return Minutes([], [], [], self._degraded)
        known = find_people([turn.speaker for turn in turns], people)
        vectors = self._encode([turn.text for turn in turns])
        votes = self._votes(vectors, set(turns))
        clusters: list[_Cluster] = []
        acts = [
            Act(turn.n, known.of(turn.speaker), act, cluster.described.key)
            for turn, vector, vote in zip(turns, vectors, votes, strict=True)
            for act, cluster in self._link(turn, vector, vote, clusters)
        ]
        return minutes_of(acts, [cluster.described for cluster in clusters], self._degraded)

    def _encode(self, texts: Sequence[str]) -> np.ndarray:
        new = [text for text in dict.fromkeys(texts) if text not in self._by_text]
        fresh = dict(zip(new, self._embedder.encode(new), strict=True)) if new else {}
        return np.stack([self._by_text[text] if text in self._by_text else fresh[text] for text in texts])

    def _votes(self, vectors: np.ndarray, turns: set[Turn]) -> np.ndarray:
        """Share of each of ACTS among the neighbours of each turn, shape (turns, acts)."""
        near = vectors @ self._vectors.T
        own = [i for i, example in enumerate(self._examples) if not turns.isdisjoint(example.turns)]
        near[:, np.isin(self._owner, own)] = -1.0
        order = np.argsort(-near, axis=1, kind="stable")[:, : self._chosen.neighbours]
        weights = np.maximum(np.take_along_axis(near, order, axis=1), 0.0)
        summed = np.einsum("tn,tna->ta", weights, self._acts[order])
        return summed / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)

    def _link(
        self, turn: Turn, vector: np.ndarray, vote: np.ndarray, clusters: list[_Cluster]
    ) -> Iterator[tuple[str, _Cluster]]:
        """The acts of a turn, likeliest first, each on the option nearest to it that no other act of it is on."""
        likely = [i for i in np.argsort(-vote, kind="stable") if vote[i] >= self._chosen.votes]
        taken: list[_Cluster] = []
        for act in (ACTS[i] for i in likely):
            free = [c for c in clusters if not any(c is other for other in taken)]
            nearest = max(free, key=lambda c: c.nearness(vector), default=None)
            new = nearest is None or (act == "proposes" and nearest.nearness(vector) < self._chosen.fresh)
            if new:
                nearest = _Cluster(self._described(turn, vector, clusters), [])
                clusters.append(nearest)
            nearest.vectors.append(vector)
            taken.append(nearest)
            yield act, nearest

    def _described(self, turn: Turn, vector: np.ndarray, clusters: Sequence[_Cluster]) -> Described:
        """A new option in the words of its turn, on the topic of the nearest one if that is near enough."""
        key = f"option-{len(clusters) + 1}"
        nearest = max(clusters, key=lambda c: c.nearness(vector), default=None)
        rival = nearest is not None and nearest.nearness(vector) >= self._chosen.rival
        return Described(key, nearest.described.topic if rival else turn.text, turn.text)


def _acts_of(transcript: Transcript, n: int) -> list[float]:
    done = {act.act for act in transcript.gold.turns if act.n == n}
    return [float(act in done) for act in ACTS]
