from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_tables import people

from memkit.errors import InputError
from memkit.records.blocking import blocking_recall, candidate_pairs, pairs_in_blocks
from memkit.records.columns import read_columns


def found(table, max_block) -> set[tuple[int, int]]:
    left, right = pairs_in_blocks(read_columns(table), max_block)
    pairs = list(zip(left.tolist(), right.tolist(), strict=True))
    assert pairs == sorted(set(pairs))
    assert all(a < b for a, b in pairs)
    return set(pairs)


def test_a_small_table_is_compared_in_full():
    columns = read_columns({"a": ["x", "y", "z"]})
    left, right = candidate_pairs(columns)
    assert list(zip(left.tolist(), right.tolist(), strict=True)) == [(0, 1), (0, 2), (1, 2)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("ab cd ef gh ij".split()), max_size=3), min_size=3, max_size=10),
    st.integers(2, 4),
)
def test_words_in_few_records_and_two_common_words_make_blocks(rows, max_block):
    """Brute force over short words (no beginnings or ends): a rare word, an equal rare value, or two common words that
    few records have together."""
    values = [" ".join(dict.fromkeys(row)) for row in rows]
    if len({v for v in values if v}) < 2:
        return
    sets = [set(v.split()) for v in values]

    def few(have) -> bool:
        return sum(map(have, range(len(values)))) <= max_block

    expected = set()
    for i, j in combinations(range(len(values)), 2):
        shared = sets[i] & sets[j]
        rare = any(few(lambda k, w=w: w in sets[k]) for w in shared)
        equal = values[i] and values[i] == values[j] and few(lambda k, i=i: values[k] == values[i])
        common = [w for w in shared if not few(lambda k, w=w: w in sets[k])]
        two = any(few(lambda k, p=p: set(p) <= sets[k]) for p in combinations(common, 2))
        if rare or equal or two:
            expected.add((i, j))
    assert found({"name": values}, max_block) == expected


def test_a_name_in_the_wrong_column_and_a_typo_still_meet():
    table = {
        "first": ["margarethe", "huber", "margarehte", "xaver"],
        "last": ["huber", "margarethe", "seidl", "lindner"],
    }
    assert found(table, 3) == {(0, 1), (0, 2), (1, 2)}


def test_blocks_grow_until_the_pairs_are_enough():
    columns = read_columns(people(clusters=300, copies=2)[0])
    sizes = {block: len(pairs_in_blocks(columns, block)[0]) for block in (30, 60, 960)}
    assert sizes[30] < sizes[60] <= sizes[960] < 150_000 < 600 * 599 // 2
    for affordable, block in ((sizes[30], 30), (sizes[30] + 1, 60), (150_000, 960)):
        assert len(candidate_pairs(columns, affordable)[0]) == sizes[block]


def test_recall_counts_true_pairs_of_records_with_gold():
    left, right = np.array([0, 0, 3]), np.array([1, 2, 4])
    assert blocking_recall(left, right, np.array([7, 7, 8, 8, 8])) == 2 / 4
    assert blocking_recall(left, right, np.array([7, 7, 8, -1, -1])) == 1.0
    assert blocking_recall(left, right, np.array([1, 2, 3, 4, 5])) == 1.0


def test_no_column_is_an_error():
    with pytest.raises(InputError, match="no columns"):
        candidate_pairs([])
