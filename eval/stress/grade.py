"""What a rule did with stress pairs, as rates with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.identity import judge
from eval.stats import proportion_interval
from eval.stress.pairs import StressPair
from memkit.config import Settings
from memkit.embed import Embedder
from memkit.resolve import Rule


def summarize(
    pairs: Sequence[StressPair], rule: Rule, settings: Settings, embedder: Embedder | None = None
) -> dict[str, Any]:
    """Four rates, each {rate, low, high, hits, n} with a 95 % interval (eval.stats.proportion_interval).

    false_merges and asked_different are shares of the negatives; created_apart and merged of the positives.
    `by_kind` counts the positives of each variant kind by action, `by_source` all pairs of each list.
    """
    actions = [action for action, _ in judge(rule, [(p.left, p.right) for p in pairs], settings, embedder)]
    done = list(zip(pairs, actions, strict=True))

    def rate(label: int, action: str) -> dict[str, float]:
        of_label = [a for pair, a in done if pair.label == label]
        hits = sum(a == action for a in of_label)
        interval = proportion_interval(hits, len(of_label))
        return {
            "rate": hits / len(of_label) if of_label else float("nan"),
            "low": interval.low,
            "high": interval.high,
            "hits": hits,
            "n": len(of_label),
        }

    return {
        "pairs": len(pairs),
        "false_merges": rate(0, "merge"),
        "asked_different": rate(0, "pending"),
        "created_apart": rate(1, "create"),
        "merged": rate(1, "merge"),
        "by_kind": _counts([(pair.kind, action) for pair, action in done if pair.label]),
        "by_source": _counts([(f"{pair.source} {'same' if pair.label else 'different'}", a) for pair, a in done]),
    }


def _counts(rows: Sequence[tuple[str, str]]) -> dict[str, dict[str, int]]:
    return {
        key: {action: sum(k == key and a == action for k, a in rows) for action in ("merge", "pending", "create")}
        for key in sorted({key for key, _ in rows})
    }
