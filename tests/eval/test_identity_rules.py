"""Identity switched off and taken from gold: the two ends between which a rule can help."""

from __future__ import annotations

import pytest

from eval.extraction import Names
from eval.identity_effect import identity_errors
from eval.identity_rules import GoldRule, OffRule, open_memory
from eval.wiki import Gold
from memkit import InputError
from memkit.config import Settings
from memkit.extract import Ontology
from memkit.extract.ontology import KnownEntity
from memkit.resolve import Name

KNOWN = Ontology(entities=(KnownEntity("Anthropic", "Organization", ("Claude maker",)),))
SETTINGS = Settings(embedder="hash", cache_dir="")
NAMES = Names(KNOWN, [{"name": "Ada Lovelace", "aliases": ["A. Lovelace"]}])
NOTES = [
    "Ada Lovelace works at Northwind Traders.",
    "A. Lovelace works at Northwind Traders.",
    "Ada Lovelace lives in Lisbon.",
]


def test_off_merges_the_same_string_and_nothing_else():
    rule = OffRule()
    assert rule.compare(Name("Acme", "Organization"), Name("Acme", "Organization")).score == 1
    for other in (Name("ACME", "Organization"), Name("Acme", "Person"), Name("Acme Ltd", "Organization", ("Acme",))):
        comparison = rule.compare(Name("Acme", "Organization"), other)
        assert comparison.score == 0 and comparison.veto and comparison.reason


def test_gold_follows_the_table_whatever_the_types():
    rule = GoldRule(NAMES)
    assert rule.compare(Name("A. Lovelace", "Person"), Name("ada lovelace", "Object")).score == 1
    assert rule.compare(Name("Ada Lovelace", "Person"), Name("Anthropic", "Organization")).veto
    assert rule.compare(Name("Lisbon", "Location"), Name("LISBON", "Location")).score == 1, (
        "unknown: equal but for case"
    )


@pytest.mark.parametrize(("rule", "parted"), [("off", 1), ("gold", 0), ("memkit", 1)])
def test_a_memory_decides_by_the_rule(rule, parted):
    with open_memory(":memory:", rule, NAMES, settings=SETTINGS) as memory:
        memory.ingest_many(NOTES)
        known = Ontology(entities=(KnownEntity("Ada Lovelace", "Person", ("A. Lovelace",)),))
        assert identity_errors(memory, Gold(NAMES, known)) == (1, parted, 0), "memkit asks about an initial"


def test_gold_needs_names_and_others_are_memkits_own():
    with pytest.raises(InputError, match="--rule gold needs a data set"):
        open_memory(":memory:", "gold", settings=SETTINGS)
    with pytest.raises(InputError, match="'nothing' is unknown"):
        open_memory(":memory:", "nothing", settings=SETTINGS)
    with open_memory(":memory:", "seed", settings=SETTINGS) as memory:
        assert memory.rule.name == "seed"
