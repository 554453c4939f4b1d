"""Extraction's grade: hand-counted shares, names through aliases, only the labelled documents of the split."""

from __future__ import annotations

import math

import pytest
import yaml

from eval.extraction import Names, grade_relations, grade_traps, memory_relations, text_relations
from memkit.config import Settings
from memkit.extract import SpacyExtractor
from memkit.extract.ontology import ontology_from_dict
from memkit.memory import Memory

KEYS = ("source", "type", "target", "doc", "split")
GOLD = [
    dict(zip(KEYS, row, strict=True))
    for row in (
        ("Ada", "HEADS", "Lab", "a.md", "dev"),
        ("Bo", "HEADS", "Kiln", "b.md", "dev"),
        ("Cy", "HEADS", "Mill", "b.md", "dev"),
        ("Di", "HEADS", "Forge", "c.md", "report"),
    )
]
ONTOLOGY = {
    "entity_types": {"Head": {"parent": "Person"}, "Site": {"parent": "Location", "words": ["site"]}},
    "relation_types": {"HEADS": {"from": ["Head"], "to": ["Site"], "phrases": ["heads"]}},
    "entities": [
        {"name": "Ada Novak", "type": "Head", "aliases": ["Ada"]},
        {"name": "Old Kiln", "type": "Site", "aliases": ["the kiln"]},
    ],
}


def test_shares_are_counted_by_hand_on_the_documents_of_the_split_alone():
    predicted = {
        ("Ada", "HEADS", "Lab", "a.md"),
        ("Bo", "HEADS", "Kiln", "b.md"),
        ("Bo", "HEADS", "Lab", "a.md"),
        ("Zed", "HEADS", "Forge", "c.md"),  # the other part
        ("Zed", "HEADS", "Forge", "d.md"),  # not labelled at all
    }
    graded = grade_relations(predicted, GOLD, "dev", sentences={("Bo", "HEADS", "Lab", "a.md"): "Bo heads the Lab."})
    assert graded["precision"].mean == pytest.approx(2 / 3)
    assert graded["recall"].mean == pytest.approx(2 / 3)
    assert graded["f1"].mean == pytest.approx(2 / 3)
    assert graded["precision"].low <= 2 / 3 <= graded["precision"].high
    assert (graded["n_gold"], graded["n_predicted"], graded["n_documents"]) == (3, 3, 2)
    assert [(w["what"], w["source"], w["target"], w["sentence"]) for w in graded["wrong"]] == [
        ("invented", "Bo", "Lab", "Bo heads the Lab."),
        ("missed", "Cy", "Mill", ""),
    ]


def test_the_f1_of_unequal_shares_is_their_harmonic_mean():
    graded = grade_relations({("Ada", "HEADS", "Lab", "a.md")}, GOLD, "dev")
    assert (graded["precision"].mean, graded["recall"].mean) == (1, pytest.approx(1 / 3))
    assert graded["f1"].mean == pytest.approx(2 / (1 / 1 + 3 / 1))


def test_nothing_labelled_or_predicted_is_no_share():
    assert math.isnan(grade_relations(set(), GOLD, "other")["f1"].mean)
    nothing = grade_relations(set(), GOLD, "dev")
    assert math.isnan(nothing["precision"].mean) and nothing["recall"].mean == 0


def test_traps_are_counted_by_reason():
    traps = [{**GOLD[0], "why": "negated"}, {**GOLD[1], "why": "former"}, {**GOLD[2], "why": "former"}]
    graded = grade_traps({("Bo", "HEADS", "Kiln", "b.md"), ("Bo", "HEADS", "Kiln", "x.md")}, traps)
    assert (graded["n"], graded["n_wrong"]) == (3, 1)
    assert graded["by_reason"] == {"former": {"n": 2, "wrong": 1}, "negated": {"n": 1, "wrong": 0}}


def test_names_compare_through_the_aliases_of_ontology_and_grading():
    names = Names(ontology_from_dict(ONTOLOGY), [{"name": "Bo Lind", "aliases": ["Bo"]}])
    assert [names.canonical(n) for n in ("ADA", "the Kiln", "bo", "Nobody")] == [
        "Ada Novak",
        "Old Kiln",
        "Bo Lind",
        "Nobody",
    ]
    assert names.canonical("Nobody", "Bo") == "Bo Lind"


def test_texts_and_a_memory_of_them_are_read_alike(tmp_path):
    ontology = ontology_from_dict(ONTOLOGY)
    names = Names(ontology)
    texts = {"a.md": "Ada heads the kiln.", "b.md": "Nobody heads the kiln."}
    extractor = SpacyExtractor(ontology=ontology)
    wanted = {("Ada Novak", "HEADS", "Old Kiln", "a.md"): "Ada heads the kiln."}
    assert text_relations(texts, extractor, ontology, names) == wanted
    path = tmp_path / "ontology.yaml"
    path.write_text(yaml.safe_dump(ONTOLOGY), encoding="utf-8")
    with Memory(":memory:", settings=Settings(embedder="hash", ontology=str(path)), extractor=extractor) as memory:
        memory.ingest_passages({"_id": doc, "text": text} for doc, text in texts.items())
        assert memory_relations(memory, names) == wanted
