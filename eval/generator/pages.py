"""From a world to pages: which page states which fact, and in what words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from eval.generator.wording import FILLERS, KINDS, WORDS
from eval.generator.world import Fact, Thing, World


@dataclass(frozen=True, slots=True)
class Statement:
    """A page (the thing's number that it is about) states a fact with this sentence."""

    page: int
    fact: Fact
    sentence: str


@dataclass(frozen=True, slots=True)
class Page:
    """`statements` in the order of the text, which also holds sentences that state no fact."""

    about: Thing
    text: str
    statements: tuple[Statement, ...]


def write_pages(seed: int, world: World, *, cross_references: int, fillers: int) -> list[Page]:
    """One page a thing, in the order of the things; each fact on `cross_references` pages."""
    places = spread(random.Random(f"places {seed}"), world, cross_references)
    return [
        _page(random.Random(f"page {thing.number} {seed}"), world, thing, places[thing.number], fillers)
        for thing in world.things
    ]


def spread(rng: random.Random, world: World, copies: int) -> dict[int, list[Fact]]:
    """Page -> the facts that it states, its own first: each fact stands on `copies` pages, or on all there are.

    As in wikis: the first is the page of the fact's source, the second that of its target; the next are the nearest to
    the source (who speaks of a company says who founded it), those that state the least before others.
    """
    places: dict[int, list[Fact]] = {thing.number: world.facts_of(thing.number) for thing in world.things}
    if copies < 2:
        return places
    order = list(range(len(world.things)))
    rng.shuffle(order)
    for fact in world.facts.values():
        far = world.distances(fact.source)
        nearest = sorted(
            (n for n in order if n not in (fact.source, fact.target)),
            key=lambda n: (far.get(n, len(order)), len(places[n])),
        )
        for number in [fact.target, *nearest][: copies - 1]:
            places[number].append(fact)
    return places


def _page(rng: random.Random, world: World, thing: Thing, facts: Sequence[Fact], fillers: int) -> Page:
    statements = [Statement(thing.number, fact, _state(rng, world, thing, fact)) for fact in facts]
    own = len(world.facts_of(thing.number))
    about = [s.sentence for s in statements[:own]] + _filled(rng, thing, fillers)
    rng.shuffle(about)
    first = f"{thing.name} is {KINDS[thing.kind][0]}."
    text = " ".join([first, *about, *(s.sentence for s in statements[own:])])
    return Page(thing, text, tuple(statements))


def _state(rng: random.Random, world: World, page: Thing, fact: Fact) -> str:
    """A sentence for a fact. A page calls its subject by its name or a pronoun, anything else by any spelling."""
    source, target = (_called(rng, world.things[n], page) for n in (fact.source, fact.target))
    if page.number == fact.source:
        source, forms = rng.choice((page.name, page.pronoun)), fact.relation.forward
    elif page.number == fact.target:
        forms = fact.relation.inverse
    else:
        forms = fact.relation.forward + fact.relation.inverse
    return _sentence(rng.choice(forms).format(s=source, o=target))


def _called(rng: random.Random, thing: Thing, page: Thing) -> str:
    return thing.name if thing.number == page.number else rng.choice(thing.spellings)


def _filled(rng: random.Random, thing: Thing, count: int) -> list[str]:
    forms = rng.sample(FILLERS[thing.kind], count)
    return [
        _sentence(
            form.format(
                s=rng.choice((thing.name, thing.pronoun)) if form.startswith("{s}") else thing.name,
                year=rng.randrange(1890, 2020),
                number=rng.randrange(3, 98),
                word=rng.choice(WORDS),
            )
        )
        for form in forms
    ]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
