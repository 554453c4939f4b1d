"""Short sequences of notes, each about one way in which notes tell of what changes, and what is then answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memkit import Memory, Settings
from memkit.errors import OutOfScope

LINES = (Path(__file__).parent / "sequences.jsonl").read_text(encoding="utf-8").splitlines()
SEQUENCES = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence["id"])
def test_answers(sequence):
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        for note in sequence["notes"]:
            memory.ingest(note["text"], at=note["at"])
        for asked in sequence["questions"]:
            assert answer(memory, asked["question"]) == sorted(asked["answer"]), asked["question"]


def answer(memory, question):
    """The names that are answered; none for a refusal. Each is cited from a note that names it."""
    try:
        found = memory.ask(question)
    except OutOfScope:
        return []
    texts = {
        id: passage.text for id, passage in memory.store.get("Passage", [c.passage_id for c in found.citations]).items()
    }
    assert found.citations and all(c.quote in texts[c.passage_id] for c in found.citations)
    return sorted(found.items)
