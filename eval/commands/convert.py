"""`python -m eval convert`: public retrieval sets in their own forms, wikis and the PEPs, written in BEIR form."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.datasets.multihop import convert
from eval.datasets.pep_wiki import write_pep_wiki
from eval.datasets.registry import DataSet, find
from eval.datasets.wiki import load_wiki
from eval.datasets.wiki_beir import convert_wiki

HELP = "write MuSiQue / HotpotQA (NAME.json with NAME_corpus.json), a wiki or the PEPs in BEIR form (PEPs as wikis too)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a folder, or the name of a known set")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the BEIR folders are written")


def run(args: argparse.Namespace) -> dict[str, Any]:
    data = find(args.data)
    if data.kind == "wiki":
        return {"written": [str(convert_wiki(load_wiki(data.path), args.out))]}
    if any(data.path.glob("pep-*.rst")):
        return {"written": [str(path) for path in convert_peps(data, Path(args.out))]}
    return {"written": [str(path) for path in convert(data.path, args.out)]}


def convert_peps(data: DataSet, out: Path) -> list[Path]:
    """The proposals with headers in the text and stripped, each as a wiki and in BEIR form."""
    wikis = [
        write_pep_wiki(data.path, out / "wiki" / name, headers=kept)
        for name, kept in ((data.name, True), (f"{data.name}_stripped", False))
    ]
    return [*wikis, *(convert_wiki(load_wiki(wiki), out / "beir") for wiki in wikis)]
