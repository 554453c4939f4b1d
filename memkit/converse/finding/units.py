"""What is told apart: a clause as the view of a person, with the signals that its words, the rules and what was said
before give."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.converse.base import Turn
from memkit.converse.finding.signals import rule_signals, word_signals
from memkit.converse.reading.acts import LONGEST, Looked, look_through
from memkit.converse.reading.judging import Statement, without_neutral
from memkit.converse.reading.quoting import View
from memkit.converse.reading.words import content


@dataclass(frozen=True, slots=True)
class Unit:
    """`text[start:end]` of turn `n` as the view of `name`, written as `person` there ("": the speaker). `clause` counts
    clauses in the turn; `words` are the stems that can name an option; `twice`: an act here would be on two options."""

    n: int
    clause: int
    start: int
    end: int
    person: str
    name: str
    words: frozenset[str]
    signals: Mapping[str, float]
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A turn and its units. `speaker` is the name of who speaks, `words` are the stems of all that is said."""

    turn: Turn
    speaker: str
    words: frozenset[str]
    asks: bool  # it ends with a question
    units: Sequence[Unit]


def units_of(turns: Sequence[Turn], people: Iterable[Mapping[str, object]] = (), nlp: Any = None) -> Iterator[Told]:
    """The turns in order; those that the pipeline cannot read are left out. Linear in the length."""
    for looked in look_through(turns, people, nlp):
        text = looked.turn.text[:LONGEST]
        asks = text.rstrip().endswith("?")
        yield Told(looked.turn, looked.speaker, frozenset(content(text)), asks, list(_units(looked)))


def _units(looked: Looked) -> Iterator[Unit]:
    for place, view in enumerate(looked.views):
        for person in view.persons or ("",):
            name = looked.name_of(person) if person else looked.speaker
            words = re.sub(r"\s+", " ", without_neutral(view.words or view.clause.words))
            said = Statement(view, words, name, name != looked.speaker, place == 0, looked.ground)
            clause = view.clause
            yield Unit(
                n=looked.turn.n,
                clause=place,
                start=clause.start,
                end=clause.end,
                person=person if name != looked.speaker else "",
                name=name,
                words=said.about,
                signals=word_signals(_own_words(view), clause.mark) | rule_signals(looked, place, said),
                twice=looked.times("supports", view.words) > 1,
            )


def _own_words(view: View) -> str:
    return view.words or view.clause.words
