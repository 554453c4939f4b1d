"""A stream of messages about people whose names collide, with the truth beside it: who is meant each time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from eval.drift.people import FAMILIES, NameList, family_names, first_names
from eval.stress.sources import Base, full_lists
from eval.stress.variants import variants
from memkit.errors import InputError

#: Relation that a message states -> (list of eval/stress/sources.py that its values are drawn from, number of different
#: values, how it is said). A person has one value of each, for good.
ATTRIBUTES: dict[str, tuple[str, int, str]] = {
    "WORKS_FOR": ("companies", 150, "{person} works for {value}."),
    "BORN_IN": ("cities", 150, "{person} was born in {value}."),
    "LIVES_IN": ("cities", 150, "{person} lives in {value}."),
    "SPEAKS": ("languages", 40, "{person} speaks {value}."),
    "TRAVELLED_TO": ("countries", 60, "{person} travelled to {value}."),
}
#: Kind of spelling that is the full name itself.
NAME = "name"
#: How a near-twin is made of the person that it is easily taken for.
TWINS = ("junior", "first name alike", "family name alike", "same initial")
#: A twin's name is one of so many most alike.
NEAREST = 2
#: So often is another twin drawn when there is somebody of the drawn name already.
ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Person:
    """`name` is how the person is introduced, `spellings` are other ways to write it; `twin_of` is the number of the
    person that this one is easily taken for, by `twin_kind`, or -1. `values`: relation -> (name, type)."""

    number: int
    name: str
    spellings: tuple[tuple[str, str], ...]  # (kind, spelling)
    values: dict[str, tuple[str, str]]
    twin_of: int = -1
    twin_kind: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """Says of `person` (a number) that the relation holds, under `spelling`, a variant of `kind` (NAME: none)."""

    number: int
    person: int
    spelling: str
    kind: str
    relation: str
    value: str
    value_type: str

    @property
    def text(self) -> str:
        return ATTRIBUTES[self.relation][2].format(person=self.spelling, value=self.value)


@dataclass(frozen=True, slots=True)
class World:
    """People in order of appearance, and the messages."""

    people: tuple[Person, ...]
    messages: tuple[Message, ...]


@lru_cache(maxsize=4)
def make_world(
    seed: int,
    messages: int,
    *,
    new: float = 0.4,
    varied: float = 0.4,
    spellings: int = 2,
    twins: float = 0.1,
    families: int = FAMILIES,
) -> World:
    """A stream of `messages`. A share `new` of them introduces a person, by full name; the others are about somebody
    known, who is chosen in proportion to the messages about them so far, so that few are spoken of often and most
    hardly ever (the process of Simon, Biometrika 42, 1955). Of these a share `varied` uses one of the person's
    `spellings` other spellings. A share `twins` of the people are near-twins of somebody known; there are `families`
    family names, the most frequent of the list.

    The first messages of a longer stream with the same settings are those of a shorter one. Raises InputError for a
    number out of range.
    """
    for name, value in (("new", new), ("varied", varied), ("twins", twins)):
        if not 0 <= value <= 1:
            raise InputError(f"{name} is {value!r}: a share from 0 to 1 is needed")
    for name, value, least in (("messages", messages, 1), ("spellings", spellings, 0), ("families", families, 1)):
        if value < least:
            raise InputError(f"{name} is {value!r}: at least {least} is needed")
    maker = _Maker(seed, spellings, twins, families)
    rng = random.Random(f"messages {seed}")
    said = [maker.message(rng, number, new, varied) for number in range(messages)]
    return World(tuple(maker.people), tuple(said))


class _Maker:
    def __init__(self, seed: int, spellings: int, twins: float, families: int) -> None:
        self.people: list[Person] = []
        self._rng = random.Random(f"people {seed}")
        self._spellings = spellings
        self._twins = twins
        self._families = family_names(families)
        self._spoken_of: list[int] = []
        self._taken: set[str] = set()

    def message(self, rng: random.Random, number: int, new: float, varied: float) -> Message:
        introduced = not self._spoken_of or rng.random() < new
        who = self._person() if introduced else self.people[rng.choice(self._spoken_of)]
        self._spoken_of.append(who.number)
        kind, spelling = NAME, who.name
        if not introduced and who.spellings and rng.random() < varied:
            kind, spelling = rng.choice(who.spellings)
        relation = rng.choice(sorted(ATTRIBUTES))
        return Message(number, who.number, spelling, kind, relation, *who.values[relation])

    def _person(self) -> Person:
        rng, number = self._rng, len(self.people)
        name, twin_of, kind = self._name()
        spelled = {spelling: kind for kind, spelling in self._others(Base(name, "Person", "people"))}
        values = {relation: rng.choice(_values(relation)) for relation in ATTRIBUTES}
        person = Person(number, name, tuple((k, s) for s, k in spelled.items()), values, twin_of, kind)
        self.people.append(person)
        self._taken.add(name)
        return person

    def _name(self) -> tuple[str, int, str]:
        """A name, and whose near-twin it is, by which kind. Twins never share a name on purpose: namesakes come about
        by chance alone."""
        rng = self._rng
        if self.people and rng.random() < self._twins:
            for _ in range(ATTEMPTS):
                other, kind = rng.choice(self.people), rng.choice(TWINS)
                if (name := _twin(other.name, kind, self._families, rng)) not in self._taken:
                    return name, other.number, kind
        return f"{rng.choice(first_names()).draw(rng)} {self._families.draw(rng)}", -1, ""

    def _others(self, base: Base) -> Iterator[tuple[str, str]]:
        for _ in range(self._spellings):
            yield from ((kind, spelling.strip()) for kind, spelling in variants(base, self._rng))


def _twin(name: str, kind: str, families: NameList, rng: random.Random) -> str:
    """The name of somebody who is easily taken for the bearer of this one; that very name where there is none."""
    first, family, *suffix = name.split()
    women, men = first_names()
    alike = men if first in men.names else women
    if kind == "junior":
        return f"{first} {family} Jr." if first in men.names and not suffix else name
    if kind == "family name alike":
        return f"{first} {rng.choice(families.nearest(family, NEAREST) or [family])}"
    if kind == "first name alike":
        return f"{rng.choice(alike.nearest(first, NEAREST))} {family}"
    same = [other for other in alike.names if other[0] == first[0] and other != first]
    return f"{rng.choice(same or [first])} {family}"


@cache
def _values(relation: str) -> tuple[tuple[str, str], ...]:
    """(name, type) of each value that the relation can have: the same in every world."""
    source, count, _ = ATTRIBUTES[relation]
    entries = [base for base in full_lists()[source] if base.name.isascii() and base.name.replace(" ", "").isalpha()]
    chosen = random.Random(f"values {source}").sample(entries, count)
    return tuple((base.name, base.type) for base in chosen)
