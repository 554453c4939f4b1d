"""The study of one rule on one set of labelled pairs (notebook 02): which merge threshold is safe, and what it costs.

Scores, thresholds and the row on test come from eval/pairs.py; here are the curve with its intervals, what more labels
buy, the worst errors with their reasons, and the differences to other rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from eval import pairs, stats
from eval.datasets.pairs import load_pairs
from eval.datasets.registry import find
from eval.pairs import Prepared, RuleScores
from eval.provenance import Provenance
from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.errors import InputError
from memkit.records.calibrate import error_free_needed, prove
from memkit.records.features import Record, whole
from memkit.records.learned import LearnedRule, typical_rows
from memkit.records.learner import Learner, out_of_fold
from memkit.records.rivals import out_of_fold_with_rivals, scores_with_rivals
from memkit.resolve.rule import Name

#: Rules of notebook 02; with an embedder, the second and third use it as one more signal.
RULES = ("seed", "memkit", "learned", "learned+rivals")
#: Label counts of the label curve: this and its doublings, then all.
FIRST_LABELS = 50
#: Random draws of labels at each point of the label curve.
DRAWS = 3
#: Records are shown shortened to this many characters.
SHOWN = 60

CURVE_INTERVAL = "95 %: Clopper-Pearson for precision and recall, percentile bootstrap over pairs for F1"

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Study:
    """One rule on one data set, scored. `row` is `pairs.report` of it."""

    data: str
    rule: str
    embedder: str
    target: float
    keep: float
    seed: int
    prepared: Prepared
    scores: RuleScores
    row: dict[str, Any]

    @property
    def test_labels(self) -> np.ndarray:
        """Labels of the test pairs, shape (n,)."""
        return self.prepared.labels[self.prepared.index["test"]]

    @property
    def known_labels(self) -> np.ndarray:
        """Labels of train and valid, shape (m,)."""
        return self.prepared.labels[self.prepared.known]

    def provenance(self, interval: str = CURVE_INTERVAL) -> Provenance:
        """The header of this study's tables."""
        return Provenance(
            data={self.data: self.prepared.data.hash},
            n=len(self.test_labels),
            interval=interval,
            seed=self.seed,
            embedder=self.embedder,
            settings={"rule": self.rule, "target": self.target, "keep": self.keep, "split": "test"},
        )


def study(
    data: str,
    rule: str,
    *,
    embedder: str = "none",
    target: float = 0.99,
    keep: float = 0.99,
    seed: int = 0,
    progress: Progress = lambda message: None,
) -> Study:
    """Score `data` (a name that `python -m eval list` shows, or a folder) by `rule`, choose thresholds, report on test.

    Raises InputError for an unknown rule, or one that does not go with the embedder: `seed` needs one, `learned+rivals`
    takes none.
    """
    if rule not in RULES:
        raise InputError(f"rule {rule!r} is none of {', '.join(RULES)}")
    if rule == "seed" and embedder == "none":
        raise InputError("rule 'seed' compares embeddings: give embedder 'hash' or 'minilm'")
    if rule == "learned+rivals" and embedder != "none":
        raise InputError("rule 'learned+rivals' uses no embeddings: give embedder 'none'")
    # the seed rule's row stands beside every rule, with the hash embedder where no other is asked for
    encode = load_embedder(Settings(embedder="hash" if embedder == "none" else embedder))[0].encode
    prepared = pairs.prepare(load_pairs(find(data, "pairs").path), encode=encode, progress=progress)
    name = f"{rule}+semantic" if rule in ("memkit", "learned") and embedder != "none" else rule
    scores = pairs.score(prepared, name, seed=seed, progress=progress)
    row = pairs.report(prepared, scores, target=target, keep=keep, seed=seed)
    return Study(prepared.data.name, rule, embedder, target, keep, seed, prepared, scores, row)


def summary(study: Study) -> pd.DataFrame:
    """One row: thresholds, and on test F1, merging, the review band; beside them what a point estimate had promised."""
    known, test = study.known_labels, study.test_labels
    counts = {"labels": len(known), "labels_same": int(known.sum()), "test_pairs": len(test), "test_same": test.sum()}
    return pd.DataFrame([{**counts, **study.row, **point_promise(study)}])


