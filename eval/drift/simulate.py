"""A memory grows message by message, under one setting: the identity decisions of memkit itself, on a quick store.

Only the store is another one; what is decided, and in which order it is read and written, is `memkit.identify` and
`memkit.identity`, as `Memory.ingest`, `confirm` and `reject` call them (tests/eval/drift holds one against the other).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import numpy as np

from eval.drift.quick_store import QuickStore
from eval.drift.settings import WITHOUT_THRESHOLD, Setting
from eval.drift.told import extraction
from eval.drift.world import Message, World
from memkit import identity
from memkit.candidates import entity_id
from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.errors import InputError
from memkit.extract import Extraction, Ontology
from memkit.extract.passages import Chunk
from memkit.identify import Identifier
from memkit.ingest import Note
from memkit.model import BlockKey, Entity, Judgement, Passage, Record, Resolution, iso_utc
from memkit.resolve import Name, Rule, block_keys
from memkit.statements import statements

START = datetime(2026, 1, 1, tzinfo=UTC)
SESSION = "drift"
#: Comparisons of names that are kept; about twenty a message are met.
MOST_COMPARISONS = 1 << 18
#: Owner of a thing that no mention of a person was put to.
NOBODY = -1


def said_at(message: Message) -> str:
    """A message a minute, so that none is taken for one that is in memory already."""
    return iso_utc(START + timedelta(minutes=message.number))


@dataclass(frozen=True, slots=True)
class FalseMerge:
    """At `message`, which means `person`, a mention was merged with a thing that is mostly of `owner`; `kind` is that
    of the spelling."""

    message: int
    person: int
    owner: int
    kind: str


@dataclass(slots=True)
class Tally:
    """What was decided so far about mentions of people. `false`: the false merges, by the rule or by a reviewer;
    `missed`: somebody known, created apart; `asked_same`, `asked_different`: put up for review, with the right thing
    first or not."""

    merges: int = 0
    false: list[FalseMerge] = field(default_factory=list)
    missed: int = 0
    asked_same: int = 0
    asked_different: int = 0

    def merged(self, message: Message, owner: int) -> None:
        self.merges += 1
        if owner != message.person:
            self.false.append(FalseMerge(message.number, message.person, owner, message.kind))


@dataclass(slots=True)
class Ledger:
    """Who is meant by each mention, and which entity it was put to: what every measure is taken from."""

    persons: list[int] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    heads: dict[str, str] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    _members: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _meant: dict[str, Counter] = field(default_factory=lambda: defaultdict(Counter))

    def take(self, records: Sequence[Record]) -> None:
        """Follow the entities of these records to the things that they now belong to."""
        for record in records:
            if isinstance(record, Entity) and record.type == "Person":
                if record.id in self.heads:
                    self._members[self.heads[record.id]].discard(record.id)
                self.heads[record.id] = record.canonical_id
                self._members[record.canonical_id].add(record.id)

    def mention(self, person: int, entity: str) -> None:
        self.persons.append(person)
        self.entities.append(entity)
        self._meant[entity][person] += 1

    def owner(self, head: str) -> int:
        """The person whom most mentions of a thing mean (ties: who was known first), NOBODY if it has none."""
        meant: Counter = Counter()
        for member in self._members[head]:
            meant.update(self._meant[member])
        return min(meant, key=lambda person: (-meant[person], person)) if meant else NOBODY

    def things(self) -> list[str]:
        """The thing of each mention, as it stands now."""
        return [self.heads[entity] for entity in self.entities]


class Growing:
    """One memory, grown by `hear`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.store = QuickStore()
        self.ledger = Ledger()
        self._known: set[int] = set()
        self._first: dict[int, str] = {}
        settings = setting.memory_settings()
        embedder = quick_embedder(settings.embedder)
        rule = _quick_rule(setting) if setting.rule not in WITHOUT_THRESHOLD else setting.make_rule()
        self._identifier = Identifier(self.store, settings, rule, embedder, Ontology())

    def hear(self, message: Message) -> None:
        """Decide and write one message."""
        at = said_at(message)
        note = Note(message.text, session_id=SESSION, at=at)
        read = extraction(message)
        found = self._identifier.identify([read], note_id=note.id, source="", at=at)
        resolutions = [found.resolutions[m.name, m.type] for m in read.mentions]
        self._count(message, resolutions[0])
        if self.setting.corrected:
            records, resolutions = self._as_meant(message, at, read, resolutions)
        else:
            records = found.records
        self._write(message, note, read, records, resolutions)
        asked = [r for r in records if isinstance(r, Judgement) and r.verdict == "pending"]
        self._answer([j for j in asked if j.source_id in self.ledger.heads], message, at)

    def _write(
        self,
        message: Message,
        note: Note,
        read: Extraction,
        records: Sequence[Record],
        resolutions: Sequence[Resolution],
    ) -> None:
        passage = Passage(note.id, "message", note.conversation_id, message.number, "", note.content, "", at=note.at)
        edges = statements([passage], [Chunk(0, len(note.content))], read, resolutions)
        self.store.put([*records, passage, *edges])
        self.ledger.take(records)
        self.ledger.mention(message.person, resolutions[0].entity_id)
        self._known.add(message.person)

    def _count(self, message: Message, resolution: Resolution) -> None:
        ledger, tally = self.ledger, self.ledger.tally
        owner = ledger.owner(resolution.matched_entity_id) if resolution.matched_entity_id else NOBODY
        if resolution.action == "merge":
            tally.merged(message, owner)
        elif resolution.action == "pending":
            tally.asked_same += owner == message.person
            tally.asked_different += owner != message.person
        else:
            tally.missed += message.person in self._known

    # ------------------------------------------------------------------------------------------------ the review queue

    def answers(self, asked: Sequence[Judgement], message: Message) -> Iterator[tuple[Judgement, bool]]:
        """(pair, yes?) as the setting answers the pairs of people that this message put up for review, best first;
        each answer may rest on what became of the one before."""
        asked = sorted(asked, key=lambda j: (-j.score, j.id))
        if self.setting.answers == "confirmed":
            asked = asked[:1]
        for judgement in asked if self.setting.answers != "left" else ():
            right = self.setting.answers == "reviewed" and self._asked_about(judgement) == message.person
            yield judgement, right or self.setting.answers == "confirmed"

    def _answer(self, asked: Sequence[Judgement], message: Message, at: str) -> None:
        for judgement, yes in self.answers(asked, message):
            owner = self._asked_about(judgement)
            verdict = "merged" if yes else "rejected"
            if self.judge(judgement.source_id, judgement.target_id, verdict, at) and yes:
                self.ledger.tally.merged(message, owner)

    def _asked_about(self, judgement: Judgement) -> int:
        """Whose thing the last mention may belong to, by this pair."""
        new = self.ledger.entities[-1]
        other = judgement.target_id if judgement.source_id == new else judgement.source_id
        return self.ledger.owner(self.ledger.heads[other])

    def judge(self, left_id: str, right_id: str, verdict: str, at: str) -> bool:
        """Write an answer; False where memory refuses it, since it would join what was kept apart."""
        try:
            _, records = identity.decide(self.store, left_id, right_id, verdict=verdict, by="reviewer", at=at)
        except InputError:
            return False
        self.store.put(records)
        self.ledger.take(records)
        return True

    def waiting(self) -> int:
        """Pairs of people in the review queue."""
        return sum(view.left_id in self.ledger.heads for view in identity.pending(self.store))

    # ------------------------------------------------------------------------------------------------ the control

    def _as_meant(
        self, message: Message, at: str, read: Extraction, resolutions: Sequence[Resolution]
    ) -> tuple[list[Record], list[Resolution]]:
        """The records that put every mention to what it means, whatever was decided."""
        meant = (f"person {message.person}", "")
        records: list[Record] = []
        right = []
        for mention, resolution, apart in zip(read.mentions, resolutions, meant, strict=True):
            id = entity_id(mention.name, mention.type, apart)
            head = self._first.setdefault(message.person, id) if apart else id
            if not self.store.get("Entity", [id]):
                records.append(Entity(id, mention.name, mention.type, head, created_at=at))
                keys = block_keys(Name(mention.name, mention.type))
                records += (BlockKey.of(id, key) for key in keys)
            right.append(replace(resolution, entity_id=id))
        return records, right


