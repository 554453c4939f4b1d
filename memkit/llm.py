"""A language model behind any OpenAI-compatible endpoint. Nothing needs one: without `llm_url` all runs by rules.

One call is: the cache, else the endpoint (its client retries), else the second endpoint, else ModelError. Only answers
that could be used are cached, so that a bad one is asked for again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from memkit.cache_file import CacheFile
from memkit.config import Settings, environment
from memkit.errors import InputError, ModelError
from memkit.model import Result

if TYPE_CHECKING:
    from openai import OpenAI
    from pydantic import BaseModel

#: Environment variables of the keys, one for each endpoint, so that neither is sent to the other's.
KEY_VARIABLE, FALLBACK_KEY_VARIABLE = "MEMKIT_LLM_KEY", "MEMKIT_LLM_FALLBACK_KEY"
INSTALL_REMEDY = "pip install 'memkit-lab[llm]', or leave llm_url empty to run by rules"
#: Entries of `degraded`: the second endpoint answered; none did, and rules stood in.
FALLBACK, UNAVAILABLE = "llm:fallback", "llm:unavailable"
#: An endpoint that could not be reached is left alone for so long: a question asks several times.
REST_SECONDS = 30.0
#: Sent with every call: the likeliest answer, not a varied one.
PARAMETERS = {"temperature": 0}
_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)

Message = Mapping[str, str]
Answer = TypeVar("Answer")


class LanguageModel(Protocol):
    """Messages in, text or a checked record out. `degraded` is [FALLBACK] if this thread's last answer came from the
    second endpoint."""

    name: str

    @property
    def degraded(self) -> list[str]: ...

    def complete(
        self, messages: Sequence[Message], *, schema: type[BaseModel] | None = None, purpose: str
    ) -> str | BaseModel:
        """The model's answer: a text, or with `schema` a record of it. `purpose` names the call in errors.

        Raises ModelError, with the remedy, if no endpoint gives an answer that can be used.
        """


@dataclass(slots=True)
class Usage(Result):
    """Counts: `requests` that were answered, answers from the `cache`, `repairs` asked for, tokens as reported."""

    requests: int = 0
    cached: int = 0
    repairs: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class CallWanted(Result):
    """A tool that the model wants called, with its arguments in JSON as the model wrote them."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply(Result):
    """What the model said, or the tools that it wants called first; `message` is both as the next prompt has them."""

    text: str
    calls: list[CallWanted]

    @property
    def message(self) -> dict[str, Any]:
        wanted = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}} for c in self.calls
        ]
        return {"role": "assistant", "content": self.text or None, **({"tool_calls": wanted} if wanted else {})}


class Endpoint:
    """An address and the model asked there. The key is read from the environment when it is needed, and kept nowhere
    but in the client."""

    def __init__(self, url: str, model: str, *, key_variable: str, timeout: float, retries: int) -> None:
        self.url, self.model = url, model
        self._key_variable, self._timeout, self._retries = key_variable, timeout, retries
        self._client: OpenAI | None = None
        self._rests_until = 0.0

    def ask(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]] = ()) -> tuple[Reply, int, int]:
        """(reply, prompt tokens, completion tokens). Raises ModelError, with the remedy, for whatever goes wrong."""
        if time.monotonic() < self._rests_until:
            raise ModelError(f"{self.url} could not be reached a moment ago")
        import openai

        more = {"tools": list(tools)} if tools else {}
        try:
            answer = self._connected().chat.completions.create(
                model=self.model, messages=list(messages), **more, **PARAMETERS
            )
            reply, usage = _reply(answer.choices[0].message), answer.usage
        except (openai.OpenAIError, AttributeError, IndexError, TypeError, ValueError) as error:
            if isinstance(error, openai.APIConnectionError):  # time-outs too
                self._rests_until = time.monotonic() + REST_SECONDS
            # Not chained: what a server says of a wrong key may hold a part of it.
            raise ModelError(self._explain(error)) from None
        if not reply.calls and not reply.text.strip():
            raise ModelError(f"{self.url} gave an empty answer")
        return reply, *(getattr(usage, name, None) or 0 for name in ("prompt_tokens", "completion_tokens"))

    def _connected(self) -> OpenAI:
        if self._client is None:
            from openai import OpenAI

            key = environment(self._key_variable) or "none"  # a server of one's own asks for none
            self._client = OpenAI(base_url=self.url, api_key=key, timeout=self._timeout, max_retries=self._retries)
        return self._client

    def _explain(self, error: Exception) -> str:
        import openai

        if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
            return f"{self.url} refuses the key: set {self._key_variable} to one that is valid there"
        if isinstance(error, openai.NotFoundError):
            return f"{self.url} does not know the model {self.model!r}, or is no such endpoint: see llm_model, llm_url"
        if isinstance(error, openai.APITimeoutError):
            return f"{self.url} did not answer within {self._timeout:g} s: raise llm_timeout, or see to the server"
        if isinstance(error, openai.APIConnectionError):
            return f"{self.url} cannot be reached: is the server running, and the address right?"
        if isinstance(error, openai.APIStatusError):
            return f"{self.url} answered with status {error.status_code}"
        return f"{self.url} gave no chat completion ({type(error).__name__})"


