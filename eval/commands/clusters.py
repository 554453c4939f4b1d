"""`python -m eval clusters`: a table of records into clusters, scored at every merge threshold."""

from __future__ import annotations

import argparse
from typing import Any

from eval.cli import say
from eval.clusters import evaluate
from eval.datasets.records import load_records

HELP = "cluster records (CSV, Parquet) without labels and trained on half of the clusters; scores at every threshold"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--records",
        required=True,
        action="append",
        metavar="FILE",
        help="a table of records; repeated: several sources, compared across only",
    )
    gold = parser.add_mutually_exclusive_group(required=True)
    gold.add_argument("--gold", metavar="COLUMN", help="the column that names each record's true cluster")
    gold.add_argument("--gold-pairs", metavar="FILE", help="two columns of ids of records that are one thing")
    parser.add_argument("--no-trained", action="store_true", help="leave the trained variant out (quicker)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    data = load_records(args.records, gold_column=args.gold, gold_pairs=args.gold_pairs)
    for problem in data.problems:
        say(problem)
    return evaluate(data, trained=not args.no_trained, seed=args.seed, progress=say)


def show(result: dict[str, Any]) -> str:
    data, trained = result["data"], result["trained"]
    lines = [
        f"{data['name']}: {data['records']} records, {data['gold_clusters']} gold clusters, {result['pairs']} pairs "
        f"compared, blocking recall {result['blocking_recall']:.4f}",
        "",
        "                      threshold  pairwise P      R     F1  B-cubed F1  clusters",
        _line("chosen, no labels", result["chosen"]),
        _line("oracle, no labels", result["oracle"]),
    ]
    if trained and "f1" in trained:
        lines.append(_line("trained on half", trained))
    elif trained:
        lines.append(f"trained: {trained['skipped']}")
    return "\n".join(lines) + "\n"


def _line(name: str, row: dict[str, float]) -> str:
    return (
        f"{name:20s}  {row['threshold']:9.4f}  {row['precision']:10.4f} {row['recall']:6.4f} {row['f1']:6.4f}"
        f"  {row['bcubed_f1']:10.4f}  {row['clusters']:8d}"
    )
