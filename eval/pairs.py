"""Labelled pairs: score them by each rule, choose thresholds on valid and out of fold, report on test.

Protocol. Word frequencies and column kinds come from the records of train and valid, without labels. F1: fitted on
train, threshold from valid, as published figures are. Merging and review: thresholds from out-of-fold scores of train
and valid together, then fitted on both. A rule without labels has one score for everything. Test is read once, last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd

from eval.datasets.pairs import SPLITS, PairData
from eval.stats import NOT_PROVABLE, SAFE, UNSAFE, Interval, bootstrap, proportion_interval, safety_verdict
from memkit.errors import InputError
from memkit.records.calibrate import Proof, checked, keep_threshold, prove
from memkit.records.features import Pair, RecordFeatures, whole
from memkit.records.learned import LearnedRule, typical_rows
from memkit.records.learner import Learner, out_of_fold
from memkit.records.rivals import out_of_fold_with_rivals, scores_with_rivals
from memkit.records.untrained import RecordRule, embedding_cosines
from memkit.resolve.rule import Name
from memkit.resolve.seed import SeedRule

#: `+semantic` adds the cosine of the records' embeddings as a signal, to see whether it earns its place.
RULES = ("seed", "memkit", "memkit+semantic", "learned", "learned+semantic", "learned+rivals")
DEFAULT_RULES = ("seed", "memkit", "learned", "learned+rivals")
#: The share of true pairs that merging and review together keep.
KEEP = 0.99

Progress = Callable[[str], None]
Encode = Callable[[Sequence[str]], np.ndarray]


def _quiet(message: str) -> None:
    pass


@dataclass
class Prepared:
    """A data set turned into arrays: `rows` (n, d) and `labels` (n,) over train, valid, test in this order;
    `index[split]` are its row numbers."""

    data: PairData
    features: RecordFeatures
    rows: np.ndarray
    labels: np.ndarray
    index: dict[str, np.ndarray]
    pairs: list[tuple[dict, dict]]
    encode: Encode | None = field(default=None, repr=False)

    @property
    def known(self) -> np.ndarray:
        """Rows whose labels may be used: train and valid."""
        return np.concatenate([self.index["train"], self.index["valid"]])

    @cached_property
    def cosines(self) -> np.ndarray | None:
        """Of the embeddings of whole records, shape (n,), encoded when first asked for; None without an embedder."""
        return embedding_cosines(self.pairs, self.encode) if self.encode else None

    @cached_property
    def name_cosines(self) -> np.ndarray | None:
        """The same of the lead columns alone: the names that the seed rule compares."""
        return embedding_cosines(self.pairs, self.encode, self.features.lead) if self.encode else None


@dataclass(slots=True)
class RuleScores:
    """The scores of one rule. `valid`, `test`: fitted on train. `calibration`: out of fold over train + valid;
    `final`: of test, fitted on train + valid. `rule` can say why (None where no rule object exists)."""

    name: str
    valid: np.ndarray
    test: np.ndarray
    calibration: np.ndarray
    final: np.ndarray
    rule: Any = field(default=None, repr=False)


def prepare(data: PairData, *, encode: Encode | None = None, progress: Progress = _quiet) -> Prepared:
    """Similarities of all pairs (some milliseconds a pair); `encode` (texts to unit vectors) gives cosines later."""
    splits = [getattr(data, name) for name in SPLITS]
    known = [pair for split in splits[:2] for pair in split.pairs]
    features = RecordFeatures.fit([left for left, _ in known], [right for _, right in known])
    pairs = [pair for split in splits for pair in split.pairs]
    bounds = np.cumsum([0, *map(len, splits)])
    return Prepared(
        data=data,
        features=features,
        rows=features.transform(pairs, lambda done, total: progress(f"similarities {done}/{total}")),
        labels=np.array([label for split in splits for label in split.labels]),
        index={name: np.arange(bounds[i], bounds[i + 1]) for i, name in enumerate(SPLITS)},
        pairs=pairs,
        encode=encode,
    )


def score(prepared: Prepared, rule: str, *, seed: int = 0, progress: Progress = _quiet) -> RuleScores:
    """The scores of one of RULES. InputError for another name, or when it needs cosines and there are none."""
    if rule not in RULES:
        raise InputError(f"rule {rule!r} is none of {', '.join(RULES)}")
    if (rule == "seed" or rule.endswith("+semantic")) and prepared.encode is None:
        raise InputError(f"rule {rule!r} compares embeddings: prepare the pairs with an embedder")
    progress(f"scoring by {rule}")
    if rule == "learned+rivals":
        return _score_with_rivals(prepared, seed, progress)
    if rule.startswith("learned"):
        return _score_learned(prepared, rule, seed)
    made = SeedRule() if rule == "seed" else RecordRule(prepared.features)
    if rule == "seed":
        scores = seed_scores(prepared.pairs, prepared.features.lead, prepared.name_cosines)
    else:
        scores = made.scores(prepared.pairs, prepared.cosines if rule.endswith("+semantic") else None)
    test = scores[prepared.index["test"]]
    return RuleScores(rule, scores[prepared.index["valid"]], test, scores[prepared.known], test, made)


def seed_scores(pairs: Sequence[Pair], lead: str | None, cosines: np.ndarray) -> np.ndarray:
    """The seed rule, which compares names, on n pairs of records, shape (n,): a record's name is its `lead` column, or
    the whole record where that is empty; `cosines` are those of the names' embeddings."""
    rule, scores = SeedRule(), np.empty(len(pairs))
    for i, pair in enumerate(pairs):
        names = [Name(record.get(lead, "").strip() or whole(record).raw, "record") for record in pair]
        scores[i] = rule.compare(*names, semantic=float(cosines[i])).score
    return scores


