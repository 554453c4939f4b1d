"""A talk with a language model that has the memory as its tools, against a scripted local endpoint."""

from __future__ import annotations

import json

import pytest
from llm_server import completion, serve
from typer.testing import CliRunner

from memkit import InputError, Memory, ModelError, Settings
from memkit.agent import KEPT_EXCHANGES, LONGEST_RESULT, ROUNDS, TOOLS, Agent

TEXT = "Anthropic developed Claude Code. Claude Code competes with Codex."


@pytest.fixture
def endpoint(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    server, http = serve()
    yield server
    http.shutdown()
    http.server_close()


@pytest.fixture
def memory(endpoint):
    settings = Settings(embedder="hash", cache_dir="", llm_url=endpoint.url, llm_model="m", use_llm="planner")
    with Memory(":memory:", settings=settings) as memory:
        yield memory


def call(name: str, **arguments) -> tuple[str, str]:
    return name, json.dumps(arguments)


def sent(endpoint) -> list[dict]:
    return [body for body, _ in endpoint.seen]


def test_it_looks_up_and_then_answers(endpoint):
    settings = Settings(embedder="hash", cache_dir="")
    with Memory(":memory:", settings=settings) as memory:
        memory.ingest(TEXT, source="note")
        from memkit.llm import ChatModel, Endpoint

        model = ChatModel([Endpoint(endpoint.url, "m", key_variable="MEMKIT_LLM_KEY", timeout=5, retries=0)])
        endpoint.will(
            (200, completion(None, call("ask", question="Who competes with Codex?"))),
            (200, completion("Claude Code does (note).")),
        )
        said = Agent(memory, speaker="Ada", model=model).say("Who rivals Codex?")
    assert said.answer == "Claude Code does (note)." and said.degraded == []
    (made,) = said.calls
    assert json.loads(made.result)["answer"] == "Claude Code"
    first, second = sent(endpoint)
    assert [tool["function"]["name"] for tool in first["tools"]] == list(TOOLS)
    assert "Ada" in first["messages"][0]["content"]
    assert [m["role"] for m in second["messages"]] == ["system", "user", "assistant", "tool"]
    assert second["messages"][3]["tool_call_id"] == second["messages"][2]["tool_calls"][0]["id"]


def test_what_it_remembers_reaches_the_store_under_the_talk_s_session(endpoint, memory):
    endpoint.will(
        (
            200,
            completion(None, call("remember", speaker="Ada", claims=["Mongo loses writes."], session_id="elsewhere")),
        ),
        (200, completion(None, call("remember", speaker="Ada", claims=["Mongo loses writes."], tag="delete-me"))),
        (200, completion(None, call("remember", speaker="Ada", claims=["Mongo loses writes."]))),
        (200, completion("Noted.")),
    )
    spoken = Agent(memory, session_id="monday").say("Mongo loses writes.")
    assert [c.result.startswith("error:") for c in spoken.calls] == [True, True, False]
    assert memory.stats().claims == 1
    assert {p.session_id for p in memory.store.find("Passage")} == {"monday"}
    assert {p.tag for p in memory.store.find("Passage")} == {""}


def test_the_fifth_round_has_no_tools_and_must_answer(endpoint, memory):
    again = (200, completion(None, call("recall", question="Which store?")))
    endpoint.will(again, again, again, again, (200, completion("I do not know.")))
    said = Agent(memory).say("Which store?")
    assert said.answer == "I do not know." and len(said.calls) == ROUNDS - 1
    assert [bool(body.get("tools")) for body in sent(endpoint)] == [True, True, True, True, False]
    endpoint.will(again)
    with pytest.raises(ModelError, match="no answer"):
        Agent(memory).say("Which store?")
    assert len(endpoint.seen) == ROUNDS


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (("analyze", '{"query": "SELECT 1"}'), "no tool 'analyze'"),
        (("forget", "{}"), "no tool 'forget'"),
        (("ask", "{not json"), "Invalid JSON"),
        (("ask", "[]"), "object"),
        (("ask", "{}"), "question"),
        (("ask", '{"question": "Who is the mayor of Casterbridge?"}'), "Casterbridge"),
        (("recall", '{"question": "x", "top_k": "many"}'), "top_k"),
        (("timeline", '{"topic": "the moon"}'), "the moon"),
    ],
)
def test_a_wrong_call_is_told_in_words_and_the_talk_goes_on(endpoint, memory, wanted, words):
    memory.ingest(TEXT)
    endpoint.will((200, completion(None, wanted)), (200, completion("Sorry.")))
    said = Agent(memory).say("Hello")
    assert said.answer == "Sorry."
    assert said.calls[0].result.startswith("error:") and words in said.calls[0].result, said.calls[0].result


ABOUT = {"statement": "We use X", "stance": "proposes"}


def test_half_a_character_from_the_model_does_not_end_the_talk(endpoint, memory):
    odd = '{"question": "a\\ud800"}'  # as a model may write it in its arguments
    raw = completion(None, ("ask", odd), ("ask\ud800", '{"question": "\ud800"}'))
    endpoint.will((200, raw), (200, completion("Sorry \ud800.")), (200, completion("Yes.")))
    agent = Agent(memory)
    said = agent.say("Hello")
    assert [c.result.startswith("error:") for c in said.calls] == [True, True]
    assert said.answer.startswith("Sorry ") and said.answer.isascii()
    assert agent.say("Are you there?").answer == "Yes."


def test_a_long_result_is_trimmed(endpoint, memory):
    memory.remember(session_id="s", speaker="Ada", claims=["long " * 2000], topic="store", decision=ABOUT)
    endpoint.will((200, completion(None, call("recall", question="store"))), (200, completion("Long.")))
    assert len(Agent(memory).say("store?").calls[0].result) == LONGEST_RESULT
    assert len(sent(endpoint)[1]["messages"][-1]["content"]) == LONGEST_RESULT


def test_earlier_exchanges_stay_in_the_prompt_but_not_for_ever(endpoint, memory):
    endpoint.will((200, completion("Yes.")))
    agent = Agent(memory)
    for number in range(KEPT_EXCHANGES + 3):
        agent.say(f"number {number}")
    last = [m["content"] for m in sent(endpoint)[-1]["messages"]]
    assert "number 12" in last and "number 11" in last and "number 0" not in last
    assert len(last) == 1 + 2 * KEPT_EXCHANGES + 1


def test_without_a_model_or_words_it_says_what_is_missing(endpoint, memory):
    without = Memory(":memory:", settings=Settings(embedder="hash", cache_dir=""))
    with pytest.raises(ModelError, match="MEMKIT_LLM_URL"):
        Agent(without)
    without.close()
    for nothing in (" ", "\u200b", "", "a\x00b", "\udcff", None):
        with pytest.raises(InputError, match="what was said"):
            Agent(memory).say(nothing)
    endpoint.will((500, "{}"))
    with pytest.raises(ModelError, match="500"):
        Agent(memory).say("Hello")


def test_the_command(endpoint, monkeypatch, tmp_path):
    for name, value in {"EMBEDDER": "hash", "LLM_URL": endpoint.url, "LLM_MODEL": "m", "CACHE_DIR": ""}.items():
        monkeypatch.setenv(f"MEMKIT_{name}", value)
    endpoint.will((200, completion("Hello, Ada.")))
    from memkit.cli import app

    done = CliRunner().invoke(app, ["talk", "--store", str(tmp_path / "m.db"), "--speaker", "Ada"], input="Hi\n\n")
    assert done.exit_code == 0 and "memory: Hello, Ada." in done.stdout, done.output
