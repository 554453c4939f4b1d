"""How well a transcript was read: acts, attribution, stances, statuses, what superseded what, positions at the end.

Found decisions are matched to gold ones one to one, by the best total Jaccard overlap of the turns that an act labels
with them (scipy's linear assignment). Of equal totals the one whose acts agree more wins, and then the order in which
decisions are listed: never the spelling of a key. What stays unmatched is wrong. People are compared as identities,
not as spellings (eval/transcript_people.py).

Everything is counted by conversation and pooled before it is divided, so intervals draw whole conversations again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from eval import stats
from eval.datasets.transcripts import Transcript
from eval.transcript_people import people_of
from memkit.converse import Minutes
from memkit.converse.people import People

#: Class of each act, for the stance measure.
STANCE = {"proposes": "for", "supports": "for", "decides": "for", "reaffirms": "for"}
STANCE |= {"disagrees": "against", "withdraws": "withdrawn"}
CLASSES = ("for", "against", "withdrawn")
#: The measures, in the order in which they are told.
MEASURES = (
    "attribution",
    "stance_macro_f1",
    "acts_precision",
    "acts_recall",
    "acts_f1",
    "status_accuracy",
    "supersession_f1",
    "positions_f1",
)
#: Weight of one agreeing act: decides between equal sums of Jaccard overlaps, and nothing else.
_TIE = 1e-9


# --------------------------------------------------------------------------------------------------- what is compared


@dataclass(frozen=True)
class Labelled:
    """The minutes of a conversation as sets that can be compared, with people by name and decisions by key.

    `acts` are (turn, person, act, key), `statuses` key -> status in the order listed, `links` (later key, earlier key),
    `positions` (person, key, stance).
    """

    acts: frozenset[tuple[int, str, str, Hashable]]
    statuses: Mapping[Hashable, str]
    links: frozenset[tuple[Hashable, Hashable]]
    positions: frozenset[tuple[str, Hashable, str]]

    @classmethod
    def of(cls, minutes: Minutes, who: People) -> Labelled:
        return cls(
            frozenset((act.n, who.of(act.person), act.act, act.decision) for act in minutes.turns),
            {option.key: option.status for option in minutes.decisions},
            frozenset((option.key, earlier) for option in minutes.decisions for earlier in option.supersedes),
            frozenset((who.of(p.person), p.decision, p.stance) for p in minutes.positions),
        )

    def renamed(self, keys: Mapping[Hashable, str]) -> Labelled:
        """The same with other keys; one without another becomes a pair, which equals no key."""

        def of(key: Hashable) -> Hashable:
            return keys.get(key, ("unmatched", key))

        return Labelled(
            frozenset((n, person, act, of(key)) for n, person, act, key in self.acts),
            {of(key): status for key, status in self.statuses.items()},
            frozenset((of(later), of(earlier)) for later, earlier in self.links),
            frozenset((person, of(key), stance) for person, key, stance in self.positions),
        )

    def by_decision(self) -> dict[Hashable, set[tuple[int, str, str]]]:
        """Decision -> (turn, person, act) of each of its acts; in the order listed, unlisted ones behind."""
        found: dict[Hashable, set[tuple[int, str, str]]] = {key: set() for key in self.statuses}
        for n, person, act, key in sorted(self.acts, key=lambda act: (*act[:3], str(act[3]))):
            found.setdefault(key, set()).add((n, person, act))
        return {key: acts for key, acts in found.items() if acts}


def match(gold: Labelled, found: Labelled) -> dict[Hashable, str]:
    """Key of a found decision -> key of the gold decision that it is, for those that share a turn with one."""
    left, right = gold.by_decision(), found.by_decision()
    if not left or not right:
        return {}
    overlap = np.zeros((len(left), len(right)))
    agreeing = np.zeros_like(overlap)
    for i, ours in enumerate(left.values()):
        for j, theirs in enumerate(right.values()):
            turns, others = {act[0] for act in ours}, {act[0] for act in theirs}
            overlap[i, j] = len(turns & others) / len(turns | others)
            agreeing[i, j] = len(ours & theirs)
    rows, columns = linear_sum_assignment(overlap + _TIE * agreeing, maximize=True)
    golds, founds = list(left), list(right)
    return {founds[j]: golds[i] for i, j in zip(rows, columns, strict=True) if overlap[i, j] > 0}


# ---------------------------------------------------------------------------------------------------------- counting

#: What has an F1: counted are its hits, its gold ones and its found ones.
_WITH_F1 = (*CLASSES, "acts", "supersession", "positions")
#: What has a share: counted are its hits and its gold ones.
_WITH_SHARE = ("attribution", "status")


def aligned(transcript: Transcript, minutes: Minutes) -> tuple[Labelled, Labelled]:
    """(gold, found) with the same people and keys wherever they mean the same."""
    who = people_of(transcript)
    gold, found = Labelled.of(transcript.gold, who), Labelled.of(minutes, who)
    return gold, found.renamed(match(gold, found))


def counts(transcript: Transcript, minutes: Minutes) -> np.ndarray:
    """What `measures` needs of one conversation, as one row of whole numbers that may be added up."""
    return _count(*aligned(transcript, minutes))


def _count(gold: Labelled, found: Labelled) -> np.ndarray:
    """`counts` of what is already matched."""
    pairs: dict[str, tuple[set, set]] = {
        **{name: (_stances(gold, name), _stances(found, name)) for name in CLASSES},
        "acts": (set(gold.acts), set(found.acts)),
        "supersession": (set(gold.links), set(found.links)),
        "positions": (set(gold.positions), set(found.positions)),
    }
    row = [number for name in _WITH_F1 for number in _overlap(*pairs[name])]
    by = {(n, person, key) for n, person, _, key in found.acts}
    attributed = sum((n, person, key) in by for n, person, _, key in gold.acts)
    right = sum(found.statuses.get(key) == status for key, status in gold.statuses.items())
    return np.array([*row, attributed, len(gold.acts), right, len(gold.statuses)], dtype=float)


def _stances(labelled: Labelled, name: str) -> set[tuple[int, str, Hashable]]:
    return {(n, person, key) for n, person, act, key in labelled.acts if STANCE.get(act) == name}


def _overlap(gold: set, found: set) -> tuple[int, int, int]:
    return len(gold & found), len(gold), len(found)


def measures(total: np.ndarray) -> np.ndarray:
    """The values of MEASURES from summed `counts`; NaN where there was nothing to find and nothing was found.

    F1 = 2 hits / (gold + found): van Rijsbergen, Information Retrieval (1979), equal weights. The stance measure is
    the mean of the F1 of the classes that occur. Precision of nothing found, where there was something, is 0.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        hits, golds, founds = total[: 3 * len(_WITH_F1)].reshape(-1, 3).T
        f1 = dict(zip(_WITH_F1, 2 * hits / (golds + founds), strict=True))
        shares = total[3 * len(_WITH_F1) :].reshape(-1, 2).T
        attribution, status = shares[0] / shares[1]
        acts = _WITH_F1.index("acts")
        some = f1["acts"] * 0  # NaN where there was neither
        precision, recall = (hits[acts] / max(of[acts], 1) + some for of in (founds, golds))
    classes = [f1[name] for name in CLASSES if not np.isnan(f1[name])]
    stance = float(np.mean(classes)) if classes else np.nan
    return np.array([attribution, stance, precision, recall, f1["acts"], status, f1["supersession"], f1["positions"]])


