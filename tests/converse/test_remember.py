"""remember, recall and timeline on both stores: what stands, what is refused, what goes when it is forgotten."""

from __future__ import annotations

import pytest

from memkit import InputError, Memory
from memkit.model import NODE_CLASSES

LUNCH = "where we eat"


def say(memory: Memory, who: str, statement: str, stance: str, *, claims=("I thought about it.",), **more):
    more = {"session_id": "s", "topic": LUNCH, **more}
    is_open = {"open": True} if more.pop("open", False) else {}
    decision = {"statement": statement, "stance": stance, **is_open}
    return memory.remember(speaker=who, claims=list(claims), decision=decision, **more)


def standing(memory: Memory, topic: str = LUNCH) -> dict[str, str]:
    return {row.statement: row.status for row in memory.timeline(topic)}


def positions(memory: Memory, statement: str) -> dict[str, str]:
    (row,) = [row for row in memory.recall(statement) if row.statement == statement]
    return {p.person: p.stance for p in row.positions}


# ------------------------------------------------------------------------------------------------------------ journeys


def test_what_is_proposed_stands_at_once_and_supersedes_what_it_reverses(memory):
    first = say(memory, "Ana", "We eat in the canteen", "proposes")
    assert (first.status, first.superseded, first.merged) == ("current", [], {"claims": 0, "person": False})
    second = say(memory, "Bo", "We eat at the harbour", "proposes")
    assert (second.status, second.superseded) == ("current", ["We eat in the canteen"])
    assert second.decision_id != first.decision_id
    assert standing(memory) == {"We eat in the canteen": "superseded", "We eat at the harbour": "current"}


@pytest.mark.parametrize("later", ["Use Cassandra for events", "Cassandra", "Cassandra it is for the event store"])
def test_the_words_of_the_topic_make_no_other_option(memory, later):
    say(memory, "Priya", "Use Postgres for events", "proposes", topic="event store")
    first = say(memory, "Tom", "I withdraw my earlier view, let us go with Cassandra", "withdraws", topic="event store")
    again = say(memory, "Wei", later, "proposes", topic="event store")
    assert again.decision_id == first.decision_id and again.superseded == []
    current = memory.recall("event store")[0]
    assert {p.person for p in current.positions} == {"Tom", "Wei"} and current.status == "current"


OPPOSITES = [
    ("Deploy on Fridays", "Do not deploy on Fridays"),
    ("Do not deploy on Fridays", "Deploy on Fridays"),
    ("Use Redis", "Don't use Redis"),
    ("Never use Redis", "Use Redis"),
    ("Use Postgres", "No Postgres"),
    ("Support IE11", "Drop support for IE11"),
    ("Turn on the alarm", "Turn off the alarm"),
    ("Release before Easter", "Release after Easter"),
    ("Run Redis with persistence", "Run Redis without persistence"),
    ("Accept the offer", "Reject the offer"),
]


@pytest.mark.parametrize(("first", "second"), OPPOSITES)
@pytest.mark.parametrize("stance", ["proposes", "supports"])
def test_the_opposite_is_no_support(memory, first, second, stance):
    say(memory, "Ana", first, "proposes")
    later = say(memory, "Bo", second, stance)
    assert standing(memory)[first] == "superseded" and later.superseded == [first]
    assert positions(memory, first) == {"Ana": "supports"}


#: Filed under one topic whose name both speak of, these are about two matters.
BESIDE = [
    ("kitchen renovation", "The kitchen gets an oak floor", "The wall between kitchen and hall comes out"),
    ("robotics team", "The robot drives on tracks", "The camera sits at the front"),
    ("the hall", "The hall gets a new oil boiler", "Candles are forbidden in the hall"),
    ("boats", "The first boat leaves at six", "The last boat leaves at eleven at night"),
    ("boats", "The last boat leaves at eleven at night", "An extra boat runs at noon in July and August"),
    ("shifts", "The morning shift has two people", "The evening shift has three people"),
    ("the licence", "Contributors sign an agreement once", "The project moves to a copyleft licence"),
    ("Sunday", "The ride on Sunday starts at seven", "Coffee over the weekend is free, Sunday too"),
    ("the hall", "Close the hall on Mondays", "No smoking in the hall"),
]


