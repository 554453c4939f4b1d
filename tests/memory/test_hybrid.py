"""Passages with titles, the walk and the pair bonus, through Memory and on both stores."""

from __future__ import annotations

import pytest
from marked import MarkedExtractor

from memkit import InputError, Memory, Settings
from memkit.retrieve import GraphSearch, Retriever

#: A two-hop question: the second passage shares no word with it, and only a thing leads there.
QUESTION = "Where was the founder of [Anvil Works|Organization] born?"
HOPS = [
    {"_id": "first", "title": "Anvil Works", "text": "[Anvil Works|Organization] began with [Zora Quist|Person]."},
    {"_id": "second", "title": "", "text": "[Zora Quist|Person] comes from [Tromso|Location]."},
]
#: Passages that are more like the question than the second hop is: by every word of it, but about other things.
CROWD = [
    {"_id": f"crowd{n:03}", "title": f"Founder {n}", "text": f"Where was founder number {n} of a works born, and when?"}
    for n in range(120)
]


@pytest.fixture
def filled(memory: Memory) -> Memory:
    report = memory.ingest_passages([*CROWD, *HOPS], tag="made")
    assert (report.documents, report.passages, list(report.failed)) == (122, 122, [])
    return memory


def places(memory: Memory, mode: str, k: int = 122) -> dict[str, int]:
    return {hit.source: n for n, hit in enumerate(memory.search(QUESTION, k=k, mode=mode), 1)}


def test_hybrid_adds_a_passage_that_neither_list_has_among_its_first_hundred(filled):
    assert places(filled, "vector")["second"] > 100
    assert places(filled, "keyword").get("second", 999) > 100
    found = filled.retrieve(QUESTION, k=5)
    assert found.mode == "hybrid"
    assert [hit.source for hit in found.passages][:2] == ["first", "second"]
    second = found.passages[1]
    assert "vector" not in second.via and "keyword" not in second.via
    assert second.via["walk"] <= 5 and second.via["bridge"] == "Zora Quist"
    path = next(path for path in found.paths if path.passage_id == second.id)
    assert path.things == ("Anvil Works", "Zora Quist")
    assert path.passages == (found.passages[0].id, second.id)
    assert "Zora Quist" in str(found.to_frame()["via"][1])
    assert found.to_dict()["paths"]


def test_beyond_the_limit_the_walk_over_a_part_finds_the_same(filled):
    whole, part = (Retriever(filled.store, GraphSearch(filled.store, whole_limit=limit)) for limit in (10**6, 0))
    for mode in ("graph", "hybrid"):
        found = [
            [r.id for r in one.rank(QUESTION, k=2, mode=mode, embedder=filled.embedder, extractor=filled.extractor)]
            for one in (whole, part)
        ]
        assert found[0] == found[1] and len(found[0]) == 2


def test_a_thing_that_too_many_passages_name_is_still_walked_from(memory, monkeypatch):
    monkeypatch.setattr("memkit.retrieve.hybrid.AROUND", 3)
    memory.ingest_passages([{"_id": f"p{n}", "title": "", "text": f"[Ann|Person] did {n}."} for n in range(6)])
    part = Retriever(memory.store, GraphSearch(memory.store, whole_limit=0))
    found = part.rank("[Ann|Person]", k=10, mode="graph", embedder=None, extractor=memory.extractor)
    assert len(found) == 3
    assert len(memory.search("[Ann|Person]", mode="graph")) == 6


def test_graph_walks_from_the_names_alone(filled):
    found = filled.retrieve(QUESTION, mode="graph", k=10)
    assert [hit.source for hit in found.passages] == ["first", "second"]
    assert found.passages[0].via == {"walk": 1, "names": "Anvil Works"}
    assert filled.retrieve("nothing is named here", mode="graph").passages == []


def test_a_merge_opens_a_way_and_its_undo_closes_it(filled):
    filled.ingest_passages([{"_id": "third", "title": "", "text": "[Z. Q.|Person] keeps [Bees|Object]."}], tag="made")
    asked = "[Zora Quist|Person]"
    assert "third" not in [hit.source for hit in filled.search(asked, mode="graph")]
    ids = {entity.name: entity.id for entity in filled.entities()}
    judgement = filled.confirm(ids["Zora Quist"], ids["Z. Q."])
    assert "third" in [hit.source for hit in filled.search(asked, mode="graph")]
    filled.undo(judgement.id)
    assert "third" not in [hit.source for hit in filled.search(asked, mode="graph")]


