"""A wiki's gold read back independently of the product, and its answers derived from its labelled relations.

A derivation is `{start, steps, count}`: `start` a list of names or `{type: T}` (all entities of it). A step is a
relation type ("OWNS": from source to target; "^OWNS": from target to source, as in a SPARQL property path), or
`{type: T}`, `{where: {attribute: value}}`, `{with: steps}`, `{without: steps}`, which keep some of the entities.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from memkit.extract.ontology import Ontology, load_ontology

#: ("relation", source, type, target) or ("attribute", entity, key, value)
Fact = tuple[str, str, str, str]

#: A line that states one thing: "Result: passed".
_FIELD = re.compile(r"^([A-Z][\w ]{0,30}): (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """A document: its front matter (all values as text; none is fine), the first heading, and the text below."""

    name: str
    header: dict[str, Any]
    title: str
    body: str
    text: str

    @cached_property
    def fields(self) -> dict[str, str]:
        """Front matter, and lines "Key: value" of the body; keys in lower case, the front matter first."""
        lines = {key.casefold(): value for key, value in _FIELD.findall(self.body)}
        return lines | {key.casefold(): value for key, value in self.header.items()}

    @property
    def date(self) -> str:
        """When the page was last changed, or written; empty if it does not say."""
        return self.fields.get("updated") or self.fields.get("date", "")


@dataclass(frozen=True)
class Answer:
    """An entity that a derivation leads to, with the facts along one way to it."""

    entity: str
    facts: tuple[Fact, ...] = ()


class GoldWiki:
    """Everything that a wiki's folder says, read with plain json and yaml."""

    def __init__(self, folder: Path) -> None:
        self.ontology: Ontology = load_ontology(folder / "ontology.yaml")
        self.pages = {path.name: _page(path) for path in sorted((folder / "docs").glob("*.md"))}
        self.questions = _lines(folder / "questions.jsonl")
        self.relations = _lines(folder / "relations.jsonl")
        self.traps = _lines(folder / "traps.jsonl")
        self.unlisted = yaml.safe_load((folder / "unlisted.yaml").read_text(encoding="utf-8"))

    @cached_property
    def types(self) -> dict[str, str]:
        """Canonical name -> entity type."""
        return {e.name: e.type for e in self.ontology.entities} | {e["name"]: e["type"] for e in self.unlisted}

    @cached_property
    def spellings(self) -> dict[str, tuple[str, ...]]:
        """Canonical name -> itself and its aliases."""
        listed = {e.name: (e.name, *e.aliases) for e in self.ontology.entities}
        return listed | {e["name"]: (e["name"], *e.get("aliases", ())) for e in self.unlisted}

    @cached_property
    def mentioned(self) -> dict[str, set[str]]:
        """Page -> names of the entities that it mentions."""
        return {page.name: self.mentions(page.text) for page in self.pages.values()}

    def mentions(self, text: str) -> set[str]:
        """Names of the entities that stand in a text by name or alias; the longest name at each place counts."""
        return {self._entity_of[match.group().casefold()] for match in self._any_name.finditer(text)}

    @cached_property
    def _entity_of(self) -> dict[str, str]:
        return {spelling.casefold(): name for name, all in self.spellings.items() for spelling in all}

    @cached_property
    def _any_name(self) -> re.Pattern[str]:
        longest_first = sorted(map(re.escape, self._entity_of), key=lambda s: (-len(s), s))
        return re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?!\w|-\w)", re.IGNORECASE)

    @cached_property
    def docs_of(self) -> dict[Fact, set[str]]:
        """Fact -> the pages that state it."""
        stated: dict[Fact, set[str]] = {}
        for r in self.relations:
            stated.setdefault(("relation", r["source"], r["type"], r["target"]), set()).add(r["doc"])
        for page in self.pages.values():
            for key in self.ontology.attributes.get(self.types.get(page.title, ""), ()):
                if key in page.fields:
                    stated.setdefault(("attribute", page.title, key, page.fields[key]), set()).add(page.name)
        return stated

    def derive(self, derivation: dict[str, Any]) -> list[Answer]:
        """All ways from the start through the steps (several may lead to one entity)."""
        start = derivation["start"]
        names = [n for n in self.types if self.is_a(n, start["type"])] if isinstance(start, dict) else start
        answers = [Answer(name) for name in sorted(names)]
        for step in derivation["steps"]:
            answers = [after for answer in answers for after in self._step(answer, step)]
        return answers

    def is_a(self, name: str, type: str) -> bool:
        return type in self.ontology.ancestors(self.types[name])

    def _step(self, answer: Answer, step: str | dict[str, Any]) -> Iterator[Answer]:
        if isinstance(step, str):
            yield from self._follow(answer, step)
            return
        ((kind, wanted),) = step.items()
        if kind == "type":
            if self.is_a(answer.entity, wanted):
                yield answer
        elif kind == "where":
            facts = [("attribute", answer.entity, key, value) for key, value in wanted.items()]
            if all(fact in self.docs_of for fact in facts):
                yield Answer(answer.entity, (*answer.facts, *facts))
        elif kind in ("with", "without"):
            ways = self.derive({"start": [answer.entity], "steps": wanted})
            if kind == "without" and not ways:
                yield answer
            elif kind == "with":
                yield from (Answer(answer.entity, (*answer.facts, *way.facts)) for way in ways)
        else:
            raise AssertionError(f"step {step} is not known")

    def _follow(self, answer: Answer, step: str) -> Iterator[Answer]:
        relation = step.removeprefix("^")
        assert relation in self.ontology.relation_types, f"no relation type {relation}"
        there = 1 if step.startswith("^") else 3
        for fact in self._facts_at.get((step, answer.entity), ()):
            yield Answer(fact[there], (*answer.facts, fact))

    @cached_property
    def _facts_at(self) -> dict[tuple[str, str], list[Fact]]:
        """(step, the entity it leaves) -> facts, in order."""
        facts: dict[tuple[str, str], list[Fact]] = {}
        for fact in sorted(self.docs_of):
            kind, source, type, target = fact
            if kind == "relation":
                facts.setdefault((type, source), []).append(fact)
                facts.setdefault((f"^{type}", target), []).append(fact)
        return facts


def _page(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    header, body = text.split("---\n", 2)[1:] if text.startswith("---\n") else ("", text)
    title = re.search(r"^# (.+)$", body, re.MULTILINE)
    assert title, f"{path.name} has no heading"
    return Page(path.name, yaml.load(header, yaml.BaseLoader) or {}, title.group(1), body, text)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
