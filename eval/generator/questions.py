"""Questions that follow a chain of facts from a named thing to an end that the question does not name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from eval.generator.wording import Relation
from eval.generator.world import Fact, World


@dataclass(frozen=True, slots=True)
class Question:
    """`chain`: the facts from the start to the answer, each beginning where the one before ended."""

    id: str
    text: str
    chain: tuple[Fact, ...]


def ask(seed: int, world: World, *, hops: Sequence[int], count: int) -> list[Question]:
    """`count` questions of each number of hops, or as many as there are; no two follow the same chain.

    A thing has one fact of a relation, so a chain has one end; it never comes twice to the same thing.
    """
    found = []
    for length in hops:
        drawn, worded = (random.Random(f"{part} of {length} {seed}") for part in ("chains", "words"))
        chains = [chain for start in sorted(world.linked) for chain in _chains(world, (), start, length)]
        for number, chain in enumerate(drawn.sample(chains, min(count, len(chains)))):
            start = worded.choice(world.things[chain[0].source].spellings)
            text = compose(worded, start, [fact.relation for fact in chain])
            found.append(Question(f"h{length}-{number:04}", text, chain))
    return found


def _chains(world: World, before: tuple[Fact, ...], start: int, length: int) -> list[tuple[Fact, ...]]:
    if not length:
        return [before]
    seen = {fact.source for fact in before} | {start}
    onward = (fact for fact in world.facts_of(start) if fact.target not in seen)
    return [chain for fact in onward for chain in _chains(world, (*before, fact), fact.target, length - 1)]


def compose(rng: random.Random, start: str, relations: Sequence[Relation]) -> str:
    """The question for the end of a chain of relations from the thing named `start`, each in one of its wordings."""
    named = start
    for relation in relations[:-1]:
        named = rng.choice(relation.phrases).format(s=named)
    text = rng.choice(relations[-1].asks).format(s=named)
    return text[0].upper() + text[1:]
