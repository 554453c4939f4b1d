from __future__ import annotations

import math
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memkit.records import similarity as sim
from memkit.records.similarity import Value, find_codes, fold, parse_date, parse_number


def test_folding_keeps_every_script():
    assert fold(" Kießling ＡＢＣ é ") == "kiessling abc e"
    assert fold("हिन्दी") == "हिन्दी"  # the vowel signs of Hindi are no accents
    assert fold("東京") == "東京"


def test_html_entities_are_read_and_letters_rejoined():
    assert fold("G&#252;nther") == fold("g &#252; nther") == "gunther"
    assert fold("A &amp; B") == "a & b"
    assert fold("AT&T; R&D") == "at&t; r&d"


def test_roman_numerals_count_as_numbers_where_they_number():
    assert Value("Database tuning (part II)").numbers == {"2"}
    assert Value("part i, volume x").numbers == {"1", "10"}
    assert Value("i saw the x factor, mix").numbers == set()


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("8.00 %", ("8",)),
        ("8,5", ("8.5",)),
        ("$ 1,299.50", ("1299.5",)),
        ("no. 007", ("no", "007")),
        ("1.2.3", ("1.2.3",)),
        ("KX-TG9341T", ("kx", "tg9341t")),
        ("", ()),
    ],
)
def test_tokens_write_equal_numbers_alike(text, tokens):
    assert Value(text).tokens == tokens


@pytest.mark.parametrize(
    "text, codes",
    [
        ("panasonic kx-tg9341t phone", {"kxtg9341t", "tg9341t"}),
        ("mb13orgseev2 for 13 ' macbook", {"mb13orgseev2"}),
        ("500gb 1080p 19in 10x 1920x1080 5th", set()),  # quantities
        ("canon 0620b002 4800", {"0620b002"}),  # four digits alone may be a year
        ("711719706700", {"711719706700"}),
        ("plain words", set()),
    ],
)
def test_codes_are_told_from_quantities(text, codes):
    assert find_codes(text) == codes


@pytest.mark.parametrize(
    "text, number",
    [("$ 0.99", 0.99), ("8.00 %", 8.0), ("1,299", 1299.0), ("4:03", 243.0), ("1:00:01", 3601.0), ("-3", -3.0)],
)
def test_numbers_are_read(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize("text", ["album only", "", "12 monkeys of the north", "1999 / 2001", "1" * 400])
def test_what_is_no_number_is_nan(text):
    assert math.isnan(parse_number(text))


@pytest.mark.parametrize(
    "text", ["17-apr-09", "april 17 , 2009", "2009-04-17", "4/17/2009", "17/4/2009", "17 apr. 2009"]
)
def test_dates_are_read_in_every_usual_form(text):
    assert parse_date(text) == date(2009, 4, 17).toordinal()


@pytest.mark.parametrize("text", ["31/2/2009", "april", "april 2009", "1 2 3 4 5", "may the force be with you", ""])
def test_what_is_no_date_is_nan(text):
    assert math.isnan(parse_date(text))


def test_code_similarity_by_hand():
    assert sim.code_similarity("kdl46v4100", "kdl46v4100") == 1.0
    assert sim.code_similarity("gld4355rf", "gld4355rfs") == pytest.approx(0.5 + 0.5 * 9 / 10)
    # one digit of nine characters differs: edit similarity 8/9, halved
    assert sim.code_similarity("dsct500bl", "dsct300bl") == pytest.approx(0.5 * 8 / 9)
    # same digits, other letters: one of 7 differs
    assert sim.code_similarity("fe360pk", "fe360bk") == pytest.approx(0.9 * 6 / 7)
    assert sim.best_code(frozenset({"abc1", "xyz99"}), frozenset({"xyz99"})) == 1.0
    assert sim.mean_code(frozenset({"xyz99"}), frozenset({"xyz99", "q12345"})) == 1.0
    assert math.isnan(sim.best_code(frozenset(), frozenset({"x1234"})))


def test_codes_are_found_however_the_other_side_spaces_them():
    assert sim.codes_within(frozenset({"kxtg9341t"}), Value("Panasonic KX TG 9341T phone")) == 1.0
    assert sim.codes_within(frozenset({"kxtg9341t", "zz999"}), Value("KX-TG9341T")) == 0.5


def test_measures_agree_where_units_are_shared():
    a, b = Value("10 megapixel 8gb camera"), Value("8 GB, 12 Megapixel, 3.0 inch")
    assert a.measures == {"megapixel": {"10"}, "gb": {"8"}}
    assert sim.measures_agree(a, b) == 0.5
    assert math.isnan(sim.measures_agree(a, Value("no numbers")))


def test_lists_of_people_align_one_to_one():
    a = Value("Rakesh Agrawal, Jim Gray and D. Knuth").items
    assert a == ("rakesh agrawal", "jim gray", "d. knuth")
    low, high = sim.align_lists(a, ("donald knuth", "rakesh agrawal"))
    # by hand: one equal name, one last name with a fitting initial: 1 + .9, over 2 and over 3
    assert low == pytest.approx(1.9 / 2)
    assert high == pytest.approx(1.9 / 3)
    assert sim.person_similarity("j. smith", "mary smith") == 0.4
    assert sim.person_similarity("smith john", "john smith") == 1.0


def test_abbreviations():
    assert sim.abbreviates(Value("VLDB"), Value("Very Large Data Bases")) == 1.0
    assert sim.abbreviates(Value("Proc. SIGMOD"), Value("Proceedings of SIGMOD")) == 1.0
    assert sim.abbreviates(Value("ICDE"), Value("Very Large Data Bases")) == 0.0


def test_set_and_ratio_similarities_by_hand():
    a, b = frozenset("abc"), frozenset("bcde")
    assert sim.jaccard(a, b) == 2 / 5
    assert sim.containment(a, b) == 2 / 3
    assert math.isnan(sim.jaccard(a, frozenset()))
    assert sim.ratio_of(50, 200) == 0.25
    assert sim.ratio_of(0, 0) == 1.0 and sim.ratio_of(0, 3) == 0.0 and sim.ratio_of(-1, 1) == 0.0
    assert sim.edit(Value("kitten"), Value("sitting")) == pytest.approx(1 - 3 / 7)


any_text = st.text(max_size=40)


@settings(deadline=None)
@given(any_text, any_text)
def test_every_comparison_takes_any_text_and_is_symmetric(x, y):
    a, b = Value(x), Value(y)
    for similarity in (sim.edit, sim.jaro_winkler, sim.partial, sim.token_sort, sim.abbreviates, sim.measures_agree):
        one, other = similarity(a, b), similarity(b, a)
        assert one == pytest.approx(other, nan_ok=True)
        assert math.isnan(one) or 0 <= one <= 1
    assert sim.best_code(a.codes, b.codes) == pytest.approx(sim.best_code(b.codes, a.codes), nan_ok=True)
    assert sim.align_lists(a.items, b.items) == pytest.approx(sim.align_lists(b.items, a.items), nan_ok=True)