# --------------------------------------------------------------------------------------------------------- intervals


def intervals(rows: Sequence[np.ndarray], seed: int = 0) -> dict[str, stats.Interval]:
    """Each measure over all conversations (a row of `counts` each), with its bootstrap interval over conversations."""
    table = np.stack(rows)
    low, high = stats.bootstrap(lambda drawn: measures(drawn @ table), len(table), seed=seed)
    return _intervals(measures(table.sum(axis=0)), low, high)


def differences(rows: Sequence[np.ndarray], baseline: Sequence[np.ndarray], seed: int = 0) -> dict[str, stats.Interval]:
    """Each measure minus that of the baseline, both over the same conversations in every resample."""
    ours, theirs = np.stack(rows), np.stack(baseline)

    def difference(drawn: np.ndarray) -> np.ndarray:
        return measures(drawn @ ours) - measures(drawn @ theirs)

    low, high = stats.bootstrap(difference, len(ours), seed=seed)
    return _intervals(difference(np.ones(len(ours))), low, high)


def _intervals(mean: Iterable[float], low: Iterable[float], high: Iterable[float]) -> dict[str, stats.Interval]:
    rows = zip(MEASURES, mean, low, high, strict=True)
    return {name: stats.Interval(float(m), float(lo), float(hi)) for name, m, lo, hi in rows}


def shaped(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of MEASURES as they are told: those of the acts under one key."""
    acts = {name: values[f"acts_{name}"] for name in ("precision", "recall", "f1")}
    return {"acts": acts} | {name: value for name, value in values.items() if not name.startswith("acts_")}
