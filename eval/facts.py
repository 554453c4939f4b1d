"""Do answers follow facts that change? Each sequence of notes is a memory of its own, and is asked its questions.

An answer is right if it is the set that is labelled, as names (case, articles and titles apart); for what is not known,
a refusal. Questions of one sequence are not independent, so intervals are drawn over sequences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval import stats
from eval.datasets.facts import Facts, Note, Question
from eval.datasets.facts import Sequence as Notes
from memkit import Memory, Settings
from memkit.embed import Embedder, load_embedder
from memkit.errors import MemkitError, OutOfScope
from memkit.lasting.names import name_words

Tell = Callable[[str], None]
#: Kinds of questions, in the order of tables.
KINDS = ("now", "another time", "not known")
#: Of so many notes nearest to the question the latest counts, for a baseline that is told which note is newest.
NEAREST = 3


@dataclass(frozen=True, slots=True)
class Answered:
    """One question of a sequence, what a system said, and whether that is right."""

    sequence: str
    question: Question
    said: tuple[str, ...]
    right: bool


#: Answers the questions of one sequence, in order.
System = Callable[[Notes], list[Answered]]


def _graded(of: Notes, question: Question, said: Sequence[str]) -> Answered:
    right = {name_words(one) for one in said} == {name_words(one) for one in question.answer}
    return Answered(of.id, question, tuple(said), right)


# --------------------------------------------------------------------------------------------------------- systems


def memory(settings: Settings) -> System:
    """memkit's `ask`, on a memory of the sequence's notes."""

    def answer(of: Notes) -> list[Answered]:
        with Memory(":memory:", settings=settings) as memory:
            memory.ingest_many([{"content": note.text, "at": note.at} for note in of.notes])
            return [_graded(of, question, _asked(memory, question.text)) for question in of.questions]

    return answer


def _asked(memory: Memory, question: str) -> list[str]:
    try:
        answer = memory.ask(question)
    except OutOfScope:
        return []
    except MemkitError as error:
        return [f"error: {error}"]
    return answer.items or [answer.answer]


class Nearest:
    """A chunk index with an oracle for a reader: of the notes written by the day asked about, it takes the nearest to
    the question (or the latest of the NEAREST nearest), and whatever is right and stands in that note is read from it.

    An upper bound on what any reader makes of that note: where nothing is known, it always says so.
    """

    def __init__(self, embedder: Embedder, *, latest: bool) -> None:
        self._embedder, self._latest = embedder, latest

    def __call__(self, of: Notes) -> list[Answered]:
        vectors = self._embedder.encode([note.text for note in of.notes])
        asked = self._embedder.encode([question.text for question in of.questions])
        return [
            self._read(of, question, self._note(of, question, vectors @ vector))
            for question, vector in zip(of.questions, asked, strict=True)
        ]

    def _note(self, of: Notes, question: Question, cosines: np.ndarray) -> Note | None:
        written = [n for n, note in enumerate(of.notes) if not question.as_of or note.at <= question.as_of]
        nearest = sorted(written, key=lambda n: (-cosines[n], n))[: NEAREST if self._latest else 1]
        return of.notes[max(nearest)] if nearest else None

    def _read(self, of: Notes, question: Question, note: Note | None) -> Answered:
        text = f" {' '.join(name_words(note.text))} " if note else ""
        found = tuple(one for one in question.answer if f" {' '.join(name_words(one))} " in text)
        return _graded(of, question, found)


def systems(settings: Settings) -> dict[str, System]:
    """name -> system, what is measured first, then what it is compared with."""
    embedder = load_embedder(settings)[0]
    without = Settings(embedder=settings.embedder, states="none")
    return {
        "memkit": memory(settings),
        "memkit, no lasting states": memory(without),
        "nearest note, oracle reader": Nearest(embedder, latest=False),
        f"latest of {NEAREST} nearest notes, oracle reader": Nearest(embedder, latest=True),
    }


# -------------------------------------------------------------------------------------------------------- measures


def evaluate(
    data: Facts, split: str | None, given: Mapping[str, System], *, seed: int = 0, tell: Tell = lambda text: None
) -> dict[str, Any]:
    """Each system's share of exactly right answers, with intervals, by kind and by relation, and how much more are
    right than by the others. The first system is the one that is compared."""
    sequences = data.part(split)
    found = {}
    for name, system in given.items():
        found[name] = [answered for of in sequences for answered in system(of)]
        tell(f"{name}: {sum(a.right for a in found[name])} of {len(found[name])}")
    first, *others = found
    groups = [a.sequence for a in found[first]]
    right = {name: [float(a.right) for a in answered] for name, answered in found.items()}
    tests = stats.holm({n: stats.permutation_test(right[first], right[n], seed=seed) for n in others})
    differences = {}
    for name in others:
        interval = stats.difference_interval(right[first], right[name], groups=groups, seed=seed)
        verdict = stats.difference_verdict(interval, tests[name])
        differences[name] = interval.to_dict() | {"p_holm": tests[name], "verdict": verdict}
    return {
        "data": data.name,
        "hash": data.hash,
        "split": split or ("report" if any(s.split for s in sequences) else ""),
        "sequences": len(sequences),
        "n": len(groups),
        "left_out": list(data.problems),
        "systems": {name: _shares(answered, seed) for name, answered in found.items()},
        "differences": differences,
        "answers": found,
    }


def _shares(answered: Sequence[Answered], seed: int) -> dict[str, Any]:
    groups = [a.sequence for a in answered]
    relations = sorted({a.question.relation for a in answered})
    return {
        "exact": stats.mean_interval([float(a.right) for a in answered], groups=groups, seed=seed).to_dict(),
        "kinds": {kind: _share([a for a in answered if a.question.kind == kind]) for kind in KINDS},
        "relations": {name: _share([a for a in answered if a.question.relation == name]) for name in relations},
    }


def _share(answered: Sequence[Answered]) -> dict[str, Any]:
    right = sum(a.right for a in answered)
    return {"right": right, "n": len(answered)} | stats.proportion_interval(right, len(answered)).to_dict()