@pytest.mark.parametrize(("topic", "first", "second"), BESIDE)
def test_two_matters_of_one_topic_stand_side_by_side_and_are_told(memory, topic, first, second):
    say(memory, "Ana", first, "proposes", topic=topic)
    later = say(memory, "Bo", second, "proposes", topic=topic)
    assert (later.superseded, later.conflicts) == ([], [first])
    assert standing(memory, topic) == {first: "current", second: "current"}


@pytest.mark.parametrize(
    ("topic", "first", "second"),
    [
        ("order store", "Orders go into Postgres", "MongoDB holds the orders"),
        ("order store", "Orders go into Postgres", "From now on it is MongoDB"),
        ("order store", "Orders go into Postgres", "DynamoDB over Postgres"),
        ("order store", "Orders go into Postgres", "We prefer DynamoDB over Postgres for orders"),
        ("heating", "We heat the hall with oil", "We do not heat the hall with oil because it is dear"),
    ],
)
def test_another_name_in_its_place_or_the_opposite_reverses(memory, topic, first, second):
    say(memory, "Ana", first, "proposes", topic=topic)
    assert say(memory, "Bo", second, "proposes", topic=topic).superseded == [first]


SHORT = [("C", "R"), ("C", "C++"), ("Go", "Rust"), ("Go", "R"), ("X", "IT"), ("option A", "option B"), ("C#", "F#")]


@pytest.mark.parametrize(("first", "second"), [*SHORT, *(pair[::-1] for pair in SHORT)])
@pytest.mark.parametrize("form", ["Use {}", "Let us go with {}", "{} it is", "We write the core in {}"])
def test_options_of_one_letter_or_a_little_word_are_told_apart(memory, first, second, form):
    one = say(memory, "Ana", form.format(first), "proposes", topic="language")
    other = say(memory, "Bo", form.format(second), "proposes", topic="language")
    assert other.decision_id != one.decision_id and other.superseded == [form.format(first)]
    again = say(memory, "Cy", form.format(second), "supports", topic="language")
    assert again.decision_id == other.decision_id
    turned = say(memory, "Bo", f"We take {first} instead of {second}", "supports", topic="language")
    assert turned.superseded == [form.format(second)]


def test_a_set_of_claims_is_taken_in_one_order(memory):
    words = ["delta", "alpha", "charlie", "bravo"]
    memory.remember(session_id="s", speaker="Ana", claims=set(words))
    assert [p.text for p in memory.store.find("Passage")] == ["\n".join(sorted(words))]


def test_a_reason_with_a_no_in_it_makes_no_opposite(memory):
    first = say(memory, "Ana", "Use Postgres", "proposes", topic="store")
    again = say(memory, "Bo", "Use Postgres because MongoDB is not ready", "supports", topic="store")
    assert again.decision_id == first.decision_id


def test_two_full_names_stay_two_whoever_spoke_first(memory):
    names = ("J. Smith", "John Smith", "Jane Smith")
    ids = [say(memory, who, "We eat in the canteen", "supports").person_id for who in names]
    heads = {e.id: e.canonical_id for e in memory.store.find("Entity")}
    assert heads[ids[1]] != heads[ids[2]]


def test_an_open_proposal_waits_until_it_is_proposed_again(memory):
    say(memory, "Ana", "We eat in the canteen", "proposes")
    put = say(memory, "Bo", "We eat at the harbour", "proposes", open=True)
    assert put.status == "open"
    assert standing(memory) == {"We eat in the canteen": "current", "We eat at the harbour": "open"}
    say(memory, "Cy", "We eat at the harbour", "supports")
    assert standing(memory)["We eat at the harbour"] == "open"
    settled = say(memory, "Ana", "We eat at the harbour", "proposes")
    assert (settled.decision_id, settled.status) == (put.decision_id, "current")
    assert standing(memory) == {"We eat in the canteen": "superseded", "We eat at the harbour": "current"}
    assert positions(memory, "We eat at the harbour") == dict.fromkeys(("Bo", "Cy", "Ana"), "supports")


