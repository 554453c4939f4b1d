"""Grading of transcripts: every expected value is counted by hand."""

from __future__ import annotations

import dataclasses
import random

import pytest

from eval.datasets.transcripts import Transcript, Transcripts
from eval.transcript import MEASURES, counts, differences, intervals, measures
from eval.transcript_people import people_of
from eval.transcript_systems import evaluate, load_readers
from eval.transcript_view import compare
from memkit.converse import Act, Minutes, Option, Position, Turn
from memkit.errors import InputError

ANN, BOB = "Ann Lee", "Bob Ray"


def option(key, status="open", supersedes=(), topic="lamp"):
    return Option(key, topic, f"We buy the {key}.", status, tuple(supersedes))


#: Ann proposes the red lamp, Bob objects, Ann decides it; Bob proposes the blue one, Ann withdraws and decides that.
GOLD = Minutes(
    [
        Act(1, ANN, "proposes", "red"),
        Act(2, BOB, "disagrees", "red"),
        Act(3, ANN, "decides", "red"),
        Act(4, BOB, "proposes", "blue"),
        Act(5, ANN, "withdraws", "red"),
        Act(5, ANN, "decides", "blue"),
    ],
    [option("red", "superseded"), option("blue", "current", ["red"])],
    [Position(BOB, "red", "disagrees"), Position(BOB, "blue", "supports"), Position(ANN, "blue", "supports")],
)
TURNS = tuple(Turn(n, "Ann Lee" if n % 2 else "Bob Ray", "", f"Turn {n}.") for n in range(1, 7))


def transcript(gold=GOLD, people=(), id="lamps", split=""):
    return Transcript(id, split, TURNS, tuple(people), gold)


def scores(minutes, of=None):
    values = measures(counts(of or transcript(), minutes))
    return dict(zip(MEASURES, values, strict=True))


def test_a_perfect_reading_is_1_everywhere():
    assert scores(GOLD) == dict.fromkeys(MEASURES, 1.0)


def test_an_empty_reading_is_0_everywhere():
    assert scores(Minutes([], [], [])) == dict.fromkeys(MEASURES, 0.0)


def test_nothing_to_find_and_nothing_found_is_no_number():
    assert all(value != value for value in scores(Minutes([], [], []), transcript(Minutes([], [], []))).values())


def renamed(minutes, names, order=lambda items: items):
    return Minutes(
        order([dataclasses.replace(act, decision=names[act.decision]) for act in minutes.turns]),
        order(
            [
                dataclasses.replace(o, key=names[o.key], supersedes=tuple(names[k] for k in o.supersedes))
                for o in minutes.decisions
            ]
        ),
        order([dataclasses.replace(p, decision=names[p.decision]) for p in minutes.positions]),
    )


def test_keys_and_order_are_free():
    for names in ({"red": "d2", "blue": "d1"}, {"red": "blue", "blue": "red"}):
        for order in (list, lambda items: items[::-1], lambda items: random.Random(1).sample(items, len(items))):
            assert scores(renamed(GOLD, names, order)) == dict.fromkeys(MEASURES, 1.0)


def test_each_measure_by_hand():
    """Found: Bob's objection said to be Ann's, turn 5 taken for support of blue, blue left open, no supersession."""
    found = Minutes(
        [
            Act(1, ANN, "proposes", "x"),
            Act(2, ANN, "disagrees", "x"),
            Act(3, ANN, "decides", "x"),
            Act(4, BOB, "proposes", "y"),
            Act(5, ANN, "supports", "y"),
        ],
        [option("x", "current"), option("y", "open")],
        [Position(ANN, "x", "supports"), Position(BOB, "y", "supports"), Position(ANN, "y", "supports")],
    )
    # x is red (turns 1 2 3 of 1 2 3 5: Jaccard 3/4), y is blue (4 5 of 4 5: 1).
    # acts: 1, 3, 4 agree of 6 gold and 5 found. attribution: those and (5, Ann, blue): 4 of 6.
    # for: gold 1 3 4 5b, found the same: F1 1. against: gold Bob, found Ann: 0. withdrawn: gold 1, found 0: 0.
    # status: red is not current, blue is not open: 0 of 2. positions: two of three agree on both sides.
    assert scores(found) == pytest.approx(
        {
            "attribution": 4 / 6,
            "stance_macro_f1": 1 / 3,
            "acts_precision": 3 / 5,
            "acts_recall": 3 / 6,
            "acts_f1": 6 / 11,
            "status_accuracy": 0.0,
            "supersession_f1": 0.0,
            "positions_f1": 4 / 6,
        }
    )


