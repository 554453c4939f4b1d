from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.errors import InputError
from memkit.records.features import WHOLE, RecordFeatures, column_kind
from memkit.records.similarity import Value
from memkit.records.untrained import RecordRule, code_evidence, embedding_cosines

LEFT = [
    {"name": "Sony black camera DSC-T300", "price": "273.95", "year": "2008", "authors": "J. Gray, D. Knuth"},
    {"name": "Canon ink cartridge CLI8B", "price": "16.00", "year": "2007", "authors": "R. Agrawal"},
    {"name": "Bose remote control", "price": "", "year": "2006", "authors": "M. Stonebraker, J. Gray"},
]
RIGHT = [
    {
        "name": "Sony Cyber-shot DSCT300 digital camera",
        "price": "$ 270",
        "year": "2008",
        "authors": "Jim Gray and Don Knuth",
    },
    {"name": "Canon CLI-8B ink", "price": "13.99", "year": "2007", "authors": "Rakesh Agrawal"},
    {"name": "Bose remote PMC2", "price": "145.37", "year": "2001", "authors": "J. Gray"},
]


@pytest.fixture(scope="module")
def features():
    return RecordFeatures.fit(LEFT, RIGHT)


def test_kinds_are_read_from_the_values(features):
    assert features.kinds == {"name": "short", "price": "decimal", "year": "integer", "authors": "list"}
    assert features.lead == "name"
    assert column_kind(["17-Apr-09", "April 3, 2001", ""]) == "date"
    assert column_kind(["one two three four five six seven eight nine ten eleven twelve thirteen"]) == "long"
    assert column_kind(["", " "]) == "short"


def test_values_by_hand(features):
    row = dict(zip(features.names, features.row(LEFT[0], RIGHT[0]), strict=True))
    assert row["price.ratio"] == pytest.approx(270 / 273.95)
    assert row["year.equal"] == 1.0 and row["year.difference"] == 0.0
    # words: {sony, black, camera, dsc, t300} and {sony, cyber, shot, dsct300, digital, camera}: 2 of 9 shared
    assert row["name.jaccard"] == pytest.approx(2 / 9)
    assert row["name.containment"] == pytest.approx(2 / 5)
    assert row["name.first_word"] == 1.0 and row["name.last_word"] == 0.0
    assert row[f"{WHOLE}.best_code"] == 1.0
    assert row["authors.items_low"] == pytest.approx(0.9)
    assert math.isnan(row[f"{WHOLE}.lead_colours"])
    row = dict(zip(features.names, features.row(LEFT[2], RIGHT[2]), strict=True))
    assert math.isnan(row["price.ratio"])
    assert row["year.difference"] == pytest.approx(math.log(6))
    assert row["authors.items_low"] == 1.0 and row["authors.items_high"] == 0.5


def test_a_value_in_the_wrong_column_is_found(features):
    moved = {"name": "", "price": "", "year": "2008", "authors": LEFT[0]["name"]}
    row = dict(zip(features.names, features.row(moved, LEFT[0]), strict=True))
    assert math.isnan(row["name.jaccard"])
    assert row[f"{WHOLE}.best_column_high"] == 1.0
    assert row[f"{WHOLE}.missing"] == 0.5  # name and price, of four


def test_values_that_many_records_share_are_counted_over_distinct_records():
    left = [{"title": "Book review", "year": str(year)} for year in range(1995, 2000)]
    right = [{"title": "book-review", "year": "1994"}, {"title": "Unlike", "year": "1994"}]
    features = RecordFeatures.fit([*left, *left], right)
    assert features.repeats == {"title": {"bookreview": 6}}
    row = dict(zip(features.names, features.row(left[0], right[1]), strict=True))
    assert row["title.repeats_low"] == pytest.approx(math.log(2))  # up to two records: one in each source
    assert row["title.repeats_high"] == pytest.approx(math.log(6))


def test_the_lead_column_tells_records_apart():
    rows = [{"brand": "sony", "title": f"camera {i}", "note": ""} for i in range(8)]
    assert RecordFeatures.fit(rows, rows).lead == "title"
    assert RecordFeatures.fit([{"brand": "sony"}] * 8, [{"brand": "sony"}]).lead == "brand"


def test_columns_that_only_one_side_has_still_count_in_the_whole():
    features = RecordFeatures.fit([{"title": "a b"}], [{"title": "a", "extra": "b"}])
    assert list(features.kinds) == ["title"]
    row = dict(zip(features.names, features.row({"title": "a b"}, {"title": "a", "extra": "b"}), strict=True))
    assert row[f"{WHOLE}.jaccard"] == 1.0


