"""Questions in the five categories, drafted over what pages state. An answer is walked, never guessed: it follows from
the relations alone, or is what a page's sentence says of its title."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eval.datasets.wiki import SPLITS, LabelledRelation
from eval.draft.definition import definitions
from eval.draft.wording import Wordings
from eval.generator.questions import compose
from memkit.extract import Ontology
from memkit.pages.page import Page
from memkit.plan.planner import LONGEST_QUESTION

#: An answer of more names than this is a list that nobody checks by hand.
MOST_ANSWERS = 8


@dataclass(frozen=True, slots=True)
class Step:
    """Along a relation's arrow (`outward`) or against it."""

    type: str
    outward: bool

    def __str__(self) -> str:
        return self.type if self.outward else f"^{self.type}"


@dataclass(frozen=True, slots=True)
class Draft:
    """A question that is not numbered yet. `steps` lead from `start` to the answer over stated relations."""

    text: str
    category: str
    answer: tuple[str, ...]
    passages: tuple[str, ...]
    start: str = ""
    steps: tuple[Step, ...] = ()

    def record(self, number: int, split: str) -> dict[str, Any]:
        """A line of questions.jsonl, marked as a draft."""
        found = {
            "id": f"{self.category}-{number:03}",
            "question": self.text,
            "category": self.category,
            "answer": list(self.answer),
            "passages": list(self.passages),
            "split": split,
            "draft": True,
        }
        if self.steps:
            counted = {"count": True} if self.category == "aggregation" else {}
            found["derivation"] = {"start": [self.start], "steps": [str(step) for step in self.steps]} | counted
        return found


