"""Questions about labelled pairs beyond one row per rule: how many labels, which mistakes, does a threshold travel?

All return DataFrames, take a `progress` hook (a function of one message) where they last, and are the same each run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from eval.datasets.pairs import PairData
from eval.pairs import Prepared, RuleScores, f1_interval, f1_threshold, precision_recall_f1
from eval.stats import proportion_interval
from memkit.errors import InputError
from memkit.resolve.calibrate import prove
from memkit.resolve.learner import Learner, out_of_fold
from memkit.resolve.record_features import WHOLE, RecordFeatures, whole
from memkit.resolve.records import RecordRule

#: Labelled pairs of the label curve; those beyond what a set has are left out, all it has is added.
LABEL_SIZES = (50, 100, 200, 500, 1000, 2000, 5000)

Progress = Callable[[str], None]


def _quiet(message: str) -> None:
    pass


def curve_on_test(scores: np.ndarray, labels: np.ndarray, points: int = 200) -> pd.DataFrame:
    """Precision and recall (exact 95 % intervals) and F1 of `score >= threshold`, at `points` thresholds spread evenly
    over the distinct scores. Columns threshold, merges, precision, recall (each with _low, _high), f1."""
    ordered = np.unique(scores)[::-1]
    chosen = ordered[np.unique(np.linspace(0, len(ordered) - 1, min(points, len(ordered))).round().astype(int))]
    rows = []
    for threshold in chosen:
        merged = scores >= threshold
        right = int(labels[merged].sum())
        rows.append(
            {"threshold": float(threshold), "merges": int(merged.sum())}
            | proportion_interval(right, int(merged.sum())).columns("precision")
            | proportion_interval(right, int(labels.sum())).columns("recall")
            | {"f1": precision_recall_f1(merged, labels)[2]}
        )
    return pd.DataFrame(rows)


def worst_mistakes(prepared: Prepared, scores: RuleScores, n: int = 10) -> pd.DataFrame:
    """The n worst false merges (different pairs of the highest score) and misses (same pairs of the lowest) of test.

    Columns kind, score, left, right, line (of the test file), reason (what drove the rule: its own explanation where it
    has one, else the untrained rule's signals).
    """
    index, labels = prepared.index["test"], prepared.labels[prepared.index["test"]]
    order = np.argsort(-scores.final, kind="stable")
    picked = [("false merge", i) for i in order[labels[order] == 0][:n]]
    picked += [("miss", i) for i in order[::-1][labels[order[::-1]] == 1][:n]]
    untrained = RecordRule(prepared.features)
    rows = []
    for kind, i in picked:
        left, right = prepared.pairs[index[i]]
        explained = getattr(scores.rule, "explain", None)
        reason = (explained or untrained.compare)(left, right).reason
        rows.append(
            {
                "kind": kind,
                "score": float(scores.final[i]),
                "left": whole(left).raw,
                "right": whole(right).raw,
                "line": prepared.data.test.lines[i],
                "reason": reason,
            }
        )
    return pd.DataFrame(rows)


def label_curve(
    prepared: Prepared,
    sizes: Sequence[int] = LABEL_SIZES,
    seeds: Sequence[int] = (0, 1, 2),
    *,
    target: float = 0.99,
    progress: Progress = _quiet,
) -> pd.DataFrame:
    """How good, and how provable, is a rule learned from fewer labels? One row per size and seed.

    `labels` pairs are drawn from train + valid (stratified: both answers in their shares); thresholds come from their
    own out-of-fold scores; figures are on test. Columns labels, same (true pairs among them), seed, f1, proved,
    merge_precision, merge_recall, bound (the best lower bound that calibration reached).
    """
    known, test = prepared.known, prepared.index["test"]
    rows_all, truth = prepared.rows, prepared.labels
    rows: list[dict[str, Any]] = []
    for size in sorted({min(size, len(known)) for size in (*sizes, len(known))}):
        for seed in seeds if size < len(known) else seeds[:1]:
            progress(f"{size} labels, seed {seed}")
            drawn = _draw(known, truth, size, seed)
            if truth[drawn].sum() < 2:
                continue
            oof = out_of_fold(rows_all[drawn], truth[drawn], seed=seed)
            scores = Learner.fit(rows_all[drawn], truth[drawn], seed=seed).predict(rows_all[test])
            proof = prove(oof, truth[drawn], target)
            merged = scores >= (proof.threshold if proof.proved else np.inf)
            precision, recall, _ = precision_recall_f1(merged, truth[test])
            f1 = precision_recall_f1(scores >= f1_threshold(oof, truth[drawn]), truth[test])[2]
            rows.append(
                {
                    "labels": size,
                    "same": int(truth[drawn].sum()),
                    "seed": seed,
                    "f1": f1,
                    "proved": proof.proved,
                    "merge_precision": precision,
                    "merge_recall": recall,
                    "bound": proof.bound,
                }
            )
    return pd.DataFrame(rows)


def _draw(known: np.ndarray, truth: np.ndarray, size: int, seed: int) -> np.ndarray:
    """`size` of the known rows with the shares of both answers kept, in ascending order."""
    rng = np.random.default_rng(seed)
    same, different = known[truth[known] == 1], known[truth[known] == 0]
    n_same = round(size * len(same) / len(known))
    return np.sort(np.concatenate([rng.permutation(same)[:n_same], rng.permutation(different)[: size - n_same]]))


def label_curve_summary(curve: pd.DataFrame) -> pd.DataFrame:
    """A `label_curve` by size: the mean over seeds of F1 and merge recall, their lowest and highest, share proved."""
    rows = []
    for size, group in curve.groupby("labels"):
        row: dict[str, Any] = {"labels": int(size), "same": float(group["same"].mean()), "runs": len(group)}
        for name in ("f1", "merge_recall"):
            row |= {name: group[name].mean(), f"{name}_low": group[name].min(), f"{name}_high": group[name].max()}
        rows.append(row | {"proved_share": float(group["proved"].mean())})
    return pd.DataFrame(rows)


def transfer(data_sets: Sequence[PairData], *, seed: int = 0, progress: Progress = _quiet) -> pd.DataFrame:
    """Do thresholds travel? Each data set scored by a rule learned on all the others (whole-record similarities, the
    only ones that all sets share), once at the threshold that was best on the sources out of fold, once at the one that
    its own valid pairs choose for the same scores; the untrained rule likewise. Columns data, rule, threshold_source,
    threshold_own, f1_source_threshold (_low, _high), f1_own_threshold (_low, _high), difference."""
    if len(data_sets) < 2:
        raise InputError("transfer needs two data sets or more: one to learn on, one to report on")
    read = []
    for data in data_sets:
        progress(f"similarities of {data.name}")
        read.append(_shared_view(data))
    rows = []
    for target in read:
        progress(f"all others -> {target['name']}")
        sources = [one for one in read if one is not target]
        x = np.concatenate([one["known_rows"] for one in sources])
        y = np.concatenate([one["known"] for one in sources])
        learner = Learner.fit(x, y, seed=seed)
        views = {
            "learned": (
                out_of_fold(x, y, seed=seed),
                learner.predict(target["valid_rows"]),
                learner.predict(target["test_rows"]),
            ),
            "memkit": (
                np.concatenate([one["known_scores"] for one in sources]),
                target["valid_scores"],
                target["test_scores"],
            ),
        }
        for rule, (source, valid, test) in views.items():
            row: dict[str, Any] = {"data": target["name"], "rule": rule}
            for how, threshold in (("source", f1_threshold(source, y)), ("own", f1_threshold(valid, target["valid"]))):
                merged = test >= threshold
                low, high = f1_interval(merged, target["test"], seed)
                f1 = precision_recall_f1(merged, target["test"])[2]
                row |= {f"threshold_{how}": threshold, f"f1_{how}_threshold": f1}
                row |= {f"f1_{how}_threshold_low": low, f"f1_{how}_threshold_high": high}
            rows.append(row | {"difference": row["f1_source_threshold"] - row["f1_own_threshold"]})
    return pd.DataFrame(rows)


def _shared_view(data: PairData) -> dict[str, Any]:
    """Labels, whole-record similarities and untrained scores of one set, those of train + valid together as `known`."""
    known = [*data.train.pairs, *data.valid.pairs]
    features = RecordFeatures.fit([left for left, _ in known], [right for _, right in known])
    shared = [i for i, name in enumerate(features.names) if name.startswith(f"{WHOLE}.")]
    rule = RecordRule(features)
    view: dict[str, Any] = {"name": data.name, "known": np.array([*data.train.labels, *data.valid.labels])}
    for name, pairs in (("known", known), ("valid", data.valid.pairs), ("test", data.test.pairs)):
        view[f"{name}_rows"] = features.transform(pairs)[:, shared]
        view[f"{name}_scores"] = rule.scores(pairs)
    return view | {"valid": np.array(data.valid.labels), "test": np.array(data.test.labels)}
