"""Two identity rules that are no product: nothing merged but equal strings, and what gold says. Both bound what
identity can do for recall and answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from eval.extraction import Names
from memkit import Memory, Settings
from memkit.errors import InputError
from memkit.resolve import Comparison, Name

#: Rules in the order in which tables show them.
ABLATION = ("off", "seed", "memkit", "gold")


class OffRule:
    """One thing is what is spelled alike to the letter and of one type; aliases say nothing."""

    name = "off"
    needs_semantic = False

    def compare(self, left: Name, right: Name, *, semantic: float | None = None) -> Comparison:
        if (left.name, left.type) == (right.name, right.type):
            return Comparison(1.0, "the same string", {"identical": 1.0})
        return Comparison(0.0, "not the same string", {}, veto=True)


class GoldRule:
    """One thing is what gold gives one name; names that gold does not know are one when they differ in case at most."""

    name = "gold"
    needs_semantic = False

    def __init__(self, names: Names) -> None:
        self._names = names

    def compare(self, left: Name, right: Name, *, semantic: float | None = None) -> Comparison:
        one, other = (self._names.canonical(side.name) for side in (left, right))
        if one.casefold() == other.casefold():
            return Comparison(1.0, f"gold: both are {one}", {"identical": 1.0})
        return Comparison(0.0, f"gold: {one} / {other}", {}, veto=True)


def open_memory(store: str, rule: str, names: Names | None = None, *, settings: Settings, **options: Any) -> Memory:
    """A memory that decides names by a rule: "off", "gold" (`names`: the gold spellings), or one that memkit knows, in
    place of the settings' own. `options` are Memory's. Raises InputError for an unknown rule, or gold without names."""
    if rule == OffRule.name:
        return Memory(store, settings=settings, rule=OffRule(), **options)
    if rule != GoldRule.name:
        return Memory(store, settings=replace(settings, rule=rule), **options)
    if names is None:
        raise InputError("--rule gold needs a data set that says which names are one thing: give a wiki")
    return Memory(store, settings=settings, rule=GoldRule(names), **options)
