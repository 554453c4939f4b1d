"""What an identity rule is: two names in, a score with signals and a reason out. Rules are pure: no store, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Action = Literal["merge", "pending", "create"]


@dataclass(frozen=True, slots=True)
class Name:
    """One side of a comparison: a name with its type, its other names, and what stands around it.

    `neighbours` are canonical ids of entities related to or mentioned beside it; `sources` where it was read; `facts`
    what was said of it: (relation type, the other name), say ("WORKS_FOR", "Acme").
    """

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    neighbours: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    facts: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A rule's view of one pair. `score` in [0, 1]; `veto`: never merge, whatever the score ("pending" at most);
    `reason` in words, always, say "digits differ: 2616 / 2617"."""

    score: float
    reason: str
    signals: Mapping[str, float] = field(default_factory=dict)
    veto: bool = False


class Rule(Protocol):
    """An identity rule. `needs_semantic`: it wants the cosine of the two names' embeddings as `semantic`."""

    name: str
    needs_semantic: bool

    def compare(self, left: Name, right: Name, *, semantic: float | None = None) -> Comparison: ...
