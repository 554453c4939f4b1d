"""What was decided: the decisions that a question is about, and the course of one topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np

from memkit.commit import read_whole
from memkit.converse.base import Act
from memkit.converse.contribution import topic_key
from memkit.converse.history import Done, History, moment, read_history, topics_of
from memkit.converse.people import fullest
from memkit.converse.reading.words import content
from memkit.converse.standing import FOR, positions
from memkit.embed import Embedder
from memkit.errors import InputError
from memkit.model import Decision, Result, Rows, check_count, check_text, check_words
from memkit.retrieve.bm25 import Bm25Index
from memkit.retrieve.fuse import reciprocal_rank_fusion
from memkit.store import Store

#: The order of decisions that a question is about.
ORDER = ("current", "open", "superseded", "withdrawn")
#: A topic speaks of what is asked if cosine + WORDS x share is at least this, or the share is 1: the best cosine of the
#: question with a statement or a claim on it, and the share of its content words that stand there. Measured on 59
#: questions in a user's words about the development half of data/conversations, each asked of the memory of its own
#: conversation and of the 21 others (tests/converse/test_recall_nothing.py). A decision that is not told is worse than
#: one too many, so it is the highest that loses no more than one of the 59 (at .38 the balanced accuracy is best, and
#: five are lost). Hash embeddings are of spelling, not of meaning: with them nothing is left out.
LEAST, WORDS = 0.17, 0.3
#: Stems that ask where people stand, and about nothing in particular.
_ASKING = frozenset("dissent dissenter stanc posit statu outcom result current choos pick team".split())
#: At most so many known topics are named to who asks for an unknown one.
NAMED = 5


@dataclass(frozen=True, slots=True)
class PositionView(Result):
    """Where somebody stands on a decision: `stance` is "supports" or "disagrees", `claim` what they said for it."""

    person: str
    stance: str
    claim: str


@dataclass(frozen=True, slots=True)
class DecisionView(Result):
    """A decision as it stands: `supersedes` and `superseded_by` are statements; `conflicts` what else is current on its
    topic and not known to be reversed by it."""

    id: str
    statement: str
    status: str
    positions: list[PositionView]
    supersedes: list[str]
    superseded_by: list[str]
    topic: str = ""
    decided_at: str = ""
    conflicts: list[str] = field(default_factory=list)
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class TimelineEntry(Result):
    """A decision in the course of its topic; `dissenters` are those who stand against it."""

    statement: str
    status: str
    decided_at: str
    supersedes: list[str]
    dissenters: list[str]
    id: str = ""
    conflicts: list[str] = field(default_factory=list)


class Recaller:
    """Reads the decisions of one namespace of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._index: tuple[int, _Index] | None = None

    def recall(self, question: str, top_k: int, embedder: Embedder, degraded: Sequence[str]) -> Rows[DecisionView]:
        """The decisions that a question is about, current first; none if no topic speaks of it (LEAST). A decision is
        found by its own words and by those of what it superseded, so that who asks for an earlier choice is told what
        stands. A question without a word that names anything ("what was decided?") is about all."""
        check_words(question, "question")
        check_count(top_k, "top_k")
        vector = embedder.encode([question])[0]
        by_meaning = not embedder.name.startswith("hash")
        found = read_whole(self._store, lambda: self._recall(question, vector, top_k, by_meaning))
        return Rows(found, degraded=degraded)

    def _recall(self, question: str, vector: np.ndarray, top_k: int, by_meaning: bool) -> list[DecisionView]:
        index = self._current_index()
        if not index.ids:
            return []
        scores = index.scores(question, vector)
        if by_meaning:
            spoken = index.topics_that_speak_of(question, vector)
            scores = {id: score for id, score in scores.items() if index.topic[id] in spoken}
        chosen = sorted(scores, key=lambda id: (-scores[id], id))[:top_k]
        topics = topics_of(self._store, chosen)
        views = {view.id: view for view in decision_views(self._store, read_history(self._store, topics), scores)}
        found = [views[id] for id in chosen if id in views]
        return sorted(found, key=lambda v: (ORDER.index(v.status), -v.score, v.id))

    def timeline(self, topic: str, degraded: Sequence[str]) -> Rows[TimelineEntry]:
        """The decisions of a topic, oldest first. Raises InputError for a topic that is not known."""
        if not isinstance(topic, str) or not topic.strip():
            raise InputError(f"topic is {topic!r}: the name of a topic is needed")
        check_text(topic, "topic")
        return Rows(read_whole(self._store, lambda: self._timeline(topic)), degraded=degraded)

    def _timeline(self, topic: str) -> list[TimelineEntry]:
        found = self._store.find("Topic", key=topic_key(topic))
        if not found:
            raise InputError(f"no topic {topic!r} is known: {self._nearest(topic)}")
        history = read_history(self._store, [t.id for t in found])
        views = {view.id: view for view in decision_views(self._store, history)}
        return [
            TimelineEntry(
                statement=d.statement,
                status=d.status,
                decided_at=d.decided_at,
                supersedes=views[d.id].supersedes,
                dissenters=[p.person for p in views[d.id].positions if p.stance == "disagrees"],
                id=d.id,
                conflicts=views[d.id].conflicts,
            )
            for d in _oldest_first(history)
        ]

    def _nearest(self, topic: str) -> str:
        names = {t.key: t.name for t in self._store.find("Topic")}
        if not names:
            return "there are none yet (remember a decision with topic=...)"
        words = set(topic_key(topic).split())
        near = get_close_matches(topic_key(topic), sorted(names), n=NAMED, cutoff=0.5)
        near += [key for key in sorted(names) if words & set(key.split()) and key not in near]
        near = (near or sorted(names))[:NAMED]
        return "known ones are " + ", ".join(repr(names[key]) for key in near)

    def _current_index(self) -> _Index:
        """What questions are compared with; made again when the store has moved on."""
        revision = self._store.revision()
        if self._index is None or self._index[0] != revision:
            self._index = (revision, _Index(self._store))
        return self._index[1]


