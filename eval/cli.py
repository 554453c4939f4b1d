"""What all commands of `python -m eval` share: their options, where their JSON goes, and how errors are said."""

from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from eval import commands
from memkit.errors import InputError, MemkitError


def command_names() -> list[str]:
    """The modules of eval/commands/, each one command."""
    return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def load_command(name: str) -> ModuleType:
    """A command's module: `HELP`, `add_arguments(parser)`, `run(args) -> dict`, and where the JSON of the result is not
    what a person wants to read, `show(result) -> str`."""
    return importlib.import_module(f"eval.commands.{name}")


def add_common(parser: argparse.ArgumentParser) -> None:
    """The options that every command takes (each uses those that make sense for it)."""
    common = parser.add_argument_group("common options")
    common.add_argument("--json", metavar="FILE", help="write the result as JSON; - is standard output, and only that")
    common.add_argument("--embedder", default="minilm", help="minilm (default), hash, or any model name or folder")
    common.add_argument("--store", default=":memory:", help="where a memory lives: a path, :memory:, bolt://...")
    common.add_argument("--seed", type=whole(0), default=0, metavar="N", help="seed of everything random (default 0)")
    common.add_argument("--split", help="split to report on (default: report or test, whichever the data has)")


def whole(least: int) -> Callable[[str], int]:
    """An argparse type: a whole number of at least `least`."""

    def parse(text: str) -> int:
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least}")
        return int(text)

    return parse


def share(text: str) -> float:
    """An argparse type: a number between 0 and 1, neither of them."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1")
    return value


def parser_for(names: Sequence[str]) -> argparse.ArgumentParser:
    """The parser with the given commands; only their modules are imported."""
    parser = argparse.ArgumentParser(prog="python -m eval", description="memkit's evaluation framework.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        module = load_command(name)
        sub = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(sub)
        add_common(sub)
        sub.set_defaults(run=module.run, show=getattr(module, "show", dumps))
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns 0, or 1 when it failed (one line on standard error); wrong usage exits with 2.

    A result with a true "failed" count is written in full, and then it is a failure.
    """
    argv = list(sys.argv[1:] if argv is None else argv)
    names = command_names()
    # `recall --help` need not import what every other command needs
    args = parser_for([argv[0]] if argv and argv[0] in names else names).parse_args(argv)
    try:
        if args.json and Path(args.json).is_dir():
            raise InputError(f"--json {args.json} is a folder: name a file, or - for standard output")
        result = args.run(args)
        if args.json and args.json != "-":
            Path(args.json).parent.mkdir(parents=True, exist_ok=True)
            Path(args.json).write_text(dumps(result), encoding="utf-8")
        sys.stdout.write(dumps(result) if args.json == "-" else args.show(result))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (MemkitError, OSError) as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    return 1 if result.get("failed") else 0


def dumps(result: dict[str, Any]) -> str:
    """JSON with sorted keys and NaN as null, so that equal results are equal bytes."""
    return json.dumps(jsonable(result), indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def jsonable(value: Any) -> Any:
    """`value` with plain dicts, lists and scalars; a float that JSON cannot say is None."""
    if isinstance(value, dict):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(item) for item in value]
    if hasattr(value, "to_dict"):
        return jsonable(value.to_dict())
    if hasattr(value, "item"):  # a numpy scalar
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return str(value) if isinstance(value, Path) else value


def say(text: str) -> None:
    """Progress and explanations: to standard error, so that `--json -` prints JSON and nothing else."""
    print(text, file=sys.stderr, flush=True)
