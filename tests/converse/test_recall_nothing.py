"""What nobody spoke of is not recalled: the threshold, measured on questions in a user's words about the development
conversations, each asked of the memory of its own conversation and of those of all others."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from silent import SilentExtractor

from memkit import Memory, Settings
from memkit.converse import recall
from memkit.converse.base import Act, Minutes, Option, Turn
from memkit.embed import MINILM_PACKAGE

FOLDER = Path(__file__).parents[2] / "data" / "conversations"
QUESTIONS = [json.loads(line) for line in Path(__file__).with_name("recall_questions.jsonl").open(encoding="utf-8")]


class Labelled:
    """A reader that finds what the labels say."""

    def __init__(self, labels: dict) -> None:
        self._labels = labels

    def read(self, turns: Sequence[Turn], people: Sequence = ()) -> Minutes:
        acts = [Act(a["n"], a["person"], a["act"], a["decision"]) for a in self._labels["turns"]]
        options = [Option(d["key"], d["topic"], d["statement"], d["status"]) for d in self._labels["decisions"]]
        return Minutes(acts, options, [])


def remembered(id: str, name: str) -> Memory:
    data = json.loads((FOLDER / f"{id}.json").read_text(encoding="utf-8"))
    memory = Memory(":memory:", settings=Settings(embedder=name, rule="memkit"), extractor=SilentExtractor())
    memory.ingest_transcript(
        data["turns"], session_id=id, people=data.get("people", []), reader=Labelled(data["labels"])
    )
    return memory


@pytest.fixture(scope="module")
def memories():
    if importlib.util.find_spec(MINILM_PACKAGE) is None:
        pytest.skip(f"{MINILM_PACKAGE} is not installed")
    made = {id: remembered(id, "minilm") for id in sorted({q["conversation"] for q in QUESTIONS})}
    yield made
    for memory in made.values():
        memory.close()


def shares(memories: dict[str, Memory]) -> tuple[float, float]:
    """(of the questions, how many find their topic in its own conversation's memory; of the questions asked of another
    conversation's memory, how many find nothing)."""
    found, nothing = [], []
    for q in QUESTIONS:
        for id, memory in memories.items():
            rows = memory.recall(q["question"])
            if id == q["conversation"]:
                found.append(q["topic"] in {row.topic for row in rows})
            else:
                nothing.append(not rows)
    return sum(found) / len(found), sum(nothing) / len(nothing)


def test_most_questions_find_their_topic_and_nothing_elsewhere(memories):
    """Without a threshold, and before there was one, these are 1 and 0."""
    found, nothing = shares(memories)
    assert round(found * len(QUESTIONS)) == len(QUESTIONS) - 1 and round(nothing, 2) == 0.29


def test_a_question_that_names_nothing_is_about_everything(memories):
    for memory in list(memories.values())[:5]:
        assert len(memory.recall("What was decided?", top_k=99)) == memory.stats().decisions
        assert len(memory.recall("Who dissented?", top_k=99)) == memory.stats().decisions


def test_a_word_of_what_was_said_is_enough_and_all_of_its_topic_is_told(memories):
    rows = memories["kitchen-renovation"].recall("cork?")
    assert sum(row.topic == "kitchen floor" for row in rows) == 2


@pytest.mark.skipif(importlib.util.find_spec(MINILM_PACKAGE) is None, reason=f"{MINILM_PACKAGE} is not installed")
def test_what_is_far_from_all_that_was_said_finds_nothing():
    settings = Settings(embedder="minilm", rule="memkit")
    with Memory(":memory:", settings=settings, extractor=SilentExtractor()) as memory:
        memory.remember(
            session_id="s",
            speaker="Ana",
            claims=["A session is small and is read on every request."],
            topic="session storage",
            decision={"statement": "Sessions are stored in Redis.", "stance": "proposes"},
        )
        assert [list(memory.recall(q)) for q in ("What colour is the logo?", "When is the summer party?")] == [[], []]
        assert len(memory.recall("Which database do we use?")) == 1


def test_hashes_know_no_meaning_so_nothing_is_left_out():
    with remembered("kitchen-renovation", "hash") as memory:
        assert len(memory.recall("Which logo did we pick?")) == memory.stats().decisions


@pytest.mark.long
def test_a_higher_threshold_would_lose_more_than_one(memories, monkeypatch):
    found = {}
    for least in (0.17, 0.20, 0.38):
        monkeypatch.setattr(recall, "LEAST", least)
        found[least] = round(shares(memories)[0] * len(QUESTIONS))
    assert found[0.17] == len(QUESTIONS) - 1 and found[0.38] < found[0.20] < found[0.17]
