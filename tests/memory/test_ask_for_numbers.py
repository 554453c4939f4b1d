"""Memory.ask for how many: the number, and 0 where the pages speak of the thing and state nothing to count."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from marked import MarkedExtractor

from memkit import Memory, OutOfScope, Settings

ONTOLOGY = {
    "entity_types": {
        "Ferry": {"parent": "Object", "words": ["ferry"]},
        "Board": {"parent": "Organization", "words": ["board"]},
    },
    "relation_types": {"OWNS": {"from": ["Board"], "to": ["Ferry"], "phrases": ["owns"], "inverse_phrases": []}},
}
PAGES = [
    ("north.md", "North Board", "[North Board|Board] -OWNS> [Wrath|Ferry]"),
    ("south.md", "South Board", "[South Board|Board] meets on Mondays."),
    ("west.md", "West Board", "[West Board|Board] is the home of [Tern|Ferry]."),
]


@pytest.fixture(scope="module")
def boards(tmp_path_factory) -> Memory:
    file: Path = tmp_path_factory.mktemp("ontology") / "ontology.yaml"
    file.write_text(yaml.safe_dump(ONTOLOGY), encoding="utf-8")
    settings = Settings(embedder="hash", cache_dir="", ontology=str(file))
    with Memory(":memory:", settings=settings, extractor=MarkedExtractor()) as memory:
        memory.ingest_passages([{"_id": id, "title": title, "text": text} for id, title, text in PAGES])
        yield memory


def test_a_number_is_counted(boards):
    assert boards.ask("How many ferries does the North Board own?").items == ["1"]


def test_where_there_is_nothing_to_count_it_is_0_and_what_it_is_of_is_cited(boards):
    answer = boards.ask("How many ferries does the South Board own?")
    assert (answer.answer, answer.items, answer.routing_used) == ("0", ["0"], "GRAPH")
    assert [(c.source, c.claim) for c in answer.citations] == [("south.md", "South Board is described in South Board")]


@pytest.mark.parametrize(
    "question",
    [
        "Which ferries does the South Board own?",  # a set without a member is no answer
        "How many ferries does the East Board own?",  # nobody knows the thing
        "How many ferries does the South Board remember?",  # the relation is not understood
        "How many ferries does the West Board own?",  # a sentence that was not understood names one
    ],
)
def test_what_is_not_known_is_not_0(boards, question):
    with pytest.raises(OutOfScope):
        boards.ask(question)