def _score_learned(prepared: Prepared, rule: str, seed: int) -> RuleScores:
    rows, labels, known = prepared.rows, prepared.labels, prepared.known
    if rule.endswith("+semantic"):
        rows = np.column_stack([rows, prepared.cosines])
    train, valid, test = (prepared.index[name] for name in SPLITS)
    first = Learner.fit(rows[train], labels[train], seed=seed)
    final = Learner.fit(rows[known], labels[known], seed=seed)
    calibration = out_of_fold(rows[known], labels[known], seed=seed)
    made = None
    if rule == "learned":
        made = LearnedRule(
            prepared.features,
            final,
            prove(calibration, labels[known]),
            keep_threshold(calibration, labels[known], KEEP),
            typical_rows(rows[known], labels[known]),
        )
    return RuleScores(
        rule, first.predict(rows[valid]), first.predict(rows[test]), calibration, final.predict(rows[test]), made
    )


def _score_with_rivals(prepared: Prepared, seed: int, progress: Progress) -> RuleScores:
    left, right = ([tuple(sorted(pair[side].items())) for pair in prepared.pairs] for side in (0, 1))
    given = (prepared.rows, left, right, prepared.labels)
    first = scores_with_rivals(*given, prepared.index["train"], seed=seed)
    calibration = out_of_fold_with_rivals(
        *given, prepared.known, seed=seed, progress=lambda done, total: progress(f"fold {done}/{total} with rivals")
    )
    final = scores_with_rivals(*given, prepared.known, seed=seed)
    valid, test = prepared.index["valid"], prepared.index["test"]
    return RuleScores("learned+rivals", first[valid], first[test], calibration, final[test])


# ------------------------------------------------------------------------------------------------------ thresholds


def f1_threshold(scores: Sequence[float], labels: Sequence[int]) -> float:
    """The threshold of the highest F1 of `score >= t`: midway to the next lower score, so that near ties fall alike;
    of equal F1 the highest. InputError as `calibrate.prove`, and when there is no true pair."""
    scores, labels = checked(scores, labels)
    if not labels.sum():
        raise InputError("an F1 threshold needs at least one true pair")
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    ends = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    f1 = 2 * np.cumsum(labels[order])[ends] / (ends + 1 + labels.sum())
    best = int(ends[np.argmax(f1)])
    return float((ranked[best] + ranked[best + 1]) / 2) if best + 1 < len(ranked) else float(ranked[best])


def precision_recall_f1(merged: np.ndarray, labels: np.ndarray) -> tuple[float, float, float]:
    """Of the pairs called same (bool, (n,)) against labels; precision is NaN without any."""
    right = int((merged & (labels == 1)).sum())
    called, true = int(merged.sum()), int(labels.sum())
    precision = right / called if called else float("nan")
    return (
        precision,
        right / true if true else float("nan"),
        2 * right / (called + true) if called + true else float("nan"),
    )


def f1_interval(merged: np.ndarray, labels: np.ndarray, seed: int = 0) -> tuple[float, float]:
    """95 % percentile bootstrap over pairs."""
    both = (merged & (labels == 1)).astype(float)
    total = merged.astype(float) + labels
    low, high = bootstrap(lambda counts: 2 * (counts @ both) / max(counts @ total, 1.0), len(labels), seed=seed)
    return float(low), float(high)


