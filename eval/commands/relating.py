"""`python -m eval relating`: how well pairs of things in a sentence are related, and the weights it is done with."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from eval.datasets.wiki import load_wiki
from eval.provenance import ROOT, code_hash
from eval.relating import evaluate, examples

HELP = "labelled wikis: pairs of things in a sentence related, each wiki by weights from the others; writes weights"
#: The wikis that the weights in the package are fitted to, and of which part.
WIKIS = {"meridian": "dev", "harbour": "dev", "herbarium": "dev", "prose/playhouse": "all", "prose/rackway": "all"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--weights", metavar="FILE", help="write the weights that all wikis give, as JSON")


def run(args: argparse.Namespace) -> dict[str, Any]:
    wikis = {name: load_wiki(ROOT / "data" / name) for name in WIKIS}
    measured, weights = evaluate({name: examples(wiki, name, WIKIS[name]) for name, wiki in wikis.items()})
    if args.weights:
        Path(args.weights).write_text(json.dumps(weights, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    data = {name: wiki.hash for name, wiki in wikis.items()}
    return {"wikis": measured, "data": data, "code": code_hash(), "signs": len(weights)}
