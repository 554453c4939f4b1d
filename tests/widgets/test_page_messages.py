"""No message that a page can send crashes a widget, and none leaves the page without an answer."""

from __future__ import annotations

import json

import pytest
from fuzzed import INPUTS, KNOWN, SAID, TEXTS, VALUES, arguments, filled, fuzz, rows_of
from hypothesis import given
from hypothesis import strategies as st

from memkit import Memory, Settings
from memkit.errors import FAULT
from memkit.widgets.queue import ReviewQueue
from memkit.widgets.review import ReviewWidget

HASH = Settings(embedder="hash", cache_dir="")

#: The calls of the explore page with the arguments that its script sends.
CALLS = {
    "ask": arguments("question"),
    "recall": arguments("question"),
    "timeline": arguments("topic"),
    "graph": arguments("entity"),
    "thing": arguments("id"),
    "ingest": arguments("content", "source", "speaker", also=("session_id", "at")),
    "remember": arguments(
        "session_id", "speaker", "claims", "topic", "decision", also=("at", "source", "session_title")
    ),
}
_ASKED = st.sampled_from(sorted(CALLS)).flatmap(
    lambda call: st.fixed_dictionaries({"id": st.just("1"), "call": st.just(call), "arguments": CALLS[call]})
)
_ODD = VALUES | st.fixed_dictionaries({}, optional={"id": VALUES, "call": VALUES, "arguments": VALUES})
_ACTION = st.sampled_from(("merge", "apart", "later", "undo"))
_JUDGED = st.fixed_dictionaries({"action": _ACTION, "left_id": KNOWN, "right_id": KNOWN}) | st.fixed_dictionaries(
    {}, optional={"action": _ACTION | VALUES, "left_id": KNOWN | VALUES, "right_id": KNOWN | VALUES}
)


def a_memory() -> Memory:
    memory = Memory(":memory:", settings=HASH)
    memory.ingest_many(SAID[:4])
    return memory


@pytest.mark.parametrize("inputs", INPUTS)
def test_no_message_crashes_the_explore_page(inputs):
    @given(messages=rows_of(st.one_of(_ASKED, _ASKED, _ASKED, _ODD)))
    @fuzz(inputs)
    def answered(messages):
        with a_memory() as memory:
            page, said = memory.explore(), []
            page.send = lambda content, buffers=None: said.append(content)
            for message in messages:
                page._answer(page, filled(message, [e.id for e in memory.entities()]), [])
                assert len(said[-1].keys() & {"result", "error"}) == 1
                assert FAULT not in said[-1].get("error", ""), said[-1]
                json.dumps(said[-1], allow_nan=False).encode()  # as it is sent to the browser
            assert len(said) == len(messages)

    answered()


@pytest.mark.parametrize("inputs", INPUTS)
def test_no_message_crashes_the_review_page(inputs):
    @given(messages=rows_of(st.one_of(_JUDGED, _JUDGED, _JUDGED, VALUES)), told=st.lists(TEXTS, max_size=2))
    @fuzz(inputs)
    def shown(messages, told):
        with a_memory() as memory:
            memory.ingest_many(told)
            widget = ReviewWidget(ReviewQueue(memory))
            ids = [e.id for e in memory.store.find("Entity")]
            for message in messages:
                widget._act(widget, filled(message, ids), [])
                assert FAULT not in widget.view["message"], widget.view
                json.dumps(widget.view, allow_nan=False).encode()
            widget.close()

    shown()
