"""`python -m eval tables`: two whole tables matched by the untrained record rule, the seed rule beside it."""

from __future__ import annotations

import argparse
from typing import Any

from eval.cli import say
from eval.datasets.tables import load_tables
from eval.tables import match
from memkit.config import Settings
from memkit.embed import load_embedder

HELP = "match two clean tables (LEFT.csv, RIGHT.csv, gt.csv) without labels, by blocking and mutual best"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a folder with two tables and gt.csv")


def run(args: argparse.Namespace) -> dict[str, Any]:
    tables = load_tables(args.data)
    embedder, degraded = load_embedder(Settings(embedder=args.embedder))
    result = match(tables, encode=embedder.encode, seed=args.seed, progress=say)
    return result | {"embedder_of_seed": args.embedder, "degraded": degraded}
