"""The records that a store keeps, their deterministic ids, and the results that calls return.

A *record* is a frozen dataclass with an `id`; nodes stand alone, edges have `source_id` and `target_id`. A store
knows nothing but these classes: its tables, constraints and statements are derived from their fields. Field types
are `str`, `int`, `float`, `bool`, `tuple[str, ...]` and `dict` (stored as JSON). Times are ISO 8601 text in UTC.
"""

from __future__ import annotations

import dataclasses
import hashlib
import html
import json
import math
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar, Generic, TypeVar, get_args

import numpy as np

from memkit.errors import InputError

#: The five POLE+O types; an ontology adds children of these.
ENTITY_TYPES = ("Person", "Object", "Location", "Event", "Organization")

#: What somebody can do to a decision by saying something.
ACTS = ("proposes", "supports", "disagrees", "withdraws", "decides", "reaffirms")

#: Edge types without properties of their own, kept as `Link` records, with the labels they join. Cypher cannot take a
#: relationship type as a parameter, so this whitelist is also what makes building a statement from one safe.
LINK_TYPES: dict[str, tuple[str, str]] = {
    "HAS_CHUNK": ("Document", "Passage"),
    "HAS_MESSAGE": ("Conversation", "Passage"),
    "NEXT": ("Passage", "Passage"),
    "SPOKEN_BY": ("Passage", "Entity"),
    "STATED_BY": ("Claim", "Entity"),
    "SUPPORTS": ("Claim", "Decision"),
    "DISAGREES_WITH": ("Claim", "Decision"),
    "WITHDRAWS": ("Claim", "Decision"),
    "SUPERSEDES": ("Decision", "Decision"),
    "ABOUT": ("Decision", "Topic"),
    "DECIDED_IN": ("Decision", "Conversation"),
    "INITIATED_BY": ("ReasoningTrace", "Passage"),
    "HAS_STEP": ("ReasoningTrace", "ReasoningStep"),
    "TOUCHED": ("ReasoningTrace", "Entity"),
}

#: Longest blocking key that is kept as it is, in characters; see BlockKey.
LONGEST_KEY = 200


def stable_id(kind: str, *parts: object) -> str:
    """`kind_` and 24 hex digits, 96 bits of BLAKE2b over the JSON of `parts`: same parts, same id, anywhere."""
    payload = json.dumps([kind, *parts], ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return f"{kind}_{hashlib.blake2b(payload.encode('ascii'), digest_size=12).hexdigest()}"


def utc_now() -> str:
    """The time now, as `iso_utc` writes it."""
    return iso_utc(datetime.now(UTC))


def iso_utc(moment: datetime) -> str:
    """ISO 8601 with microseconds: texts of UTC times sort as the times do."""
    return moment.isoformat(timespec="microseconds")


# --------------------------------------------------------------------------------------------------------- records


@dataclass(frozen=True, slots=True)
class Record:
    """What every record has. `label` is its node label or edge type.

    Three more class variables tell a store how to keep the class: `references` are fields that name a node of the
    given label (it must exist, and the record is deleted with it), `indexes` the fields (several: one index over
    them) that `find` looks records up by, `searchable` the fields of a full-text index for other tools.
    """

    label: ClassVar[str]
    references: ClassVar[dict[str, str]] = {}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = ()
    searchable: ClassVar[tuple[str, ...]] = ()
    id: str


@dataclass(frozen=True, slots=True)
class Document(Record):
    """A file of a corpus; `content_hash` is the SHA-256 of its text and of what else decides how it is read. `folder`
    is a mark of the folder that it came from ("" if from none)."""

    label: ClassVar[str] = "Document"
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("folder",),)
    title: str
    source: str
    content_hash: str
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Conversation(Record):
    """A session: the messages that were said, in order."""

    label: ClassVar[str] = "Conversation"
    session_id: str
    title: str = ""
    next_position: int = 0  # of the next message, known without reading them all
    last_id: str = ""  # the last message's passage
    speakers: dict[str, str] = field(default_factory=dict)  # spelling -> entity, of everybody who spoke


