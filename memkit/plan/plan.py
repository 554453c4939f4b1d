"""A typed plan: which things to start from, which relations to follow, what must hold of the things arrived at.

A plan says *what* is asked. It is made by a planner (rules, or a language model whose plan is checked), walked over
either store by `memkit.plan.run`, and printed as one parameterised Cypher statement by `memkit.plan.cypher`. Nothing in
a plan is ever pasted into a statement: names, ids and values are parameters, relation types come from a whitelist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memkit.model import Result

#: The shapes that a plan can have; see `Plan`.
SHAPES = ("entity", "neighbours", "reverse", "two-hop", "path", "aggregate", "filter", "chain")
#: Most relations that a plan may lead over, all steps together: a question of more hops is rare, and what lies further
#: away is nearly everything.
MAX_HOPS = 4

#: "out": from a relation's source to its target; "in": the other way; "any": both.
Direction = Literal["out", "in", "any"]


@dataclass(frozen=True, slots=True)
class Value(Result):
    """The thing's attribute `name` has this value (compared without case and outer spaces; "": any value). If it does
    not (`holds` is false), another value is stated, or with "" none at all."""

    name: str
    value: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Linked(Result):
    """The thing has (`holds`) or lacks (not `holds`) a relation of one of these types in this direction, to a thing of
    `type` (any subtype; "": any), which is one of `things` (canonical ids; empty: anything). With `least`, it has or
    lacks them to at least so many things."""

    relations: tuple[str, ...]
    direction: Direction = "out"
    type: str = ""
    things: tuple[str, ...] = ()
    holds: bool = True
    least: int = 1


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
    "aggregate" a count, or a set under a condition on how many relations its things have: none ("which X have no Y"),
    at least two, or more than the others; "neighbours" and "reverse" one step out or in; "two-hop" two; "chain" three
    or more, or one of variable length, with typed ends;
    "path" the shortest ways of at most `most` relations from `things` to `ends`: the answer is all things on them.
    The things `without` (ids) are no part of the answer ("its co-authors", "which services other than X"). With
    `ranked`, of the things arrived at only those are that have the most such relations (to different things), or the
    fewest where it does not hold.
    """

    shape: str
    things: tuple[str, ...] = ()
    type: str = ""
    conditions: tuple[Condition, ...] = ()
    steps: tuple[Step, ...] = ()
    ends: tuple[str, ...] = ()
    count: bool = False
    without: tuple[str, ...] = ()
    ranked: Linked | None = None

    @property
    def hops(self) -> int:
        """The most relations that it leads over, conditions apart."""
        return sum(step.most for step in self.steps)

    @property
    def lacks(self) -> bool:
        """A condition says that something is lacking."""
        return any(not c.holds for c in self._all_conditions)

    @property
    def counts(self) -> bool:
        """A condition asks for more than one relation."""
        return any(isinstance(c, Linked) and c.least > 1 for c in self._all_conditions)

    @property
    def _all_conditions(self) -> tuple[Condition, ...]:
        return (*self.conditions, *(c for step in self.steps for c in step.conditions))

    def describe(self, names: Mapping[str, str] | None = None) -> str:
        """In words for people: `payout-runner <-OWNS- Team <-LEADS- Person`. `names` are names of ids."""
        named = _Named(names or {})
        text = named.place(self.things, self.type, self.conditions)
        for step in self.steps:
            text += f" {_arrow(step)} {named.place(self.ends, step.type, step.conditions)}"
        if self.shape == "path":
            text = f"the shortest way {text}"
        if self.without:
            text += f", without {named.some(self.without)}"
        if self.ranked:
            most = "most" if self.ranked.holds else "fewest"
            text += f", those with the {most} {named.condition(replace(self.ranked, holds=True))}"
        return f"the number of {text}" if self.count else text


def shape_of(plan: Plan) -> str:
    """The one of SHAPES that fits the rest of the plan, whatever `plan.shape` says."""
    if plan.ends:
        return "path"
    if plan.count or plan.lacks or plan.counts or plan.ranked:
        return "aggregate"
    if not plan.steps:
        return "entity" if plan.things else "filter"
    if len(plan.steps) > 2 or plan.hops > len(plan.steps):
        return "chain"
    if len(plan.steps) == 2:
        return "two-hop"
    return "reverse" if plan.steps[0].direction == "in" else "neighbours"


# ---------------------------------------------------------------------------------------------------------- in words


@dataclass(frozen=True, slots=True)
class _Named:
    """Writes the things at one place of a plan; ids without a name stay ids."""

    names: Mapping[str, str]

    def place(self, things: Sequence[str], type: str, conditions: Sequence[Condition]) -> str:
        text = self.some(things) or type or "anything"
        if things and type:
            text += f" ({type})"
        if conditions:
            text += f" {{{', '.join(map(self.condition, conditions))}}}"
        return text

    def some(self, things: Sequence[str]) -> str:
        return " or ".join(self.names.get(id, id) for id in things)

    def condition(self, condition: Condition) -> str:
        if isinstance(condition, Value):
            if not condition.value:
                return condition.name if condition.holds else f"no {condition.name}"
            return f"{condition.name}: {'' if condition.holds else 'not '}{condition.value}"
        there = self.place(condition.things, condition.type, ())
        if condition.least > 1:
            number = f"{'' if condition.holds else 'not '}at least {condition.least} "
        else:
            number = "" if condition.holds else "no "
        return f"{number}{_line(condition.relations, condition.direction)} {there}"


def _arrow(step: Step) -> str:
    times = "" if step.most == 1 else f" {step.least} to {step.most} times"
    return _line(step.relations, step.direction, times)


def _line(relations: Sequence[str], direction: str, times: str = "") -> str:
    label = f"{' or '.join(relations) or 'any relation'}{times}"
    return f"{'<' if direction == 'in' else ''}-{label}-{'>' if direction == 'out' else ''}"
