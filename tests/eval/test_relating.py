"""Weights of pairs: what labels make examples of, and what is fitted to them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from eval.datasets.wiki import load_wiki
from eval.relating import SIGNS, Example, evaluate, examples, fit, measure
from memkit.extract.weigh import BIAS, fitted_weights

PLAYHOUSE = Path(__file__).parents[2] / "data" / "prose" / "playhouse"


def example(number: int, right: bool, *, wiki: str = "a", **signs: float) -> Example:
    return Example(wiki, (f"s{number}", "R", "t", "d"), dict.fromkeys(SIGNS, 0.0) | signs, right)


GIVEN = [example(n, n % 2 == 0, only=float(n % 2 == 0), page=float(n % 3 == 0)) for n in range(40)]


def test_the_package_holds_a_weight_for_every_sign_that_is_fitted():
    assert set(fitted_weights()) == {*SIGNS, BIAS}
    assert all(math.isfinite(weight) for weight in fitted_weights().values())


def test_a_sign_that_tells_right_from_wrong_weighs_and_one_that_does_not_hardly():
    weights = fit(GIVEN)
    assert weights["only"] > 2 > abs(weights["page"]) and weights["rival"] == 0
    assert measure(GIVEN, weights) == {"precision": 1.0, "recall": 1.0, "facts": 40}


def test_a_fact_counts_once_however_often_it_is_told():
    often = [*GIVEN, *[example(1, False, page=1.0)] * 50]
    once = [*GIVEN, example(1, False, page=1.0)]
    assert fit(often)["page"] == pytest.approx(fit(once)["page"], abs=0.35)


def test_every_wiki_is_measured_by_the_others():
    turned = [example(n, n % 2 == 1, wiki="b", only=float(n % 2 == 0)) for n in range(40)]
    measured, _ = evaluate({"a": GIVEN, "b": turned})
    assert measured["a"]["recall"] == 0 and measured["b"]["recall"] == 0


def test_examples_are_of_labelled_pages_and_bear_their_labels():
    wiki = load_wiki(PLAYHOUSE)
    found = examples(wiki, "playhouse", "dev")
    gold = {(r.source, r.type, r.target, r.doc): r.split for r in wiki.relations}
    assert {one.fact for one in found if one.right} <= {fact for fact, split in gold.items() if split == "dev"}
    assert not any(one.right for one in found if one.fact not in gold)
    pages = {r.doc for r in wiki.relations if r.split == "dev"}
    assert {one.fact[3] for one in found} <= pages
    assert sum(one.right for one in found) >= 30 <= sum(not one.right for one in found) + 30
