"""`python -m eval recall`: passages found by each system on a set in BEIR form, or on a wiki's pages."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import Any

from eval.cli import say
from eval.datasets.retrieval import find_retrieval, load_retrieval
from eval.datasets.wiki import load_wiki
from eval.identity_rules import ABLATION, open_memory
from eval.provenance import code_hash
from eval.recall import evaluate
from eval.stats import Interval
from eval.systems import CONTROLS, load_systems
from eval.table import write_timings
from eval.wiki import Gold
from memkit import Memory, Settings
from memkit.errors import InputError
from memkit.model import stable_id
from memkit.retrieve import MODES

HELP = "recall@k of each system on a folder in BEIR form or a wiki, with differences to vector search"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", required=True, metavar="DIR", help="a folder in BEIR form, a wiki, or the name of a known set"
    )
    parser.add_argument(
        "--systems",
        default=",".join(MODES),
        metavar="NAMES",
        help=f"by commas: {', '.join((*MODES, *CONTROLS))}, or import paths (package.module:Class)",
    )
    parser.add_argument("--k", default="2,5,10", metavar="NUMBERS", help="ranks to report, by commas (default 2,5,10)")
    parser.add_argument(
        "--rule", default=Settings().rule, help=f"identity rule of memkit's systems: {', '.join(ABLATION)}, or a path"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    names = list(dict.fromkeys(name.strip() for name in args.systems.split(",") if name.strip()))
    ks = numbers(args.k)
    data = load_retrieval(args.data, args.split or "test")
    found = find_retrieval(args.data)
    gold = Gold.of(load_wiki(found.path)).names if found.kind == "wiki" else None
    for problem in data.problems:
        say(problem)
    with ExitStack() as stack:
        memories: list[Memory] = []

        def memory() -> Memory:
            # A store may be kept for the next run; what another rule, model or version of the code wrote is not read.
            namespace = stable_id("recall", data.hash, args.rule, args.embedder, code_hash())
            settings = Settings(embedder=args.embedder)
            memories.append(open_memory(args.store, args.rule, gold, settings=settings, namespace=namespace))
            return stack.enter_context(memories[0])

        systems = load_systems(names, memory)
        if not systems:
            raise InputError(f"--systems {args.systems!r} names no system")
        result, timings = evaluate(data, systems, ks, seed=args.seed, progress=say)
        degraded = memories[0].degraded if memories else []
        embedder = memories[0].embedder.name if memories else None
    if args.json and args.json != "-":
        write_timings(timings, args.json)
    return result | {"embedder": embedder, "rule": args.rule, "degraded": degraded, "code": code_hash()}


def numbers(text: str) -> list[int]:
    """The ranks that --k gives, sorted. Raises InputError for what is no list of whole numbers from 1."""
    try:
        ks = sorted({int(part) for part in text.split(",")})
    except ValueError:
        ks = []
    if not ks or ks[0] < 1:
        raise InputError(f"--k {text!r}: whole numbers from 1 are needed, by commas")
    return ks


def show(result: dict[str, Any]) -> str:
    measures = [m for m in next(iter(result["systems"].values())) if m.startswith("R@")]
    lines = [f"{result['data']}: {result['n']} questions, {result['passages']} passages, {result['embedder']}", ""]
    lines.append(f"{'':16}" + "".join(f"{m:>13}" for m in measures))
    for name, of in result["systems"].items():
        lines.append(f"{name[-16:]:16}" + "".join(f"{of[m]['mean']:13.3f}" for m in measures))
    for name, of in result["differences"].items():
        for measure, d in of.items():
            if "verdict" in d:
                lines.append(
                    f"{name} - vector, {measure}: {Interval.of(d).text('+')},"
                    f" p (Holm) {d['p_holm']:.4f}: {d['verdict']}"
                )
    if result["added"]:
        extra = result["added"]
        found = ", ".join(f"{n} {list(c.values())}" for n, c in extra["found"].items())
        lines.append(f"gold outside both lists' first 100: {extra['outside']} of {extra['gold']}; found: {found}")
    return "\n".join(lines) + "\n"
