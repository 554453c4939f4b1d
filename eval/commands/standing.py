"""`python -m eval standing`: who objected and what still stands, asked of a memory and of a chunk index."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.cli import say, whole
from eval.datasets.registry import find
from eval.datasets.transcripts import load_transcripts
from eval.provenance import code_hash
from eval.standing.questions import KINDS
from eval.standing.run import LEADER, ask_all
from eval.standing.systems import MEMORY, Conversations, Labels, answerers
from eval.stats import Interval
from eval.transcript_systems import BASELINE, load_readers
from memkit import Memory, Settings

HELP = "questions on labelled transcripts (who objected, what still stands) to a memory and to the k nearest turns"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", required=True, metavar="FILE|DIR", help="a file or folder of transcripts, or the name of a known set"
    )
    parser.add_argument("--k", type=whole(1), default=10, metavar="N", help="nearest turns that are read (default 10)")
    parser.add_argument(
        "--readers",
        default=f"learned,{BASELINE}",
        metavar="NAMES",
        help="who reads the nearest turns, by commas, as --system of `transcript`",
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    names = list(dict.fromkeys(name.strip() for name in args.readers.split(",") if name.strip()))
    data = load_transcripts(args.data if Path(args.data).is_file() else find(args.data, "transcript").path)
    for problem in data.problems:
        say(problem)
    settings = Settings(embedder=args.embedder)
    part = data.part(args.split)
    with Memory(args.store, settings=settings) as memory, Memory(":memory:", settings=settings) as other:
        perfect = Conversations(other, part, Labels(part))
        systems = answerers(Conversations(memory, part), perfect, load_readers(names, settings), args.k)
        result = ask_all(data, args.split, systems, seed=args.seed, tell=say)
        result |= {"k": args.k, "embedder": memory.embedder.name, "degraded": memory.degraded}
    return result | {"left_out": list(data.problems), "code": code_hash()}


def show(result: dict[str, Any]) -> str:
    """Share right by kind of question, then how the memory differs from the others."""
    lines = [
        f"{result['data']}, {result['split']}: {result['n']} questions on {result['conversations']} conversations, "
        f"{result['embedder']}, the {result['k']} nearest turns",
        "",
        f"{'share right':18}" + "".join(f"{kind:>22}" for kind in (*KINDS, "all")),
    ]
    for name, shares in result["systems"].items():
        cells = (Interval.of(of).text() for of in shares.values())
        lines.append(f"{name:18}" + "".join(f"{cell:>22}" for cell in cells))
    for name, kinds in result["differences"].items():
        lines.append("")
        for kind, d in kinds.items():
            lines.append(
                f"{LEADER.get(name, MEMORY)} - {name}, {kind}: {Interval.of(d).text('+')}, "
                f"p (Holm) {d['p_holm']:.4f}: {d['verdict']}"
            )
    return "\n".join(lines) + "\n"
