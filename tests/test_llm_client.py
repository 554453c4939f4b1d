"""The language model client against a real HTTP server that misbehaves on purpose."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

import pytest
from llm_server import Server, completion, serve
from pydantic import BaseModel

from memkit import ModelError, Settings, SettingsError
from memkit.llm import FALLBACK, ChatModel, Endpoint, load_model

KEY = "sk-secret-0123456789"


class Capital(BaseModel):
    country: str
    city: str


@pytest.fixture
def servers() -> Iterator[tuple[Server, Server]]:
    (first, first_http), (second, second_http) = serve(), serve()
    yield first, second
    for http in (first_http, second_http):
        http.shutdown()
        http.server_close()


@pytest.fixture
def server(servers) -> Server:
    return servers[0]


@pytest.fixture(autouse=True)
def key(monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMKIT_LLM_KEY", KEY)
    # The client waits half a second before it repeats a call.
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)


@pytest.fixture
def settings(server, tmp_path) -> Settings:
    return Settings(
        llm_url=server.url, llm_model="m", llm_timeout=5.0, llm_retries=2, cache_dir=str(tmp_path / "cache")
    )


@pytest.fixture
def model(settings) -> ChatModel:
    return load_model(settings)


def ask(model: ChatModel, text: str = "hello", schema: type[BaseModel] | None = None):
    return model.complete([{"role": "user", "content": text}], schema=schema, purpose="a test")


def test_without_an_address_there_is_no_model():
    assert load_model(Settings(llm_url="")) is None


def test_a_text_and_the_tokens_it_took(model, server):
    server.will((200, completion("hi")))
    assert ask(model) == "hi"
    assert model.degraded == []
    assert model.usage.to_dict() == {
        "requests": 1, "cached": 0, "repairs": 0, "prompt_tokens": 7, "completion_tokens": 3
    }  # fmt: skip
    body, sent_key = server.seen[0]
    assert body["model"] == "m" and body["temperature"] == 0 and sent_key == f"Bearer {KEY}"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_failure_that_passes_is_repeated(model, server, status):
    server.will((status, "{}"), (status, "{}"), (200, completion("hi")))
    assert ask(model) == "hi"
    assert len(server.seen) == 3


def test_one_that_stays_is_an_error_that_names_it(model, server):
    server.will((500, "{}"))
    with pytest.raises(ModelError, match=r"a test.*status 500"):
        ask(model)
    assert len(server.seen) == 3  # one call, two repetitions


def test_a_server_that_hangs_is_given_up_and_left_alone_for_a_while(server):
    server.will(3.0)
    model = ChatModel([Endpoint(server.url, "m", key_variable="MEMKIT_LLM_KEY", timeout=0.2, retries=0)])
    started = time.monotonic()
    with pytest.raises(ModelError, match=r"0\.2 s"):
        ask(model)
    with pytest.raises(ModelError, match="a moment ago"):
        ask(model)
    assert time.monotonic() - started < 2 and len(server.seen) == 1


@pytest.mark.parametrize(
    "body",
    ["", "{", "null", "[]", '"x"', "{}", '{"choices": []}', '{"choices": [{}]}', completion(""), completion(" \n")],
)
def test_a_body_that_is_no_completion_is_an_error(model, server, body):
    server.will((200, body))
    with pytest.raises(ModelError, match="a test"):
        ask(model)


def test_nothing_listens(tmp_path):
    model = ChatModel([Endpoint("http://127.0.0.1:9/v1", "m", key_variable="X", timeout=1, retries=0)])
    with pytest.raises(ModelError, match="cannot be reached"):
        ask(model)


# -------------------------------------------------------------------------------------------------- structured output


@pytest.mark.parametrize(
    "wrap", ["{}", "```json\n{}\n```", "Here you are:\n{}\nAnything else?"], ids=["bare", "fenced", "in words"]
)
def test_a_record_is_read_and_checked(model, server, wrap):
    server.will((200, completion(wrap.replace("{}", '{"country": "France", "city": "Paris"}'))))
    assert ask(model, schema=Capital) == Capital(country="France", city="Paris")
    assert '"city"' in server.seen[0][0]["messages"][-1]["content"]  # the schema is sent


@pytest.mark.parametrize(
    "bad", ['{"country": "France", "ci', '{"country": "France"}', '{"country": 1, "city": []}', "No."]
)
def test_an_answer_that_does_not_fit_is_repaired_once(model, server, bad):
    server.will((200, completion(bad)), (200, completion('{"country": "France", "city": "Paris"}')))
    assert ask(model, schema=Capital).city == "Paris"
    sent = server.seen[1][0]["messages"]
    assert sent[-2] == {"role": "assistant", "content": bad} and "Capital" in sent[-1]["content"]
    assert model.usage.repairs == 1


def test_a_second_answer_that_does_not_fit_is_an_error_and_is_not_cached(model, server):
    server.will((200, completion("{}")))
    for _ in range(2):
        with pytest.raises(ModelError, match="twice"):
            ask(model, schema=Capital)
    assert len(server.seen) == 4


# -------------------------------------------------------------------------------------------------------------- cache


def test_the_same_call_is_answered_from_the_cache_by_another_process_too(model, settings, server):
    server.will((200, completion('{"country": "France", "city": "Paris"}')))
    first = ask(model, schema=Capital)
    other = load_model(settings)
    assert ask(other, schema=Capital) == first
    assert len(server.seen) == 1 and other.usage.cached == 1 and other.usage.requests == 0


def test_what_matters_is_part_of_the_key(model, settings, server):
    class Country(BaseModel):
        country: str
        city: str = ""

    server.will((200, completion('{"country": "France", "city": "Paris"}')))
    ask(model)
    for call in (
        lambda: ask(model, "hello!"),
        lambda: ask(model, schema=Capital),
        lambda: ask(model, schema=Country),
        lambda: ask(load_model(Settings(llm_url=server.url, llm_model="other", cache_dir=settings.cache_dir))),
        lambda: model.complete([{"role": "system", "content": "hello"}], purpose="a test"),
    ):
        before = len(server.seen)
        call()
        assert len(server.seen) == before + 1
        call()
        assert len(server.seen) == before + 1


def test_a_damaged_entry_is_asked_for_again(model, settings, server):
    import sqlite3

    server.will((200, completion("hi")))
    ask(model)
    with sqlite3.connect(f"{settings.cache_dir}/completions.sqlite") as file:
        file.execute("UPDATE completions SET completion = x'00'")
    assert ask(load_model(settings)) == "hi" and len(server.seen) == 2


# ----------------------------------------------------------------------------------------------------------- fallback


@pytest.fixture
def both(settings, servers) -> ChatModel:
    from dataclasses import replace

    return load_model(replace(settings, llm_fallback_url=servers[1].url, llm_fallback_model="small", llm_retries=0))


@pytest.mark.parametrize(
    "reply",
    [(500, "{}"), (401, "{}"), (404, "{}"), (200, ""), (200, completion("{}"))],
    ids=lambda r: f"{r[0]}{r[1][:2]}",
)
def test_the_second_endpoint_stands_in_and_says_so(both, servers, reply):
    first, second = servers
    first.will(reply)
    second.will((200, completion('{"country": "France", "city": "Paris"}')))
    assert ask(both, schema=Capital).city == "Paris"
    assert both.degraded == [FALLBACK]
    assert second.seen[0][0]["model"] == "small"
    first.will((200, completion('{"country": "Italy", "city": "Rome"}')))
    assert ask(both, schema=Capital).city == "Rome"  # what the second said was not kept under the first one's name
    assert both.degraded == []


def test_one_endpoint_is_not_told_the_key_of_the_other(both, servers, monkeypatch):
    first, second = servers
    first.will((500, "{}"))
    second.will((200, completion("hi")))
    ask(both)
    assert KEY not in second.seen[0][1]


def test_when_both_fail_both_are_named(both, servers):
    for server in servers:
        server.will((500, "{}"))
    with pytest.raises(ModelError) as caught:
        ask(both)
    assert all(server.url in str(caught.value) for server in servers)


# ---------------------------------------------------------------------------------------------------------- the key


def test_a_wrong_key_is_named_without_being_shown(model, server, caplog):
    caplog.set_level("DEBUG", logger="memkit")
    server.will((401, json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}})))
    with pytest.raises(ModelError, match="MEMKIT_LLM_KEY") as caught:
        ask(model)
    assert len(server.seen) == 1  # repeating a wrong key helps nobody
    import traceback

    shown = "".join(traceback.format_exception(caught.value))
    for text in (shown, repr(model), str(vars(model)), caplog.text):
        assert KEY not in text


def test_settings_never_hold_the_key(settings):
    assert KEY not in repr(settings) and KEY not in str(Settings.help().to_dict())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"llm_url": "localhost:8000", "llm_model": "m"}, "http"),
        ({"llm_url": "https://user:pw@host/v1", "llm_model": "m"}, "password"),
        ({"llm_url": "http://host/v1"}, "llm_model"),
        ({"llm_fallback_url": "http://host/v1"}, "llm_url"),
        ({"llm_timeout": 0.0}, "llm_timeout"),
        ({"llm_retries": -1}, "llm_retries"),
        ({"use_llm": "planer"}, "planner"),
    ],
)
def test_settings_that_cannot_work_are_named(options, problem):
    with pytest.raises(SettingsError, match=problem) as caught:
        Settings(**options)
    assert ":pw@" not in str(caught.value)


def test_which_parts_it_does():
    on = {"llm_url": "http://h/v1", "llm_model": "m"}
    assert Settings(**on).by_llm("planner") and not Settings().by_llm("planner")
    some = Settings(**on, use_llm="router, planner")
    assert some.by_llm("planner") and some.by_llm("router") and not some.by_llm("synthesizer")


def test_many_threads(model, server):
    server.will((200, completion("hi")))
    answers: list[str] = []
    threads = [threading.Thread(target=lambda n=n: answers.append(ask(model, f"q{n % 4}"))) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["hi"] * 16
    assert model.usage.requests + model.usage.cached == 16
