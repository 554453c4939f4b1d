"""Where a question has a plan, the passages that state what it walked come first, each with its relations and way.

Such a passage states a step of the answer; the others are only like the question, or near its things. Chosen on the
development questions of three wikis (meridian, harbour, herbarium): recall@5 of "graph" and of "hybrid" rose on each.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from memkit.plan.run import Stated, Way
from memkit.retrieve.explain import Path, Ranked


def planned_first(ways: Sequence[Way], ranked: Sequence[Ranked], k: int) -> list[Ranked]:
    """The k best: the passages of the ways in the order of use, then the others as they are ranked.

    A passage of a way scores 1/n more than the best of the ranking, n its place; its `via` says under "plan" the
    relations and attributes that it states.
    """
    states: dict[str, dict[str, None]] = {}
    paths: dict[str, Path] = {}
    for way in ways:
        things: dict[str, None] = {}
        passages: dict[str, None] = {}
        for number, stated in enumerate(way.statements):
            onward = {name for later in way.statements[number + 1 :] for name in (later.source, later.target)}
            things |= dict.fromkeys(_ends(stated, things, onward | {way.name}))
            passages[stated.passage_id] = None
            states.setdefault(stated.passage_id, {})[stated.type] = None
            paths.setdefault(stated.passage_id, Path(stated.passage_id, tuple(things), tuple(passages)))
    others = {r.id: r for r in ranked}
    best = ranked[0].score if ranked else 0.0
    first = []
    for place, (id, path) in enumerate(paths.items(), 1):
        known = others.pop(id, Ranked(id, 0.0, {}))
        via = {"plan": "; ".join(states[id]), **known.via}
        first.append(replace(known, score=best + 1 / place, via=via, path=path))
    return [*first, *others.values()][:k]


def _ends(stated: Stated, before: Collection[str], onward: Collection[str]) -> list[str]:
    """The things of a statement, the one that the way came from first: it was `before`, or the way does not go on
    from it."""
    if stated.kind != "relation":
        return [stated.source if stated.kind == "attribute" else stated.target]
    return sorted((stated.source, stated.target), key=lambda name: (name not in before, name in onward))
