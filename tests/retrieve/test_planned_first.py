"""The passages of a plan's ways come before the others, each saying what it states."""

from __future__ import annotations

import pytest

from memkit import Memory, Settings
from memkit.plan.run import Stated, Way
from memkit.retrieve.explain import Path, Ranked
from memkit.retrieve.planned import planned_first

ONTOLOGY = """
entity_types:
  Service: {parent: Object, words: [service]}
  Team: {parent: Organization, words: [team]}
relation_types:
  OWNS: {from: [Team], to: [Service], phrases: [owns], inverse_phrases: [is owned by]}
  LEADS: {from: [Person], to: [Team], phrases: [leads], inverse_phrases: [is led by]}
entities:
  - {name: fx-quoter, type: Service}
  - {name: Red Team, type: Team}
  - {name: Blue Team, type: Team}
  - {name: Ann Stone, type: Person}
"""
PAGES = {
    "fx.md": "# fx-quoter\n\nThe fx-quoter gives rates. A head who leads a team that owns much is busy.\n",
    "red.md": "# Red Team\n\nRed Team owns fx-quoter.\n",
    "people.md": "# People\n\nAnn Stone leads Red Team.\n",
    "blue.md": "# Blue Team\n\nWho leads the team is open. Blue Team owns nothing.\n",
}
QUESTION = "Who leads the team that owns fx-quoter?"


def relation(source: str, type: str, target: str, passage: str) -> Stated:
    return Stated("relation", source, type, target, source, target, passage, "")


def tier(thing: str, passage: str) -> Stated:
    return Stated("attribute", thing, "tier", "1", thing, "", passage, "")


WAYS = [
    Way("ann", "ann", (relation("red", "OWNS", "api", "p1"), relation("ann", "LEADS", "red", "p2"))),
    Way(
        "bob",
        "bob",
        (relation("blue", "OWNS", "api", "p1"), tier("blue", "p1"), relation("bob", "LEADS", "blue", "p3")),
    ),
]


def test_passages_come_in_the_order_of_the_ways_then_as_ranked():
    ranked = [Ranked("p9", 0.7, {"walk": 1}), Ranked("p2", 0.5, {"walk": 2}), Ranked("p8", 0.4, {"walk": 3})]
    found = planned_first(WAYS, ranked, 10)
    assert [r.id for r in found] == ["p1", "p2", "p3", "p9", "p8"]
    assert [r.via for r in found] == [
        {"plan": "OWNS; tier"},
        {"plan": "LEADS", "walk": 2},
        {"plan": "LEADS"},
        {"walk": 1},
        {"walk": 3},
    ]
    assert [r.score for r in found] == [1.7, 1.2, 0.7 + 1 / 3, 0.7, 0.4]
    assert [r.id for r in planned_first(WAYS, ranked, 2)] == ["p1", "p2"]


def test_the_path_leads_from_the_start_to_what_the_passage_states():
    paths = {r.id: r.path for r in planned_first(WAYS, [], 10)}
    assert paths["p2"] == Path("p2", ("api", "red", "ann"), ("p1", "p2"))
    assert paths["p3"] == Path("p3", ("api", "blue", "bob"), ("p1", "p3"))


def test_without_ways_the_ranking_stays_as_it_is():
    ranked = [Ranked("p9", 0.7, {"walk": 1})]
    assert planned_first([], ranked, 10) == ranked


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("wiki")
    (place / "docs").mkdir()
    (place / "ontology.yaml").write_text(ONTOLOGY)
    for name, text in PAGES.items():
        (place / "docs" / name).write_text(text)
    return place


@pytest.mark.parametrize("mode", ["graph", "hybrid"])
def test_a_question_with_a_plan_finds_the_pages_that_state_its_steps_first(folder, mode):
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        memory.ingest_folder(folder)
        found = memory.retrieve(QUESTION, mode=mode)
        first = [(hit.source.rsplit("/")[-1], hit.via["plan"]) for hit in found.passages[:2]]
        assert first == [("red.md", "OWNS"), ("people.md", "LEADS")]
        assert found.paths[1].things == ("fx-quoter", "Red Team", "Ann Stone")
        assert all("plan" not in hit.via for hit in found.passages[2:])
        assert [hit.score for hit in found.passages] == sorted((hit.score for hit in found.passages), reverse=True)
        assert all("plan" not in hit.via for hit in memory.search("What is fx-quoter?", mode=mode))
        assert memory.search("fx-quoter " * 200, mode=mode)  # longer than what is planned


def test_without_an_ontology_nothing_is_planned():
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        for text in PAGES.values():
            memory.ingest(text)
        found = memory.search(QUESTION)
        assert found and all("plan" not in hit.via for hit in found)
