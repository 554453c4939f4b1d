"""Estimating cross-referencing from text, and placing sets: values counted by hand, and recovered where known."""

from __future__ import annotations

import math

import pytest

from eval.cross_referencing import cross_referencing
from eval.datasets.beir import BeirData
from eval.generator import Parameters, generate
from eval.placing import place
from memkit import InputError

PASSAGES = [
    {"_id": "anvil", "title": "Anvil Works", "text": "A maker of tools. It was founded by Zora Quist in a barn."},
    {"_id": "zora", "title": "Zora Quist", "text": "She comes from Tromso. Little else is known."},
    {"_id": "bees", "title": "Bees", "text": "Zora Quist keeps bees. Anvil Works sells honey."},
    {"_id": "list", "title": "Founders (list)", "text": "Anvil Works: Zora Quist. Others are left out."},
    {"_id": "song", "title": "Old Song", "text": "A ballad that Nils Brok wrote."},
    {"_id": "prize", "title": "Fjord Prize", "text": "It went to Nils Brok in spring."},
]
QUERIES = {
    "named": "Where does the founder of Anvil Works come from?",
    "bridge": "Which prize went to the writer of Old Song?",
    "single": "What do bees make?",
    "none": "What have bees and founders in common?",
}
GOLD = {"named": {"anvil", "zora"}, "bridge": {"song", "prize"}, "single": {"bees"}, "none": {"prize", "zora"}}


def made(**changes) -> BeirData:
    values = {"name": "small", "hash": "0", "split": "test", "passages": PASSAGES, "queries": QUERIES, "gold": GOLD}
    return BeirData(**(values | {"hops": {"named": "2", "bridge": "2", "single": "1"}} | changes))


def test_links_are_counted_by_hand():
    found = cross_referencing(made())
    # anvil's own page and the list name both; the page on bees names them in two sentences
    assert found.pages == {"named": 2, "bridge": 1}
    assert found.linked == pytest.approx(2 / 3), "three questions need a link, one has none"
    assert found.mean() == 1.5 and found.mean(["named"]) == 2 and math.isnan(found.mean(["single"]))


@pytest.mark.parametrize("copies", [1, 2, 4, 7])
def test_the_parameter_is_recovered(copies):
    corpus = generate(Parameters(cross_references=copies, things=60, questions=12, hops=(2, 3, 4)))
    found = cross_referencing(corpus.data)
    assert found.linked == 1 and found.mean() == pytest.approx(copies, rel=0.1)


def test_other_spellings_make_it_a_lower_bound():
    corpus = generate(Parameters(cross_references=5, aliases=3, things=60, questions=12, hops=(2, 3)))
    assert 1 <= cross_referencing(corpus.data).mean() < 5


def test_sets_are_measured_by_their_hops_and_missing_ones_told():
    def load(name):
        if name == "gone":
            raise InputError("'gone' is no folder")
        return made()

    said = []
    found = place(["small", "gone"], embedder="hash", load=load, tell=said.append)
    rows = found.frame.set_index("hops")
    assert list(rows.index) == ["1", "2", "set"] and list(rows["n"]) == [1, 2, 1]
    assert rows.loc["2", "cross_references"] == 1.5 and rows.loc["2", "linked"] == 2
    assert math.isnan(rows.loc["1", "cross_references"])
    assert 0 <= rows.loc["2", "vector_recall"] <= rows.loc["2", "hybrid_recall"] == 1
    assert found.skipped == {"gone": "'gone' is no folder"} and found.hashes == {"small": "0"}
    assert any("gone" in line for line in said) and found.provenance().n == 4
    nothing = place([], embedder="hash")
    assert nothing.frame.empty and nothing.provenance().n == 0
