"""Identity cases: the loader loses nothing silently, and grading follows the NOTES of the set."""

from __future__ import annotations

import json

import numpy as np
import pytest

from eval.cli import main
from eval.datasets.cases import load_cases
from eval.identity import cosines, grade, grade_cases
from memkit.config import Settings
from memkit.errors import InputError
from memkit.resolve import Comparison, Name

GOOD = {
    "id": "A1",
    "a": "RFC 1",
    "a_type": "Object",
    "b": "RFC 2",
    "b_type": "Object",
    "expected": "different",
    "kind": "n",
}


def write(path, *records):
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Always:
    """A rule that gives every pair one score."""

    name = "always"
    needs_semantic = False

    def __init__(self, score, reason="because"):
        self.comparison = Comparison(score, reason)

    def compare(self, left, right, *, semantic=None):
        return self.comparison


def three(path):
    return load_cases(
        write(
            path,
            GOOD,
            {**GOOD, "id": "A2", "expected": "same", "kind": "s"},
            {**GOOD, "id": "A3", "expected": "review", "kind": "r"},
        )
    )


@pytest.mark.parametrize(
    ("expected", "action", "reason", "outcome"),
    [
        ("different", "merge", "x", "false_merge"),
        ("different", "pending", "x", "right"),
        ("different", "create", "", "right"),
        ("same", "merge", "x", "right"),
        ("same", "pending", "x", "right"),
        ("same", "create", "x", "missed"),
        ("review", "merge", "x", "false_merge"),
        ("review", "pending", "x", "right"),
        ("review", "create", "x", "right"),
        ("review", "create", " ", "missed"),
    ],
)
def test_grading(expected, action, reason, outcome):
    assert grade(expected, action, reason) == outcome


@pytest.mark.parametrize(
    ("score", "right", "false_merges", "missed", "merged_same", "pending_same", "pending_different"),
    [(1.0, 1, 2, 0, 1, 0, 0), (0.9, 3, 0, 0, 0, 1, 1), (0.0, 2, 0, 1, 0, 0, 0)],
)
def test_counts(tmp_path, score, right, false_merges, missed, merged_same, pending_same, pending_different):
    result = grade_cases(three(tmp_path / "c.jsonl"), Always(score), Settings())
    counted = [result[key] for key in ("right", "false_merges", "missed", "merged_same", "pending_same")]
    assert counted == [right, false_merges, missed, merged_same, pending_same]
    assert result["pending_different"] == pending_different
    assert result["cases"] == 3 == sum(kind["cases"] for kind in result["by_kind"].values())
    assert len(result["wrong"]) == 3 - right


def test_bad_lines_are_named_and_the_rest_is_graded(tmp_path):
    path = write(
        tmp_path / "c.jsonl",
        GOOD,
        "{not json",
        {**GOOD},
        {**GOOD, "id": "A2", "expected": "maybe"},
        {**GOOD, "id": "A3", "a": "  "},
        {"id": "A4"},
        "[]",
        "",
        {**GOOD, "id": "A5"},
    )
    cases = load_cases(path)
    assert [case.id for case in cases.cases] == ["A1", "A5"]
    assert [line for line, _ in cases.problems] == [2, 3, 4, 5, 6, 7]
    said = dict(cases.problems)
    assert "already taken" in said[3]
    assert "'maybe'" in said[4]
    assert "a is empty" in said[5]
    assert "expected" in said[6]


def test_nothing_usable_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no identity case"):
        load_cases(write(tmp_path / "c.jsonl", "{}"))
    with pytest.raises(InputError, match="cannot read"):
        load_cases(tmp_path / "missing.jsonl")


def test_cosines_are_of_the_right_pairs():
    class Axes:
        name, dimensions = "axes", 2

        def encode(self, texts):
            return np.array([[1.0, 0.0] if text == "x" else [0.6, 0.8] for text in texts], dtype=np.float32)

    x, y = Name("x", "Object"), Name("y", "Object")
    assert cosines(Axes(), [(x, y), (x, x), (y, y)]) == pytest.approx([0.6, 1.0, 1.0], abs=1e-6)


def test_command_prints_the_contract(tmp_path, capsys):
    path = write(tmp_path / "c.jsonl", GOOD, {**GOOD, "id": "A2", "b": "RFC 1", "expected": "same"})
    assert main(["identity", "--cases", str(path), "--rule", "memkit", "--json", "-"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert {
        "cases",
        "right",
        "false_merges",
        "missed",
        "merged_same",
        "pending_same",
        "pending_different",
    } <= result.keys()
    assert result["right"] == 2
    assert result["wrong"] == []
    assert result["by_kind"]["n"]["cases"] == 2


def test_command_refuses_an_unknown_rule(tmp_path, capsys):
    path = write(tmp_path / "c.jsonl", GOOD)
    assert main(["identity", "--cases", str(path), "--rule", "nonesuch"]) == 1
    assert "memkit, seed" in capsys.readouterr().err
