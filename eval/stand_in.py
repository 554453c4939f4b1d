"""A stand-in for a language model in a talk: it says what it was given to say, so that a notebook runs without one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memkit.llm import CallWanted, Message, Reply

#: A text to answer with, or a tool to call first and its arguments.
Line = str | tuple[str, Mapping[str, Any]]


class StandIn:
    """Gives its lines in order, whatever is said to it."""

    name = "stand-in"
    degraded: list[str] = []  # noqa: RUF012 -- never changed

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = list(lines)

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Mapping[str, Any]] = ()) -> Reply:
        """The next line. IndexError when there is none."""
        line = self._lines.pop(0)
        if isinstance(line, str):
            return Reply(line, [])
        tool, arguments = line
        return Reply("", [CallWanted(f"call_{len(messages)}", tool, json.dumps(arguments))])
