"""`python -m eval pairs`: labelled pairs of records, thresholds from valid and out of fold, figures on test."""

from __future__ import annotations

import argparse
from typing import Any

from eval.cli import say, share
from eval.datasets.pairs import load_pairs
from eval.datasets.registry import find
from eval.pairs import DEFAULT_RULES, RULES, evaluate, rules_table
from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.errors import InputError

HELP = "merge thresholds of each rule on train / valid / test pairs (Ditto text form or DeepMatcher CSV)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a folder of pairs, or the name of a known set")
    parser.add_argument(
        "--rules", default=",".join(DEFAULT_RULES), metavar="NAMES", help=f"some of {', '.join(RULES)}, by commas"
    )
    parser.add_argument("--target", type=share, default=0.99, help="merge precision to prove (default .99)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    rules = [name.strip() for name in args.rules.split(",") if name.strip()]
    unknown = sorted(set(rules) - set(RULES))
    if unknown or not rules:
        raise InputError(f"--rules {args.rules!r}: {', '.join(unknown) or 'nothing'} is none of {', '.join(RULES)}")
    if args.split not in (None, "test"):
        raise InputError(f"--split {args.split!r}: labelled pairs are reported on test")
    data = load_pairs(find(args.data, "pairs").path)
    for problem in data.problems:
        say(problem)
    encode, degraded = None, []
    if any(name == "seed" or name.endswith("+semantic") for name in rules):
        embedder, degraded = load_embedder(Settings(embedder=args.embedder))
        encode = embedder.encode
    result = evaluate(data, rules, target=args.target, encode=encode, seed=args.seed, progress=say)
    return result | {"seed": args.seed, "embedder": args.embedder if encode else None, "degraded": degraded}


def show(result: dict[str, Any]) -> str:
    columns = [
        "rule",
        "f1",
        "precision",
        "recall",
        "proved",
        "merge_precision",
        "merge_recall",
        "review_share",
        "verdict",
    ]
    counts = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in result["counts"].items())
    return f"{result['data']}: {counts}\n\n{rules_table(result)[columns].round(4).to_string(index=False)}\n"
