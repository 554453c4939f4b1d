"""Transcripts are read from files and folders; a bad one is named by file, conversation and field."""

from __future__ import annotations

import copy
import json

import pytest

from eval.cli import main
from eval.datasets import files_hash
from eval.datasets.registry import DataSet, find
from eval.datasets.transcripts import load_transcripts
from memkit.converse import Act, Minutes, Option, Position, Turn
from memkit.errors import InputError

GOOD = {
    "id": "lamps",
    "turns": [
        {"n": 1, "speaker": "Ann", "at": "2024-05-01T10:00:00+00:00", "text": "Let us buy the red lamp."},
        {"n": 2, "speaker": "Bob", "text": ""},
    ],
    "people": [{"name": "Ann Lee", "aliases": ["Ann"]}, {"name": "Bob"}],
    "labels": {
        "turns": [{"n": 1, "person": "Ann Lee", "act": "proposes", "decision": "red"}],
        "decisions": [{"key": "red", "topic": "lamp", "statement": "We buy the red lamp.", "status": "open"}],
        "positions": [{"person": "Ann Lee", "decision": "red", "stance": "supports"}],
    },
}


class Scripted:
    """Reads what GOOD says, whatever it is given."""

    def read(self, turns, people=()):
        option = Option("o1", "lamp", "The red lamp.", "open")
        return Minutes([Act(1, "Ann", "proposes", "o1")], [option], [Position("Ann", "o1", "supports")])


def changed(path, value, base=GOOD):
    """GOOD with the field at `path` (by dots) set, or dropped where the value is None."""
    record = copy.deepcopy(base)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner = record
    for part in way:
        inner = inner[part]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return record


def write(path, value):
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_file_of_one_is_read(tmp_path):
    path = write(tmp_path / "lamps.json", GOOD)
    data = load_transcripts(path)
    (transcript,) = data.transcripts
    assert transcript.turns == (
        Turn(1, "Ann", "2024-05-01T10:00:00+00:00", "Let us buy the red lamp."),
        Turn(2, "Bob", "", ""),
    )
    assert transcript.people == ({"name": "Ann Lee", "aliases": ["Ann"]}, {"name": "Bob", "aliases": []})
    assert transcript.gold == Minutes(
        [Act(1, "Ann Lee", "proposes", "red")],
        [Option("red", "lamp", "We buy the red lamp.", "open")],
        [Position("Ann Lee", "red", "supports")],
    )
    assert (data.name, data.hash, data.problems) == ("lamps", files_hash(path), ())
    assert data.part() == data.part("report") == data.transcripts, "without parts, all are reported on"
    with pytest.raises(InputError, match="no transcript of lamps is in the part 'dev'"):
        data.part("dev")


def test_a_folder_and_lists_and_parts(tmp_path):
    one, two, three = (changed("id", id) | {"split": split} for id, split in (("1", "dev"), ("2", "report"), ("3", "")))
    write(tmp_path / "b.json", [two, three])
    write(tmp_path / "a.json", one)
    (tmp_path / "README.md").write_text("not read")
    data = load_transcripts(tmp_path)
    assert [t.id for t in data.transcripts] == ["1", "2", "3"] and data.splits == ("dev", "report")
    assert [t.id for t in data.part()] == ["2", "3"] and [t.id for t in data.part("dev")] == ["1", "3"]
    assert data.hash == DataSet("x", "transcript", "project", tmp_path).hash == find(str(tmp_path)).hash
    assert find(str(tmp_path)).kind == "transcript"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("id", None, "id is None: a text is needed"),
        ("turns", {}, "turns is no list"),
        ("turns", [], "turns is empty"),
        ("turns.0.n", "1", r"turns\[0\].n is '1': a whole number is needed"),
        ("turns.0.n", True, r"turns\[0\].n is True: a whole number is needed"),
        ("turns.1.n", 1, "turns: n 1 is there twice"),
        ("turns.1.speaker", " ", r"turns\[1\].speaker is ' ': a text is needed"),
        ("turns.1.text", 7, r"turns\[1\].text is 7: a text is needed"),
        ("turns.0.at", "noon", r"turns\[0\].at is 'noon': a time as in ISO 8601 is needed"),
        ("turns.1", "Bob", r"turns\[1\].n is None"),
        ("people.0.aliases", "Ann", r"people\[0\].aliases is no list of texts"),
        ("people", 3, "people is no list"),
        ("labels", None, "labels is missing"),
        ("labels.turns", None, "labels.turns is no list"),
        ("labels.turns.0.n", 9, r"labels.turns\[0\].n is 9, one of 1, 2 is needed"),
        ("labels.turns.0.act", "likes", r"labels.turns\[0\].act is 'likes', one of decides, "),
        ("labels.turns.0.decision", "blue", r"labels.turns\[0\].decision is 'blue', one of red is needed"),
        ("labels.decisions.0.status", "done", r"labels.decisions\[0\].status is 'done', one of current, "),
        ("labels.decisions.0.status", ["open"], r"labels.decisions\[0\].status is \['open'\], one of"),
        ("labels.decisions.0.supersedes", ["blue"], r"labels.decisions\[0\].supersedes is 'blue', one of red"),
        ("labels.positions.0.stance", "for", r"labels.positions\[0\].stance is 'for', one of disagrees, supports"),
    ],
)
def test_a_bad_one_is_named_and_the_others_are_read(tmp_path, path, value, message):
    bad = changed(path, value, GOOD | {"id": "bad"})
    data = load_transcripts(write(tmp_path / "some.json", [bad, GOOD]))
    assert [t.id for t in data.transcripts] == ["lamps"]
    (problem,) = data.problems
    where = "some.json, transcript 1" if path == "id" else "some.json, bad"
    assert problem.startswith(f"{where}: left out: ")
    with pytest.raises(InputError, match=message):
        load_transcripts(write(tmp_path / "some.json", bad))


