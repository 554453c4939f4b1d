"""Cutting texts: nothing lost, nothing too long, the best break taken."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from memkit.extract.passages import split_passages


@given(st.text(max_size=400), st.integers(4, 60))
def test_spans_hold_the_whole_text_in_order(text, limit):
    spans = split_passages(text, limit)
    assert spans[0][0] == 0 and spans[-1][1] == len(text)
    assert all(end == start for (_, end), (start, _) in itertools.pairwise(spans))
    assert all(end - start <= limit for start, end in spans)


def test_paragraph_before_sentence_before_word():
    def cut(text: str, limit: int) -> list[str]:
        return [text[a:b] for a, b in split_passages(text, limit)]

    assert cut("One. Two.\n\nThree. Four.", 16) == ["One. Two.\n\n", "Three. Four."]
    assert cut("One two. Three four. Five.", 16) == ["One two. ", "Three four. ", "Five."]
    assert cut('He said "no." Then left.', 16) == ['He said "no." ', "Then left."]
    assert cut("one two three four", 10) == ["one two ", "three four"]
    assert cut("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert cut("一二三。四五六。", 5) == ["一二三。", "四五六。"]
