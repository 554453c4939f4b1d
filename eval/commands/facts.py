"""`python -m eval facts`: questions about facts that change, on notes with dates."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval import facts
from eval.cli import say
from eval.datasets.facts import REPORT, load_facts
from eval.datasets.registry import find
from eval.provenance import code_hash
from eval.stats import Interval
from memkit.config import Settings
from memkit.errors import InputError

HELP = "facts over time: where does X live now, and where did X live in April"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", required=True, metavar="FILE|DIR", help="sequences as JSON lines, or the name of a known set"
    )
    parser.add_argument(
        "--errors", action="store_true", help="list the wrong answers; needs --split if there are parts"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    data = load_facts(args.data if Path(args.data).is_file() else find(args.data, "facts").path)
    for problem in data.problems:
        say(problem)
    if args.errors and args.split is None and any(s.split for s in data.sequences):
        raise InputError(f"--errors shows answers: say of which part, say --split dev ({REPORT} is for scores only)")
    given = facts.systems(Settings(embedder=args.embedder))
    result = facts.evaluate(data, args.split, given, seed=args.seed, tell=say)
    answers = result.pop("answers")
    if args.errors:
        result["errors"] = [
            {"sequence": a.sequence, "question": a.question.text, "answer": a.question.answer, "said": a.said}
            for a in next(iter(answers.values()))
            if not a.right
        ]
    return result | {"embedder": args.embedder, "code": code_hash()}


def show(result: dict[str, Any]) -> str:
    lines = [f"{result['data']}, {result['split'] or 'all'}: {result['n']} questions, {result['sequences']} sequences"]
    for name, of in result["systems"].items():
        lines.append(f"\n{name}\n  {'exactly right':18}{Interval.of(of['exact']).text()}")
        lines += [
            f"  {kind:18}{Interval.of(share).text()} {share['right']} of {share['n']}" for kind, share in _rows(of)
        ]
    first = next(iter(result["systems"]))
    for name, d in result["differences"].items():
        lines.append(f"\n{first} - {name}: {Interval.of(d).text('+')}, p (Holm) {d['p_holm']:.4f}: {d['verdict']}")
    lines += [
        f"\nwrong: {e['sequence']}: {e['question']} {e['answer']}, said {e['said']}" for e in result.get("errors", ())
    ]
    return "\n".join(lines) + "\n"


def _rows(of: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(name, share) for name, share in [*of["kinds"].items(), *of["relations"].items()] if share["n"]]
