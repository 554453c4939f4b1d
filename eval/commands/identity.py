"""`python -m eval identity`: an identity rule on labelled pairs of names."""

from __future__ import annotations

import argparse
from typing import Any

from eval.cli import say
from eval.datasets import files_hash
from eval.datasets.cases import load_cases
from eval.identity import grade_cases
from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.resolve import get_rule

HELP = "an identity rule on labelled pairs of names: right, false merges, missed, with every reason"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cases", required=True, metavar="FILE", help="JSON Lines: id, a, a_type, b, b_type, expected, kind"
    )
    parser.add_argument("--rule", default="memkit", help="memkit (default), seed, or the path of a saved learned rule")
    parser.add_argument("--merge", type=float, default=None, help="merge threshold (default: the setting)")
    parser.add_argument("--pending", type=float, default=None, help="pending threshold (default: the setting)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    cases = load_cases(args.cases)
    for line, problem in cases.problems:
        say(f"{args.cases}:{line}: left out: {problem}")
    given = {"merge_threshold": args.merge, "pending_threshold": args.pending}
    settings = Settings(embedder=args.embedder, **{k: v for k, v in given.items() if v is not None})
    rule = get_rule(args.rule)
    embedder, degraded = load_embedder(settings) if rule.needs_semantic else (None, [])
    return {
        "rule": rule.name,
        "embedder": embedder.name if embedder else None,
        "data": {"file": str(args.cases), "hash": files_hash(args.cases)},
        "thresholds": {"merge": settings.merge_threshold, "pending": settings.pending_threshold},
        "degraded": degraded,
        **grade_cases(cases, rule, settings, embedder),
    }


def show(result: dict[str, Any]) -> str:
    """The counts in a line, then by kind, then every wrong case with its reason."""
    lines = [
        "{cases} cases by {rule}: {right} right, {false_merges} false merges, {missed} missed; of {same} same "
        "{merged_same} merged and {pending_same} asked about; of {different} different {pending_different} asked "
        "about".format(**result)
    ]
    for kind, counts in result["by_kind"].items():
        lines.append("  {kind:<12} {right:>3} / {cases}".format(kind=kind, **counts))
    lines += ["  wrong {id}: {action}, {expected} was expected: {reason}".format(**wrong) for wrong in result["wrong"]]
    lines += ["  line {line} left out: {problem}".format(**bad) for bad in result["bad_lines"]]
    return "\n".join(lines) + "\n"
