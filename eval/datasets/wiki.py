"""A wiki with gold: docs/*.md, ontology.yaml, questions.jsonl and relations.jsonl (both optional), unlisted.yaml.

questions.jsonl: `{id, question, category, answer: [strings], passages: [file names inside docs/], route (optional),
split}`; a count is one string of digits, the answer of a refusal is empty. relations.jsonl: `{source, type, target,
doc, split}`, exhaustive for each labelled document. A line without a split is reported on. Two more files may be there,
for grading alone: unlisted.yaml, names that the ontology leaves out (`[{name, type, aliases}]`), and traps.jsonl,
relations that a document speaks of and that do not hold (`{source, type, target, doc, why}`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import yaml

from eval.datasets import files_hash, read_json, read_text
from memkit.careful_yaml import CarefulLoader
from memkit.errors import InputError
from memkit.extract import Ontology, load_ontology
from memkit.extract.ontology import KnownEntity
from memkit.plan.planner import LONGEST_QUESTION

CATEGORIES = ("definitional", "2-hop", "3-hop", "aggregation", "refusal")
#: The categories whose answer is a set of names or a count.
SET_CATEGORIES = ("2-hop", "3-hop", "aggregation")
ROUTES = ("VECTOR", "GRAPH", "HYBRID", "REFUSE")
SPLITS = ("dev", "report")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """`answer` are names, one count in digits, or a phrase; empty when it must be refused. `passages` are documents
    that together are enough to answer; `route` is "" where several are sensible."""

    id: str
    question: str
    category: str
    answer: tuple[str, ...]
    passages: tuple[str, ...]
    route: str
    split: str


@dataclass(frozen=True, slots=True)
class LabelledRelation:
    """The document `doc` states that `source` stands in the relation `type` to `target`."""

    source: str
    type: str
    target: str
    doc: str
    split: str


@dataclass(frozen=True, slots=True)
class Trap:
    """The document `doc` speaks of this relation and does not state it: it is negated, former, hypothetical, ..."""

    source: str
    type: str
    target: str
    doc: str
    why: str


@dataclass(frozen=True, slots=True)
class Wiki:
    """`docs` are file names inside docs/, sorted; `unlisted` and `traps` are for grading alone. `problems` says, one
    sentence each, what was skipped; `skipped` counts it by kind."""

    name: str
    folder: Path
    hash: str
    docs: tuple[str, ...]
    ontology: Ontology
    questions: tuple[Question, ...]
    relations: tuple[LabelledRelation, ...]
    unlisted: tuple[KnownEntity, ...] = ()
    traps: tuple[Trap, ...] = ()
    problems: tuple[str, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def ontology_file(self) -> Path | None:
        """Where the ontology is, if the wiki has one."""
        path = self.folder / "ontology.yaml"
        return path if path.is_file() else None

    def part(self, split: str) -> tuple[list[Question], list[LabelledRelation]]:
        """The questions and relations of "dev" or "report", or of both ("all"). InputError for another split."""
        if split not in (*SPLITS, "all"):
            raise InputError(f"--split {split!r}: a wiki has {', '.join(SPLITS)} and all")
        wanted = SPLITS if split == "all" else (split,)
        return [q for q in self.questions if q.split in wanted], [r for r in self.relations if r.split in wanted]


def wiki_files(folder: Path) -> list[Path]:
    """The files that a wiki consists of, in the order in which they are hashed."""
    names = ("ontology.yaml", "questions.jsonl", "relations.jsonl", "traps.jsonl", "unlisted.yaml")
    return [*sorted((folder / "docs").glob("*.md")), *(folder / n for n in names if (folder / n).is_file())]


def load_wiki(folder: Path | str) -> Wiki:
    """Read a wiki.

    Skipped, counted and reported: a line that is no record or lacks a key, an id or relation that repeats, a question
    that is too long to be asked, an unknown category, route or split, a passage or a relation's document that is not in
    docs/, a relation type that the ontology does not have. InputError when there is no document, a file is not UTF-8,
    or the ontology is wrong.
    """
    folder = Path(folder)
    docs = tuple(path.name for path in sorted((folder / "docs").glob("*.md")))
    if not docs:
        raise InputError(f"{folder} has no docs/*.md: a wiki is docs/*.md, ontology.yaml, questions.jsonl (see README)")
    ontology = load_ontology(folder / "ontology.yaml") if (folder / "ontology.yaml").is_file() else Ontology()
    reader = _Reader(set(docs), ontology)
    questions = tuple(reader.lines(folder / "questions.jsonl", reader.question))
    relations = tuple(reader.lines(folder / "relations.jsonl", reader.relation))
    traps = tuple(reader.lines(folder / "traps.jsonl", reader.trap))
    return Wiki(
        name=folder.resolve().name,
        folder=folder.resolve(),
        hash=files_hash(*wiki_files(folder)),
        docs=docs,
        ontology=ontology,
        questions=questions,
        relations=relations,
        unlisted=_unlisted(folder / "unlisted.yaml"),
        traps=traps,
        problems=tuple(reader.problems),
        skipped=dict(sorted(reader.skipped.items())),
    )


class _Skip(Exception):
    """A line that cannot be used: (kind, what is wrong)."""


class _Reader:
    """Checks lines; what is wrong is kept in `problems` and counted by kind in `skipped`."""

    def __init__(self, docs: set[str], ontology: Ontology) -> None:
        self._docs = docs
        self._relation_types = set(ontology.relation_types)
        self._seen: set[Any] = set()
        self._where = ""
        self.problems: list[str] = []
        self.skipped: Counter[str] = Counter()

    def lines(self, path: Path, parse: Callable[[dict[str, Any]], T]) -> Iterator[T]:
        for number, line in enumerate(read_text(path).split("\n") if path.is_file() else (), 1):
            if not line.strip():
                continue
            self._where = f"{path.name}, line {number}"
            try:
                yield parse(_record(line))
            except _Skip as skip:
                kind, what = skip.args
                self._note(kind, f"{what}, skipped")

    def _note(self, kind: str, what: str) -> None:
        self.skipped[kind] += 1
        self.problems.append(f"{self._where}: {what}")

    def question(self, record: dict[str, Any]) -> Question:
        id, text, category = (_text(record, key) for key in ("id", "question", "category"))
        answer, passages = (_texts(record, key) for key in ("answer", "passages"))
        if len(text) > LONGEST_QUESTION:
            raise _Skip("questions", f"{id}: it has {len(text):,} characters, at most {LONGEST_QUESTION:,} are asked")
        if category not in CATEGORIES:
            raise _Skip("categories", f"{id}: the category {category!r} is none of {', '.join(CATEGORIES)}")
        if bool(answer) == (category == "refusal"):
            wrong = "a refusal has no answer" if answer else f"a {category} question needs an answer"
            raise _Skip("answers", f"{id}: {wrong}")
        route = _text(record, "route") if record.get("route") else ""
        if route and route not in ROUTES:
            raise _Skip("routes", f"{id}: the route {route!r} is none of {', '.join(ROUTES)}")
        split = self._split(record, id)
        self._once(("question", id), f"the id {id!r} is already taken by an earlier line")
        for passage in (p for p in passages if p not in self._docs):
            self._note("passages", f"{id}: its passage {passage!r} is not in docs/, the passage is left out")
        return Question(id, text, category, answer, tuple(p for p in passages if p in self._docs), route, split)

    def relation(self, record: dict[str, Any]) -> LabelledRelation:
        source, type, target, doc = said = self._stated(record)
        split = self._split(record, " ".join(said[:3]))
        self._once(("relation", *said), f"{source} {type} {target} of {doc} stands on an earlier line already")
        return LabelledRelation(*said, split)

    def trap(self, record: dict[str, Any]) -> Trap:
        return Trap(*self._stated(record), _text(record, "why"))

    def _stated(self, record: dict[str, Any]) -> tuple[str, str, str, str]:
        source, type, target, doc = (_text(record, key) for key in ("source", "type", "target", "doc"))
        said = f"{source} {type} {target}"
        if doc not in self._docs:
            raise _Skip("documents", f"{said}: its document {doc!r} is not in docs/")
        if type not in self._relation_types:
            raise _Skip("relation types", f"{said}: the ontology has no relation type {type!r}")
        return source, type, target, doc

    def _split(self, record: dict[str, Any], what: str) -> str:
        split = record.get("split", "report")
        if split not in SPLITS:
            raise _Skip("splits", f"{what}: the split {split!r} is none of {', '.join(SPLITS)}")
        return split

    def _once(self, key: tuple[str, ...], problem: str) -> None:
        if key in self._seen:
            raise _Skip("repeated", problem)
        self._seen.add(key)


def _record(line: str) -> dict[str, Any]:
    try:
        record = read_json(line)
    except InputError as error:
        raise _Skip("lines", str(error)) from None
    if not isinstance(record, dict):
        raise _Skip("lines", f"a JSON object is needed, not a {type(record).__name__}")
    return record


def _text(record: dict[str, Any], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _Skip("lines", f"no text in {key}" if key in record else f"{key} is missing")
    return value


def _texts(record: dict[str, Any], key: str) -> tuple[str, ...]:
    value = record.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise _Skip("lines", f"{key} is no list of texts" if key in record else f"{key} is missing")
    return tuple(value)


def _unlisted(path: Path) -> tuple[KnownEntity, ...]:
    if not path.is_file():
        return ()
    try:
        entries = yaml.load(read_text(path), Loader=CarefulLoader) or []
        return tuple(KnownEntity(str(e["name"]), str(e["type"]), tuple(e.get("aliases") or ())) for e in entries)
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        what = " ".join(str(error).split())
        raise InputError(f"{path}: a list of {{name, type, aliases}} is needed: {what}") from None