@dataclass
class Stated:
    """What the relations say, to be walked: thing -> step -> thing there -> the pages that state it."""

    ways: dict[str, dict[Step, dict[str, list[str]]]] = field(default_factory=dict)

    @classmethod
    def of(cls, relations: Iterable[LabelledRelation]) -> Stated:
        ways: dict[str, dict[Step, dict[str, list[str]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
        for r in sorted(relations, key=lambda r: (r.source, r.type, r.target, r.doc)):
            ways[r.source][Step(r.type, True)][r.target].append(r.doc)
            ways[r.target][Step(r.type, False)][r.source].append(r.doc)
        return cls(ways)

    def ends(self, thing: str, step: Step) -> Mapping[str, Sequence[str]]:
        return self.ways.get(thing, {}).get(step, {})

    def chains(self, length: int) -> Iterator[tuple[str, tuple[Step, ...], tuple[str, ...]]]:
        """(start, steps, the things that it leads over) of every way that has one thing at each step but the last, and
        never comes back to where it was."""
        for start in sorted(self.ways):
            yield from self._onward(start, (), (start,), length)

    def _onward(self, start: str, steps: tuple[Step, ...], over: tuple[str, ...], left: int) -> Iterator:
        for step, ends in sorted(self.ways.get(over[-1], {}).items(), key=lambda item: str(item[0])):
            if not set(ends).isdisjoint(over):
                continue
            if left == 1:
                yield start, (*steps, step), over
            elif len(ends) == 1:
                yield from self._onward(start, (*steps, step), (*over, *ends), left - 1)


class Drafter:
    """`types` are those of every thing that a question may be about, `sentences` those that the relations were read
    from. The same seed gives the same questions."""

    def __init__(
        self,
        ontology: Ontology,
        relations: Iterable[LabelledRelation],
        types: Mapping[str, frozenset[str]],
        pages: Sequence[Page],
        sentences: Collection[str],
        seed: int,
    ) -> None:
        self._ontology = ontology
        self._stated = Stated.of(relations)
        self._types = types
        self._pages = pages
        self._sentences = frozenset(sentences)
        self._words = Wordings(ontology)
        self._seed = seed

    def draft(self, most: int) -> list[Draft]:
        """At most `most` of each category; no two questions have the same text."""
        kinds: tuple[tuple[str, Callable[[random.Random], Iterable[Draft]]], ...] = (
            ("definitional", self._definitions),
            ("2-hop", lambda rng: self._chains(rng, "2-hop", 2)),
            ("3-hop", lambda rng: self._chains(rng, "3-hop", 3)),
            ("aggregation", self._counts),
            ("refusal", self._refusals),
        )
        found: list[Draft] = []
        asked: set[str] = set()
        for name, make in kinds:
            kept = 0
            for draft in make(random.Random(f"{name} {self._seed}")):
                if kept < most and draft.text.casefold() not in asked and len(draft.text) <= LONGEST_QUESTION:
                    asked.add(draft.text.casefold())
                    found.append(draft)
                    kept += 1
        return found

    # ------------------------------------------------------------------------------------------------ the categories

    def _definitions(self, rng: random.Random) -> Iterator[Draft]:
        """What the first sentence about a page's title says that it is or does. What a relation is read from is left to
        the other categories, unless it says what the title is."""
        for page in _shuffled(rng, self._pages):
            names = [page.title, *(page.title[f.start : f.end] for f in self._ontology.find(page.title))]
            found = definitions(page, names, self._words.lexicon)
            if one := next((d for d in found if d.verb or d.sentence not in self._sentences), None):
                asked = one.question(self._is_person(names))
                yield Draft(asked, "definitional", (one.phrase,), (page.source,))

    def _chains(self, rng: random.Random, category: str, length: int) -> Iterator[Draft]:
        """Those that no single page states come first: a question of two hops joins two pages."""
        drawn = [self._chain(category, *chain) for chain in self._stated.chains(length)]
        drawn = [draft for draft in _shuffled(rng, drawn) if len(draft.answer) <= MOST_ANSWERS]
        for draft in sorted(drawn, key=lambda d: len(d.passages) < 2):
            asked = self._asked(rng, draft.start, draft.steps, "one" if len(draft.answer) == 1 else "all")
            yield Draft(asked, category, draft.answer, draft.passages, draft.start, draft.steps)

    def _chain(self, category: str, start: str, steps: tuple[Step, ...], over: tuple[str, ...]) -> Draft:
        answer = self._stated.ends(over[-1], steps[-1])
        middle = [self._stated.ends(a, step)[b] for a, step, b in zip(over, steps, over[1:], strict=False)]
        return Draft("", category, tuple(sorted(answer)), _pages([*middle, *answer.values()]), start, steps)

    def _counts(self, rng: random.Random) -> Iterator[Draft]:
        """How many things stand in a relation to one, where there are several."""
        counted = [
            (thing, step, ends)
            for thing, steps in sorted(self._stated.ways.items())
            for step, ends in sorted(steps.items(), key=lambda item: str(item[0]))
            if len(ends) > 1
        ]
        for thing, step, ends in _shuffled(rng, counted):
            asked = self._asked(rng, thing, (step,), "count")
            yield Draft(asked, "aggregation", (str(len(ends)),), _pages(ends.values()), thing, (step,))

    def _refusals(self, rng: random.Random) -> Iterator[Draft]:
        """What is stated of other things of the same types, and of this known one by no page."""
        lacking = []
        for step in sorted({step for steps in self._stated.ways.values() for step in steps}, key=str):
            having = [thing for thing, steps in self._stated.ways.items() if step in steps]
            types = {type for thing in having for type in self._types.get(thing, ())}
            lacking += [(t, step) for t, of in sorted(self._types.items()) if of & types and t not in having]
        for thing, step in _shuffled(rng, lacking):
            yield Draft(self._asked(rng, thing, (step,), "one"), "refusal", (), (), thing, (step,))

    # --------------------------------------------------------------------------------------------------- the wording

    def _asked(self, rng: random.Random, start: str, steps: Sequence[Step], ask: str) -> str:
        *before, last = steps
        relations = [self._words.of(step.type, step.outward) for step in before]
        return compose(rng, start, [*relations, self._words.of(last.type, last.outward, ask)])

    def _is_person(self, names: Iterable[str]) -> bool:
        types = {type for name in names for type in self._types.get(self._ontology.own_name(name), ())}
        return bool(types) and all(self._ontology.root(type) == "Person" for type in types)


def split_pages(pages: Sequence[Page], seed: int) -> dict[str, str]:
    """Page -> "dev" or "report", half each, drawn."""
    drawn = _shuffled(random.Random(f"split {seed}"), sorted(page.source for page in pages))
    return {source: SPLITS[number % 2] for number, source in enumerate(drawn)}


def records(drafts: Iterable[Draft], split: Mapping[str, str]) -> list[dict[str, Any]]:
    """The lines of questions.jsonl. A question is in the part of its first page, a refusal in each in turn."""
    found, numbers = [], defaultdict(int)
    for draft in drafts:
        numbers[draft.category] += 1
        number = numbers[draft.category]
        found.append(draft.record(number, split[draft.passages[0]] if draft.passages else SPLITS[number % 2]))
    return found


def _pages(stating: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Pages that together are enough, one for each fact: of several the one that is needed anyway, else the first."""
    chosen: list[str] = []
    for docs in stating:
        if not set(docs) & set(chosen):
            chosen.append(docs[0])
    return tuple(sorted(chosen))


def _shuffled(rng: random.Random, items: Iterable) -> list:
    items = list(items)
    rng.shuffle(items)
    return items
