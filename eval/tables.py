"""Whole tables: match two clean sources without labels, and see what happens when the true partner is missing.

Blocking (nearest records by character trigrams), the untrained record rule, then mutual best: a pair is a match when
each is the other's best candidate and the score reaches a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_array

from eval.datasets.tables import TwoTables
from eval.pairs import Encode, seed_scores
from eval.stats import bootstrap
from memkit.records.corpus import Corpus
from memkit.records.features import WHOLE, Record, whole
from memkit.records.untrained import RecordRule, embedding_cosines

#: Nearest records of each record, from either side, that are compared.
NEIGHBOURS = 10
#: Rows of the similarity matrix held at once.
BLOCK_ROWS = 512
#: This share of the second best scores lies below the threshold without labels (looked at on the choosing halves).
RIVAL_QUANTILE = 0.75
#: Shares of the right records removed to see what a missing partner does.
REMOVED = (0.0, 0.5, 0.8)

Progress = Callable[[str], None]


def candidates(left: Sequence[Record], right: Sequence[Record], corpus: Corpus, k: int = NEIGHBOURS) -> np.ndarray:
    """Pairs (row of left, row of right) worth comparing, shape (m, 2), sorted: the k nearest of each record of either
    side by cosine of trigram TF-IDF over the whole record (ties by row number)."""
    vocabulary: dict[str, int] = {}
    a, b = (_matrix(side, corpus, vocabulary) for side in (left, right))
    a, b = (csr_array((m.data, m.indices, m.indptr), shape=(m.shape[0], len(vocabulary))) for m in (a, b))
    found = [(i, j) for i, near in enumerate(_nearest(a, b, k)) for j in near]
    found += [(i, j) for j, near in enumerate(_nearest(b, a, k)) for i in near]
    return np.array(sorted(set(found)), dtype=int).reshape(-1, 2)


def _matrix(records: Sequence[Record], corpus: Corpus, vocabulary: dict[str, int]) -> csr_array:
    data, indices, starts = [], [], [0]
    for record in records:
        for ngram, weight in corpus.weighted(whole(record)).ngrams.items():
            indices.append(vocabulary.setdefault(ngram, len(vocabulary)))
            data.append(weight)
        starts.append(len(data))
    return csr_array((data, indices, starts), shape=(len(records), len(vocabulary)))


def _nearest(a: csr_array, b: csr_array, k: int):
    for start in range(0, a.shape[0], BLOCK_ROWS):
        for row in (a[start : start + BLOCK_ROWS] @ b.T).toarray():
            order = np.argsort(-row, kind="stable")[:k]
            yield [int(j) for j in order if row[j] > 0]


def mutual_best(pairs: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Which candidate pairs (m, 2) are the best of both of their records, bool (m,); of equal scores the first pair."""
    best = []
    for side in (0, 1):
        order = np.lexsort((np.arange(len(pairs)), -scores, pairs[:, side]))
        first = np.append(True, np.diff(pairs[order, side]) != 0)
        best.append(set(order[first].tolist()))
    mutual = np.zeros(len(pairs), dtype=bool)
    mutual[sorted(best[0] & best[1])] = True
    return mutual


def rival_threshold(pairs: np.ndarray, scores: np.ndarray) -> float:
    """A threshold without labels. In clean sources a record has one partner at most, so its second best candidate is a
    different thing: the RIVAL_QUANTILE of the second best scores of the left records; -inf when there are none."""
    order = np.lexsort((-scores, pairs[:, 0]))
    first = np.append(True, np.diff(pairs[order, 0]) != 0)
    second = np.flatnonzero(first[:-1] & ~first[1:]) + 1
    return float(np.quantile(scores[order[second]], RIVAL_QUANTILE)) if len(second) else -math.inf


