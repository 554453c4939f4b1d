"""`python -m eval scale`: does the gain last as the corpus grows? Long, and it goes on where it was stopped."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval import map_plot, scale
from eval.cli import say
from eval.graph_wins import numbers
from eval.plot import save
from eval.provenance import ROOT, from_root
from eval.table import write_table
from memkit.config import default_cache_dir

HELP = "questions of MuSiQue and HotpotQA among 3k, 10k and 30k passages: recall of vectors, fused lists and hybrid"
TITLE = "Recall@5 as the corpus grows"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    sizes = ",".join(map(str, scale.SIZES))
    parser.add_argument("--sizes", default=sizes, metavar="NUMBERS", help=f"passages, by commas (default {sizes})")
    parser.add_argument("--out", default="results/scale", metavar="DIR", help="where scale.csv and scale.png go")


def run(args: argparse.Namespace) -> dict[str, Any]:
    store = args.store
    if store == ":memory:":  # the default: hours of work are kept
        folder = Path(default_cache_dir())
        folder.mkdir(parents=True, exist_ok=True)
        store = str(folder / "scale.db")
    table, provenance = scale.measure(numbers("--sizes", args.sizes), store=store, embedder=args.embedder, tell=say)
    out = ROOT / args.out
    written = write_table(table, out / "scale.csv", provenance, title=TITLE)
    save(map_plot.sizes(table, title=TITLE, data=list(dict.fromkeys(table["data"]))), out / "scale.png")
    return {"rows": table.to_dict("records"), "said": scale.in_words(table), "written": from_root(written)}


def show(result: dict[str, Any]) -> str:
    return "".join(f"- {sentence}\n" for sentence in result["said"])
