"""Grading of answers: each rule on answers made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.answers import (
    Cited,
    Reply,
    coverage,
    grade,
    grade_phrase,
    grade_set,
    is_valid,
    right_route,
    stands_in,
    thing,
    token_f1,
    tokens,
)
from eval.datasets.wiki import Question
from eval.extraction import Names
from memkit.extract import Ontology
from memkit.extract.ontology import KnownEntity

KNOWN = Ontology(
    entities=(
        KnownEntity("tally", "Object", ("libtally",)),
        KnownEntity("tally-db", "Object", ("tally database",)),
        KnownEntity("Site Reliability", "Organization", ("SRE", "SRE team")),
    )
)
NAMES = Names(KNOWN, [{"name": "Elif Aydin", "aliases": ["E. Aydin"]}])
CITED = (Cited("tally is run by SRE", "p1", "a.md", "Tally\nThe SRE team runs tally.", "The SRE team runs tally."),)


def question(category="2-hop", answer=("tally",), route=""):
    return Question("q", "Which?", category, tuple(answer), (), route, "report")


def reply(*items, **rest):
    return Reply("", tuple((item,) if isinstance(item, str) else item for item in items), citations=CITED, **rest)


@pytest.mark.parametrize(
    ("gold", "items", "expected"),
    [
        (["tally"], ["libtally"], "right"),
        (["SRE"], ["site reliability"], "right"),
        (["tally", "Elif Aydin"], ["E. Aydin", "TALLY"], "right"),
        (["tally", "Elif Aydin"], ["tally"], "partly"),
        (["tally"], ["tally", "tally-db"], "partly"),
        (["tally"], ["tally-db"], "wrong"),
        (["tally"], [], "wrong"),
        (["nobody knows it"], ["Nobody knows it"], "right"),
        (["7"], ["7"], "right"),
        (["7"], ["07"], "wrong"),
        (["7"], ["7", "8"], "wrong"),
    ],
)
def test_sets_and_counts(gold, items, expected):
    assert grade(question(answer=gold), reply(*items), NAMES) == expected


def test_a_wrong_merge_of_the_system_gains_nothing():
    merged = (("tally-db", "tally"),)  # the memory took the two for one thing and shows the wrong one
    assert grade_set(["tally"], merged, NAMES) == "wrong"
    assert grade_set(["tally"], (("the counting library", "libtally"),), NAMES) == "right"


def test_without_a_citation_or_by_a_wrong_refusal_an_answer_is_wrong():
    assert grade(question(), Reply("", (("tally",),)), NAMES) == "wrong"
    assert grade(question(), reply("tally", refused=True), NAMES) == "wrong"
    refusal = question("refusal", ())
    assert grade(refusal, Reply("", refused=True), NAMES) == "right"
    assert grade(refusal, reply("tally"), NAMES) == "wrong"


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        (
            "the book of record",
            "It is the Book of  Record, kept in pairs, and a great many other words besides.",
            "right",
        ),
        ("the book of record", "It is a bookish record of what was paid, when, by whom and on whose word.", "wrong"),
        ("red green blue", "red green", "right"),  # F1 2*2/5 = .8
        ("red green blue", "red black white", "partly"),  # F1 2*1/6 = .333
        ("red green blue", "red black white yellow pink", "wrong"),  # F1 2*1/8 = .25
        ("ninety seconds", "", "wrong"),
    ],
)
def test_a_definition_is_right_by_its_phrase_or_by_token_f1(gold, text, expected):
    assert grade_phrase(gold, text) == expected
    said = Reply(text, citations=CITED)
    assert grade(question("definitional", ["no such words", gold]), said, NAMES) == expected, "the best of several"


def test_tokens_and_f1_by_hand():
    assert tokens("The ADR-014, of 'Tally'!") == ["adr", "014", "of", "tally"]
    assert token_f1(["a", "b"], ["b", "b", "c"]) == pytest.approx(2 * 1 / 5)
    assert token_f1([], []) == 0


@given(st.lists(st.sampled_from("abcd"), max_size=6), st.lists(st.sampled_from("abcd"), max_size=6))
def test_f1_is_symmetric_and_one_only_for_equal_bags(one, other):
    f1 = token_f1(one, other)
    assert f1 == token_f1(other, one) and 0 <= f1 <= 1
    assert (f1 == 1) == (bool(one) and sorted(one) == sorted(other))


@given(st.sets(st.sampled_from(["tally", "tally-db", "SRE", "x"]), min_size=1), st.sets(st.sampled_from("xyz")))
def test_a_set_is_right_exactly_when_equal_and_wrong_exactly_when_apart(gold, extra):
    for given_items in (gold, gold | extra, extra):
        found = grade_set(sorted(gold), [(item,) for item in sorted(given_items)], NAMES)
        same = {thing((i,), NAMES) for i in given_items}
        wanted = {thing((i,), NAMES) for i in gold}
        assert found == ("right" if same == wanted else "partly" if same & wanted else "wrong")


@pytest.mark.parametrize(
    ("category", "given_route", "route", "right"),
    [
        ("definitional", "", "VECTOR", True),
        ("definitional", "", "GRAPH", False),
        ("3-hop", "", "HYBRID", True),
        ("aggregation", "", "HYBRID", False),
        ("refusal", "", "REFUSE", True),
        ("2-hop", "GRAPH", "HYBRID", False),
        ("2-hop", "", "", False),
    ],
)
def test_routes(category, given_route, route, right):
    assert right_route(question(category, route=given_route), route) is right


def test_a_citation_is_valid_when_its_passage_says_so():
    good = CITED[0]
    assert is_valid(good, KNOWN)
    for changed in (
        Cited(good.claim, "p1", "a.md", "", good.quote),  # no such passage
        Cited(good.claim, "p1", "a.md", good.text, "SRE runs everything."),  # words that do not stand there
        Cited("tally-db is run by SRE", "p1", "a.md", good.text, good.quote),  # a near-twin that it does not name
        Cited("tally is run by SRE", "p1", "a.md", "Another page\nIt is run by SRE.", ""),  # every edge one page
    ):
        assert not is_valid(changed, KNOWN)


def test_coverage_counts_claims_with_a_valid_citation():
    assert coverage(reply("tally", "tally-db"), CITED, KNOWN) == (1, 2)
    assert coverage(reply("libtally"), CITED, KNOWN) == (1, 1), "by another spelling"
    assert coverage(reply("3"), CITED, KNOWN) == (1, 1) and coverage(reply("3"), (), KNOWN) == (0, 1)
    said = Reply("The SRE team runs tally. It never sleeps.", citations=CITED)
    assert coverage(said, CITED, KNOWN) == (1, 2)


def test_a_name_stands_as_a_whole():
    assert stands_in("tally", "Use Tally.") and not stands_in("tally", "totally") and not stands_in("tally", "tally-db")
    assert stands_in("SRE team", "the SRE\nteam")
