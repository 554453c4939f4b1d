"""`python -m eval stress`: an identity rule on the stress pairs."""

from __future__ import annotations

import argparse
from typing import Any

from eval.stress import HALVES, stress_pairs, summarize
from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.resolve import get_rule

HELP = "an identity rule on stress pairs: variants of public names, and each name's nearest other name"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rule", default="memkit", help="memkit (default), seed, or the path of a saved learned rule")
    parser.epilog = f"--split is one of {', '.join(HALVES)} (default report)"


def run(args: argparse.Namespace) -> dict[str, Any]:
    half = args.split or "report"
    settings = Settings(embedder=args.embedder)
    rule = get_rule(args.rule)
    embedder, degraded = load_embedder(settings) if rule.needs_semantic else (None, [])
    return {
        "rule": rule.name,
        "embedder": embedder.name if embedder else None,
        "half": half,
        "seed": args.seed,
        "thresholds": {"merge": settings.merge_threshold, "pending": settings.pending_threshold},
        "degraded": degraded,
        **summarize(stress_pairs(args.seed, half), rule, settings, embedder),
    }


def show(result: dict[str, Any]) -> str:
    """Four rates with their intervals, then the positives by kind of variant."""
    lines = [f"{result['pairs']} pairs of the {result['half']} half by {result['rule']}"]
    for name, said in (
        ("false_merges", "different ones merged"),
        ("asked_different", "different ones asked about"),
        ("created_apart", "true pairs created apart"),
        ("merged", "true pairs merged without asking"),
    ):
        lines.append(
            "  {said:<34} {rate:6.2%} [{low:.2%}, {high:.2%}]  {hits} of {n}".format(said=said, **result[name])
        )
    lines += [
        "  {kind:<18} {merge:>4} merged {pending:>4} asked {create:>4} apart".format(kind=kind, **counts)
        for kind, counts in result["by_kind"].items()
    ]
    return "\n".join(lines) + "\n"
