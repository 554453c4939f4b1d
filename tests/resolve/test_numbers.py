"""Numbers in names, against values worked out by hand."""

from __future__ import annotations

import pytest

from memkit.resolve.form import form_of
from memkit.resolve.numbers import compare_numbers, roman


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("RFC 2616", ["2616"]),
        ("SR-2023-052", ["2023", "52"]),
        ("langfuse:3.224.4", ["3.224.4"]),
        ("1,000 Genomes", ["1000"]),
        ("World War II", ["2"]),
        ("Louis XIV", ["14"]),
        ("Fifth Avenue", ["5"]),
        ("5th Avenue", ["5"]),
        ("-5 °C", ["-5"]),
        ("version 1.05", ["1.05"]),
        ("٣ أكتوبر", ["3"]),
        ("k8s", []),  # a known short name, not a number
        ("MIX", []),
    ],
)
def test_values(name, values):
    assert [number.value for number in form_of(name).numbers] == values


def test_roman_numerals_up_to_39_are_what_counting_gives():
    ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    for value in range(1, 40):
        assert roman("X" * (value // 10) + ones[value % 10]) == value
    assert roman("IIII") is None
    assert roman("") is None
    assert roman("Vi") is None


@pytest.mark.parametrize(
    ("left", "right", "parted", "note"),
    [
        ("v3", "v3", "", ""),
        ("PEP 8", "PEP 0008", "", "the same number: 8 / 0008"),
        ("langfuse:3", "langfuse:3.224.4", "one version is less exact: 3 / 3.224.4", ""),
        ("Python 3", "Python 3.0", "", "the same number, less exact: 3 / 3.0"),
        ("Claude 3", "Claude", "only one has a number: 3", ""),
        ("6 of 9", "9 of 6", "digits in another order: 6, 9 / 9, 6", ""),
        ("Ocean's Eleven", "Ocean's Twelve", "numbers differ: Eleven / Twelve", ""),
        ("3.5", "35", "digits differ: 3.5 / 35", ""),
    ],
)
def test_comparison(left, right, parted, note):
    verdict = compare_numbers(form_of(left).numbers, form_of(right).numbers)
    assert (verdict.parted, verdict.note) == (parted, note)
