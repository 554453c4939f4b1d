"""Sentences of a passage: where they begin and end, what they stand under, and how they are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.answer.sentences import plain, sentences
from memkit.model import Passage


def passage(text: str) -> Passage:
    return Passage("p", "chunk", "d", 0, "Title", text, "s.md")


def texts(text: str) -> list[str]:
    return [plain(s.text) for s in sentences(passage(text))]


PAGE = """---
type: ship
owner: Harbour Board
---
# Wrath

Wrath is a ferry. She was built by Ferguson Ltd. in 1902, e.g. for cattle!

## Routes

- Oban to Mull
- *Mull* to `Iona_North`

| Port | Since |
|---|---|
| Oban | 1903 |

```
code = "is no sentence"
```

*How fast is she?* Twelve knots. Why so slow? """


def test_a_page():
    assert texts(PAGE) == [
        "type: ship",
        "owner: Harbour Board",
        "Wrath is a ferry.",
        "She was built by Ferguson Ltd. in 1902, e.g. for cattle!",
        "Oban to Mull",
        "Mull to Iona_North",
        "Oban | 1903",
        "How fast is she? Twelve knots.",
        "Why so slow?",
    ]


def test_headings_stand_at_the_sentences_below_them():
    found = {plain(s.text): s.heading for s in sentences(passage(PAGE))}
    assert found["Wrath is a ferry."] == "Wrath" and found["Oban to Mull"] == "Routes"


def test_lines_of_a_header_are_marked_and_the_others_are_counted():
    found = list(sentences(passage(PAGE)))
    assert [s.key for s in found] == [True] * 2 + [False] * 7
    assert [s.order for s in found if not s.key] == list(range(7))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Set `STRICT_MODE=1` now", "Set STRICT_MODE=1 now"),
        ("a **bold** and _slanted_ word", "a bold and slanted word"),
        ("2*3*4 and snake_case_name stay", "2*3*4 and snake_case_name stay"),
        ("see [the page](http://x/y) and\n ![a picture](z.png)", "see the page and a picture"),
    ],
)
def test_shown_without_marks(text, shown):
    assert plain(text) == shown


@given(st.text(max_size=300))
def test_a_sentence_is_what_stands_at_its_place_and_none_overlap(text):
    end = 0
    for sentence in sentences(passage(text)):
        assert sentence.text and sentence.text == text[sentence.start : sentence.end].strip()
        assert sentence.start >= end
        end = sentence.end
