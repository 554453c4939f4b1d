"""The notes about facts that change, in data/: form, answers that the notes hold, dates that fit the questions."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "data" / "facts_over_time"
CASES = [json.loads(line) for line in (FOLDER / "facts.jsonl").read_text(encoding="utf-8").splitlines()]
QUESTIONS = [(case, question) for case in CASES for question in case["questions"]]
PARTS = ("dev", "report")
MONTHS = "January February March April May June July August September October November December".split()
RELATIONS = {
    "lives_in", "works_at", "studies_at", "leads", "holds_post", "teaches",
    "owns", "based_in", "member_of", "married_to", "named",
}  # fmt: skip


@pytest.fixture(params=CASES, ids=lambda case: case["id"])
def case(request: pytest.FixtureRequest) -> dict:
    return request.param


def test_form(case):
    assert set(case) == {"id", "split", "notes", "questions"}
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", case["id"]) and case["split"] in PARTS
    assert 2 <= len(case["notes"]) <= 6 and case["questions"]
    assert all(set(note) == {"at", "text"} and note["text"].strip() for note in case["notes"])
    for question in case["questions"]:
        assert set(question) == {"question", "as_of", "answer", "relation"}
        assert question["relation"] in RELATIONS
        assert question["question"].endswith("?")
        assert len(set(question["answer"])) == len(question["answer"])


def test_notes_are_in_the_order_of_their_days(case):
    days = [date.fromisoformat(note["at"]) for note in case["notes"]]
    assert all(a < b for a, b in itertools.pairwise(days))


def test_ids_and_notes_are_unique():
    assert len({case["id"] for case in CASES}) == len(CASES)
    texts = [note["text"] for case in CASES for note in case["notes"]]
    assert len(set(texts)) == len(texts)


def test_a_question_says_the_day_month_or_year_that_as_of_lies_in(case):
    for question in case["questions"]:
        text, as_of = question["question"], question["as_of"]
        said = re.search(r"(?:(?:on (\d+)|in) ([A-Z][a-z]+) )?\b(\d{4})\?$", text)
        if as_of is None:
            assert not said and re.search(r"\b(is|are|do|does|lives|leads|has|teaches|edits|conducts)\b", text)
            continue
        day, month, year = said.groups()
        when = date.fromisoformat(as_of)
        assert when.year == int(year)
        assert month is None or MONTHS[when.month - 1] == month
        assert day is None or when.day == int(day)
        assert month or (when.month, when.day) == (7, 1)
        assert when < date.fromisoformat(case["notes"][-1]["at"])


def test_answers_and_who_or_what_is_asked_about_stand_in_the_notes(case):
    notes = " ".join(note["text"] for note in case["notes"])
    for question in case["questions"]:
        assert [a for a in question["answer"] if a.casefold() not in notes.casefold()] == []
        assert [a for a in question["answer"] if a.casefold() in question["question"].casefold()] == []
        names = re.findall(r"(?<!^)\b[A-Z][a-z]+", question["question"])
        assert [name for name in names if name not in notes and name not in MONTHS] == []


def test_each_is_asked_about_now_and_at_another_time(case):
    assert any(question["as_of"] is None for question in case["questions"])
    assert any(question["as_of"] for question in case["questions"])


def test_the_time_matters():
    """For most cases one relation of one thing has different answers at different times, so that the time of the
    question cannot be left out; and the last note alone does not answer most questions."""
    differing = [c for c in CASES if len({tuple(q["answer"]) for q in c["questions"]}) > 1]
    assert len(differing) >= 0.8 * len(CASES)
    answered = [(case, q) for case, q in QUESTIONS if q["answer"]]
    by_last = [q for case, q in answered if all(a in case["notes"][-1]["text"] for a in q["answer"])]
    assert len(by_last) <= 0.5 * len(answered)


def counts(keep) -> dict[str, int]:
    return {part: sum(case["split"] == part and keep(q) for case, q in QUESTIONS) for part in PARTS}


KINDS = {
    "questions": lambda q: True,
    "about now": lambda q: q["as_of"] is None,
    "about another time": lambda q: q["as_of"] is not None,
    "not known or nothing": lambda q: not q["answer"],
    "several answers": lambda q: len(q["answer"]) > 1,
}


def test_there_are_enough_and_the_parts_are_alike():
    assert len(CASES) >= 25
    assert Counter(case["split"] for case in CASES) == dict.fromkeys(PARTS, len(CASES) // 2)
    for name, keep in KINDS.items():
        n = counts(keep)
        assert sum(n.values()) >= 5 and min(n.values()) >= 0.2 * sum(n.values()), (name, n)
        if sum(n.values()) > 10:
            assert min(n.values()) >= 0.4 * sum(n.values()), (name, n)
    relations = {part: {q["relation"] for case, q in QUESTIONS if case["split"] == part} for part in PARTS}
    assert len(relations["dev"] & relations["report"]) >= 5


def test_the_readme_counts_what_is_there():
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    notes = sum(len(case["notes"]) for case in CASES)
    assert f"{len(CASES)} short sequences of dated notes ({notes} notes) with {len(QUESTIONS)} questions" in readme
    for name, keep in KINDS.items():
        n = counts(keep)
        assert f"| {name} | {n['dev']} | {n['report']} |" in readme, (name, n)
    for relation, n in Counter(q["relation"] for _, q in QUESTIONS).items():
        assert f"`{relation}` ({n})" in readme, (relation, n)
