"""The evaluation of facts over time: what is right, how shares are counted, and what a bad file says."""

from __future__ import annotations

import json

import pytest

from eval import facts, facts_tables
from eval.datasets.facts import load_facts
from eval.datasets.registry import DataSet
from eval.table import read_table
from memkit.embed import HashEmbedder
from memkit.errors import InputError

SEQUENCE = {
    "id": "a",
    "notes": [
        {"at": "2023-01-01", "text": "Ana Lund lives in Bergen."},
        {"at": "2024-01-01", "text": "Ana Lund moved to Oslo."},
    ],
    "questions": [
        {"question": "Where does Ana Lund live now?", "as_of": None, "answer": ["Oslo"], "relation": "lives_in"},
        {"question": "Where did Ana Lund live in May 2023?", "as_of": "2023-05-15", "answer": ["the Bergen"]},
        {"question": "Where did Ana Lund live in 2001?", "as_of": "2001-07-01", "answer": []},
    ],
}


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "facts"
    folder.mkdir()
    (folder / "facts.jsonl").write_text(json.dumps(SEQUENCE) + "\n", encoding="utf-8")
    return folder


def scripted(*said):
    return lambda of: [facts._graded(of, question, one) for question, one in zip(of.questions, said, strict=True)]


def test_shares(data):
    given = {"right": scripted(["Oslo"], ["Bergen"], []), "wrong": scripted(["Oslo", "Bergen"], [], ["Oslo"])}
    found = facts.evaluate(load_facts(data), None, given)
    assert found["n"] == 3 and found["systems"]["right"]["exact"]["mean"] == 1
    assert found["systems"]["wrong"]["exact"]["mean"] == 0  # one too many is wrong, and so is a guess
    assert {kind: share["n"] for kind, share in found["systems"]["right"]["kinds"].items()} == dict.fromkeys(
        facts.KINDS, 1
    )
    assert found["systems"]["right"]["relations"]["lives_in"]["right"] == 1
    assert found["differences"]["wrong"]["mean"] == 1


def test_the_baseline_reads_what_its_note_has(data):
    (of,) = load_facts(data).sequences
    latest = facts.Nearest(HashEmbedder(), latest=True)(of)
    assert [answered.right for answered in latest] == [True, True, True]
    assert latest[1].said == ("the Bergen",)  # the note of 2024 was not yet written


@pytest.mark.parametrize(
    "line, problem",
    [
        ("[]", "a sequence is a mapping"),
        ('{"id": "b"}', "notes is no list"),
        (json.dumps(SEQUENCE | {"notes": [{"at": "May", "text": "x"}]}), "a day in ISO 8601"),
        (json.dumps(SEQUENCE | {"questions": [{"question": "q", "answer": "Oslo"}]}), "a list of texts"),
        ("{", "not JSON"),
    ],
)
def test_a_bad_line_is_named_and_left_out(data, line, problem):
    with (data / "facts.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    read = load_facts(data)
    assert [s.id for s in read.sequences] == ["a"]
    assert len(read.problems) == 1 and "line 2" in read.problems[0] and problem in read.problems[0]


def test_no_file_and_no_part(data, tmp_path):
    with pytest.raises(InputError, match="jsonl"):
        load_facts(tmp_path / "nothing.jsonl")
    with pytest.raises(InputError, match="no part 'dev'"):
        load_facts(data).part("dev")


def test_the_step_writes_the_same_tables_twice(data, tmp_path, monkeypatch):
    monkeypatch.setattr(facts_tables, "EMBEDDER", "hash")
    for name in ("one", "two"):
        facts_tables.facts_over_time(tmp_path / name, [DataSet("facts", "facts", "project", data)])
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    systems, provenance = read_table(tmp_path / "one" / "systems.csv")
    assert provenance.n == 3 and next(iter(systems["system"])) == "memkit"
    assert systems["exact"][0] == 1 and systems["verdict"][0] == "what is compared"
    assert "exactly right answers: memkit 1.000" in facts_tables.told(systems)[0]
