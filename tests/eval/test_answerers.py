"""Anybody's system in the answer benchmark, by import path."""

from __future__ import annotations

import pytest

from eval.answerers import ImportedAnswerer
from eval.answers import grade
from eval.datasets.wiki import Question
from eval.extraction import Names
from memkit import InputError
from memkit.extract import Ontology

PAGES = [
    {"_id": "a.md", "title": "Ovens", "text": "Mara Lind lights the oven."},
    {"_id": "b.md", "title": "Rye", "text": "Rye needs a day to rest."},
]
NAMES = Names(Ontology())


class Echo:
    """Answers with what it was given: each page's first two words, cited; nothing for a question about the moon."""

    def ingest(self, passages):
        self.pages = passages

    def answer(self, question):
        if "moon" in question:
            return [], []
        if "broken" in question:
            return "Mara Lind"
        if "day" in question:
            return [self.pages[1]["text"]], ["b.md"]
        return [" ".join(self.pages[0]["text"].split()[:2])], ["a.md", "nowhere.md"]


class Nothing:
    """Can do nothing."""


@pytest.fixture
def echo():
    return ImportedAnswerer("test_answerers:Echo", PAGES)


def question(text, category, *answer):
    return Question("q", text, category, answer, (), "", "report")


def test_names_sentences_and_refusals_are_graded_as_memkits_own(echo):
    asked = [
        question("Who lights it?", "2-hop", "Mara Lind"),
        question("What needs a day?", "definitional", "a day to rest"),
        question("Who walked on the moon?", "refusal"),
    ]
    replies = [echo.answer(q) for q in asked]
    assert [grade(q, r, NAMES) for q, r in zip(asked, replies, strict=True)] == ["right"] * 3
    assert replies[0].items == (("Mara Lind",),) and replies[1].items == () and replies[2].refused
    assert [bool(c.text) for c in replies[0].citations] == [True, False], "a page that is not there has no text"
    assert echo.plan(asked[0]) == ""


def test_what_is_no_answer_is_said(echo):
    with pytest.raises(InputError, match="'Mara Lind': \\(items, citations\\) is needed"):
        echo.answer(question("broken", "2-hop", "x"))
    with pytest.raises(InputError, match="has no ingest and no answer"):
        ImportedAnswerer("test_answerers:Nothing", PAGES)
