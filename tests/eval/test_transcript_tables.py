"""Tables, plots and sentences on transcripts, from results counted by hand."""

from __future__ import annotations

import pandas as pd
import pytest

from eval import transcript_tables as tables
from eval.plot import png
from eval.provenance import Provenance
from eval.table import read_table, write_table
from eval.transcript import MEASURES, shaped

PLAIN = dict(zip(MEASURES, (0.96, 0.9, 0.8, 0.7, 0.74, 0.85, float("nan"), 0.9), strict=True))
GOLD = {"turns": 40, "acts": 30, "decisions": 9, "links": 2, "positions": 20}


def reader(shift):
    intervals = {
        name: {"mean": v - shift, "low": v - shift - 0.1, "high": v - shift + 0.1} for name, v in PLAIN.items()
    }
    return shaped({name: value - shift for name, value in PLAIN.items()}) | {"intervals": shaped(intervals)}


def read_result(data="conversations", split="report"):
    lead = {name: {"mean": 0.5, "low": 0.4, "high": 0.6, "verdict": "better"} for name in MEASURES}
    own = {"data": data, "data_hash": "0" * 16, "split": split, "n": 3, "seed": 0, "gold": GOLD, "system": "rules"}
    return own | reader(0.0) | {"differences": {"vector_only": shaped(lead)}, "vector_only": reader(0.5)}


def asked_result(split="report"):
    def shares(right):
        return {
            kind: {"right": right, "n": 4, "mean": right / 4, "low": 0.0, "high": 1.0} for kind in ("objected", "all")
        }

    lead = {"mean": 0.25, "low": 0.1, "high": 0.5, "p": 0.01, "p_holm": 0.02, "verdict": "better"}
    return {
        "data": "conversations",
        "data_hash": "0" * 16,
        "split": split,
        "n": 4,
        "conversations": 2,
        "seed": 0,
        "k": 10,
        "embedder": "minilm",
        "systems": {
            "memory": shares(3),
            "turns_learned": shares(2),
            "memory_perfect": shares(4),
            "turns_in_reach": shares(2),
        },
        "differences": {name: {"objected": lead, "all": lead} for name in ("turns_learned", "turns_in_reach")},
    }


def test_measures_are_held_to_their_goals_and_to_the_baseline():
    rows = {(row["system"], row["measure"]): row for row in tables.measure_rows(read_result())}
    assert len(rows) == 2 * len(MEASURES)
    assert rows["rules", "attribution"]["verdict"] == "better, goal reached"
    assert rows["rules", "status accuracy"]["verdict"] == "better, goal reached", "the goal itself is enough"
    assert rows["rules", "acts F1"]["verdict"] == "better, goal missed"
    assert rows["rules", "supersession F1"]["verdict"] == "better, goal missed", "no number reaches no goal"
    assert rows["rules", "acts recall"]["verdict"] == "better" and rows["rules", "acts recall"]["goal"] is None
    assert rows["vectors alone", "attribution"]["verdict"] == "the baseline"
    assert (rows["rules", "positions F1"]["n"], rows["rules", "status accuracy"]["n"]) == (20, 9)
    assert rows["rules", "attribution"]["difference_low"] == 0.4


def test_other_data_has_no_goals():
    rows = tables.measure_rows(read_result("transcripts", "all"))
    assert {row["verdict"] for row in rows} == {"better", "the baseline"} and {row["goal"] for row in rows} == {None}


def test_who_answers_by_kind_of_question():
    rows = tables.standing_rows(asked_result())
    assert [(row["question"], row["system"], row["right"], row["verdict"]) for row in rows[:4]] == [
        ("who objected", "memory", 3, "the memory"),
        ("who objected", "turns", 2, "memory: better"),
        ("who objected", "memory, perfect", 4, "the memory, with the labels for a reader"),
        ("who objected", "turns, perfect", 2, "memory, perfect: better"),
    ]
    assert rows[0]["memory_lead"] is None and rows[1]["memory_lead_high"] == 0.5
    assert list(rows[0]) == list(rows[1]), "one set of columns"


@pytest.fixture
def written(tmp_path):
    """Both tables as read back from their files, with what was developed on beside what is reported."""
    results = [read_result(), read_result(split="dev"), read_result("transcripts", "all")]
    told = tables.provenance(results, "conversations", {})
    assert isinstance(told, Provenance) and told.n == 9 and told.embedder == "in the baseline only"
    measures = [row for result in results for row in tables.measure_rows(result)]
    asked = [asked_result(), asked_result("dev")]
    standing = [row for result in asked for row in tables.standing_rows(result)]
    assert tables.provenance(asked, "questions", {}).n == 8 and tables.provenance(asked, "conversations", {}).n == 4
    paths = [
        write_table(measures, tmp_path / "measures.csv", told),
        write_table(standing, tmp_path / "standing.csv", tables.provenance(asked, "questions", {})),
    ]
    return [read_table(path)[0] for path in paths]


def test_what_is_reported_is_said_and_nothing_else(written):
    ours, theirs = tables.measures_in_words(written[0])
    assert ours.startswith(
        "**conversations** (report), rules: attribution 0.960 [0.860, 1.060] (vectors alone 0.460; goal 0.95: reached);"
    )
    assert (
        "acts F1 0.740 [0.640, 0.840] (vectors alone 0.240; goal 0.75: missed)" in ours and "supersession" not in ours
    )
    assert theirs.startswith("**transcripts** (all), rules: attribution 0.960 [0.860, 1.060] (vectors alone 0.460);")
    objected, everything = tables.standing_in_words(written[1])
    assert objected == (
        "**conversations**, who objected (n = 4): memory 0.750 [0.000, 1.000]; "
        "turns 0.500 [0.000, 1.000] (lead of memory +0.250 [+0.100, +0.500], better); "
        "memory, perfect 1.000 [0.000, 1.000]; "
        "turns, perfect 0.500 [0.000, 1.000] (lead of memory, perfect +0.250 [+0.100, +0.500], better)."
    )
    assert everything.startswith("**conversations**, all questions (n = 4)")


def test_plots_are_the_same_twice():
    for draw, rows in (
        (tables.measures_plot, tables.measure_rows(read_result())),
        (tables.standing_plot, tables.standing_rows(asked_result())),
    ):
        assert png(draw("title", pd.DataFrame(rows))) == png(draw("title", pd.DataFrame(rows)))
