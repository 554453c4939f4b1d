"""`python -m eval sweep FILE.yaml`: see eval/sweep.py for the form of the file."""

from __future__ import annotations

import argparse
from typing import Any

from eval import sweep

HELP = "run a notebook over a grid of parameters, in parallel and resumable, and collect its tables"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.yaml", help="the grid, say notebooks/sweeps/merge_thresholds.yaml")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a running dask cluster (default: local processes)")
    parser.add_argument("--workers", type=int, default=2, help="local processes, one thread each (default 2)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    return sweep.run(sweep.load(args.file), scheduler=args.scheduler, workers=args.workers).to_dict()