def test_files_that_are_none(tmp_path):
    (tmp_path / "broken.json").write_text("[{")
    write(tmp_path / "number.json", [3])
    write(tmp_path / "z1.json", GOOD)
    write(tmp_path / "z2.json", GOOD)
    data = load_transcripts(tmp_path)
    assert [p.split(": left out: ")[0] for p in data.problems] == [
        "broken.json",
        "number.json, transcript 1",
        "z2.json, lamps",
    ]
    assert "the id 'lamps' is already taken" in data.problems[2]
    with pytest.raises(InputError, match=r"can be used: nothere\.json: left out: No such file"):
        load_transcripts(tmp_path / "nothere.json")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"\*.json files are needed"):
        load_transcripts(tmp_path / "empty")


# --------------------------------------------------------------------------------------------------------- command

SYSTEM = f"{__name__}:Scripted"


def test_the_command_grades_and_is_the_same_twice(tmp_path, capsys):
    path = write(tmp_path / "lamps.json", [GOOD, changed("turns", [], GOOD | {"id": "bad"})])
    answers = []
    for _ in range(2):
        out = tmp_path / "out.json"
        assert main(["transcript", "--data", str(path), "--system", SYSTEM, "--json", str(out)]) == 0
        answers.append(out.read_bytes())
    assert answers[0] == answers[1]
    result = json.loads(answers[0])
    assert result["acts"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert (
        result["attribution"] == result["stance_macro_f1"] == result["status_accuracy"] == result["positions_f1"] == 1
    )
    assert result["supersession_f1"] is None, "there is none to find"
    assert result["n"] == 1 and result["data_hash"] == files_hash(path) and len(result["code"]) == 16
    assert result["left_out"] == ["lamps.json, bad: left out: turns is empty"]
    assert (tmp_path / "out.timings.csv").is_file()
    said = capsys.readouterr().out
    assert "acts f1           1.000 [1.000, 1.000]" in said and "supersession f1   none to find" in said


def test_errors_are_shown_of_a_named_part_only(tmp_path, capsys):
    path = write(tmp_path / "lamps.json", [GOOD | {"split": "dev"}, GOOD | {"split": "report", "id": "secret"}])
    view = tmp_path / "errors.txt"
    command = ["transcript", "--data", str(path), "--system", SYSTEM, "--errors", str(view)]
    assert main(command) == 1 and not view.exists()
    assert "say of which part" in capsys.readouterr().err
    assert main([*command, "--split", "dev"]) == 0
    assert "## lamps" in view.read_text() and "secret" not in view.read_text()


def test_the_projects_own_conversations_can_be_read():
    data = load_transcripts(find("conversations", "transcript").path)
    assert data.problems == () and [len(data.part(split)) for split in ("dev", "report")] == [22, 22]
