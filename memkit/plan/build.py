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
    settled = _without_ranks(tree, look)
    if settled is None:
        return None
    tree, ranked = settled
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
    without = start.ids if tree.others and steps else ()
    plan = replace(plan, steps=tuple(steps), count=count, without=without, ranked=ranked)
    if ranked and not (plan.things or plan.type or plan.conditions):  # "who has the most": who has any
        plan = replace(plan, conditions=(replace(ranked, holds=True),))
    if not (plan.things or plan.type or plan.conditions):
        return None
    return replace(plan, shape=shape_of(plan))


def _without_ranks(tree: Tree, look: Look | None) -> tuple[Tree, Linked | None] | None:
    """The tree without what it is ranked by ("the most services"), and that; what is ranked further down ("the team
    that owns the most services") is looked up first."""
    ranked, branches = None, []
    for branch in tree.branches:
        quantity = branch.tree.quantity
        if quantity and quantity.rank:
            links = _linked(replace(branch, tree=replace(branch.tree, quantity=None)), look)
            if not links or ranked or branch.negated:
                return None
            ranked = replace(links[0], holds=quantity.rank == "most")
            continue
        below = branch.tree
        if _is_ranked(below):
            inner = build(replace(below, quantity=None), look=look)
            ids = look(inner) if look and inner else ()
            if not ids:
                return None
            below = Tree(below.nodes, ids, below.types, "", ())
        branches.append(replace(branch, tree=below))
    return replace(tree, branches=tuple(branches)), ranked


def _is_ranked(tree: Tree) -> bool:
    ranks = (branch.tree.quantity and branch.tree.quantity.rank for branch in tree.branches)
    return any(ranks) or any(_is_ranked(branch.tree) for branch in tree.branches)


def _type(tree: Tree) -> str:
    return tree.given_type


def _way(tree: Tree) -> list[Branch]:
    """The branches from the root to what the plan starts from: the deepest way to a name that nothing negates or
    counts, else to a kind of things that is bounded."""
    best: list[Branch] = []
    rank = (False, 0)
    for branch in tree.branches:
        if branch.negated or branch.tree.quantity:
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
        conditions = _linked(branch, look)
        if conditions is None:
            return None
        found += conditions
    return tuple(found)


def _linked(branch: Branch, look: Look | None) -> list[Linked] | None:
    there, direction = branch.tree, "any" if branch.both_ways else "out" if branch.outward else "in"
    link = Linked(branch.relations, direction, "" if there.ids else _type(there), there.ids)
    if there.values or there.branches:
        inner = build(replace(there, quantity=None), look=look)
        ids = look(inner) if look and inner else ()
        if not ids:
            return None
        link = replace(link, type="", things=ids)
    least, most = (there.quantity.least, there.quantity.most) if there.quantity else (1, None)
    if most is None:
        return [replace(link, least=max(least, 1), holds=not branch.negated)]
    if branch.negated:
        return None  # "not in exactly two" is either fewer or more
    return [*([replace(link, least=least)] if least else []), replace(link, least=most + 1, holds=False)]
