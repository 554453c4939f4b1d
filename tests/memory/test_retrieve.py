"""Search by vector, by words and fused: the same answer from both stores, and a reason for each hit."""

from __future__ import annotations

import pytest

from memkit import InputError

NOTES = [
    "The payments service depends on the ledger.",
    "The ledger writes to [PostgreSQL|Object].",
    "[Priya Nair|Person] -OWNS> [Ledger|Object]",
    "Lunch was good.",
]


@pytest.fixture
def filled(memory):
    memory.ids = [memory.ingest(note, source=f"n{n}").message_id for n, note in enumerate(NOTES)]
    return memory


def test_keyword_finds_the_words(filled):
    found = filled.retrieve("what depends on the ledger?", mode="keyword").passages
    assert found[0].id == filled.ids[0]
    assert found[0].via == {"keyword": 1}
    assert filled.ids[3] not in [hit.id for hit in found]


def test_vector_ranks_everything_by_cosine(filled):
    found = filled.retrieve(NOTES[3], mode="vector").passages
    assert found[0].id == filled.ids[3] and found[0].score == pytest.approx(1, abs=1e-5)
    assert len(found) == 4


def test_fused_is_the_sum_of_reciprocal_ranks(filled):
    question = "ledger PostgreSQL"
    ranks = {mode: [h.id for h in filled.retrieve(question, mode=mode).passages] for mode in ("vector", "keyword")}
    for hit in filled.retrieve(question, mode="fused").passages:
        expected = sum(1 / (60 + 1 + ids.index(hit.id)) for ids in ranks.values() if hit.id in ids)
        assert hit.score == pytest.approx(expected)
        assert hit.via == {mode: 1 + ids.index(hit.id) for mode, ids in ranks.items() if hit.id in ids}


def test_passages_carry_their_facts_and_entities(filled):
    found = filled.retrieve("Priya Nair owns", mode="keyword", k=1)
    assert [(f.source, f.type, f.target) for f in found.facts] == [("Priya Nair", "OWNS", "Ledger")]
    assert {e.name for e in found.entities} == {"Priya Nair", "Ledger"}
    assert list(found.to_frame()["id"]) == [filled.ids[2]]


def test_the_word_index_follows_writes_and_deletions(filled):
    filled.retrieve("zebra", mode="keyword")
    zebra = filled.ingest("A zebra arrived.", source="zoo").message_id
    assert [h.id for h in filled.retrieve("zebra", mode="keyword").passages] == [zebra]
    filled.forget(source="zoo")
    assert filled.retrieve("zebra", mode="keyword").passages == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"question": ""}, "question"),
        ({"question": None}, "question"),
        ({"question": "x", "k": 0}, "k is 0"),
        ({"question": "x", "k": 2.5}, "k is 2.5"),
        ({"question": "x", "mode": "magic"}, "magic"),
    ],
)
def test_bad_questions_are_named(filled, arguments, says):
    with pytest.raises(InputError, match=says):
        filled.retrieve(**arguments)


def test_an_empty_memory_answers_nothing(memory):
    for mode in ("vector", "keyword", "fused"):
        assert memory.retrieve("anything", mode=mode).passages == []
