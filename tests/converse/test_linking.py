"""Which decision an act is about: the acts are given here, so that only the linking is tested."""

from __future__ import annotations

import time

import pytest
from given_acts import linked, options, read
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.converse.base import Minutes, Said, Turn
from memkit.converse.reading.reader import RuleReader
from memkit.converse.standing import FOR
from memkit.errors import InputError
from memkit.model import ACTS

PLUM = ("Ann", "I propose that we plant plum trees along the wall.", "proposes")
ELM = ("Bo", "I'd rather have one big elm by the wall instead of plum trees.", "proposes")


def test_what_follows_a_proposal_is_about_it():
    minutes = read(
        PLUM, ("Bo", "Seconded.", "supports"), ("Cy", "No, I'm against.", "disagrees"), ("Di", "Carried.", "decides")
    )
    assert options(minutes) == [("current", {1, 2, 3, 4})]
    assert minutes.decisions[0].statement == "We plant plum trees along the wall."
    stances = {(p.person, p.stance) for p in minutes.positions}
    assert stances == {("Ann", "supports"), ("Bo", "supports"), ("Cy", "disagrees"), ("Di", "supports")}


def test_words_choose_between_two_options_whatever_came_last():
    minutes = read(PLUM, ELM, ("Cy", "Plum trees, yes.", "supports"), ("Di", "An elm sounds good.", "supports"))
    assert options(minutes) == [("open", {1, 3}), ("open", {2, 4})]


def test_a_settled_option_displaces_its_open_rival():
    minutes = read(PLUM, ELM, ("Cy", "The elm it is.", "decides"))
    plum, elm = minutes.decisions
    assert plum.topic == elm.topic and elm.supersedes == (plum.key,)
    assert (plum.status, elm.status) == ("superseded", "current")


def test_another_matter_is_another_topic():
    minutes = read(
        PLUM,
        ("Cy", "Agreed, plum trees.", "decides"),
        ("Bo", "Next point: I propose that the gate is painted green.", "proposes"),
        ("Cy", "Green, fine, decided.", "decides"),
    )
    assert options(minutes) == [("current", {1, 2}), ("current", {3, 4})]
    assert len({o.topic for o in minutes.decisions}) == 2


def test_a_withdrawal_goes_to_what_its_person_holds():
    minutes = read(
        PLUM,
        ("Bo", "I'm against plum trees.", "disagrees"),
        ("Di", "Another thing: I propose that we buy a new shovel.", "proposes"),
        ("Bo", "I take back what I said before.", "withdraws"),
    )
    assert options(minutes) == [("open", {1, 2, 4}), ("open", {3})]


def test_who_settles_one_option_and_drops_another_in_a_turn_reverses():
    minutes = read(
        PLUM,
        ("Cy", "Plum trees it is.", "decides"),
        (
            9,
            "Bo",
            "The plum trees are dead. I propose a fence of hazel there.",
            ("proposes", "I propose a fence of hazel there."),
        ),
        (
            "Cy",
            "Hazel, agreed. My order for plum trees is cancelled.",
            ("decides", "Hazel, agreed."),
            ("withdraws", "My order for plum trees is cancelled."),
        ),
    )
    plum, hazel = minutes.decisions
    assert linked(minutes)[4] == [("Cy", "decides", hazel.key), ("Cy", "withdraws", plum.key)]
    assert hazel.supersedes == (plum.key,) and (plum.status, hazel.status) == ("superseded", "current")


def test_a_return_to_an_earlier_option_is_a_new_one():
    minutes = read(
        PLUM,
        ("Cy", "Plum trees it is.", "decides"),
        (9, "Bo", "I propose an elm instead of plum trees.", "proposes"),
        (
            "Cy",
            "The elm then, I cancel the plum trees.",
            ("decides", "The elm then"),
            ("withdraws", "I cancel the plum trees."),
        ),
        (9, "Ann", "Let us go back to plum trees after all.", "proposes"),
        (
            "Cy",
            "Back to plum trees, I drop the elm.",
            ("decides", "Back to plum trees"),
            ("withdraws", "I drop the elm."),
        ),
    )
    plum, elm, again = minutes.decisions
    assert [o.status for o in minutes.decisions] == ["superseded", "superseded", "current"]
    assert (elm.supersedes, again.supersedes) == ((plum.key,), (elm.key,))
    assert len({plum.key, elm.key, again.key}) == 3


def test_called_off_with_nothing_in_its_place_is_withdrawn():
    minutes = read(
        PLUM, ("Cy", "Plum trees it is.", "decides"), (9, "Cy", "The plum trees are called off.", "withdraws")
    )
    assert options(minutes) == [("withdrawn", {1, 2, 3})]