def test_a_decision_is_withdrawn_reaffirmed_and_comes_back_as_a_new_one(memory):
    first = say(memory, "Ana", "We eat in the canteen", "proposes")
    say(memory, "Bo", "We eat in the canteen", "disagrees", claims=["It smells."])
    say(memory, "Ana", "The canteen stays", "reaffirms")
    assert positions(memory, "We eat in the canteen") == {"Ana": "supports", "Bo": "disagrees"}
    say(memory, "Bo", "my objection", "withdraws")
    assert positions(memory, "We eat in the canteen") == {"Ana": "supports"}
    say(memory, "Ana", "my proposal", "withdraws")
    assert standing(memory) == {"We eat in the canteen": "withdrawn"}
    again = say(memory, "Ana", "We eat in the canteen", "proposes", claims=["The cook is new."])
    assert again.decision_id != first.decision_id and again.status == "current"
    assert [row.status for row in memory.timeline(LUNCH)] == ["superseded", "current"]


def test_the_same_words_without_a_time_are_a_repetition_only_while_they_hold(memory):
    first = say(memory, "Ana", "We eat in the canteen", "proposes")
    again = say(memory, "Ana", "We eat in the canteen", "proposes")
    assert again.rows_changed == 0
    assert (again.decision_id, again.claim_ids) == (first.decision_id, first.claim_ids)
    say(memory, "Bo", "We eat at the harbour", "proposes")
    back = say(memory, "Ana", "We eat in the canteen", "proposes")
    assert back.rows_changed > 0 and back.status == "current"
    assert [row.status for row in memory.timeline(LUNCH)] == ["superseded", "superseded", "current"]
    assert say(memory, "Ana", "We eat in the canteen", "proposes").rows_changed == 0


def test_the_same_at_the_same_time_changes_nothing_whatever_came_between(memory):
    at = "2025-01-01T12:00:00Z"
    say(memory, "Ana", "We eat in the canteen", "proposes", at=at)
    say(memory, "Bo", "We eat at the harbour", "proposes", at="2025-01-02T12:00:00Z")
    revision = memory.store.revision()
    assert say(memory, "Ana", "We eat in the canteen", "proposes", at=at).rows_changed == 0
    assert memory.store.revision() == revision


def test_what_arrives_late_takes_its_place_in_time(memory):
    say(memory, "Ana", "We eat in the canteen", "proposes", at="2025-01-01")
    say(memory, "Bo", "We eat at the harbour", "proposes", at="2025-03-01")
    late = say(memory, "Cy", "We eat in the park", "proposes", at="2025-02-01T08:00:00+02:00")
    assert late.status == "superseded"
    rows = memory.timeline(LUNCH)
    assert [(r.statement, r.status, r.supersedes) for r in rows] == [
        ("We eat in the canteen", "superseded", []),
        ("We eat in the park", "superseded", ["We eat in the canteen"]),
        ("We eat at the harbour", "current", ["We eat in the park"]),
    ]


def test_two_decisions_that_do_not_reverse_each_other_are_told_as_a_conflict(memory):
    first = say(memory, "Ana", "Use Postgres for the orders", "proposes", topic="datastores")
    second = say(memory, "Bo", "Use Redis for the sessions", "proposes", topic="datastores")
    assert (first.conflicts, second.conflicts) == ([], ["Use Postgres for the orders"])
    rows = memory.recall("Which datastores do we use?")
    assert {row.statement: (row.status, row.conflicts) for row in rows} == {
        "Use Postgres for the orders": ("current", ["Use Redis for the sessions"]),
        "Use Redis for the sessions": ("current", ["Use Postgres for the orders"]),
    }
    third = say(memory, "Cy", "Use SQLite for the orders", "proposes", topic="datastores")
    assert (third.superseded, third.conflicts) == (["Use Postgres for the orders"], ["Use Redis for the sessions"])


