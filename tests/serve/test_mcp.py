"""The MCP server by the package's own client: over standard input and output, over HTTP, and in this process."""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import os
import socket
import subprocess
import sys
import time

import pytest
from fuzzed import INPUTS, SAID, arguments, filled, fuzz, rows_of
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client, StdioServerParameters

from memkit import Memory, Settings
from memkit.errors import SettingsError
from memkit.serve.calls import Calls
from memkit.serve.mcp import TOOLS, run, server

HASH = Settings(embedder="hash", cache_dir="")
TEXT = "Anthropic developed Claude Code. Claude Code competes with Codex."
CHOICE = {"statement": "We use Postgres", "stance": "proposes"}


@pytest.fixture
def memory():
    with Memory(":memory:", settings=HASH) as memory:
        yield memory


def talk(target, script):
    """Run `await script(client)` against a server."""

    async def go():
        async with Client(target) as client:
            return await script(client)

    return asyncio.run(go())


async def use_every_tool(client):
    """Each tool once, as an agent would; what came of it, by tool."""
    done = {}

    async def call(name, **arguments):
        result = await client.call_tool(name, arguments)
        assert not result.is_error, (name, result.content)
        done[name] = result.structured_content
        assert json.loads(result.content[0].text) == result.structured_content
        return result.structured_content

    await call("ingest", content=TEXT, source="note")
    await call("ingest", content="Dr. Priya Nair joined Acme Inc. in May. P. Nair likes Acme.")
    await call("ask", question="Who competes with Codex?")
    await call("remember", speaker="Priya", claims=["Mongo loses writes."], topic="store", decision=CHOICE)
    await call("recall", question="Which database?")
    await call("timeline", topic="store")
    await call("analyze", query="SELECT count(*) AS n FROM passage")
    pair = (await call("pending"))["rows"][0]
    await call("review", left_id=pair["left_id"], right_id=pair["right_id"], confirm=False)
    return done


def check(done) -> None:
    assert done["ask"]["answer"] == "Claude Code" and done["ask"]["citations"][0]["source"] == "note"
    (decision,) = done["recall"]["rows"]
    assert decision["status"] == "current" and "Postgres" in decision["statement"]
    assert [p["claim"] for p in decision["positions"]] == ["Mongo loses writes."]
    assert [row["status"] for row in done["timeline"]["rows"]] == ["current"]
    assert done["analyze"]["rows"] == [{"n": 3}]
    assert (done["review"]["verdict"], done["review"]["decided_by"]) == ("rejected", "model")


def test_every_tool_over_standard_input_and_output(tmp_path):
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "memkit.cli", "mcp", "--store", str(tmp_path / "memory.db")],
        env=os.environ | {"MEMKIT_EMBEDDER": "hash", "MEMKIT_CACHE_DIR": str(tmp_path / "cache")},
    )
    check(talk(command, use_every_tool))
    with Memory(tmp_path / "memory.db", settings=HASH) as memory:
        assert memory.stats().claims == 1  # it reached the store


