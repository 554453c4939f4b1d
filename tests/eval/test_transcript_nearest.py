"""The vector-only reader of transcripts: labels of the nearest turns, options as clusters."""

from __future__ import annotations

import numpy as np

from eval.datasets.transcripts import Transcript
from eval.transcript_nearest import Chosen, NearestReader
from eval.transcript_systems import load_readers
from memkit import Settings
from memkit.converse import Act, Minutes, Option, Position, Turn

#: A direction of its own for each thing that is said in these conversations.
WORDS = ("propose", "against", "decide", "red", "blue", "hall")


class WordEmbedder:
    """A text is the sum of the directions of its words, of length 1."""

    name = "words"

    def encode(self, texts):
        rows = np.array([[float(word in text.split()) for word in WORDS] for text in texts])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def talk(id, *said, acts=(), key="x"):
    """A conversation in which Ann and Bob speak in turns, with these acts on one option."""
    turns = tuple(Turn(n, ("Bob Ray", "Ann Lee")[n % 2], id, text) for n, text in enumerate(said, start=1))
    gold = Minutes(
        [Act(turn.n, turn.speaker, act, key) for turn, act in zip(turns, acts, strict=True) if act],
        [Option(key, "lamp", key, "current")],
        [Position("Ann Lee", key, "supports")],
    )
    return Transcript(id, "dev", turns, (), gold)


EXAMPLE = talk(
    "one", "propose red", "against red", "decide red", "hall", acts=("proposes", "disagrees", "decides", None)
)
ONE = Chosen(neighbours=1, votes=0.5, fresh=0.9, rival=0.4)


def test_each_turn_does_what_its_nearest_labelled_turn_does():
    reader = NearestReader(WordEmbedder(), [EXAMPLE], ONE)
    minutes = reader.read(
        [
            Turn(1, "Ann Lee", "", "propose blue"),
            Turn(2, "Bob Ray", "", "hall"),
            Turn(3, "Bob", "", "against blue"),
            Turn(4, "Ann", "", "decide blue"),
        ]
    )
    assert minutes.turns == [
        Act(1, "Ann Lee", "proposes", "option-1"),
        Act(3, "Bob Ray", "disagrees", "option-1"),
        Act(4, "Ann Lee", "decides", "option-1"),
    ]
    assert minutes.decisions == [Option("option-1", "propose blue", "propose blue", "current")]
    assert minutes.positions == [
        Position("Ann Lee", "option-1", "supports"),
        Position("Bob Ray", "option-1", "disagrees"),
    ]


def test_rivals_share_a_topic_and_what_is_far_does_not():
    """propose red and propose blue have cosine 1/2, which is below `fresh` and above `rival`; at a rival of .6 not."""
    turns = [Turn(1, "Ann", "", "propose red"), Turn(2, "Bob", "", "propose blue"), Turn(3, "Ann", "", "decide blue")]
    minutes = NearestReader(WordEmbedder(), [EXAMPLE], ONE).read(turns)
    assert [(o.status, o.supersedes) for o in minutes.decisions] == [("superseded", ()), ("current", ("option-1",))]
    apart = NearestReader(WordEmbedder(), [EXAMPLE], Chosen(1, 0.5, 0.9, 0.6)).read(turns)
    assert [o.status for o in apart.decisions] == ["open", "current"]


def test_a_conversation_is_read_without_its_own_labels():
    wrong = talk("two", "propose red", "against red", acts=("withdraws", "supports"))
    assert [a.act for a in NearestReader(WordEmbedder(), [EXAMPLE, wrong], ONE).read(EXAMPLE.turns).turns] == [
        "withdraws",
        "supports",
        "withdraws",
    ], "decide red is as near to either of the other's turns, and the first counts"
    assert NearestReader(WordEmbedder(), [EXAMPLE], ONE).read(EXAMPLE.turns[1:3]).turns == []


def test_what_is_chosen_reads_the_examples_best():
    """Of two alike conversations each is read right with the other's labels, by one neighbour."""
    other = talk(
        "two", "propose blue", "against blue", "decide blue", "hall", acts=("proposes", "disagrees", "decides", None)
    )
    reader = NearestReader.tuned(WordEmbedder(), [EXAMPLE, other])
    assert reader.read(EXAMPLE.turns).turns == [
        Act(act.n, act.person, act.act, "option-1") for act in EXAMPLE.gold.turns
    ]


def test_nothing_said_is_nothing_read():
    assert NearestReader(WordEmbedder(), [EXAMPLE]).read([]) == Minutes([], [], [])


def test_the_baseline_reads_with_hash_when_its_model_cannot_be_loaded(monkeypatch):
    monkeypatch.setattr(NearestReader, "_score", lambda self: 0.0)  # nothing is chosen
    settings = Settings(embedder="no-such-model", cache_dir="")
    (reader,) = load_readers(["vector_only"], settings).values()
    assert reader.read(EXAMPLE.turns).degraded == ["embeddings:hash"]
