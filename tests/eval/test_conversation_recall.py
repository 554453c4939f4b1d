"""Conversations with questions: the form's faults, recall by hand, the command's keys, notebook 07's tables."""

from __future__ import annotations

import json

import pytest

from eval import conversation_study, findings_conversation
from eval.cli import main
from eval.conversation import Asked, as_passages, ask_all, summarise
from eval.datasets.locomo import evidence_ids, iso_time, load_chats
from memkit import InputError

SESSIONS = {
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "Which boat did you buy?"},
        {"speaker": "Ben", "dia_id": "D1:2", "text": "The green one.", "blip_caption": "a green boat"},
        {"speaker": "Ann", "dia_id": "D1:3", "text": "My kiln broke yesterday."},
    ],
    "session_10_date_time": "some day",
    "session_10": [
        {"speaker": "Ben", "dia_id": "D10:1", "text": ""},
        {"speaker": "Ben", "dia_id": "D10:02", "text": "I sold the boat and took up chess."},
        {"speaker": "Ben", "dia_id": "D10:2", "text": "Said twice."},
    ],
}
QUESTIONS = [
    {"question": "Which boat did Ben buy?", "category": 4, "evidence": ["D1:2"]},
    {"question": "What became of Ben's boat?", "category": 1, "evidence": ["D1:2; D10:02", "D9:9"]},
    {"question": "When did Ann's kiln break?", "category": 2, "evidence": ["D01:3"]},
    {"question": "What of the moon?", "category": 3, "evidence": ["D:11:26", "D"]},
    {"question": "Why did Ben's kiln break?", "category": 5, "evidence": ["D1:3"]},
    {"question": "", "category": 4, "evidence": ["D1:1"]},
]


def write(path, samples) -> str:
    path.write_text(json.dumps(samples), encoding="utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path) -> str:
    return write(tmp_path / "talk.json", [{"sample_id": "a", "conversation": SESSIONS, "qa": QUESTIONS}])


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("D8:6; D9:17", ["D8:6", "D9:17"]),
        ("D1:3,D2:4", ["D1:3", "D2:4"]),
        ("D9:1 D4:4 D4:6", ["D9:1", "D4:4", "D4:6"]),
        ("D30:05", ["D30:5"]),
        ("D010:100", ["D10:100"]),
        ("D1:0", ["D1:0"]),
        ("", []),
    ],
)
def test_pieces_of_evidence(text, ids):
    assert evidence_ids(text) == ids


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
        ("12:05 am on 1 January, 2024", "2024-01-01T00:05:00"),
        ("2024-03-01T10:00:00+01:00", "2024-03-01T10:00:00+01:00"),
        ("2024-03-01", "2024-03-01T00:00:00"),
        ("8 May, 2023", "2023-05-08T00:00:00"),
        ("soon", ""),
    ],
)
def test_times(text, at):
    assert iso_time(text) == at


def test_what_cannot_be_used_is_counted_and_told(file):
    data = load_chats(file)
    (chat,) = data.chats
    assert [(t.id, t.session, t.speaker) for t in chat.turns] == [
        ("D1:1", 1, "Ann"),
        ("D1:2", 1, "Ben"),
        ("D1:3", 1, "Ann"),
        ("D10:2", 10, "Ben"),
    ]
    assert chat.turns[1].text == "The green one. [a green boat]"
    assert (chat.turns[0].at, chat.turns[3].at) == ("2023-05-08T13:56:00", "")
    assert [q.evidence for q in chat.questions] == [{"D1:2"}, {"D1:2", "D10:2"}, {"D1:3"}, {"D1:3"}]
    assert data.skipped == {"conversations": 0, "turns": 2, "times": 1, "questions": 2, "evidence": 3}
    assert len(data.problems) == 8 and all("talk.json" in problem for problem in data.problems)