@dataclass(frozen=True, slots=True)
class Passage(Record):
    """A chunk of a document or a message of a conversation: the unit that is retrieved and cited.

    `kind` is "chunk" or "message"; `parent_id` the Document or Conversation; `position` its 0-based order in it.
    """

    label: ClassVar[str] = "Passage"
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("parent_id",), ("session_id",), ("source",), ("tag",))
    searchable: ClassVar[tuple[str, ...]] = ("title", "text")
    #: `kind` -> a second node label in Neo4j.
    kinds: ClassVar[dict[str, str]] = {"chunk": "Chunk", "message": "Message"}
    kind: str
    parent_id: str
    position: int
    title: str
    text: str
    source: str
    session_id: str = ""
    speaker: str = ""
    at: str = ""
    tag: str = ""

    @property
    def indexed_text(self) -> str:
        """What is embedded and searched by words: `as_indexed` of the passage."""
        return as_indexed(self.text, title=self.title, speaker=self.speaker)


def as_indexed(text: str, *, title: str = "", speaker: str = "") -> str:
    """A text with what it stands under, "title. text", or who said it, "Speaker: text"."""
    said = f"{speaker}: {text}" if speaker else text
    return f"{title}. {said}" if title else said


@dataclass(frozen=True, slots=True)
class Entity(Record):
    """One name of one thing. Names that are one thing share a `canonical_id`, derived from the judgements."""

    label: ClassVar[str] = "Entity"
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("canonical_id",), ("type",))
    searchable: ClassVar[tuple[str, ...]] = ("name", "aliases", "description")
    name: str
    type: str
    canonical_id: str
    aliases: tuple[str, ...] = ()
    description: str = ""
    created_at: str = ""


@dataclass(frozen=True, slots=True)
class Topic(Record):
    """What rival decisions are about; `key` is the name as it is compared."""

    label: ClassVar[str] = "Topic"
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("key",),)
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Decision(Record):
    """One option that was put on the table or settled; rival options are ABOUT one topic.

    `status` is "current" (settled and not replaced), "superseded" (another took its place), "withdrawn" (pulled, with
    nothing in its place) or "open"; `decided_at` when it was settled (ISO 8601, "" while it was not). Options that
    answer one `question` are rivals; a topic may hold several (the question's id is that of its first option).
    """

    label: ClassVar[str] = "Decision"
    references: ClassVar[dict[str, str]] = {"passage_id": "Passage"}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("status",),)
    searchable: ClassVar[tuple[str, ...]] = ("statement",)
    statement: str
    status: str
    passage_id: str  # that put it on the table
    decided_at: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Claim(Record):
    """What a person said (STATED_BY), and by it did to a decision: `act` is one of ACTS, "" for a claim about none.

    `number` counts the claims of a namespace from 1, in the order in which they came in; `statement` are the words for
    the decision that were used there.
    """

    label: ClassVar[str] = "Claim"
    references: ClassVar[dict[str, str]] = {"passage_id": "Passage"}
    searchable: ClassVar[tuple[str, ...]] = ("text",)
    text: str
    passage_id: str
    act: str = ""
    at: str = ""
    number: int = 0
    statement: str = ""


@dataclass(frozen=True, slots=True)
class ReasoningTrace(Record):
    """How one question or message was worked on; INITIATED_BY the message, TOUCHED the entities it came across."""

    label: ClassVar[str] = "ReasoningTrace"
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("session_id",),)
    session_id: str
    query: str
    outcome: str
    at: str


@dataclass(frozen=True, slots=True)
class ReasoningStep(Record):
    """One step of a trace: what was done and what came of it; `number` counts from 1."""

    label: ClassVar[str] = "ReasoningStep"
    references: ClassVar[dict[str, str]] = {"trace_id": "ReasoningTrace"}
    trace_id: str
    number: int
    action: str
    observation: str