def test_every_tool_over_http_with_a_token(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMKIT_API_TOKEN", "s3cret")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = ["-m", "memkit.cli", "mcp", "--http", "--port", str(port), "--store", str(tmp_path / "memory.db")]
    environment = os.environ | {"MEMKIT_EMBEDDER": "hash", "MEMKIT_CACHE_DIR": str(tmp_path / "cache")}
    running = subprocess.Popen([sys.executable, *arguments], env=environment)
    try:
        import httpx
        from mcp.client.streamable_http import streamable_http_client

        address = f"http://127.0.0.1:{port}/mcp"
        for _ in range(300):
            try:
                assert httpx.post(address, json={}).status_code == 401
                break
            except httpx.TransportError:
                time.sleep(0.1)
        headers = {"Authorization": "Bearer s3cret"}
        assert httpx.post(address, json={}, headers=headers | {"Host": "evil.example"}).status_code == 421
        with_token = streamable_http_client(address, http_client=httpx.AsyncClient(headers=headers, timeout=120))
        check(talk(with_token, use_every_tool))
    finally:
        running.terminate()
        running.wait()


def test_schemas_come_from_the_dataclasses_and_no_tool_can_mark_for_deletion(memory):
    async def tools(client):
        return (await client.list_tools()).tools

    found = {tool.name: tool for tool in talk(server(memory), tools)}
    assert sorted(found) == sorted(TOOLS)
    for name, tool in found.items():
        assert tool.description and tool.annotations.read_only_hint is TOOLS[name]
        assert "tag" not in json.dumps(tool.input_schema)
    assert set(found["ask"].output_schema["properties"]) >= {"answer", "citations", "notes", "degraded"}
    row = found["recall"].output_schema["$defs"]["DecisionView"]["properties"]
    assert {"statement", "status", "positions", "supersedes", "superseded_by"} <= set(row)
    stance = found["remember"].input_schema["$defs"]["GivenDecision"]["properties"]["stance"]
    assert stance["enum"] == ["proposes", "supports", "disagrees", "withdraws", "reaffirms"]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("ask", {"question": "Who is the mayor of Casterbridge?"}, "Casterbridge"),
        ("ask", {"question": ""}, "question"),
        ("timeline", {"topic": "the moon"}, "the moon"),
        ("remember", {"speaker": "Priya", "claims": []}, "claim"),
        (
            "remember",
            {"speaker": "Priya", "claims": ["x"], "decision": {"statement": "y", "stance": "likes"}},
            "stance",
        ),
        ("remember", {"speaker": "Priya", "claims": ["x"], "tag": "delete-me"}, None),
        ("review", {"left_id": "ent_x", "right_id": "ent_y", "confirm": True}, "ent_x"),
        ("analyze", {"query": "DELETE FROM passage"}, "read"),
        ("forget", {"source": "note"}, "forget"),
    ],
)
def test_errors_are_words_that_a_model_can_act_on(memory, tool, arguments, words):
    memory.ingest(TEXT, tag="keep")

    async def call(client):
        return await client.call_tool(tool, arguments)

    result = talk(server(memory), call)
    if words is None:  # an argument that no tool has changes nothing
        assert memory.store.count("Passage", tag="delete-me") == 0
        return
    said = result.content[0].text
    assert result.is_error and words in said and "Traceback" not in said, said
    assert memory.stats().messages == 1


def test_it_listens_to_others_only_with_a_token(memory, monkeypatch):
    monkeypatch.delenv("MEMKIT_API_TOKEN", raising=False)
    with pytest.raises(SettingsError, match="MEMKIT_API_TOKEN"):
        run(memory, http=True, host="0.0.0.0")


#: The arguments of each tool.
ARGUMENTS = {name: arguments(*inspect.signature(getattr(Calls, name)).parameters.keys() - {"self"}) for name in TOOLS}
CALLS = st.sampled_from(sorted(TOOLS)).flatmap(lambda name: st.tuples(st.just(name), ARGUMENTS[name]))


def unforeseen(result, name: str) -> bool:
    """Whether a tool failed in a way that nobody foresaw: this is all that the package tells of it."""
    return result.is_error and result.content[0].text == f"Error executing tool {name}"


@pytest.mark.parametrize("inputs", INPUTS)
def test_no_arguments_crash_a_tool(inputs):
    sent = 0

    async def send(client, memory, calls):
        nonlocal sent
        for name, sample in calls:
            ids = [e.id for e in memory.store.find("Entity")]
            try:
                result = await client.call_tool(name, filled(sample, ids))
            except UnicodeEncodeError:  # the client cannot send an unpaired surrogate
                continue
            finally:
                sent += 1
            assert not unforeseen(result, name), (name, sample)
            assert "Traceback" not in result.content[0].text

    @given(calls=rows_of(CALLS))
    @fuzz(inputs)
    def answered(calls):
        with Memory(":memory:", settings=HASH) as memory:
            memory.ingest_many(SAID[:4])
            talk(server(memory), functools.partial(send, memory=memory, calls=calls))

    answered()
    assert sent >= inputs


def test_a_fault_of_ours_would_be_seen_by_the_test_above_and_tells_nothing(memory, monkeypatch):
    monkeypatch.setattr(Memory, "ask", lambda *_, **__: 1 / 0)

    async def ask(client):
        return await client.call_tool("ask", {"question": "Who?"})

    assert unforeseen(talk(server(memory), ask), "ask")