def test_who_repeats_a_proposal_of_somebody_else_supports_it():
    minutes = read(PLUM, ("Bo", "Plum trees along the wall, please.", "proposes"))
    assert linked(minutes)[2] == [("Bo", "supports", minutes.decisions[0].key)]


def test_who_says_again_what_is_theirs_reaffirms_it():
    minutes = read(PLUM, ("Bo", "No plum trees.", "disagrees"), ("Ann", "I still want the plum trees.", "supports"))
    assert linked(minutes)[3] == [("Ann", "reaffirms", minutes.decisions[0].key)]


def test_an_order_out_of_the_blue_opens_and_settles():
    minutes = read(("Ann", "From today the gate is locked at night.", "decides"))
    assert options(minutes) == [("current", {1})]


def test_a_quoted_person_holds_what_is_theirs_and_the_speaker_nothing():
    minutes = read(PLUM, ("Bo", "Eve is against plum trees.", ("disagrees", "Eve is against plum trees.", "Eve")))
    assert {(p.person, p.stance) for p in minutes.positions} == {("Ann", "supports"), ("Eve", "disagrees")}


def test_spellings_of_one_person_are_one_and_given_names_are_used():
    lines = [("Ann Obi", *PLUM[1:]), ("Bo", "I'm against.", "disagrees"), ("@ann", "I drop it.", "withdraws")]
    assert [a.person for a in read(*lines).turns] == ["Ann Obi", "Bo", "Ann Obi"]
    people = [{"name": "Ann Mary Obi", "aliases": ["Ann Obi", "@ann"]}]
    assert [a.person for a in read(*lines, people=people).turns] == ["Ann Mary Obi", "Bo", "Ann Mary Obi"]


def test_what_is_not_wanted_is_not_what_is_meant():
    minutes = read(PLUM, ELM, ("Cy", "The elm rather than plum trees, please.", "supports"))
    assert options(minutes) == [("open", {1}), ("open", {2, 3})]


@pytest.mark.parametrize(
    "words",
    [
        "We move from plum trees to hazel.",
        "We replace the plum trees with hazel.",
        "Hazel replaces the plum trees.",
        "Hazel instead of plum trees.",
    ],
)
def test_a_new_option_is_named_beside_the_one_that_it_replaces(words):
    minutes = read(PLUM, ("Cy", "Plum trees it is.", "decides"), (9, "Cy", words, "decides"))
    assert options(minutes) == [("superseded", {1, 2}), ("current", {3})]


@pytest.mark.parametrize("words", ["I'd take the other one.", "Let us go with Ann's idea.", "Plums for me."])
def test_ways_to_point_at_an_option_that_is_not_the_last(words):
    assert options(read(PLUM, ELM, ("Cy", words, "supports"))) == [("open", {1, 3}), ("open", {2})]


def test_lettered_options():
    a = ("Ann", "Option A is a pond in the middle.", "proposes")
    b = ("Ann", "Option B is a shed by the gate.", "proposes")
    minutes = read(a, b, ("Bo", "Option A for me.", "supports"), ("Cy", "I'm for option B.", "supports"))
    assert options(minutes) == [("open", {1, 3}), ("open", {2, 4})]


def test_an_act_that_is_given_twice_is_on_two_options():
    gate = ("Ann", "Next point: I propose that the gate is painted green.", "proposes")
    minutes = read(PLUM, gate, ("Bo", "I'm for both.", "supports", "supports"))
    assert options(minutes) == [("open", {1, 3}), ("open", {2, 3})]


def test_one_order_instead_of_two_replaces_both():
    minutes = read(
        ("Ann", "I propose that the gate is painted green.", "proposes"),
        ("Cy", "Green gate, agreed.", "decides"),
        ("Bo", "Another matter: a scarecrow for the beans.", "proposes"),
        ("Cy", "A scarecrow, agreed.", "decides"),
        (
            9,
            "Cy",
            "We hire a gardener. The green gate is off. The scarecrow is off.",
            ("decides", "We hire a gardener."),
            ("withdraws", "The green gate is off."),
            ("withdraws", "The scarecrow is off."),
        ),
    )
    gate, scarecrow, gardener = minutes.decisions
    assert set(gardener.supersedes) == {gate.key, scarecrow.key}


def test_one_person_alone():
    minutes = read(("Ann", "I propose a pond.", "proposes"), ("Ann", "The pond it is.", "decides"))
    assert options(minutes) == [("current", {1, 2})]


# ---------------------------------------------------------------------------------------------------- what comes in


