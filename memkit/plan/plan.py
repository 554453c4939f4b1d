"""A typed plan: which things to start from, which relations to follow, what must hold of the things arrived at.

A plan says *what* is asked. It is made by a planner (rules, or a language model whose plan is checked), walked over
either store by `memkit.plan.run`, and printed as one parameterised Cypher statement by `memkit.plan.cypher`. Nothing in
a plan is ever pasted into a statement: names, ids and values are parameters, relation types come from a whitelist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memkit.model import Result

#: The shapes that a plan can have; see `Plan`.
SHAPES = ("entity", "neighbours", "reverse", "two-hop", "path", "aggregate", "filter", "chain")

#: "out": from a relation's source to its target; "in": the other way; "any": both.
Direction = Literal["out", "in", "any"]


@dataclass(frozen=True, slots=True)
class Value(Result):
    """The thing's attribute `name` has this value (compared without case)."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Linked(Result):
    """The thing has (`holds`) or lacks (not `holds`) a relation of one of these types in this direction, to a thing of
    `type` (any subtype; "": any), which is one of `things` (canonical ids; empty: anything)."""

    relations: tuple[str, ...]
    direction: Direction = "out"
    type: str = ""
    things: tuple[str, ...] = ()
    holds: bool = True


Condition = Value | Linked


@dataclass(frozen=True, slots=True)
class Step(Result):
    """Follow relations of these types (empty: any) in this direction, `least` to `most` times, to things of `type`
    (subtypes included; "": any) of which all `conditions` hold."""

    relations: tuple[str, ...] = ()
    direction: Direction = "out"
    type: str = ""
    conditions: tuple[Condition, ...] = ()
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Plan(Result):
    """From `things` (canonical ids), or from everything of `type`, of which all `conditions` hold, along `steps`.

    The answer is the set of things arrived at, or with `count` their number. By shape:
    "entity" the things themselves (no step); "filter" everything of a type under conditions (no step, no things);
    "aggregate" a count, or a set under a condition that something is lacking ("which X have no Y"); "neighbours" and
    "reverse" one step out or in; "two-hop" two; "chain" three or more, or one of variable length, with typed ends;
    "path" the shortest ways of at most `most` relations from `things` to `ends`.
    """

    shape: str
    things: tuple[str, ...] = ()
    type: str = ""
    conditions: tuple[Condition, ...] = ()
    steps: tuple[Step, ...] = ()
    ends: tuple[str, ...] = ()
    count: bool = False