class _Index:
    """The words and vectors of every decision: its statement, its topic and what was claimed about it."""

    def __init__(self, store: Store) -> None:
        decisions = {d.id: d for d in store.find("Decision")}
        self.ids = sorted(decisions)
        edges = store.expand(self.ids, ["ABOUT", "SUPERSEDES"])
        topics = store.get("Topic", {e.target_id for e in edges if e.type == "ABOUT"})
        self.topic = {e.source_id: e.target_id for e in edges if e.type == "ABOUT"}
        self._content: dict[str, set[str]] = {}  # topic -> the stems of all that was said about it
        self.replaced = {}
        for edge in edges:
            if edge.type == "SUPERSEDES":
                self.replaced.setdefault(edge.source_id, []).append(edge.target_id)
        stances = store.expand(self.ids, ["SUPPORTS", "DISAGREES_WITH"], "in")
        claims = store.get("Claim", {e.source_id for e in stances})
        said: dict[str, list[str]] = {}
        for edge in stances:
            said.setdefault(edge.target_id, []).append(edge.source_id)
        self._words = Bm25Index()
        for id in self.ids:
            name = topics[self.topic[id]].name
            texts = [decisions[id].statement, name, *(claims[c].text for c in sorted(said.get(id, ())))]
            text = ". ".join(text for text in texts if text)
            self._words.add(id, text)
            self._content.setdefault(self.topic[id], set()).update(content(text))
        self._vectors = [store.vectors("Decision", self.ids)]
        claim_ids, matrix = store.vectors("Claim", sorted(claims)) if claims else ([], np.empty((0, 0)))
        row = {id: number for number, id in enumerate(claim_ids)}
        self._claims = {id: [row[c] for c in cs if c in row] for id, cs in said.items()}
        self._claim_matrix = matrix

    def scores(self, question: str, vector: np.ndarray) -> dict[str, float]:
        """decision -> score: reciprocal ranks by words and by the best cosine of statement and claims, of a decision
        or of one that it superseded."""
        best = self._cosines(vector)
        near = sorted(self.ids, key=lambda id: (-best[id], id))
        named = [id for id, _ in self._words.search(question, len(self.ids))]
        scores = dict.fromkeys(self.ids, 0.0) | dict(reciprocal_rank_fusion([near, named]))
        for id in self.ids:
            scores[id] = max([scores[id], *(scores[other] for other in self._before(id))])
        return scores

    def topics_that_speak_of(self, question: str, vector: np.ndarray) -> set[str]:
        """The topics on which enough is said of what is asked (LEAST); all, if the question names nothing."""
        asked = set(content(question)) - _ASKING
        if not asked:
            return set(self._content)
        nearest: dict[str, float] = {}
        for id, cosine in self._cosines(vector).items():
            nearest[self.topic[id]] = max(nearest.get(self.topic[id], -1.0), cosine)
        return {
            topic
            for topic, words in self._content.items()
            if asked <= words or nearest[topic] + WORDS * len(asked & words) / len(asked) >= LEAST
        }

    def _cosines(self, vector: np.ndarray) -> dict[str, float]:
        """decision -> the best cosine of its statement and of the claims about it."""
        ids, matrix = self._vectors[0]
        best = dict.fromkeys(self.ids, -1.0)
        if ids:
            best.update(zip(ids, (matrix @ vector).tolist(), strict=True))
        if len(self._claim_matrix):
            by_claim = self._claim_matrix @ vector
            for id, rows in self._claims.items():
                if rows:
                    best[id] = max(best[id], float(by_claim[rows].max()))
        return best

    def _before(self, id: str) -> set[str]:
        """Everything that led to this decision."""
        found: set[str] = set()
        waiting = list(self.replaced.get(id, ()))
        while waiting:
            other = waiting.pop()
            if other not in found:
                found.add(other)
                waiting += self.replaced.get(other, ())
        return found


