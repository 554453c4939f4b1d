"""A transcript goes in: every turn a message, then what was done in them, by the same records as `remember`.

Messages go in one by one, so that a bad turn or a crash costs only itself; what the reader found in all of them
together goes in at the end, in one transaction, and takes the place of what it found in them before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memkit.commit import commit
from memkit.config import Settings
from memkit.converse.apart import given_together, opposed_in, part, told_apart, with_people
from memkit.converse.base import Act, Minutes, Option, TranscriptReader, Turn
from memkit.converse.contribution import check_topic, topic_key
from memkit.converse.history import EDGE_OF, Done, History, acted_on, read_history, restate, topics_of
from memkit.converse.people import People, find_people
from memkit.converse.plan import LIVE, topic_id
from memkit.converse.speakers import PERSON, as_extraction, told_by_session
from memkit.converse.write import CLAIMS_META
from memkit.embed import Embedder
from memkit.errors import InputError, MemkitError
from memkit.identify import Identifier
from memkit.ingest import Ingestor, Note, make_note
from memkit.model import (
    Batch,
    Claim,
    Conversation,
    Decision,
    Entity,
    Link,
    Rows,
    Topic,
    check_visible,
    stable_id,
    utc_now,
)
from memkit.store import Store

#: So many messages are read and encoded at once, and `progress` is called after them.
AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Transcribed(Minutes):
    """The minutes of a transcript, and what was written: `decision_ids` are the stored decisions of the options' keys,
    `failed` turns that could not be kept, each with its place (from 0) and the reason."""

    session_id: str = ""
    messages: int = 0
    claims: int = 0
    decision_ids: dict[str, str] = field(default_factory=dict)
    failed: Rows = field(default_factory=Rows)
    rows_changed: int = 0


def make_turns(turns: Iterable[Turn | Mapping[str, object]]) -> tuple[list[Turn], Rows]:
    """The turns in order, those without a number counted on; and what is no turn, with the reason. Raises InputError if
    `turns` is no list."""
    if isinstance(turns, (str, bytes, Mapping)) or not isinstance(turns, Iterable):
        raise InputError(f"turns is a {type(turns).__name__}: give a list of {{speaker, text, at}}")
    found: dict[int, Turn] = {}
    failed = Rows()
    following = 1
    for place, given in enumerate(turns):
        try:
            turn = _turn(given, following)
            if found.setdefault(turn.n, turn) != turn:
                raise InputError(f"another turn has the number {turn.n}: number them from 1 on")
            following = max(following, turn.n + 1)
        except InputError as error:
            failed.append({"turn": place, "error": str(error), "given": repr(given)[:200]})
    return [found[n] for n in sorted(found)], failed


def _turn(given: object, following: int) -> Turn:
    if isinstance(given, Turn):
        given = {"n": given.n, "speaker": given.speaker, "at": given.at, "text": given.text}
    if not isinstance(given, Mapping):
        raise InputError(f"a turn is a mapping with speaker and text, not a {type(given).__name__}")
    n, at = given.get("n"), given.get("at")
    n = following if n is None else n
    if not isinstance(n, int) or isinstance(n, bool) or abs(n) >= 1 << 53:
        raise InputError(f"n is {n!r}: a whole number is needed")
    for name in ("speaker", "text"):
        check_visible(given.get(name), name)
    if at is not None and not isinstance(at, str):
        raise InputError(f"at is {at!r}: an ISO 8601 time is needed, or none")
    return Turn(n, given["speaker"], at or "", given["text"])


class Transcriber:
    """Writes transcripts into one namespace of one store."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        ingestor: Ingestor,
        identifier: Identifier,
        embedder: Embedder,
        degraded: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._settings = settings
        self._ingestor = ingestor
        self._identifier = identifier
        self._embedder = embedder
        self._degraded = list(degraded)

    def ingest(
        self,
        turns: Iterable[Turn | Mapping[str, object]],
        reader: TranscriptReader,
        *,
        session_id: str,
        topic: str | None = None,
        people: Sequence[Mapping[str, object]] = (),
        tag: str | None = None,
        source: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Transcribed:
        """Write a transcript. Time is linear in the number of turns."""
        if topic is not None:
            check_topic(topic)
        ordered, failed = make_turns(turns)
        known = find_people((turn.speaker for turn in ordered), people)
        two = told_apart(ordered, known)
        if two:
            people = with_people(people, two)
            known = find_people((turn.speaker for turn in ordered), people)
        notes, failed = self._notes(ordered, failed, known, two, session_id=session_id, tag=tag, source=source)
        kept, changed = self._messages(notes, failed, progress)
        said = [turn for turn, _ in kept]
        minutes = reader.read(said, people)
        if against := opposed_in(minutes.turns, said) - given_together(people):
            people = with_people(people, against)
            minutes = reader.read(said, people)
        spellings = [*(turn.speaker for turn, _ in kept), *(act.person for act in minutes.turns)]
        named = find_people(spellings, people)
        messages = {turn.n: note for turn, note in kept}
        written, more = commit(self._store, lambda: self._plan(minutes, messages, named, session_id, topic))
        more += part(self._store, session_id)
        return Transcribed(
            turns=minutes.turns,
            decisions=minutes.decisions,
            positions=minutes.positions,
            degraded=[*self._degraded, *minutes.degraded],
            session_id=session_id,
            messages=len(kept),
            claims=written[0],
            decision_ids=written[1],
            failed=Rows(sorted(failed, key=lambda f: f["turn"])),
            rows_changed=changed + more,
        )

    # ------------------------------------------------------------------------------------------------------ messages

    def _notes(
        self, turns: Sequence[Turn], failed: Rows, people: People, two: set[frozenset[str]], **given: str | None
    ) -> tuple[list[tuple[Turn, Note]], Rows]:
        unlike: dict[str, tuple[str, ...]] = {}
        for one, other in map(sorted, two):
            unlike[one] = (*unlike.get(one, ()), other)
            unlike[other] = (*unlike.get(other, ()), one)
        alike = {s: tuple(person.spellings) for person in people.persons for s in person.spellings}
        notes = []
        for place, turn in enumerate(turns):
            try:
                note = make_note(self._settings, turn.text, speaker=turn.speaker, at=turn.at or None, **given)
                others = {"alike": alike.get(turn.speaker, ()), "unlike": unlike.get(turn.speaker, ())}
                notes.append((turn, replace(note, apart=("turn", turn.n), **others)))
            except InputError as error:
                failed.append({"turn": place, "error": str(error), "given": repr(turn)[:200]})
        if not notes:
            make_note(self._settings, "-", **given)  # says what is wrong with the session, if that is it
        return notes, failed

    def _messages(
        self, notes: Sequence[tuple[Turn, Note]], failed: Rows, progress: Callable[[int, int], None] | None
    ) -> tuple[list[tuple[Turn, Note]], int]:
        """Those that are in memory now, and the rows that changed."""
        kept, changed = [], 0
        for start in range(0, len(notes), AT_ONCE):
            part = notes[start : start + AT_ONCE]
            for (turn, note), outcome in zip(part, self._ingestor.ingest_together([n for _, n in part]), strict=True):
                if isinstance(outcome, MemkitError):
                    failed.append({"turn": turn.n, "error": str(outcome), "given": repr(turn)[:200]})
                else:
                    kept.append((turn, note))
                    changed += outcome.rows_changed
            if progress:
                progress(start + len(part), len(notes))
        return kept, changed

    # ---------------------------------------------------------------------------------------------------------- acts

    def _plan(
        self, minutes: Minutes, messages: Mapping[int, Note], people: People, session_id: str, topic: str | None
    ) -> tuple[Batch, tuple[int, dict[str, str]]]:
        batch = Batch(base_revision=self._store.revision())
        conversation_id = stable_id("conv", session_id)
        conversation = self._store.get("Conversation", [conversation_id]).get(conversation_id)
        if conversation is None:
            return batch, (0, {})
        persons = self._persons(minutes.turns, people, conversation, batch)
        acts = [act for act in minutes.turns if act.n in messages and act.decision]
        ids = _decision_ids(acts, messages)
        topics = _topics(minutes.decisions, acts, topic)
        before = self._read_before(messages)
        history = read_history(self._store, {t for t, _ in topics.values()} | before.topics)
        history.people.update({e.id: e for e in persons.values()})
        history.done = [done for done in history.done if done.claim.id not in before.claims]
        made = self._decisions(minutes.decisions, ids, topics, messages, acts, history, batch)
        claims = self._claims(acts, minutes.decisions, ids, messages, persons, history, before, batch)
        self._forget_stale(before, claims, set(ids.values()), history, batch)
        restate(history, batch, fresh=made)
        settled = {(ids[act.decision], conversation_id) for act in acts if act.act == "decides" and act.decision in ids}
        batch.add(*(Link.between(a, "DECIDED_IN", b) for a, b in sorted(settled)))
        return batch, (len(claims), ids)

    def _persons(
        self, acts: Sequence[Act], people: People, conversation: Conversation, batch: Batch
    ) -> dict[str, Entity]:
        """Person as the minutes name them -> entity: who speaks here, else whoever the gate finds."""
        spoken = self._store.get("Entity", set(conversation.speakers.values()))
        found: dict[str, Entity] = {}
        for spelling, id in sorted(conversation.speakers.items()):
            if id in spoken:
                found.setdefault(people.of(spelling), spoken[id])
        absent = sorted({people.of(act.person) for act in acts} - found.keys())
        if absent:
            told = {(n, PERSON): t for n in absent if (t := told_by_session(self._store, conversation, n)) is not None}
            identified = self._identifier.identify(
                [as_extraction(name) for name in absent],
                note_id=f"{conversation.id} quoted",
                source="",
                at=utc_now(),
                told=told,
            )
            batch.add(*identified.records)
            made = {record.id: record for record in identified.records if isinstance(record, Entity)}
            ids = {name: identified.resolutions[name, PERSON].entity_id for name in absent}
            stored = self._store.get("Entity", set(ids.values()))
            found.update({name: made.get(id) or stored[id] for name, id in ids.items()})
        return {act.person: found[people.of(act.person)] for act in acts}

    def _decisions(
        self,
        options: Sequence[Option],
        ids: Mapping[str, str],
        topics: Mapping[str, tuple[str, str]],
        messages: Mapping[int, Note],
        acts: Sequence[Act],
        history: History,
        batch: Batch,
    ) -> list[str]:
        """Add the options to the history, as decisions; the ids of all of them."""
        first: dict[str, int] = {}
        for act in acts:
            first.setdefault(act.decision, act.n)
        kept = [option for option in options if option.key in ids]
        questions: dict[str, str] = {}
        for id, decision in history.decisions.items():
            if id not in ids.values() and decision.status in LIVE:
                questions[history.topic_of[id]] = decision.question or id
        vectors = self._embedder.encode([option.statement for option in kept]) if kept else []
        for option, vector in zip(kept, vectors, strict=True):
            id, (topic, name) = ids[option.key], topics[option.key]
            if topic not in history.topics:
                history.topics[topic] = Topic(topic, name, topic_key(name))
            question = questions.setdefault(topic, id)
            passage = messages[first[option.key]].id
            history.decisions[id] = Decision(id, option.statement, "open", passage, question=question)
            history.topic_of[id] = topic
            batch.add(history.topics[topic], Link.between(id, "ABOUT", topic))
            batch.set_vector("Decision", id, vector)
        return [ids[option.key] for option in kept]

    def _claims(
        self,
        acts: Sequence[Act],
        options: Sequence[Option],
        ids: Mapping[str, str],
        messages: Mapping[int, Note],
        persons: Mapping[str, Entity],
        history: History,
        before: _Before,
        batch: Batch,
    ) -> set[str]:
        number = int(self._store.meta().get(CLAIMS_META, "0"))
        statement = {option.key: option.statement for option in options}
        now, found = utc_now(), []
        for act in acts:
            if act.decision not in ids:
                continue
            note, who = messages[act.n], persons[act.person]
            id = stable_id("clm", note.id, who.id, act.act, ids[act.decision])
            old = before.claims.get(id)
            number += old is None
            claim = Claim(
                id,
                note.content,
                note.id,
                act=act.act,
                at=note.at or (old.at if old else now),
                number=old.number if old else number,
                statement=statement[act.decision],
            )
            batch.add(claim, Link.between(id, "STATED_BY", who.id))
            batch.add(Link.between(id, EDGE_OF[act.act], ids[act.decision]))
            history.done.append(Done(claim, act.act, ids[act.decision], who.id))
            found.append(claim)
        if any(claim.id not in before.claims for claim in found):
            batch.meta[CLAIMS_META] = str(number)
        texts = sorted({claim.text for claim in found})
        vectors = dict(zip(texts, self._embedder.encode(texts), strict=True)) if texts else {}
        for claim in found:
            batch.set_vector("Claim", claim.id, vectors[claim.text])
        return {claim.id for claim in found}

    def _read_before(self, messages: Mapping[int, Note]) -> _Before:
        """What these messages were found to do the last time."""
        claims = [c for note in messages.values() for c in self._store.find("Claim", passage_id=note.id)]
        decisions = [d.id for note in messages.values() for d in self._store.find("Decision", passage_id=note.id)]
        acted = acted_on(self._store, [claim.id for claim in claims])
        topics = topics_of(self._store, acted | set(decisions))
        return _Before({claim.id: claim for claim in claims}, set(decisions), topics)

    def _forget_stale(
        self, before: _Before, claims: set[str], decisions: set[str], history: History, batch: Batch
    ) -> None:
        """What an earlier reading found in these messages and this one does not goes, if nothing else acts on it."""
        batch.deletes += [("Claim", id) for id in sorted(before.claims.keys() - claims)]
        acted = {done.decision_id for done in history.done}
        stale = sorted(before.decisions - decisions - acted)
        for id in stale:
            history.decisions.pop(id, None)
        batch.deletes += [("Decision", id) for id in stale]
        left = {history.topic_of[id] for id in history.decisions}
        batch.deletes += [("Topic", id) for id in sorted(before.topics - left)]


@dataclass(frozen=True, slots=True)
class _Before:
    claims: dict[str, Claim]
    decisions: set[str]
    topics: set[str]


def _decision_ids(acts: Sequence[Act], messages: Mapping[int, Note]) -> dict[str, str]:
    """Key -> id: by the message that first acts on it, so that a transcript which goes on keeps its ids."""
    ids: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for act in acts:
        if act.decision not in ids:
            passage = messages[act.n].id
            ids[act.decision] = stable_id("dec", passage, counts[passage])
            counts[passage] += 1
    return ids


def _topics(options: Sequence[Option], acts: Sequence[Act], given: str | None) -> dict[str, tuple[str, str]]:
    """Key -> (topic's id, its name). The name that the caller gives is that of the topic with the most acts."""
    names = {option.key: option.topic for option in options}
    if given:
        counts = Counter(names[act.decision] for act in acts if act.decision in names)
        order = {name: place for place, name in enumerate(dict.fromkeys(names.values()))}
        main = min(counts, key=lambda name: (-counts[name], order[name]), default=None)
        names = {key: " ".join(given.split()) if name == main else name for key, name in names.items()}
    return {key: (topic_id(name), name) for key, name in names.items()}
