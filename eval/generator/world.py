"""The world that a corpus tells of: things with their names, and one fact for each relation that a thing has."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from eval.generator.names import FORMS, TWINS, draw_part, other_spellings, spell, stems
from eval.generator.wording import KINDS, RELATIONS, Relation
from memkit.errors import InputError

#: Fewest things that questions go through: two of each kind, and some people to know.
FEWEST_THINGS = 3 * len(KINDS)


@dataclass(frozen=True, slots=True)
class Thing:
    """`name` is made of `stem` and `part`, `aliases` are its other spellings; `twin_of` is the number of the thing it
    is easily taken for, or -1."""

    number: int
    kind: str
    name: str
    stem: str
    part: str
    pronoun: str
    aliases: tuple[str, ...] = ()
    twin_of: int = -1

    @property
    def spellings(self) -> tuple[str, ...]:
        """The name first, then the aliases."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class Fact:
    """The thing `source` has this relation to the thing `target`."""

    source: int
    relation: Relation
    target: int


@dataclass(slots=True)
class World:
    """`things` by number; `facts[source, relation's name]`, one each; `linked`: things that questions go through."""

    things: list[Thing]
    facts: dict[tuple[int, str], Fact]
    linked: set[int]
    _near: dict[int, list[int]] = field(default_factory=dict)

    def facts_of(self, number: int) -> list[Fact]:
        """What is known of a thing as a source, in the order of RELATIONS."""
        named = ((number, relation.name) for relation in RELATIONS)
        return [self.facts[key] for key in named if key in self.facts]

    def distances(self, number: int) -> dict[int, int]:
        """Thing -> how many facts, read in either direction, lead to it; what no fact leads to is left out."""
        if not self._near:
            for fact in self.facts.values():
                self._near.setdefault(fact.source, []).append(fact.target)
                self._near.setdefault(fact.target, []).append(fact.source)
        found, queue = {number: 0}, deque([number])
        while queue:
            at = queue.popleft()
            for other in self._near.get(at, ()):
                if other not in found:
                    found[other] = found[at] + 1
                    queue.append(other)
        return found


def make_world(seed: int, *, things: int, aliases: int, twins: float, distractors: int) -> World:
    """`things` that questions go through; a share `twins` of them gets a near-twin each, with facts of its own; and
    `distractors` things of the same kinds that have facts among themselves.

    The things that questions go through and their facts depend on `seed` and `things` alone (their aliases on the other
    two as well). Raises InputError when they are fewer than FEWEST_THINGS.
    """
    if things < FEWEST_THINGS:
        raise InputError(f"{things} things are too few for {len(KINDS)} kinds: {FEWEST_THINGS} are needed")
    names = stems(random.Random(f"stems {seed}"))
    rng, for_twins, for_others = (random.Random(f"{part} {seed}") for part in ("things", "twins", "distractors"))
    twinned = set(for_twins.sample(range(things), round(twins * things)))
    linked = [
        _thing(rng, number, kind, next(names), aliases, twinned=number in twinned)
        for number, kind in enumerate(_kinds(things, at_least=2))
    ]
    mistaken = [_twin(for_twins, linked[number], things + n) for n, number in enumerate(sorted(twinned))]
    first = things + len(mistaken)
    others = [_thing(for_others, n, kind, next(names), aliases) for n, kind in enumerate(_kinds(distractors), first)]
    facts = [
        *_facts(rng, linked, linked),
        *_facts(for_twins, mistaken, linked),
        *_facts(for_others, others, others),
    ]
    return World([*linked, *mistaken, *others], {(f.source, f.relation.name): f for f in facts}, set(range(things)))


def _kinds(count: int, at_least: int = 0) -> list[str]:
    """The kind of each of `count` things, by the shares of KINDS; what rounding leaves are people."""
    kinds = [k for k, (_, share, _) in KINDS.items() if k != "person" for _ in range(max(at_least, int(share * count)))]
    return ["person"] * (count - len(kinds)) + kinds


def _thing(rng: random.Random, number: int, kind: str, stem: str, aliases: int, *, twinned: bool = False) -> Thing:
    part, pronoun = draw_part(kind, rng)
    others = other_spellings(kind, stem, part, aliases, telling=twinned)
    return Thing(number, kind, spell(FORMS[kind][0], stem, part), stem, part, pronoun, others)


def _twin(rng: random.Random, thing: Thing, number: int) -> Thing:
    """Another thing of the same kind whose name is easily taken for this one's."""
    part, pronoun = draw_part(thing.kind, rng, unlike=thing.part)
    name = spell(TWINS[thing.kind], thing.stem, part)
    return Thing(number, thing.kind, name, thing.stem, part, pronoun, twin_of=thing.number)


def _facts(rng: random.Random, sources: Sequence[Thing], targets: Sequence[Thing]) -> Iterator[Fact]:
    """One fact for each source and relation of its kind, where there is a target; no two join the same two things."""
    by_kind: dict[str, list[int]] = {}
    for thing in targets:
        by_kind.setdefault(thing.kind, []).append(thing.number)
    joined: dict[int, set[int]] = {}
    for thing in sources:
        for relation in (r for r in RELATIONS if r.source == thing.kind):
            near = joined.setdefault(thing.number, {thing.number})
            free = [number for number in by_kind.get(relation.target, ()) if number not in near]
            if free:
                target = rng.choice(free)
                near.add(target)
                joined.setdefault(target, {target}).add(thing.number)
                yield Fact(thing.number, relation, target)
