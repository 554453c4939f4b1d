"""The proposals' headers as gold: who is who, and questions whose answers are worked out by hand."""

from __future__ import annotations

import json

import pytest
import yaml

from eval.datasets.pep_wiki import write_pep_wiki
from eval.datasets.peps import Entry, People, load_peps
from memkit.errors import InputError

HEADERS = {
    1: "Title: One\nAuthor: Ada Lane <ada@x.org>,\n        Bo Berg <bo@x.org>\nStatus: Final\nType: Process",
    2: "Title: Two\nAuthor: Áda Lane\nSponsor: Bo Berg\nStatus: Final\nType: Process\nReplaces: 1",
    3: "Title: Three\nAuthor: Ada M. Lane <ADA@x.org>\nPEP-Delegate: Cy Dahl Jr. <cy at x.org>\n"
    "Status: Draft\nType: Standards Track\nTopic: Typing, Packaging",
    4: "Title: Four\nAuthor: Bo Berg <bo@home.org>, Cy Dahl, Jr. <cy@x.org>\nStatus: Final\nType: Process\n"
    "Superseded-By: 2",
}


@pytest.fixture
def folder(tmp_path):
    for number, header in HEADERS.items():
        text = f"PEP: {number}\n{header}\n\nAbstract\n========\n\nText of {number}.\n\n{'More. ' * 400}\n"
        (tmp_path / f"pep-{number:04}.rst").write_text(text, encoding="utf-8")
    return tmp_path


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_people_are_joined_by_email_and_by_exact_name(folder):
    peps = load_peps(folder)
    people = People(peps)
    assert [pep.number for pep in peps] == [1, 2, 3, 4]
    assert peps[3].people("author") == [Entry("Bo Berg", "bo@home.org"), Entry("Cy Dahl, Jr.", "cy@x.org")]
    ada = people.id(Entry("Ada Lane", ""))
    assert people.id(Entry("Áda Lane", "")) == people.id(Entry("Ada M. Lane", "ada@x.org")) == ada
    assert people.spellings(ada) == ["Ada Lane", "Ada M. Lane", "Áda Lane"]
    assert len(people.all) == 3
    assert people.left_out == 0


def test_a_shared_address_joins_nobody(folder):
    header = "PEP: 5\nTitle: Five\nAuthor: Dee Engel <list@x.org>, Flo Gold <list@x.org>\nStatus: Final\nType: Process"
    (folder / "pep-0005.rst").write_text(f"{header}\n\nText.\n", encoding="utf-8")
    people = People(load_peps(folder))
    assert people.id(Entry("Dee Engel", "list@x.org")) is None
    assert people.left_out == 2
    assert len(people.all) == 3


def test_questions_have_the_answers_that_the_headers_give(folder, tmp_path):
    out = write_pep_wiki(folder, tmp_path / "wiki")
    answers = {(q["kind"], q["question"].rpartition("PEP ")[2]): q["answer"] for q in read(out / "questions.jsonl")}
    by_kind = {}
    for question in read(out / "questions.jsonl"):
        by_kind.setdefault(question["kind"], []).append(question)
    wrote = {q["question"]: q["answer"] for q in by_kind["authored"]}
    assert len(wrote) == 4  # three spellings of Ada, one of Bo; Cy wrote only one
    assert sorted(map(tuple, wrote.values())) == [("PEP 1", "PEP 2", "PEP 3")] * 3 + [("PEP 1", "PEP 4")]
    assert [q["answer"] for q in by_kind["replaced"]] == [["PEP 2"], ["PEP 2"]]
    assert [q["passages"] for q in by_kind["replaced"]] == [["pep-0002.md"], ["pep-0004.md"]]
    assert answers["sponsored", "2?"] == ["Bo Berg"]
    assert [q["answer"] for q in by_kind["decided"]] == [["Cy Dahl Jr."]]
    assert {tuple(q["answer"]) for q in by_kind["co-authors"]} == {
        ("Bo Berg",),
        ("Ada Lane", "Cy Dahl Jr."),
    }
    assert [(q["question"], q["answer"]) for q in by_kind["counts"]] == [
        ("How many PEPs have the status Final and the type Process?", ["3"])
    ]


def test_relations_and_spellings_for_grading(folder, tmp_path):
    out = write_pep_wiki(folder, tmp_path / "wiki")
    stated = {(r["source"], r["type"], r["target"], r["doc"]) for r in read(out / "relations.jsonl")}
    assert ("PEP 3", "DELEGATE", "Cy Dahl Jr.", "pep-0003.md") in stated
    assert {s for s in stated if s[1] == "REPLACES"} == {
        ("PEP 2", "REPLACES", "PEP 1", "pep-0002.md"),
        ("PEP 2", "REPLACES", "PEP 4", "pep-0004.md"),
    }
    unlisted = yaml.safe_load((out / "unlisted.yaml").read_text(encoding="utf-8"))
    assert unlisted[0] == {"name": "Ada Lane", "type": "Person", "aliases": ["Ada M. Lane", "Áda Lane"]}


def test_headers_are_kept_or_stripped_for_all(folder, tmp_path):
    kept, stripped = (write_pep_wiki(folder, tmp_path / str(h), headers=h, opening=100) for h in (True, False))
    page = (kept / "docs" / "pep-0002.md").read_text(encoding="utf-8")
    assert "Sponsor: Bo Berg" in page
    assert page.endswith("Text of 2.\n")  # cut between paragraphs
    page = (stripped / "docs" / "pep-0002.md").read_text(encoding="utf-8")
    assert "Bo Berg" not in page
    assert "Text of 2." in page
    assert (kept / "questions.jsonl").read_bytes() == (stripped / "questions.jsonl").read_bytes()


def test_what_is_no_proposal_is_named(folder, tmp_path):
    with pytest.raises(InputError, match="no file pep-NNNN"):
        load_peps(tmp_path / "..")
    (folder / "pep-0009.rst").write_text("Title: none\n\nText\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"pep-0009\.rst: its header has no PEP: NUMBER"):
        load_peps(folder)
