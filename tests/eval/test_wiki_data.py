"""Wikis with gold: what the loader reads, skips and counts, and the same pages as a retrieval set."""

from __future__ import annotations

import json

import pytest

from eval.cli import main
from eval.datasets import files_hash, registry
from eval.datasets.beir import load_beir
from eval.datasets.wiki import load_wiki, wiki_files
from eval.datasets.wiki_beir import as_beir, convert_wiki
from eval.provenance import ROOT
from memkit.errors import InputError

ONTOLOGY = """
entity_types:
  Oven: {parent: Object, words: [oven]}
  Baker: {parent: Person, words: [baker]}
relation_types:
  RUNS: {from: [Baker], to: [Oven], phrases: [runs]}
entities:
  - {name: Old Bess, type: Oven, aliases: [Bess]}
"""
PAGES = {
    "bess.md": "---\ncolour: black\n---\n# Old Bess\n\nOld Bess is the oven by the door.\n",
    "mara.md": "# Mara Lind\n\nMara Lind runs Bess.\n",
}
QUESTION = {
    "id": "q1",
    "question": "Who runs Old Bess?",
    "category": "2-hop",
    "answer": ["Mara Lind"],
    "passages": ["bess.md", "mara.md"],
    "split": "dev",
}
RELATION = {"source": "Mara Lind", "type": "RUNS", "target": "Old Bess", "doc": "mara.md", "split": "report"}


def lines(*records):
    return "".join(r if isinstance(r, str) else json.dumps(r) + "\n" for r in records)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bakery" / "docs").mkdir(parents=True)
    for name, text in PAGES.items():
        (tmp_path / "bakery" / "docs" / name).write_text(text, encoding="utf-8")
    (tmp_path / "bakery" / "ontology.yaml").write_text(ONTOLOGY, encoding="utf-8")
    (tmp_path / "bakery" / "questions.jsonl").write_text(lines(QUESTION), encoding="utf-8")
    (tmp_path / "bakery" / "relations.jsonl").write_text(lines(RELATION), encoding="utf-8")
    return tmp_path / "bakery"


def test_a_wiki_is_read_with_its_parts(folder):
    wiki = load_wiki(folder)
    assert (wiki.name, wiki.docs, wiki.problems, dict(wiki.skipped)) == ("bakery", ("bess.md", "mara.md"), (), {})
    assert [q.id for q in wiki.part("dev")[0]] == ["q1"] and wiki.part("dev")[1] == []
    assert wiki.part("report")[0] == [] and wiki.part("report")[1][0].target == "Old Bess"
    assert [len(part) for part in wiki.part("all")] == [1, 1]
    assert wiki.hash == files_hash(*wiki_files(folder)) == registry.find(str(folder)).hash
    with pytest.raises(InputError, match="--split 'test': a wiki has dev, report and all"):
        wiki.part("test")


def test_questions_relations_and_ontology_are_optional(folder):
    for name in ("questions.jsonl", "relations.jsonl", "ontology.yaml"):
        (folder / name).unlink()
    wiki = load_wiki(folder)
    assert wiki.questions == () and wiki.relations == () and wiki.ontology_file is None
    with pytest.raises(InputError, match="no question"):
        as_beir(wiki, "all")


def test_a_line_without_a_split_is_reported_on(folder):
    (folder / "questions.jsonl").write_text(lines({k: v for k, v in QUESTION.items() if k != "split"}))
    assert load_wiki(folder).questions[0].split == "report"


@pytest.mark.parametrize(
    ("change", "kind", "says"),
    [
        ({"category": "riddle"}, "categories", "line 2: q2: the category 'riddle' is none of definitional"),
        ({"category": None}, "lines", "line 2: no text in category, skipped"),
        ({"answer": "Mara"}, "lines", "line 2: answer is no list of texts, skipped"),
        ({"answer": []}, "answers", "line 2: q2: a 2-hop question needs an answer"),
        ({"category": "refusal"}, "answers", "line 2: q2: a refusal has no answer"),
        ({"route": "MAPS"}, "routes", "line 2: q2: the route 'MAPS' is none of VECTOR"),
        ({"split": "test"}, "splits", "line 2: q2: the split 'test' is none of dev, report"),
        ({"id": "q1"}, "repeated", "line 2: the id 'q1' is already taken"),
    ],
)
def test_a_question_that_cannot_be_used_is_skipped_counted_and_named(folder, change, kind, says):
    (folder / "questions.jsonl").write_text(lines(QUESTION, QUESTION | {"id": "q2"} | change))
    wiki = load_wiki(folder)
    assert [q.id for q in wiki.questions] == ["q1"] and dict(wiki.skipped) == {kind: 1}
    assert len(wiki.problems) == 1 and f"questions.jsonl, {says}" in wiki.problems[0]


