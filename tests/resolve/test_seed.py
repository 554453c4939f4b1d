"""The rule `seed`: its formula, by hand."""

from __future__ import annotations

import pytest
from rapidfuzz import fuzz

from memkit.errors import InputError
from memkit.resolve import Name, get_rule

SEED = get_rule("seed")


def test_blend_of_fuzzy_and_semantic():
    fuzzy = fuzz.WRatio("Acme Bank", "Acme Corp") / 100
    comparison = SEED.compare(Name("Acme Bank", "Organization"), Name("Acme Corp", "Organization"), semantic=0.7)
    assert comparison.score == pytest.approx(0.45 * fuzzy + 0.55 * 0.7, abs=1e-6)
    assert comparison.signals["semantic"] == 0.7


def test_exact_is_case_insensitive_and_knows_aliases():
    assert SEED.compare(Name("ACME", "Object"), Name("acme", "Object"), semantic=0.0).score == 1.0
    left = Name("Big Blue", "Organization", ("IBM",))
    assert SEED.compare(left, Name("ibm", "Organization"), semantic=0.0).score == 1.0


def test_types_filter():
    comparison = SEED.compare(Name("IBM", "Organization"), Name("IBM", "Company"), semantic=1.0)
    assert comparison.score == 0.0
    assert comparison.reason == "types differ: Organization / Company"


def test_unknown_rule_names_the_choices():
    with pytest.raises(InputError, match="memkit, seed, or the path"):
        get_rule("nonesuch")
