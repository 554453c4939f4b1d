"""Sentences by kind of expression, read with an ontology: what holds, what is denied, what is over since when."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from memkit.extract import SpacyExtractor
from memkit.extract.ontology import KnownEntity, ontology_from_dict

GIVEN = {
    name: yaml.safe_load((Path(__file__).parent / f"{name}.yaml").read_text(encoding="utf-8"))
    for name in ("wiki_sentences", "other_domains")
}
ONTOLOGIES = {name: ontology_from_dict(given["ontology"]) for name, given in GIVEN.items()}
#: What is still read wrongly. A case that turns right must lose its mark.
WRONG = pytest.mark.xfail(strict=True, reason="known to be wrong")
CASES = [
    pytest.param(name, case, id=f"{case['kind']}: {case['text'][:50]}", marks=WRONG if case.get("known_wrong") else ())
    for name, given in GIVEN.items()
    for case in given["sentences"]
]


@pytest.fixture(scope="module")
def readers():
    return {name: SpacyExtractor(ontology=ontology) for name, ontology in ONTOLOGIES.items()}


@pytest.fixture
def reader(readers):
    return readers["wiki_sentences"]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_sentence(readers, name, case):
    known = ONTOLOGIES[name].relation_types
    (read,) = readers[name].extract_many([case["text"]], about=[tuple(case["about"]) if "about" in case else None])

    def said(one):
        return f"{read.mentions[one.source].name} | {one.type} | {read.mentions[one.target].name}"

    found = {
        "holds": sorted(said(r) for r in read.relations if r.type in known),
        "denied": sorted(said(d) for d in read.denials if not d.former),
        "former": sorted(f"{said(d)} @{d.at}" for d in read.denials if d.former and d.type in known),
    }
    assert found == {key: sorted(case.get(key, ())) for key in found}


def test_a_reference_stands_where_its_words_stand(reader):
    text = "It has three manuals. It stands in Birch Hall."
    (read,) = reader.extract_many([text], about=[("The Heron", "Instrument")])
    (relation,) = read.relations
    source = read.mentions[relation.source]
    assert (source.name, source.type, source.how) == ("The Heron", "Instrument", "reference")
    assert text[source.start : source.end] == source.surface == "It" and source.start == 22


def test_names_given_for_one_call_are_known_in_all_its_texts(reader):
    texts = ["The new glass-harp stands in Birch Hall.", "Nobody tunes the glass-harp."]
    known = [KnownEntity("glass-harp", "Instrument")]
    read = reader.extract_many(texts, known=known)
    assert [[m.name for m in one.mentions if m.type == "Instrument"] for one in read] == [["glass-harp"]] * 2
    assert [r.type for r in read[0].relations] == ["KEPT_IN"]
    assert [m.how for m in reader.extract(texts[1]).mentions if m.how == "ontology"] == []
