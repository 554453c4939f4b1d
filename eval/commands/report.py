"""`python -m eval report`: write FINDINGS.md again from the tables that are there."""

from __future__ import annotations

import argparse
from typing import Any

from eval import findings
from eval.provenance import ROOT, from_root

HELP = "write results/FINDINGS.md from the graded tables in results/"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", default="results", metavar="DIR", help="the folder of the tables (default results)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    path = findings.write(ROOT / args.out)
    return {"findings": from_root(path), "text": path.read_text()}


def show(result: dict[str, Any]) -> str:
    return result["text"]
