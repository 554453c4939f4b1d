"""`python -m eval convert`: public retrieval sets in their own forms, written in BEIR form."""

from __future__ import annotations

import argparse
from typing import Any

from eval.datasets.multihop import convert
from eval.datasets.registry import find

HELP = "write MuSiQue / HotpotQA (NAME.json with NAME_corpus.json) as folders in BEIR form"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a folder, or the name of a known set")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the BEIR folders are written")


def run(args: argparse.Namespace) -> dict[str, Any]:
    return {"written": [str(path) for path in convert(find(args.data, "retrieval").path, args.out)]}
