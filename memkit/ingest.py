"""A note goes in: passages, mentions and relations, one identity decision for each name, one batch.

Reads at the start, one write at the end, pure functions between. If another writer changed the namespace meanwhile,
the decisions are planned again on what stands now; the extraction and the vectors are not.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from memkit.commit import commit
from memkit.config import Settings
from memkit.converse.speakers import PERSON, as_extraction, told_by_session
from memkit.embed import CachedEmbedder, Embedder
from memkit.errors import InputError, MemkitError, ModelError
from memkit.extract import Extraction, Extractor, Ontology
from memkit.extract.passages import Chunk, split_passages
from memkit.identify import Identifier
from memkit.model import (
    Batch,
    Conversation,
    IngestResult,
    Link,
    Passage,
    Resolution,
    Rows,
    as_indexed,
    check_value,
    check_visible,
    shows,
    stable_id,
    utc_now,
)
from memkit.reading import read_texts
from memkit.resolve import Rule
from memkit.statements import statements
from memkit.store import Store

if TYPE_CHECKING:
    from memkit.lasting.enrich import StateReader

#: The store's own note of which model made its vectors.
EMBEDDER_META = "embedder"


@dataclass(frozen=True, slots=True)
class Note:
    """One text as it was given, checked. `id` names its first passage and is what `IngestResult.message_id` says."""

    content: str
    source: str = ""
    session_id: str = "default"
    speaker: str = ""
    at: str = ""
    tag: str = ""
    title: str = ""  # what it is about, "" for a note
    session_title: str = ""
    apart: tuple[object, ...] = ()  # tells it from another note of the same words
    alike: tuple[str, ...] = ()  # spellings in its conversation that are known to be the speaker's too
    unlike: tuple[str, ...] = ()  # and such that are known to be somebody else's

    @property
    def id(self) -> str:
        given = (self.session_id, self.speaker, self.source, self.at, self.tag, self.content)
        return stable_id("msg", *given, *self.apart)

    def part_id(self, number: int) -> str:
        """Id of the note's passage `number`, from 0: a long note is cut into several."""
        return stable_id("msg", self.id, number) if number else self.id

    @property
    def conversation_id(self) -> str:
        return stable_id("conv", self.session_id)


def make_note(
    settings: Settings,
    content: str,
    *,
    source: str | None = None,
    session_id: str = "default",
    speaker: str | None = None,
    at: str | None = None,
    tag: str | None = None,
) -> Note:
    """A checked note, or InputError naming the field and the remedy."""
    given = {"source": source, "speaker": speaker, "at": at, "tag": tag}
    note = Note(content, session_id=session_id, **{k: "" if v is None else v for k, v in given.items()})
    for name in ("content", "source", "session_id", "speaker", "at", "tag"):
        value = getattr(note, name)
        if not isinstance(value, str):
            raise InputError(f"{name} is a {type(value).__name__}: text is needed (bytes: decode them as UTF-8 first)")
        check_value(value, name)
    if not shows(content):
        raise InputError("content is empty: give a text with at least one visible character")
    if note.speaker:
        check_visible(note.speaker, "speaker")
    if len(content) > settings.max_text:
        raise InputError(
            f"content has {len(content):,} characters, at most {settings.max_text:,} are taken at once: cut it, "
            "or raise Settings(max_text=...)"
        )
    if not session_id:
        raise InputError('session_id is empty: give a name, or leave the default "default"')
    if note.at and not _is_time(note.at):
        raise InputError(f"at is {note.at!r}: an ISO 8601 time is needed, say 2026-05-01T09:30:00+02:00")
    return note


