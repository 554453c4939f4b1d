"""The plan of a contribution: a pure function, checked; and how statements are worded and compared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memkit.converse.contribution import Stated, topic_key
from memkit.converse.options import Rivalry, is_short, refers, same, scopes_apart, words_of
from memkit.converse.plan import Candidates, Effect, Known, Plan, check, plan, topic_id
from memkit.converse.wording import wording
from memkit.errors import InputError

TOPIC = "datastore of the orders"
MONGO = Known("dec_mongo", "Use MongoDB for the orders", topic_id(TOPIC), TOPIC, "dec_mongo", "current")
POSTGRES = Known("dec_pg", "Use Postgres for the orders", topic_id(TOPIC), TOPIC, "dec_mongo", "open")
LUNCH = Known("dec_lunch", "We eat in the canteen", topic_id("lunch"), "lunch", "dec_lunch", "current")


def effects(statement: str, stance: str, *options: Known, held: tuple[str, ...] = (), open: bool = False) -> list:
    """What is done, new decisions by their statement and question."""
    found = Candidates(options, frozenset(held), rivalry=Rivalry(0.5, 0.5))
    made = plan(Stated(statement, stance, open), TOPIC, found, "mark")
    check(made, found)
    assert made == plan(Stated(statement, stance, open), TOPIC, found, "mark")
    return [(e.statement or e.decision_id, e.act, *([e.question] if e.statement else [])) for e in made.effects]


@pytest.mark.parametrize(
    ("statement", "stance", "want"),
    [
        ("Use MongoDB for the orders", "proposes", [("dec_mongo", "decides")]),
        ("MongoDB", "proposes", [("dec_mongo", "decides")]),
        ("Use Redis for the orders", "proposes", [("Use Redis for the orders", "decides", "dec_mongo")]),
        ("Mongo", "supports", [("dec_mongo", "supports")]),
        ("the decision", "reaffirms", [("dec_mongo", "reaffirms")]),
        ("Orders in MongoDB", "disagrees", [("dec_mongo", "disagrees")]),
        ("It loses writes when a node dies", "disagrees", [("dec_mongo", "disagrees")]),
        ("Use Redis", "disagrees", [("Use Redis", "disagrees", "dec_mongo")]),
        ("my objection to MongoDB", "withdraws", [("dec_mongo", "withdraws")]),
        ("Redis after all", "supports", [("Redis after all", "decides", "dec_mongo")]),
        (
            "MongoDB was a mistake, let us use Redis instead",
            "withdraws",
            [("dec_mongo", "withdraws"), ("Let us use Redis instead", "decides", "dec_mongo")],
        ),
        (
            "Not MongoDB, but Redis",
            "disagrees",
            [("dec_mongo", "disagrees"), ("Redis", "proposes", "dec_mongo")],
        ),
    ],
)
def test_what_a_statement_does_where_one_decision_stands(statement, stance, want):
    found = effects(statement, stance, MONGO)
    made = [e for e in found if len(e) == 3]
    assert [e[:2] for e in found] == [e[:2] for e in want]
    assert all(question == "dec_mongo" for *_, question in made)


def test_an_open_proposal_is_supported_settled_and_turned_to():
    both = (MONGO, POSTGRES)
    assert effects("Postgres", "supports", *both) == [("dec_pg", "supports")]
    assert effects("Postgres", "proposes", *both) == [("dec_pg", "decides")]
    assert effects("Postgres", "proposes", *both, open=True) == [("dec_pg", "proposes")]
    assert effects("Postgres instead of MongoDB", "supports", *both, held=("dec_mongo",)) == [
        ("dec_pg", "decides"),
        ("dec_mongo", "withdraws"),
    ]


def test_my_earlier_position_is_what_the_speaker_stands_for():
    other = replace(MONGO, id="dec_other", statement="Use Kafka for the events", question="dec_other")
    assert effects("my earlier position", "withdraws", MONGO, other, held=("dec_mongo",)) == [
        ("dec_mongo", "withdraws")
    ]
    assert effects("my earlier position", "withdraws", MONGO, other, held=("dec_other",)) == [
        ("dec_other", "withdraws")
    ]


def test_what_is_for_something_else_or_comes_beside_answers_a_question_of_its_own():
    for statement in ("Use Redis for the sessions", "Use Redis too", "Nightly copies are kept for thirty days"):
        ((_, act, question),) = effects(statement, "proposes", MONGO)
        assert act == "decides" and question.startswith("dec_") and question != "dec_mongo"


def test_a_plan_with_an_id_that_is_no_candidates_is_refused():
    found = Candidates((MONGO,))
    own = plan(Stated("Use Redis", "proposes"), TOPIC, found, "mark")
    check(own, found)
    wrong = [
        Plan(own.topic_id, TOPIC, (Effect("dec_unknown", "supports"),)),
        Plan(own.topic_id, TOPIC, (Effect("dec_lunch", "withdraws"), Effect("dec_mongo", "supports"))),
        Plan(own.topic_id, TOPIC, (Effect("dec_new", "decides", "New", "dec_unknown"),)),
        Plan(own.topic_id, TOPIC, (Effect("dec_mongo", "decides", "Take its id", "dec_mongo"),)),
        Plan("top_unknown", TOPIC, (Effect("dec_mongo", "supports"),)),
    ]
    for one in wrong:
        with pytest.raises(InputError, match="which"):
            check(one, found)


def test_without_a_topic_that_of_the_decision_that_is_meant_or_one_of_the_words():
    found = Candidates((MONGO, LUNCH), rivalry=Rivalry(0.5, 0.5))
    assert plan(Stated("Postgres instead of MongoDB", "supports"), "", found, "m").topic == TOPIC
    assert plan(Stated("We eat in the canteen", "supports"), "", found, "m").topic == "lunch"
    assert plan(Stated("Paint the shed green", "proposes"), "", found, "m").topic == "paint shed green"
    near = replace(found, cosines={("We eat at the harbour", "dec_lunch"): 0.7})
    assert plan(Stated("We eat at the harbour", "proposes"), "", near, "m").topic == "lunch"
    assert plan(Stated("We eat at the harbour", "proposes"), "", found, "m").topic != "lunch"


@pytest.mark.parametrize(
    ("statement", "dropped", "chosen"),
    [
        ("I withdraw my position, let us go with Postgres", "I withdraw my position", "Let us go with Postgres"),
        ("Replace MongoDB with Postgres", "MongoDB", "Postgres"),
        ("Postgres replaces MongoDB", "MongoDB", "Postgres"),
        ("Postgres rather than MongoDB", "MongoDB", "Postgres"),
        ("We move from MongoDB to Postgres", "MongoDB", "Postgres"),
        ("Drop the oil boiler; the heat pump it is.", "Drop the oil boiler", "The heat pump it is"),
        ("I was wrong because writes were lost", "I was wrong because writes were lost", ""),
        ("Do not use MongoDB", "Do not use MongoDB", ""),
        ("Use Postgres", "", "Use Postgres"),
        ("", "", ""),
        ("🎉", "", ""),
    ],
)  # fmt: skip
def test_a_statement_is_taken_apart(statement, dropped, chosen):
    read = wording(statement)
    assert (read.dropped, read.chosen) == (dropped, chosen)
    assert read.turns or not dropped


def test_statements_are_compared_by_the_words_that_name_an_option():
    mongo, postgres = words_of("Use MongoDB for the orders"), words_of("Use Postgres for the orders")
    assert refers(words_of("Mongo"), mongo) == 1.0 and refers(words_of("Mongo"), postgres) == 0.0
    assert refers(words_of("We meet at 7"), words_of("We meet at 8")) == 0.0
    assert same(words_of("MongoDB"), mongo) and not same(words_of("MongoDB with replicas"), mongo)
    assert scopes_apart("Redis for the cache", "Postgres for the orders")
    assert not scopes_apart("Redis for orders", "Postgres for the orders") and not scopes_apart("Redis", "Postgres")
    assert is_short("Go with Redis") and not is_short("Nightly copies are kept for thirty days")
    assert topic_key("The  Data-Store!") == topic_key("data store") and topic_key("!?") == "!?"
