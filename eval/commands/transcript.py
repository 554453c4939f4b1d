"""`python -m eval transcript`: labelled conversations read by rules (or another reader) and graded."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eval.cli import say
from eval.datasets.registry import find
from eval.datasets.transcripts import REPORT, Transcripts, load_transcripts
from eval.provenance import code_hash
from eval.stats import Interval
from eval.table import write_timings
from eval.transcript import MEASURES
from eval.transcript_systems import BASELINE, READERS, evaluate, load_readers, read_all
from eval.transcript_view import compare
from memkit.config import Settings
from memkit.converse import TranscriptReader
from memkit.errors import InputError

HELP = "labelled transcripts: who did what to which decision, what still stands, and where everybody stands"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", required=True, metavar="FILE|DIR", help="a file or folder of transcripts, or the name of a known set"
    )
    parser.add_argument(
        "--system",
        default=f"learned,{BASELINE}",
        metavar="NAMES",
        help=f"by commas: {', '.join(READERS)}, or import paths of readers (package.module:Class); the first is told",
    )
    parser.add_argument(
        "--errors", metavar="FILE", help="write every turn with what was labelled and found; needs --split if there are"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    names = list(dict.fromkeys(name.strip() for name in args.system.split(",") if name.strip()))
    if not names:
        raise InputError(f"--system {args.system!r} names no reader")
    data = load_transcripts(args.data if Path(args.data).is_file() else find(args.data, "transcript").path)
    for problem in data.problems:
        say(problem)
    if args.errors and data.splits and args.split is None:
        raise InputError(f"--errors shows labels: say of which part, say --split dev ({REPORT} is for scores only)")
    readers = load_readers(names, Settings(embedder=args.embedder))
    result, timings = evaluate(data, readers, args.split, seed=args.seed, tell=say)
    if args.errors:
        _write_errors(args.errors, data, readers[names[0]], args.split)
    if args.json and args.json != "-":
        write_timings(timings, args.json)
    return result | {"code": code_hash()}


def _write_errors(path: str, data: Transcripts, reader: TranscriptReader, split: str | None) -> None:
    transcripts = data.part(split)
    pairs = zip(transcripts, read_all(reader, transcripts)[0], strict=True)
    Path(path).write_text("\n".join(compare(transcript, minutes) for transcript, minutes in pairs), encoding="utf-8")
    say(f"wrote {path}")


def show(result: dict[str, Any]) -> str:
    """Each measure with its interval, of each reader, and the differences of the first to the others."""
    gold = ", ".join(f"{n} {name}" for name, n in result["gold"].items())
    lines = [f"{result['data']}, {result['split']}: {result['n']} conversations ({gold})"]
    lines += [f"left out: {problem}" for problem in result["left_out"]]
    others = list(result["differences"])
    systems = {result["system"]: result} | {name: result[name] for name in others}
    for name, of in systems.items():
        lines += ["", name, *(f"  not read: {bad['id']} ({bad['error']})" for bad in of["unread"])]
        for measure in MEASURES:
            interval = _of(of["intervals"], measure)
            lines.append(f"  {measure.replace('_', ' '):18}" + _interval(interval))
    for name in others:
        lines += ["", f"{result['system']} - {name}"]
        for measure in MEASURES:
            d = _of(result["differences"][name], measure)
            lines.append(f"  {measure.replace('_', ' '):18}{_interval(d, '+')} {d['verdict']}")
    return "\n".join(lines) + "\n"


def _of(values: dict[str, Any], measure: str) -> dict[str, Any]:
    return values["acts"][measure.removeprefix("acts_")] if measure.startswith("acts_") else values[measure]


def _interval(of: dict[str, Any], sign: str = "") -> str:
    return "none to find" if of["mean"] != of["mean"] else Interval.of(of).text(sign)