@dataclass(frozen=True, slots=True)
class Edge(Record):
    """A record that joins two nodes; `references` has the labels of both. Both must exist when it is written."""

    source_id: str
    target_id: str


@dataclass(frozen=True, slots=True)
class Link(Edge):
    """An edge without properties; `type` is one of LINK_TYPES, which has the labels it joins (in Neo4j it is the
    relationship type itself)."""

    label: ClassVar[str] = "LINK"
    type: str

    @classmethod
    def between(cls, source_id: str, type: str, target_id: str) -> Link:
        return cls(stable_id("lnk", type, source_id, target_id), source_id, target_id, type)


@dataclass(frozen=True, slots=True)
class Mention(Edge):
    """Passage -> Entity: `text[start:end]` of the passage names the entity (offsets in code points).

    `action`, `score` and `reason` keep how the mention was resolved when it came in.
    """

    label: ClassVar[str] = "MENTIONS"
    references: ClassVar[dict[str, str]] = {"source_id": "Passage", "target_id": "Entity"}
    start: int
    end: int
    surface: str
    action: str = "create"
    score: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Relation(Edge):
    """Entity -> Entity, one edge per stating passage; `sentence` is the sentence that states it.

    `since` and `until` are when it began and ended, as far as the passage says (ISO 8601: a year, a month, a day or a
    time; "" for what it does not say). `manner` is "also" where it stands beside others of its kind, "still" where it
    never ended, else "" (memkit.lasting).
    """

    label: ClassVar[str] = "RELATED_TO"
    references: ClassVar[dict[str, str]] = {"source_id": "Entity", "target_id": "Entity"}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("passage_id",),)
    type: str
    passage_id: str
    sentence: str
    confidence: float = 1.0
    source: str = ""
    since: str = ""
    until: str = ""
    manner: str = ""


@dataclass(frozen=True, slots=True)
class Denial(Edge):
    """Entity -> Entity: a passage says that the first does *not* stand in this relation to the second. Of a lasting
    state both ends may be one thing: it stands in this relation to nothing (memkit.lasting).

    `former`: that it did once ("no longer", "until March"), so that earlier statements of it are corrected. `at` is the
    time from which it no longer holds, or that of the passage (ISO 8601, "" if unknown).
    """

    label: ClassVar[str] = "NOT_RELATED_TO"
    references: ClassVar[dict[str, str]] = {"source_id": "Entity", "target_id": "Entity"}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("passage_id",),)
    type: str
    passage_id: str
    sentence: str
    former: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class Attribute(Edge):
    """Passage -> Entity: the passage gives the entity's value of an attribute ("tier": "1"), in the text `sentence`."""

    label: ClassVar[str] = "DESCRIBES"
    references: ClassVar[dict[str, str]] = {"source_id": "Passage", "target_id": "Entity"}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("name", "value"),)
    name: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Judgement(Edge):
    """Entity -> Entity: are these two one thing? Append-only per pair: `number` counts the pair's judgements from 1,
    at most one of them is `state` "active"; the others are "replaced" (by the next) or "undone".

    `source_id` < `target_id` always, so that a pair has one spelling.
    """

    label: ClassVar[str] = "SAME_AS"
    references: ClassVar[dict[str, str]] = {"source_id": "Entity", "target_id": "Entity"}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("state", "verdict"),)
    verdict: str  # merged | pending | rejected
    score: float
    signals: dict[str, float]
    reason: str
    decided_by: str
    decided_at: str
    number: int = 1
    state: str = "active"

    @property
    def left_id(self) -> str:
        return self.source_id

    @property
    def right_id(self) -> str:
        return self.target_id


