"""Where a question goes before anything is retrieved: to the graph, to the passages, to both, or nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memkit.model import Result
from memkit.plan.base import Planned
from memkit.plan.corpus_words import Corpus
from memkit.retrieve.bm25 import STOP_WORDS

#: Of the words that a question is about, the share that the corpus must lack for the question to be of another world.
_FOREIGN = 0.6
#: Words that belong to asking, not to what is asked.
_ASKING = frozenset(
    "time what which who whom whose where when why how many much long often do does did done can could would should "
    "may "
    "might must shall have has had having been being am were i you we me us my your our please tell explain "
    "describe define give list name count show find mean means meant meaning stand stands purpose reason kind sort "
    "type difference between about from than so any some all every each other one ones there here also still only "
    "just over under out up down off through after before during while until since its his her he she them him used "
    "use using called call exactly currently say says said work works happen happens happened like get make made "
    "take takes number total role job point idea question answer opposed"
    .split()
) | STOP_WORDS  # fmt: skip


@dataclass(frozen=True, slots=True)
class Route(Result):
    """`route`: "GRAPH" (walk the plan), "VECTOR" (passages say it in words), "HYBRID" (both) or "REFUSE"; and why."""

    route: Literal["VECTOR", "GRAPH", "HYBRID", "REFUSE"]
    reason: str


def route(planned: Planned, *, corpus: Corpus | None = None, rows: int | None = None) -> Route:
    """Route a question by what the planner made of it. `rows` is how many things its plan finds, where that is known: a
    question that takes for granted what nothing states is refused; one about what is lacking is not, nor one that asks
    for a number in plain words, which is 0 then."""
    if planned.unknown or planned.impossible:
        return Route("REFUSE", planned.reason)
    if planned.plan is not None:
        if rows == 0 and not planned.plan.lacks and not (planned.plan.count and planned.sure):
            return Route("REFUSE", f"nothing in the memory states it ({planned.reason})")
        return Route("HYBRID" if planned.asks in ("value", "path") else "GRAPH", planned.reason)
    foreign = _foreign(planned, corpus)
    if foreign:
        return Route("REFUSE", f"nothing in the memory speaks of {', '.join(map(repr, foreign))}")
    if planned.asks != "text" or len(planned.things) > 1:  # perhaps about relations, but not understood as a plan
        return Route("HYBRID", planned.reason)
    return Route("VECTOR", planned.reason)


def _foreign(planned: Planned, corpus: Corpus | None) -> list[str]:
    """The words that the corpus lacks, if they are what the question is about: the very thing asked for, all its words,
    or, where no known name or kind of things is spoken of, most of them."""
    if corpus is None:
        return []
    words = [word for word in planned.unread if word not in _ASKING]
    lacking = [word for word in words if not corpus.knows(word)]
    if not lacking:
        return []
    if planned.things or planned.kinds:
        about = [word for word in planned.about if word in lacking]
        return about or (lacking if len(lacking) == len(words) else [])
    return lacking if len(lacking) >= _FOREIGN * len(words) else []
