"""Pictures of the graph: what they show, and that it can be read."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit import InputError, Memory, MissingRecord, Settings
from memkit.widgets.drawing import Drawing, draw
from memkit.widgets.layout import place
from memkit.widgets.shown import MOST_NODES, Node, Shown, Tie

HASH = Settings(embedder="hash", cache_dir="")
NAME = '</script><img src=x onerror="alert(1)"> $x_$ \x1b[31m'


@pytest.fixture
def memory():
    with Memory(":memory:", settings=HASH) as memory:
        memory.ingest("Anthropic developed Claude Code. Claude Code competes with Codex.")
        memory.ingest("Dr. Priya Nair joined Anthropic Inc. in May. P. Nair likes Codex.")
        memory.ingest("OpenAI developed Codex.")
        yield memory


def ties(drawing: Drawing) -> set[tuple[str, str, str]]:
    names = {n.id: n.name for n in drawing.shown.nodes}
    return {(names[t.source_id], t.label, names[t.target_id]) for t in drawing.shown.ties}


def test_what_is_stated_around_a_thing(memory):
    found = draw(memory, entity="claude code")
    assert [n.name for n in found.shown.nodes if n.centre] == ["Claude Code"]
    assert {("Claude Code", "COMPETES_WITH", "Codex"), ("OpenAI", "DEVELOPS", "Codex")} <= ties(found)
    assert found.shown.note == ""


def test_the_names_of_a_thing_and_what_was_judged_of_them(memory):
    (pair,) = memory.pending()
    before = draw(memory, cluster="Dr. Priya Nair").shown
    assert [t.stroke for t in before.ties] == ["pending"] and sum(n.centre for n in before.nodes) == 1
    memory.reject(pair.left_id, pair.right_id)
    assert [t.stroke for t in draw(memory, cluster="Dr. Priya Nair").shown.ties] == ["rejected"]
    memory.confirm(pair.left_id, pair.right_id)
    after = draw(memory, cluster="P. Nair").shown
    assert [t.stroke for t in after.ties] == ["merged"] and all(n.centre for n in after.nodes)


def test_how_a_question_leads_to_its_answer(memory):
    found = draw(memory, question="Who developed what competes with Codex?")
    assert ties(found) == {("Anthropic", "DEVELOPS", "Claude Code"), ("Claude Code", "COMPETES_WITH", "Codex")}
    assert [n.name for n in found.shown.nodes if n.centre] == ["Anthropic"]
    walked = draw(memory, question="Tell me of Codex and more").shown
    assert any(n.kind == "Passage" for n in walked.nodes)


def test_what_cannot_be_drawn_is_said(memory):
    with pytest.raises(MissingRecord, match="Nobody"):
        draw(memory, entity="Nobody")
    for wrong in ({}, {"entity": "Codex", "question": "Codex?"}, {"entity": ""}, {"cluster": 3}):
        with pytest.raises(InputError, match="one of entity="):
            draw(memory, **wrong)
    with pytest.raises(InputError, match=r"\.png"):
        draw(memory, entity="Codex").save("picture.gif")
    with pytest.raises(InputError, match="cannot be written"):
        draw(memory, entity="Codex").save("no/folder/picture.png")


def star(names: list[str]) -> Shown:
    nodes = [Node(str(n), name, f"Kind {n % 13}", n == 0) for n, name in enumerate(names)]
    return Shown("A title", nodes, [Tie("0", n.id, "IS_NEAR") for n in nodes[1:]])


def test_a_picture_is_the_same_to_the_byte_and_takes_any_name(tmp_path):
    for shown in (star([NAME] * 5), star([NAME]), Shown("nothing", [], [])):
        drawing = Drawing(shown)
        assert drawing._repr_png_() == drawing._repr_png_()
        assert drawing.save(tmp_path / "a.svg").read_bytes() == drawing.save(tmp_path / "a.svg").read_bytes()


def test_a_name_cannot_leave_the_script_of_the_interactive_picture(tmp_path):
    page = Drawing(star([NAME, "plain"])).save(tmp_path / "a.html").read_text()
    assert "plain" in page
    assert "<img src=x" not in page and page.count(NAME) == 0


@settings(max_examples=40, deadline=None)
@given(
    labels=st.lists(st.text(st.characters(categories=["L", "P", "Zs"]), max_size=60), min_size=1, max_size=MOST_NODES),
    pairs=st.lists(st.tuples(st.integers(0, MOST_NODES - 1), st.integers(0, MOST_NODES - 1)), max_size=80),
)
def test_no_box_stands_on_another_or_outside(labels, pairs):
    nodes = [Node(str(n), label, "") for n, label in enumerate(labels)]
    size = len(nodes)
    shown = Shown("t", nodes, [Tie(str(a % size), str(b % size), "") for a, b in pairs])
    placed = place(shown, {"": "#ffffff"})
    boxes = list(placed.boxes.values())
    on_another = sum(
        abs(a.x - b.x) < (a.width + b.width) / 2 - 1e-6 and abs(a.y - b.y) < (a.height + b.height) / 2 - 1e-6
        for a, b in combinations(boxes, 2)
    )
    assert on_another == 0
    width, height = placed.size
    assert all(b.width / 2 <= b.x <= width - b.width / 2 and b.height / 2 <= b.y <= height for b in boxes)
