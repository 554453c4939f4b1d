"""The form in which a question is read: things, and the words between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memkit.plan.english import AUXILIARIES
from memkit.plan.plan import Value
from memkit.plan.quantities import Quantity


@dataclass(frozen=True, slots=True)
class Node:
    """A thing that the question speaks of. `kind`: "name", "type", "wh" (who, where, what), "noun" (of a relation: "the
    owner"), "any" (a noun that says nothing of its kind) or "it" (spoken of before; `again` for a kind spoken of again:
    "that team"). `types` are alternatives; `soft` when they are only likely. An `optional` one may be a mere word, a
    `shared` one is a noun of a relation that is had with others ("co-owner"). `quantity`: how many such things."""

    kind: str
    text: str
    start: int
    clause: int
    ids: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    soft: bool = False
    plural: bool = False
    negated: bool = False
    asked: bool = False
    others: bool = False
    again: bool = False
    optional: bool = False
    shared: bool = False
    values: tuple[Value, ...] = ()
    quantity: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A word between things; `start` is its offset in the question, -1 for one that was put in."""

    lower: str
    start: int
    clause: int


@dataclass(frozen=True, slots=True)
class Question:
    """`nodes` in the order in which they are said and the words `gaps[i]` before node i (the last: after all); `asked`
    is the node that is asked for. `attribute`: a value of it is asked; `unsupported`: why no plan can say it."""

    text: str
    nodes: tuple[Node, ...]
    gaps: tuple[tuple[Word, ...], ...]
    asked: int | None
    count: bool = False
    attribute: str = ""
    unsupported: str = ""


def question_of(
    text: str, items: Iterable[Node | Word], *, count: bool = False, attribute: str = "", unsupported: str = ""
) -> Question:
    """The question that things and words in a row make; of several things asked for the last counts."""
    ordered = of_for_possessives(list(items))
    gaps: list[list[Word]] = [[]]
    for item in ordered:
        if isinstance(item, Node):
            gaps.append([])
        else:
            gaps[-1].append(item)
    nodes = tuple(item for item in ordered if isinstance(item, Node))
    asked = [number for number, node in enumerate(nodes) if node.asked]
    return Question(text, nodes, tuple(map(tuple, gaps)), asked[-1] if asked else None, count, attribute, unsupported)


def of_for_possessives(items: list[Node | Word]) -> list[Node | Word]:
    """ "A's B" as "B of A", from the inside out, so that things come in the order from the asked one."""
    at = 0
    while at < len(items):
        after = _possessed(items, at)
        owner = items[at - 1] if at else None
        if after is None or not isinstance(owner, Node):
            at += 1
            continue
        if owner.kind == "wh":  # "whose": asked for, and stays first
            items[at : after + 1] = [Word("whose", -1, owner.clause), items[after]]
            at += 1
            continue
        first = at - 1
        while first >= 2 and items[first - 1] == Word("of", -1, owner.clause):
            first -= 2
        items[first : after + 1] = [items[after], Word("of", -1, owner.clause), *items[first:at]]
        at = first + 1
    return items


def _possessed(items: list[Node | Word], at: int) -> int | None:
    """Where the thing stands that the "'s" at this place gives to the thing before it."""
    mark = items[at]
    if not isinstance(mark, Word) or mark.lower != "'s" or at == 0 or not isinstance(items[at - 1], Node):
        return None
    for place in range(at + 1, min(at + 4, len(items))):
        item = items[place]
        if item.clause != mark.clause or (isinstance(item, Word) and item.lower in AUXILIARIES):
            return None
        if isinstance(item, Node):
            return place
    return None
