"""A corpus with gold, made to measure: how often facts are repeated, how long chains are, how confusable names are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import yaml

from eval.datasets.beir import BeirData, write_beir
from eval.generator.names import MOST_ALIASES
from eval.generator.pages import Page, write_pages
from eval.generator.questions import Question, ask
from eval.generator.wording import FILLERS, KINDS
from eval.generator.world import World, make_world
from memkit.errors import InputError

#: Question id -> for each of its hops, the ids of all pages that state it.
Evidence = Mapping[str, tuple[frozenset[str], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """What a corpus is made from.

    cross_references: on how many pages each fact stands (1: on its source's alone). hops: lengths of the questions'
    chains. questions: how many of each length. things: pages that questions go through. aliases: other spellings of
    each thing, used by other pages and by questions. twins: share of the things that have a near-twin, with a page and
    facts of its own. distractors: further pages of the same kinds, with facts among themselves. fillers: sentences of a
    page that state no fact. Raises InputError for a value that is out of range.
    """

    cross_references: int = 1
    hops: tuple[int, ...] = (1, 2, 3, 4)
    questions: int = 30
    things: int = 150
    aliases: int = 0
    twins: float = 0.0
    distractors: int = 0
    fillers: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        most = min(map(len, FILLERS.values()))
        for name, value, low, high in (
            ("cross_references", self.cross_references, 1, None),
            ("questions", self.questions, 1, None),
            ("aliases", self.aliases, 0, MOST_ALIASES),
            ("twins", self.twins, 0, 1),
            ("distractors", self.distractors, 0, None),
            ("fillers", self.fillers, 0, most),
            *(("hops", hops, 1, 4) for hops in self.hops or (0,)),
        ):
            if value < low or (high is not None and value > high):
                raise InputError(f"{name} is {value}: a number from {low}{f' to {high}' if high else ''} is needed")


@dataclass(frozen=True, slots=True)
class Corpus:
    """A set in BEIR form with what is known of it.

    `data.gold` is the minimal evidence, as in hand-made sets: for each hop the page of the fact's source. `evidence`
    has *all* pages that state each hop; where facts are repeated, recall counts hops of which any such page was found,
    so that a system is not blamed for reading a fact elsewhere.
    """

    parameters: Parameters
    world: World
    pages: list[Page]
    questions: list[Question]
    data: BeirData
    evidence: Evidence

    def one_page(self) -> dict[str, bool]:
        """Question -> does one page state all of its hops?"""
        return {id: bool(frozenset.intersection(*hops)) for id, hops in self.evidence.items()}


def generate(parameters: Parameters) -> Corpus:
    """The corpus of these parameters: the same ones give the same corpus, to the byte.

    Corpora of one seed, number of things and hops tell of the same facts and follow the same chains, whatever else
    differs, so that they can be compared question by question.
    """
    world = make_world(
        parameters.seed,
        things=parameters.things,
        aliases=parameters.aliases,
        twins=parameters.twins,
        distractors=parameters.distractors,
    )
    pages = write_pages(
        parameters.seed, world, cross_references=parameters.cross_references, fillers=parameters.fillers
    )
    questions = ask(parameters.seed, world, hops=parameters.hops, count=parameters.questions)
    stating: dict[tuple[int, str], set[str]] = {}
    for page in pages:
        for statement in page.statements:
            key = (statement.fact.source, statement.fact.relation.name)
            stating.setdefault(key, set()).add(page_id(page.about.number))
    evidence = {
        question.id: tuple(frozenset(stating[f.source, f.relation.name]) for f in question.chain)
        for question in questions
    }
    return Corpus(parameters, world, pages, questions, _beir(parameters, pages, questions), evidence)


def page_id(number: int) -> str:
    """The `_id` of the page of a thing."""
    return f"page-{number:05}"


def _beir(parameters: Parameters, pages: list[Page], questions: list[Question]) -> BeirData:
    passages = [{"_id": page_id(p.about.number), "title": p.about.name, "text": p.text} for p in pages]
    queries = {question.id: question.text for question in questions}
    digest = hashlib.sha256(json.dumps([passages, queries], sort_keys=True).encode()).hexdigest()[:16]
    return BeirData(
        name=f"generated-{parameters.seed}",
        hash=digest,
        split="test",
        passages=passages,
        queries=queries,
        gold={q.id: {page_id(fact.source) for fact in q.chain} for q in questions},
        hops={q.id: str(len(q.chain)) for q in questions},
    )


def write_corpus(corpus: Corpus, folder: Path | str) -> Path:
    """Write it as a folder in BEIR form; a query's `metadata` has its hops, its answer and all its evidence, and
    parameters.json says how to make the corpus again."""
    things, data = corpus.world.things, corpus.data
    queries = [
        {
            "_id": question.id,
            "text": question.text,
            "metadata": {
                "hops": data.hops[question.id],
                "answer": list(things[question.chain[-1].target].spellings),
                "evidence": [sorted(pages) for pages in corpus.evidence[question.id]],
            },
        }
        for question in corpus.questions
    ]
    folder = write_beir(folder, data.passages, queries, data.gold)
    text = json.dumps(asdict(corpus.parameters), indent=2, sort_keys=True) + "\n"
    (folder / "parameters.json").write_text(text, encoding="utf-8", newline="\n")
    return folder


def write_ontology(corpus: Corpus, path: Path | str) -> Path:
    """Write an ontology file that lists the names of all things with their types and other spellings."""
    known = [
        {"name": thing.name, "type": KINDS[thing.kind][2], "aliases": list(thing.aliases)}
        for thing in corpus.world.things
    ]
    path = Path(path)
    path.write_text(yaml.safe_dump({"entities": known}, sort_keys=True), encoding="utf-8", newline="\n")
    return path


def varied(parameters: Parameters, **changes: object) -> Parameters:
    """The same with some parameters changed. Raises InputError for one that there is not."""
    unknown = sorted(set(changes) - set(Parameters.__dataclass_fields__))
    if unknown:
        raise InputError(
            f"a corpus has no parameter {unknown[0]!r}: it has {', '.join(Parameters.__dataclass_fields__)}"
        )
    return replace(parameters, **changes)
