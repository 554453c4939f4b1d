"""Of a page, the right sentence goes first: questions over the development pages of every wiki in data/."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from memkit.answer.choose import Rarity, rank_sentences
from memkit.answer.evidence import LEAST_SUPPORT_HASH, lacking
from memkit.answer.question import read_question
from memkit.answer.sentences import plain
from memkit.embed import HashEmbedder
from memkit.extract.ontology import load_ontology
from memkit.model import Passage
from memkit.retrieve.bm25 import tokenize

DATA = Path(__file__).parents[2] / "data"
ASKED = [json.loads(line) for line in (Path(__file__).parent / "definitional.jsonl").open(encoding="utf-8")]
EMBEDDER = HashEmbedder()


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def pages(wiki: str) -> dict[str, list[Passage]]:
    """file -> its passages, one for each section."""
    found = {}
    for path in sorted((DATA / wiki / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        title = re.search(r"(?m)^# (.+)$", text)[1]
        parts = [part.strip() for part in re.split(r"(?m)^(?=## )", text) if part.strip()]
        found[path.name] = [
            Passage(f"{path.name}-{n}", "chunk", path.name, n, title, part, path.name) for n, part in enumerate(parts)
        ]
    return found


@pytest.fixture(scope="module")
def ranked():
    """(record, question, its sentences best first, rarity) of every question with an answer; of its own page."""
    found = []
    for wiki in sorted({r["wiki"] for r in ASKED}):
        docs, ontology = pages(wiki), load_ontology(DATA / wiki / "ontology.yaml")
        texts = [p for parts in docs.values() for p in parts]
        rarity = Rarity(Counter(t for p in texts for t in set(tokenize(p.indexed_text))), len(texts))
        known = {p.title for p in texts} | {s for e in ontology.entities for s in (e.name, *e.aliases)}
        for record in (r for r in ASKED if r["wiki"] == wiki and r["answer"]):
            named = [s for s in sorted(known) if f" {words(s)} " in f" {words(record['question'])} "]
            spelled = tuple(dict.fromkeys(o for s in named for o in (s, *ontology.other_names(s))))
            question = read_question(record["question"], spelled)
            passages = docs[record["passages"][0]]
            vectors = EMBEDDER.encode([p.indexed_text for p in passages])
            sentences = rank_sentences(question, list(zip(passages, vectors, strict=True)), rarity, EMBEDDER)
            found.append((record, question, sentences, rarity))
    return found


def has(sentence, record) -> bool:
    return words(record["answer"][0]) in words(plain(sentence.sentence.text))


def test_every_gold_phrase_stands_in_one_sentence_of_its_page(ranked):
    for record, _, sentences, _ in ranked:
        # "For: study of leaf wax" is a header line, and read only for the words in it.
        assert any(has(s, record) for s in sentences) or "Loan 57" in record["question"], record


def test_the_right_sentence_is_mostly_first_and_nearly_always_among_the_first_two(ranked):
    def right(first: int) -> float:
        return sum(any(has(s, record) for s in sentences[:first]) for record, _, sentences, _ in ranked) / len(ranked)

    assert right(1) >= 0.7
    assert right(2) >= 0.85


def test_the_page_of_another_wiki_lacks_evidence(ranked):
    strangers = [(q, rarity) for record, q, _, rarity in ranked if record["wiki"] == "meridian" and q.terms]
    passages = pages("herbarium")["fern-room.md"]
    read = list(zip(passages, EMBEDDER.encode([p.indexed_text for p in passages]), strict=True))
    answered = [
        question.text
        for question, rarity in strangers
        if not lacking(question, rank_sentences(question, read, rarity, EMBEDDER), rarity, least=LEAST_SUPPORT_HASH)
    ]
    assert len(strangers) > 25 and len(answered) <= len(strangers) // 20, answered
