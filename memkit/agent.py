"""A talk with a language model that has a memory as its tools: remember, recall, timeline, ask."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from memkit.errors import MemkitError, ModelError
from memkit.llm import ChatModel, load_model
from memkit.memory import Memory
from memkit.model import Result, check_visible
from memkit.serve.calls import Calls

#: What the model may call. Never analyze: its rows are no evidence that an answer can cite.
TOOLS = ("remember", "recall", "timeline", "ask")
#: Questions to the model for one thing said; the last has no tools, so that it must answer.
ROUNDS = 5
#: A tool's result is cut to so many characters.
LONGEST_RESULT = 3000
#: So many earlier exchanges are kept in the prompt.
KEPT_EXCHANGES = 10
INSTRUCTIONS = (
    "You are an assistant with a memory. Before you answer anything about people, things, decisions or earlier talks, "
    "look it up with the tools; say so when memory holds nothing. Keep with `remember` what the user states or "
    "decides, in their words and under their name. Name the sources that a tool's result cites."
)


@dataclass(frozen=True, slots=True)
class ToolCall(Result):
    """One call that the model made: the tool, its arguments as given, and the text that the model was given back."""

    tool: str
    arguments: str
    result: str


@dataclass(frozen=True, slots=True)
class Spoken(Result):
    """The model's answer, the calls that it made on the way, and what ran degraded."""

    answer: str
    calls: list[ToolCall]
    degraded: list[str] = field(default_factory=list)


class Agent:
    """A talk in one session. Raises ModelError if the settings name no language model."""

    def __init__(
        self, memory: Memory, *, session_id: str = "default", speaker: str | None = None, model: ChatModel | None = None
    ) -> None:
        self._model = model or load_model(memory.settings)
        if self._model is None:
            raise ModelError(
                "a talk needs a language model: set llm_url and llm_model (MEMKIT_LLM_URL, MEMKIT_LLM_MODEL); "
                "`memkit ask` needs none"
            )
        self._tools = _tools(Calls(memory), session_id)
        self._history: list[dict[str, Any]] = []
        self._speaker = speaker or "the user"
        self._session = session_id

    def say(self, text: str) -> Spoken:
        """The model's answer to what was said, after at most ROUNDS questions to it. Raises ModelError if no endpoint
        answers."""
        check_visible(text, "what was said")
        start = f"{INSTRUCTIONS} You talk with {self._speaker}, in the session {self._session!r}."
        said = {"role": "user", "content": text}
        messages = [{"role": "system", "content": start}, *self._history, said]
        calls: list[ToolCall] = []
        degraded: set[str] = set()
        for round in range(ROUNDS):
            offered = [] if round == ROUNDS - 1 else [tool.schema for tool in self._tools.values()]
            reply = self._model.reply(messages, tools=offered)
            degraded.update(self._model.degraded)
            if not reply.calls:
                self._history += [said, {"role": "assistant", "content": reply.text}]
                self._history = self._history[-2 * KEPT_EXCHANGES :]
                return Spoken(reply.text, calls, sorted(degraded))
            messages.append(reply.message)
            for call in reply.calls:
                done = ToolCall(call.name, call.arguments, self._call(call.name, call.arguments)[:LONGEST_RESULT])
                calls.append(done)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": done.result})
        raise ModelError(f"{self._model.name} called a tool where none was offered, and gave no answer")

    def _call(self, name: str, arguments: str) -> str:
        """What a call gives, as text; what is wrong with it in words that the model can act on."""
        if name not in self._tools:
            return f"error: there is no tool {name!r}; there are {', '.join(self._tools)}"
        try:
            return self._tools[name].run(arguments)
        except (MemkitError, ValueError) as error:
            return f"error: {error}"


@dataclass(frozen=True, slots=True)
class _Tool:
    schema: dict[str, Any]
    run: Callable[[str], str]


def _tools(calls: Calls, session_id: str) -> dict[str, _Tool]:
    return {name: _tool(name, getattr(calls, name), session_id) for name in TOOLS}


def _tool(name: str, method: Callable[..., Any], session_id: str) -> _Tool:
    """A method as a tool; the session is the talk's, not the model's to choose."""
    from pydantic import ConfigDict, create_model

    signature = inspect.signature(method, eval_str=True)
    fields = {
        parameter.name: (parameter.annotation, ... if parameter.default is parameter.empty else parameter.default)
        for parameter in signature.parameters.values()
        if parameter.name != "session_id"
    }
    arguments = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    fixed = {"session_id": session_id} if "session_id" in signature.parameters else {}

    def run(text: str) -> str:
        given = arguments.model_validate_json(text or "{}")
        result = method(**{field: getattr(given, field) for field in fields}, **fixed)
        return json.dumps(result.to_dict(), ensure_ascii=False)

    function = {"name": name, "description": inspect.getdoc(method), "parameters": arguments.model_json_schema()}
    return _Tool({"type": "function", "function": function}, run)