def f1_difference(mine: np.ndarray, theirs: np.ndarray, labels: np.ndarray, seed: int = 0) -> Interval:
    """F1 of `mine` less that of `theirs` (bool, shape (n,)) on the same pairs: 95 % percentile bootstrap, paired."""
    columns = [np.column_stack([called & (labels == 1), called + labels]).astype(float) for called in (mine, theirs)]

    def difference(counts: np.ndarray) -> float:
        (a, b), (c, d) = (counts @ column for column in columns)
        return 2 * a / max(b, 1) - 2 * c / max(d, 1)

    low, high = bootstrap(difference, len(labels), seed=seed)
    return Interval(difference(np.ones(len(labels))), float(low), float(high))


# ------------------------------------------------------------------------------------------------------- reporting


def report(
    prepared: Prepared, scores: RuleScores, *, target: float = 0.99, keep: float = KEEP, seed: int = 0
) -> dict[str, Any]:
    """The row of one rule on test: what `python -m eval pairs` gives, counts and 95 % intervals beside them.

    Without a proof nothing is merged: `merge_threshold` and `merge_precision` are None, `merge_recall` is 0 and the
    review band begins at the top. `review_share`: share of the test pairs in the band; `review_yield`: share of the
    true test pairs in it.
    """
    labels = {name: prepared.labels[prepared.index[name]] for name in SPLITS}
    threshold = f1_threshold(scores.valid, labels["valid"])
    called = scores.test >= threshold
    precision, recall, f1 = precision_recall_f1(called, labels["test"])
    f1_low, f1_high = f1_interval(called, labels["test"], seed)
    proof = prove(scores.calibration, prepared.labels[prepared.known], target)
    return {
        "threshold": threshold,
        "f1": f1,
        "f1_low": f1_low,
        "f1_high": f1_high,
        "precision": precision,
        "recall": recall,
        **_merging(
            scores, labels["test"], proof, keep_threshold(scores.calibration, prepared.labels[prepared.known], keep)
        ),
        "calibration_merges": proof.merges,
        "calibration_errors": proof.errors,
        "calibration_bound": proof.bound,
    }


def _merging(scores: RuleScores, labels: np.ndarray, proof: Proof, review_from: float) -> dict[str, Any]:
    merged = scores.final >= proof.threshold if proof.proved else np.zeros(len(labels), dtype=bool)
    right, merges, true = int(labels[merged].sum()), int(merged.sum()), int(labels.sum())
    precision, recall = proportion_interval(right, merges), proportion_interval(right, true)
    band = (scores.final >= review_from) & ~merged
    return {
        "proved": proof.proved,
        "merge_threshold": proof.threshold,
        "merge_precision": precision.mean if merges else None,
        "merge_precision_low": precision.low,
        "merge_precision_high": precision.high,
        "merge_recall": recall.mean,
        "merge_recall_low": recall.low,
        "merge_recall_high": recall.high,
        "merges": merges,
        "false_merges": merges - right,
        "review_threshold": review_from,
        "review_share": float(band.mean()),
        "review_yield": float(labels[band].sum() / true) if true else float("nan"),
        "review_pairs": int(band.sum()),
        "kept": float(labels[band | merged].sum() / true) if true else float("nan"),
        "verdict": _verdict(proof, right, merges),
    }


def _verdict(proof: Proof, right: int, merges: int) -> str:
    """Safe: proved on calibration pairs, and test does not speak against it (its upper bound reaches the target)."""
    if not proof.proved:
        return NOT_PROVABLE
    return UNSAFE if safety_verdict(right, merges, proof.target) == UNSAFE else SAFE


def evaluate(
    data: PairData,
    rules: Sequence[str] = DEFAULT_RULES,
    *,
    target: float = 0.99,
    encode: Encode | None = None,
    seed: int = 0,
    progress: Progress = _quiet,
) -> dict[str, Any]:
    """`{rules: {NAME: row of report()}}` with what the data was: the JSON of `python -m eval pairs`."""
    prepared = prepare(data, encode=encode, progress=progress)
    make = partial(score, prepared, seed=seed, progress=progress)
    return {
        "data": data.name,
        "hash": data.hash,
        "counts": data.counts(),
        "problems": data.problems,
        "columns": prepared.features.kinds,
        "target": target,
        "rules": {rule: report(prepared, make(rule), target=target, seed=seed) for rule in rules},
    }


def rules_table(result: dict[str, Any]) -> pd.DataFrame:
    """The rows of an `evaluate` result as a table, one per rule."""
    return pd.DataFrame([{"data": result["data"], "rule": rule, **row} for rule, row in result["rules"].items()])
