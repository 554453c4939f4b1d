"""What kind of answer a question wants, and which of its words say so."""

from __future__ import annotations

import pytest

from memkit.answer.question import MARKS, read_question, related


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What does 'draught' mean in a report?", "meaning"),
        ("What is meant by laytime?", "meaning"),
        ("What does DWT stand for?", "meaning"),
        ("For how long are tickets valid?", "duration"),
        ("How long does the crossing take?", "duration"),
        ("When was the pier closed?", "time"),
        ("How often does the ferry sail?", "time"),
        ("On which days is the office open?", "time"),
        ("In what year did it burn?", "time"),
        ("How many cars fit on deck?", "quantity"),
        ("How fast is she?", "quantity"),
        ("What share of trips is late?", "quantity"),
        ("Why is the bell rung?", "reason"),
        ("What does the harbour master do?", "purpose"),
        ("What is the green lamp for?", "purpose"),
        ("What sort of cargo is the shed meant for?", "purpose"),
        ("What is a linkspan?", "definition"),
        ("Who is the harbour master?", "definition"),
        ("How is a ship moored?", "other"),
        ("Which lamp is lit when it is foggy?", "other"),
    ],
)
def test_kinds(question, kind):
    assert read_question(question).kind == kind


@pytest.mark.parametrize(
    ("kind", "answers", "does_not"),
    [
        ("duration", "It takes twenty minutes.", "It takes the long way."),
        ("duration", "The lock lasts for a fortnight.", "It is green."),
        ("time", "It closed on 3 May 1994.", "It closed for good."),
        ("time", "It sails every Sunday.", "It sails well."),
        ("quantity", "Up to 40 cars.", "Cars are welcome."),
        ("reason", "It rings because of fog.", "It rings."),
    ],
)
def test_marks_of_a_kind(kind, answers, does_not):
    assert MARKS[kind].search(answers) and not MARKS[kind].search(does_not)


def test_the_things_asked_about_are_taken_out_under_every_spelling():
    question = read_question("How fast does the Wrath's engine, MV Wrath, burn oil?", ("Wrath", "MV Wrath"))
    assert question.rest == "How fast does engine, , burn oil?"
    assert question.terms == ("burn", "engin", "oil")


def test_asking_itself_leaves_no_terms():
    assert read_question("What is the Wrath for?", ("Wrath",)).terms == ()
    assert read_question("What does the Wrath do?", ("Wrath",)).terms == ()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("grow", "growth", True),
        ("decid", "decis", True),
        ("port", "port", True),
        ("find", "found", True),
        ("wrote", "written", True),
        ("port", "portrait", False),
        ("ship", "shop", False),
        ("con", "control", False),
        ("salari", "sale", False),
    ],
)
def test_word_families(one, other, same):
    assert related(one, other) is same is related(other, one)
