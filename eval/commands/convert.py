"""`python -m eval convert`: public retrieval sets in their own forms, and wikis, written in BEIR form."""

from __future__ import annotations

import argparse
from typing import Any

from eval.datasets.multihop import convert
from eval.datasets.registry import find
from eval.datasets.wiki import load_wiki
from eval.datasets.wiki_beir import convert_wiki

HELP = "write MuSiQue / HotpotQA (NAME.json with NAME_corpus.json) or a wiki's pages and questions in BEIR form"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a folder, or the name of a known set")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the BEIR folders are written")


def run(args: argparse.Namespace) -> dict[str, Any]:
    data = find(args.data)
    if data.kind == "wiki":
        return {"written": [str(convert_wiki(load_wiki(data.path), args.out))]}
    return {"written": [str(path) for path in convert(data.path, args.out)]}
