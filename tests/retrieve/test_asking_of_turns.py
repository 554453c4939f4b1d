"""What a question says of the turns that answer it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.retrieve.asking import read_asking

NAMES = {1: ["Caroline Webb"], 2: ["Tom Reed", "@tomr"], 3: ["Tom Ash"], 4: ["will"], 5: ["Dr. Grace van Dam"]}
NOW = date(2023, 10, 22).toordinal()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What did Caroline paint?", [(1,)]),
        ("What did Caroline Webb's sister paint?", [(1,)]),
        ("what did caroline paint?", [(1,)]),
        ("Where does Tom live?", [(2, 3)]),
        ("Where does Tom Ash live?", [(3,)]),
        ("What did @tomr say of Caroline?", [(2,), (1,)]),
        ("What does Dr. Reed say?", [(2,)]),
        ("What does Grace say?", [(5,)]),
        ("Is the van hers?", []),
        ("Who knows the answer?", []),
        ("Will Caroline come?", [(1,)]),
        ("What did will say?", [(4,)]),
    ],
)
def test_the_speakers_it_names(question, named):
    assert read_asking(question, NAMES, NOW).named == tuple(named)


def test_words_in_small_letters_are_no_names():
    assert read_asking("May we ask what will happen?", {1: ["May"], 2: ["Will"]}, NOW).named == ()


def test_the_text_is_without_the_names_and_the_words_are_its_content():
    asking = read_asking("What did Caroline's kids say to Tom Reed about the Kids?", NAMES, NOW)
    assert asking.text == "What did kids say to about the Kids?"
    assert asking.words == {"kid": "kids", "say": "say"}


def test_a_name_alone_stays_the_question():
    asking = read_asking("Caroline?", NAMES, NOW)
    assert (asking.text, asking.words, asking.named) == ("Caroline?", {}, ((1,),))


@pytest.mark.parametrize(
    ("question", "joined"),
    [
        ("What do Caroline and Tom Reed like?", True),
        ("What do Caroline, Tom Reed and Grace like?", True),
        ("What does Caroline like about Tom Reed?", False),
        ("What does Caroline like about Caroline?", False),
        ("What?", False),
    ],
)
def test_who_is_named_together(question, joined):
    assert read_asking(question, NAMES, NOW).joined is joined


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did she do on 3 July, 2023?", "2023-07-03", "2023-07-03"),
        ("What did she do on July 3?", "2023-07-03", "2023-07-03"),
        ("What did she do on 2023-07-03?", "2023-07-03", "2023-07-03"),
        ("Where was she in May 2023?", "2023-05-01", "2023-05-31"),
        ("Where was she last December?", "2022-12-01", "2022-12-31"),
        ("Where was she in 2022?", "2022-01-01", "2022-12-31"),
    ],
)
def test_the_days_it_names(question, first, last):
    found = read_asking(question, NAMES, NOW).days
    assert found == (date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal())


def test_no_days_without_a_date_or_without_a_day_to_count_from():
    assert read_asking("Where may she go?", NAMES, NOW).days is None
    assert read_asking("Where was she in May 2023?", NAMES, 0).days is None


@pytest.mark.parametrize(
    ("question", "when"),
    [
        ("When did she go?", True),
        ("In which month did she go?", True),
        ("What year was that?", True),
        ("What did she say when he went?", False),
        ("What time-saving trick is that?", True),
    ],
)
def test_does_it_ask_for_a_time(question, when):
    assert read_asking(question, NAMES, NOW).when is when


@given(st.text(min_size=1), st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_whatever_is_asked_and_whoever_speaks(question, spellings):
    asking = read_asking(question, dict(enumerate([[spelling] for spelling in spellings])), NOW)
    assert asking.text
    assert {key for keys in asking.named for key in keys} <= set(range(len(spellings)))
