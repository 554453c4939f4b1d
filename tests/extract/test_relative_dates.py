"""Times as notes say them: what they are, read on a day."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.extract.relative_dates import find_times
from memkit.facts import period

#: A Monday.
DAY = date(2024, 6, 10)


@pytest.mark.parametrize(
    "text, past, role",
    [
        ("moved to Oslo in May", "2024-05", "on"),
        ("moved to Oslo in August", "2023-08", "on"),
        ("two years ago", "2022-06", "on"),
        ("half a year ago", "2023-12", "on"),
        ("a year and a half ago", "2022-12", "on"),
        ("a couple of weeks ago", "2024-05-27", "on"),
        ("has led it for ten years", "2014-06", "since"),
        ("since Thursday", "2024-06-06", "since"),
        ("last Monday", "2024-06-03", "on"),
        ("yesterday", "2024-06-09", "on"),
        ("last spring", "2024-03", "on"),
        ("last summer", "2023-06", "on"),
        ("in the autumn of 2021", "2021-09", "on"),
        ("at New Year", "2024-01-01", "on"),
        ("at Easter", "2024-03-31", "on"),
        ("at the end of last year", "2023-12", "on"),
        ("from the first of March", "2024-03-01", "since"),
        ("on 3 May 2020", "2020-05-03", "on"),
        ("until June 2021", "2021-06", "until"),
        ("before the summer", "2024-06", "before"),
        ("since 2014", "2014", "since"),
        ("last month", "2024-05", "on"),
        ("on the 14th", "2024-05-14", "on"),
    ],
)
def test_what_a_time_is(text, past, role):
    (found,) = find_times(text, DAY)
    assert (found.past, found.role) == (past, role)


@pytest.mark.parametrize(
    "text, ahead",
    [
        ("will move in August", "2024-08"),
        ("will move in May", "2025-05"),
        ("starts on Thursday", "2024-06-13"),
        ("in two weeks", "2024-06-24"),
        ("next spring", "2025-03"),
        ("tomorrow", "2024-06-11"),
    ],
)
def test_what_is_to_come(text, ahead):
    (found,) = find_times(text, DAY)
    assert found.ahead == ahead


@pytest.mark.parametrize("text", ["She may go.", "They march every week.", "The March family left.", "room 2024a"])
def test_no_time(text):
    assert find_times(text, DAY) == []


@given(
    st.dates(date(1900, 1, 1), date(2090, 12, 31)), st.text(alphabet="aeinorst MayJune0123456789 lastwk", max_size=60)
)
def test_every_time_is_a_period_and_a_span_of_the_text(day, text):
    for time in find_times(text, day):
        assert period(time.past) and period(time.ahead)
        assert 0 <= time.start < time.end <= len(text)
