"""What a language model adds, part by part: measured beside the rules, and honest when no endpoint answers."""

from __future__ import annotations

import json

import pytest
from llm_server import completion, serve

from eval import with_model
from memkit import InputError, Settings

TALK = {
    "id": "talk",
    "split": "dev",
    "turns": [
        {"n": 1, "speaker": "Ada", "at": "2026-01-01T10:00:00Z", "text": "I propose that we use Postgres."},
        {"n": 2, "speaker": "Ben", "at": "2026-01-01T10:01:00Z", "text": "I agree."},
    ],
    "labels": {
        "turns": [
            {"n": 1, "person": "Ada", "act": "proposes", "decision": "a"},
            {"n": 2, "person": "Ben", "act": "supports", "decision": "a"},
        ],
        "decisions": [{"key": "a", "topic": "store", "statement": "use Postgres", "status": "open", "supersedes": []}],
        "positions": [
            {"person": "Ada", "decision": "a", "stance": "supports"},
            {"person": "Ben", "decision": "a", "stance": "supports"},
        ],
    },
}
PAGES = {
    "bess.md": "# Old Bess\n\nOld Bess is the oven by the door. Mara Lind runs Old Bess.\n",
    "mara.md": "# Mara Lind\n\nMara Lind is the baker of the village.\n",
}
ONTOLOGY = """
entity_types: {Oven: {parent: Object, words: [oven]}}
relation_types: {RUNS: {from: [Person], to: [Oven], phrases: [runs]}}
entities: [{name: Mara Lind, type: Person}, {name: Old Bess, type: Oven}]
"""
QUESTIONS = [
    {"question": "What is Old Bess?", "category": "definitional", "answer": ["the oven by the door"]},
    {"question": "Who runs Old Bess?", "category": "2-hop", "answer": ["Mara Lind"]},
    {"question": "Who is the mayor of Casterbridge?", "category": "refusal", "answer": []},
]


def write_wiki(folder):
    (folder / "docs").mkdir(parents=True)
    for name, text in PAGES.items():
        (folder / "docs" / name).write_text(text)
    (folder / "ontology.yaml").write_text(ONTOLOGY)
    lines = [
        q | {"id": f"q{n}", "passages": ["bess.md"] if q["answer"] else [], "split": "dev"}
        for n, q in enumerate(QUESTIONS)
    ]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, lines)))
    relation = {"source": "Mara Lind", "type": "RUNS", "target": "Old Bess", "doc": "bess.md", "split": "dev"}
    (folder / "relations.jsonl").write_text(json.dumps(relation))


@pytest.fixture
def endpoint(monkeypatch):
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    server, http = serve()
    yield server
    http.shutdown()
    http.server_close()


@pytest.mark.parametrize("reply", [(500, "{}"), (200, completion("I would rather not."))])
def test_a_model_that_is_no_use_changes_nothing_and_says_so(endpoint, tmp_path, reply):
    endpoint.will(reply)
    write_wiki(tmp_path / "wiki")
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks" / "talk.json").write_text(json.dumps(TALK))
    settings = Settings(embedder="hash", cache_dir="", llm_url=endpoint.url, llm_model="m", llm_retries=0)
    table = with_model.by_part(settings, wiki=str(tmp_path / "wiki"), conversations=str(tmp_path / "talks"))
    assert list(dict.fromkeys(table["part"])) == ["extractor", "planner", "router", "synthesizer", "transcripts"]
    assert (table["rules"] == table["model"]).all() and set(table["verdict"]) <= {"no difference shown", "not paired"}
    asked = table[table["part"].isin(["planner", "router", "synthesizer", "transcripts"])]
    assert asked["degraded"].str.contains("llm").all(), table[["part", "degraded"]]
    assert endpoint.seen


def test_without_a_model_there_is_nothing_to_compare():
    with pytest.raises(InputError, match="llm_url"):
        with_model.by_part(Settings(embedder="hash"), wiki="meridian", conversations="conversations")
