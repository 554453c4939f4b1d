"""Grading identity rules on labelled pairs of names: what was merged, asked about, created, and with which reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval.datasets.cases import Case, Cases
from memkit.config import Settings
from memkit.embed import Embedder
from memkit.resolve import Comparison, Name, Rule, gate


def cosines(embedder: Embedder, pairs: Sequence[tuple[Name, Name]]) -> list[float]:
    """Cosine of the two names' embeddings for each pair; each distinct name is encoded once."""
    names = sorted({name.name for pair in pairs for name in pair})
    if not names:
        return []
    row = {name: index for index, name in enumerate(names)}
    vectors = embedder.encode(names)
    return [float(vectors[row[left.name]] @ vectors[row[right.name]]) for left, right in pairs]


def judge(
    rule: Rule, pairs: Sequence[tuple[Name, Name]], settings: Settings, embedder: Embedder | None = None
) -> list[tuple[str, Comparison]]:
    """(action, comparison) of each pair by `rule` and the gate at the settings' thresholds."""
    semantic = cosines(embedder, pairs) if rule.needs_semantic and embedder else [None] * len(pairs)
    judged = []
    for (left, right), cosine in zip(pairs, semantic, strict=True):
        comparison = rule.compare(left, right, semantic=cosine)
        action = gate(
            comparison, merge_threshold=settings.merge_threshold, pending_threshold=settings.pending_threshold
        )
        judged.append((action, comparison))
    return judged


def grade(expected: str, action: str, reason: str) -> str:
    """right, false_merge or missed.

    different: never merged. same: merged or pending. review: never merged; created apart only with a reason.
    """
    if expected == "same":
        return "missed" if action == "create" else "right"
    if action == "merge":
        return "false_merge"
    return "missed" if expected == "review" and action == "create" and not reason.strip() else "right"


def grade_cases(cases: Cases, rule: Rule, settings: Settings, embedder: Embedder | None = None) -> dict[str, Any]:
    """The result of `python -m eval identity`: counts, by kind too, and every wrong case.

    `merged_same`, `pending_same` and `pending_different` are counts that belong beside `right`, which asking about
    everything would also give. `bad_lines` are the lines that are no case.
    """
    judged = judge(rule, [(case.left, case.right) for case in cases.cases], settings, embedder)
    grades = [
        grade(case.expected, action, comparison.reason)
        for case, (action, comparison) in zip(cases.cases, judged, strict=True)
    ]
    rows = list(zip(cases.cases, judged, grades, strict=True))
    kinds = sorted({case.kind for case in cases.cases})
    return {
        **_counts(rows),
        "by_kind": {kind: _counts([row for row in rows if row[0].kind == kind]) for kind in kinds},
        "wrong": [
            {"id": case.id, "action": action, "expected": case.expected, "reason": comparison.reason}
            for case, (action, comparison), outcome in rows
            if outcome != "right"
        ],
        "decisions": [
            {
                "id": case.id,
                "left": case.left.name,
                "right": case.right.name,
                "expected": case.expected,
                "action": action,
                "score": comparison.score,
                "reason": comparison.reason,
            }
            for case, (action, comparison), _ in rows
        ],
        "bad_lines": [{"line": line, "problem": problem} for line, problem in cases.problems],
    }


def _counts(rows: Sequence[tuple[Case, tuple[str, Comparison], str]]) -> Mapping[str, int]:
    def count(expected: str, action: str) -> int:
        return sum(case.expected == expected and done == action for case, (done, _), _ in rows)

    return {
        "cases": len(rows),
        "right": sum(outcome == "right" for *_, outcome in rows),
        "false_merges": sum(outcome == "false_merge" for *_, outcome in rows),
        "missed": sum(outcome == "missed" for *_, outcome in rows),
        "same": sum(case.expected == "same" for case, *_ in rows),
        "different": sum(case.expected == "different" for case, *_ in rows),
        "merged_same": count("same", "merge"),
        "pending_same": count("same", "pending"),
        "pending_different": count("different", "pending"),
    }
