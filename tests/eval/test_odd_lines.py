"""Lines of data sets that nothing can be read from: skipped and counted, whatever is wrong with them."""

from __future__ import annotations

import json

import pytest

from eval.datasets.beir import load_beir
from eval.datasets.cases import EXPECTED, load_cases
from eval.datasets.wiki import load_wiki

BAD = {
    "no JSON": "{",
    "nested": "[" * 100_000,
    "nested objects": '{"a":' * 30_000,
    "a long number": "1" * 5_000,
    "half a surrogate pair": '{"_id": "x", "text": "\\ud800"}',
    "a NUL": '{"_id": "x", "text": "\\u0000"}',
    "a list": "[1]",
}


@pytest.mark.parametrize("line", BAD.values(), ids=BAD)
def test_is_skipped_in_a_wiki(tmp_path, line):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nText.\n")
    good = {"id": "q", "question": "What is A?", "category": "definitional", "answer": ["Text"], "passages": ["a.md"]}
    (tmp_path / "questions.jsonl").write_text(f"{line}\r\n{json.dumps(good)}\r\n")
    wiki = load_wiki(tmp_path)
    assert [q.id for q in wiki.questions] == ["q"] and wiki.skipped == {"lines": 1}


@pytest.mark.parametrize("line", BAD.values(), ids=BAD)
def test_is_skipped_in_a_beir_folder(tmp_path, line):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "corpus.jsonl").write_text(f'{line}\n{{"_id": "p", "text": "One."}}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "One?"}\n')
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\tp\t1\n")
    data = load_beir(tmp_path)
    assert [p["_id"] for p in data.passages] == ["p"] and data.skipped["lines"] == 1


@pytest.mark.parametrize("line", BAD.values(), ids=BAD)
def test_is_skipped_among_cases(tmp_path, line):
    good = {"id": "c", "a": "Ann", "a_type": "Person", "b": "Bo", "b_type": "Person", "expected": EXPECTED[0]}
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{line}\n{json.dumps(good | {'kind': 'x'})}\n")
    cases = load_cases(path)
    assert len(cases.cases) == 1 and len(cases.problems) == 1


def test_a_question_too_long_to_be_asked_costs_only_itself(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nText.\n")
    good = {"id": "q", "question": "What is A?", "category": "definitional", "answer": ["Text"], "passages": ["a.md"]}
    lines = [good | {"id": f"q{n}", "question": "x" * n} for n in (1_000, 1_001)]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, lines)))
    wiki = load_wiki(tmp_path)
    assert [q.id for q in wiki.questions] == ["q1000"] and wiki.skipped == {"questions": 1}
