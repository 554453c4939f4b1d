"""The gate: a comparison and two thresholds give an action. The one place where a score becomes a decision."""

from __future__ import annotations

from memkit.resolve.rule import Action, Comparison


def gate(comparison: Comparison, *, merge_threshold: float, pending_threshold: float) -> Action:
    """merge at >= merge_threshold unless vetoed; pending at >= pending_threshold; else create."""
    if comparison.score >= merge_threshold and not comparison.veto:
        return "merge"
    if comparison.score >= pending_threshold:
        return "pending"
    return "create"
