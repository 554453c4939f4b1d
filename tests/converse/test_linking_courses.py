"""Courses that conversations take, with the acts given: which options there are in the end, and what replaced what."""

from __future__ import annotations

import pytest
from given_acts import read

#: name -> (lines as `read` takes them, (status, turns, places of what it supersedes) of each decision in order).
COURSES = {
    "a motion with two halves, votes split": (
        [
            (
                "Ada",
                "I move that we repaint the boat shed, and that we buy two new oars.",
                ("proposes", "we repaint the boat shed"),
                ("proposes", "we buy two new oars"),
            ),
            (
                "Ben",
                "Paint yes. Oars no, ours are fine.",
                ("supports", "Paint yes."),
                ("disagrees", "Oars no, ours are fine."),
            ),
            ("Cid", "I support the oars.", "supports"),
            ("Dot", "The shed gets painted. The oars wait for the budget.", ("decides", "The shed gets painted.")),
        ],
        [("current", [1, 2, 4], []), ("open", [1, 2, 3], [])],
    ),
    "three rivals, one pulled, one displaced": (
        [
            ("Ada", "Where do we meet? I suggest the library.", ("proposes", "I suggest the library.")),
            ("Ben", "What about the cafe on the corner?", "proposes"),
            ("Cid", "My garage is free.", "proposes"),
            ("Ada", "The library closes at six, I forgot. Scrap my idea.", ("withdraws", "Scrap my idea.")),
            ("Dot", "Garage, then.", "decides"),
        ],
        [("withdrawn", [1, 4], []), ("superseded", [2], []), ("current", [3, 5], [1])],
    ),
    "overturned in one afternoon, the loser holds his view": (
        [
            ("Ada", "Lead with the flood.", "proposes"),
            ("Ben", "Flood on page one, agreed.", "decides"),
            ("Cid", "The minister has resigned. We should lead with that.", ("proposes", "We should lead with that.")),
            ("Ada", "The flood affects ten thousand people, I stand by it.", ("reaffirms", "I stand by it.")),
            (
                "Ben",
                "The resignation leads. I overrule what I said at noon.",
                ("decides", "The resignation leads."),
                ("withdraws", "I overrule what I said at noon."),
            ),
        ],
        [("superseded", [1, 2, 4, 5], []), ("current", [3, 5], [0])],
    ),
    "a displaced proposal returns as a new option": (
        [
            ("Ada", "I propose we mail on Mondays.", "proposes"),
            ("Ben", "Fridays are better.", "proposes"),
            ("Cid", "Friday it is.", "decides"),
            (
                10,
                "Ada",
                "Nobody reads it on Fridays. I propose Mondays once more.",
                ("proposes", "I propose Mondays once more."),
            ),
            ("Ben", "+1", "supports"),
            (
                "Cid",
                "Mondays from now on, Friday is off.",
                ("decides", "Mondays from now on"),
                ("withdraws", "Friday is off."),
            ),
        ],
        [("superseded", [1], []), ("superseded", [2, 3, 6], [0]), ("current", [4, 5, 6], [1])],
    ),
    "a trial called off, then back": (
        [
            ("Ada", "Let us try eight-hour shifts.", "proposes"),
            ("Bo", "Eight hours it is, from May.", "decides"),
            (9, "Cy", "I propose twelve hours instead.", "proposes"),
            (
                "Bo",
                "Twelve hours from June. The eight-hour shifts end.",
                ("decides", "Twelve hours from June."),
                ("withdraws", "The eight-hour shifts end."),
            ),
            (9, "Cy", "Twelve was a mistake, I take it back.", ("withdraws", "I take it back.")),
            ("Ada", "Then eight hours again, please.", "proposes"),
            (
                "Bo",
                "Back to eight hours. Twelve is history.",
                ("decides", "Back to eight hours."),
                ("withdraws", "Twelve is history."),
            ),
        ],
        [("superseded", [1, 2, 4], []), ("superseded", [3, 4, 5, 7], [0]), ("current", [6, 7], [1])],
    ),
    "an option named by somebody absent wins": (
        [
            ("Ada", "We need a freezer slot for the samples."),
            ("Ben", "I would put them in room 4.", "proposes"),
            (
                "Cid",
                "Mika wrote that the basement would be best.",
                ("proposes", "Mika wrote that the basement would be best.", "Mika"),
            ),
            ("Ada", "I am with Mika there.", "supports"),
            ("Dot", "Basement, settled.", "decides"),
        ],
        [("superseded", [2], []), ("current", [3, 4, 5], [0])],
    ),
    "short replies in a chat": (
        [
            ("ann", "pizza tonight?", "proposes"),
            ("bob", "+1", "supports"),
            ("cat", "-1, had pizza yesterday", "disagrees"),
            ("ann", "ok ramen then", "proposes"),
            ("cat", "+1", "supports"),
            ("bob", "fine with me too", "supports"),
            ("dan", "ramen at 8, done", "decides"),
        ],
        [("superseded", [1, 2, 3], []), ("current", [4, 5, 6, 7], [0])],
    ),
    "bare numbers": (
        [
            ("Ada", "I propose 20 euros for the ticket.", "proposes"),
            ("Ben", "I would say 15.", "proposes"),
            ("Cid", "15 is fair.", "supports"),
            ("Dot", "20 for me.", "supports"),
            ("Eve", "15 it is.", "decides"),
        ],
        [("superseded", [1, 4], []), ("current", [2, 3, 5], [0])],
    ),
    "a standing decision confirmed": (
        [
            ("Ada", "I propose that meetings are in English.", "proposes"),
            ("Bo", "English, decided.", "decides"),
            (9, "Cy", "Could we go back to Danish?", "proposes"),
            ("Bo", "No, English stays.", "reaffirms"),
            ("Cy", "Fine, I drop it.", "withdraws"),
        ],
        [("current", [1, 2, 4], []), ("withdrawn", [3, 5], [])],
    ),
    "another matter in the next meeting": (
        [
            ("Ada", "I propose a bench at the gate.", "proposes"),
            ("Bo", "Bench approved.", "decides"),
            (20, "Ada", "I propose that the annual fee goes up by ten euros.", "proposes"),
            ("Cy", "Ten euros is a lot. No.", "disagrees"),
            ("Bo", "We leave that for now."),
        ],
        [("current", [1, 2], []), ("open", [3, 4], [])],
    ),
}


@pytest.mark.parametrize(("lines", "wanted"), COURSES.values(), ids=COURSES)
def test_a_course_of_events_is_followed(lines, wanted):
    minutes = read(*lines)
    keys = [option.key for option in minutes.decisions]
    found = [
        (o.status, [a.n for a in minutes.turns if a.decision == o.key], [keys.index(key) for key in o.supersedes])
        for o in minutes.decisions
    ]
    assert found == wanted
