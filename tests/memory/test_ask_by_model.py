"""Memory.ask with a language model behind a real HTTP server, and without it when the server is down."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from memkit import Memory, ModelError, Settings

QUESTION = "Who competes with Codex?"


class Server:
    """Answers each purpose (told by the schema in the last message) with what `replies` has for it."""

    def __init__(self) -> None:
        self.replies: dict[str, dict] = {}
        self.asked: list[str] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                content = sent["messages"][-1]["content"]
                schema = next(
                    name for name in ("PlanForm", "RouteForm", "AnswerForm") if f'"title": "{name}"' in content
                )
                owner.asked.append(schema)
                message = {"role": "assistant", "content": json.dumps(owner.replies.get(schema, {}))}
                body = json.dumps({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.http.shutdown()
    server.http.server_close()


def open_memory(url: str, **options) -> Memory:
    settings = Settings(
        embedder="hash", cache_dir="", llm_url=url, llm_model="m", llm_timeout=5.0, llm_retries=0, **options
    )
    memory = Memory(":memory:", settings=settings)
    memory.ingest("Anthropic developed Claude Code. Claude Code competes with Codex.", source="note")
    return memory


def script(server: Server, memory: Memory, cited: str) -> None:
    codex = next(e.id for e in memory.entities() if e.name == "Codex")
    relation = next(f.type for f in memory.relations() if f.target == "Codex")
    statement = {
        "text": "Claude Code",
        "claim": "Claude Code competes with Codex",
        "names": ["Codex"],
        "passages": [cited],
    }
    server.replies = {
        "PlanForm": {"asks": "set", "things": [codex], "steps": [{"relations": [relation], "direction": "in"}]},
        "RouteForm": {"route": "GRAPH", "reason": "it asks for a thing"},
        "AnswerForm": {"answerable": True, "form": "names", "statements": [statement]},
    }


def test_all_three_parts_by_a_model(server):
    with open_memory(server.url) as memory:
        [passage] = memory.store.find("Passage")
        script(server, memory, passage.id)
        answer = memory.ask(QUESTION)
        assert server.asked == ["PlanForm", "RouteForm", "AnswerForm"]
        assert answer.items == ["Claude Code"] and answer.degraded == [] and len(answer.citations) == 1


def test_what_a_model_makes_up_is_asked_for_again_and_then_dropped(server):
    from memkit import OutOfScope

    with open_memory(server.url) as memory:
        script(server, memory, "chunk_made_up")
        with pytest.raises(OutOfScope, match="chunk_made_up"):
            memory.ask(QUESTION)
        assert server.asked.count("AnswerForm") == 2


def test_only_the_parts_that_are_set(server):
    with open_memory(server.url, use_llm="router") as memory:
        script(server, memory, "")
        assert memory.ask(QUESTION).items == ["Claude Code"]
        assert server.asked == ["RouteForm"]


def test_without_the_server_the_rules_answer_and_say_so():
    with open_memory("http://127.0.0.1:9/v1") as memory:
        answer = memory.ask(QUESTION)
        assert answer.items == ["Claude Code"]
        assert answer.degraded == ["llm:unavailable", "planner:rules", "router:rules", "synthesizer:rules"]


def test_offline_is_the_first_choice_when_no_model_is_set():
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        memory.ingest("Claude Code competes with Codex.")
        assert memory.ask(QUESTION).degraded == []


def test_a_model_without_its_package_is_named_with_the_remedy(monkeypatch):
    monkeypatch.setattr("memkit.llm.importlib.util.find_spec", lambda name: None)
    with open_memory("http://127.0.0.1:9/v1") as memory, pytest.raises(ModelError, match=r"memkit-lab\[llm\]"):
        memory.ask(QUESTION)
