from __future__ import annotations

import pytest
from record_tables import people

from memkit.errors import InputError
from memkit.records.columns import read_columns


def test_kinds_are_found_and_a_column_that_repeats_others_goes():
    table, _ = people()
    columns = {c.name: c for c in read_columns(table)}
    assert {name: c.kind for name, c in columns.items()} == {
        "first": "text",
        "last": "text",
        "born": "date",
        "postcode": "code",
    }


def test_long_whole_numbers_are_codes_and_short_ones_are_numbers():
    table = {"phone": ["5550100", "5550101", "5550199"], "year": ["1987", "1990,", "2001"], "rooms": ["2", "3", "12"]}
    assert [c.kind for c in read_columns(table)] == ["code", "code", "number"]


def test_a_composite_column_keeps_the_words_that_only_it_has():
    table = {
        "name": ["Ann Mary Smith", "Bob Smith", "Carl Otto Jung", "Ann Lee"],
        "first": ["ann", "bob", "carl", "ann"],
        "last": ["smith", "smith", "jung", ""],
    }
    name = read_columns(table)[0]
    assert [name.values[c] if c >= 0 else "" for c in name.codes] == ["mary", "", "otto", "lee"]


def test_of_two_equal_columns_the_first_stays():
    values = ["red fox", "blue bird", "grey wolf"]
    assert [c.name for c in read_columns({"a": values, "b": values, "c": ["x", "y", "z"]})] == ["a", "c"]


def test_values_are_folded_and_missing_ones_have_no_code():
    (column,) = read_columns({"city": ["Zürich!", "zurich", "", "  ", "Basel"]})
    assert column.values == ("basel", "zurich")
    assert column.codes.tolist() == [1, 1, -1, -1, 0]
    assert column.counts.tolist() == [1, 2]


def test_nothing_to_compare_is_an_error():
    with pytest.raises(InputError, match="no column tells records apart"):
        read_columns({"a": ["x", "x"], "b": ["", ""]})
    with pytest.raises(InputError, match="different lengths"):
        read_columns({"a": ["x", "y"], "b": ["x"]})
