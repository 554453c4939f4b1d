"""`python -m eval map`: when does the graph win? Recall on generated corpora, cross-referencing x hops."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval import graph_wins, map_plot, map_words
from eval.cli import say, whole
from eval.plot import save
from eval.provenance import code_hash
from eval.table import write_table

HELP = "recall of hybrid minus vectors on generated corpora, over cross-referencing x hops, and where real sets lie"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cross-references", default=graph_wins.CROSS_REFERENCES, metavar="NUMBERS", help="pages that state each fact"
    )
    parser.add_argument("--hops", default=graph_wins.HOPS, metavar="NUMBERS", help="hops of the questions, 1 to 4")
    parser.add_argument(
        "--seeds", type=whole(1), default=3, metavar="N", help="corpora a cell, from --seed (default 3)"
    )
    parser.add_argument("--things", type=whole(1), default=80, metavar="N", help="pages that questions go through")
    parser.add_argument("--questions", type=whole(1), default=15, metavar="N", help="of each number of hops, a corpus")
    parser.add_argument("--aliases", default="", metavar="NUMBERS", help="sweep these numbers of other spellings")
    parser.add_argument("--twins", default="", metavar="SHARES", help="sweep these shares of things with a near-twin")
    parser.add_argument("--distractors", default="", metavar="NUMBERS", help="sweep these numbers of further pages")
    parser.add_argument("--sets", default="", metavar="NAMES", help="place these sets (python -m eval list) on the map")
    parser.add_argument("--out", metavar="DIR", help="write map.csv, map.png and the other tables here")


def run(args: argparse.Namespace) -> dict[str, Any]:
    study = graph_wins.study(
        cross_references=args.cross_references,
        hops=args.hops,
        seeds=",".join(str(args.seed + n) for n in range(args.seeds)),
        things=args.things,
        questions=args.questions,
        aliases=args.aliases,
        twins=args.twins,
        distractors=args.distractors,
        sets=args.sets,
        embedder=args.embedder,
        tell=say,
    )
    tables = {name: frame for name, frame in study.tables().items() if len(frame)}
    if args.out:
        for name, frame in tables.items():
            write_table(frame, Path(args.out) / f"{name}.csv", study.provenance(name), title=graph_wins.TITLES[name])
        save(
            map_plot.heat_map(tables["map"], title=graph_wins.TITLES["map"], placed=tables.get("placed")),
            Path(args.out) / "map.png",
        )
    rows = {name: frame.to_dict("records") for name, frame in tables.items()}
    said = map_words.in_words(tables)
    return rows | {
        "said": said,
        "skipped": study.placed.skipped,
        "embedder": study.mapped.embedder,
        "code": code_hash(),
    }


def show(result: dict[str, Any]) -> str:
    return "".join(f"- {sentence}\n" for sentence in result["said"])
