"""`python -m eval wiki`: a wiki's questions answered with the graph and without, and its relations extracted."""

from __future__ import annotations

import argparse
from typing import Any

from eval.answerers import ImportedAnswerer
from eval.cli import say, whole
from eval.datasets.registry import find
from eval.datasets.wiki import CATEGORIES, load_wiki
from eval.datasets.wiki_beir import passages
from eval.identity_rules import ABLATION
from eval.provenance import code_hash
from eval.stats import Interval
from eval.table import write_timings
from eval.wiki import BASELINE, compare, open_wiki
from memkit.config import Settings

HELP = "a wiki's questions to the whole memory and to a reader without a graph: answers, routes, citations, extraction"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a wiki's folder, or the name of a known one")
    parser.add_argument(
        "--rule",
        default=Settings().rule,
        help=f"identity rule: {', '.join(ABLATION)} (off and gold are no product), or a saved learned rule",
    )
    parser.add_argument("--systems", default="", metavar="NAMES", help="more systems, by import path, by commas")
    parser.add_argument("--k", type=whole(1), default=5, metavar="N", help="passages an answer may use (default 5)")
    parser.add_argument("--max-hops", type=whole(1), default=3, metavar="N", help="longest plan (default 3)")


def run(args: argparse.Namespace) -> dict[str, Any]:
    wiki = load_wiki(find(args.data, "wiki").path)
    for problem in wiki.problems:
        say(problem)
    split = args.split or "report"
    wiki.part(split)  # says at once what is wrong with it
    with open_wiki(wiki, store=args.store, embedder=args.embedder, rule=args.rule, tell=say) as memory:
        others = {name: ImportedAnswerer(name, passages(wiki)) for name in _names(args.systems)}
        result, timings = compare(wiki, split, memory, k=args.k, max_hops=args.max_hops, others=others, seed=args.seed)
        result |= {"degraded": memory.degraded}
    if args.json and args.json != "-":
        write_timings(timings, args.json)
    return result | {"rule": args.rule, "code": code_hash()}


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def show(result: dict[str, Any]) -> str:
    """Answers by category beside the reader's, then the shares, then every question that was not answered right."""
    reader = result[BASELINE]
    lines = [
        f"{result['data']}, {result['split']}: {result['n']} questions, {result['documents']} documents, "
        f"{result['embedder']}, rule {result['rule']}",
        "",
        f"{'right / partly / wrong':24}{'memkit':>16}{'vector only':>16}   difference",
    ]
    for category in CATEGORIES:
        if result["by_category"][category]["n"]:
            counts = (_counts(of["by_category"][category]) for of in (result, reader))
            lines.append(f"{category:24}{''.join(f'{c:>16}' for c in counts)}   {_difference(result, category)}")
    exact = "".join(f"{_share(of['set_exact']):>16}" for of in (result, reader))
    lines += [f"{'set answers exact':24}{exact}   {_difference(result, 'set_exact')}", ""]
    for name in ("router_accuracy", "citation_validity", "citation_coverage"):
        lines.append(f"{name.replace('_', ' '):24}{_share(result[name]):>16}")
    for name in ("refusal", "extraction"):
        of = ", ".join(
            f"{key} {_share(result[name][key])}" for key in ("precision", "recall", "f1") if key in result[name]
        )
        lines.append(f"{name:24}   {of}")
    wrong = [q for q in result["questions"] if q["grade"] != "right"]
    lines += ["", *(f"{q['grade']:7} {q['id']}: {q['question']}  [{q['route']}] {q['answer']}" for q in wrong)]
    return "\n".join(lines) + "\n"


def _counts(of: dict[str, int]) -> str:
    return f"{of['right']} / {of['partly']} / {of['wrong']}"


def _share(value: float | None) -> str:
    return "none" if value is None or value != value else f"{value:.3f}"


def _difference(result: dict[str, Any], name: str) -> str:
    row = result["differences"][BASELINE].get(name)
    return f"{Interval.of(row).text('+')} {row['verdict']}" if row else ""
