"""`python -m eval reader`: fits the learned act finder, and how well it reads conversations of other hands."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from eval.datasets import files_hash
from eval.datasets.transcripts import transcript_files
from eval.provenance import ROOT, code_hash

HELP = "labelled words of transcripts: fits the act finder, each hand read by what the others taught; writes it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        default=str(ROOT / "data" / "conversations_train"),
        metavar="DIR",
        help="labelled transcripts with the words of each act, a file for each hand (default: our own)",
    )
    parser.add_argument("--fitted", metavar="DIR", help="write what is fitted into this folder")


def run(args: argparse.Namespace) -> dict[str, Any]:
    import torch

    from eval.finding.clauses import load_labelled
    from eval.finding.fit import fit_finder, save

    torch.set_num_threads(1)  # sums in one order: equal data, equal weights
    data_hash = files_hash(*transcript_files(Path(args.data)))
    fitted, measured = fit_finder(
        load_labelled(Path(args.data)), data_hash, tell=lambda text: print(text, file=sys.stderr)
    )
    if args.fitted:
        save(fitted, Path(args.fitted))
    return measured | {"data_hash": data_hash, "code": code_hash()}
