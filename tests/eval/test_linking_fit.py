"""Weights of linking: the examples that labels make, and what is fitted to examples."""

from __future__ import annotations

import math

import pytest

from eval.datasets.transcripts import Transcript
from eval.linking import Example, examples, fit, labelled_acts
from memkit.converse import Act, Minutes, Option, Said, Turn
from memkit.converse.reading.reader import fitted_weights

TURNS = (
    Turn(1, "Ann", "", "I propose a pond."),
    Turn(2, "Bo", "", "I'd rather have a shed. Eve is for the pond."),
    Turn(3, "Cy", "", "The shed it is. Thank you all."),
)
GOLD = Minutes(
    [
        Act(1, "Ann", "proposes", "pond"),
        Act(2, "Bo", "proposes", "shed"),
        Act(2, "Eve", "supports", "pond"),
        Act(3, "Cy", "decides", "shed"),
    ],
    [Option("pond", "garden", "A pond.", "superseded"), Option("shed", "garden", "A shed.", "current", ("pond",))],
    [],
)
TRANSCRIPT = Transcript("garden", "dev", TURNS, (), GOLD)
FOUND = [
    Said(1, "", "proposes", 2, 16, "a pond"),
    Said(2, "", "supports", 0, 23, "a shed"),  # proposes
    Said(2, "Eve", "supports", 24, 44, "the pond"),
    Said(3, "", "decides", 0, 15, "the shed"),
    Said(3, "", "supports", 16, 30),  # none
]


def test_labelled_acts_take_their_places_from_the_acts_that_are_found():
    said = labelled_acts(TRANSCRIPT, FOUND)
    assert [(one.n, one.person, one.act, one.start, one.end, one.about) for one in said] == [
        (1, "Ann", "proposes", 2, 16, "a pond"),
        (2, "Bo", "proposes", 0, 44, ""),
        (2, "Eve", "supports", 24, 44, "the pond"),
        (3, "Cy", "decides", 0, 15, "the shed"),
    ]


def kinds(example: Example) -> str:
    """What the right candidate is."""
    signs = example.signs[example.right]
    return next(kind for kind in ("drop", "fresh", "rival", "match") if kind in signs)


def test_examples_are_linked_as_labelled():
    assert [kinds(e) for e in examples(TRANSCRIPT, labelled_acts(TRANSCRIPT, FOUND))] == [
        "fresh",
        "rival",
        "match",
        "match",
    ]


def test_an_act_that_is_none_is_dropped_and_one_of_another_kind_is_linked_as_its_label():
    assert [kinds(e) for e in examples(TRANSCRIPT, FOUND, 0.5)] == ["fresh", "rival", "match", "match", "drop"]
    assert {e.weight for e in examples(TRANSCRIPT, FOUND, 0.5)} == {0.5}


def test_fitted_weights_are_where_gradient_and_prior_balance():
    # Two candidates, one sign: the derivative of -log sigmoid(w) + w**2 / 2 is w - 1 / (1 + e**w).
    weights = fit([Example([{"sign": 1.0}, {}], 0)], precision=1.0, prior={})
    assert weights["sign"] == pytest.approx(1 / (1 + math.exp(weights["sign"])), abs=2e-3)


def test_a_weight_counts_as_so_many_examples():
    example = Example([{"sign": 1.0}, {}], 0)
    assert fit([Example(example.signs, 0, 3.0)], prior={}) == fit([example] * 3, prior={})


def test_a_sign_without_examples_keeps_its_prior():
    assert fit([Example([{"sign": 1.0}, {}], 0)], prior={"other": -2.0})["other"] == -2.0


def test_the_weights_that_are_shipped_know_what_cannot_be():
    weights = fitted_weights()
    assert weights["withdraws:none"] < 0 < weights["match"] and weights["reaffirms:none"] < 0
    assert weights["fresh:next"] > weights["rival:next"] and weights["instead of it"] < 0
