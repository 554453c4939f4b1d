"""The classifier behind a learned rule: the mean of three that fail in different ways, from rows with missing values.

scikit-learn is the extra `learn`; it is imported when first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from memkit.errors import InputError, ModelError

#: What a missing similarity becomes for trees: below every real one.
MISSING = -1.0


def need_sklearn() -> None:
    """ModelError that names the extra, when scikit-learn is not installed."""
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise ModelError("a learned rule needs scikit-learn and skops: install them with memkit-lab[learn]") from None


class Learner:
    """Mean probability of logistic regression, gradient boosting and extremely randomised trees.

    Fixed settings, one thread, fixed seeds: the same rows give the same scores. Columns that never vary are dropped.
    """

    def __init__(self, columns: np.ndarray, members: Mapping[str, object]) -> None:
        self.columns = np.asarray(columns, dtype=int)
        self.members = dict(members)

    @classmethod
    def fit(cls, rows: np.ndarray, labels: Sequence[int], *, seed: int = 0, members: Sequence[str] = ()) -> Learner:
        """`rows` (n, d) with NaN for missing, `labels` (n,) in {0, 1}; `members` names some of MEMBERS (default: all).

        InputError unless both labels occur.
        """
        need_sklearn()
        labels = np.asarray(labels)
        if set(np.unique(labels)) != {0, 1}:
            raise InputError(
                f"labels are {sorted(set(labels.tolist()))}: both same (1) and different (0) pairs are needed"
            )
        filled = np.nan_to_num(rows, nan=MISSING)
        columns = np.flatnonzero(filled.min(axis=0) < filled.max(axis=0))
        if not len(columns):
            raise InputError("no similarity varies over the labelled pairs: there is nothing to learn from")
        made = {name: _make(name, seed) for name in members or MEMBERS}
        for model in made.values():
            model.fit(filled[:, columns], labels)
        return cls(columns, made)

    def predict(self, rows: np.ndarray) -> np.ndarray:
        """Scores in [0, 1], shape (n,)."""
        if not len(rows):
            return np.zeros(0)
        filled = np.nan_to_num(rows[:, self.columns], nan=MISSING)
        return np.mean([model.predict_proba(filled)[:, 1] for model in self.members.values()], axis=0)


MEMBERS = ("logistic", "boosting", "trees")


def _make(name: str, seed: int):
    from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if name == "logistic":
        impute = SimpleImputer(missing_values=MISSING, add_indicator=True, keep_empty_features=True)
        return make_pipeline(impute, StandardScaler(), LogisticRegression(C=0.1, max_iter=3000))
    if name == "boosting":
        return HistGradientBoostingClassifier(
            learning_rate=0.06,
            max_iter=200,
            max_leaf_nodes=15,
            min_samples_leaf=10,
            l2_regularization=1.0,
            max_features=0.3,
            early_stopping=False,
            random_state=seed,
        )
    if name == "trees":
        return ExtraTreesClassifier(200, min_samples_leaf=2, random_state=seed, n_jobs=1)
    raise InputError(f"unknown learner {name!r}: {', '.join(MEMBERS)}")


def out_of_fold(
    rows: np.ndarray, labels: Sequence[int], *, folds: int = 5, seed: int = 0, members: Sequence[str] = ()
) -> np.ndarray:
    """Each row's score by a learner that was fitted without that row's fold (stratified, shuffled by `seed`).

    With fewer than `folds` pairs of a label, as many folds as there are; InputError with fewer than two of one.
    """
    scores = np.zeros(len(rows))
    labels = np.asarray(labels)
    for fit_on, score_on in fold_indices(labels, folds, seed):
        learner = Learner.fit(rows[fit_on], labels[fit_on], seed=seed, members=members)
        scores[score_on] = learner.predict(rows[score_on])
    return scores


def fold_indices(labels: Sequence[int], folds: int = 5, seed: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """(fit on, score on) row indices of each fold, stratified by label."""
    need_sklearn()
    from sklearn.model_selection import StratifiedKFold

    labels = np.asarray(labels)
    fewest = min(int((labels == 0).sum()), int((labels == 1).sum()))
    if fewest < 2:
        raise InputError("out-of-fold scores need at least two same and two different pairs")
    split = StratifiedKFold(min(folds, fewest), shuffle=True, random_state=seed)
    return list(split.split(np.zeros(len(labels)), labels))
