from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval.provenance import Provenance, code_hash, merged
from eval.table import format_cell, frame_markdown, read_rows, read_table, write_table, write_timings
from memkit.errors import InputError

PROVENANCE = Provenance(
    data={"toy": "0123456789abcdef"}, n=2, interval="95 % Clopper-Pearson", embedder="hash", settings={"b": 1, "a": "x"}
)
ROWS = [
    {"rule": "seed", "f1": 0.5, "f1_low": 0.4, "f1_high": 0.6, "merges": 3, "verdict": "unsafe"},
    {"rule": "C# | C++", "f1": 1 / 3, "f1_low": 0.1, "f1_high": None, "merges": 12, "verdict": "safe"},
]


def test_a_table_is_the_same_bytes_twice(tmp_path):
    first, second = (write_table(ROWS, tmp_path / name / "t.csv", PROVENANCE) for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".md").read_bytes() == second.with_suffix(".md").read_bytes()
    assert sorted(p.name for p in first.parent.iterdir()) == ["t.csv", "t.md"]


def test_a_table_reads_back_with_its_provenance(tmp_path):
    frame, provenance = read_table(write_table(ROWS, tmp_path / "t.csv", PROVENANCE))
    assert list(frame.columns) == ["rule", "f1", "f1_low", "f1_high", "merges", "verdict"]
    assert frame["rule"].tolist() == ["seed", "C# | C++"]
    assert frame["f1"].tolist() == [0.5, 0.3333]
    assert provenance == PROVENANCE
    assert provenance.code == code_hash()


def test_cells_are_read_back_as_they_stand(tmp_path):
    rows, provenance = read_rows(write_table(ROWS, tmp_path / "t.csv", PROVENANCE))
    assert [row["f1_high"] for row in rows] == ["0.6000", ""]
    again = write_table(rows, tmp_path / "again.csv", provenance, title="t")
    assert again.read_bytes() == (tmp_path / "t.csv").read_bytes()
    assert again.with_suffix(".md").read_bytes() == (tmp_path / "t.md").read_bytes()


def test_a_csv_of_another_kind_is_no_graded_table(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="does not name code, data"):
        read_rows(tmp_path / "t.csv")
    with pytest.raises(InputError, match="no such table"):
        read_rows(tmp_path / "missing.csv")


def test_provenances_merge_into_one():
    other = Provenance(
        data={"b": "ff", "toy": "0123456789abcdef"}, n=3, interval=PROVENANCE.interval, embedder="minilm"
    )
    both = merged([PROVENANCE, other], {"cells": 2})
    assert both.data == {"toy": "0123456789abcdef", "b": "ff"}
    assert (both.n, both.embedder, both.interval) == (5, "hash, minilm", PROVENANCE.interval)
    seeds = merged([PROVENANCE, Provenance(data={}, n=1, interval="", seed=1)], {})
    assert seeds.seed == "0, 1"
    assert Provenance.parse(seeds.lines(), where="here") == seeds


def test_markdown_folds_intervals_and_escapes_bars(tmp_path):
    text = write_table(ROWS, tmp_path / "t.csv", PROVENANCE, title="Toy").with_suffix(".md").read_text()
    assert text.startswith("# Toy\n\n| rule | f1 | merges | verdict |\n| --- | --: | --: | --- |\n")
    assert "| seed | 0.5000 [0.4000, 0.6000] | 3 | unsafe |" in text
    assert "| C# \\| C++ |" in text
    assert "- data: toy (0123456789abcdef)\n" in text


def test_a_wide_row_is_shown_tall():
    text = frame_markdown(pd.DataFrame(ROWS[:1]), tall=True)
    assert text.splitlines()[2:5] == ["| rule | seed |", "| f1 | 0.5000 [0.4000, 0.6000] |", "| merges | 3 |"]


@pytest.mark.parametrize(
    ("rows", "name", "message"),
    [
        ([], "t.csv", "no rows"),
        ([{"f1": 1.0}], "t.csv", "verdict"),
        (ROWS, "t.md", "written to a .csv"),
    ],
)
def test_a_table_without_rows_verdict_or_csv_is_refused(tmp_path, rows, name, message):
    with pytest.raises(InputError, match=message):
        write_table(rows, tmp_path / name, PROVENANCE)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.123456, "0.1235"),
        (-0.00001, "0.0000"),
        (np.float64(2), "2.0000"),
        (np.int64(2), "2"),
        (True, "yes"),
        (np.bool_(False), "no"),
        (None, ""),
        (float("nan"), ""),
        (["a", 0.5], "a; 0.5000"),
    ],
)
def test_cells(value, text):
    assert format_cell(value) == text


def test_mixed_frames_keep_whole_numbers_whole(tmp_path):
    frame = pd.DataFrame({"n": [1, 2], "share": [0.5, 1.0], "verdict": ["safe", "safe"]})
    assert "1,0.5000,safe\n2,1.0000,safe\n" in write_table(frame, tmp_path / "t.csv", PROVENANCE).read_text()


def test_timings_have_a_file_of_their_own(tmp_path):
    path = write_timings([{"step": "fit", "seconds": 1.23456}], tmp_path / "t.csv")
    assert path.name == "t.timings.csv"
    assert path.read_text() == "step,seconds\nfit,1.235\n"


def test_code_hash_changes_with_the_code(tmp_path):
    for folder in ("memkit", "eval"):
        (tmp_path / folder).mkdir()
    (tmp_path / "memkit" / "a.py").write_text("x = 1\n")
    (tmp_path / "eval" / "notes.txt").write_text("not code")
    before = code_hash.__wrapped__(tmp_path)
    (tmp_path / "eval" / "notes.txt").write_text("still not code")
    assert code_hash.__wrapped__(tmp_path) == before
    (tmp_path / "memkit" / "a.py").write_text("x = 2\n")
    assert code_hash.__wrapped__(tmp_path) != before
