"""Relations that no rule reads: pairs of things in a sentence, weighed by types, words and signs."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.extract import SpacyExtractor
from memkit.extract.ontology import ontology_from_dict
from memkit.extract.weigh import LEAST, chosen

#: Mill and canal are joined by one relation, mill and person by two.
ONTOLOGY = {
    "entity_types": {
        "Mill": {"parent": "Object", "words": ["mill"]},
        "Canal": {"parent": "Location", "words": ["canal"]},
        "Miller": {"parent": "Person", "words": ["miller"]},
    },
    "relation_types": {
        "FED_BY": {"from": ["Mill"], "to": ["Canal"], "phrases": ["is fed by"]},
        "OWNED_BY": {"from": ["Mill"], "to": ["Miller"], "phrases": ["is owned by", "owner"]},
        "BUILT_BY": {"from": ["Mill"], "to": ["Miller"], "phrases": ["was built by", "builder"]},
        "TAUGHT": {"from": ["Miller"], "to": ["Miller"], "phrases": ["taught"]},
    },
    "entities": [
        {"name": "Odd Mill", "type": "Mill"},
        {"name": "Brook Mill", "type": "Mill"},
        {"name": "Long Canal", "type": "Canal"},
        {"name": "Hester Pym", "type": "Miller"},
        {"name": "Amos Rudd", "type": "Miller"},
    ],
}
ABOUT = ("Odd Mill", "Mill")


@pytest.fixture(scope="module")
def reader():
    return SpacyExtractor(ontology=ontology_from_dict(ONTOLOGY))


def read(reader, text, about=ABOUT):
    """source | type | target of the ontology's relations. The page begins with its thing's name, as a page does."""
    given = f"{about[0]}\n\n{text}" if about else text
    (found,) = reader.extract_many([given], about=[about])
    name = lambda end: found.mentions[end].name  # noqa: E731
    relations = [r for r in found.relations if r.type in ONTOLOGY["relation_types"]]
    return sorted(f"{name(r.source)} | {r.type} | {name(r.target)}" for r in relations)


FED = ["Odd Mill | FED_BY | Long Canal"]


@pytest.mark.parametrize(
    "text",
    [
        "Odd Mill drinks from the Long Canal.",
        "All of its water comes out of the Long Canal.",
        "The mill hangs on the Long Canal.",
        "Water: the Long Canal, by way of two sluices.",
        "What drives Odd Mill is the Long Canal.",
        "Odd Mill could hardly be nearer to its water; it sits right on the Long Canal.",
    ],
)
def test_types_that_leave_one_relation_ask_little_of_the_words(reader, text):
    assert read(reader, text) == FED


@pytest.mark.parametrize(
    "text",
    [
        "Odd Mill does not drink from the Long Canal.",
        "Odd Mill used to drink from the Long Canal.",
        "Odd Mill no longer drinks from the Long Canal.",
        "Odd Mill would drink from the Long Canal if there were a sluice.",
        "Does Odd Mill drink from the Long Canal?",
        "Perhaps Odd Mill drinks from the Long Canal.",
        "There is no evidence that Odd Mill ever drank from the Long Canal.",
        "A plan to join Odd Mill to the Long Canal was rejected.",
        "Unlike the Long Canal, Odd Mill is dry.",
        "The owners of the Long Canal say that they like Odd Mill.",
    ],
)
def test_what_does_not_hold_is_not_stated(reader, text):
    assert read(reader, text) == []


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("Odd Mill is the work of Hester Pym.", []),
        ("As for its builder: Hester Pym.", ["Odd Mill | BUILT_BY | Hester Pym"]),
        ("Hester Pym has Odd Mill, being the owner.", ["Odd Mill | OWNED_BY | Hester Pym"]),
    ],
)
def test_types_that_leave_several_relations_ask_for_words(reader, text, relations):
    assert read(reader, text) == relations


def test_the_other_relation_of_two_things_is_not_stated_where_the_rules_read_one(reader):
    assert read(reader, "Odd Mill, whose builder nobody knows, is owned by Hester Pym.") == [
        "Odd Mill | OWNED_BY | Hester Pym"
    ]


def test_a_relation_that_may_go_either_way_is_left_to_the_rules(reader):
    assert read(reader, "Hester Pym and, after her, Amos Rudd.", None) == []
    assert read(reader, "Hester Pym taught Amos Rudd.", None) == ["Hester Pym | TAUGHT | Amos Rudd"]


def test_a_word_speaks_of_the_thing_that_it_stands_beside(reader):
    text = "Hester Pym is here for Odd Mill, as owner, and Amos Rudd for Brook Mill."
    assert "Brook Mill | OWNED_BY | Amos Rudd" not in read(reader, text, None)


def test_the_page_is_not_meant_where_it_is_named_beside_another(reader):
    assert read(reader, "Brook Mill sits on the Long Canal.") == ["Brook Mill | FED_BY | Long Canal"]


def test_one_fact_is_chosen_once_and_by_its_likeliest_sentence(reader):
    text = "Odd Mill\n\nThe Long Canal freezes. It sits on the Long Canal. Its water is that of the Long Canal."
    (candidates,) = reader.candidates([text], about=[ABOUT])
    (one,) = chosen(candidates, {})
    assert one.fact == ("odd mill", "FED_BY", "long canal")
    assert one.probability == max(c.probability for c in candidates) >= LEAST


def test_without_an_ontology_nothing_is_weighed():
    (candidates,) = SpacyExtractor().candidates(["Odd Mill drinks from the Long Canal."])
    assert candidates == []


def test_a_page_that_never_names_its_thing_is_read_all_the_same(reader):
    (found,) = reader.extract_many(
        ["Long Canal water drives it. Perhaps the mill belongs to Hester Pym."], about=[ABOUT]
    )
    assert found.problems == []


def test_time_grows_with_the_text_and_not_with_its_names(reader):
    """A sentence of many names has no more pairs than one of MOST_THINGS."""
    names = [entity["name"] for entity in ONTOLOGY["entities"]]
    sentence = " and ".join(names * 40) + " met.\n\n"
    times = []
    for repeats in (1, 4):
        start = time.perf_counter()
        reader.extract_many([sentence * repeats])
        times.append(time.perf_counter() - start)
    assert times[1] < 20 * times[0] + 2


@given(st.text(alphabet="Odd Mill.Long Canal,Hester Pym;:the not is own\n", max_size=120))
def test_any_text_is_read_the_same_twice_and_by_the_ontology(reader, text):
    ontology = reader.ontology
    first, second = reader.extract_many([text, text], about=[ABOUT, ABOUT])
    assert first == second and first.problems == []
    for one in first.relations:
        if one.type in ontology.relation_types:
            assert ontology.allows(one.type, first.mentions[one.source].type, first.mentions[one.target].type)
