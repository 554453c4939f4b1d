"""From statements to spells: what begins, ends, is corrected, and in which days each state held."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.lasting.said import ALSO, ANY, JOB, NEVER, OVER, SO, STILL, SUCCEEDS, TAKES_OVER
from memkit.lasting.spells import Statement, find_spells
from memkit.lasting.vocabulary import load_states

STATES = load_states()
_NUMBERS = itertools.count()


def said(source, relation, target, what, written, *, since=None, until=None, manner="", passage=""):
    number = next(_NUMBERS)
    days = {"since": since and date(*since), "until": until and date(*until)}
    id = f"s{number:04d}"
    return Statement(
        id, source, relation, target, what, date(*written), (number,), **days, manner=manner, passage_id=passage or id
    )


def on(day, *statements):
    """(source, target) of what holds on a day."""
    spells = find_spells(statements, STATES)
    return {(s.source, s.target) for s in spells if s.holds(date(*day), date(*day))}


def test_a_new_home_ends_the_one_before():
    notes = (
        said("Ana", "LIVES_IN", "Bergen", SO, (2023, 1, 10)),
        said("Ana", "LIVES_IN", "Oslo", SO, (2023, 6, 3), since=(2023, 5, 1)),
    )
    assert on((2023, 4, 15), *notes) == {("Ana", "Bergen")}
    assert on((2023, 5, 1), *notes) == {("Ana", "Oslo")}
    assert on((2022, 12, 31), *notes) == set()


def test_also_stands_beside():
    notes = (
        said("Pim", "WORKS_AT", "bakery", SO, (2023, 1, 1)),
        said("Pim", "WORKS_AT", "garden", SO, (2024, 1, 1), manner=ALSO),
    )
    assert on((2024, 2, 1), *notes) == {("Pim", "bakery"), ("Pim", "garden")}


def test_a_predecessor_held_before_without_a_start():
    notes = (
        said("Ada", "LEADS", "club", SO, (2023, 2, 1), since=(2023, 1, 1), passage="p"),
        said("Ben", "LEADS", "club", OVER, (2023, 2, 1), until=(2023, 1, 1), passage="p"),
    )
    assert on((2022, 12, 1), *notes) == {("Ben", "club")}
    assert on((2023, 1, 1), *notes) == {("Ada", "club")}


def test_who_succeeds_has_what_the_other_had():
    notes = (
        said("Alma", "LEADS", "letter", SO, (2020, 2, 1)),
        said("Gordon", SUCCEEDS, "Alma", SO, (2021, 9, 1)),
        said("Tess", TAKES_OVER, "letter", SO, (2022, 4, 1)),
    )
    assert on((2021, 10, 1), *notes) == {("Gordon", "letter")}
    assert on((2022, 10, 1), *notes) == {("Tess", "letter")}


def test_who_leaves_has_no_job_but_keeps_the_home():
    notes = (
        said("Sorel", "TEACHES", "French", SO, (2022, 8, 1)),
        said("Sorel", "LIVES_IN", "Lyon", SO, (2022, 8, 1)),
        said("Sorel", JOB, "Sorel", OVER, (2023, 7, 1)),
    )
    assert on((2023, 8, 1), *notes) == {("Sorel", "Lyon")}


def test_late_news_moves_an_observation_before_the_change():
    notes = (
        said("Rosa", "LIVES_IN", "Tartu", SO, (2024, 5, 6)),
        said("Rosa", ANY, "Tartu", OVER, (2024, 8, 12), since=(2024, 3, 1)),
    )
    assert on((2024, 5, 20), *notes) == set()
    assert on((2024, 2, 20), *notes) == {("Rosa", "Tartu")}


@pytest.mark.parametrize("day", [(2024, 2, 1), (2024, 9, 1)])
def test_a_correction_counts_from_the_start(day):
    notes = (
        said("Runa", "LIVES_IN", "Tromsø", SO, (2024, 2, 5), since=(2024, 1, 1)),
        said("Runa", "LIVES_IN", "Tromsø", NEVER, (2024, 5, 1), passage="c"),
        said("Runa", "LIVES_IN", "Bodø", SO, (2024, 5, 1), passage="c"),
    )
    assert on(day, *notes) == {("Runa", "Bodø")}


def test_what_was_denied_did_not_end_what_went_before():
    notes = (
        said("Wanda", "TREASURER_OF", "club", SO, (2021, 3, 1)),
        said("Filip", "TREASURER_OF", "club", SO, (2022, 3, 1)),
        said("Filip", "TREASURER_OF", "Filip", NEVER, (2022, 4, 1)),
    )
    assert on((2022, 3, 15), *notes) == {("Wanda", "club")}


def test_an_end_that_was_denied():
    notes = (
        said("Bram", "OWNS", "mill", SO, (2022, 1, 1)),
        said("Bram", "OWNS", "mill", OVER, (2022, 10, 1)),
        said("Bram", "OWNS", "mill", SO, (2022, 11, 1), manner=STILL),
    )
    assert on((2022, 10, 15), *notes) == {("Bram", "mill")}


def test_a_plan_counts_from_its_day_unless_it_is_dropped():
    home = said("Hanna", "LIVES_IN", "Wels", SO, (2023, 4, 3))
    plan = said("Hanna", "LIVES_IN", "Passau", SO, (2023, 4, 3), since=(2023, 9, 1))
    dropped = said("Hanna", ANY, "Hanna", NEVER, (2023, 8, 14))
    assert on((2023, 8, 1), home, plan) == {("Hanna", "Wels")}
    assert on((2023, 9, 1), home, plan) == {("Hanna", "Passau")}
    assert on((2023, 10, 1), home, plan, dropped) == {("Hanna", "Wels")}


def test_who_stood_aside_goes_on_after_a_stand_in_with_an_end():
    notes = (
        said("Nils", "LEADS", "team", SO, (2021, 3, 1)),
        said("Eero", "LEADS", "team", SO, (2021, 12, 6), since=(2021, 12, 6), until=(2022, 3, 1)),
    )
    assert on((2022, 1, 1), *notes) == {("Eero", "team")}
    assert on((2022, 3, 1), *notes) == {("Nils", "team")}


_DAYS = st.dates(date(2020, 1, 1), date(2020, 12, 31))
_HOMES = st.lists(st.tuples(st.sampled_from(["Oslo", "Bergen", "Molde"]), _DAYS), min_size=1, max_size=6)


@given(_HOMES, st.randoms())
def test_one_home_at_a_time_whatever_the_order_of_reading(homes, random):
    notes = [
        Statement(f"n{n}", "Ana", "LIVES_IN", home, SO, day, (n,), passage_id=f"p{n}")
        for n, (home, day) in enumerate(homes)
    ]
    spells = find_spells(notes, STATES)
    shuffled = list(notes)
    random.shuffle(shuffled)
    assert find_spells(shuffled, STATES) == spells
    for one, other in itertools.combinations(spells, 2):
        assert one.end is not None or other.end is not None
        assert not other.holds(one.start, one.start)
