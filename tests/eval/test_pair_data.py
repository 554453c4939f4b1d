from __future__ import annotations

import pytest

from eval.datasets.pairs import load_pairs, parse_ditto
from eval.datasets.tables import load_tables, sniff
from memkit.errors import InputError

LINE = "COL name VAL {} COL price VAL {}\tCOL name VAL {} COL price VAL {}\t{}"


def ditto(*rows):
    return "\n".join(LINE.format(*row) for row in rows) + "\n"


GOOD = {
    "train": ditto(("a", "1", "a", "1", 1), ("a", "1", "b", "2", 0), ("c", "3", "c", "3", 1), ("c", "3", "d", "", 0)),
    "valid": ditto(("e", "1", "e", "1", 1), ("e", "1", "f", "2", 0)),
    "test": ditto(("g", "1", "g", "1", 1), ("g", "1", "h", "2", 0)),
}


def write(folder, suffix=".txt", **changed):
    for name, text in (GOOD | changed).items():
        (folder / f"{name}{suffix}").write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def test_ditto_form(tmp_path):
    data = load_pairs(write(tmp_path))
    assert data.train.pairs[3] == ({"name": "c", "price": "3"}, {"name": "d", "price": ""})
    assert data.train.labels == [1, 0, 1, 0] and data.train.lines == [1, 2, 3, 4]
    assert data.counts()["test_pairs"] == 2 and data.counts()["test_same"] == 1
    assert data.problems == [] and data.name == tmp_path.name


@pytest.mark.parametrize(
    "text, record",
    [
        ("COL title VAL VALUES of COLumns COL year VAL 1999", {"title": "VALUES of COLumns", "year": "1999"}),
        ("COL first name VAL x COL b VAL", {"first name": "x", "b": ""}),
        ("COL a VAL x COL a VAL y", {"a": "x y"}),
        ("title VAL x", {}),
        ("noise COL a VAL x", {}),
        ("", {}),
    ],
)
def test_records_of_the_ditto_form(text, record):
    assert parse_ditto(text) == record


def deepmatcher(*rows, header="id,label,ltable_id,rtable_id,ltable_title,rtable_title"):
    return "\n".join([header, *(f'{i},{label},1,2,"{a}","{b}"' for i, (a, b, label) in enumerate(rows))]) + "\n"


CSV = {name: deepmatcher((f"{name}, one", f"{name} one", 1), (f"{name} x", f"{name} y", 0)) for name in GOOD}


def test_deepmatcher_form_drops_ids(tmp_path):
    data = load_pairs(write(tmp_path, ".csv", **CSV))
    assert data.test.pairs[0] == ({"title": "test, one"}, {"title": "test one"})
    assert data.test.labels == [1, 0]


def test_pairs_of_ids_take_their_values_from_the_tables_beside(tmp_path):
    ids = "ltable_id,rtable_id,label\n" + "".join(f"{i},{i + 1},0\n{i},{i},1\n" for i in range(8)) + "0,99,1\n"
    write(tmp_path, ".csv", **dict.fromkeys(GOOD, ids.replace("0,99,1\n", "")) | {"train": ids})
    with pytest.raises(InputError, match="put tableA"):
        load_pairs(tmp_path)
    for name, side in (("tableA", "left"), ("tableB", "right")):
        (tmp_path / f"{name}.csv").write_text("id,title\n" + "".join(f"{i},{side} {i}\n" for i in range(9)))
    data = load_pairs(tmp_path)
    assert data.test.pairs[0] == ({"title": "left 0"}, {"title": "right 1"}) and data.test.labels[:2] == [0, 1]
    assert data.skipped == 1 and "train.csv, line 18: an id names no record" in data.problems[0]


def test_a_bom_and_other_side_names_are_read(tmp_path):
    text = "left_name,right_name,label\r\nx,y,0\r\nx,x,1\r\n"
    named = {n: text.replace("x", f"{n}x") for n in GOOD}
    named["test"] = b"\xef\xbb\xbf" + text.encode()
    data = load_pairs(write(tmp_path, ".csv", **named))
    assert data.test.pairs[0] == ({"name": "x"}, {"name": "y"})


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"test": ""}, r"test\.txt is empty"),
        ({"test": b"COL a VAL caf\xe9\tCOL a VAL x\t1\n"}, r"test\.txt, line 1: byte 0xe9 is not UTF-8"),
        ({"train": ditto(("a", "1", "b", "2", 2))}, r"train\.txt, line 1: label '2' is neither 0 nor 1"),
        ({"train": "a,b,1\n"}, r"train\.txt, line 1: 1 tab-separated fields, 3 are needed"),
        ({"train": "COL a VAL x\tno columns\t1\n"}, r'line 1: no "COL name VAL value" in the right record'),
        ({"test": "COL other VAL x\tCOL other VAL x\t1\n"}, "share no column"),
    ],
)
def test_what_cannot_be_read_names_file_and_line(tmp_path, changed, words):
    with pytest.raises(InputError, match=words):
        load_pairs(write(tmp_path, **changed))


