"""Minutes from acts that are linked: what stands, by the one implementation of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memkit.converse import standing
from memkit.converse.base import Act, Minutes, Option


@dataclass(frozen=True, slots=True)
class Described:
    """An option in words, before it is known how it ends. `replaces` are keys on other topics that it goes for."""

    key: str
    topic: str
    statement: str
    replaces: tuple[str, ...] = ()


def minutes_of(acts: Sequence[Act], options: Sequence[Described], degraded: Sequence[str] = ()) -> Minutes:
    """`acts` in the order of turns, each on one of `options`. Options of one topic are rivals."""
    topics = {option.key: option.topic for option in options}
    replaces = {option.key: option.replaces for option in options if option.replaces}
    supersedes = standing.supersessions(acts, topics, replaces)
    status = standing.statuses(acts, supersedes)
    decisions = [
        Option(option.key, option.topic, option.statement, status[option.key], supersedes[option.key])
        for option in options
    ]
    return Minutes(list(acts), decisions, standing.positions(acts), list(degraded))
