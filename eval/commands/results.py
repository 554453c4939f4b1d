"""`python -m eval results`: what `make results` and `make results-all` run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval import results
from eval.cli import whole
from memkit.errors import InputError

HELP = "run every experiment on the data at hand and write tables, plots and FINDINGS.md (cached, resumable)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", default="results", metavar="DIR", help="where to write (default results)")
    parser.add_argument("--all", action="store_true", help="all data sets and rules, into DIR/all (long)")
    parser.add_argument("--workers", type=whole(1), default=2, help="processes, one thread each (default 2)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    if Path(args.out).is_file():
        raise InputError(f"--out {args.out} is a file: name a folder")
    return results.run(args.out, everything=args.all, workers=args.workers)
