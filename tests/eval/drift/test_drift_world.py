"""The worlds: names as frequent as they are listed, namesakes by chance, messages by the process that is named."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from eval.drift.people import FAMILIES, NameList, collisions, expected_pairs, family_names, first_names, with_namesake
from eval.drift.told import ToldExtractor, extraction
from eval.drift.world import ATTRIBUTES, NAME, TWINS, make_world
from memkit.errors import InputError


@pytest.fixture(scope="module")
def world():
    return make_world(1, 600)


def test_a_collision_is_the_sum_of_squared_shares():
    names = NameList.of({"Ann": 3, "Bo": 1})
    assert names.names == ("Ann", "Bo")
    assert names.collision == pytest.approx(0.75**2 + 0.25**2)
    rng = random.Random(0)
    assert Counter(names.draw(rng) for _ in range(4000))["Ann"] == pytest.approx(3000, abs=150)


def test_expected_pairs_are_those_of_the_birthday_problem():
    assert expected_pairs(1 / 365, 23) == pytest.approx(253 / 365)
    assert expected_pairs(0.5, 1) == 0


def test_drawn_people_share_names_as_often_as_expected():
    rng = random.Random(3)
    drawn = [(rng.choice(first_names()).draw(rng), family_names().draw(rng)) for _ in range(3000)]
    key = {
        "family name": lambda name: name[1],
        "first name": lambda name: name[0],
        "initial and family name": lambda name: (name[0][0], name[1]),
    }
    for trait, of in key.items():
        pairs = sum(n * (n - 1) / 2 for n in Counter(map(of, drawn)).values())
        assert pairs == pytest.approx(expected_pairs(collisions()[trait], 3000), rel=0.15)


def test_who_has_a_namesake_is_what_drawing_gives():
    rng = random.Random(11)
    shares = []
    for _ in range(20):
        drawn = [(rng.choice(first_names()).draw(rng), family_names(40).draw(rng)) for _ in range(400)]
        times = Counter(drawn)
        shares.append(sum(times[name] > 1 for name in drawn) / 400)
    assert with_namesake(400, 40) == pytest.approx(sum(shares) / 20, abs=0.02)
    assert with_namesake(2, 40) == pytest.approx(collisions(40)["first and family name"])
    assert with_namesake(1, 40) == 0


def test_fewer_family_names_make_more_namesakes():
    assert len(family_names(50).names) == 50
    assert collisions(50)["first and family name"] > 2 * collisions(FAMILIES)["first and family name"]


def test_the_same_seed_gives_the_same_world_and_a_longer_one_begins_with_it(world):
    make_world.cache_clear()
    longer = make_world(1, 700)
    assert longer.messages[:600] == world.messages
    assert longer.people[: len(world.people)] == world.people
    assert make_world(2, 600).messages != world.messages


def test_people_are_introduced_by_full_name_and_keep_their_facts(world):
    seen: set[int] = set()
    for message in world.messages:
        person = world.people[message.person]
        if message.person not in seen:
            assert message.person == len(seen)
            assert (message.kind, message.spelling) == (NAME, person.name)
        seen.add(message.person)
        assert (message.value, message.value_type) == person.values[message.relation]
        assert message.kind == NAME or (message.kind, message.spelling) in person.spellings
    assert len(seen) == len(world.people) == pytest.approx(240, abs=40)
    varied = sum(message.kind != NAME for message in world.messages)
    assert varied == pytest.approx(0.4 * (600 - len(seen)), abs=50)


def test_few_people_are_spoken_of_often(world):
    times = sorted(Counter(message.person for message in world.messages).values(), reverse=True)
    assert times[0] > 20 and times[len(times) // 2] == 1


def test_twins_are_like_their_models_and_share_a_name_with_nobody():
    world = make_world(4, 900, twins=0.4)
    twins = [person for person in world.people if person.twin_of >= 0]
    assert {person.twin_kind for person in twins} == set(TWINS)
    for person in twins:
        first, family, *suffix = person.name.split()
        known_first, known_family, *_ = world.people[person.twin_of].name.split()
        assert first == known_first or family == known_family
        assert bool(suffix) == (person.twin_kind == "junior")
        assert all(person.name != other.name for other in world.people[: person.number])


def test_without_twins_and_spellings_nothing_but_chance_is_left():
    world = make_world(0, 300, twins=0, spellings=0)
    assert all(person.twin_of < 0 for person in world.people)
    assert all(message.kind == NAME for message in world.messages)


@pytest.mark.parametrize("wrong", [{"new": 1.5}, {"twins": -0.1}, {"families": 0}, {"spellings": -1}, {"messages": 0}])
def test_numbers_out_of_range_are_named(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        make_world(0, **{"messages": 50, **wrong})


def test_an_extraction_points_at_the_words_of_the_message(world):
    for message in world.messages[:200]:
        read = extraction(message)
        person, value = read.mentions
        assert (person.name, value.name) == (message.spelling, message.value)
        assert all(message.text[m.start : m.end] == m.surface for m in read.mentions)
        assert person.end <= value.start
        assert read.relations[0].type == message.relation in ATTRIBUTES
    known, unknown = ToldExtractor(world.messages).extract_many([world.messages[0].text, "What is this?"])
    assert known == extraction(world.messages[0]) and not unknown.mentions


def test_values_of_a_relation_are_names_that_differ():
    people = make_world(1, 600).people
    for relation in ATTRIBUTES:
        values = {person.values[relation][0] for person in people}
        assert all(a.casefold() != b.casefold() for a, b in itertools.combinations(sorted(values), 2))
