"""`python -m eval notebooks`: the committed notebooks with the outputs that the code gives now."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval import notebook
from eval.cli import say
from eval.provenance import ROOT

HELP = "run the notebooks again in place, with their own parameters, when a change of the code changed what they show"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE.ipynb", help="some of them (default: all in notebooks/)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    paths = [Path(name) for name in args.files] or sorted((ROOT / "notebooks").glob("*.ipynb"))
    for path in paths:
        say(f"running {path.name}")
        notebook.run(path, path)
    return {"notebooks": [path.name for path in paths]}
