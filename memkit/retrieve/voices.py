"""Who says which turn: the entities that turns are SPOKEN_BY, and which of them are one person now."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np

from memkit.retrieve.graph import PassageGraph
from memkit.retrieve.names import name_key


class Voices:
    """A voice is an entity that speaks, or, of a turn whose speaker is not linked (yet), a name. Grows with the turns;
    who is one person is asked of the graph each time, so that a merge joins two voices and an undo parts them."""

    def __init__(self) -> None:
        self._entities: list[str] = []  # voice -> entity id, "" for a name
        self._spellings: list[set[str]] = []  # voice -> how its turns are signed
        self._number: dict[tuple[str, str], int] = {}
        self._of = array("l")  # slot -> voice

    def add(self, slot: int, speaker: str, entity_id: str = "") -> None:
        """Turn `slot` is signed `speaker`, and said by this entity; of a turn that is known, the word is replaced."""
        voice = self._voice(entity_id, "" if entity_id else name_key(speaker))
        self._spellings[voice].add(speaker)
        if slot < len(self._of):
            self._of[slot] = voice
        else:
            self._of.append(voice)

    def _voice(self, entity_id: str, name: str) -> int:
        voice = self._number.setdefault((entity_id, name), len(self._entities))
        if voice == len(self._entities):
            self._entities.append(entity_id)
            self._spellings.append(set())
        return voice

    def name(self, slot: int) -> str:
        """How the one who said this turn signs, the first by letters."""
        return min(self._spellings[self._of[slot]])

    def people(self, graph: PassageGraph) -> dict[int, list[str]]:
        """person -> every way to write the name, sorted. A person is the first of the voices that are one."""
        names: dict[int, set[str]] = {}
        for voice, person in enumerate(self._persons(graph)):
            node = graph.thing(self._entities[voice])
            names.setdefault(person, set()).update(
                self._spellings[voice], graph.spellings(node) if node is not None else ()
            )
        return {person: sorted(found) for person, found in names.items()}

    def said_by(self, people: Iterable[int], graph: PassageGraph) -> np.ndarray:
        """(n,) did one of these people say the turn?"""
        persons = np.array(self._persons(graph), dtype=np.int64)
        return np.isin(persons, list(people))[np.frombuffer(self._of, dtype=np.int64)]

    def _persons(self, graph: PassageGraph) -> list[int]:
        """voice -> person."""
        first: dict[int, int] = {}
        nodes = [graph.thing(entity) for entity in self._entities]
        return [voice if node is None else first.setdefault(node, voice) for voice, node in enumerate(nodes)]