def test_missing_keys_are_named(folder):
    (folder / "questions.jsonl").write_text(lines({"id": "x"}, "no json\n", "[]\n", QUESTION))
    wiki = load_wiki(folder)
    assert dict(wiki.skipped) == {"lines": 3} and len(wiki.questions) == 1
    assert "line 1: question is missing" in wiki.problems[0] and "line 2: not JSON" in wiki.problems[1]


def test_a_gold_passage_that_is_no_page_is_left_out_of_its_question(folder):
    (folder / "questions.jsonl").write_text(lines(QUESTION | {"passages": ["bess.md", "gone.md"]}))
    wiki = load_wiki(folder)
    assert wiki.questions[0].passages == ("bess.md",) and dict(wiki.skipped) == {"passages": 1}
    assert "'gone.md' is not in docs/" in wiki.problems[0]


def test_relations_that_cannot_be_graded_are_skipped(folder):
    bad = [RELATION, RELATION | {"doc": "gone.md"}, RELATION | {"type": "EATS"}, {"source": "x"}]
    (folder / "relations.jsonl").write_text(lines(RELATION, *bad))
    wiki = load_wiki(folder)
    assert len(wiki.relations) == 1
    assert dict(wiki.skipped) == {"repeated": 1, "documents": 1, "relation types": 1, "lines": 1}


def test_traps_are_read_where_they_are(folder):
    assert load_wiki(folder).traps == ()
    trap = {key: RELATION[key] for key in ("source", "type", "target", "doc")}
    (folder / "traps.jsonl").write_text(lines(trap | {"why": "former"}, trap))
    wiki = load_wiki(folder)
    assert wiki.traps[0].why == "former" and "why is missing" in wiki.problems[0]


def test_what_no_wiki_can_be_read_from_is_an_error(folder, tmp_path):
    with pytest.raises(InputError, match="has no docs"):
        load_wiki(tmp_path)
    (folder / "unlisted.yaml").write_text("- {type: Oven}\n")
    with pytest.raises(InputError, match=r"unlisted\.yaml: a list of"):
        load_wiki(folder)
    (folder / "unlisted.yaml").unlink()
    (folder / "ontology.yaml").write_text("entity_types: [")
    with pytest.raises(InputError, match="not valid YAML"):
        load_wiki(folder)
    (folder / "ontology.yaml").write_text(ONTOLOGY)
    (folder / "questions.jsonl").write_bytes(b'{"id": "\xff"}\n')
    with pytest.raises(InputError, match=r"questions\.jsonl, line 1: byte 0xff is not UTF-8"):
        load_wiki(folder)


def test_pages_are_passages_and_gold_is_by_file(folder):
    data = as_beir(load_wiki(folder), "dev")
    assert data.gold == {"q1": {"bess.md", "mara.md"}} and data.hops == {"q1": "2"}
    assert data.passages[0] == {"_id": "bess.md", "title": "Old Bess", "text": PAGES["bess.md"]}


def test_convert_writes_both_parts_and_they_load_as_they_were(folder, tmp_path):
    (folder / "questions.jsonl").write_text(lines(QUESTION, QUESTION | {"id": "q2", "split": "report"}))
    wiki = load_wiki(folder)
    out = convert_wiki(wiki, tmp_path / "out")
    for split, written in (("report", "test"), ("dev", "dev")):
        data, direct = load_beir(out, written), as_beir(wiki, split)
        assert (data.passages, data.queries, data.gold, data.hops) == (
            direct.passages,
            direct.queries,
            direct.gold,
            direct.hops,
        )


def test_the_convert_command_takes_a_wiki(folder, tmp_path, capsys):
    assert main(["convert", "--data", str(folder), "--out", str(tmp_path / "out")]) == 0
    assert "bakery" in capsys.readouterr().out and (tmp_path / "out" / "bakery" / "qrels" / "dev.tsv").is_file()


def test_the_recall_command_takes_a_wiki_with_gold_identity(folder, tmp_path, capsys):
    options = ["--systems", "vector,hybrid", "--rule", "gold", "--embedder", "hash"]
    assert main(["recall", "--data", str(folder), "--split", "dev", *options]) == 0
    assert "bakery: 1 questions, 2 passages" in capsys.readouterr().out
    (folder / "questions.jsonl").write_text(lines(QUESTION | {"split": "report"}))
    beir = convert_wiki(load_wiki(folder), tmp_path / "out")
    assert main(["recall", "--data", str(beir), *options]) == 1
    assert "--rule gold needs a data set that says which names are one thing" in capsys.readouterr().err


def test_meridian_is_read_without_a_problem():
    wiki = load_wiki(ROOT / "data" / "meridian")
    assert wiki.problems == () and len(wiki.docs) == 64 and len(wiki.questions) == 88 and len(wiki.relations) == 196
    assert len(wiki.unlisted) == 21 and len(wiki.traps) == 43