@dataclass(frozen=True, slots=True)
class BlockKey(Record):
    """A blocking key of an entity: entities that share a key are compared, others never are.

    A key of more than LONGEST_KEY characters is kept as its beginning and a hash, since stores index keys.
    """

    label: ClassVar[str] = "BlockKey"
    references: ClassVar[dict[str, str]] = {"entity_id": "Entity"}
    indexes: ClassVar[tuple[tuple[str, ...], ...]] = (("key", "entity_id"),)
    entity_id: str
    key: str

    @classmethod
    def of(cls, entity_id: str, key: str) -> BlockKey:
        return cls(stable_id("key", entity_id, key), entity_id, cls.spelling(key))

    @staticmethod
    def spelling(key: str) -> str:
        """The key as it is kept."""
        if len(key) <= LONGEST_KEY:
            return key
        return f"{key[: LONGEST_KEY // 2]}#{hashlib.blake2b(key.encode(), digest_size=16).hexdigest()}"


NODE_CLASSES: tuple[type[Record], ...] = (
    Document,
    Conversation,
    Passage,
    Entity,
    Topic,
    Decision,
    Claim,
    ReasoningTrace,
    ReasoningStep,
)
EDGE_CLASSES: tuple[type[Edge], ...] = (Link, Mention, Relation, Denial, Attribute, Judgement)
#: label -> class of everything a store keeps, in the order that satisfies references between them.
RECORD_CLASSES: dict[str, type[Record]] = {c.label: c for c in (*NODE_CLASSES, *EDGE_CLASSES, BlockKey)}


@dataclass(slots=True)
class Batch:
    """All rows of one write: applied in one transaction, all or nothing.

    `vectors[label][id]` is the embedding (float32, shape (d,), unit length) of a node that exists or is in `upserts`.
    `deletes` are (label, id); deleting a node deletes its edges, keys and vector. `meta` are settings of the store.
    `base_revision` is the revision the batch was planned on: if the namespace has moved on since, `apply` raises
    StoreConflict, writes nothing, and the caller plans again (None: write whatever happened in between).
    """

    upserts: list[Record] = field(default_factory=list)
    vectors: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    deletes: list[tuple[str, str]] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    base_revision: int | None = None

    def add(self, *records: Record) -> None:
        self.upserts.extend(records)

    def set_vector(self, label: str, id: str, vector: np.ndarray) -> None:
        self.vectors.setdefault(label, {})[id] = vector

    def __bool__(self) -> bool:
        return bool(self.upserts or self.vectors or self.deletes or self.meta)


def check_text(value: object, what: str) -> None:
    """Refuse what is no text, empty, or cannot be kept; `what` names it in the error."""
    if not isinstance(value, str) or not value:
        raise InputError(f"{what} is {value!r}: a text that is not empty is needed")
    check_value(value, what)


def check_words(value: object, what: str) -> None:
    """Refuse what is no text that can be kept, or shows nothing."""
    if not isinstance(value, str) or not shows(value):
        raise InputError(f"{what} is {value!r}: a text with at least one word is needed")
    check_value(value, what)


def check_visible(value: object, what: str) -> None:
    """Refuse what is no text, cannot be kept, or shows nothing."""
    if isinstance(value, str):
        check_value(value, what)
    if not isinstance(value, str) or not shows(value):
        raise InputError(f"{what} is {value!r}: a text with at least one visible character is needed")


#: Categories of characters that show nothing: spaces, control and format characters, lone surrogates.
_UNSEEN = frozenset("Zs Zl Zp Cc Cf Cs".split())
#: Characters of other categories that show nothing either (Unicode's Default_Ignorable_Code_Point without those above,
#: and the braille pattern of no dots), as ranges, both ends included.
_BLANK = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE0FFF),
)


def shows(text: str) -> bool:
    """Does a text have a character that can be seen? One that Unicode gained since this Python was made counts."""
    return any(
        unicodedata.category(c) not in _UNSEEN and not any(first <= ord(c) <= last for first, last in _BLANK)
        for c in text
    )


