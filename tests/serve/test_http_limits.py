"""What a request may cost, by which names a local server is called, and how many memories stay open."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import anyio
import pytest
from fastapi.testclient import TestClient

from memkit import Memory, Settings, StoreError
from memkit.serve.http import make_app
from memkit.serve.limits import LocalNames
from memkit.serve.memories import Memories

SETTINGS = Settings(embedder="hash", cache_dir="")


def client_of(path, **changes) -> TestClient:
    return TestClient(make_app(str(path / "memory.db"), settings=replace(SETTINGS, **changes)))


def test_a_body_that_is_too_large_is_refused(tmp_path):
    with client_of(tmp_path, serve_max_body=1000) as client:
        answer = client.post("/api/documents", json={"content": "x" * 2000})
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
        assert client.get("/api/stats").json()["messages"] == 0


def test_a_body_that_does_not_say_its_size_is_cut_off(tmp_path):
    sent = 0

    def endless():
        nonlocal sent
        for _ in range(1000):
            sent += 500
            yield b"x" * 500

    with client_of(tmp_path, serve_max_body=1000) as client:
        answer = client.post("/api/documents", content=endless(), headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large")


def test_a_request_is_given_up_at_its_time_and_the_server_goes_on(tmp_path, monkeypatch):
    released = threading.Event()
    monkeypatch.setattr(Memory, "timeline", lambda self, topic: released.wait(30))
    with client_of(tmp_path, serve_timeout=0.5) as client:
        started = time.monotonic()
        answer = client.get("/api/timeline?topic=x")
        assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
        assert time.monotonic() - started < 10
        assert client.get("/api/stats").status_code == 200
        released.set()


@pytest.mark.parametrize(
    ("host", "served"),
    [
        ("127.0.0.1:8000", True),
        ("localhost:8000", True),
        ("localhost", True),
        ("[::1]:8000", True),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example:80", False),
        ("", False),
    ],
)
def test_a_local_server_answers_to_local_names_only(host, served):
    seen = []

    async def app(scope, receive, send):
        seen.append(scope)

    async def ask():
        sent = []

        async def send(message):
            sent.append(message)

        await LocalNames(app)({"type": "http", "headers": [(b"host", host.encode())]}, None, send)
        return sent

    sent = anyio.run(ask)
    assert bool(seen) is served
    assert served or sent[0]["status"] == 400


def test_memories_that_nobody_uses_are_closed_past_the_limit(tmp_path):
    memories = Memories(str(tmp_path / "memory.db"), settings=SETTINGS, most=2)
    with memories.using("kept") as kept:
        for name in "abc":
            with memories.using(name) as memory:
                memory.ingest("Bob sleeps.")
        assert kept.stats().messages == 0
    with memories.using("a") as memory:
        assert memory.stats().messages == 1
    assert len(memories._slots) == 2
    memories.close()


def test_what_is_in_memory_alone_stays_open():
    memories = Memories(":memory:", settings=SETTINGS, most=1)
    for name in "abc":
        with memories.using(name) as memory:
            memory.ingest("Bob sleeps.")
    with memories.using("a") as memory:
        assert memory.stats().messages == 1
    memories.close()


def test_who_asks_for_another_namespace_does_not_wait(tmp_path, monkeypatch):
    memories = Memories(str(tmp_path / "memory.db"), settings=SETTINGS)
    started, released, opened = threading.Event(), threading.Event(), Memory.__init__

    def slowly(self, *arguments, namespace, **options):
        if namespace == "slow":
            started.set()
            released.wait(30)
        opened(self, *arguments, namespace=namespace, **options)

    monkeypatch.setattr(Memory, "__init__", slowly)
    with ThreadPoolExecutor() as pool:

        def ask() -> int:
            with memories.using("slow") as memory:
                return memory.stats().messages

        waiting = pool.submit(ask)
        assert started.wait(30)
        with memories.using("quick") as memory:
            assert memory.stats().messages == 0
        assert not waiting.done()
        released.set()
        assert waiting.result() == 0
    memories.close()


def test_a_memory_that_could_not_be_opened_is_tried_again(tmp_path):
    memories = Memories(str(tmp_path / "later" / "memory.db"), settings=SETTINGS)
    with pytest.raises(StoreError), memories.using("a"):
        pass
    (tmp_path / "later").mkdir()
    with memories.using("a") as memory:
        assert memory.stats().messages == 0
    memories.close()