@pytest.mark.parametrize(
    "text, words",
    [
        ("label,a,b\n1,x,y\n", "columns are label, a, b; needed are label, ltable_"),
        ("ltable_a,rtable_a\nx,y\n", "needed are label"),
        ("label,ltable_id,rtable_id\n1,2,3\n", "add the values"),
        ("label,ltable_a,rtable_a\n", "has a header but no pair"),
        ("label,ltable_a,rtable_a\nyes,x,y\n", "line 2: label 'yes' is neither 0 nor 1"),
        ("label,ltable_a,rtable_a\n1,x\n", "line 2: fewer fields than the header has"),
    ],
)
def test_a_csv_that_is_in_another_form_says_so(tmp_path, text, words):
    with pytest.raises(InputError, match=words):
        load_pairs(write(tmp_path, ".csv", **(CSV | {"train": text})))


def test_a_missing_folder_and_a_missing_split(tmp_path):
    with pytest.raises(InputError, match="is not a folder"):
        load_pairs(tmp_path / "none")
    with pytest.raises(InputError, match=r"neither test\.txt"):
        load_pairs(tmp_path)
    write(tmp_path)
    (tmp_path / "valid.txt").unlink()
    with pytest.raises(InputError, match=r"valid\.txt is missing"):
        load_pairs(tmp_path)


def test_a_few_bad_lines_are_counted_and_named_and_cost_nothing_else(tmp_path):
    rows = [(f"n{i}", "1", f"n{i}", "1", i % 2) for i in range(40)]
    text = ditto(*rows) + "garbage\n" + LINE.format("z", "1", "z", "1", "maybe") + "\n"
    data = load_pairs(write(tmp_path, train=text))
    assert len(data.train) == 40 and data.skipped == 2 and data.counts()["skipped_lines"] == 2
    assert any("train.txt, line 41" in p for p in data.problems) and any("line 42" in p for p in data.problems)


def test_duplicates_contradictions_and_leaks_are_reported_and_kept(tmp_path):
    repeated = GOOD["train"] + ditto(("a", "1", "a", "1", 1))
    contradicted = repeated + ditto(("c", "3", "d", "", 1))
    leaked = contradicted + ditto(("g", "1", "g", "1", 1))
    data = load_pairs(write(tmp_path, train=leaked, test=GOOD["test"] + ditto(("g", "1", "g", "1", 1))))
    assert len(data.train) == 7 and len(data.test) == 3
    assert data.problems == [
        "test: 1 repeated pairs, kept",
        "train: 2 repeated pairs, kept",
        "train: 1 pairs labelled both 0 and 1, kept",
        "train: 1 pairs that also stand in a later split, kept",
    ]


# -------------------------------------------------------------------------------------------------------- two tables


def tables(folder, gold="D1|D2\n0|b\n1|a\n", left="id|name\n0|x, y\n1|z\n", right="id%name%price\na%z%1\nb%x y%\n"):
    folder = folder / "acme-bolt"
    folder.mkdir()
    for name, text in {"acme": left, "bolt": right, "gt": gold}.items():
        (folder / f"{name}.csv").write_text(text)
    return folder


def test_two_tables_with_their_own_separators(tmp_path):
    data = load_tables(tables(tmp_path))
    assert data.left == [{"name": "x, y"}, {"name": "z"}]
    assert data.right == [{"name": "z", "price": "1"}, {"name": "x y", "price": ""}]
    assert data.gold == {(0, 1), (1, 0)}


def test_the_gold_decides_which_table_is_left(tmp_path):
    folder = tables(tmp_path, gold="bolt|acme\nb|0\n")
    data = load_tables(folder)
    assert data.left[1] == {"name": "x y", "price": ""} and data.gold == {(1, 0)}


def test_gold_lines_that_name_no_record_are_reported(tmp_path):
    data = load_tables(tables(tmp_path, gold="D1|D2\n0|b\n7|a\n"))
    assert data.gold == {(0, 1)} and data.problems == ["gt.csv: 1 lines name no record, skipped"]


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"left": "id|name\n0|x\n0|y\n"}, "id '0' occurs twice"),
        ({"left": "id|name\n0|x|y|z\n"}, "record 2: 4 fields, the header has 2"),
        ({"left": "id|name\n"}, "has no records"),
        ({"gold": "D1|D2\n9|9\n"}, "none of 1 lines names a record"),
        ({"gold": "D1\n1\n"}, "two columns of ids are needed"),
    ],
)
def test_tables_that_cannot_be_used(tmp_path, changed, words):
    with pytest.raises(InputError, match=words):
        load_tables(tables(tmp_path, **changed))


def test_a_folder_without_two_tables(tmp_path):
    with pytest.raises(InputError, match="needs two tables"):
        load_tables(tmp_path)


@pytest.mark.parametrize("separator", [",", "|", "%", ";", "\t"])
def test_the_separator_is_sniffed_from_all_lines(separator):
    lines = [["id", "title, long", "n"], ["1", "a, b; c", "2"], ["2", "d | e", ""]]
    text = "\n".join(separator.join(f'"{cell}"' if separator in cell else cell for cell in line) for line in lines)
    assert sniff(text) == separator
