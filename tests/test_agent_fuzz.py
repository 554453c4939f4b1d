"""Whatever a language model wants called, and however, the talk goes on."""

from __future__ import annotations

import json

import pytest
from fuzzed import INPUTS, SAID, TEXTS, VALUES, arguments, filled, fuzz, rows_of
from hypothesis import given
from hypothesis import strategies as st

from memkit import Memory, Settings
from memkit.agent import LONGEST_RESULT, TOOLS, Agent
from memkit.llm import CallWanted, Reply, sendable

HASH = Settings(embedder="hash", cache_dir="")

_GIVEN = {
    "remember": arguments("speaker", "claims", "topic", "decision", also=("session_id", "at", "source")),
    "recall": arguments("question", "top_k"),
    "timeline": arguments("topic"),
    "ask": arguments("question", "k", "max_hops", also=("session_id",)),
}
_WELL = st.sampled_from(TOOLS).flatmap(lambda name: st.tuples(st.just(name), _GIVEN[name].map(json.dumps)))
_ODD = st.tuples(st.sampled_from(("analyze", "forget", "ask", "remember", "")) | TEXTS, VALUES.map(json.dumps) | TEXTS)
CALLS = st.one_of(_WELL, _WELL, _WELL, _ODD)


class Script:
    """A model that wants one call for each thing said, and then answers; its words come through the client."""

    name, degraded = "scripted", ()

    def __init__(self, calls: list[tuple[str, str]]) -> None:
        self._calls = [
            CallWanted(f"call_{n}", sendable(name), sendable(given)) for n, (name, given) in enumerate(calls)
        ]

    def reply(self, messages, *, tools=()):
        json.dumps(messages, ensure_ascii=False).encode()  # as it is sent to an endpoint
        asked = messages[-1]["role"] == "user"
        return Reply("", [self._calls.pop()]) if asked else Reply("Done.", [])


@pytest.mark.parametrize("inputs", INPUTS)
def test_no_call_of_a_model_ends_the_talk(inputs):
    @given(calls=rows_of(CALLS))
    @fuzz(inputs)
    def goes_on(calls):
        with Memory(":memory:", settings=HASH) as memory:
            memory.ingest_many(SAID[:4])
            agent = Agent(memory, session_id="talk", speaker="Ada", model=Script(filled(calls, [])))
            for _ in calls:
                said = agent.say("Hello")
                (call,) = said.calls
                assert said.answer == "Done." and len(call.result) <= LONGEST_RESULT
            brought = memory.store.find("Passage", session_id="talk")
            assert {p.tag for p in brought} <= {""}
            assert len(brought) + len(SAID[:4]) == memory.stats().messages  # to no other session

    goes_on()
