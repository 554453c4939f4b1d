"""Questions that labels answer: each expected answer follows from the labels by hand."""

from __future__ import annotations

from eval.datasets.transcripts import Transcript
from eval.standing.answers import Seen, answer, in_reach, seen_of
from eval.standing.questions import KINDS, Question, questions
from memkit.converse import Act, Minutes, Option, Position, Turn

ANN, BOB, CAT = "Ann Lee", "Bob Ray", "Cat Orr"
GOLD = Minutes(
    [
        Act(1, ANN, "proposes", "red"),
        Act(2, BOB, "disagrees", "red"),
        Act(3, CAT, "supports", "red"),
        Act(4, ANN, "decides", "red"),
        Act(5, CAT, "withdraws", "red"),
        Act(5, CAT, "proposes", "tall"),
        Act(6, BOB, "disagrees", "red"),
        Act(7, BOB, "proposes", "blue"),
        Act(8, ANN, "decides", "blue"),
    ],
    [
        Option("red", "lamp", "The lamp is red.", "superseded"),
        Option("blue", "lamp", "The lamp is blue.", "current", ("red",)),
        Option("tall", "shelf", "The shelf is tall.", "open"),
    ],
    [
        Position(ANN, "red", "supports"),
        Position(BOB, "red", "disagrees"),
        Position(CAT, "tall", "supports"),
        Position(BOB, "blue", "supports"),
        Position(ANN, "blue", "supports"),
    ],
)
TURNS = tuple(Turn(n, (ANN, BOB, CAT)[n % 3], f"2024-05-0{n}", f"Turn {n}.") for n in range(1, 9))
TALK = Transcript("lamps", "dev", TURNS, (), GOLD)


def test_what_is_asked_and_answered():
    asked = {(q.kind, q.about, q.person): (q.answer, q.evidence) for q in questions(TALK)}
    red, blue, tall = "The lamp is red", "The lamp is blue", "The shelf is tall"

    def one(*turns):
        return (frozenset(turns),)

    assert asked == {
        ("objected", red, ""): ({BOB}, one(2, 6)),
        ("position", red, ANN): ({"supports"}, one(4)),
        ("position", red, BOB): ({"disagrees"}, one(6)),
        ("position", red, CAT): ({"neither"}, one(5)),
        ("position", blue, BOB): ({"supports"}, one(7)),
        ("position", blue, ANN): ({"supports"}, one(8)),
        ("position", tall, CAT): ({"supports"}, one(5)),
        ("replaced", red, ""): ({"blue"}, one(8)),
        ("status", red, ""): ({"superseded"}, one(8)),
        ("status", blue, ""): ({"current"}, one(8)),
        ("status", tall, ""): ({"open"}, one(5)),
        ("stands", "lamp", ""): ({"blue"}, one(8)),
    }
    assert {kind for kind, _, _ in asked} == set(KINDS)


def test_a_status_without_its_act_rests_on_any_act_of_the_decision():
    gold = Minutes([Act(3, ANN, "proposes", "red")], [Option("red", "lamp", "Red.", "current")], [])
    status = next(q for q in questions(Transcript("x", "", TURNS, (), gold)) if q.kind == "status")
    assert status.evidence == (frozenset({3}),)


def same(text, others):
    """The text that is meant shares the most letters from its start."""
    return max(range(len(others)), key=lambda i: len([1 for a, b in zip(text, others[i], strict=False) if a == b]))


def test_a_perfect_reading_answers_everything():
    seen = seen_of(TALK, GOLD)

    def nearest(text, others):  # the labels' own words, with and without the topic before them
        return next(i for i, other in enumerate(others) if text in other)

    assert all(answer(q, seen, nearest) == q.answer for q in questions(TALK))


def question(kind, about="The lamp is red", person="", answer=()):
    return Question("x#1", "x", kind, "?", about, frozenset(answer), (frozenset({1, 2}), frozenset({4})), person)


def test_answers_are_read_off_the_decision_that_is_meant():
    seen = [
        Seen("The lamp is blue", "lamp", "current", "blue", {BOB: "supports"}),
        Seen("The lamp is red", "lamp", "superseded", "red", {BOB: "disagrees", ANN: "supports"}, ("blue", "")),
        Seen("The door is open", "door", "current", "open"),
    ]
    assert answer(question("objected"), seen, same) == {BOB}
    assert answer(question("position", person=ANN), seen, same) == {"supports"}
    assert answer(question("position", person=CAT), seen, same) == {"neither"}
    assert answer(question("status"), seen, same) == {"superseded"}
    assert answer(question("replaced"), seen, same) == {"blue", ""}, (
        "one of them is no decision of the labels: not right"
    )
    assert answer(question("stands", "lamp"), seen, same) == {"blue"}
    assert answer(question("stands", "door"), seen, same) == {"open"}
    assert answer(question("objected"), [], same) == frozenset()


def test_a_reading_has_the_labels_names_and_keys():
    found = Minutes(
        [Act(1, "Ann", "proposes", "k1"), Act(2, "@bob", "disagrees", "k1"), Act(3, "Cat", "proposes", "k2")],
        [Option("k1", "t", "Red!", "open"), Option("k2", "t", "Green!", "current", ("k1",))],
        [Position("@bob", "k1", "disagrees")],
    )
    gold = Minutes(GOLD.turns[:4], GOLD.decisions, GOLD.positions)
    red, green = seen_of(Transcript("lamps", "", TURNS, (), gold), found)
    assert red == Seen("Red!", "t", "open", "red", {BOB: "disagrees"}, ("",))
    assert green.key == "" and green.replaced_by == ()


def test_in_reach_is_a_turn_of_each():
    assert in_reach(question("status"), {2, 4}) and in_reach(question("status"), {1, 2, 3, 4})
    assert not in_reach(question("status"), {1, 2}) and not in_reach(question("status"), set())
