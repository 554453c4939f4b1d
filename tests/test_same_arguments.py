"""Each face takes every argument of the call of Memory that it stands for, or says here why it does not."""

from __future__ import annotations

import inspect

import pytest
import typer.main

from memkit import Memory
from memkit.cli import app
from memkit.serve import bodies, http
from memkit.serve.calls import Calls
from memkit.serve.mcp import TOOLS

#: What an argument is called where it has another name: a word that a shell or a route makes plainer.
CALLED = {"session_id": "session", "session_title": "title", "params": "param"}
#: How the faces name the argument that a text, a batch or a folder is.
WHAT = {"content", "path", "turns"}


def taken(call) -> set[str]:
    return set(inspect.signature(call).parameters) - {"self"}


def of_memory(name: str) -> set[str]:
    return taken(getattr(Memory, name))


@pytest.mark.parametrize(
    "name", "retrieve ask chat remember recall timeline analyze pending confirm reject undo history forget".split()
)
def test_the_command_line(name):
    options = {parameter.name for parameter in typer.main.get_command(app).commands[name].params}
    assert {CALLED.get(argument, argument) for argument in of_memory(name)} <= options


def test_the_command_that_takes_notes_folders_and_transcripts():
    options = {parameter.name for parameter in typer.main.get_command(app).commands["ingest"].params}
    wanted = of_memory("ingest") | of_memory("ingest_folder") | of_memory("ingest_transcript")
    # Who is who stands in a transcript's file; a reader and a function cannot be typed.
    wanted -= WHAT | {"people", "progress", "reader"}
    assert {CALLED.get(argument, argument) for argument in wanted} <= options


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("ingest", bodies.DocumentBody),
        ("chat", bodies.ChatBody),
        ("remember", bodies.RememberBody),
        ("confirm", bodies.ReviewBody),
        ("ask", bodies.QueryBody),
    ],
)
def test_http_bodies(name, body):
    names = {"k": "top_k"} if name == "ask" else {}
    assert {names.get(argument, argument) for argument in of_memory(name)} <= set(body.model_fields)


@pytest.mark.parametrize("name", ["recall", "timeline"])
def test_http_queries(name):
    assert of_memory(name) <= taken(getattr(http, name))


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_tools_of_a_model(name):
    # No model marks memories for deletion; what a client may call unasked, since it only reads, leaves no trace.
    kept_back = {"tag"} if not TOOLS[name] else {"session_id"}
    wanted = of_memory("confirm" if name == "review" else name) - kept_back
    assert wanted <= taken(getattr(Calls, name))
    assert "tag" not in taken(getattr(Calls, name))
