"""Blocking keys: pairs that the rule merges or asks about share one, and none is a common word alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.config import Settings
from memkit.resolve import Name, block_keys, gate, get_rule

RULE = get_rule("memkit")
CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_evidence_implies_a_common_key(case):
    left, right = Name(case["a"], case["a_type"]), Name(case["b"], case["b_type"])
    default = Settings()
    done = gate(
        RULE.compare(left, right),
        merge_threshold=default.merge_threshold,
        pending_threshold=default.pending_threshold,
    )
    if done != "create":
        assert set(block_keys(left)) & set(block_keys(right))


@given(st.text(max_size=60), st.sampled_from(["Person", "Object", "Gadget"]))
@settings(max_examples=300, deadline=None)
def test_keys_are_sorted_bounded_and_repeatable(text, type_):
    keys = block_keys(Name(text, type_))
    assert keys == sorted(set(keys)) == block_keys(Name(text, type_))
    assert all(2 <= len(key) <= 60 for key in keys)


def test_aliases_have_keys_too():
    plain = set(block_keys(Name("Robert Zimmerman", "Person")))
    assert plain < set(block_keys(Name("Robert Zimmerman", "Person", ("Bob Dylan",))))


def test_a_very_long_name_has_few_keys():
    assert len(block_keys(Name("word " * 2000, "Object"))) < 60


@pytest.mark.parametrize(("name", "type_"), [("University of Oxford", "Organization"), ("Payments Gateway", "Object")])
def test_no_word_of_a_longer_name_stands_alone(name, type_):
    alone = {word.lower() for word in name.split()}
    keys = [key for key in block_keys(Name(name, type_)) if key[0] not in "<>"]  # half a name may be a word by chance
    assert not {key[1:] for key in keys} & alone
