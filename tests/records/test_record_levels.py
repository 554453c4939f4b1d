from __future__ import annotations

import numpy as np
import pytest
from rapidfuzz.distance import JaroWinkler
from record_tables import people

from memkit.records.columns import read_columns
from memkit.records.levels import DIFFERENT, MAX_LEVELS, MISSING, RARITY_LEVELS, comparison_levels, similarities


def level(kind_values: list[str], pairs: list[tuple[int, int]]) -> list[int]:
    columns = read_columns({"c": kind_values})
    left, right = (np.array(side) for side in zip(*pairs, strict=True))
    return comparison_levels(columns, left, right)[:, 0].tolist()


def test_dates_by_edits_and_year():
    dates = ["1862-01-31", "1862-01-81", "1862-10-13", "1971-12-25", "", "1862-01-31"]
    one_edit, same_year, different, missing, equal = level(dates, [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5)])
    assert missing == MISSING
    assert different == DIFFERENT
    assert different < same_year < one_edit < equal
    assert equal >= MAX_LEVELS - RARITY_LEVELS


def test_text_rises_with_similarity():
    names = ["katherine", "catherine", "kathrine", "bob", "katherine"]
    levels = level(names, [(0, 3), (0, 1), (0, 2), (0, 4)])
    assert levels == sorted(levels)
    assert len(set(levels)) >= 3


def test_of_equal_values_the_rare_one_is_the_higher_level():
    names = ["smith"] * 8 + ["quill"] * 2 + ["other"] * 4
    common, rare = level(names, [(0, 1), (8, 9)])
    assert MAX_LEVELS - RARITY_LEVELS <= common < rare


def test_levels_are_symmetric_and_ignore_the_order_of_pairs():
    columns = read_columns(people()[0])
    left, right = np.triu_indices(50, 1)
    levels = comparison_levels(columns, left, right)
    assert np.array_equal(levels, comparison_levels(columns, right, left))
    assert np.array_equal(levels[::-1], comparison_levels(columns, left[::-1], right[::-1]))


def test_similarities_against_the_library_and_by_hand():
    table = {
        "name": ["ann lee", "anne lee", "bob kay", "ann lee"],
        "born": ["1900-01-02", "1900-01-03", "", "1950-05-05"],
    }
    rows, names = similarities(read_columns(table), np.array([0, 0, 0]), np.array([1, 2, 3]))
    column = {name: rows[:, j] for j, name in enumerate(names)}
    assert column["name.jaro_winkler"][0] == pytest.approx(JaroWinkler.similarity("ann lee", "anne lee"))
    assert column["born.edit"][0] == pytest.approx(0.9)
    assert np.isnan(column["born.edit"][1])
    assert column["name.rarer"].tolist() == pytest.approx([0.0, 0.0, np.log(2)])
    # idf: ann ln(4/2), lee ln(4/3), anne ln(4/1)
    assert column["(words).shared"].tolist() == pytest.approx([np.log(4 / 3), 0.0, np.log(2) + np.log(4 / 3)])
    assert column["(words).unshared_low"].tolist() == pytest.approx(
        [np.log(2), np.log(2) + np.log(4 / 3), 0.0], abs=1e-6
    )
