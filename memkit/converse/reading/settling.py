"""At most one act per person and option in a turn: what is left of all that its clauses seem to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    name = found[0].name
    sure = [one for one in found if one.sure]
    if sure:
        found = [one for one in found if one.sure or _stands_beside(one, sure)]
    merged: list[Found] = []
    for one in found:
        twin = next((m for m in merged if m.act == one.act), None)
        if twin is None or _apart(twin, one, ground):
            merged.append(one)
        else:
            twin.words |= one.words
    acts = {one.act for one in merged}

    def without(act: str) -> None:
        nonlocal merged
        merged = [one for one in merged if one.act != act]

    if {"disagrees", "supports"} <= acts:
        pair = [one for one in merged if one.act in ("disagrees", "supports")]
        if not _two_options(pair[0], pair[-1], ground):
            without(pair[0].act if pair[-1].act != pair[0].act else "")
    if "decides" in acts:
        without("supports")
        decided = {one.sentence for one in merged if one.act == "decides"}
        merged = [one for one in merged if one.act != "proposes" or one.sentence not in decided]
        merged = [one for one in merged if one.act != "disagrees" or one.sentence not in decided]
    if {"disagrees", "withdraws"} <= acts:
        without("disagrees" if ground.is_against(name) else "withdraws")
    if {"supports", "withdraws"} <= acts and ground.is_against(name) and not ground.is_for(name):
        without("withdraws")
    if {"supports", "proposes"} <= acts:
        first = next(one for one in merged if one.act in ("supports", "proposes"))
        same = [one for one in merged if one.act == "proposes" and one.sentence == first.sentence]
        proposed = next(one for one in merged if one.act == "proposes")
        if first.act == "proposes" or not proposed.words:
            without("supports")
        elif same:
            without("proposes" if first.person else "supports")
    if {"reaffirms", "disagrees"} <= acts and ground.is_for(name):
        merged = [one for one in merged if one.act != "disagrees" or not one.words or ground.option_of(one.words)]
    if "reaffirms" in acts:
        without("supports")
        without("proposes")
    return merged


def _stands_beside(weak: Found, sure: Sequence[Found]) -> bool:
    """What needs the table to be told gives way to what is said outright, but what is taken back or settled stands
    beside its counterpart."""
    acts = {one.act for one in sure}
    if acts == {"withdraws"}:
        later = weak.view.clause.start > sure[0].view.clause.start
        return weak.act == "decides" or (later and weak.act in ("proposes", "supports"))
    if acts == {"decides"} and weak.act == "withdraws":
        return True
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
