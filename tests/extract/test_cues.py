"""Words that speak of a relation: a phrase's own, those made from them, synonyms."""

from __future__ import annotations

import pytest

from memkit.extract.cues import DERIVED, OWN, SYNONYM, Cues
from memkit.extract.english import load_pipeline
from memkit.extract.ontology import ontology_from_dict
from memkit.plan.forms import Forms


@pytest.fixture(scope="module")
def cues():
    relations = {
        "OWNS": {"from": ["Team"], "to": ["Team"], "phrases": ["owns"]},
        "RUNS_ON": {"from": ["Team"], "to": ["Team"], "phrases": ["runs on"]},
        "LEADS": {"from": ["Team"], "to": ["Team"], "phrases": ["leads"]},
    }
    ontology = ontology_from_dict({"entity_types": {"Team": {"parent": "Organization"}}, "relation_types": relations})
    return Cues(ontology, Forms(load_pipeline()))


@pytest.mark.parametrize(
    ("words", "relation", "strength"),
    [
        (["owned"], "OWNS", OWN),
        (["owning"], "OWNS", OWN),
        (["owner"], "OWNS", DERIVED),
        (["possesses"], "OWNS", SYNONYM),
        (["leader"], "LEADS", DERIVED),
        (["in", "charge"], "LEADS", SYNONYM),
        (["charge"], "LEADS", 0),
        (["ran"], "RUNS_ON", OWN),
        (["banana"], "OWNS", 0),
        ([], "OWNS", 0),
    ],
)
def test_strength(cues, words, relation, strength):
    assert cues.strengths(words).get(relation, 0) == strength


def test_a_word_that_alone_says_one_relation_is_no_synonym_of_another(cues):
    """ "runs" may mean "leads" though "runs on" is another relation's; "owns" alone is OWNS and nothing else."""
    assert cues.strengths(["runs"]) == {"RUNS_ON": OWN, "LEADS": SYNONYM, "OWNS": SYNONYM}
    assert cues.strengths(["owns"]) == {"OWNS": OWN}
