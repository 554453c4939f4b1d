"""`python -m eval conversation`: turns found by each system for questions about long conversations (LoCoMo's form)."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from eval.cli import say
from eval.commands.recall import numbers
from eval.conversation import ask_all, summarise
from eval.datasets.locomo import CATEGORIES, Chat, load_chats
from eval.provenance import code_hash
from eval.stats import Interval
from eval.systems import System
from eval.table import write_timings
from eval.turn_variants import VARIANTS, load_chat_systems
from memkit import Memory, Settings
from memkit.errors import InputError
from memkit.model import stable_id
from memkit.retrieve import MODES

HELP = "evidence recall@k of each system on conversations in LoCoMo's form, by category, and abstention"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="FILE", help="a file in LoCoMo's form, or the name of a set")
    parser.add_argument(
        "--systems",
        default="vector,keyword,fused,hybrid",
        metavar="NAMES",
        help=f"by commas: {', '.join((*MODES, *VARIANTS))}, or import paths (package.module:Class)",
    )
    parser.add_argument("--k", default="10", metavar="NUMBERS", help="ranks to report, by commas (default 10)")
    parser.add_argument(
        "--conversations", default="", metavar="IDS", help="only these sample_ids, by commas (default: all)"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    names = _parts(args.systems)
    ks = numbers(args.k)
    data = load_chats(args.data)
    for problem in data.problems:
        say(problem)
    if args.conversations:
        data = data.only(_parts(args.conversations))
    if not names:
        raise InputError(f"--systems {args.systems!r} names no system")
    memories: list[Memory] = []
    with ExitStack() as stack:

        def systems(chat: Chat) -> Mapping[str, System]:
            def memory() -> Memory:
                # A store may be kept for the next run; what another model or version of the code wrote is not read.
                namespace = stable_id("chat", data.hash, chat.id, args.embedder, code_hash())
                opened = Memory(args.store, namespace=namespace, settings=Settings(embedder=args.embedder))
                memories.append(stack.enter_context(opened))
                return memories[-1]

            return load_chat_systems(names, memory)

        asked, timings = ask_all(data, systems, max(ks), tell=say)
    result = summarise(data, asked, ks, args.seed)
    if args.json and args.json != "-":
        write_timings(timings, args.json)
    embedder = memories[0].embedder.name if memories else None
    degraded = memories[0].degraded if memories else []
    settings = {"systems": ",".join(names), "conversations": ",".join(result["conversations"])}
    return result | {"embedder": embedder, "degraded": degraded, "settings": settings, "code": code_hash()}


def _parts(text: str) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def show(result: dict[str, Any]) -> str:
    lines = [f"{result['data']}: {result['n']['all']} questions with evidence, {result['turns']} turns"]
    lines += ["", f"{'':16}{'':8}" + "".join(f"{label:>9}" for label in result["n"])]
    for name, of in result["systems"].items():
        for measure, groups in of.items():
            cells = "".join(f"{groups[label]['mean']:9.3f}" if label in groups else f"{'':9}" for label in result["n"])
            lines.append(f"{name[-16:]:16}{measure:8}{cells}")
    known = [f"{label} {CATEGORIES[label]}" for label in result["n"] if label in CATEGORIES]
    lines += [f"categories: {', '.join(known)}"] if known else []
    for name, of in result["differences"].items():
        for measure, groups in of.items():
            d = groups["all"]
            lines.append(
                f"{name} - vector, {measure}: {Interval.of(d).text('+')}, p (Holm) {d['p_holm']:.4f}: {d['verdict']}"
            )
    told = result["abstention"]
    if told["precision"] is not None:
        lines.append(
            f"abstention ({told['system']}): precision {told['precision']:.3f}, recall {told['recall']:.3f} "
            f"({told['right']} of {told['refused']} refused, {told['unanswerable']} unanswerable)"
        )
    return "\n".join(lines) + "\n"
