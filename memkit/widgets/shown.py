"""What a picture shows, before it is drawn: an entity's neighbourhood, a question's path, a cluster's judgements."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memkit.errors import InputError, MissingRecord, OutOfScope
from memkit.identity import component
from memkit.model import Entity, Result, check_text
from memkit.plan.run import Way

if TYPE_CHECKING:
    from memkit.memory import Memory

#: Things at most in one picture; those that are left out are counted in its note.
MOST_NODES = 50


@dataclass(frozen=True, slots=True)
class Node(Result):
    """A thing, name or passage: `kind` is its type ("Passage" for one); `centre` is what the picture is about."""

    id: str
    name: str
    kind: str
    centre: bool = False


@dataclass(frozen=True, slots=True)
class Tie(Result):
    """A line from one node to another; `stroke` is "fact", "merged", "pending" or "rejected"."""

    source_id: str
    target_id: str
    label: str
    stroke: str = "fact"


@dataclass(frozen=True, slots=True)
class Shown(Result):
    """The nodes and ties of a picture, its title, and a note of what was left out ("" if nothing)."""

    title: str
    nodes: list[Node]
    ties: list[Tie]
    note: str = ""


def neighbourhood(memory: Memory, entity: str) -> Shown:
    """A thing (by id or name) and what it is related to, nearest first, up to MOST_NODES."""
    centre = memory.store.get("Entity", [_entity(memory, entity).canonical_id]).popitem()[1]
    nodes = {centre.id: Node(centre.id, centre.name, centre.type, centre=True)}
    ties: dict[tuple[str, str, str], Tie] = {}
    left_out: set[str] = set()
    frontier = [centre.id]
    while frontier and len(nodes) < MOST_NODES:
        reached: list[str] = []
        for fact in sorted((f for id in frontier for f in memory.relations(id)), key=lambda f: (f.source, f.target)):
            ends = {fact.source_id: fact.source, fact.target_id: fact.target}
            for id, name in ends.items():
                if id not in nodes and len(nodes) < MOST_NODES:
                    nodes[id] = Node(id, name, "")
                    reached.append(id)
            left_out |= set(ends) - set(nodes)
            if set(ends) <= set(nodes):
                ties[(fact.source_id, fact.type, fact.target_id)] = Tie(fact.source_id, fact.target_id, fact.type)
        frontier = reached
    note = f"{len(left_out)} more that are near are not drawn" if left_out else ""
    return Shown(f"What is stated around {centre.name}", _typed(memory, nodes), list(ties.values()), note)


def _typed(memory: Memory, nodes: Mapping[str, Node]) -> list[Node]:
    types = {id: entity.type for id, entity in memory.store.get("Entity", list(nodes)).items()}
    return [replace(node, kind=types.get(node.id, node.kind)) for node in nodes.values()]


def way(memory: Memory, question: str) -> Shown:
    """How a question leads to what answers it: over the statements of its plan, else from the things that it names
    over the passages that were found."""
    try:
        ways = memory.ask(question).graph_paths
    except OutOfScope:
        ways = []
    return _planned(memory, question, ways) if ways else _walked(memory, question)


def _planned(memory: Memory, question: str, ways: Iterable[Way]) -> Shown:
    ways = list(ways)
    nodes: dict[str, Node] = {}
    ties: dict[tuple[str, str, str], Tie] = {}
    arrived = {way.id for way in ways}
    left_out = 0
    for found in ways:
        said = [s for s in found.statements if s.target_id]
        ends = {id: name for s in said for id, name in ((s.source_id, s.source), (s.target_id, s.target))}
        if len(nodes.keys() | ends.keys()) > MOST_NODES:
            left_out += 1
            continue
        for id, name in ends.items():
            nodes.setdefault(id, Node(id, name, "", centre=id in arrived))
        for s in said:
            ties[(s.source_id, s.type, s.target_id)] = Tie(s.source_id, s.target_id, s.type)
    note = f"{left_out} more answers are not drawn" if left_out else ""
    return Shown(question, _typed(memory, nodes), list(ties.values()), note)


def _walked(memory: Memory, question: str) -> Shown:
    found = memory.retrieve(question)
    titles = {hit.id: " ".join(f"{hit.title or hit.speaker}: {hit.text}".split()) for hit in found.passages}
    nodes: dict[str, Node] = {}
    ties: dict[tuple[str, str], Tie] = {}
    for path in found.paths:
        chain = [path.things[0], *(x for pair in zip(path.passages, path.things[1:], strict=False) for x in pair)]
        chain = [*chain, *([path.passage_id] if chain[-1] != path.passage_id else [])]
        for id in chain:
            passage = id in titles or id in path.passages
            name = titles.get(id, "a passage") if passage else id
            nodes.setdefault(id, Node(id, name, "Passage" if passage else "", centre=id == path.passage_id))
        ties |= {(a, b): Tie(a, b, "") for a, b in itertools.pairwise(chain)}
    return Shown(question, list(nodes.values()), list(ties.values()), "" if nodes else "no path was found")


def judgements(memory: Memory, cluster: str) -> Shown:
    """All names of a thing (by id or name), those that wait beside it or were kept apart from it, and what was judged
    of each pair."""
    head = _entity(memory, cluster)
    inside = component(memory.store, [head.id])
    active = memory.store.expand(sorted(inside.entities), ["SAME_AS"], "both", {"state": "active"})
    ids = {id for j in active for id in (j.source_id, j.target_id)} | set(inside.entities)
    entities = memory.store.get("Entity", sorted(ids))
    kept = sorted(entities.values(), key=lambda e: (e.id not in inside.entities, e.name, e.id))[:MOST_NODES]
    drawn = {e.id for e in kept}
    nodes = [Node(e.id, e.name, e.type, centre=e.id in inside.entities) for e in kept]
    ties = [
        Tie(j.source_id, j.target_id, f"{j.verdict} {j.score:.2f}", j.verdict)
        for j in active
        if {j.source_id, j.target_id} <= drawn
    ]
    note = f"{len(entities) - len(kept)} more names are not drawn" if len(entities) > len(kept) else ""
    return Shown(f"The names of {entities[head.canonical_id].name}, and what was judged", nodes, ties, note)


def _entity(memory: Memory, given: str) -> Entity:
    """The entity of an id, else the one of this name or alias. Raises MissingRecord, or InputError for a name that
    several things have."""
    check_text(given, "entity")
    found = memory.store.get("Entity", [given]).get(given)
    if found is not None:
        return found
    wanted = given.casefold()
    named = [e for e in memory.store.find("Entity") if wanted in {n.casefold() for n in (e.name, *e.aliases)}]
    things = sorted({e.canonical_id for e in named})
    if not things:
        raise MissingRecord(f"nothing known has the id or name {given!r}: see memory.entities()")
    if len(things) > 1:
        raise InputError(f"{len(things)} things have the name {given!r}: give one of the ids {', '.join(things)}")
    return named[0]