def test_one_decision_that_is_two_matches_the_better_half():
    """All acts under one key: turns 1 to 5. Jaccard with red 1 2 3 5 is 4/5, with blue 4 5 it is 2/5: it is red."""
    found = Minutes(
        [dataclasses.replace(act, decision="all") for act in GOLD.turns],
        [option("all", "superseded")],
        [Position(BOB, "all", "supports"), Position(ANN, "all", "supports")],
    )
    got = scores(found)
    assert got["attribution"] == 4 / 6 and got["status_accuracy"] == 1 / 2
    assert got["acts_precision"] == 4 / 6 and got["acts_recall"] == 4 / 6
    assert got["positions_f1"] == 0.0 and got["supersession_f1"] == 0.0
    # for: gold 4; found (1 A) (3 A) (4 B) (5 A), of which 1 and 3 are red's: F1 4/8. against 1. withdrawn 1.
    assert got["stance_macro_f1"] == pytest.approx((0.5 + 1 + 1) / 3)


def test_the_best_total_counts_and_not_the_best_pair_first():
    """red 1 2 3, blue 4 5 6; a 1 to 5, b 1. The best pair is a and red, 3/5, and leaves b and blue 0; a and blue, 2/6,
    with b and red, 1/3, are more together."""
    gold = Minutes(
        [Act(n, ANN, "supports", "red" if n < 4 else "blue") for n in range(1, 7)],
        [option("red", "open"), option("blue", "current")],
        [],
    )
    found = Minutes(
        [Act(n, ANN, "supports", "a") for n in range(1, 6)] + [Act(1, ANN, "supports", "b")],
        [option("a", "current"), option("b", "open")],
        [],
    )
    assert scores(found, transcript(gold))["status_accuracy"] == 1.0


def test_of_equal_overlaps_the_acts_decide():
    """Both options are proposed in turn 1: only the persons tell them apart, whatever order and key they have."""
    gold = Minutes(
        [Act(1, ANN, "proposes", "red"), Act(1, BOB, "proposes", "blue")], [option("red"), option("blue")], []
    )
    for names in ({"red": "a", "blue": "b"}, {"red": "b", "blue": "a"}):
        for order in (list, lambda items: items[::-1]):
            assert scores(renamed(gold, names, order), transcript(gold))["acts_f1"] == 1.0


def test_a_twice_told_act_counts_once():
    assert scores(Minutes([*GOLD.turns, GOLD.turns[0]], GOLD.decisions, GOLD.positions))["acts_precision"] == 1.0


def test_an_unknown_act_is_wrong_and_breaks_nothing():
    found = Minutes([dataclasses.replace(GOLD.turns[0], act="shrugs"), *GOLD.turns[1:]], GOLD.decisions, GOLD.positions)
    assert scores(found)["acts_f1"] == 5 / 6


# ---------------------------------------------------------------------------------------------------------- people


PEOPLE = ({"name": ANN, "aliases": ["Ann", "@ann", "a.lee@lamp.example"]}, {"name": BOB, "aliases": ["Bob"]})


def spelled(minutes, spellings):
    return Minutes(
        [dataclasses.replace(act, person=spellings[act.person]) for act in minutes.turns],
        minutes.decisions,
        [dataclasses.replace(p, person=spellings[p.person]) for p in minutes.positions],
    )


@pytest.mark.parametrize("people", [PEOPLE, ()])
@pytest.mark.parametrize("ann", ["Ann Lee", "ann  lee", "Ann", "@ann", "a.lee@lamp.example", "Ann L.", "A. Lee"])
def test_people_are_identities_and_not_spellings(people, ann):
    got = scores(spelled(GOLD, {ANN: ann, BOB: "Bob"}), transcript(people=people))
    assert got == dict.fromkeys(MEASURES, 1.0)


def test_another_person_is_another_person():
    got = scores(spelled(GOLD, {ANN: "Ann Fox", BOB: "Bob"}), transcript(people=PEOPLE))
    assert got["acts_f1"] == 2 / 6, "Bob's two acts"


