"""A contribution goes in: a message, claims and stances, planned on what stands and written in one transaction.

The journey: check -> read the message -> read the candidates (the topic first, then what is alike) -> plan (pure) ->
check the plan -> one batch with the message, the claims, the decisions and every status that changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from memkit.cache import CachedEmbedder
from memkit.commit import commit
from memkit.converse.apart import part
from memkit.converse.contribution import Contribution, topic_key
from memkit.converse.history import EDGE_OF, STANCES, Done, History, acted_on, moment, read_history, restate, topics_of
from memkit.converse.options import rivalry
from memkit.converse.plan import Candidates, Effect, Known, Plan, check, plan, texts_of, topic_id
from memkit.converse.standing import FOR
from memkit.ingest import Ingestor, ReadNote
from memkit.model import Batch, Claim, Decision, Entity, Link, Passage, Result, Topic, stable_id, utc_now
from memkit.store import Store

#: So many of the most similar decisions are read where no topic is given.
NEAR = 10
#: The store's own note of how many claims it was given.
CLAIMS_META = "claims"


@dataclass(frozen=True, slots=True)
class Remembered(Result):
    """What a contribution brought.

    `claim_ids` has one id for each claim, of one that the speaker made before that which it has since; `merged` says
    how many claims and whether the speaker were known. `decision_id` is the decision that it is about, `status` how
    that stands now, `conflicts` what else is decided on its topic and not known to be reversed by it.
    """

    person_id: str
    session_id: str
    claim_ids: list[str]
    decision_id: str | None
    merged: dict[str, int | bool]
    status: str | None = None
    topic: str | None = None
    superseded: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    rows_changed: int = 0
    degraded: list[str] = field(default_factory=list)


class Rememberer:
    """Writes contributions into one namespace of one store."""

    def __init__(
        self, store: Store, ingestor: Ingestor, embedder: CachedEmbedder, degraded: Sequence[str] = ()
    ) -> None:
        self._store = store
        self._ingestor = ingestor
        self._embedder = embedder
        self._degraded = list(degraded)

    def read(self, said: Contribution) -> ReadNote | None:
        """The message read and encoded, which needs no lock; None if it seems to be in memory."""
        placed = self._place(said)
        return self._ingestor.read([placed.note])[0] if placed else None

    def remember(self, said: Contribution, read: ReadNote | None = None) -> Remembered:
        """Write one contribution; one that is in memory, and still stands as it left things, changes nothing."""
        ready = {read.note.id: read} if read else {}

        def planned() -> tuple[Batch, Remembered]:
            placed = self._place(said)
            if placed is None:
                return Batch(), self._known(said)
            if placed.note.id not in ready:
                ready[placed.note.id] = self._ingestor.read([placed.note])[0]
            return self._plan(placed, ready[placed.note.id])

        result, changed = commit(self._store, planned)
        if changed and result.decision_id and (more := part(self._store, said.note.session_id)):
            changed += more
            result = self._parted(said, result)
        return replace(result, rows_changed=changed)

    def _parted(self, said: Contribution, result: Remembered) -> Remembered:
        """The result after it came out that the speaker may be somebody else than was thought."""
        conversation = self._store.get("Conversation", [said.note.conversation_id])[said.note.conversation_id]
        own = conversation.speakers[said.note.speaker]
        person = self._store.get("Entity", [own])[own].canonical_id
        history = read_history(self._store, topics_of(self._store, [result.decision_id]))
        counts = (result.merged["claims"], person != own)
        now = self._result(said, person, result.claim_ids, result.decision_id, history, history.decisions, counts)
        return replace(now, superseded=[s for s in result.superseded if s in self._gone(history, result.decision_id)])

    def _gone(self, history: History, decision_id: str) -> set[str]:
        """The statements that a decision took the place of."""
        return {history.decisions[id].statement for id in history.supersedes.get(decision_id, ())}

    # ---------------------------------------------------------------------------------------------------- repetition

    def _place(self, said: Contribution) -> Contribution | None:
        """The contribution as it is to be written, None if it is in memory.

        A time pins it: the same words at the same time are one contribution. Without one they are said again as soon
        as something else has happened to what they did."""
        number = 0
        placed = said
        while self._store.get("Passage", [placed.note.id]):
            if said.note.at or self._still_stands(placed.note.id):
                return None
            number += 1
            placed = replace(said, note=replace(said.note, apart=(*said.note.apart, number)))
        return placed

    def _still_stands(self, passage_id: str) -> bool:
        """Everybody's last act on what this passage acted on is the one that it holds, and these decisions are as it
        left them."""
        history = self._about(self._store.find("Claim", passage_id=passage_id))
        last = {(act.person, act.decision): done.claim for act, done in history.numbered()}
        mine = [done for done in history.done if done.claim.passage_id == passage_id]
        if not mine:
            return True
        now, then = history.statuses(), history.statuses(moment(mine[0].claim.at))
        return all(
            last[history.person(done.speaker_id), done.decision_id].passage_id == passage_id
            and now[done.decision_id] == then.get(done.decision_id)
            for done in mine
        )

    def _about(self, claims: Iterable[Claim]) -> History:
        acted = acted_on(self._store, [claim.id for claim in claims])
        return read_history(self._store, topics_of(self._store, acted))

    def _known(self, said: Contribution) -> Remembered:
        """What a contribution that is in memory brought."""
        placed, number = said, 0
        while self._store.get("Passage", [(later := _numbered(said, number + 1)).note.id]):
            placed, number = later, number + 1
        claims = self._store.find("Claim", passage_id=placed.note.id)
        speaker = self._store.expand([placed.note.id], ["SPOKEN_BY"])
        head = self._store.get("Entity", [speaker[0].target_id])[speaker[0].target_id].canonical_id if speaker else ""
        by_text = {claim.text: claim for claim in claims}
        ids = [by_text[text].id for text in said.claims if text in by_text]
        stances = self._store.expand(sorted(c.id for c in claims), STANCES)
        wanted = EDGE_OF[said.stated.stance] if said.stated else ""
        history = self._about(claims)
        here = {id for id, d in history.decisions.items() if d.passage_id == placed.note.id}
        ranked = sorted(stances, key=lambda e: (e.target_id not in here, e.type != wanted, e.id))
        decision = ranked[0].target_id if ranked else None
        return self._result(said, head, ids, decision, history, history.decisions, (len(ids), True))

    # ------------------------------------------------------------------------------------------------------ planning

    def _plan(self, said: Contribution, read: ReadNote) -> tuple[Batch, Remembered]:
        batch, (noted,) = self._ingestor.plan(read)
        made = {record.id: record for record in batch.upserts if isinstance(record, Entity)}  # and those that moved
        speaker = made.get(noted.speaker_id) or self._store.get("Entity", [noted.speaker_id])[noted.speaker_id]
        known_before = noted.speaker is None or noted.speaker.action == "merge"
        at = said.note.at or utc_now()
        history, done = History(), Plan()
        if said.stated is not None:
            history, found = self._candidates(said, speaker, at)
            done = plan(said.stated, said.topic, found, said.note.id)
            check(done, found)
            history.people.update((id, made[id]) for id in history.people.keys() & made.keys())
        claims, ids, merged = self._claims(said, done, noted.passages, speaker, at, batch)
        before = dict(history.decisions)
        now = self._decide(said, done, noted.passages[0], history, claims, speaker, batch)
        decision = done.about.decision_id if done.about else None
        result = self._result(said, speaker.canonical_id, ids, decision, history, now, (merged, known_before))
        flipped = [id for id, d in now.items() if id in before and before[id].status != d.status == "superseded"]
        return batch, replace(result, superseded=[now[id].statement for id in flipped])

    def _candidates(self, said: Contribution, speaker: Entity, at: str) -> tuple[History, Candidates]:
        """The decisions of the topic; where none is given or known, those of the topics of the most similar ones."""
        texts = texts_of(said.stated)
        vectors = self._embedder.encode(texts)
        wanted, here = {topic_id(said.topic)} if said.topic else set(), set()
        if not said.topic:
            near = {id for vector in vectors for id, _ in self._store.nearest("Decision", vector, NEAR)}
            here = {e.source_id for e in self._store.expand([said.note.conversation_id], ["DECIDED_IN"], "in")}
            near |= self._held_by(speaker) | here
            wanted = topics_of(self._store, near)
        history = read_history(self._store, wanted)
        status = history.statuses(moment(at))
        options = [
            Known(d.id, d.statement, t, history.topics[t].name, d.question or d.id, status.get(d.id, "open"))
            for d in history.in_order()
            for t in [history.topic_of[d.id]]
        ]
        last = {(act.person, act.decision): act.act for act in history.acts(moment(at))}
        held = frozenset(d for (person, d), act in last.items() if person == speaker.canonical_id and act in FOR)
        ids, matrix = self._store.vectors("Decision", sorted(history.decisions)) if history.decisions else ([], None)
        cosines = {
            (text, id): float(value)
            for text, row in zip(texts, vectors @ matrix.T if ids else [], strict=False)
            for id, value in zip(ids, row, strict=True)
        }
        return history, Candidates(tuple(options), held, frozenset(here), cosines, rivalry(self._embedder.name))

    def _held_by(self, speaker: Entity) -> set[str]:
        """Decisions on which the speaker acted."""
        names = [e.id for e in self._store.find("Entity", canonical_id=speaker.canonical_id)]
        claims = [edge.source_id for edge in self._store.expand(names, ["STATED_BY"], "in")]
        return {edge.target_id for edge in self._store.expand(claims, ["SUPPORTS"])}

    def _claims(
        self, said: Contribution, done: Plan, passages: Sequence[Passage], speaker: Entity, at: str, batch: Batch
    ) -> tuple[list[Claim], list[str], int]:
        """The claims to write, the ids to tell (one for each claim given), and how many were made before."""
        number = int(self._store.meta().get(CLAIMS_META, "0"))
        act = next((effect.act for effect in done.effects if effect.act in FOR), "")
        act = act or (done.effects[0].act if done.effects else "")
        statement = said.stated.statement if said.stated else ""
        texts = said.claims or (statement,)
        names = [speaker.id, *(e.id for e in self._store.find("Entity", canonical_id=speaker.canonical_id))]
        first = {text: [stable_id("clm", id, text) for id in dict.fromkeys(names)] for text in texts}
        earlier = self._store.get("Claim", {id for ids in first.values() for id in ids})
        claims, told, merged = [], [], 0
        for text in texts:
            number += 1
            before = next((id for id in first[text] if id in earlier), "")
            passage = next((p for p in passages if text in p.text), passages[0])
            id = stable_id("clm", speaker.id, text, passage.id) if before else first[text][0]
            claims.append(Claim(id, text, passage.id, act=act, at=at, number=number, statement=statement))
            told.append(before or id)
            merged += bool(before)
        batch.add(*claims, *(Link.between(claim.id, "STATED_BY", speaker.id) for claim in claims))
        batch.meta[CLAIMS_META] = str(number)
        for claim, vector in zip(claims, self._embedder.encode([c.text for c in claims]), strict=True):
            batch.set_vector("Claim", claim.id, vector)
        return claims, told, merged

    def _decide(
        self,
        said: Contribution,
        done: Plan,
        passage: Passage,
        history: History,
        claims: Sequence[Claim],
        speaker: Entity,
        batch: Batch,
    ) -> dict[str, Decision]:
        """Add what the plan does, and every status that changes by it; the decisions of the topic as they are then."""
        if not done.effects:
            return {}
        topic = history.topics.get(done.topic_id) or Topic(done.topic_id, done.topic, topic_key(done.topic))
        made = [effect for effect in done.effects if effect.statement]
        history.topics[topic.id] = topic
        history.people.setdefault(speaker.id, speaker)
        if made:
            batch.add(topic)
        for effect in made:
            history.decisions[effect.decision_id] = Decision(
                effect.decision_id, effect.statement, "open", passage.id, question=effect.question
            )
            history.topic_of[effect.decision_id] = topic.id
        history.done += [Done(c, effect.act, effect.decision_id, speaker.id) for effect in done.effects for c in claims]
        now = restate(history, batch, fresh=[effect.decision_id for effect in made])
        self._link(done.effects, made, topic, passage, claims, batch)
        return now

    def _link(
        self,
        effects: Sequence[Effect],
        made: Sequence[Effect],
        topic: Topic,
        passage: Passage,
        claims: Sequence[Claim],
        batch: Batch,
    ) -> None:
        batch.add(*(Link.between(c.id, EDGE_OF[e.act], e.decision_id) for e in effects for c in claims))
        for effect in made:
            batch.add(Link.between(effect.decision_id, "ABOUT", topic.id))
        settled = [e.decision_id for e in effects if e.act == "decides"]
        batch.add(*(Link.between(id, "DECIDED_IN", passage.parent_id) for id in settled))
        vectors: np.ndarray = self._embedder.encode([effect.statement for effect in made]) if made else np.empty(0)
        for effect, vector in zip(made, vectors, strict=True):
            batch.set_vector("Decision", effect.decision_id, vector)

    def _result(
        self,
        said: Contribution,
        person_id: str,
        claim_ids: list[str],
        decision: str | None,
        history: History,
        now: Mapping[str, Decision],
        merged: tuple[int, bool],
    ) -> Remembered:
        about = now.get(decision) if decision else None
        topic = history.topics.get(history.topic_of.get(decision or "", ""))
        return Remembered(
            person_id=person_id,
            session_id=said.note.session_id,
            claim_ids=claim_ids,
            decision_id=decision,
            merged={"claims": merged[0], "person": merged[1]},
            status=about.status if about else None,
            topic=topic.name if topic else None,
            conflicts=[d.statement for d in conflicts(now, history.topic_of, decision)] if about else [],
            degraded=self._degraded,
        )


def conflicts(decisions: Mapping[str, Decision], topic_of: Mapping[str, str], id: str) -> list[Decision]:
    """What else is current on the topic of a current decision."""
    if decisions[id].status != "current":
        return []
    return [
        other
        for other in decisions.values()
        if other.id != id and other.status == "current" and topic_of.get(other.id) == topic_of.get(id)
    ]


def _numbered(said: Contribution, number: int) -> Contribution:
    return replace(said, note=replace(said.note, apart=(*said.note.apart, number))) if number else said