def test_without_a_topic_the_words_find_it(memory):
    say(memory, "Ana", "The bakery closes on Mondays", "proposes", topic=None)
    say(memory, "Ana", "Invoices are paid within thirty days", "proposes", topic=None)
    turned = say(memory, "Bo", "The bakery closes on Tuesdays instead of Mondays", "supports", topic=None)
    assert turned.superseded == ["The bakery closes on Mondays"]
    own = say(memory, "Ana", "I take back my earlier position on the invoices", "withdraws", topic=None)
    assert own.topic != turned.topic
    status = {row.statement: row.status for row in memory.recall("bakery invoices")}
    assert status["Invoices are paid within thirty days"] == "withdrawn"


def test_a_claim_about_no_decision_is_kept_and_one_made_before_is_known(memory):
    said = {"session_id": "s", "speaker": "Ana"}
    first = memory.remember(**said, claims=["The oven is broken.", "Flour is dear."])
    assert first.decision_id is None and len(set(first.claim_ids)) == 2
    second = memory.remember(session_id="t", speaker="Ana", claims=["The oven is broken.", "It is cold."])
    assert second.merged == {"claims": 1, "person": True} and second.claim_ids[0] == first.claim_ids[0]
    other = memory.remember(session_id="t", speaker="Bo", claims=["The oven is broken."])
    assert other.merged == {"claims": 0, "person": False} and other.person_id != first.person_id
    assert all("The oven" in hit.text for hit in memory.retrieve("oven", k=3, mode="keyword").passages)


def test_a_stance_on_what_nobody_proposed_puts_it_on_the_table(memory):
    assert say(memory, "Ana", "Eat in the park", "disagrees").status == "open"
    assert positions(memory, "Eat in the park") == {"Ana": "disagrees"}
    assert say(memory, "Bo", "Eat at home", "withdraws").status == "withdrawn"


def test_recall_finds_what_stands_by_the_words_of_what_stood_before(memory):
    for number in range(12):
        say(memory, "Ana", f"Room {number} is painted green", "proposes", topic=f"room {number}")
    say(memory, "Ana", "We eat in the canteen", "proposes")
    say(memory, "Bo", "We eat at the harbour", "proposes", claims=["Fresh air."])
    rows = memory.recall("canteen", top_k=2)
    assert [(r.statement, r.status) for r in rows] == [
        ("We eat at the harbour", "current"),
        ("We eat in the canteen", "superseded"),
    ]
    assert memory.recall("green rooms", top_k=3).degraded == memory.degraded
    assert len(memory.recall("green rooms", top_k=3)) == 3
    assert list(Memory.recall(memory, "anything", top_k=1)[0].to_dict())[:3] == ["id", "statement", "status"]


def test_a_persons_spellings_in_one_session_are_one_voice(memory):
    one = say(memory, "Priya Natarajan", "We eat in the canteen", "proposes")
    two = say(memory, "@priya", "my proposal", "withdraws")
    assert two.person_id == one.person_id and two.merged["person"]
    assert standing(memory) == {"We eat in the canteen": "withdrawn"}
    other = say(memory, "Priya Kapoor", "We eat at the harbour", "proposes")
    assert other.person_id != one.person_id


def test_a_reviewers_word_on_who_is_who_changes_what_stands(memory):
    say(memory, "Priya Natarajan", "We eat in the canteen", "proposes", session_id="s")
    say(memory, "@priya", "my position on the canteen", "withdraws", session_id="t")
    assert standing(memory) == {"We eat in the canteen": "current"}
    (pair,) = memory.pending()
    judgement = memory.confirm(pair.left_id, pair.right_id)
    assert standing(memory) == {"We eat in the canteen": "withdrawn"}
    memory.undo(judgement.id)
    assert standing(memory) == {"We eat in the canteen": "current"}


# ---------------------------------------------------------------------------------------------------------- forgetting


def test_forgetting_takes_what_was_brought_and_what_stood_before_stands_again(memory):
    say(memory, "Ana", "We eat in the canteen", "proposes", tag="a", source="minutes-1")
    say(memory, "Bo", "We eat at the harbour", "proposes", tag="b", source="minutes-2")
    say(memory, "Cy", "We eat in the park", "proposes", tag="c", source="minutes-3")
    memory.forget(tag="b")
    assert [(r.statement, r.status, r.supersedes) for r in memory.timeline(LUNCH)] == [
        ("We eat in the canteen", "superseded", []),
        ("We eat in the park", "current", ["We eat in the canteen"]),
    ]
    memory.forget(source="minutes-3")
    assert standing(memory) == {"We eat in the canteen": "current"}
    memory.forget(session_id="s")
    for record in NODE_CLASSES:
        assert memory.store.count(record.label) == 0, record.label
    with pytest.raises(InputError, match="no topic"):
        memory.timeline(LUNCH)