def by_rules(said, turns):
    return RuleReader(lambda turns, people: said).read(turns)


def test_no_turns_no_minutes():
    assert by_rules([], []) == Minutes([], [], [])


def test_a_withdrawal_of_nothing_is_dropped():
    assert by_rules([Said(1, "", "withdraws", 0, 9)], [Turn(1, "Ann", "", "I drop it")]) == Minutes([], [], [])


@pytest.mark.parametrize("times", [("", ""), ("2026-03-02T10:00", "2026-03-01T10:00"), ("soon", "2026-03-01")])
def test_times_may_be_missing_run_backwards_or_be_unreadable(times):
    turns = [Turn(1, "Ann", times[0], "I propose a pond."), Turn(2, "Bo", times[1], "The pond it is.")]
    minutes = by_rules([Said(1, "", "proposes", 0, 17), Said(2, "", "decides", 0, 15)], turns)
    assert options(minutes) == [("current", {1, 2})]


def test_turns_are_read_by_number_and_a_turn_given_twice_is_one():
    turns = [Turn(1, "Ann", "", "I propose a pond."), Turn(2, "Bo", "", "The pond it is.")]
    said = [Said(1, "", "proposes", 0, 17), Said(2, "", "decides", 0, 15)]
    assert by_rules(said, [turns[1], turns[0], turns[1]]) == by_rules(said, turns)


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn(1, "Bo", "", "No."), "number 1"),
        (Turn("2", "Bo", "", "No."), "'2'"),
        (Turn(2, None, "", "No."), "speaker is None"),
        (Turn(2, "Bo", "", b"No."), "text is"),
        ({"n": 2}, "turns\\[1\\] is a dict"),
    ],
)
def test_turns_that_cannot_be_used_are_named(turn, message):
    with pytest.raises(InputError, match=message):
        by_rules([], [Turn(1, "Ann", "", "Yes."), turn])


WORDS = "pond gate elm plum wall roof lamp shed".split()
PEOPLE = ("Ann", "Bo", "Cy")


@st.composite
def conversations(draw):
    turns, said = [], []
    for n in range(1, draw(st.integers(1, 25)) + 1):
        words = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)))
        text = f"{words} {draw(st.sampled_from(['', 'please', 'again', 'instead', '?']))}"
        turns.append(Turn(n, draw(st.sampled_from(PEOPLE)), f"2026-01-{1 + n // 5:02}", text))
        for act in draw(st.lists(st.sampled_from(ACTS), max_size=2)):
            said.append(Said(n, draw(st.sampled_from(("", *PEOPLE))), act, 0, len(text)))
    return turns, said


@settings(max_examples=60, deadline=None)
@given(conversations())
def test_whatever_is_said_the_minutes_keep_the_conventions(conversation):
    turns, said = conversation
    minutes = by_rules(said, turns)
    assert minutes == by_rules(said, turns)
    keys = [o.key for o in minutes.decisions]
    assert len(set(keys)) == len(keys) and {a.decision for a in minutes.turns} == set(keys)
    assert len({(a.n, a.person, a.decision) for a in minutes.turns}) == len(minutes.turns) <= len(said)
    held: dict[tuple[str, str], str] = {}
    for act in minutes.turns:
        before = held.get((act.person, act.decision))
        if act.act == "reaffirms":
            assert before in FOR
        if act.act == "proposes":
            assert not any(key == act.decision for _, key in held)
        held[act.person, act.decision] = act.act
    displaced = [key for o in minutes.decisions for key in o.supersedes]
    assert len(set(displaced)) == len(displaced) and set(displaced) <= set(keys)
    assert all((o.status == "superseded") == (o.key in displaced) for o in minutes.decisions)
    current = [o.topic for o in minutes.decisions if o.status == "current"]
    assert len(set(current)) == len(current)
    assert all(o.statement and o.topic for o in minutes.decisions)


def _long(length: int) -> tuple[list[Turn], list[Said]]:
    turns, said = [], []
    for n in range(1, length + 1):
        text = f"the {WORDS[n % 8]} of house {n // 5} and the {WORDS[n % 7]}"
        turns.append(Turn(n, PEOPLE[n % 3], "", text))
        said.append(Said(n, "", ("proposes", "supports", "disagrees", "decides", "withdraws")[n % 5], 0, len(text)))
    return turns, said


def test_time_grows_with_the_length_and_not_faster():
    def seconds(length: int) -> float:
        turns, said = _long(length)
        start = time.process_time()
        by_rules(said, turns)
        return time.process_time() - start

    seconds(100)
    # Four times the turns: 4 if linear, 16 if quadratic.
    assert seconds(800) / seconds(200) < 9