class ChatModel:
    """The LanguageModel of the settings: one or two endpoints in order, with a cache on disk (None: none).

    Cached by model, messages, schema and parameters. Safe to use from several threads.
    """

    def __init__(self, endpoints: Sequence[Endpoint], cache_dir: str | Path | None = None) -> None:
        if not endpoints:
            raise InputError("a language model needs at least one endpoint")
        self.name = endpoints[0].model
        self.usage = Usage()
        self.endpoints = list(endpoints)
        path = Path(cache_dir) / "completions.sqlite" if cache_dir else None
        self._file = CacheFile(path, "completion", "language model cache") if path else None
        self._lock, self._local = threading.Lock(), threading.local()

    def __repr__(self) -> str:
        return f"ChatModel({', '.join(f'{e.model} at {e.url}' for e in self.endpoints)})"

    @property
    def degraded(self) -> list[str]:
        """[FALLBACK] if this thread's last answer came from the second endpoint."""
        return list(getattr(self._local, "degraded", []))

    def complete(
        self, messages: Sequence[Message], *, schema: type[BaseModel] | None = None, purpose: str
    ) -> str | BaseModel:
        """See LanguageModel."""
        messages = [*messages, *([_wanted(schema)] if schema else [])]
        return self._first(purpose, lambda endpoint: self._answer(endpoint, messages, schema))

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Mapping[str, Any]] = ()) -> Reply:
        """The model's next words in a talk, or the calls of `tools` (in the endpoint's form) that it wants first. Never
        cached: what the tools give changes. Raises ModelError if no endpoint gives either."""
        return self._first("a talk", lambda endpoint: self._ask(endpoint, messages, tools))

    def _first(self, purpose: str, ask: Callable[[Endpoint], Answer]) -> Answer:
        """What the first endpoint that answers gives."""
        failures = []
        for number, endpoint in enumerate(self.endpoints):
            try:
                answer = ask(endpoint)
            except ModelError as error:
                failures.append(str(error))
                continue
            self._local.degraded = [FALLBACK] if number else []
            return answer
        raise ModelError(f"no language model for {purpose}: {'; '.join(failures)}")

    def _answer(self, endpoint: Endpoint, messages: list[Message], schema: type[BaseModel] | None) -> str | BaseModel:
        read = _reader(schema)
        key = _key(endpoint.model, messages, schema)
        known = self._file.read([key]) if self._file else {}
        if known:
            self._count(cached=1)
            return read(known[key].decode())
        text = self._ask(endpoint, messages).text
        try:
            answer = read(text)
        except ValueError as error:
            self._count(repairs=1)
            text = self._ask(endpoint, [*messages, *_complaint(text, error)]).text
            try:
                answer = read(text)
            except ValueError as again:
                raise ModelError(f"{endpoint.url} gave no {schema.__name__}, twice: {_short(again)}") from None
        if self._file:
            self._file.write({key: text.encode()})
        return answer

    def _ask(self, endpoint: Endpoint, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]] = ()) -> Reply:
        reply, prompt_tokens, completion_tokens = endpoint.ask(messages, tools)
        self._count(requests=1, prompt_tokens=prompt_tokens, completion_tokens=completion_tokens)
        return reply

    def _count(self, **more: int) -> None:
        with self._lock:
            for name, number in more.items():
                setattr(self.usage, name, getattr(self.usage, name) + number)


def load_model(settings: Settings) -> ChatModel | None:
    """The model that the settings name, None if they name none. Nothing is sent yet.

    Raises ModelError with the remedy if the `llm` extra is not installed.
    """
    if not settings.llm_url:
        return None
    if importlib.util.find_spec("openai") is None:
        raise ModelError(f"llm_url is set, but openai is not installed: {INSTALL_REMEDY}")
    limits = {"timeout": settings.llm_timeout, "retries": settings.llm_retries}
    endpoints = [Endpoint(settings.llm_url, settings.llm_model, key_variable=KEY_VARIABLE, **limits)]
    if settings.llm_fallback_url:
        model = settings.llm_fallback_model or settings.llm_model
        endpoints.append(Endpoint(settings.llm_fallback_url, model, key_variable=FALLBACK_KEY_VARIABLE, **limits))
    return ChatModel(endpoints, settings.cache_dir or None)


def _reply(message: Any) -> Reply:
    """A chat message of the client as a Reply; TypeError or AttributeError if it is none."""
    text, calls = message.content or "", getattr(message, "tool_calls", None) or []
    if not isinstance(text, str):
        raise TypeError("content is no text")
    said = [[str(field or "") for field in (c.id, c.function.name, c.function.arguments)] for c in calls]
    return Reply(sendable(text), [CallWanted(*map(sendable, fields)) for fields in said])


def sendable(text: str) -> str:
    """The text without unpaired surrogates, which JSON can hold but no request: it stands in the next prompt."""
    return text.encode("utf-8", "replace").decode()


def _key(model: str, messages: Sequence[Message], schema: type[BaseModel] | None) -> bytes:
    form = [model, list(map(dict, messages)), schema.model_json_schema() if schema else None, PARAMETERS]
    return hashlib.blake2b(json.dumps(form, sort_keys=True).encode(), digest_size=16).digest()


def _wanted(schema: type[BaseModel]) -> Message:
    form = json.dumps(schema.model_json_schema(), sort_keys=True)
    return {"role": "user", "content": f"Answer with one JSON object of this JSON schema and nothing else:\n{form}"}


def _complaint(text: str, error: ValueError) -> list[Message]:
    return [
        {"role": "assistant", "content": text},
        {
            "role": "user",
            "content": f"That does not fit the schema: {_short(error)}. Answer again, with the JSON alone.",
        },
    ]


def _reader(schema: type[BaseModel] | None) -> Callable[[str], Any]:
    """Text -> answer; ValueError (pydantic's is one) for a text that does not fit the schema."""
    return (lambda text: text) if schema is None else (lambda text: schema.model_validate_json(_json_in(text)))


def _json_in(text: str) -> str:
    """The JSON object in an answer that may wrap it in a code fence or in words."""
    fenced = _FENCED.search(text)
    text = fenced[1] if fenced else text
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:500]
