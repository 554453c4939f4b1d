"""Is a plan one that can be run here? Each thing that is wrong is said in words, which a language model gets back.

Whoever made it, a plan is checked against what the ontology knows and what the store holds before it is walked or
printed as a statement.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from memkit.extract.ontology import Ontology
from memkit.model import ENTITY_TYPES
from memkit.plan.plan import MAX_HOPS, Condition, Direction, Linked, Plan, Step, Value, shape_of
from memkit.plan.things import Things
from memkit.store import Store

#: Types that a thing at one place of a plan may have; None: any.
_Types = frozenset[str] | None


def problems(plan: Plan, store: Store, ontology: Ontology, *, max_hops: int = MAX_HOPS) -> list[str]:
    """All that is wrong with a plan, each in a sentence; nothing for a plan that can be run."""
    return list(dict.fromkeys(_Checker(store, ontology, max_hops).check(plan)))


class _Checker:
    """Reads a plan from its start to its end and keeps the types that the things on the way can have."""

    def __init__(self, store: Store, ontology: Ontology, max_hops: int) -> None:
        self._store = store
        self._ontology = ontology
        self._max_hops = max_hops
        self._things = Things(store, ontology)

    def check(self, plan: Plan) -> Iterator[str]:
        yield from self._shape(plan)
        yield from self._bounds(plan)
        yield from self._place("the start", plan.things, plan.type)
        types = self._types_of(plan.things, plan.type)
        yield from self._conditions("the start", plan.conditions, types)
        for number, step in enumerate(plan.steps, 1):
            where = f"step {number}"
            yield from self._place(where, plan.ends if number == len(plan.steps) else (), step.type)
            yield from self._relations(where, step.relations, step.direction)
            types, wrong = self._after(where, types, step)
            yield from wrong
            yield from self._conditions(where, step.conditions, types)
        yield from self._place("`without`", plan.without, "")
        if plan.ranked:
            yield from self._linked("what is ranked by", plan.ranked, types)

    # -------------------------------------------------------------------------------------------------- the form

    def _shape(self, plan: Plan) -> Iterator[str]:
        if not (plan.things or plan.type or plan.conditions):
            yield "the plan is empty: it names neither things nor a type nor a condition to start from"
        fitting = shape_of(plan)
        if plan.shape != fitting:
            yield f"the shape {plan.shape!r} does not fit the rest of the plan, which is of the shape {fitting!r}"
        if plan.ends and (len(plan.steps) != 1 or not plan.things or plan.count):
            yield "a path has things to start from, ends, exactly one step, and no count"
        if plan.ends and any(step.type or step.conditions or step.least != 1 for step in plan.steps):
            yield "the step of a path has neither type nor conditions, and least 1: everything on the way counts"
        if plan.ranked and (plan.ends or plan.count):
            yield "`ranked` chooses among the things arrived at: it goes with neither a path nor a count"

    def _bounds(self, plan: Plan) -> Iterator[str]:
        for number, step in enumerate(plan.steps, 1):
            if not 1 <= step.least <= step.most:
                yield f"step {number} goes {step.least} to {step.most} times: 1 <= least <= most is needed"
        if plan.hops > self._max_hops:
            yield f"the plan leads over up to {plan.hops} relations: at most {self._max_hops} are allowed"

    # ---------------------------------------------------------------------------------------------- what it names

    def _place(self, where: str, ids: Iterable[str], type: str) -> Iterator[str]:
        for id in ids:
            if not self._things.of([id]):
                yield f"{where} names the entity {id!r}, which the memory does not have"
        if type and type not in self._known_types() and not self._store.count("Entity", type=type):
            near = _nearest(type, self._known_types())
            yield f"{where} has the type {type!r}, which the ontology does not know{near}"

    def _known_types(self) -> set[str]:
        return {*ENTITY_TYPES, *self._ontology.entity_types}

    def _relations(self, where: str, relations: Iterable[str], direction: str) -> Iterator[str]:
        known = self._ontology.relation_types
        for type in relations:
            if type not in known and not self._store.count("RELATED_TO", type=type):
                yield (
                    f"{where} follows the relation {type!r}, which neither the ontology nor the memory has"
                    f"{_nearest(type, known)}"
                )
        if direction not in get_args(Direction):
            yield f"{where} has the direction {direction!r}: use one of {', '.join(get_args(Direction))}"

    def _conditions(self, where: str, conditions: Iterable[Condition], types: _Types) -> Iterator[str]:
        for condition in conditions:
            if isinstance(condition, Value):
                yield from self._value(where, condition, types)
            else:
                yield from self._linked(f"a condition of {where}", condition, types)

    def _value(self, where: str, condition: Value, types: _Types) -> Iterator[str]:
        if condition.value and not condition.value.strip():
            yield f"{where} asks for a value of only spaces of the attribute {condition.name!r}"
        known = {
            name
            for type, names in self._ontology.attributes.items()
            if types is None or self._meet(types, [type])
            for name in names
        }
        if condition.name not in known and not self._store.count("DESCRIBES", name=condition.name):
            of, near = f" of {' or '.join(sorted(types))}" if types else "", _nearest(condition.name, known)
            yield f"{where} asks for the attribute {condition.name!r}{of}, which is not known{near}"

    def _linked(self, where: str, condition: Linked, types: _Types) -> Iterator[str]:
        if condition.least < 1:
            yield f"{where} asks for at least {condition.least} relations: 1 or more is needed"
        yield from self._place(where, condition.things, condition.type)
        yield from self._relations(where, condition.relations, condition.direction)
        there = self._types_of(condition.things, condition.type)
        reached = self._reach(types, condition.relations, condition.direction)
        if not _some(reached) or not self._fits(reached, there):
            yield _cannot(where, types, condition.relations, condition.direction, there)

    # --------------------------------------------------------------------------------------------------- the types

    def _types_of(self, ids: Iterable[str], type: str) -> _Types:
        """The types at a place that names things or a type."""
        things = self._things.of(ids)
        if things:
            return frozenset(t for thing in things for t in self._things.types(thing))
        return frozenset((type,)) if type else None

    def _after(self, where: str, types: _Types, step: Step) -> tuple[_Types, list[str]]:
        """The types after a step, and what is wrong with it; after an impossible step anything goes."""
        wanted = frozenset((step.type,)) if step.type else None
        arrived: set[str] | None = set()
        at = types
        for times in range(1, min(step.most, self._max_hops) + 1):
            at = self._reach(at, step.relations, step.direction)
            if times >= step.least and (at is None or arrived is None):
                arrived = None
            elif times >= step.least:
                arrived |= at
        reached = None if arrived is None else frozenset(arrived)
        if _some(reached) and self._fits(reached, wanted):
            return (wanted or reached), []
        return wanted, [_cannot(where, types, step.relations, step.direction, wanted)]

    def _reach(self, types: _Types, relations: Collection[str], direction: str) -> _Types:
        """The types that one of these relations leads to from these types."""
        reached: set[str] = set()
        for name in relations:
            known = self._ontology.relation_types.get(name)
            if known is None:
                return None
            ends = {"out": [(known.source_types, known.target_types)], "in": [(known.target_types, known.source_types)]}
            for here, there in ends.get(direction, [*ends["out"], *ends["in"]]):
                if types is None or not here or self._meet(types, here):
                    if not there:
                        return None
                    reached.update(there)
        return frozenset(reached) if relations else None

    def _fits(self, reached: _Types, wanted: _Types) -> bool:
        return reached is None or wanted is None or self._meet(reached, wanted)

    def _meet(self, some: Iterable[str], others: Iterable[str]) -> bool:
        """A thing may have a type of both: one of them is above, or the same as, one of the others."""
        above = self._ontology.ancestors
        return any(a in above(b) or b in above(a) for a in some for b in others)


def _some(types: _Types) -> bool:
    return types is None or bool(types)


def _cannot(where: str, types: _Types, relations: Iterable[str], direction: str, wanted: _Types) -> str:
    start, end = (" or ".join(sorted(one)) if one else "anything" for one in (types, wanted))
    how = {"out": "from", "in": "against its arrow from"}.get(direction, "from or to")
    return f"{where} cannot be: {' or '.join(relations)} does not lead {how} {start} to {end} in the ontology"


def _nearest(name: str, known: Iterable[str]) -> str:
    known = sorted(known)
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return f" (did you mean {close[0]!r}?)"
    return f": it has {', '.join(known)}" if known else ""
