"""What a planner is, and what it hands on to the router and to the answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from memkit.model import Result
from memkit.plan.plan import Plan

#: What a question asks for: things ("set"), their number ("count"), how two things are connected ("path"), the value
#: of a thing's attribute ("value"), or what a page says in words ("text").
Asks = Literal["set", "count", "path", "value", "text"]


@dataclass(frozen=True, slots=True)
class Planned(Result):
    """What became of a question. `plan` is None when it asks for no set of things, or was not understood; `reason` says
    in words why this plan, or why none.

    `things` are the canonical ids that the question names. `unknown` are names in it that nothing known has: no plan is
    made then, since a near-twin must not answer for it. `attribute` is the attribute whose value is asked ("value"): of
    the things that the plan arrives at. `impossible`: the question plainly says a relation that cannot be between the
    things it names. `sure`: every relation was said in the ontology's own words, so that where the plan counts nothing
    the number is 0. `passed_over` are the nouns of the question that no part of the plan stands for. `about` are the
    words (lower case) that say what is asked for ("the salary of"), `unread` all words besides names and kinds of
    things; `kinds`: it speaks of kinds of things that are known.
    """

    plan: Plan | None
    reason: str
    asks: Asks = "text"
    things: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    attribute: str = ""
    impossible: bool = False
    sure: bool = False
    passed_over: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    kinds: bool = False
    degraded: list[str] = field(default_factory=list)


class Planner(Protocol):
    """From a question to a typed plan."""

    def plan(self, question: str) -> Planned:
        """Raises InputError for a question that is no text, empty, or of more than 1,000 characters."""
