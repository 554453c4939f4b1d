"""What the pages of the widgets ask of Python, without a browser."""

from __future__ import annotations

import pytest

from memkit import InputError, Memory, Settings
from memkit.widgets.queue import ReviewQueue

HASH = Settings(embedder="hash", cache_dir="")


@pytest.fixture
def memory():
    with Memory(":memory:", settings=HASH) as memory:
        memory.ingest("Dr. Priya Nair joined Acme Inc. in May. Tom Berg met Ada Moor in Oslo.", source="minutes")
        memory.ingest("P. Nair likes Acme.")
        memory.ingest("T. Berg likes Oslo.")
        yield memory


def test_a_side_shows_where_the_thing_is_mentioned(memory):
    pair = ReviewQueue(memory).current()
    assert {pair.left.name, pair.right.name} in ({"Tom Berg", "T. Berg"}, {"Dr. Priya Nair", "P. Nair"})
    for side in (pair.left, pair.right):
        (excerpt,) = side.excerpts
        assert excerpt.mention == side.name and side.mentions == 1
        whole = excerpt.before + excerpt.mention + excerpt.after
        assert whole in {p.text for p in memory.store.find("Passage")}
    assert pair.reason and all(0 <= value <= 1 for value in pair.signals.values())


def test_a_pair_put_off_comes_last_and_an_undone_one_next(memory):
    queue = ReviewQueue(memory, reviewer="ada", measure=lambda: {"waiting": len(memory.pending())})
    first = queue.current()
    queue.later(first.left.id, first.right.id)
    second = queue.current()
    assert second.left.id != first.left.id
    assert queue.merge(second.left.id, second.right.id).decided_by == "ada"
    assert queue.current().left.id == first.left.id
    queue.keep_apart(first.left.id, first.right.id)
    assert queue.current() is None
    assert queue.progress.to_dict() == {
        "merged": 1,
        "kept_apart": 1,
        "waiting": 0,
        "measured": [{"waiting": 2.0}, {"waiting": 1.0}, {"waiting": 0.0}],
    }
    queue.undo()
    assert queue.current().left.id == first.left.id and queue.progress.measured[-1] == {"waiting": 1.0}
    queue.undo()
    with pytest.raises(InputError, match="nothing was reviewed"):
        queue.undo()
    assert len(memory.pending()) == 2


def test_a_measure_that_is_none_is_refused(memory):
    with pytest.raises(InputError, match="function"):
        ReviewQueue(memory, measure=0.5)


def test_a_second_click_is_told_and_judges_nothing_else(memory):
    widget = memory.review()
    pair = widget.view["pair"]
    click = {"action": "merge", "left_id": pair["left"]["id"], "right_id": pair["right"]["id"]}
    widget._act(None, click, None)
    widget._act(None, click, None)
    assert len(memory.pending()) == 1 and widget.view["progress"]["waiting"] == 1
    for odd in ({}, {"action": "erase"}, {"action": "merge"}, {"action": "merge", "left_id": "x", "right_id": 3}):
        widget._act(None, odd, None)
    assert len(memory.pending()) == 1


@pytest.mark.parametrize(
    ("call", "arguments", "words"),
    [
        ("ask", {"question": "Who is the mayor of Casterbridge?"}, "Not answered"),
        ("ask", {}, "question"),
        ("ask", None, "no call"),
        ("forget", {"source": "minutes"}, "no call"),
        ("graph", {"entity": "Nobody"}, "Nobody"),
        ("thing", {"id": "ent_x"}, "ent_x"),
        ("remember", {"speaker": "Priya", "claims": []}, ""),
    ],
)
def test_what_goes_wrong_is_told_on_the_page(memory, call, arguments, words):
    found = memory.explore().call(call, arguments)
    assert words in found["error"] and "result" not in found


def test_the_page_offers_what_is_known_now(memory):
    page = memory.explore()
    before = len(page.things)
    assert (
        page.call("ingest", {"content": "Zenith met Boole.", "source": "", "speaker": ""})["result"]["entity_count"]
        == 2
    )
    assert len(page.things) == before + 2
    graph = page.call("graph", {"entity": "Tom Berg"})["result"]
    assert set(graph["boxes"]) == {node["id"] for node in graph["nodes"]}
