from __future__ import annotations

import sys

import pandas as pd
import pytest

from eval.datasets.records import load_records
from memkit.errors import InputError

ROWS = [("1", "ann", "x"), ("2", "anne", "x"), ("3", "bob", "y"), ("4", "carl", "")]


def write(path, rows, separator=",", header=("id", "name", "cluster")):
    path.write_text("\n".join(separator.join(row) for row in (header, *rows)) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("separator", [",", ";", "|", "\t", "%"])
def test_the_separator_is_sniffed_and_id_and_gold_leave_the_table(tmp_path, separator):
    data = load_records([write(tmp_path / "people.csv", ROWS, separator)], gold_column="cluster")
    assert data.table == {"name": ["ann", "anne", "bob", "carl"]}
    assert data.gold.tolist() == [0, 0, 1, -1]
    assert data.name == "people"
    assert data.problems == ["1 records without a gold cluster: clustered, not scored"]


def test_parquet_gives_the_same_as_csv(tmp_path):
    frame = pd.DataFrame({"id": [1, 2, 3, 4], "name": ["ann", "anne", None, "carl"], "cluster": list("xxyy")})
    frame.to_parquet(tmp_path / "p.parquet")
    frame.to_csv(tmp_path / "p.csv", index=False)
    both = [load_records([tmp_path / name], gold_column="cluster") for name in ("p.parquet", "p.csv")]
    assert both[0].table == both[1].table == {"name": ["ann", "anne", "", "carl"]}
    assert both[0].gold.tolist() == both[1].gold.tolist() == [0, 0, 1, 1]


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    pd.DataFrame({"id": [1, 2]}).to_parquet(tmp_path / "p.parquet")
    for module in [m for m in sys.modules if m.split(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"p\.parquet.*pyarrow"):
        load_records([tmp_path / "p.parquet"], gold_column="cluster")


@pytest.mark.parametrize("header", ["", "left,right\n"])
def test_gold_pairs_with_and_without_header_are_closed(tmp_path, header):
    records = write(tmp_path / "r.csv", ROWS)
    pairs = tmp_path / "gold.csv"
    pairs.write_text(header + "1,2\n2,3\n")
    data = load_records([records], gold_pairs=pairs)
    assert data.gold[0] == data.gold[1] == data.gold[2] != data.gold[3]
    assert data.problems == ["1 gold pairs follow from the 2 given ones and count as true"]


def test_two_sources_have_ids_of_their_own_and_columns_by_name(tmp_path):
    left = write(tmp_path / "a.csv", [("1", "ann", "5"), ("2", "bob", "6")], header=("id", "name", "price"))
    right = write(tmp_path / "b.csv", [("1", "x", "bobby"), ("2", "y", "anna")], "|", header=("id", "code", "name"))
    pairs = tmp_path / "gold.csv"
    pairs.write_text("a|b\n1|2\n2|1\n")
    data = load_records([left, right], gold_pairs=pairs)
    assert data.table == {
        "name": ["ann", "bob", "bobby", "anna"],
        "price": ["5", "6", "", ""],
        "code": ["", "", "x", "y"],
    }
    assert data.source.tolist() == [0, 0, 1, 1]
    assert data.gold[0] == data.gold[3] != data.gold[1] == data.gold[2]


def test_bad_rows_are_counted_and_the_rest_is_kept(tmp_path):
    rows = [(str(i), f"name {i}", str(i // 2)) for i in range(30)]
    path = write(tmp_path / "r.csv", rows)
    path.write_text(path.read_text() + "30,too few\n")
    data = load_records([path], gold_column="cluster")
    assert len(data.gold) == 30
    assert data.skipped == 1
    assert data.problems == [f"skipped {path}, line 32: 2 fields, the header has 3"]
    pairs = tmp_path / "gold.csv"
    pairs.write_text("".join(f"{i},{i + 1}\n" for i in range(0, 30, 2)) + "7,nobody\n")
    data = load_records([path], gold_pairs=pairs)
    assert data.skipped == 2
    assert "line 16: 7 / nobody are not two ids of r.csv" in data.problems[1]


def test_a_huge_cell_is_a_cell(tmp_path):
    data = load_records(
        [write(tmp_path / "r.csv", [("1", "a" * 300_000, "x"), ("2", "b", "x")])], gold_column="cluster"
    )
    assert len(data.table["name"][0]) == 300_000


def test_bad_files_are_named_with_the_remedy(tmp_path):
    good = write(tmp_path / "good.csv", ROWS)

    def refused(match, *paths, **gold):
        with pytest.raises(InputError, match=match):
            load_records(paths, **(gold or {"gold_column": "cluster"}))

    refused("no column 'klaster' .*id, name, cluster", good, gold_column="klaster")
    refused("exactly one", good, gold_column="cluster", gold_pairs=good)
    refused("missing.csv is no file", tmp_path / "missing.csv")
    refused("no record", write(tmp_path / "header.csv", []))
    (tmp_path / "empty.csv").write_text("\n")
    refused("empty.csv is empty", tmp_path / "empty.csv")
    refused(
        "id '1' stands twice in column 'id', lines 2 and 6", write(tmp_path / "twice.csv", [*ROWS, ("1", "again", "z")])
    )
    refused("two columns are named 'a'", write(tmp_path / "cols.csv", [("1", "2")], header=("a", "a")))
    (tmp_path / "latin.csv").write_bytes("id,name,cluster\n1,Jos\xe9,x\n".encode("latin-1"))
    refused("latin.csv, line 2: byte 0xe9 is not UTF-8", tmp_path / "latin.csv")
    refused(
        "shares no column", good, write(tmp_path / "other.csv", [("1", "x")], header=("id", "klass")), gold_pairs=good
    )
    refused("no id column", write(tmp_path / "noid.csv", [("x", "y")], header=("a", "b")), gold_pairs=good)
    (tmp_path / "pairs.csv").write_text("8,9\n10,11\n")
    refused("are these the files' ids", good, gold_pairs=tmp_path / "pairs.csv")
    (tmp_path / "p.parquet").write_bytes(b"no parquet")
    refused("p.parquet is no readable Parquet file", tmp_path / "p.parquet")
    refused("column 'cluster' is empty", write(tmp_path / "nogold.csv", [("1", "x", ""), ("2", "y", "")]))