def _is_time(text: str) -> bool:
    """ISO 8601: a year, a month, a day or a time of day."""
    try:
        datetime.fromisoformat(f"{text}-01-01"[:10] if re.fullmatch(r"\d{4}(-\d\d)?", text) else text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note with what was found in it: one text, extraction and vector per passage; `encoded` texts were new to the
    embedder."""

    note: Note
    texts: list[str]
    extractions: list[Extraction]
    vectors: np.ndarray
    encoded: int


@dataclass(frozen=True, slots=True)
class PlannedNote:
    """What a note's batch writes; `speaker_id` is the speaker's entity ("" if none is named), `speaker` how a spelling
    that is new to the session was decided."""

    resolutions: list[Resolution]
    passages: list[Passage]
    speaker_id: str
    speaker: Resolution | None


class Ingestor:
    """Writes notes into one namespace of one store."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        extractor: Extractor,
        rule: Rule,
        embedder: CachedEmbedder,
        ontology: Ontology,
        degraded: Sequence[str] = (),
        states: StateReader | None = None,
    ) -> None:
        """`states` reads the lasting states of notes that have a time."""
        self._store = store
        self._settings = settings
        self._extractor = extractor
        self._states = states
        self._embedder = embedder
        self._degraded = list(degraded)
        self._identifier = Identifier(store, settings, rule, embedder, ontology)

    def ingest(self, note: Note) -> IngestResult:
        """Write one note; a note that is in memory already changes nothing and encodes nothing."""
        (outcome,) = self.ingest_many([note])
        if isinstance(outcome, MemkitError):
            raise outcome
        return outcome

    def ingest_many(self, notes: Sequence[Note]) -> list[IngestResult | MemkitError]:
        """Write each note in a transaction of its own; reading and encoding are done for all at once, or, if that
        fails, one by one, so that only the note that cannot be read is an error."""
        known = self._store.get("Passage", {note.id for note in notes})
        fresh = [note for note in notes if note.id not in known]
        try:
            read = {r.note.id: r for r in self.read(fresh)}
        except MemkitError:
            read = {}
        outcomes: list[IngestResult | MemkitError] = []
        for note in notes:
            try:
                if self._store.get("Passage", [note.id]):
                    outcomes.append(self._remembered(note))
                else:
                    outcomes.append(self._write(read.get(note.id) or self.read([note])[0]))
            except MemkitError as error:
                outcomes.append(error)
        return outcomes

    def ingest_together(self, notes: Sequence[Note]) -> list[IngestResult | MemkitError]:
        """Write notes of one session and source in few transactions: one for a speaker whom the session does not know
        yet, one for whatever comes between. If one of them fails, its notes are written one by one.

        `rows_changed` of a transaction stands with its first note."""
        outcomes: list[IngestResult | MemkitError] = []
        for stored, part in self._parts(notes):
            if stored:
                outcomes += self.ingest_many(part)
                continue
            try:
                read = self.read(part)
                planned, changed = commit(self._store, lambda read=read: self.plan(*read))
            except MemkitError:
                outcomes += self.ingest_many(part)
                continue
            for number, (one, plan) in enumerate(zip(read, planned, strict=True)):
                outcomes.append(self._written(one, plan, 0 if number else changed))
        return outcomes

    def _parts(self, notes: Sequence[Note]) -> Iterator[tuple[bool, list[Note]]]:
        """(are they in memory, notes that are written together), in order."""
        conversation = self._store.get("Conversation", [notes[0].conversation_id]).get(notes[0].conversation_id)
        known = {"", *(conversation.speakers if conversation else ())}
        stored = self._store.get("Passage", [note.id for note in notes])
        for (in_memory, new), group in itertools.groupby(notes, lambda n: (n.id in stored, n.speaker not in known)):
            if in_memory or not new:
                yield in_memory, list(group)
                continue
            for note in group:
                yield False, [note]
                known.add(note.speaker)

    def _write(self, read: ReadNote) -> IngestResult:
        (planned,), changed = commit(self._store, lambda: self.plan(read))
        return self._written(read, planned, changed)

    def _written(self, read: ReadNote, planned: PlannedNote, changed: int) -> IngestResult:
        problems = [problem for extraction in read.extractions for problem in extraction.problems]
        return self._result(read.note, planned.resolutions, changed, read.encoded, problems)

    def _remembered(self, note: Note) -> IngestResult:
        """A note that is in memory: each of its names is known, as exactly itself."""
        edges = self._store.expand(self._passage_ids(note), ["MENTIONS"])
        entities = self._store.get("Entity", {edge.target_id for edge in edges})
        heads = self._store.get("Entity", {e.canonical_id for e in entities.values()})
        first = {edge.target_id: edge for edge in sorted(edges, key=lambda e: (e.start, e.id), reverse=True)}
        resolutions = [
            Resolution(
                mention=edge.surface,
                action="merge",
                confidence=1.0,
                matched_entity_id=entities[id].canonical_id,
                matched_name=heads[entities[id].canonical_id].name,
                signals={"known": 1.0},
                reason="this note is in memory already",
                entity_id=id,
                type=entities[id].type,
            )
            for id, edge in reversed(first.items())
        ]
        return self._result(note, resolutions)

    def _result(
        self,
        note: Note,
        resolutions: list[Resolution],
        rows_changed: int = 0,
        encoded: int = 0,
        problems: Sequence[str] = (),
    ) -> IngestResult:
        degraded = [*self._degraded, *problems]
        return IngestResult(
            message_id=note.id,
            entity_count=len({r.entity_id for r in resolutions}),
            relation_count=sum(self._store.count("RELATED_TO", passage_id=id) for id in self._passage_ids(note)),
            resolutions=Rows(resolutions, degraded=degraded),
            rows_changed=rows_changed,
            encoded=encoded,
            degraded=degraded,
        )

    def _passage_ids(self, note: Note) -> list[str]:
        return [note.part_id(number) for number in range(len(self._texts(note)))]

    def _texts(self, note: Note) -> list[str]:
        spans = split_passages(note.content, self._settings.passage_chars)
        return [note.content[start:end] for start, end in spans]

    def read(self, notes: Sequence[Note]) -> list[ReadNote]:
        """Cut, extract and embed: everything that needs no store."""
        cut = [self._texts(note) for note in notes]
        texts = [text for part in cut for text in part]
        extractions = iter(read_texts(self._extractor, texts))
        found = []
        for note, part in zip(notes, cut, strict=True):
            before = self._embedder.encoded
            vectors = self._embedder.encode([as_indexed(text, title=note.title, speaker=note.speaker) for text in part])
            read = list(itertools.islice(extractions, len(part)))
            if self._states is not None and note.at:
                read = [self._states.enrich(text, note.at, one) for text, one in zip(part, read, strict=True)]
            found.append(ReadNote(note, part, read, vectors, self._embedder.encoded - before))
        return found

    def plan(self, *reads: ReadNote) -> tuple[Batch, list[PlannedNote]]:
        """The batch that writes these notes of one session and source, on the store as it is now. Of several, the
        session must know every speaker already."""
        check_embedder(self._store, self._embedder)
        batch = Batch(base_revision=self._store.revision(), meta={EMBEDDER_META: self._embedder.name})
        note = reads[0].note
        conversation = self._store.get("Conversation", [note.conversation_id]).get(note.conversation_id)
        conversation = conversation or Conversation(note.conversation_id, note.session_id)
        speaking, told = [], {}
        if note.speaker and note.speaker not in conversation.speakers:
            speaking = [as_extraction(note.speaker)]
            known = {"alike": note.alike, "unlike": note.unlike, "text": note.content}
            if one := told_by_session(self._store, conversation, note.speaker, **known):
                told[note.speaker, PERSON] = one
        extractions = [extraction for read in reads for extraction in read.extractions]
        identified = self._identifier.identify(
            [*extractions, *speaking], note_id=note.id, source=note.source, at=utc_now(), told=told
        )
        batch.add(*identified.records)
        speaker = identified.resolutions.get((note.speaker, PERSON)) if speaking else None
        planned = []
        for read in reads:
            known = conversation.speakers.get(read.note.speaker, "")
            speaker_id = known or (speaker.entity_id if speaker else "")
            passages, conversation = self._passages(read, batch, conversation, speaker_id)
            for passage, extraction in zip(passages, read.extractions, strict=True):
                found = [identified.resolutions[(m.name, m.type)] for m in extraction.mentions]
                batch.add(*statements([passage], [Chunk(0, len(passage.text))], extraction, found))
            mentioned = {(m.name, m.type) for extraction in read.extractions for m in extraction.mentions}
            resolutions = [r for key, r in identified.resolutions.items() if key in mentioned]
            planned.append(PlannedNote(resolutions, passages, speaker_id, None if known else speaker))
        batch.add(conversation)
        return batch, planned

    def _passages(
        self, read: ReadNote, batch: Batch, conversation: Conversation, speaker_id: str
    ) -> tuple[list[Passage], Conversation]:
        """The note's passages, and the conversation as it is with them."""
        note = read.note
        passages = [
            Passage(
                id=note.part_id(number),
                kind="message",
                parent_id=note.conversation_id,
                position=conversation.next_position + number,
                title=note.title,
                text=text,
                source=note.source,
                session_id=note.session_id,
                speaker=note.speaker,
                at=note.at,
                tag=note.tag,
            )
            for number, text in enumerate(read.texts)
        ]
        speakers = {note.speaker: speaker_id} if speaker_id else {}
        batch.add(
            *passages,
            *(Link.between(note.conversation_id, "HAS_MESSAGE", p.id) for p in passages),
            *(Link.between(p.id, "SPOKEN_BY", id) for p in passages for id in speakers.values()),
        )
        order = [conversation.last_id, *(p.id for p in passages)]
        batch.add(*(Link.between(a, "NEXT", b) for a, b in itertools.pairwise(order) if a))
        for passage, vector in zip(passages, read.vectors, strict=True):
            batch.set_vector("Passage", passage.id, vector)
        return passages, replace(
            conversation,
            title=conversation.title or note.session_title,
            next_position=conversation.next_position + len(passages),
            last_id=passages[-1].id,
            speakers={**conversation.speakers, **speakers},
        )


def check_embedder(store: Store, embedder: Embedder) -> None:
    """Refuse a model other than the one that made the store's vectors: cosines of two models mean nothing."""
    built_with = store.meta().get(EMBEDDER_META)
    if built_with and built_with != embedder.name:
        raise ModelError(
            f"the vectors in {store.uri} (namespace {store.namespace!r}) were made by {built_with!r}, the settings "
            f"name {embedder.name!r}: use Settings(embedder=...) of that model, or encode everything anew with "
            f"`memkit reembed --store {store.uri} --namespace {store.namespace}`"
        )