def check_count(value: object, what: str) -> None:
    """Refuse what is no whole number from 1."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InputError(f"{what} is {value!r}: a whole number from 1 is needed")


def check_value(value: object, where: str) -> None:
    """Refuse a NaN, an infinity, a NUL or an unpaired surrogate anywhere in `value`; `where` names it in the error."""
    if isinstance(value, str):
        if "\x00" in value:
            raise InputError(
                f"{where} has a NUL character at offset {value.index(chr(0))}: remove it (is the input text?)"
            )
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InputError(
                f"{where} has an unpaired surrogate at offset {error.start}: decode the input as UTF-8 first"
            ) from None
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"{where} is {value}: a finite number is needed")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            check_value(key, where)
            check_value(item, f"{where}[{key!r}]")
    elif isinstance(value, (tuple, list)):
        for item in value:
            check_value(item, where)


# --------------------------------------------------------------------------------------------------------- results


class Result:
    """Mixin of result dataclasses: `to_dict()` gives plain, JSON-ready values."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        return plain(self)

    def __getitem__(self, name: str) -> Any:
        """`result["entities"]` is `result.entities`."""
        if name not in {f.name for f in dataclasses.fields(self)}:
            raise KeyError(name)
        return getattr(self, name)


def plain(value: Any) -> Any:
    """`value` as dicts, lists and scalars that `json.dumps` takes."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Rows):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


Item = TypeVar("Item")


class Rows(list[Item], Generic[Item]):
    """A list that people look at: `to_frame()` gives a pandas DataFrame, and a notebook shows it as a table.

    `degraded` names each part that did not run on its first choice (empty when all did). `Rows[Item]` says of what it
    is, from which the schemas of HTTP and MCP are made.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """A list of its items to pydantic, which serves the faces."""
        return handler.generate_schema(list[get_args(source)[0] if get_args(source) else Any])

    def __init__(self, items: Iterable[Any] = (), *, degraded: Iterable[str] = ()) -> None:
        super().__init__(items)
        self.degraded: list[str] = list(degraded)

    def to_dict(self) -> dict[str, Any]:
        return {"rows": plain(self), "degraded": list(self.degraded)}

    def to_frame(self):
        """One row per item, one column per field (pandas.DataFrame)."""
        import pandas as pd

        return pd.DataFrame([plain(item) for item in self])

    def _repr_html_(self) -> str:
        note = f"<p><b>degraded:</b> {html.escape(', '.join(self.degraded))}</p>" if self.degraded else ""
        return note + (self.to_frame().to_html(max_rows=60) if self else "<p>(none)</p>")


class NotedRows(Rows[Item]):
    """Rows with `notes`: what was left out, or what to do where there are none."""

    def __init__(self, items: Iterable[Any] = (), *, degraded: Iterable[str] = (), notes: Iterable[str] = ()) -> None:
        super().__init__(items, degraded=degraded)
        self.notes: list[str] = list(notes)

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "notes": list(self.notes)}

    def _repr_html_(self) -> str:
        return super()._repr_html_() + "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)


@dataclass(frozen=True, slots=True)
class Resolution(Result):
    """What became of one mention: merged into a known entity, put in the review queue beside one, or created."""

    mention: str
    action: str  # merge | pending | create
    confidence: float
    matched_entity_id: str | None
    matched_name: str | None
    signals: dict[str, float]
    reason: str
    entity_id: str = ""
    type: str = ""


@dataclass(frozen=True, slots=True)
class IngestResult(Result):
    """What one note brought. `rows_changed` and `encoded` (texts sent to the embedder) are 0 the second time."""

    message_id: str
    entity_count: int
    relation_count: int
    resolutions: Rows[Resolution]
    rows_changed: int = 0
    encoded: int = 0
    degraded: list[str] = field(default_factory=list)