def test_a_decision_that_another_session_speaks_of_stays_in_its_words(memory):
    say(memory, "Ana", "We eat in the canteen", "proposes", session_id="s")
    say(memory, "Bo", "the canteen", "supports", session_id="t")
    memory.forget(session_id="s")
    (row,) = memory.timeline(LUNCH)
    assert (row.statement, row.status) == ("the canteen", "open")
    assert positions(memory, "the canteen") == {"Bo": "supports"}


# ----------------------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"claims": [], "decision": None}, "claims is empty"),
        ({"claims": "one text"}, "give a list"),
        ({"claims": [""]}, r"claims\[0\]"),
        ({"claims": ["fine", float("nan")]}, r"claims\[1\]"),
        ({"claims": None}, "claims is a NoneType"),
        ({"speaker": ""}, "speaker"),
        ({"speaker": None}, "speaker"),
        ({"speaker": 3}, "speaker"),
        ({"speaker": "Ana\x00"}, "NUL"),
        ({"session_id": ""}, "session_id"),
        ({"session_id": 4}, "session_id"),
        ({"topic": "  "}, "topic"),
        ({"topic": 5}, "topic"),
        ({"topic": "x" * 2001}, "short name"),
        ({"speaker": "\u200b"}, "visible"),
        ({"at": "yesterday"}, "at is"),
        ({"at": 20250101}, "at is"),
        ({"tag": 1}, "tag"),
        ({"decision": "Use it"}, "give a mapping"),
        ({"decision": {"stance": "proposes"}}, "statement"),
        ({"decision": {"statement": "Use it", "stance": "loves"}}, "use one of proposes, supports"),
        ({"decision": {"statement": "Use it", "stance": ["proposes"]}}, "use one of"),
        ({"decision": {"statement": "Use it"}}, "use one of"),
        ({"decision": {"statement": "Use it", "stance": "proposes", "open": "yes"}}, "True or False"),
        ({"decision": {"statement": "Use it", "stance": "proposes", "colour": 1}}, "colour"),
        ({"decision": {"statement": "\ud800", "stance": "proposes"}}, "surrogate"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_written(memory, change, message):
    given = {
        "session_id": "s",
        "speaker": "Ana",
        "claims": ["c"],
        "decision": {"statement": "Use it", "stance": "supports"},
    }
    with pytest.raises(InputError, match=message):
        memory.remember(**{**given, **change})
    assert memory.store.revision() == 0


def test_odd_speakers_topics_and_statements_are_kept(memory):
    for who in ("🦊", "李明", "مريم", "x" * 300, "O'Neil-Smythe, Dr. 7"):
        result = say(memory, who, "使用新系统 🎉", "supports", topic="決定 #1 (%$`)", session_id=f"s {who[:3]}")
        assert result.status in ("open", "current")
    (row,) = memory.timeline("決定 #1 (%$`)")
    assert len(positions(memory, row.statement)) == 5
    with pytest.raises(InputError, match="known ones are '決定 #1"):
        memory.timeline("決定 #2")
    with pytest.raises(InputError, match="no topic"):
        memory.timeline("quite another thing")


@pytest.mark.parametrize("question", ["", "  ", None, 3, "\ud800"])
def test_recall_refuses_what_is_no_question(memory, question):
    with pytest.raises(InputError):
        memory.recall(question)


@pytest.mark.parametrize("top_k", [0, -1, 2.5, True, None])
def test_recall_refuses_what_is_no_number(memory, top_k):
    with pytest.raises(InputError, match="top_k"):
        memory.recall("anything", top_k=top_k)


def test_recall_of_nothing_is_no_row(memory):
    assert list(memory.recall("anything")) == []
    with pytest.raises(InputError, match="none yet"):
        memory.timeline("anything")
