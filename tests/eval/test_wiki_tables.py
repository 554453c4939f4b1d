"""The tables of a wiki's results, made from scripted answers, and what the findings say of them."""

from __future__ import annotations

import pandas as pd
import pytest
from scripted_wiki import GOOD, POOR, STATED, make_wiki

from eval import findings, wiki_tables
from eval import wiki as wiki_module
from eval.plot import png
from eval.wiki import BASELINE, evaluate


@pytest.fixture
def result(tmp_path, monkeypatch):
    monkeypatch.setattr(wiki_module, "memory_relations", lambda memory, names: STATED)
    return evaluate(make_wiki(tmp_path), "report", None, {"memkit": GOOD, BASELINE: POOR})[0]


def test_answers_by_category_with_the_pooled_rows(result):
    frame = pd.DataFrame(wiki_tables.answer_rows(result)).set_index(["category", "system"])
    pooled = frame.loc["set answers", "memkit"]
    assert (pooled["right"], pooled["n"], pooled["share_right"]) == (2, 2, 1.0)
    assert frame.loc["all", "memkit"]["n"] == 4 and frame.loc["all", "vector only"]["right"] == 0
    assert frame.loc["all", "memkit"]["difference"] == 1.0
    assert frame.loc["2-hop", "vector only"]["verdict"] == "the baseline"
    assert "3-hop" not in frame.index.get_level_values(0), "no question, no row"


def test_shares_are_held_to_their_goals(result):
    rows = {(row["measure"], row["system"]): row for row in wiki_tables.share_rows(result)}
    assert rows["set_exact", "memkit"]["verdict"] == "goal reached"
    assert (
        rows["router_accuracy", "memkit"]["verdict"] == "goal missed"
        and rows["router_accuracy", "memkit"]["share"] == 0.75
    )
    assert rows["set_exact", "vector only"]["verdict"] == "the baseline"
    assert ("router_accuracy", "vector only") not in rows, "a reader has no router"


def test_routes_extraction_and_every_question(result):
    routes = {row["category"]: row for row in wiki_tables.router_rows(result)}
    assert routes["aggregation"]["HYBRID"] == 1 and routes["aggregation"]["verdict"] == "1 wrong"
    (extraction,) = wiki_tables.extraction_rows(result)
    assert extraction["verdict"] == "goal missed: precision, f1" and extraction["labelled"] == 1
    questions = {row["id"]: row for row in wiki_tables.question_rows(result)}
    assert questions["a1"]["verdict"] == "right, by a wrong route"
    assert questions["s1"]["cited"] == ["mara.md"] and questions["s1"]["vector_only_grade"] == "wrong"
    assert questions["r1"]["vector_only_answer"] == ["Mara Lind"]


def test_what_was_developed_on_is_marked(result):
    assert {row["part"] for row in wiki_tables.answer_rows(result | {"split": "dev"})} == {"dev (not reported)"}


def test_the_plot_is_the_same_twice(result):
    answers = pd.DataFrame(wiki_tables.answer_rows(result))
    assert png(wiki_tables.answers_plot("bakery", answers)) == png(wiki_tables.answers_plot("bakery", answers))


def test_findings_say_the_numbers(result):
    said = " ".join(findings.answers(pd.DataFrame(wiki_tables.answer_rows(result))))
    assert (
        "**bakery**, 2 questions with a set or a count as answer: 100.0% [15.8%, 100.0%] right, 0.0% from vectors"
        in said
    )
    assert "aggregation 1 against 0 of 1" in said and "no difference is shown for definitional, 2-hop" in said
    goals = findings.goals(pd.DataFrame(wiki_tables.share_rows(result)))
    assert any("router accuracy 0.750" in line and "(goal 0.95: missed)" in line for line in goals)
    extraction = findings.extraction(pd.DataFrame(wiki_tables.extraction_rows(result)))
    assert "precision 0.500" in extraction[0] and "over 1 labelled relations" in extraction[0]


def test_findings_of_identity():
    def row(rule, measure, mean, **rest):
        return {
            "data": "bakery",
            "names": "to be found",
            "rule": rule,
            "measure": measure,
            "mean": mean,
            "things": 9,
            "parted": 4,
            "mixed": 0,
        } | rest

    difference = {"difference": 0.2, "difference_low": 0.1, "difference_high": 0.3, "verdict": "better"}
    frame = pd.DataFrame([row("off", "R@5", 0.5), row("memkit", "R@5", 0.7, **difference)])
    said = findings.identity_effect(frame)
    start = "bakery, names to be found"
    assert said[0] == (f"{start}, R@5: without identity 0.500; with `memkit` 0.700 (+0.200 [+0.100, +0.300], better).")
    assert (
        said[1] == f"{start}: `off` parts 4 of 9 things and mixes up 0 and `memkit` parts 4 of 9 things and mixes up 0."
    )