def point_promise(study: Study) -> dict[str, Any]:
    """What becomes of the lowest threshold whose *point* precision on valid reaches the target: `point_*` columns.

    It needs no proof and so merges more; `point_outcome`: did the precision hold on test?
    """
    labels = study.prepared.labels[study.prepared.index["valid"]]
    order = np.argsort(-study.scores.valid, kind="stable")
    ranked = study.scores.valid[order]
    ends = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    reached = ends[np.cumsum(labels[order])[ends] / (ends + 1) >= study.target]
    if not len(reached):
        return {"point_threshold": None, "point_outcome": "no such threshold on valid"}
    merged = study.scores.test >= ranked[reached[-1]]
    right, merges = int(study.test_labels[merged].sum()), int(merged.sum())
    precision = stats.proportion_interval(right, merges)
    outcome = "held" if precision.mean >= study.target else "broke"
    return {
        "point_threshold": float(ranked[reached[-1]]),
        **precision.columns("point_precision"),
        "point_merges": merges,
        "point_outcome": outcome if merges else "merged nothing on test",
    }


# ----------------------------------------------------------------------------------------------------------- curve


def test_curve(study: Study, points: int = 100) -> pd.DataFrame:
    """Precision, recall and F1 on test of merging at `score >= threshold`, with intervals, at no more than `points`
    of the distinct scores (half in even steps by rank, half by score), lowest first; the verdict is of each threshold
    alone."""
    scores, labels = study.scores.final, study.test_labels
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    ends = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    by_rank = np.linspace(0, len(ends) - 1, points // 2).round().astype(int)
    by_score = np.searchsorted(-ranked[ends], -np.linspace(ranked[0], ranked[-1], points - points // 2))
    ends = ends[np.unique(np.concatenate([by_rank, np.minimum(by_score, len(ends) - 1)]))]
    same = labels[order].astype(float)

    def f1(counts: np.ndarray) -> np.ndarray:
        drawn = counts[order]
        right = np.cumsum(drawn * same)
        return 2 * right[ends] / np.maximum(np.cumsum(drawn)[ends] + right[-1], 1)

    low, high = stats.bootstrap(f1, len(labels), seed=study.seed)
    rows = []
    for i, value in enumerate(f1(np.ones(len(labels)))):
        merges, right = int(ends[i]) + 1, int(same[: ends[i] + 1].sum())
        rows.append(
            {
                "threshold": float(ranked[ends[i]]),
                **stats.proportion_interval(right, merges).columns("precision"),
                **stats.proportion_interval(right, int(same.sum())).columns("recall"),
                **stats.Interval(float(value), float(low[i]), float(high[i])).columns("f1"),
                "merges": merges,
                "false_merges": merges - right,
                "verdict": stats.safety_verdict(right, merges, study.target),
            }
        )
    return pd.DataFrame(rows[::-1])


# ---------------------------------------------------------------------------------------------------------- labels


def label_curve(study: Study, draws: int = DRAWS, progress: Progress = lambda message: None) -> pd.DataFrame:
    """What a number of labels buys: F1 on test, and the share of `draws` random subsets of train + valid in which
    merging could be proved, with the recall of those merges.

    Everything is chosen again from the subset's labels alone, the F1 threshold on their out-of-fold scores. `f1_low`
    and `f1_high` are the lowest and highest draw.
    """
    known = study.prepared.known
    sizes = [FIRST_LABELS * 2**i for i in range(20) if FIRST_LABELS * 2**i < len(known) / 1.5]
    rows = []
    for size in [*sizes, len(known)]:
        progress(f"label curve: {size} labels")
        found = []
        for draw in range(draws if size < len(known) else 1):
            chosen = np.sort(np.random.default_rng([study.seed, size, draw]).permutation(known)[:size])
            found.append(_with_labels(study, chosen))
        f1, proved, recall = (np.array(column, dtype=float) for column in zip(*found, strict=True))
        rows.append(
            {
                "labels": size,
                "draws": len(found),
                **stats.Interval(float(f1.mean()), float(f1.min()), float(f1.max())).columns("f1"),
                "proved": float(proved.mean()),
                "merge_recall": float(recall.mean()),
                "verdict": f"precision {study.target:g} proved in {int(proved.sum())} of {len(found)} draws",
            }
        )
    return pd.DataFrame(rows)


def _with_labels(study: Study, chosen: np.ndarray) -> tuple[float, bool, float]:
    """(F1 on test, proved?, recall of the merges) when only the labels of rows `chosen` are known."""
    labels = study.prepared.labels[chosen]
    if min(labels.sum(), len(labels) - labels.sum()) < 2:
        return 0.0, False, 0.0  # nothing to choose from: everything is left apart
    calibration, final = _scores_with_labels(study, chosen)
    called = final >= pairs.f1_threshold(calibration, labels)
    f1 = pairs.precision_recall_f1(called, study.test_labels)[2]
    proof = prove(calibration, labels, study.target)
    merged = final >= proof.threshold if proof.proved else np.zeros(len(final), dtype=bool)
    return f1, proof.proved, float(study.test_labels[merged].sum() / max(study.test_labels.sum(), 1))


def _scores_with_labels(study: Study, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Out-of-fold scores of the chosen rows and scores of the test rows, learned from the chosen labels alone."""
    prepared, seed, test = study.prepared, study.seed, study.prepared.index["test"]
    if study.rule in ("seed", "memkit"):  # labels choose the thresholds only
        of = np.full(len(prepared.labels), np.nan)
        of[prepared.known], of[test] = study.scores.calibration, study.scores.final
        return of[chosen], of[test]
    rows, labels = prepared.rows, prepared.labels
    if study.rule == "learned+rivals":
        keys = [[tuple(sorted(pair[side].items())) for pair in prepared.pairs] for side in (0, 1)]
        given = (rows, *keys, labels, chosen)
        return out_of_fold_with_rivals(*given, seed=seed), scores_with_rivals(*given, seed=seed)[test]
    if study.embedder != "none":
        rows = np.column_stack([rows, prepared.cosines])
    calibration = out_of_fold(rows[chosen], labels[chosen], seed=seed)
    return calibration, Learner.fit(rows[chosen], labels[chosen], seed=seed).predict(rows[test])


# ---------------------------------------------------------------------------------------------------------- errors


def worst_errors(study: Study, n: int = 10) -> pd.DataFrame:
    """The n different test pairs with the highest score and the n same pairs with the lowest, each with the line of the
    test file, its records (shortened), the rule's reason, and under `verdict` what the chosen thresholds do with it."""
    order = np.argsort(study.scores.final, kind="stable")
    labels = study.test_labels[order]
    explain = _explainer(study)
    rows = []
    for kind, found in (
        ("different, scored high", order[labels == 0][::-1][:n]),
        ("same, scored low", order[labels == 1][:n]),
    ):
        for i in found:
            left, right = study.prepared.data.test.pairs[i]
            rows.append(
                {
                    "kind": kind,
                    "line": study.prepared.data.test.lines[i],
                    "score": float(study.scores.final[i]),
                    "left": _short(left),
                    "right": _short(right),
                    "reason": explain(left, right, i),
                    "verdict": _decision(study, float(study.scores.final[i]), kind.startswith("same")),
                }
            )
    return pd.DataFrame(rows)


def _short(record: Record) -> str:
    text = " ".join(whole(record).raw.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _decision(study: Study, score: float, same: bool) -> str:
    merge = study.row["merge_threshold"]
    if merge is not None and score >= merge:
        return "merged, rightly" if same else "false merge"
    if score >= study.row["review_threshold"]:
        return "asked about"
    return "missed" if same else "left apart, rightly"


def _explainer(study: Study) -> Callable[[Record, Record, int], str]:
    """(left, right, row of test) -> the rule's reason. A learned rule with rivals or embeddings is explained by what
    the same learner says of the pair alone."""
    prepared = study.prepared
    if study.rule == "seed":
        cosines = prepared.name_cosines[prepared.index["test"]]

        def by_name(left: Record, right: Record, i: int) -> str:
            names = [Name(r.get(prepared.features.lead, "").strip() or whole(r).raw, "record") for r in (left, right)]
            return study.scores.rule.compare(*names, semantic=float(cosines[i])).reason

        return by_name
    if study.rule == "memkit":
        return lambda left, right, i: study.scores.rule.compare(left, right).reason
    if study.scores.rule is not None:
        return lambda left, right, i: study.scores.rule.explain(left, right).reason
    rows, labels = prepared.rows[prepared.known], study.known_labels
    proof = prove(study.scores.calibration, labels, study.target)
    alone = LearnedRule(
        prepared.features, Learner.fit(rows, labels, seed=study.seed), proof, 0.0, typical_rows(rows, labels)
    )
    return lambda left, right, i: f"the pair alone: {alone.explain(left, right).reason}"


# ----------------------------------------------------------------------------------------------------- comparisons


def comparisons(study: Study) -> pd.DataFrame:
    """F1 on test (each rule at its own threshold from valid) less that of the seed rule and, with an embedder, of the
    same rule without embeddings: paired bootstrap, exact McNemar test, Holm's correction over the rows."""
    baselines = {} if study.rule == "seed" else {"seed": "seed"}
    if study.rule in ("memkit", "learned") and study.embedder != "none":
        baselines[f"{study.rule} without embeddings"] = study.rule
    labels = study.test_labels
    mine = _called(study, study.scores)
    rows, p_values = [], {}
    for said, name in baselines.items():
        theirs = _called(study, pairs.score(study.prepared, name, seed=study.seed))
        p_values[said] = stats.mcnemar_exact(mine == labels, theirs == labels)
        rows.append(
            {
                "rule": study.scores.name,
                "baseline": said,
                "f1": pairs.precision_recall_f1(mine, labels)[2],
                "baseline_f1": pairs.precision_recall_f1(theirs, labels)[2],
                **pairs.f1_difference(mine, theirs, labels, study.seed).columns("difference"),
            }
        )
    adjusted = stats.holm(p_values)
    for row in rows:
        interval = stats.Interval(row["difference"], row["difference_low"], row["difference_high"])
        row["p_holm"] = adjusted[row["baseline"]]
        row["verdict"] = stats.difference_verdict(interval, row["p_holm"])
    return pd.DataFrame(rows)


def _called(study: Study, scores: RuleScores) -> np.ndarray:
    valid = study.prepared.labels[study.prepared.index["valid"]]
    return scores.test >= pairs.f1_threshold(scores.valid, valid)


# ------------------------------------------------------------------------------------------------------- in words


def in_words(study: Study, labels: pd.DataFrame) -> list[str]:
    """What was found, one sentence each, with the numbers in it. `labels` is the label curve."""
    row, needed = study.row, error_free_needed(study.target)
    said = []
    merges = f"{row['calibration_merges']} calibration merges"
    if row["proved"]:
        said.append(
            f"Merging at score >= {row['merge_threshold']:.3f} is proved to be right in at least {study.target:g} of "
            f"cases ({merges}, {row['calibration_errors']} false). On test it merges {row['merges']} pairs, "
            f"{row['false_merges']} of them wrongly, and finds {row['merge_recall']:.1%} of the true pairs."
        )
    else:
        said.append(
            f"No threshold can be proved: the best attempt has {merges} with {row['calibration_errors']} false ones "
            f"(lower bound {row['calibration_bound']:.3f}), and {needed} without an error are needed. So nothing is "
            "merged without asking."
        )
    said.append(
        f"The review band from {row['review_threshold']:.3f} holds {row['review_share']:.1%} of the test pairs and "
        f"{row['review_yield']:.1%} of the true ones; merging and review together keep {row['kept']:.1%}."
    )
    said.append(
        f"At the threshold of the best F1 on valid, F1 on test is {row['f1']:.3f} "
        f"[{row['f1_low']:.3f}, {row['f1_high']:.3f}]."
    )
    promise = point_promise(study)
    if promise["point_outcome"] == "broke":
        said.append(
            f"A threshold whose point precision on valid was {study.target:g} broke on test: "
            f"{promise['point_precision']:.3f} over {promise['point_merges']} merges."
        )
    elif promise["point_outcome"] == "held":
        said.append(f"A threshold with point precision {study.target:g} on valid held on test, this time.")
    said.append(_labels_in_words(study, labels))
    return said


def _labels_in_words(study: Study, labels: pd.DataFrame) -> str:
    proved = labels.loc[labels["proved"] == 1, "labels"]
    if len(proved):
        proof = f"A proof takes about {int(proved.min()):,} labels here"
    else:
        share = study.known_labels.mean()
        proof = (
            f"{len(study.known_labels):,} labels are too few for a proof here (with {share:.0%} true pairs, about "
            f"{int(np.ceil(error_free_needed(study.target) / share)):,} are needed even if none is scored wrongly)"
        )
    last = float(labels["f1"].iloc[-1])
    near = labels.loc[labels["f1"] >= last - 0.01, "labels"]
    return f"{proof}; F1 comes within .01 of its final {last:.3f} with {int(near.min()):,} labels."
