"""Ask a planner the questions of a gold corpus, and see what comes of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from gold_store import Gold, fill, gold_of_dict, gold_of_folder

from memkit.plan.base import Planned
from memkit.plan.corpus_words import CorpusWords
from memkit.plan.planner import RulePlanner
from memkit.plan.route import Route, route
from memkit.plan.run import run_plan
from memkit.plan.vocabulary import Vocabulary
from memkit.retrieve.bm25 import Bm25Index
from memkit.store import Store, open_store

DATA = Path(__file__).parents[2] / "data"
ROUTES = {
    "definitional": {"VECTOR", "HYBRID"},
    "2-hop": {"GRAPH", "HYBRID"},
    "3-hop": {"GRAPH", "HYBRID"},
    "aggregation": {"GRAPH"},
    "refusal": {"REFUSE"},
}
SETS = ("2-hop", "3-hop", "aggregation")


@dataclass(frozen=True)
class Asked:
    """What became of a question: `answer` are names or a number as text, None without a plan."""

    question: dict[str, Any]
    planned: Planned
    answer: list[str] | None
    route: Route

    @property
    def is_exact(self) -> bool:
        return self.answer == sorted(self.question["answer"])

    @property
    def is_routed(self) -> bool:
        wanted = {self.question["route"]} if self.question.get("route") else ROUTES[self.question["category"]]
        return self.route.route in wanted


class GoldMemory:
    """A store filled with gold, and a planner over it."""

    def __init__(self, gold: Gold) -> None:
        self.gold = gold
        self.store: Store = open_store(":memory:", namespace="gold")
        fill(self.store, gold)
        self.vocabulary = Vocabulary.of(self.store, gold.ontology)
        self.corpus = corpus_words(self.store)
        self.planner = RulePlanner(self.vocabulary, store=self.store, corpus=self.corpus)

    def ask(self, question: dict[str, Any]) -> Asked:
        planned = self.planner.plan(question["question"])
        if planned.plan is None:
            return Asked(question, planned, None, route(planned, corpus=self.corpus))
        result = run_plan(self.store, planned.plan, self.gold.ontology)
        answer = sorted(str(row.get("count", row.get("name"))) for row in result.rows)
        return Asked(question, planned, answer, route(planned, corpus=self.corpus, rows=len(result.things)))


def corpus_words(store: Store) -> CorpusWords:
    """The words of all passages of a store."""
    index, passages = Bm25Index(), {p.id: p for p in store.find("Passage")}
    for id, passage in sorted(passages.items()):
        index.add(id, passage.indexed_text)
    return CorpusWords(
        index.df, lambda text, k: [id for id, _ in index.search(text, k)], lambda ids: {id: passages[id] for id in ids}
    )


def invented(part: str) -> Iterator[tuple[str, Gold, list[dict[str, Any]]]]:
    """The invented domains of a part ("tune", "held")."""
    content = yaml.safe_load((Path(__file__).parent / "router_questions.yaml").read_text(encoding="utf-8"))
    for name, domain in content.items():
        if domain["part"] == part:
            asked = [
                {
                    "id": f"{name}-{number}",
                    "question": question,
                    "category": category,
                    "answer": [str(a) for a in answer],
                }
                for number, (question, category, *answer) in enumerate(domain["questions"], 1)
            ]
            yield name, gold_of_dict(domain), asked


def paraphrases() -> dict[str, list[list[str]]]:
    """Corpus -> [question, answers ...]."""
    return yaml.safe_load((Path(__file__).parent / "paraphrases.yaml").read_text(encoding="utf-8"))


def wiki(name: str, split: str) -> tuple[Gold, list[dict[str, Any]]]:
    """A wiki in data/ and its questions of one part."""
    lines = (DATA / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return gold_of_folder(DATA / name), [q for q in map(json.loads, lines) if q["split"] == split]
