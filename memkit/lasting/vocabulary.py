"""The vocabulary of lasting states, read from states.yaml or a file of one's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from memkit.careful_yaml import CarefulLoader
from memkit.errors import InputError

HOLDS, BEGINS, ENDS = "holds", "begins", "ends"
#: In the place of a file: no states are read.
NONE = "none"
ONE = ("source", "target", "both", "none")
PREPOSITIONS = frozenset(
    "at in on near above to into from with for of by over out as under about within across beside behind".split()
)


#: How nouns of who does something end: "harbourmaster", "beekeeper", "warden".
_AGENT = re.compile(r"(?:master|mistress|keeper|warden|man|woman|marshal|clerk|officer|minister)$")


@dataclass(frozen=True, slots=True)
class Frame:
    """A phrase of a state: its verb, particle, another word of it, and the preposition before the target (empty: none
    is needed). `swapped`: the verb's subject is the target."""

    relation: str
    phase: str
    verbs: frozenset[str]
    particles: frozenset[str]
    words: frozenset[str]
    prepositions: frozenset[str]
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A relation that lasts. See states.yaml for what its fields mean."""

    name: str
    one: str
    source: str
    target: str
    job: bool = False
    mutual: bool = False
    nouns: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()


@dataclass(frozen=True)
class States:
    """All lasting states by name, and the frames by verb."""

    of: Mapping[str, State]
    frames: Mapping[str, tuple[Frame, ...]]
    posts: frozenset[str] = frozenset()
    no_posts: frozenset[str] = frozenset()
    noun: Mapping[str, str] = field(default_factory=dict)

    def state(self, relation: str) -> State | None:
        """The lasting state that a relation type names; that of a post ("MAYOR_OF") is made on the spot."""
        if relation in self.of:
            return self.of[relation]
        noun = relation.removesuffix("_OF").replace("_", " ").lower()
        if relation.endswith("_OF") and self.is_post(noun):
            return State(relation, "source", "Person", "noun", job=True, nouns=frozenset({noun}))
        return None

    def by_noun(self, noun: str) -> str:
        """The relation of "the NOUN of ...", "" for a noun that names none."""
        return self.noun.get(noun) or self.post(noun)

    def post(self, noun: str) -> str:
        """MAYOR_OF for "mayor", "" for a noun of no post."""
        return f"{noun.upper().replace(' ', '_')}_OF" if self.is_post(noun) else ""

    def is_post(self, noun: str) -> bool:
        """A post is listed, or its last word says who does something."""
        last = noun.rpartition(" ")[2]
        return noun in self.posts or last in self.posts or (bool(_AGENT.search(last)) and last not in self.no_posts)


@lru_cache(maxsize=8)
def load_states(path: str = "") -> States:
    """The vocabulary in this file; the package's own without one, an empty one for NONE. Raises InputError,
    naming the entry, for a file that is none."""
    if path == NONE:
        return States({}, {})
    where = path or "states.yaml"
    try:
        text = Path(path).read_text("utf-8") if path else (files(__package__) / "states.yaml").read_text("utf-8")
        given = yaml.load(text, CarefulLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(f"{where} is no vocabulary of lasting states: {error}") from None
    if not isinstance(given, dict):
        raise InputError(f"{where}: a mapping of relations is needed")
    posts, no_posts = given.pop("POSTS", []), given.pop("NO_POSTS", [])
    states, frames, nouns = {}, {}, {}
    for name, entry in given.items():
        state = _state(where, name, entry)
        states[name] = state
        for noun in sorted(state.nouns):
            nouns.setdefault(noun, name)
        for phase in (HOLDS, BEGINS, ENDS):
            phrases = entry.get(phase) or []
            if not isinstance(phrases, list) or not all(isinstance(one, str) and one.strip("~ ") for one in phrases):
                raise InputError(f"{where}: {name} has {phase}: {phrases!r}: a list of phrases is needed")
            for phrase in phrases:
                frame = _frame(name, phase, phrase)
                for verb in sorted(frame.verbs):
                    frames.setdefault(verb, []).append(frame)
    return States(
        states, {verb: tuple(found) for verb, found in frames.items()}, frozenset(posts), frozenset(no_posts), nouns
    )


def _state(where: str, name: str, entry: Any) -> State:
    if not isinstance(entry, dict) or entry.get("one") not in ONE:
        raise InputError(f"{where}: {name} needs `one:`, which is {', '.join(ONE)}")
    return State(
        name=name,
        one=entry["one"],
        source=entry.get("source") or "",
        target=entry.get("target") or "noun",
        job=bool(entry.get("job")),
        mutual=entry.get("side") == "both",
        nouns=frozenset(entry.get("nouns") or ()),
        things=frozenset(entry.get("things") or ()),
        places=frozenset(entry.get("places") or ()),
    )


def _frame(relation: str, phase: str, phrase: str) -> Frame:
    swapped = phrase.startswith("~")
    first, *rest = phrase.removeprefix("~").split()
    particles = frozenset(w for part in rest if part[0] == "+" for w in part[1:].split("/"))
    rest = [part.split("/") for part in rest if part[0] != "+"]
    prepositions = frozenset(w for part in rest if part[0] in PREPOSITIONS for w in part)
    words = frozenset(w for part in rest if part[0] not in PREPOSITIONS for w in part)
    return Frame(relation, phase, frozenset(first.split("/")), particles, words, prepositions, swapped)
