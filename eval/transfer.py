"""Does a merge threshold travel from one data set to another? Learn on all but one, report on the one left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from eval.datasets.pairs import PairData
from eval.pairs import f1_difference, f1_interval, f1_threshold, precision_recall_f1
from memkit.errors import InputError
from memkit.records.features import WHOLE, RecordFeatures
from memkit.records.learner import Learner, out_of_fold
from memkit.records.untrained import RecordRule

Progress = Callable[[str], None]


def _quiet(message: str) -> None:
    pass


def transfer(data_sets: Sequence[PairData], *, seed: int = 0, progress: Progress = _quiet) -> pd.DataFrame:
    """Do thresholds travel? Each data set scored by a rule learned on all the others (whole-record similarities, the
    only ones that all sets share), once at the threshold that was best on the sources out of fold, once at the one that
    its own valid pairs choose for the same scores; the untrained rule likewise. Columns data, rule, threshold_source,
    threshold_own, f1_source_threshold and f1_own_threshold (_low, _high), difference (_low, _high; paired)."""
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
            called = []
            for how, threshold in (("source", f1_threshold(source, y)), ("own", f1_threshold(valid, target["valid"]))):
                merged = test >= threshold
                called.append(merged)
                low, high = f1_interval(merged, target["test"], seed)
                f1 = precision_recall_f1(merged, target["test"])[2]
                row |= {f"threshold_{how}": threshold, f"f1_{how}_threshold": f1}
                row |= {f"f1_{how}_threshold_low": low, f"f1_{how}_threshold_high": high}
            rows.append(row | f1_difference(*called, target["test"], seed).columns("difference"))
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