def match(
    tables: TwoTables, *, encode: Encode | None = None, seed: int = 0, progress: Progress = lambda message: None
) -> dict[str, Any]:
    """The untrained rule on two tables: the JSON of `python -m eval tables`. With `encode` (texts to unit vectors) the
    seed rule's figures on the same candidates stand beside, under `seed`.

    `half`: threshold of the best F1 on one half of the left records, figures on the other half. `no_labels`: threshold
    by `rival_threshold`, figures on that same half. `removed`: see `without_partners`.
    """
    rule = RecordRule.fit(tables.left, tables.right)
    progress("blocking")
    pairs = candidates(tables.left, tables.right, rule.features.corpora[WHOLE])
    gold = np.array([tuple(pair) in tables.gold for pair in pairs.tolist()])
    records = [(tables.left[i], tables.right[j]) for i, j in pairs]
    scores = rule.scores(records, progress=lambda done, n: progress(f"scored {done}/{n}"))
    develop = np.random.default_rng(seed).permutation(len(tables.left)) < len(tables.left) // 2
    true = np.bincount([i for i, _ in tables.gold], minlength=len(tables.left))
    report = partial(_thresholds_and_figures, pairs, gold=gold, develop=develop, true=true, seed=seed)
    result: dict[str, Any] = {
        "data": tables.name,
        "hash": tables.hash,
        "left": len(tables.left),
        "right": len(tables.right),
        "gold": len(tables.gold),
        "problems": tables.problems,
        "candidates": len(pairs),
        "blocking_recall": float(gold.sum() / len(tables.gold)),
        "reported_on": "the half of the left records that chose no threshold",
    }
    result |= report(scores)
    result["removed"] = without_partners(pairs, scores, gold, len(tables.right), seed=seed).to_dict("records")
    if encode:
        lead = rule.features.lead
        result["seed"] = report(seed_scores(records, lead, embedding_cosines(records, encode, lead)))
    return result


def _thresholds_and_figures(
    pairs: np.ndarray, scores: np.ndarray, *, gold: np.ndarray, develop: np.ndarray, true: np.ndarray, seed: int
) -> dict[str, dict[str, float]]:
    """Both thresholds, each with its figures on the half that is not `develop`."""
    mutual = mutual_best(pairs, scores)
    here = mutual & develop[pairs[:, 0]]
    chosen = {
        "half": _best_threshold(scores[here], gold[here], true[develop].sum()),
        "no_labels": rival_threshold(pairs, scores),
    }
    return {
        how: _figures(pairs, mutual & (scores >= threshold), gold, ~develop, true, seed) | {"threshold": threshold}
        for how, threshold in chosen.items()
    }


def _best_threshold(scores: np.ndarray, gold: np.ndarray, true: int) -> float:
    order = np.argsort(-scores, kind="stable")
    f1 = 2 * np.cumsum(gold[order]) / (np.arange(1, len(order) + 1) + true)
    return float(scores[order[int(np.argmax(f1))]])


def _figures(
    pairs: np.ndarray, matched: np.ndarray, gold: np.ndarray, reported: np.ndarray, true: np.ndarray, seed: int
) -> dict[str, float]:
    """Precision, recall and F1 over the reported left records; the interval by bootstrap over left records."""
    size = len(reported)
    called = np.bincount(pairs[matched, 0], minlength=size)[reported]
    right = np.bincount(pairs[matched & gold, 0], minlength=size)[reported]
    all_true = true[reported]
    low, high = bootstrap(
        lambda counts: 2 * (counts @ right) / max(counts @ called + counts @ all_true, 1),
        int(reported.sum()),
        seed=seed,
    )
    return {
        "precision": float(right.sum() / called.sum()) if called.sum() else float("nan"),
        "recall": float(right.sum() / all_true.sum()),
        "f1": float(2 * right.sum() / (called.sum() + all_true.sum())),
        "f1_low": float(low),
        "f1_high": float(high),
    }


def without_partners(
    pairs: np.ndarray, scores: np.ndarray, gold: np.ndarray, n_right: int, *, target: float = 0.99, seed: int = 0
) -> pd.DataFrame:
    """What mutual best is worth when partners are missing: for each share of REMOVED right records, the most recall (of
    the true pairs left) at a precision of `target` or more, over all thresholds, labels known (an upper bound)."""
    order = np.random.default_rng(seed).permutation(n_right)
    rows = []
    for share in REMOVED:
        keep = np.isin(pairs[:, 1], order[round(share * n_right) :])
        here, there, same = pairs[keep], scores[keep], gold[keep]
        mutual = mutual_best(here, there)
        ranked = np.argsort(-there[mutual], kind="stable")
        right = np.cumsum(same[mutual][ranked])
        precise = right / np.arange(1, len(right) + 1) >= target
        recall = float(right[precise].max() / same.sum()) if precise.any() else 0.0
        rows.append({"removed": share, "true_pairs": int(same.sum()), "recall_at_target": recall, "target": target})
    return pd.DataFrame(rows)
