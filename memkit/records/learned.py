"""A rule learned from labelled pairs of records: fitted, calibrated, explained, saved without pickle.

It merges automatically only from a threshold whose merge precision was proved on out-of-fold scores of its own labels
(calibrate.py); without a proof it proposes, and says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memkit.config import Settings
from memkit.errors import InputError, ModelError
from memkit.model import Result
from memkit.records.calibrate import Proof, keep_threshold, prove
from memkit.records.features import NUMBERS, WHOLE, Pair, Record, RecordFeatures, whole
from memkit.records.learner import Learner, out_of_fold
from memkit.records.similarity import value_of
from memkit.records.untrained import code_evidence
from memkit.resolve.rule import Comparison, Name

#: Orders in which signals are added when a score is explained: two, and the same two backwards.
EXPLAIN_ORDERS = 2
#: Contributions smaller than this are not worth a word.
WORTH_SAYING = 0.02


@dataclass(frozen=True, slots=True)
class Explanation(Result):
    """Why a pair has its score: `base` (the score of a typical pair of the other answer) plus the sum of
    `contributions` is `score`.

    `contributions` maps a group of signals ("title", "codes", "whole text") to what it adds, largest first.
    """

    score: float
    base: float
    contributions: dict[str, float]
    reason: str


class LearnedRule:
    """An identity rule over records, or over names that are read as records (name, type, aliases).

    `proof` says from which score merging is proved (threshold None: from none); pairs from `review_threshold` upward
    held the wanted share of the true pairs out of fold.
    """

    name = "learned"
    needs_semantic = False

    def __init__(
        self, features: RecordFeatures, learner: Learner, proof: Proof, review_threshold: float, typical: np.ndarray
    ) -> None:
        self.features = features
        self.learner = learner
        self.proof = proof
        self.review_threshold = review_threshold
        self.typical = typical
        self._groups = _groups(features.names)

    @classmethod
    def fit(
        cls,
        pairs: Sequence[Pair],
        labels: Sequence[int],
        *,
        target: float = 0.99,
        keep: float = 0.99,
        folds: int = 5,
        seed: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> LearnedRule:
        """Learn from labelled pairs (1: same, 0: different): at least two of each, hundreds for a proof.

        `target`: the merge precision to prove; `keep`: the share of true pairs that merging and review together hold.
        Word frequencies come from the pairs' records. InputError on bad labels; ModelError without scikit-learn.
        """
        if len(pairs) != len(labels):
            raise InputError(f"{len(pairs)} pairs but {len(labels)} labels: one label per pair is needed")
        features = RecordFeatures.fit([left for left, _ in pairs], [right for _, right in pairs])
        rows = features.transform(pairs, progress)
        scores = out_of_fold(rows, labels, folds=folds, seed=seed)
        return cls(
            features,
            Learner.fit(rows, labels, seed=seed),
            prove(scores, labels, target),
            keep_threshold(scores, labels, keep),
            typical_rows(rows, labels),
        )

    def predict(self, pairs: Sequence[Pair], progress: Callable[[int, int], None] | None = None) -> np.ndarray:
        """The probability-like score of each pair, shape (n,), in [0, 1]."""
        return self.learner.predict(self.features.transform(pairs, progress))

    def explain(self, left: Record, right: Record) -> Explanation:
        """What each group of signals adds to the score, compared with a typical different pair (a typical same one when
        the score is below .5): why is this pair not like those?

        Shapley values by sampled orders (Strumbelj and Kononenko, Knowledge and Information Systems 41, 2014) over
        groups of features: the contributions of each order telescope, so they add up to the score exactly.
        """
        row = np.array(self.features.row(left, right))
        other = self.typical[int(self.learner.predict(row[None, :])[0] < 0.5)]
        orders = _orders(len(self._groups))
        mixed = np.tile(other, (len(orders), len(self._groups) + 1, 1))
        columns = list(self._groups.values())
        for k, order in enumerate(orders):
            for step, group in enumerate(order, 1):
                mixed[k, step:, columns[group]] = row[columns[group], None]
        scores = self.learner.predict(mixed.reshape(-1, len(row))).reshape(len(orders), -1)
        added = np.zeros(len(self._groups))
        for order, line in zip(orders, scores, strict=True):
            added[order] += np.diff(line) / len(orders)
        found = dict(zip(self._groups, added.tolist(), strict=True))
        contributions = dict(sorted(found.items(), key=lambda item: (-abs(item[1]), item[0])))
        score = float(scores[0, -1])
        return Explanation(score, float(scores[0, 0]), contributions, self._in_words(left, right, score, contributions))

    def compare_records(self, left: Record, right: Record) -> Comparison:
        """Score, strongest signals and reason; `veto` below the proved threshold or without a proof."""
        explained = self.explain(left, right)
        signals = {"probability": explained.score}
        signals |= {k: v for k, v in list(explained.contributions.items())[:6] if abs(v) >= WORTH_SAYING}
        reason, veto = explained.reason, False
        if not self.proof.proved:
            reason, veto = f"{reason}; {self.proof}", True
        elif explained.score < self.proof.threshold:
            reason, veto = f"{reason}; below the proved merge threshold {self.proof.threshold:.3f}", True
        return Comparison(self._gate_score(explained.score), reason, signals, veto)

    def compare(self, left: Name, right: Name, *, semantic: float | None = None) -> Comparison:
        """As an identity rule of names: each is read as the record {name, type, aliases}; differing types veto.

        `semantic` is not used. ModelError when the rule was trained on records without a column `name`.
        """
        if "name" not in self.features.kinds:
            raise ModelError(
                f"this learned rule knows the columns {', '.join(self.features.kinds)}, not names: "
                "train one on records with the columns name, type, aliases"
            )
        found = self.compare_records(record_of(left), record_of(right))
        if left.type.casefold() != right.type.casefold():
            return Comparison(
                found.score, f"types differ: {left.type} / {right.type}; {found.reason}", found.signals, True
            )
        return found

    def _gate_score(self, score: float) -> float:
        """The score on the gate's scale, piecewise linear: the review threshold becomes the default pending threshold,
        the proved merge threshold the default merge threshold, so that a learned rule needs no settings of its own."""
        defaults = {f.name: f.metadata["default"] for f in Settings.__dataclass_fields__.values()}
        known, scale = [0.0], [0.0]
        stops = [(self.review_threshold, defaults["pending_threshold"])]
        if self.proof.proved:
            stops.append((self.proof.threshold, defaults["merge_threshold"]))
        for at, gate in (*stops, (1.0, 1.0)):
            if known[-1] < at <= 1:
                known.append(at)
                scale.append(gate)
        return float(np.interp(score, known, scale))

    def _in_words(self, left: Record, right: Record, score: float, contributions: dict[str, float]) -> str:
        said = [
            f"{self._evidence(group, left, right)} ({value:+.2f})"
            for group, value in list(contributions.items())[:4]
            if abs(value) >= WORTH_SAYING
        ]
        return f"learned score {score:.3f}: " + ("; ".join(said) or "nothing stands out")

    def _evidence(self, group: str, left: Record, right: Record) -> str:
        """A group of signals with what it saw, say `title .93 alike`, `year 1999 / 2001`."""
        kind = self.features.kinds.get(group)
        if group == "codes":
            lead_a, lead_b = (value_of(r.get(self.features.lead, "")) for r in (left, right))
            return code_evidence(lead_a, lead_b, whole(left), whole(right))[1] or "no codes"
        if kind is None:
            return group
        a, b = left.get(group, "").strip(), right.get(group, "").strip()
        if not a or not b:
            return f"{group} missing"
        if kind in (*NUMBERS, "date"):
            return f"{group} {a} / {b}"
        return f"{group} {self.features.corpora[group].soft_cosine(value_of(a), value_of(b)):.2f} alike"

    def save(self, path: Path | str) -> None:
        """Write the rule to one file (skops, no pickle), whole or not at all."""
        from memkit.records.rule_file import write_rule

        write_rule(self, Path(path))

    @classmethod
    def load(cls, path: Path | str) -> LearnedRule:
        """Read a saved rule; ModelError when it is missing, damaged, of another version, or holds foreign types."""
        from memkit.records.rule_file import read_rule

        return read_rule(Path(path))


def record_of(name: Name) -> Record:
    """A name as a record with the columns that a rule for names is trained on: name, type, aliases."""
    return {"name": name.name, "type": name.type, "aliases": ", ".join(name.aliases)}


def typical_rows(rows: np.ndarray, labels: Sequence[int]) -> np.ndarray:
    """Column medians of the different pairs and of the same pairs, shape (2, d); NaN where nothing is known."""
    typical = np.full((2, rows.shape[1]), math.nan)
    for label in (0, 1):
        chosen = rows[np.asarray(labels) == label]
        known = ~np.isnan(chosen).all(axis=0)
        typical[label, known] = np.nanmedian(chosen[:, known], axis=0)
    return typical


def _groups(names: Sequence[str]) -> dict[str, np.ndarray]:
    """Features that speak of one thing: each column, and of the whole record its text, codes and lead words."""
    groups: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        column, aspect = name.rsplit(".", 1)
        if column == WHOLE:
            column = "codes" if "code" in aspect else "lead words" if aspect.startswith("lead_") else "whole text"
        groups.setdefault(column, []).append(i)
    return {group: np.array(columns) for group, columns in groups.items()}


def _orders(n: int) -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    orders = [rng.permutation(n) for _ in range(EXPLAIN_ORDERS)]
    return [*orders, *(order[::-1] for order in orders)]
