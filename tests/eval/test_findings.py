from __future__ import annotations

import pytest

from eval import cli, findings
from eval.provenance import Provenance
from eval.table import write_table
from memkit.errors import InputError

PROVENANCE = Provenance(data={"Toy": "ff"}, n=1, interval="none")


def interval(name, mean, low, high):
    return {name: mean, f"{name}_low": low, f"{name}_high": high}


SUMMARY = [
    {
        "data": "Toy", "rule": rule, "embedder": embedder, **interval("f1", f1, f1 - 0.1, f1 + 0.1),
        "proved": proved, "merge_threshold": 0.9 if proved else None, **interval("merge_recall", 0.5, 0.4, 0.6),
        "merges": 100, "false_merges": 1, "review_share": 0.043, "verdict": verdict,
        **interval("point_precision", 0.95, 0.9, 0.99), "point_merges": 40, "point_outcome": outcome,
    }
    for rule, embedder, f1, proved, verdict, outcome in [
        ("seed", "minilm", 0.5, False, "not provable with these labels", "broke"),
        ("learned", "none", 0.9, True, "safe", "held"),
        ("memkit", "none", 0.7, False, "not provable with these labels", "no such threshold on valid"),
    ]
]  # fmt: skip
COMPARISONS = [
    {"data": "Toy", "rule": "learned", "embedder": "minilm", "baseline": baseline, "verdict": verdict,
     **interval("difference", mean, low, high)}
    for baseline, mean, low, high, verdict in [
        ("seed", 0.4, 0.3, 0.5, "better"),
        ("learned without embeddings", 0.001, -0.01, 0.012, "no difference shown"),
    ]
]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    write_table(SUMMARY, tmp_path / "02_merge_thresholds" / "summary.csv", PROVENANCE)
    write_table(COMPARISONS, tmp_path / "02_merge_thresholds" / "comparisons.csv", PROVENANCE)
    return tmp_path


def test_findings_say_the_numbers_of_the_tables(folder):
    text = findings.write(folder).read_text()
    assert (
        "**Toy**, F1 on test: `seed` with minilm 0.500 [0.400, 0.600], `learned` 0.900 [0.800, 1.000] and `mem" in text
    )
    assert "Toy, `learned`: merging is safe from 0.900 upward; on test 100 merges, 1 of them false" in text
    assert "nothing may be merged without asking by `seed` with minilm and `memkit`" in text
    assert "test did not speak against it in 1 of 1 cases" in text
    assert "broke on test in 1 of 2 cases" in text
    assert "Toy, `seed` with minilm: 0.950 [0.900, 0.990] over 40 merges." in text
    assert "Embeddings earn no place in identity here: of 1 comparisons" in text
    assert "F1 is better in 1 of 1 comparisons" in text
    assert "[02_merge_thresholds/summary.md](02_merge_thresholds/summary.md)" in text
    assert "Stress" not in text  # no table, no section


def test_findings_are_the_same_twice(folder):
    assert findings.write(folder).read_bytes() == findings.write(folder).read_bytes()


def test_a_table_of_older_code_is_named(folder):
    old = [{key: value for key, value in row.items() if key != "review_share"} for row in SUMMARY]
    write_table(old, folder / "02_merge_thresholds" / "summary.csv", PROVENANCE)
    with pytest.raises(InputError, match=r"summary\.csv has no column 'review_share': older code wrote it"):
        findings.write(folder)


def test_report_without_tables_says_how_to_make_them(tmp_path, capsys):
    assert cli.main(["report", "--out", str(tmp_path)]) == 0
    assert "`make results` writes them" in capsys.readouterr().out


def test_list_names_data_notebooks_and_commands(capsys):
    import json

    assert cli.main(["list", "--json", "-"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"list", "pairs", "report", "results", "sweep"} <= set(listed["commands"])
    assert {"name": "name_pairs", "kind": "pairs", "where": "project"}.items() <= next(
        d for d in listed["data"] if d["name"] == "name_pairs"
    ).items()
    assert {n["name"] for n in listed["notebooks"]} >= {"01_quickstart", "02_merge_thresholds"}
