"""The PEPs' questions answered: of proposals made here, memory knows what the headers say, and the tables tell it."""

from __future__ import annotations

import pytest

from eval import peps
from eval.answers import Cited, Reply, f1_of_set
from eval.commands.convert import convert_peps
from eval.datasets.beir import load_beir
from eval.datasets.registry import DataSet
from eval.datasets.wiki import Question, load_wiki
from eval.extraction import Names
from eval.table import read_table
from memkit.extract import ExtractedMention, Extraction, Ontology

HEADERS = {
    1: "Title: One\nAuthor: Ada Lane <ada@x.org>,\n        Bo Berg <bo@x.org>\nStatus: Final\nType: Process",
    2: "Title: Two\nAuthor: Ada Lane <ada@x.org>\nSponsor: Bo Berg <bo@x.org>\nStatus: Draft\nType: Process\n"
    "Replaces: 1",
    3: "Title: Three\nAuthor: Bo Berg <bo@x.org>, Cy Dahl <cy@x.org>\nPEP-Delegate: Ada Lane <ada@x.org>\nStatus: Final"
    "\nType: Process",
}


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "proposals"
    folder.mkdir()
    for number, header in HEADERS.items():
        text = f"PEP: {number}\n{header}\n\nAbstract\n========\n\nThe grammar gains a statement.\n"
        (folder / f"pep-{number:04}.rst").write_text(text, encoding="utf-8")
    return DataSet("proposals", "texts", "project", folder)


def test_headers_in_the_text_answer_every_kind_and_stripped_ones_none(data, tmp_path, monkeypatch):
    monkeypatch.setattr(peps, "EMBEDDER", "hash")
    out = tmp_path / "out"
    out.mkdir()
    peps.peps(out, [data])
    answers, provenance = read_table(out / "answers.csv")
    ours = answers[answers["system"] == peps.MEMKIT].set_index(["headers", "kind"])
    kinds = ("authored", "replaced", "sponsored", "decided", "co-authors", "counts")
    assert [ours.loc["in the text", kind]["f1"] for kind in kinds] == [1.0] * len(kinds)
    assert ours.loc["in the text", "authored"]["verdict"] == "at least 0.9"
    assert [ours.loc["stripped", kind]["f1"] for kind in kinds] == [0.0] * len(kinds)
    assert set(answers["system"]) == set(peps.SYSTEMS)
    assert provenance.n == ours.loc["in the text", "all"]["n"]
    assert any("**authored** (2 questions): set F1 1.000" in sentence for sentence in peps.answers_in_words(answers))
    identity, _ = read_table(out / "identity.csv")
    assert list(identity[identity["kind"] == "authored"]["rule"]) == ["off", "seed", "memkit", "gold"]
    assert len(peps.identity_in_words(identity)) == 2


def test_convert_writes_wikis_and_beir_folders(data, tmp_path):
    wiki, stripped, beir, _ = convert_peps(data, tmp_path / "out")
    assert "Author: Ada Lane" in (wiki / "docs" / "pep-0001.md").read_text(encoding="utf-8")
    assert "Ada Lane" not in (stripped / "docs" / "pep-0001.md").read_text(encoding="utf-8")
    loaded = load_beir(beir)
    assert len(loaded.passages) == 3 and len(loaded.queries) == len(load_wiki(wiki).questions)


def test_set_f1_is_of_things_and_needs_a_citation():
    def question(*answer):
        return Question("q-1", "Who?", "aggregation", answer, (), "", "report")

    names = Names(Ontology(), [{"name": "Ada Lane", "aliases": ["A. Lane"]}])
    cited = (Cited("", "p", "d", "t"),)
    half = Reply("", (("A. Lane",), ("Bo Berg",)), cited)
    assert f1_of_set(question("Ada Lane", "Cy Dahl"), half, names) == 0.5  # one of two given, one of two wanted
    assert f1_of_set(question("Ada Lane", "Bo Berg"), half, names) == 1.0
    assert f1_of_set(question("Ada Lane", "Bo Berg"), Reply("", half.items), names) == 0.0
    assert f1_of_set(question("12"), Reply("", (("11",),), cited), names) == 0.0
    assert f1_of_set(question("12"), Reply("", (("12",),), cited), names) == 1.0


def test_an_extractor_that_remembers_reads_each_text_once():
    class Counting:
        read = 0

        def extract_many(self, texts, *, about=None, known=()):
            self.read += len(texts)
            return [Extraction([ExtractedMention(0, len(t), t, t, "Person", "noun")], []) for t in texts]

    inner = Counting()
    extractor = peps.Remembering(inner)
    first = extractor.extract_many(["Ada", "Bo", "Ada"])
    assert [e.mentions[0].name for e in first] == ["Ada", "Bo", "Ada"]
    assert extractor.extract_many(["Bo"]) == first[1:2]
    assert inner.read == 2
    extractor.extract_many(["Bo"], about=[("Bo", "Person")])
    assert inner.read == 3
