"""`python -m eval generate`: a corpus with gold made to measure, as a folder in BEIR form."""

from __future__ import annotations

import argparse
from typing import Any

from eval.cli import whole
from eval.generator import Parameters, generate, write_corpus
from eval.graph_wins import numbers

HELP = "write a generated corpus with questions and gold: how often facts are repeated, hops, aliases, near-twins"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = Parameters()
    parser.add_argument("--out", required=True, metavar="DIR", help="where the BEIR folder is written")
    parser.add_argument("--hops", default="1,2,3,4", metavar="NUMBERS", help="hops of the questions, 1 to 4")
    parser.add_argument("--twins", type=float, default=default.twins, metavar="SHARE", help="things with a near-twin")
    for name, least, said in (
        ("cross_references", 1, "pages that state each fact"),
        ("questions", 1, "questions of each number of hops"),
        ("things", 1, "pages that questions go through"),
        ("aliases", 0, "other spellings of each thing"),
        ("distractors", 0, "further pages of the same kinds"),
        ("fillers", 0, "sentences of a page that state no fact"),
    ):
        value = getattr(default, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=whole(least),
            default=value,
            metavar="N",
            help=f"{said} (default {value})",
        )


def run(args: argparse.Namespace) -> dict[str, Any]:
    parameters = Parameters(
        cross_references=args.cross_references,
        hops=tuple(numbers("--hops", args.hops)),
        questions=args.questions,
        things=args.things,
        aliases=args.aliases,
        twins=args.twins,
        distractors=args.distractors,
        fillers=args.fillers,
        seed=args.seed,
    )
    corpus = generate(parameters)
    folder = write_corpus(corpus, args.out)
    return {"written": str(folder), "passages": len(corpus.data.passages), "questions": len(corpus.data.queries)}
