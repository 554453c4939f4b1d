"""Which entity types may be one thing."""

from __future__ import annotations

import pytest

from memkit.resolve.types import TypeTable


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [
        ("Person", "Location", "different"),
        ("Organization", "Company", "same"),
        ("ORG", "organisation", "same"),
        ("Database", "Datastore", "same"),
        ("Database", "Object", "same"),
        ("River", "Location", "same"),
        ("Database", "Vehicle", "related"),
        ("Gadget", "Object", "unknown"),
        ("", "Person", "unknown"),
        ("Gadget", "gadget", "same"),
        ("Company", "Fruit", "unknown"),
    ],
)
def test_relation_both_ways(left, right, relation):
    table = TypeTable()
    assert table.relation(left, right) == table.relation(right, left) == relation


def test_an_ontology_adds_parents_and_a_loop_ends():
    table = TypeTable({"Ledger": "Datastore", "A": "B", "B": "A"})
    assert table.root("Ledger") == "object"
    assert table.relation("Ledger", "Database") == "same"
    assert table.relation("Ledger", "Person") == "different"
    assert table.ancestors("A") == ["a", "b"]
