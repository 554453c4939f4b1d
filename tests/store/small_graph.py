"""A small graph with a record of every kind, and short ways to write it and to read all of a store."""

from __future__ import annotations

import numpy as np

from memkit.model import (
    RECORD_CLASSES,
    Attribute,
    Batch,
    BlockKey,
    Conversation,
    Denial,
    Document,
    Entity,
    Judgement,
    Link,
    Mention,
    Passage,
    Relation,
)
from memkit.store.schema import NODE_LABELS

ANN = Entity("ent_ann", "Ann", "Person", "ent_ann", ("Anna", "A."), "an engineer", "2024-01-01T00:00:00+00:00")
BOB = Entity("ent_bob", "Bob", "Person", "ent_bob")
TALK = Conversation("con_1", "s1", "First", 1, "msg_1")
FILE = Document("doc_1", "Wiki", "wiki.md", "abc")
SAID = Passage("msg_1", "message", "con_1", 0, "", "Ann knows Bob.", "note", "s1", "Cy", "2024-01-01", "t")
READ = Passage("chk_1", "chunk", "doc_1", 0, "Wiki", "Bob here.", "wiki.md")
HAS = Link.between("con_1", "HAS_MESSAGE", "msg_1")
PART = Link.between("doc_1", "HAS_CHUNK", "chk_1")
SAYS_ANN = Mention("men_1", "msg_1", "ent_ann", 0, 3, "Ann")
SAYS_BOB = Mention("men_2", "msg_1", "ent_bob", 10, 13, "Bob", "merge", 0.75, "exact")
KNOWS = Relation("rel_1", "ent_ann", "ent_bob", "KNOWS", "msg_1", "Ann knows Bob.", 0.5, "note")
LEFT = Denial("den_1", "ent_bob", "ent_ann", "KNOWS", "msg_1", "Bob no longer knows Ann.", True, "2024-01-01")
TIER = Attribute("att_1", "chk_1", "ent_bob", "tier", "1", "tier: 1")
APART = Judgement("jdg_1", "ent_ann", "ent_bob", "rejected", 0.25, {"fuzzy": 0.25}, "differ", "me", "2024-01-01")
KEY = BlockKey.of("ent_ann", "ann")
EVERYTHING = (ANN, BOB, TALK, FILE, SAID, READ, HAS, PART, SAYS_ANN, SAYS_BOB, KNOWS, LEFT, TIER, APART, KEY)


def batch(*records, deletes=(), **more) -> Batch:
    return Batch(upserts=list(records), deletes=list(deletes), **more)


def with_vectors(label: str, **vectors) -> Batch:
    return Batch(vectors={label: {id: np.array(v, dtype=np.float32) for id, v in vectors.items()}})


def contents(store) -> dict:
    """All that can be read, in one value that can be compared."""
    found = {label: store.find(label) for label in RECORD_CLASSES}
    found |= {f"vectors of {label}": store.vectors(label)[0] for label in NODE_LABELS}
    return found | {"meta": store.meta(), "revision": store.revision()}
