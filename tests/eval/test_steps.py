"""Each step on a data set made here: its tables are there, graded, and the same twice."""

from __future__ import annotations

import csv
import json
import random

import pytest

from eval import findings, steps
from eval.datasets.registry import DataSet
from eval.table import read_table

FIRST_NAMES = "Ada Grace Alan Edsger Barbara Donald Frances John Katherine Niklaus Margaret Dennis".split()
LAST_NAMES = "Lovelace Hopper Turing Dijkstra Liskov Knuth Allen Backus Johnson Wirth Hamilton Ritchie".split()
CASES = [
    ("a", "Ada Lovelace", "Person", "ada lovelace", "Person", "same"),
    ("b", "RFC 2616", "Object", "RFC 2617", "Object", "different"),
    ("c", "Mercury", "Location", "Mercury", "Organization", "different"),
]


@pytest.fixture(autouse=True)
def no_model(monkeypatch):
    monkeypatch.setattr(steps, "NAME_RULES", (("seed", "hash"), ("memkit", "none")))


def write_csv(path, header, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def run_twice(step, folder, data_sets):
    """The tables of a step: name -> (frame, provenance), after checking that a second run writes the same bytes."""
    for name in ("one", "two"):
        (folder / name).mkdir()
        step(folder / name, data_sets)
    files = {path.name: path.read_bytes() for path in (folder / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (folder / "two").iterdir()}
    return {path.stem: read_table(path) for path in (folder / "one").glob("*.csv")}


def test_identity(tmp_path):
    data = tmp_path / "cases"
    data.mkdir()
    keys = ("id", "a", "a_type", "b", "b_type", "expected")
    lines = [json.dumps(dict(zip(keys, case, strict=True)) | {"kind": "toy"}) for case in CASES]
    (data / "cases.jsonl").write_text("\n".join(lines))
    tables = run_twice(steps.identity, tmp_path, [DataSet("cases", "identity", "project", data)])
    cases, provenance = tables["cases"]
    memkit = cases[cases["rule"] == "memkit"].iloc[0]
    assert (memkit["cases"], memkit["right"], memkit["false_merges"]) == (3, 3, 0)
    assert memkit["merged_same"] == 1 and memkit["verdict"] == "not provable with these labels"
    assert provenance.n == 3 and set(provenance.data) == {"cases"}
    decisions, _ = tables["decisions"]
    assert len(decisions) == 3 and decisions["reason"].str.len().min() > 0
    assert len(findings.cases(cases)) == 2


def test_tables(tmp_path):
    data = tmp_path / "shop"
    data.mkdir()
    names = [
        f"{first} {last} radio {i}00" for i, (first, last) in enumerate(zip(FIRST_NAMES, LAST_NAMES, strict=True), 1)
    ]
    write_csv(data / "left.csv", ["id", "name"], [(i, name) for i, name in enumerate(names)])
    write_csv(data / "right.csv", ["id", "name"], [(i, name.upper()) for i, name in enumerate(names)])
    write_csv(data / "gt.csv", ["left", "right"], [(i, i) for i in range(len(names))])
    tables = run_twice(steps.tables, tmp_path, [DataSet("shop", "records", "project", data)])
    matching, _ = tables["matching"]
    assert matching["threshold_from"].tolist() == ["labels of the other half", "scores alone"] * 2
    assert matching["rule"].tolist() == ["memkit", "memkit", "seed", "seed"]
    assert matching["f1"].tolist()[0] == 1.0  # equal but for case
    removed, _ = tables["removed"]
    assert removed["removed"].tolist() == [0.0, 0.5, 0.8]


def test_clusters(tmp_path, monkeypatch):
    data = tmp_path / "people"
    data.mkdir()
    draw = random.Random(1)
    rows = []
    for i, (first, last) in enumerate((f, la) for f in FIRST_NAMES for la in LAST_NAMES[:5]):
        year = draw.randrange(1800, 1990)
        rows += [(i, first, last, year), (i, first[:-1] if i % 3 else first, last, year)]
    write_csv(data / "people.csv", ["cluster", "first", "last", "born"], rows)
    monkeypatch.setattr(steps, "GOLD", {"people": {"records": "*.csv", "gold_column": "cluster"}})
    tables = run_twice(steps.clusters, tmp_path, [DataSet("people", "records", "project", data)])
    clusters, provenance = tables["clusters"]
    assert clusters["how"].tolist() == [
        "no labels",
        "no labels, best threshold",
        "trained on half",
        "seed rule, its own threshold",
        "seed rule, best threshold",
    ]
    assert (clusters["f1"].iloc[1] >= clusters["f1"].iloc[0]) and provenance.n == len(rows)
    assert "curve_people" in tables and (tmp_path / "one" / "curve_people.png").is_file()
    assert len(findings.clusters(clusters)) == 5


def test_travel(tmp_path):
    sets = []
    for name, kind in (("lamps", "lamp"), ("chairs", "chair")):
        (tmp_path / name).mkdir()
        draw = random.Random(name)
        for split, size in (("train", 40), ("valid", 24), ("test", 24)):
            lines = []
            for i in range(size):
                number = draw.randrange(100, 999)
                other = f"{kind} {number} new" if i % 3 == 0 else f"{kind} {draw.randrange(100, 999)}"
                lines.append(f"COL name VAL {kind} {number}\tCOL name VAL {other}\t{int(i % 3 == 0)}")
            (tmp_path / name / f"{split}.txt").write_text("\n".join(lines) + "\n")
        sets.append(DataSet(name, "pairs", "project", tmp_path / name))
    transfer, provenance = run_twice(steps.travel, tmp_path, sets)["transfer"]
    assert sorted(set(zip(transfer["data"], transfer["rule"], strict=True))) == [
        (name, rule) for name in ("chairs", "lamps") for rule in ("learned", "memkit")
    ]
    assert set(transfer["verdict"]) <= {"better", "worse", "no difference shown"}
    drop = transfer["f1_source_threshold"] - transfer["f1_own_threshold"]
    assert (transfer["difference"] - drop).abs().max() < 2e-4
    assert provenance.n == 48
    assert len(findings.travelling(transfer)) == 5


def test_stress_counts_are_those_of_the_pairs(tmp_path, monkeypatch):
    pairs = steps.stress_pairs(0, "report")
    few = tuple(p for i, p in enumerate(pairs) if i % 40 == 0)
    monkeypatch.setattr(steps, "stress_pairs", lambda seed, half: few)
    rates, provenance = run_twice(steps.stress, tmp_path, [])["rates"]
    assert rates["same"].tolist() == [sum(p.label for p in few)] * 2
    assert rates["different"].tolist() == [sum(1 - p.label for p in few)] * 2
    assert provenance.n == len(few)
