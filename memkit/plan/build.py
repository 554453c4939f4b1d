"""A solved question as a typed plan: from a named thing, or a kind of things, along the relations to what is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memkit.plan.plan import Condition, Linked, Plan, Step, shape_of
from memkit.plan.solve import Branch, Tree

#: The ids that a plan leads to: for a part of a question that one plan cannot hold.
Look = Callable[[Plan], tuple[str, ...]]


def build(tree: Tree, *, count: bool = False, look: Look | None = None) -> Plan | None:
    """The plan that leads to the root of the tree. A side branch becomes a condition; one of several relations is
    looked up first. None if that is not possible, or if nothing bounds the answer."""
    way = _way(tree)
    start = way[-1].tree if way else tree
    plan = Plan("filter", things=start.ids, type="" if start.ids else _type(start))
    conditions = _conditions(start, None, look)
    if conditions is None:
        return None
    plan = replace(plan, conditions=conditions)
    steps: list[Step] = []
    for at in range(len(way) - 1, -1, -1):
        branch = way[at]
        place = way[at - 1].tree if at else tree
        conditions = _conditions(place, branch, look)
        if conditions is None:
            return None
        direction = "any" if branch.both_ways else "in" if branch.outward else "out"
        steps.append(Step(branch.relations, direction, _type(place), conditions))
    plan = replace(plan, steps=tuple(steps), count=count, others=tree.others and bool(start.ids and steps))
    if not (plan.things or plan.type or plan.conditions):
        return None
    return replace(plan, shape=shape_of(plan))


def _type(tree: Tree) -> str:
    return tree.given_type


def _way(tree: Tree) -> list[Branch]:
    """The branches from the root to what the plan starts from: the deepest way to a name that nothing negates, else to
    a kind of things that is bounded."""
    best: list[Branch] = []
    rank = (False, 0)
    for branch in tree.branches:
        if branch.negated:
            continue
        way = [branch, *_way(branch.tree)]
        end = way[-1].tree
        bounded = bool(end.ids) or len(way) > 1 or bool(end.values or end.branches)
        this = (bool(end.ids), len(way))
        if bounded and this > rank:
            best, rank = way, this
    return best


def _conditions(place: Tree, on_the_way: Branch | None, look: Look | None) -> tuple[Condition, ...] | None:
    found: list[Condition] = list(place.values)
    if place.ids and on_the_way is not None:
        return None  # a name in the middle of the way
    for branch in place.branches:
        if branch is on_the_way:
            continue
        if on_the_way is None and not branch.negated and _way(place)[:1] == [branch]:
            continue
        condition = _linked(branch, look)
        if condition is None:
            return None
        found.append(condition)
    return tuple(found)


def _linked(branch: Branch, look: Look | None) -> Linked | None:
    there, direction = branch.tree, "any" if branch.both_ways else "out" if branch.outward else "in"
    if there.values or there.branches:
        inner = build(there)
        ids = look(inner) if look and inner else ()
        if not ids:
            return None
        return Linked(branch.relations, direction, "", ids, not branch.negated)
    return Linked(branch.relations, direction, "" if there.ids else _type(there), there.ids, not branch.negated)
