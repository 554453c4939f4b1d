"""Pictures of decisions: everything is said in them, and nothing lies outside or on something else."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.errors import InputError
from memkit.widgets.timeline import STANCES, STATUS, draw_positions, draw_timeline

TIMELINE = [
    {
        "statement": "Order events go through RabbitMQ.",
        "status": "superseded",
        "decided_at": "2024-03-04T10:10:09+00:00",
        "supersedes": [],
        "dissenters": ["Lotte Brandsma"],
    },
    {"statement": "Kafka.", "status": "withdrawn", "decided_at": None, "supersedes": [], "dissenters": []},
    {
        "statement": "They go through an outbox.",
        "status": "current",
        "decided_at": "2024-09-16T10:05:45+01:00",
        "supersedes": ["Order events go through RabbitMQ.", "a decision on another topic"],
        "dissenters": [],
    },
]


def positions(*pairs):
    return [{"person": person, "stance": stance, "claim": "..."} for person, stance in pairs]


def texts(chart):
    return [text.get_text() for text in chart.axes[0].texts if text.get_text()]


def test_a_timeline_says_when_what_and_who_was_against():
    chart = draw_timeline(TIMELINE, "message broker")
    assert texts(chart) == [
        "message broker",
        "2024-03-04\nsuperseded",
        "Order events go through RabbitMQ.\nagainst: Lotte Brandsma",
        "withdrawn",
        "Kafka.",
        "2024-09-16\ncurrent",
        "They go through an outbox.",
        "replaced",
    ]
    assert len(chart.axes[0].patches) == 4, "three boxes and one arrow: what stands elsewhere has none"


def test_oldest_stands_first_and_the_arrow_leads_back_to_it():
    chart = draw_timeline(TIMELINE)
    chart.canvas.draw()
    *boxes, arrow = (patch.get_window_extent() for patch in chart.axes[0].patches)
    assert [box.y0 for box in boxes] == sorted((box.y0 for box in boxes), reverse=True)
    assert boxes[0].y0 < arrow.y1 < boxes[0].y1 and boxes[2].y0 < arrow.y0 < boxes[2].y1 and arrow.x0 >= boxes[0].x1


def test_who_stands_where():
    rows = [
        {"statement": "Blue.", "status": "current", "positions": positions(("Bob", "supports"), ("Ann", "disagrees"))},
        {"statement": "Red.", "status": "open", "positions": positions(("Bob", "disagrees"))},
    ]
    axes = draw_positions(rows, "lamps").axes[0]
    assert texts(axes.figure) == ["lamps", "Ann", "Bob", "Blue.\n[current]", "Red.\n[open]"]
    ann, bob = (text.get_position()[0] for text in axes.texts[1:3])
    marks = {(line.get_marker(), line.get_xdata()[0]) for line in axes.lines if line.get_marker() != "None"}
    assert marks == {("o", bob), ("X", ann), ("X", bob)}
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["for", "against"]


def test_the_same_rows_are_the_same_bytes():
    assert draw_timeline(TIMELINE)._repr_png_() == draw_timeline(TIMELINE)._repr_png_()


@pytest.mark.parametrize("draw", [draw_timeline, draw_positions])
def test_nothing_to_draw_is_said(draw):
    with pytest.raises(InputError, match="no decision to draw"):
        draw([])


names = st.text("Ana $_^é'-\n", min_size=1, max_size=30)
words = st.text("abc $_^\\{}\n\t<&é", min_size=1, max_size=400)


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.tuples(
            words, st.sampled_from(sorted(STATUS)), st.dictionaries(names, st.sampled_from(sorted(STANCES)), max_size=5)
        ),
        min_size=1,
        max_size=6,
    )
)
def test_any_words_can_be_drawn_inside_the_picture(given_rows):
    rows = [
        {
            "statement": statement,
            "status": status,
            "decided_at": "2024-01-01",
            "supersedes": [other for other, _, _ in given_rows[:i]],
            "dissenters": list(stances),
            "positions": positions(*stances.items()),
        }
        for i, (statement, status, stances) in enumerate(given_rows)
    ]
    for draw in (draw_timeline, draw_positions):
        chart = draw(rows, "title")
        chart.canvas.draw()
        frame = chart.bbox
        for text in chart.axes[0].texts:
            box = text.get_window_extent()
            assert box.y0 >= -1 and box.y1 <= frame.y1 + 1, "nothing above or below the picture"
    boxes = [patch.get_window_extent() for patch in draw_timeline(rows).axes[0].patches[: len(rows)]]
    assert all(a.y0 >= b.y1 or b.y0 >= a.y1 for a, b in combinations(boxes, 2))
