"""The questions asked of a scripted memory and of readers of the nearest turns, with shares counted by hand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from eval.datasets.transcripts import Transcript, Transcripts
from eval.standing import systems as systems_module
from eval.standing.questions import questions
from eval.standing.run import ask_all
from eval.standing.systems import Conversations, NearestText, answerers
from memkit import Memory, Settings
from memkit.converse import Act, Minutes, Option, Position, Turn

ANN, BOB = "Ann Lee", "Bob Ray"


def talk(id, colour):
    """Ann proposes a colour, Bob objects, Ann decides it."""
    acts = ((ANN, "proposes"), (BOB, "disagrees"), (ANN, "decides"))
    gold = Minutes(
        [Act(n, person, act, colour) for n, (person, act) in enumerate(acts, start=1)],
        [Option(colour, f"{id} lamp", f"The lamp is {colour}.", "current")],
        [Position(ANN, colour, "supports"), Position(BOB, colour, "disagrees")],
    )
    turns = tuple(Turn(n, person, "", f"{id} {act}") for n, (person, act) in enumerate(acts, start=1))
    return Transcript(id, "", turns, (), gold)


TALKS = (talk("kitchen", "red"), talk("hall", "blue"))
DECISIONS = {f"dec-{o.key}": SimpleNamespace(statement=o.statement) for t in TALKS for o in t.gold.decisions}
DATA = Transcripts("lamps", "0" * 16, TALKS, ())


class Letters:
    """Texts are near when they have the same words."""

    words = ("red", "blue", "kitchen", "hall", "lamp")

    def encode(self, texts):
        rows = [[float(word in text.casefold()) for word in self.words] for text in texts]
        return np.array(rows) + 0.01


class Scripted:
    """A memory that knows what the labels say, but has nobody against blue; search finds the turns of one session."""

    embedder = Letters()

    def __init__(self, missing=((BOB, "blue"),)):
        self.minutes, self.missing = {}, missing
        self.store = SimpleNamespace(find=self.passages, get=lambda label, ids: {id: DECISIONS[id] for id in ids})

    def ingest_transcript(self, turns, *, session_id, people, reader=None):
        gold = next(t.gold for t in TALKS if t.id == session_id)
        self.minutes[session_id] = gold
        ids = {option.key: f"dec-{option.key}" for option in gold.decisions}
        return SimpleNamespace(turns=gold.turns, decisions=gold.decisions, positions=gold.positions, decision_ids=ids)

    def passages(self, label, *, session_id):
        """A long turn is two passages, and a store gives them in any order."""
        talk = next(t for t in TALKS if t.id == session_id)
        halves = [half for turn in talk.turns for half in turn.text.split()]
        found = [SimpleNamespace(id=f"{session_id} {i}", position=i, text=half) for i, half in enumerate(halves)]
        return found[::-1]

    def recall(self, question, *, top_k):
        return [
            SimpleNamespace(
                statement=option.statement,
                status=option.status,
                topic=option.topic,
                positions=[
                    SimpleNamespace(person=p.person, stance=p.stance)
                    for p in minutes.positions
                    if (p.person, option.key) not in self.missing
                ],
                superseded_by=[],
            )
            for minutes in self.minutes.values()
            for option in minutes.decisions
        ]

    def timeline(self, topic):
        return [
            row
            for row in self.recall(topic, top_k=8)
            if row.topic == topic and not (self.missing and topic == "hall lamp")
        ]

    def search(self, question, *, k, mode):
        assert mode == "vector"
        wanted = TALKS["blue" in question or "hall" in question]
        return [SimpleNamespace(id=f"{wanted.id} {2 * i}") for i in range(len(wanted.turns))][:k]


class Labels:
    """Reads of the turns that it is given what the labels say of them."""

    def read(self, turns, people=()):
        gold = next(t.gold for t in TALKS if set(turns) <= set(t.turns))
        acts = [act for act in gold.turns if act.n in {turn.n for turn in turns}]
        last = {act.person: act.act for act in acts}
        return Minutes(
            acts,
            [
                Option(o.key, o.topic, o.statement, "current" if "decides" in last.values() else "open")
                for o in gold.decisions
            ],
            [p for p in gold.positions if p.person in last],
        )


def systems(memory, k):
    perfect = Conversations(Scripted(missing=()), TALKS, systems_module.Labels(TALKS))
    return answerers(Conversations(memory, TALKS), perfect, {"labels": Labels()}, k)


@pytest.fixture
def result():
    def at(k):
        return ask_all(DATA, None, systems(Scripted(), k))

    return at


def test_shares_by_kind(result):
    """Of each conversation: who objected, two positions, the status, what stands. The memory misses, of blue, Bob's
    objection twice and the topic."""
    shares = result(3)["systems"]
    assert {kind: (of["right"], of["n"]) for kind, of in shares["memory"].items()} == {
        "objected": (1, 2),
        "position": (3, 4),
        "stands": (1, 2),
        "status": (2, 2),
        "all": (7, 10),
    }
    assert shares["turns_labels"]["all"]["mean"] == shares["turns_in_reach"]["all"]["mean"] == 1.0
    assert shares["memory"]["all"]["low"] == 0.4 and shares["memory"]["all"]["high"] == 1.0, "2 of 5 and 5 of 5"


def test_fewer_turns_answer_less(result):
    """Of two turns the objection and Bob's position are in reach; the decision, its status and Ann's last word are not
    (her position was the same when she proposed)."""
    shares = result(2)["systems"]
    assert {kind: of["right"] for kind, of in shares["turns_in_reach"].items()} == {
        "objected": 2, "position": 2, "stands": 0, "status": 0, "all": 4,
    }  # fmt: skip
    assert {kind: of["right"] for kind, of in shares["turns_labels"].items()} == {
        "objected": 2, "position": 4, "stands": 0, "status": 0, "all": 6,
    }  # fmt: skip


def test_differences_are_those_of_the_memory_that_was_read_as_well(result):
    found = result(3)
    row = found["differences"]["turns_labels"]["all"]
    assert (row["mean"], row["low"], row["high"]) == (-0.3, -0.6, 0.0)
    assert row["p"] == row["p_holm"] == 1.0 and row["verdict"] == "no difference shown", (
        "two conversations prove nothing"
    )
    assert found["systems"]["memory_perfect"]["all"]["mean"] == 1.0
    assert found["differences"]["turns_in_reach"]["all"]["mean"] == 0.0
    assert result(2)["differences"]["turns_in_reach"]["all"]["mean"] == 0.6, "10 of 10 and 4 of 10"
    assert list(found["differences"]) == ["turns_labels", "turns_in_reach"]
    assert found["n"] == 10 and found["conversations"] == 2
    assert found == result(3)


def test_a_real_memory_is_read_by_the_labels():
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        conversations = Conversations(memory, TALKS, systems_module.Labels(TALKS))
        assert conversations.keys == {
            "kitchen": {"The lamp is red.": "red"},
            "hall": {"The lamp is blue.": "blue"},
        }
        assert sorted(conversations.nearest_turns("hall disagrees", 6)) == [
            (talk.id, turn.n) for talk in sorted(TALKS, key=lambda t: t.id) for turn in talk.turns
        ]
        assert conversations.nearest_turns("hall disagrees", 1) == [("hall", 2)]
        answerer = systems_module.MemoryAnswers(conversations, NearestText(memory.embedder))
        assert all(answerer.right(question) for talk in TALKS for question in questions(talk))


def test_turns_of_another_conversation_answer_nothing():
    memory = Scripted()
    memory.search = lambda question, *, k, mode: [SimpleNamespace(id="hall 1") for _ in range(k)]
    shares = ask_all(DATA, None, systems(memory, 2))["systems"]["turns_labels"]["position"]
    assert (shares["right"], shares["n"]) == (1, 4), "Ann on blue alone"


def test_the_nearest_text_is_the_first_of_equals():
    assert NearestText(Letters())("the red one", ["blue lamp", "red lamp", "red lamp"]) == 1
