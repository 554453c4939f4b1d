"""Which statements stand, on both stores."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.facts import period, standing, standing_attributes
from memkit.model import Attribute, Batch, Denial, Document, Entity, Judgement, Passage, Relation

API, LEDGER = Entity("e_api", "api", "Object", "e_api"), Entity("e_ledger", "ledger", "Object", "e_ledger")
#: Another name of `api`, merged with it.
FRONT = Entity("e_front", "front", "Object", "e_api")
MERGED = Judgement("j", "e_api", "e_front", "merged", 1.0, {"same": 1.0}, "same", "me", "2024-01-01")
FILE = Document("d", "Wiki", "wiki.md", "hash")


def page(id: str, at: str) -> Passage:
    return Passage(id, "chunk", "d", 0, "Wiki", id, "wiki.md", at=at)


def uses(passage_id: str, source: str = "e_api") -> Relation:
    return Relation(f"r_{passage_id}", source, "e_ledger", "USES", passage_id, "api uses ledger")


def denies(passage_id: str, *, former: bool, at: str = "", source: str = "e_api") -> Denial:
    return Denial(f"x_{passage_id}", source, "e_ledger", "USES", passage_id, "no", former, at)


def write(store, *records) -> None:
    store.apply(Batch([API, LEDGER, FRONT, MERGED, FILE, *records]))


@pytest.mark.parametrize(
    ("stated", "denied", "former", "since", "stands"),
    [
        ("2024-05-01", "2025-01-01", True, "", False),  # corrected by a later page
        ("2025-05-01", "2025-01-01", True, "", True),  # stated again later
        ("2025-01-01", "2025-01-01", True, "", False),  # of one date: who knows that it ended knows more
        ("", "2025-01-01", True, "", False),
        ("2024-05-01", "", True, "", False),
        ("2024-05-01", "", True, "2024-03-01", True),  # the denial dates the change itself
        ("2024-05-01", "2025-01-01", True, "2024-03-01", False),  # and its page was written later still
        ("2024-05-01", "2025-01-01", False, "", False),
        ("2025-01-01", "2025-01-01", False, "", True),  # two pages disagree
        ("2025-05-01", "2025-01-01", False, "", True),
        ("", "2025-01-01", False, "", True),
        ("2024-05-01", "", False, "", True),
        ("2024", "2024-05-01", False, "", True),  # within the year: not known to be earlier
        ("2023", "2024-05-01", False, "", False),
    ],
)
def test_a_denial_corrects_by_date(store, stated, denied, former, since, stands):
    write(store, page("p1", stated), page("p2", denied), uses("p1"), denies("p2", former=former, at=since))
    assert standing(store, store.find("RELATED_TO")) == ([uses("p1")] if stands else [])


def test_a_denial_is_about_things_not_names(store):
    write(store, page("p1", "2024"), page("p2", "2025"), uses("p1", "e_front"), denies("p2", former=True))
    assert standing(store, [uses("p1", "e_front")]) == []


def test_a_denial_of_another_type_target_or_direction_corrects_nothing(store):
    others = [
        replace(denies("p2", former=True), id="x1", type="OWNS"),
        replace(denies("p2", former=True), id="x2", source_id="e_ledger", target_id="e_api"),
    ]
    write(store, page("p1", "2024"), page("p2", "2025"), uses("p1"), *others)
    assert standing(store, [uses("p1")]) == [uses("p1")]


def test_no_passage_corrects_itself_and_the_order_stays(store):
    third = replace(uses("p3"), id="a_first")
    write(store, page("p1", "2024"), page("p2", "2025"), page("p3", "2026"), uses("p1"), uses("p2"), third)
    store.apply(Batch([denies("p2", former=True)]))
    assert standing(store, [third, uses("p2"), uses("p1")]) == [third, uses("p2")]
    assert standing(store, []) == []


def tier(passage_id: str, value: str, entity: str = "e_api", name: str = "tier") -> Attribute:
    return Attribute(f"a_{passage_id}_{value}", passage_id, entity, name, value, f"{name}: {value}")


def test_the_latest_value_of_an_attribute_stands(store):
    edges = [
        tier("p1", "1"),
        tier("p2", "2"),
        tier("p3", "3", "e_front"),
        tier("p4", "2"),
        tier("p1", "x", name="team"),
    ]
    dated = [page("p1", "2024-02"), page("p2", "2025-02"), page("p3", ""), page("p4", "2023")]
    write(store, *dated, *edges)
    assert standing_attributes(store, edges) == [edges[1], edges[3], edges[4]]
    assert standing_attributes(store, edges[:1]) == []  # the value that took its place was not asked for
    assert standing_attributes(store, []) == []


def test_values_of_one_date_or_of_none_all_stand(store):
    edges = [tier("p1", "Go"), tier("p1", "Rust")]
    write(store, page("p1", ""), *edges)
    assert standing_attributes(store, edges) == edges


@pytest.mark.parametrize("text", ["", "soon", "2024-13", "2024-02-30", "0000", "9999-12-31T23:59:59+00:00x"])
def test_what_is_no_time_has_no_period(text):
    assert period(text) is None


def test_a_period_is_as_long_as_its_text_says():
    spans = [period(text) for text in ("2024", "2024-12", "2024-02-29", "2024-02-29T23:30:00-02:00")]
    assert [str(p.start.date()) for p in spans] == ["2024-01-01", "2024-12-01", "2024-02-29", "2024-03-01"]
    assert [str(p.end.date()) for p in spans] == ["2025-01-01", "2025-01-01", "2024-03-01", "2024-03-01"]


@given(st.dates(), st.dates())
def test_periods_are_ordered_as_days_are(one, other):
    left, right = period(one.isoformat()), period(other.isoformat())
    if left and right:
        assert left.is_after(right) == (one > other)