def decision_views(store: Store, history: History, scores: dict[str, float] | None = None) -> list[DecisionView]:
    """The decisions of some topics as they stand, in the order in which they came up."""
    statement = {id: d.statement for id, d in history.decisions.items()}
    after: dict[str, list[str]] = {}
    for id, others in history.supersedes.items():
        for other in others:
            after.setdefault(other, []).append(id)
    current: dict[str, list[str]] = {}
    for id, decision in sorted(history.decisions.items()):
        if decision.status == "current":
            current.setdefault(history.topic_of[id], []).append(id)
    stand = _positions(history, person_names(store, history))
    return [
        DecisionView(
            id=d.id,
            statement=d.statement,
            status=d.status,
            positions=stand.get(d.id, []),
            supersedes=[statement[id] for id in sorted(history.supersedes.get(d.id, ())) if id in statement],
            superseded_by=[statement[id] for id in sorted(after.get(d.id, ())) if id in statement],
            topic=history.topics[history.topic_of[d.id]].name,
            decided_at=d.decided_at,
            conflicts=[statement[id] for id in current.get(history.topic_of[d.id], ()) if id != d.id]
            if d.status == "current"
            else [],
            score=round((scores or {}).get(d.id, 0.0), 6),
        )
        for d in history.in_order()
    ]


def person_names(store: Store, history: History) -> dict[str, str]:
    """Canonical id -> the fullest of the person's names, for everybody who acts."""
    heads = sorted({entity.canonical_id for entity in history.people.values()})
    return {head: fullest([e.name for e in store.find("Entity", canonical_id=head)] or [head]) for head in heads}


def _positions(history: History, names: dict[str, str]) -> dict[str, list[PositionView]]:
    """decision -> where everybody stands, with the words of their last act on it."""
    numbered = list(history.numbered())
    said: dict[tuple[str, str], list[Done]] = {}
    last: dict[tuple[str, str], Act] = {}
    for act, done in numbered:
        key = (act.person, act.decision)
        if key in last and (last[key].n != act.n):
            same_side = (last[key].act in FOR) == (act.act in FOR) and last[key].act != "withdraws"
            said[key] = said[key] if same_side else []
        last[key] = act
        said.setdefault(key, []).append(done)
    found: dict[str, list[PositionView]] = {}
    for position in positions(act for act, _ in numbered):
        texts = dict.fromkeys(done.claim.text for done in said[position.person, position.decision])
        view = PositionView(names.get(position.person, position.person), position.stance, " ".join(texts))
        found.setdefault(position.decision, []).append(view)
    return found


def _oldest_first(history: History) -> list[Decision]:
    """By the time at which each was settled, else first came up."""
    first: dict[str, str] = {}
    for done in history.ordered():
        first.setdefault(done.decision_id, done.claim.at)
    order = {d.id: place for place, d in enumerate(history.in_order())}
    return sorted(history.decisions.values(), key=lambda d: (moment(d.decided_at or first.get(d.id, "")), order[d.id]))