@pytest.mark.parametrize(
    ("samples", "problem"),
    [
        ([{"sample_id": "a"}], "no question whose evidence names a turn"),
        ([3], "no question whose evidence names a turn"),
        ({"conversation": SESSIONS, "qa": []}, "no question whose evidence names a turn"),
        ([{"sample_id": "a", "conversation": SESSIONS, "qa": QUESTIONS}] * 2, "that of two conversations"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path, samples, problem):
    with pytest.raises(InputError, match=problem):
        load_chats(write(tmp_path / "talk.json", samples))


def test_no_json_and_an_unknown_conversation_are_refused(tmp_path, file):
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.json: not JSON"):
        load_chats(str(tmp_path / "broken.json"))
    with pytest.raises(InputError, match="no conversation 'b': it has a"):
        load_chats(file).only(["b"])


def test_the_projects_own_set_is_whole():
    data = load_chats("data/chats")
    assert not data.problems  # a session whose time is not told is no fault
    assert sum(len(chat.questions) for chat in data.chats) == 48


class Fixed:
    """Finds the same turns for every question and calls Ben's kiln a thing without evidence."""

    def ingest(self, passages):
        self.texts = {p["_id"]: p["text"] for p in passages}

    def search(self, question, k):
        return [("D1:2", 0.5), ("D1:3", 0.9), ("D1:2", 0.1)]

    def abstains(self, question):
        return "Ben's" in question


def test_recall_and_abstention_by_hand(file):
    data = load_chats(file)
    asked, timings = ask_all(data, lambda chat: {"vector": Fixed(), "hybrid": Fixed()}, 2)
    assert asked[0].found["hybrid"] == ["D1:3", "D1:2"]
    result = summarise(data, asked, [1, 2])
    means = {k: {c: v["mean"] for c, v in of.items()} for k, of in result["systems"]["hybrid"].items()}
    assert means == {
        "R@1": {"all": pytest.approx(1 / 3), "1": 0, "2": 1, "4": 0},
        "R@2": {"all": pytest.approx(2.5 / 3), "1": 0.5, "2": 1, "4": 1},
    }
    assert result["abstention"]["precision"] == 0.5 and result["abstention"]["recall"] == 1.0
    assert result["n"] == {"all": 3, "1": 1, "2": 1, "4": 1} and result["unanswerable"] == 1
    assert result["differences"]["hybrid"]["R@2"]["all"]["mean"] == 0
    assert {row["system"] for row in timings} == {"vector", "hybrid"}


def test_systems_get_who_said_it(file):
    passages = as_passages(load_chats(file).chats[0])
    assert passages[2] == {
        "_id": "D1:3",
        "title": "",
        "text": "Ann: My kiln broke yesterday.",
        "words": "My kiln broke yesterday.",
        "speaker": "Ann",
        "session_id": "1",
        "at": "2023-05-08T13:56:00",
    }


def test_recall_counts_each_piece_of_evidence_once():
    asked = Asked("a", "q", "?", "4", frozenset("xy"), {"s": ["x", "z", "y"]}, {})
    assert [asked.recall("s", k) for k in (1, 2, 3)] == [0.5, 0.5, 1.0]


def test_the_command_writes_its_keys_and_the_same_bytes(file, tmp_path, capsys):
    arguments = ["conversation", "--data", file, "--embedder", "hash", "--k", "2"]
    arguments += ["--systems", "vector,hybrid,no-speaker,test_conversation_recall:Fixed"]
    written = []
    for name in ("one.json", "two.json"):
        assert main([*arguments, "--json", str(tmp_path / name)]) == 0
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    result = json.loads(written[0])
    assert set(result["systems"]) == {"vector", "hybrid", "no-speaker", "test_conversation_recall:Fixed"}
    assert set(result["systems"]["hybrid"]["R@2"]) == {"all", "1", "2", "4"}
    assert set(result["systems"]["hybrid"]["R@2"]["all"]) == {"mean", "low", "high"}
    assert set(result["abstention"]) >= {"precision", "recall"}
    assert result["skipped"]["evidence"] == 3 and result["settings"]["conversations"] == "a" and result["code"]
    assert "3 questions with evidence, 4 turns" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--k", "0"], ["--systems", ","], ["--systems", "nosuch"], ["--conversations", "z"]])
def test_wrong_arguments_are_said_in_one_line(file, wrong, capsys):
    assert main(["conversation", "--data", file, "--embedder", "hash", *wrong]) == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith("error: ")


def test_the_notebooks_tables(file):
    study = conversation_study.study(
        file, systems=("vector", "hybrid"), variants=("window-0", "wrong-speaker"), ks=(1, 2), depth=2, embedder="hash"
    )
    recall = conversation_study.recall(study)
    assert recall["system"].tolist() == ["vector", "hybrid"] and recall["n"].tolist() == [3, 3]
    signals = conversation_study.signals(study)
    assert signals["system"].tolist() == ["hybrid", "window-0", "wrong-speaker"]
    assert signals["kind"].tolist() == ["all signals", "window", "control"]
    parts = conversation_study.by_part(study)
    assert parts["part"].tolist() == ["scores only"] * 2 + ["a"] * 2
    categories = conversation_study.by_category(study)
    assert categories["category"].unique().tolist() == ["all", "1 multi-hop", "2 temporal", "4 single-hop"]
    abstention = conversation_study.abstention(study)
    assert abstention.set_index("system").loc["always", "precision"] == 0.25
    assert conversation_study.in_words(study)
    for frame, tell in (
        (categories, findings_conversation.categories),
        (parts, findings_conversation.parts),
        (signals, findings_conversation.signals),
        (abstention, findings_conversation.abstention),
    ):
        assert all(sentence.endswith(".") for sentence in tell(frame.assign(data="talk")))
