"""Which spellings in one conversation are one person: "Priya", "Priya N.", "@priya" and "Mme Natarajan" are, if only
one person there can be meant.

Names are compared by the same parser as everywhere (memkit.resolve.persons); what a conversation adds is that few
people are in it. So a short form joins the one person whom it fits, and stays by itself where it fits two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memkit.errors import InputError
from memkit.model import check_visible
from memkit.resolve.blocking import block_keys
from memkit.resolve.evidence import LOWEST_REVIEW
from memkit.resolve.form import form_of
from memkit.resolve.names import compare_names
from memkit.resolve.person_parser import person_of
from memkit.resolve.rule import Comparison, Name

#: Kinds of evidence (memkit.resolve.evidence) that are too little here: two colleagues may be called Jon and John.
UNSURE = frozenset({"typo", "sound", "look-alike", "accents", "close", "context", "type"})
#: A nickname whose spelling is this near is one letter away: Jon is short for John, and may well be somebody else.
ONE_LETTER = 0.8


@dataclass(slots=True)
class Person:
    """`name` is what the person is called, `spellings` are all ways to write it, in the order in which they came."""

    name: str
    spellings: list[str] = field(default_factory=list)


class People:
    """The people of one conversation."""

    def __init__(self, known: Iterable[Person] = ()) -> None:
        """`known` are people who stay apart whatever their names; a spelling of two of them is the first one's."""
        self.persons: list[Person] = list(known)
        self._by_spelling: dict[str, Person] = {}
        self._by_block: dict[str, dict[int, Person]] = {}  # blocking key -> the persons who have it, by id()
        for person in self.persons:
            for spelling in (person.name, *person.spellings):
                self._by_spelling.setdefault(_key(spelling), person)
                self._block(spelling, person)

    def of(self, spelling: str) -> str:
        """The name of the person whom this spelling means; the spelling itself where it is nobody's or more than
        one's."""
        person = self.find(spelling)
        return person.name if person else spelling

    def find(self, spelling: str) -> Person | None:
        """The one person whom this spelling, which need not be known, can mean; None if there is none or several."""
        known = self._by_spelling.get(_key(spelling))
        if known is not None:
            return known
        near = {id: p for key in _block_keys(spelling) for id, p in self._by_block.get(key, {}).items()}
        fitting = [person for person in near.values() if _fits(spelling, person)]
        return fitting[0] if len(fitting) == 1 else None

    def add(self, spelling: str) -> Person:
        """The person whom this spelling means, who may be new."""
        person = self.find(spelling)
        if person is None:
            person = Person(spelling)
            self.persons.append(person)
        if self._by_spelling.setdefault(_key(spelling), person) is person and spelling not in person.spellings:
            person.spellings.append(spelling)
            self._block(spelling, person)
        return person

    def _block(self, spelling: str, person: Person) -> None:
        for key in _block_keys(spelling):
            self._by_block.setdefault(key, {})[id(person)] = person


def find_people(spellings: Iterable[str], people: Sequence[Mapping[str, object]] = ()) -> People:
    """Join the spellings of a conversation's speakers. `people` ({name, aliases}) are known beforehand: their spellings
    are taken at their word. A person who is not among them is named by the fullest spelling.

    Deterministic, and the order of the spellings does not matter. Raises InputError for an entry of `people` without a
    name, or a spelling that two of them have.
    """
    found = People(_given(people))
    for spelling in sorted({s for s in spellings if s.strip()}, key=_fullest_first):
        found.add(spelling)
    return found


def _given(people: Sequence[Mapping[str, object]]) -> list[Person]:
    if isinstance(people, (str, Mapping)) or not isinstance(people, Iterable):
        raise InputError(f"people is a {type(people).__name__}: give a list of {{name, aliases}}")
    given: list[Person] = []
    owners: dict[str, str] = {}
    for number, entry in enumerate(people):
        if not isinstance(entry, Mapping) or "name" not in entry:
            raise InputError(f"people[{number}] is {entry!r}: give a mapping with a name, say {{'name': 'Ana Ruiz'}}")
        aliases = entry.get("aliases") or []
        if isinstance(aliases, str) or not isinstance(aliases, Iterable):
            raise InputError(f"people[{number}] has aliases {aliases!r}: a list of names is needed")
        spellings = list(dict.fromkeys([entry["name"], *aliases]))
        for spelling in spellings:
            check_visible(spelling, f"people[{number}]")
            other = owners.setdefault(_key(spelling), spellings[0])
            if other != spellings[0]:
                raise InputError(f"people: {spelling!r} is both {other!r} and {spellings[0]!r}: keep one")
        given.append(Person(spellings[0], spellings))
    return given


def _block_keys(spelling: str) -> list[str]:
    return block_keys(Name(spelling, "Person"))


def _key(spelling: str) -> str:
    return form_of(spelling).folded


def fullest(spellings: Iterable[str]) -> str:
    """The spelling that says most of a name."""
    return min(spellings, key=_fullest_first)


def _fullest_first(spelling: str) -> tuple[object, ...]:
    """Names before accounts; more written-out parts before fewer, so that a short form finds who it may be; then the
    longer one."""
    person = person_of(spelling)
    written = sum(len(part) > 1 for part in person.parts)
    return bool(person.handle), -written, -len(person.parts), -len(spelling), spelling


def _fits(spelling: str, person: Person) -> bool:
    """One of the person's spellings says yes, and none says no: Ann Fox is not the Ann who is Ann Lee, and Jane Smith
    not the J. Smith who is John Smith."""
    found = {known: compare_names(spelling, known, "person") for known in person.spellings or (person.name,)}
    if any(c.veto for c in found.values()) or not any(map(_is_enough, found.values())):
        return False
    other = (in_full(s) and ("last-name" in c.signals or not _is_enough(c)) for s, c in found.items())
    return not (in_full(spelling) and any(other))


def in_full(name: str) -> bool:
    """Two names and more, none an initial: of a single word nobody knows whether it is a last name."""
    parts = person_of(name).parts
    return len(parts) > 1 and all(len(part) > 1 for part in parts)


def _is_enough(found: Comparison) -> bool:
    if found.score < LOWEST_REVIEW or UNSURE & found.signals.keys():
        return False
    return "nickname" not in found.signals or found.signals["spelling"] < ONE_LETTER