def test_no_column_in_common_and_nothing_at_all():
    features = RecordFeatures.fit([{"a": "x y"}], [{"b": "x y"}])
    assert features.kinds == {} and features.lead is None
    assert np.isfinite(features.transform([({"a": "x y"}, {"b": "x y"})])).any()
    with pytest.raises(InputError, match="no record has a value"):
        RecordFeatures.fit([{"a": ""}], [])
    with pytest.raises(InputError, match="rename it"):
        RecordFeatures.fit([{WHOLE: "x"}], [{WHOLE: "y"}])


def test_round_trip_gives_the_same_rows(features):
    pairs = list(zip(LEFT, RIGHT, strict=True))
    copy = RecordFeatures.from_dict(features.to_dict())
    assert copy.names == features.names
    assert np.array_equal(copy.transform(pairs), features.transform(pairs), equal_nan=True)


value = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=25)
record = st.fixed_dictionaries({"name": value, "price": value, "year": value, "authors": value})


@settings(deadline=None)
@given(record, record)
def test_any_records_give_symmetric_rows_of_bounded_similarities(a, b):
    features = RecordFeatures.fit(LEFT, RIGHT)
    row, back = np.array(features.row(a, b)), np.array(features.row(b, a))
    assert np.allclose(row, back, equal_nan=True)
    assert not np.isinf(row).any()


# ------------------------------------------------------------------------------------------------ the untrained rule


@pytest.fixture(scope="module")
def rule(features):
    return RecordRule(features)


def test_equal_records_score_one_and_empty_ones_zero(rule):
    assert rule.compare(LEFT[0], dict(LEFT[0])).score == pytest.approx(1.0)
    empty = dict.fromkeys(LEFT[0], "")
    assert rule.compare(LEFT[0], empty).score == 0.0 and rule.compare(LEFT[0], empty).veto


def test_a_shared_code_raises_and_a_conflict_lowers_and_vetoes(rule):
    fits = rule.compare({"name": "camera DSC-T300"}, {"name": "camera dsct300"})
    differs = rule.compare({"name": "camera DSC-T300"}, {"name": "camera DSC-T500"})
    assert fits.signals["codes"] == 1.0 and "code fits: dsct300" in fits.reason and not fits.veto
    assert differs.signals["codes"] == -1.0 and "codes differ: dsct300 / dsct500" in differs.reason and differs.veto
    assert fits.score > fits.signals["text"] and differs.score < differs.signals["text"]


def test_the_guards_are_the_documented_factors(rule):
    a, b = {"name": "alpha beta", "year": "2001"}, {"name": "alpha beta", "year": "2003"}
    # the lead columns are equal; the whole records differ in the year
    plain = rule.compare(a, a).score, rule.compare(a, b)
    assert plain[0] == pytest.approx(1.0)
    assert plain[1].score == pytest.approx(0.8 * plain[1].signals["text"])
    assert "year differs: 2001 / 2003" in plain[1].reason and plain[1].veto
    double = rule.compare({"name": "x", "price": "10"}, {"name": "x", "price": "19.99"})
    assert "price" not in double.reason  # prices vary between shops: only more than double counts
    assert "price differs" in rule.compare({"name": "x", "price": "10"}, {"name": "x", "price": "20.01"}).reason


def test_code_evidence_of_one_side():
    lead_a, lead_b = Value("phone KX-TG9341T"), Value("phone")
    assert code_evidence(lead_a, lead_b, lead_a, lead_b) == (-0.5, "code in one only: kxtg9341t")
    described = Value("phone, the new KX TG 9341 T")
    assert code_evidence(lead_a, lead_b, lead_a, described)[0] == 1.0
    assert code_evidence(lead_b, lead_b, lead_b, lead_b) == (0.0, "")


def test_the_embedding_moves_the_score_by_its_weight(rule):
    alone = rule.compare({"name": "red wine"}, {"name": "red wine glass"})
    moved = rule.compare({"name": "red wine"}, {"name": "red wine glass"}, semantic=0.5)
    assert moved.score == pytest.approx(0.8 * alone.score + 0.2 * 0.5)


def test_embedding_cosines_encode_each_text_once():
    seen = []

    def encode(texts):
        seen.extend(texts)
        return np.eye(len(texts), dtype=np.float32)

    pairs = [({"n": "a"}, {"n": "a"}), ({"n": "a"}, {"n": "b"}), ({"n": ""}, {"n": "", "m": "b"})]
    cosines = embedding_cosines(pairs, encode, "n")
    assert cosines.tolist() == [1.0, 0.0, 0.0]
    assert sorted(seen) == ["", "a", "b"]


def test_many_pairs_at_once_are_the_single_ones(rule):
    pairs = [(a, b) for a in LEFT for b in RIGHT]
    told = []
    scores = rule.scores(pairs, progress=lambda done, total: told.append((done, total)))
    assert scores.tolist() == [rule.compare(a, b).score for a, b in pairs]
    assert told == [(9, 9)]
    assert scores.reshape(3, 3).argmax(axis=1).tolist() == [0, 1, 2]