def test_a_second_run_changes_and_encodes_nothing_and_a_changed_text_replaces(filled):
    before = filled.store.revision()
    again = filled.ingest_passages([*CROWD, *HOPS], tag="made")
    assert (again.rows_changed, again.encoded, again.documents) == (0, 0, 122)
    assert filled.store.revision() == before
    changed = {**HOPS[1], "text": "[Zora Quist|Person] comes from [Bodo|Location]."}
    assert filled.ingest_passages([changed], tag="made").rows_changed > 0
    assert filled.stats()["documents"] == filled.stats()["chunks"] == 122
    assert "Tromso" not in {entity.name for entity in filled.entities()}
    assert filled.forget(tag="made").passages == 122
    assert filled.stats()["documents"] == 0


def test_a_bad_passage_is_reported_and_a_repeated_id_is_an_error(memory):
    good = {"_id": "a", "title": "T", "text": "Text."}
    bad = [
        {"_id": "b"},
        {"_id": "", "text": "x"},
        "no mapping",
        {"_id": "c", "text": "a\x00b"},
        {"_id": 5, "text": "x"},
    ]
    report = memory.ingest_passages([good, *bad])
    assert report.documents == 1 and [f["number"] for f in report.failed] == [1, 2, 3, 4, 5]
    assert [f["_id"] for f in report.failed] == ["b", "", None, "c", 5]
    with pytest.raises(InputError, match="'a' is already taken"):
        memory.ingest_passages([good, {**good, "text": "Other."}])
    assert memory.stats()["documents"] == 1


def test_the_same_id_in_two_corpora_is_two_documents(memory):
    for tag in ("one", "two"):
        memory.ingest_passages([{"_id": "a", "title": "", "text": f"From {tag}."}], tag=tag)
    assert memory.stats()["documents"] == 2


def test_a_long_text_is_cut_and_nothing_is_lost(open_memory):
    memory = open_memory(settings=Settings(embedder="hash", cache_dir="", passage_chars=50))
    text = " ".join(f"Sentence {n} says little." for n in range(9))
    report = memory.ingest_passages([{"_id": "a", "title": "T", "text": text}])
    assert report.passages > 1
    chunks = sorted(memory.store.find("Passage"), key=lambda p: p.position)
    assert "".join(p.text for p in chunks) == text and {p.title for p in chunks} == {"T"}


def test_the_order_of_arrival_does_not_change_the_ranking(open_memory):
    passages = [*CROWD[:12], *HOPS]
    rankings = []
    for name, order in (("there", passages), ("back", passages[::-1])):
        memory = open_memory(name)
        memory.ingest_passages(order)
        rankings.append([(hit.source, hit.score) for hit in memory.search(QUESTION, k=14)])
    assert [id for id, _ in rankings[0]] == [id for id, _ in rankings[1]]
    assert [s for _, s in rankings[0]] == pytest.approx([s for _, s in rankings[1]])


def test_notes_without_titles_are_walked_too(memory):
    memory.ingest("[Ann|Person] leads [Crew Nine|Organization].", source="one")
    memory.ingest("[Crew Nine|Organization] docks at [Pier 4|Location].", source="two")
    found = memory.retrieve("What about [Ann|Person]?", mode="graph")
    assert [hit.source for hit in found.passages] == ["one", "two"]
    assert memory.search("where is the crew of [Ann|Person]?")[0].source == "one"


@pytest.mark.parametrize(
    "question",
    [
        "安娜在哪里工作?",
        '"] DETACH DELETE n // [Ann|Person]',
        'NEAR("ann" "crew") OR * NOT -',
        "?" * 1001,
        "[Ann|Person] " * 100,
        "\u202e[Crew Nine|Organization]",
    ],
)
def test_a_question_is_data_whatever_it_contains(memory, question):
    memory.ingest("[Ann|Person] leads [Crew Nine|Organization].")
    for mode in ("graph", "hybrid"):
        for hit in memory.retrieve(question, mode=mode).passages:
            assert hit.score > 0 and hit.via
    assert memory.stats()["messages"] == 1 and memory.stats()["entities"] == 2


@pytest.mark.parametrize("mode", ["graph", "hybrid"])
def test_an_empty_memory_has_no_passages(memory, mode):
    assert memory.retrieve("anything about [Ann|Person]", mode=mode).passages == []


@pytest.mark.neo4j
def test_both_stores_give_the_same_ranking(neo4j_backend, settings):
    passages, answers = [*CROWD[:30], *HOPS], []
    for uri, options in (
        (":memory:", {}),
        (neo4j_backend.uri, {"namespace": neo4j_backend.namespace(), **neo4j_backend.credentials}),
    ):
        with Memory(uri, settings=settings, extractor=MarkedExtractor(), **options) as memory:
            memory.ingest_passages(passages)
            answers.append([memory.retrieve(QUESTION, k=32, mode=mode).to_dict() for mode in ("graph", "hybrid")])
    assert answers[0] == answers[1]
