"""At most one act per person and option in a turn: what is left of all that its clauses seem to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memkit.converse.reading.ground import Ground
from memkit.converse.reading.quoting import View


@dataclass(slots=True)
class Found:
    """An act of a clause. `person` as written ("" : the speaker), `name` who that is; `words` name the option."""

    person: str
    name: str
    act: str
    view: View
    words: frozenset[str]
    sure: bool

    @property
    def sentence(self) -> int:
        return self.view.clause.sentence


#: What begins a second point.
_AND = re.compile(r"(?:and|also|so|then|second|as for|on)\b", re.IGNORECASE)


def settle(found: Sequence[Found], ground: Ground) -> list[Found]:
    """What stands, in the order of the turn."""
    kept: list[Found] = []
    for name in dict.fromkeys(one.name for one in found):
        kept += _settle_one([one for one in found if one.name == name], ground)
    return sorted(kept, key=lambda one: one.view.clause.start)


def _settle_one(found: list[Found], ground: Ground) -> list[Found]:
    """What one person does in a turn."""
    sure = [one for one in found if one.sure]
    if sure:
        found = [one for one in found if one.sure or _stands_beside(one, sure)]
    kept = _merged(found, ground)
    for first, second, weaker in _PAIRS:
        if {first, second} <= {one.act for one in kept}:
            kept = weaker(kept, ground)
    return kept


def _merged(found: Sequence[Found], ground: Ground) -> list[Found]:
    """One of a kind, unless they are about two options."""
    kept: list[Found] = []
    for one in found:
        twin = next((other for other in kept if other.act == one.act), None)
        if twin is None or _apart(twin, one, ground):
            kept.append(one)
        else:
            twin.words |= one.words
    return kept


def _without(found: Sequence[Found], *acts: str) -> list[Found]:
    return [one for one in found if one.act not in acts]


def _last(found: Sequence[Found], *acts: str) -> Found:
    return [one for one in found if one.act in acts][-1]


def _yes_and_no(found: list[Found], ground: Ground) -> list[Found]:
    """ "I don't like it. But yes": the last word counts."""
    first = next(one for one in found if one.act in ("supports", "disagrees"))
    last = _last(found, "supports", "disagrees")
    if first.act == last.act or _two_options(first, last, ground):
        return found
    return _without(found, first.act)


def _settled_here(found: list[Found], ground: Ground) -> list[Found]:
    """Who settles a thing also agrees with it, and says in the same sentence what else there is to it."""
    sentences = {one.sentence for one in found if one.act == "decides"}
    return [
        one
        for one in found
        if one.act != "supports" and not (one.act in ("proposes", "disagrees") and one.sentence in sentences)
    ]


def _no_or_no_longer(found: list[Found], ground: Ground) -> list[Found]:
    """Who argues the opposite of what he held disagrees; but an objection that is dropped in the end is dropped."""
    against = ground.is_against(found[0].name)
    dropped = against or _last(found, "disagrees", "withdraws").act == "withdraws"
    return _without(found, "disagrees" if dropped else "withdraws")


def _comes_over(found: list[Found], ground: Ground) -> list[Found]:
    """An objector who comes over supports."""
    name = found[0].name
    if not ground.is_against(name) or ground.is_for(name):
        return found
    joins = any(one.sure for one in found if one.act == "supports")
    return _without(found, "withdraws" if joins else "supports")


def _put_or_joined(found: list[Found], ground: Ground) -> list[Found]:
    """ "Jazz is good, I propose it" puts one thing; "Agreed. And they should be paid" joins one and puts another."""
    first = next(one for one in found if one.act in ("supports", "proposes"))
    put = next(one for one in found if one.act == "proposes")
    if first is put or not put.words:
        return _without(found, "supports")
    if put.sentence == first.sentence:
        return _without(found, "proposes" if first.person else "supports")
    return found


def _said_again(found: list[Found], ground: Ground) -> list[Found]:
    """What is said again is neither new nor joined in; what is said against it is about something on the table."""
    kept = _without(found, "supports", "proposes")
    if not ground.is_for(found[0].name):
        return kept
    return [one for one in kept if one.act != "disagrees" or not one.words or ground.option_of(one.words)]


#: Two acts that one person hardly does to two options in a turn, and what is left of them; in this order.
_PAIRS: tuple[tuple[str, str, Callable[[list[Found], Ground], list[Found]]], ...] = (
    ("supports", "disagrees", _yes_and_no),
    ("decides", "supports", _settled_here),
    ("decides", "proposes", _settled_here),
    ("decides", "disagrees", _settled_here),
    ("disagrees", "withdraws", _no_or_no_longer),
    ("supports", "withdraws", _comes_over),
    ("supports", "proposes", _put_or_joined),
    ("reaffirms", "disagrees", _said_again),
    ("reaffirms", "supports", _said_again),
    ("reaffirms", "proposes", _said_again),
)


def _stands_beside(weak: Found, sure: Sequence[Found]) -> bool:
    """What needs the table to be told gives way to what is said outright, but what is taken back or settled stands
    beside its counterpart."""
    acts = {one.act for one in sure}
    if acts == {"withdraws"}:
        later = weak.view.clause.start > sure[0].view.clause.start
        return weak.act in ("decides", "supports") or (later and weak.act == "proposes")
    if acts == {"decides"} and weak.act == "withdraws":
        return True
    if weak.act == "decides" and "disagrees" in acts:
        return False
    return weak.act in ("decides", "withdraws") and all(one.sentence != weak.sentence for one in sure)


def _apart(one: Found, other: Found, ground: Ground) -> bool:
    """Two acts of one kind are about two options: each has words of its own, on the table."""
    if one.act not in ("decides", "withdraws", "proposes", "supports", "disagrees"):
        return False
    if one.sentence == other.sentence and other.view.clause.joint != "and":
        return False
    if not one.words or not other.words or one.words & other.words:
        return False
    text = other.view.clause.text
    if one.act == "proposes":
        return other.sure and bool(_AND.match(text)) and not re.search(r"\b(?:it|that|this)\b", text.lower())
    if one.act == "decides" and not _AND.match(text):
        return False
    return _two_options(one, other, ground)


def _two_options(one: Found, other: Found, ground: Ground) -> bool:
    a, b = ground.option_of(one.words), ground.option_of(other.words)
    return a is not None and b is not None and a is not b
