"""Things that are done with others ("co-writers", "together with"), values beside their attribute's name, and what
sentences say beyond the ontology."""

from __future__ import annotations

import pytest
from asking import GoldMemory
from gold_store import gold_of_dict

PLAYS = {
    "ontology": {
        "entity_types": {"Play": {"parent": "Object", "words": ["play"]}, "Theatre": {"parent": "Location"}},
        "relation_types": {
            "WRITER": {
                "from": ["Play"],
                "to": ["Person"],
                "phrases": ["writer", "was written by"],
                "inverse_phrases": ["wrote"],
            },
            "SHOWN_AT": {"from": ["Play"], "to": ["Theatre"], "phrases": ["is shown at", "runs at"]},
            "OWNED_BY": {
                "from": ["Theatre"],
                "to": ["Person"],
                "phrases": ["is owned by"],
                "inverse_phrases": ["owns"],
            },
        },
        "attributes": {"Play": ["status", "type"]},
        "entities": [
            *({"name": name, "type": "Play"} for name in ("Low Tide", "High Tide", "Neap Tide")),
            *({"name": name, "type": "Person"} for name in ("Ann Hay", "Ben Ivory", "Cleo Jarvis", "Dan Kerr")),
            *({"name": name, "type": "Object"} for name in ("Final", "Farce", "play", "Plays")),
            {"name": "Rialto", "type": "Theatre"},
        ],
    },
    "relations": [
        "Low Tide | WRITER | Ann Hay",
        "Low Tide | WRITER | Ben Ivory",
        "High Tide | WRITER | Ann Hay",
        "High Tide | WRITER | Cleo Jarvis",
        "Neap Tide | WRITER | Dan Kerr",
        "Low Tide | SHOWN_AT | Rialto",
        "Rialto | OWNED_BY | Ann Hay",
        "Rialto | OWNED_BY | Dan Kerr",
        "Neap Tide | ADDS_TO | Ann Hay",
        "Neap Tide | ADMIRED_BY | Ben Ivory",
    ],
    "attributes": {
        "Low Tide": {"status": "Final", "type": "Farce"},
        "High Tide": {"status": "Final", "type": "Drama"},
        "Neap Tide": {"status": "Draft", "type": "Farce"},
    },
}


@pytest.fixture(scope="module")
def plays():
    return GoldMemory(gold_of_dict(PLAYS))


ANN_WITH = ["Ben Ivory", "Cleo Jarvis"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who are the co-writers of Ann Hay?", ANN_WITH),
        ("Who are Ann Hay's co-writers?", ANN_WITH),
        ("Who has written a play together with Ann Hay?", ANN_WITH),
        ("Who co-wrote a play with Ann Hay?", ANN_WITH),
        ("Who wrote plays jointly with Ann Hay?", ANN_WITH),
        ("How many co-writers does Ann Hay have?", ["2"]),
        ("Which plays did Ann Hay write together with Ben Ivory?", ["Low Tide"]),
        ("Which plays were written by Ann Hay together with Cleo Jarvis?", ["High Tide"]),
        ("Who are the co-writers of Low Tide?", ["Ann Hay", "Ben Ivory"]),  # a play has no co-writers but its writers
        ("Who are the co-owners of the Rialto?", ["Ann Hay", "Dan Kerr"]),
        ("Who are the co-owners of Dan Kerr?", ["Ann Hay"]),
    ],
)
def test_what_is_done_with_others_leads_out_and_back(plays, question, answer):
    assert plays.ask({"question": question}).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many plays have the status Final and the type Farce?", ["1"]),
        ("Which plays with the type Farce have the status Draft?", ["Neap Tide"]),
        ("How many plays have the status Final?", ["2"]),
        ("How many Plays have the status Final?", ["2"]),
        ("Which Plays did Dan Kerr write?", ["Neap Tide"]),
        ("Which play was written by Dan Kerr?", ["Neap Tide"]),
        ("Dan Kerr wrote which play?", ["Neap Tide"]),
    ],
)
def test_values_and_kinds_are_meant_though_something_is_called_so(plays, question, answer):
    assert plays.ask({"question": question}).answer == answer


@pytest.mark.parametrize(
    ("question", "relations"),
    [
        ("Which plays did Ben Ivory write?", {"WRITER"}),
        ("Which plays is Ben Ivory behind?", {"WRITER"}),  # no word of a relation: by what can join them
        ("Which plays are admired by Ben Ivory?", {"ADMIRED_BY"}),
    ],
)
def test_relations_beyond_the_ontology_are_meant_by_their_own_words_alone(plays, question, relations):
    planned = plays.planner.plan(question)
    assert planned.plan is not None
    assert {relation for step in planned.plan.steps for relation in step.relations} == relations
