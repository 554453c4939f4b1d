"""`python -m eval linking`: how well acts are linked to decisions by itself, and the weights it is done with."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from eval.datasets.registry import find
from eval.datasets.transcripts import load_transcripts
from eval.linking import evaluate
from eval.provenance import code_hash

HELP = "labelled transcripts: acts linked to decisions, each conversation by weights from the others; writes weights"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", default="data/conversations", metavar="FILE|DIR", help="labelled transcripts (default: our own)"
    )
    parser.add_argument("--weights", metavar="FILE", help="write the weights that all conversations give, as JSON")


def run(args: argparse.Namespace) -> dict[str, Any]:
    data = load_transcripts(args.data if Path(args.data).is_file() else find(args.data, "transcript").path)
    measured, weights = evaluate(data.part(args.split or "dev" if data.splits else None), args.seed)
    if args.weights:
        Path(args.weights).write_text(json.dumps(weights, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return measured | {"data_hash": data.hash, "code": code_hash(), "signs": len(weights)}