def grow(world: World, setting: Setting, checkpoints: Sequence[int]) -> Iterator[tuple[int, Growing]]:
    """Feed the messages of a world to a new memory; yields (messages so far, the memory) at each checkpoint."""
    memory, wanted = Growing(setting), set(checkpoints)
    if setting.embedder != "none":  # all at once is quicker than one by one
        quick_embedder(setting.embedder).encode([name for m in world.messages for name in (m.spelling, m.value)])
    for message in world.messages:
        memory.hear(message)
        if message.number + 1 in wanted:
            yield message.number + 1, memory


class QuickRule:
    """A rule that compares no two names twice: every threshold and control meets the same ones."""

    def __init__(self, rule: Rule) -> None:
        self.name, self.needs_semantic = rule.name, rule.needs_semantic
        self.compare = lru_cache(maxsize=MOST_COMPARISONS)(rule.compare)


def _quick_rule(setting: Setting) -> QuickRule:
    return _rule_of(replace(setting, merge_threshold=0.0, answers="left", corrected=False))


@lru_cache(maxsize=1)
def _rule_of(setting: Setting) -> QuickRule:
    return QuickRule(setting.make_rule())


class QuickEmbedder:
    """An Embedder that keeps every vector in memory: names come again thousands of times."""

    def __init__(self, settings: Settings) -> None:
        self._embedder = load_embedder(settings)[0]
        self.name, self.dimensions = self._embedder.name, self._embedder.dimensions
        self._known: dict[str, np.ndarray] = {}

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        if new:
            self._known.update(zip(new, self._embedder.encode(new), strict=True))
        return np.stack([self._known[text] for text in texts])


@lru_cache(maxsize=2)
def quick_embedder(name: str) -> QuickEmbedder:
    """The embedder of this name, one for all worlds. The hash embedder is so quick that nothing is kept on disk."""
    return QuickEmbedder(Settings(embedder=name, **({"cache_dir": ""} if name == "hash" else {})))
