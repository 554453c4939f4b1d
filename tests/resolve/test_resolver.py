"""The resolver: the best candidate wins, and two that fit alike are asked about, never merged."""

from __future__ import annotations

from itertools import permutations

from memkit.resolve import Name, get_rule, resolve

RULE = get_rule("memkit")


def decide(mention: str, *candidates: tuple[str, Name], type_: str = "Person"):
    return resolve(Name(mention, type_), candidates, RULE, merge_threshold=0.95, pending_threshold=0.85)


def test_no_candidate_creates_with_a_reason():
    decision = decide("Ada")
    assert (decision.action, decision.entity_id) == ("create", None)
    assert decision.comparison.reason


def test_merge_beats_pending_and_order_does_not_matter():
    candidates = [
        ("e1", Name("Ada Lovelace", "Person")),
        ("e2", Name("Adam Lovelace", "Person")),
        ("e3", Name("A. Lovelace", "Person")),
    ]
    decisions = [decide("Lovelace, Ada", *order) for order in permutations(candidates)]
    assert all(d == decisions[0] for d in decisions)
    assert (decisions[0].action, decisions[0].entity_id) == ("merge", "e1")


def test_two_that_would_merge_are_asked_about():
    decision = decide(
        "Acme",
        ("e1", Name("Acme Inc.", "Organization")),
        ("e2", Name("Acme GmbH", "Organization")),
        type_="Organization",
    )
    assert (decision.action, decision.entity_id) == ("pending", "e1")
    assert "2 known things fit equally: Acme Inc., Acme GmbH" in decision.comparison.reason
    assert decision.comparison.veto
    assert [id for id, _ in decision.alternatives] == ["e2"]


def test_two_namesakes_are_asked_about():
    decision = decide("John Smith", ("e1", Name("John Smith", "Person")), ("e2", Name("John Smith", "Person")))
    assert decision.action == "pending"


def test_its_own_spelling_wins_over_a_longer_form():
    decision = decide(
        "Acme", ("e1", Name("Acme", "Organization")), ("e2", Name("Acme GmbH", "Organization")), type_="Organization"
    )
    assert (decision.action, decision.entity_id) == ("merge", "e1")


def test_names_of_one_canonical_thing_are_no_rivals():
    decision = decide(
        "Acme",
        ("e1", Name("Acme Inc.", "Organization")),
        ("e1", Name("Acme Ltd", "Organization")),
        type_="Organization",
    )
    assert (decision.action, decision.entity_id) == ("merge", "e1")


def test_another_name_of_the_thing_can_forbid_a_merge():
    names = [("e1", Name("Acme Corp", "Organization")), ("e1", Name("Acme", "Organization"))]
    decision = decide("Acme Inc.", *names, type_="Organization")
    assert decision.action == "pending"
    assert "legal forms differ: corp / inc" in decision.comparison.reason
    assert decide("ACME", *names, type_="Organization").action == "merge"


def test_its_own_spelling_is_not_vetoed_by_another_name():
    """The thing is known as RFC 2616 and as HTTP/1.1: a reader confirmed that."""
    names = [("e1", Name("RFC 2616", "Object")), ("e1", Name("HTTP/1.1", "Object"))]
    assert decide("HTTP/1.1", *names, type_="Object").action == "merge"


def test_a_short_form_names_everyone_it_fits():
    decision = decide("Priya", ("e1", Name("Priya Nair", "Person")), ("e2", Name("Priya Rao", "Person")))
    assert decision.action == "pending"
    assert "2 known things fit: Priya Nair, Priya Rao" in decision.comparison.reason


def test_a_bare_name_that_is_known_but_fits_longer_ones_too():
    """ "Priya" is known by that very name and two full names fit it: the known short one is the evidence."""
    decision = decide("Priya", ("e1", Name("Priya", "Person")), ("e2", Name("Priya Rao", "Person")))
    assert (decision.action, decision.entity_id) == ("merge", "e1")
    assert [id for id, _ in decision.alternatives] == ["e2"]


def test_shared_neighbours_support_a_question():
    mention = Name("Priya", "Person", neighbours=frozenset({"x"}))
    known = Name("Priya Nair", "Person", neighbours=frozenset({"x", "y"}))
    decision = resolve(mention, [("e1", known)], RULE, merge_threshold=0.95, pending_threshold=0.85)
    assert decision.action == "pending"
    assert decision.comparison.reason.endswith("they share 1 neighbour")


def test_the_seed_rule_gets_its_cosine():
    seed = get_rule("seed")
    candidates = [("e1", Name("payments gateway", "Object")), ("e2", Name("payment gateways", "Object"))]
    decision = resolve(
        Name("payment gateway", "Object"),
        candidates,
        seed,
        merge_threshold=0.95,
        pending_threshold=0.85,
        semantic={"e1": 0.2, "e2": 0.99},
    )
    assert decision.entity_id == "e2"