def test_a_spelling_that_two_people_share_is_neither():
    gold = spelled(GOLD, {ANN: "Tom Hale", BOB: "Tom Rook"})
    who = people_of(transcript(gold))
    assert who.of("Tom H.") == "Tom Hale" and who.of("tom rook") == "Tom Rook"
    assert who.of("Tom") == "Tom"
    both = [{"name": "Tom Hale", "aliases": ["Tom"]}, {"name": "Tom Rook", "aliases": ["Tom"]}]
    assert people_of(transcript(gold, both)).of("Tom") == "Tom"


def test_a_silent_speaker_keeps_a_first_name_ambiguous():
    """Without `people`, the speakers say that there is another Ann, who did nothing."""
    turns = (*TURNS, Turn(7, "Ann Fox", "", "Good morning."), Turn(8, "Ann F.", "", "Bye."))
    who = people_of(dataclasses.replace(transcript(), turns=turns))
    assert who.of("Ann") == "Ann" and who.of("Ann F.") == "Ann Fox" and who.of("Ann L.") == ANN


# ------------------------------------------------------------------------------------------------------- intervals


def test_counts_are_pooled_and_not_averaged():
    """One conversation with 6 acts read perfectly and one with a single act missed: recall 6/7, not 1/2."""
    short = transcript(Minutes([Act(1, ANN, "proposes", "red")], [option("red")], []), id="short")
    rows = [counts(transcript(), GOLD), counts(short, Minutes([], [], []))]
    found = intervals(rows)
    assert found["acts_recall"].mean == 6 / 7
    assert found["acts_recall"].low == 0.0 and found["acts_recall"].high == 1.0, "either may be drawn twice"
    assert found["status_accuracy"].mean == 2 / 3


def test_differences_are_paired():
    rows = [counts(transcript(), GOLD)] * 3
    empty = [counts(transcript(), Minutes([], [], []))] * 3
    assert {(d.mean, d.low, d.high) for d in differences(rows, rows).values()} == {(0.0, 0.0, 0.0)}
    assert {(d.mean, d.low, d.high) for d in differences(rows, empty).values()} == {(1.0, 1.0, 1.0)}


# --------------------------------------------------------------------------------------------------------- systems


class Perfect:
    def read(self, turns, people=()):
        return dataclasses.replace(GOLD, degraded=["llm:fallback"])


class Broken:
    def read(self, turns, people=()):
        raise ValueError("no verb in turn 1")


def test_a_reader_that_fails_is_told_and_counts_as_missed():
    data = Transcripts("lamps", "0" * 16, (transcript(), transcript(id="again")), ())
    told: list[str] = []
    result, timings = evaluate(data, {"perfect": Perfect(), "broken": Broken()}, tell=told.append)
    assert result["acts"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0} and result["n"] == 2
    assert result["degraded"] == ["llm:fallback"] and result["split"] == "all"
    assert result["gold"] == {"turns": 12, "acts": 12, "decisions": 4, "links": 2, "positions": 6}
    assert result["broken"]["attribution"] == 0.0
    assert result["broken"]["unread"] == [
        {"id": id, "error": "ValueError: no verb in turn 1"} for id in ("lamps", "again")
    ]
    assert result["differences"]["broken"]["acts"]["f1"] == {"mean": 1.0, "low": 1.0, "high": 1.0, "verdict": "better"}
    assert told == [f"broken: {id}: not read: ValueError: no verb in turn 1" for id in ("lamps", "again")]
    assert len(timings) == 4 and result["failed"] == 0
    assert evaluate(data, {"broken": Broken()})[0]["failed"] == 2, "the command fails with it"
    assert evaluate(data, {"perfect": Perfect(), "broken": Broken()})[0] == result


def test_an_unknown_reader_is_named():
    with pytest.raises(InputError, match="reader 'rulez' is unknown: use learned, rules, llm, vector_only"):
        load_readers(["rulez"], None)


def test_the_view_shows_what_was_missed():
    found = Minutes([*GOLD.turns[:5], Act(6, BOB, "proposes", "new")], [*GOLD.decisions, option("new")], [])
    text = compare(transcript(), found)
    assert "   2 Bob Ray: Turn 2.\n     = Bob Ray, disagrees, red\n" in text
    assert "     - Ann Lee, decides, blue\n" in text and "     + Bob Ray, proposes, ?new\n" in text
    assert "     = blue, red\n" in text and "     - Ann Lee, blue, supports\n" in text
    assert "?new: We buy the new." in text
