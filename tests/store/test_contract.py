"""What every store does, checked on both: writing and reading. (Revisions and namespaces: test_store_revisions.py.)"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_graph import (
    ANN,
    APART,
    BOB,
    EVERYTHING,
    FILE,
    HAS,
    KNOWS,
    PART,
    SAID,
    SAYS_ANN,
    SAYS_BOB,
    TALK,
    batch,
    contents,
    with_vectors,
)

from memkit.errors import InputError, MissingRecord
from memkit.model import BlockKey, Entity, Link, Relation


@pytest.fixture
def full(store):
    store.apply(batch(*EVERYTHING))
    return store


# ---------------------------------------------------------------------------------------------------------- writing


def test_records_come_back_as_they_went_in(full):
    for record in EVERYTHING:
        assert full.get(record.label, [record.id]) == {record.id: record}
        assert record in full.find(record.label)


def test_counts_are_rows_really_changed(store):
    assert store.apply(batch(*EVERYTHING)) == {
        "Document": 1,
        "Conversation": 1,
        "Passage": 2,
        "Entity": 2,
        "LINK": 2,
        "MENTIONS": 2,
        "RELATED_TO": 1,
        "NOT_RELATED_TO": 1,
        "DESCRIBES": 1,
        "SAME_AS": 1,
        "BlockKey": 1,
    }
    assert store.apply(batch(*EVERYTHING)) == {}
    assert store.apply(batch(replace(ANN, description="new"), BOB, replace(SAYS_ANN, score=0.5))) == {
        "Entity": 1,
        "MENTIONS": 1,
    }
    assert store.get("Entity", ["ent_ann"])["ent_ann"].description == "new"


def test_an_empty_batch_changes_nothing(store):
    assert store.apply(batch()) == {}
    assert store.revision() == 0


def test_an_edge_can_move_to_other_nodes(full):
    moved = replace(SAYS_ANN, target_id="ent_bob")
    assert full.apply(batch(moved)) == {"MENTIONS": 1}
    assert full.expand(["ent_ann"], ["MENTIONS"], "in") == []
    assert full.expand(["ent_bob"], ["MENTIONS"], "in") == [moved, SAYS_BOB]


def test_a_link_can_change_its_type(full):
    turned = replace(HAS, type="NEXT", source_id="chk_1")
    assert full.apply(batch(turned)) == {"LINK": 1}
    assert full.find("LINK") == sorted([turned, PART], key=lambda link: link.id)


def test_a_passage_can_change_its_kind(full):
    assert full.apply(batch(replace(SAID, kind="chunk"))) == {"Passage": 1}
    assert [p.id for p in full.find("Passage", kind="chunk")] == ["chk_1", "msg_1"]


def test_the_same_row_twice_in_a_batch_counts_once(store):
    assert store.apply(batch(ANN, ANN)) == {"Entity": 1}


def test_the_same_id_with_other_fields_in_a_batch_is_refused(store):
    with pytest.raises(InputError, match="Entity ent_ann stands twice"):
        store.apply(batch(BOB, ANN, replace(ANN, name="Other")))
    assert store.count("Entity") == 0


@pytest.mark.parametrize(
    ("record", "named"),
    [
        (replace(SAYS_ANN, target_id="ent_x"), "MENTIONS men_1.*target_id.*Entity 'ent_x'"),
        (replace(SAYS_ANN, source_id="ent_ann"), "MENTIONS men_1.*source_id.*Passage 'ent_ann'"),
        (replace(HAS, target_id="msg_x"), "LINK .*target_id.*Passage 'msg_x'"),
        (replace(HAS, type="NEXT"), "LINK .*source_id.*Passage 'con_1'"),
        (BlockKey.of("ent_x", "x"), "BlockKey .*entity_id.*Entity 'ent_x'"),
    ],
)
def test_what_names_a_missing_node_is_refused_and_the_batch_undone(store, record, named):
    store.apply(batch(*EVERYTHING))
    before = contents(store)
    with pytest.raises(MissingRecord, match=named):
        store.apply(batch(replace(BOB, name="Robert"), record, meta={"a": "b"}))
    assert contents(store) == before


def test_a_vector_of_a_missing_node_is_refused(full):
    before = contents(full)
    vectors = with_vectors("Entity", ent_ann=[1, 0], ent_x=[0, 1])
    vectors.add(replace(BOB, name="Robert"))
    with pytest.raises(MissingRecord, match="'ent_x'"):
        full.apply(vectors)
    assert contents(full) == before


def test_deleting_a_node_takes_all_that_names_it(full):
    full.apply(with_vectors("Entity", ent_ann=[1, 0], ent_bob=[0, 1]))
    assert full.apply(batch(deletes=[("Entity", "ent_ann")])) == {"deleted": 6}  # itself and its edges and keys
    assert full.find("Entity") == [BOB]
    assert full.find("MENTIONS") == [SAYS_BOB]
    assert full.count("RELATED_TO") == full.count("SAME_AS") == full.count("BlockKey") == 0
    assert full.vectors("Entity")[0] == ["ent_bob"]
    assert full.block(["ann"], 5) == {}


def test_deleting_leaves_equal_ids_of_other_labels(store):
    store.apply(batch(replace(FILE, id="x"), replace(TALK, id="x"), replace(SAID, id="x")))
    both = [Link("l1", "x", "x", "HAS_CHUNK"), Link("l2", "x", "x", "HAS_MESSAGE"), Link("l3", "x", "x", "NEXT")]
    store.apply(batch(*both))
    assert store.apply(batch(deletes=[("Document", "x")])) == {"deleted": 2}
    assert store.find("LINK") == both[1:]
    assert store.count("Conversation") == store.count("Passage") == 1


def test_deletes_run_after_upserts_and_unknown_ids_count_nothing(store):
    assert store.apply(batch(ANN, BOB, deletes=[("Entity", "ent_bob"), ("Entity", "ent_x")])) == {
        "Entity": 2,
        "deleted": 1,
    }
    assert store.find("Entity") == [ANN]
    assert store.apply(batch(deletes=[("Entity", "ent_x")])) == {}


def test_meta_is_kept_and_counted(store):
    assert store.apply(batch(meta={"embedder": "hash", "x": ""})) == {"meta": 2}
    assert store.apply(batch(meta={"embedder": "hash", "x": "y"})) == {"meta": 1}
    assert store.meta() == {"embedder": "hash", "x": "y"}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (replace(ANN, name="a\x00b"), "NUL"),
        (replace(ANN, name="\ud800"), "surrogate"),
        (replace(ANN, aliases=("ok", "\ud800")), "surrogate"),
        (replace(ANN, name=3), "str is needed"),
        (replace(ANN, name=None), "str is needed"),
        (replace(ANN, aliases="text"), "tuple of str"),
        (replace(ANN, id=""), "empty id"),
        (replace(ANN, id="x" * 2001), "at most 2000"),
        (replace(ANN, id="ä" * 1001), "at most 2000"),
        (replace(SAID, position=2**63), "64 bits"),
        (replace(SAYS_ANN, score=float("nan")), "nan"),
        (replace(SAYS_ANN, score=float("inf")), "inf"),
        (replace(APART, signals={"fuzzy": float("nan")}), "nan"),
        (replace(APART, signals={1: 1.0}), "dict is needed"),
        (replace(HAS, type="KNOWS"), "HAS_CHUNK"),
        ("text", "not a record"),
    ],
)
def test_a_record_that_would_not_come_back_is_refused(full, record, said):
    before = contents(full)
    with pytest.raises(InputError, match=said):
        full.apply(batch(replace(BOB, name="Robert"), record))
    assert contents(full) == before


@pytest.mark.parametrize("meta", [{"": "x"}, {"a": 1}, {"a": "\ud800"}, {"a": None}])
def test_meta_that_is_not_text_is_refused(store, meta):
    with pytest.raises(InputError, match="meta"):
        store.apply(batch(meta=meta))


def test_numbers_of_numpy_are_taken(store):
    store.apply(batch(*EVERYTHING, replace(SAYS_ANN, id="men_3", start=np.int64(1), score=np.float32(0.5))))
    assert store.get("MENTIONS", ["men_3"])["men_3"] == replace(SAYS_ANN, id="men_3", start=1, score=0.5)


HARD_TEXTS = [
    "Robert'); DROP TABLE entity;--",
    "`) DETACH DELETE n //",
    "$ns {id: 1} \\ \" ' ` \u2028",
    "name:* OR NEAR(a b) -x ^y",
    "عمّان שלום",
    "e\u0301 \u200d \U0001f468\u200d\U0001f469",
    " leading, trailing ",
    "x" * 10_000,
]


@pytest.mark.parametrize("text", HARD_TEXTS, ids=range(len(HARD_TEXTS)))
def test_any_text_is_data_only(store, text):
    id = text[:1500]
    entity = Entity(id, text, id, id, (text, ""), text)
    other = replace(entity, id=id + "2", name=text + "2")
    key = BlockKey.of(id, id)
    edge = Relation("rel", id, other.id, text, id, text)
    store.apply(batch(entity, other, key, edge, meta={text: text}))
    assert store.find("Entity", name=text) == [entity]
    assert store.find("Entity", aliases=(text, "")) == [entity, other]
    assert store.expand([id], ["RELATED_TO"], where={"type": text}) == [edge]
    assert store.block([id], 1) == {id: [id]}
    assert store.meta() == {text: text}
    assert store.apply(batch(deletes=[("Entity", id)])) == {"deleted": 3}
    assert store.find("Entity") == [other]


# ---------------------------------------------------------------------------------------------------------- reading


def test_get_leaves_out_unknown_ids(full):
    assert full.get("Entity", ["ent_x", "ent_bob", "ent_ann", "ent_bob"]) == {"ent_ann": ANN, "ent_bob": BOB}
    assert list(full.get("Entity", ["ent_bob", "ent_ann"])) == ["ent_ann", "ent_bob"]
    assert full.get("Entity", []) == {}


def test_find_and_count_by_fields(full):
    assert full.find("Passage", kind="message", position=0) == [SAID]
    assert full.find("MENTIONS", source_id="msg_1") == [SAYS_ANN, SAYS_BOB]
    assert full.find("MENTIONS", source_id="msg_1", target_id="ent_bob", score=0.75) == [SAYS_BOB]
    assert full.find("LINK", type="HAS_CHUNK") == [PART]
    assert full.find("SAME_AS", signals={"fuzzy": 0.25}, state="active") == [APART]
    assert full.find("Entity", name="nobody") == []
    assert full.count("MENTIONS") == full.count("MENTIONS", source_id="msg_1") == 2
    assert full.count("LINK") == 2 and full.count("LINK", type="NEXT") == 0


def test_ids_are_sorted_by_code_point(store):
    ids = ["", "\U0001f600", "z", "ä", "Z", "\uffee", "a"][1:]
    store.apply(batch(*(replace(ANN, id=id) for id in ids)))
    assert [e.id for e in store.find("Entity")] == sorted(ids)
    assert list(store.get("Entity", ids)) == sorted(ids)
    assert store.changes("Entity", 0).ids == sorted(ids)


def test_expand_by_direction_type_and_field(full):
    assert full.expand(["ent_ann"], ["MENTIONS", "RELATED_TO", "SAME_AS"], "both") == [SAYS_ANN, KNOWS, APART]
    assert full.expand(["ent_ann", "ent_bob"], ["RELATED_TO"], "both") == [KNOWS]
    assert full.expand(["ent_ann"], ["RELATED_TO"], "out") == [KNOWS]
    assert full.expand(["ent_ann"], ["RELATED_TO"], "in") == []
    assert full.expand(["con_1", "doc_1"], ["HAS_MESSAGE", "HAS_CHUNK"]) == sorted([HAS, PART], key=lambda e: e.id)
    assert full.expand(["con_1", "doc_1"], ["HAS_CHUNK"]) == [PART]
    assert full.expand(["msg_1"], ["MENTIONS"], "out", {"surface": "Bob", "start": 10}) == [SAYS_BOB]
    assert full.expand(["nobody"], ["MENTIONS"]) == full.expand([], ["MENTIONS"]) == full.expand(["msg_1"], []) == []


def test_block_leaves_out_common_and_unknown_keys(store):
    people = [replace(ANN, id=f"e{n}") for n in range(4)]
    keys = [BlockKey.of(e.id, "common") for e in people]
    keys += [BlockKey.of("e2", "rare"), BlockKey.of("e0", "rare"), BlockKey("other id", "e0", "rare")]
    store.apply(batch(*people, *keys))
    assert store.block(["rare", "common", "none"], 3) == {"rare": ["e0", "e2"]}
    assert store.block(["common"], 4) == {"common": ["e0", "e1", "e2", "e3"]}
    assert store.block([], 4) == {}


def test_long_keys_stay_apart(store):
    long = ["x" * 10_000, "x" * 10_000 + "y"]
    store.apply(batch(ANN, BOB, BlockKey.of("ent_ann", long[0]), BlockKey.of("ent_bob", long[1])))
    assert store.block(long, 5) == {long[0]: ["ent_ann"], long[1]: ["ent_bob"]}


@pytest.mark.parametrize(
    "call",
    [
        lambda s: s.get("Nothing", []),
        lambda s: s.find("Entity", colour="red"),
        lambda s: s.find("Entity", name=1),
        lambda s: s.find("Passage", position=float("nan")),
        lambda s: s.expand(["a"], ["KNOWS"]),
        lambda s: s.expand(["a"], ["LINK"]),
        lambda s: s.expand(["a"], ["MENTIONS"], "sideways"),
        lambda s: s.expand(["a"], ["MENTIONS", "RELATED_TO"], where={"surface": "x"}),
        lambda s: s.expand("text", ["MENTIONS"]),
        lambda s: s.get("Entity", "text"),
        lambda s: s.get("Entity", [1]),
        lambda s: s.get("Entity", ["\ud800"]),
        lambda s: s.block(["a"], 0),
        lambda s: s.vectors("MENTIONS"),
        lambda s: s.nearest("SAME_AS", np.ones(2), 1),
        lambda s: s.changes("Nothing", 0),
        lambda s: s.apply(batch(deletes=[("Nothing", "x")])),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(full, call):
    with pytest.raises(InputError):
        call(full)
