"""The weights by which acts are linked to decisions, fitted to labelled transcripts, and how well linking alone does.

At each act of a transcript the reader chooses among candidates (options on the table, new ones, none), each with its
signs. The weights are those of a conditional logit model (McFadden, "Conditional logit analysis of qualitative choice
behavior", 1974): the choice that the labels make is the likeliest, given that those before it were made right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from eval import stats
from eval.datasets.transcripts import Transcript
from eval.transcript import counts, intervals, shaped
from eval.transcript_people import people_of
from memkit.converse import Act, Said
from memkit.converse.people import find_people
from memkit.converse.reading.acts import find_acts
from memkit.converse.reading.features import DROPPED, Candidate, candidates
from memkit.converse.reading.hearing import hear
from memkit.converse.reading.reader import RuleReader
from memkit.converse.reading.search import REACH
from memkit.converse.reading.table import Table

#: Precision of the normal distribution around PRIOR that keeps weights of rare signs small. Between .1 and 1 nothing
#: that is measured on the development half moves by more than two points.
PRECISION = 0.5
#: Weight of an example from the acts that are found, beside 1 for one from the labelled acts: they teach what to do
#: with acts that are none, but what they get wrong is not what others will get wrong.
FOUND = 0.3
#: Where the weights of signs are expected; 0 if not listed. Signs such as "the other one" or "an elm instead of plums"
#: are too rare in some hundred acts to be fitted, and what they mean is no question.
PRIOR = {
    "drop": -0.5,
    "decides:current": -1.0,
    "decides:displaced": -1.5,
    "decides:settled by them": -1.0,
    "decides:withdrawn": -0.5,
    "fresh:next": 2.0,
    "instead of it": -3.0,
    "last": 0.5,
    "last:bare": 1.0,
    "match": 2.0,
    "match:best": 1.0,
    "match:share": 1.0,
    "my:own": 1.0,
    "names proposer": 1.0,
    "new:decides": 0.5,
    "not the owner's": -2.0,
    "other numbers": -1.0,
    "owner's": 2.0,
    "pointed at": 2.0,
    "pointed away": -2.0,
    "proposes:displaced": -1.5,
    "proposes:withdrawn": -0.5,
    "reaffirms:none": -2.0,
    "rival:back": 1.0,
    "rival:instead": 2.5,
    "rival:it": 1.5,
    "rival:only numbers": 2.0,
    "rival:own:contested": 0.5,
    "rival:rather": 1.0,
    "rival:return": 1.0,
    "rival:shaken:settled": 1.0,
    "settles again and withdraws": -3.0,
    "supports:displaced": -1.0,
    "turn:alike:same topic": -1.0,
    "turn:opposite:same topic": 1.5,
    "withdraws:none": -2.5,
}


@dataclass(frozen=True, slots=True)
class Example:
    """The signs of each candidate of one act, the place of the right one, and how much the example counts."""

    signs: list[Mapping[str, float]]
    right: int
    weight: float = 1.0


def labelled_acts(transcript: Transcript, found: Sequence[Said]) -> list[Said]:
    """The labelled acts with the places of those that are found to be the same; the whole turn for the others."""
    who, texts = people_of(transcript), {turn.n: turn.text for turn in transcript.turns}
    places: dict[tuple[int, str, str], list[Said]] = {}
    for one, person in zip(found, _persons(transcript, found), strict=True):
        places.setdefault((one.n, person, one.act), []).append(one)
    said = []
    for act in transcript.gold.turns:
        same = places.get((act.n, who.of(act.person), act.act))
        place = same.pop(0) if same else Said(act.n, "", act.act, 0, len(texts[act.n]))
        said.append(Said(act.n, act.person, act.act, place.start, place.end, place.about))
    order = {turn.n: place for place, turn in enumerate(transcript.turns)}
    return sorted(said, key=lambda one: order[one.n])


def examples(transcript: Transcript, said: Sequence[Said], weight: float = 1.0) -> list[Example]:
    """One for each act, after those before it were linked as labelled; an act that is labelled nowhere is dropped."""
    topics = {option.key: option.topic for option in transcript.gold.decisions}
    spellings = [turn.speaker for turn in transcript.turns] + [one.person for one in said if one.person]
    heard = hear(transcript.turns, said, find_people(spellings, transcript.people).of)
    table, options, known, made = Table(), {}, {}, []
    for one, label in zip(heard, _labels(transcript, said), strict=True):
        offered = list(candidates(one, table))
        wanted = DROPPED
        if label is not None:
            wanted = Candidate(options.get(label.decision), known.get(topics[label.decision]))
        places = [place for place, (candidate, _) in enumerate(offered) if candidate == wanted]
        if not places:  # withdrawn or said again before it was opened
            wanted = DROPPED
            places = [place for place, (candidate, _) in enumerate(offered) if candidate == wanted]
        made.append(Example([signs for _, signs in offered], places[0], weight))
        if wanted != DROPPED:
            table, option, _ = table.apply(one, wanted.option, wanted.topic, REACH)
            options[label.decision], known[topics[label.decision]] = option, table.entries[option].topic
    return made


def _labels(transcript: Transcript, said: Sequence[Said]) -> list[Act | None]:
    """The label that each act is meant to be: the same act of the person in the turn, else another one of theirs."""
    who, persons = people_of(transcript), _persons(transcript, said)
    left: dict[tuple[int, str], list[Act]] = {}
    for act in transcript.gold.turns:
        left.setdefault((act.n, who.of(act.person)), []).append(act)
    found: list[Act | None] = [None] * len(said)
    for exact in (True, False):
        for place, (one, person) in enumerate(zip(said, persons, strict=True)):
            if found[place] is None:
                fitting = [act for act in left.get((one.n, person), []) if not exact or act.act == one.act]
                if fitting:
                    found[place] = fitting[0]
                    left[one.n, person].remove(fitting[0])
    return found


def _persons(transcript: Transcript, said: Sequence[Said]) -> list[str]:
    """The person of each act as the labels name them."""
    who, speakers = people_of(transcript), {turn.n: turn.speaker for turn in transcript.turns}
    return [who.of(one.person or speakers[one.n]) for one in said]


def fit(given: Sequence[Example], precision: float = PRECISION, prior: Mapping[str, float] = PRIOR) -> dict[str, float]:
    """The likeliest weights of all signs, given the examples and the prior (L-BFGS on the exact gradient)."""
    names = sorted({name for example in given for signs in example.signs for name in signs} | prior.keys())
    column = {name: place for place, name in enumerate(names)}
    cells = [
        (row, column[name], value)
        for row, signs in enumerate(signs for example in given for signs in example.signs)
        for name, value in signs.items()
        if value
    ]
    sizes = np.array([len(example.signs) for example in given])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    right = starts + [example.right for example in given]
    weight = np.array([example.weight for example in given])
    rows, columns, values = zip(*cells, strict=True)
    matrix = csr_matrix((values, (rows, columns)), shape=(sizes.sum(), len(names)))
    centre = np.array([prior.get(name, 0.0) for name in names])
    observed = matrix[right].T @ weight

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        score = matrix @ w
        highest = np.maximum.reduceat(score, starts)
        shares = np.exp(score - np.repeat(highest, sizes))
        total = np.add.reduceat(shares, starts)
        likelihood = weight @ (score[right] - highest - np.log(total))
        expected = matrix.T @ (shares * np.repeat(weight / total, sizes))
        away = w - centre
        return precision / 2 * away @ away - likelihood, precision * away + expected - observed

    weights = minimize(loss, centre, jac=True, method="L-BFGS-B").x
    return {name: round(float(value), 3) for name, value in zip(names, weights, strict=True) if abs(value) >= 0.0005}


def evaluate(transcripts: Sequence[Transcript], seed: int = 0) -> tuple[dict[str, Any], dict[str, float]]:
    """(measures by leaving out one conversation at a time, with the labelled acts and with those found; the weights
    that all of them give)."""
    found = [sorted(find_acts(t.turns, t.people), key=lambda one: one.n) for t in transcripts]
    labelled = [labelled_acts(t, said) for t, said in zip(transcripts, found, strict=True)]
    made = [
        [*examples(transcript, gold), *examples(transcript, said, FOUND)]
        for transcript, gold, said in zip(transcripts, labelled, found, strict=True)
    ]
    rows: dict[str, list[np.ndarray]] = {"labelled acts": [], "found acts": []}
    for place, transcript in enumerate(transcripts):
        weights = fit(_all(made[:place] + made[place + 1 :]))
        for name, said in (("labelled acts", labelled[place]), ("found acts", found[place])):
            reader = RuleReader(lambda turns, people, said=said: said, weights=weights)
            rows[name].append(counts(transcript, reader.read(transcript.turns, transcript.people)))
    measured = {name: shaped({m: _shown(v) for m, v in intervals(row, seed).items()}) for name, row in rows.items()}
    return measured, fit(_all(made))


def _all(made: Iterable[Sequence[Example]]) -> list[Example]:
    return [example for some in made for example in some]


def _shown(value: stats.Interval) -> dict[str, float]:
    return {"mean": value.mean, "low": value.low, "high": value.high}
