"""`python -m eval list`: what there is to run, and on what."""

from __future__ import annotations

import argparse
from typing import Any

from eval import cli, notebook, thresholds
from eval.datasets.registry import data_sets
from eval.provenance import ROOT
from memkit.retrieve import MODES

HELP = "data sets found (with their hashes), rules, embedders, notebooks with their parameters, and commands"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No options of its own."""


def run(args: argparse.Namespace) -> dict[str, Any]:
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    return {
        "data": [data.to_dict() for data in data_sets()],
        "rules": list(thresholds.RULES),
        "embedders": ["minilm", "hash"],
        "systems": list(MODES),
        "notebooks": [{"name": path.stem, "parameters": notebook.parameters(path)} for path in notebooks],
        "sweeps": sorted(path.name for path in (ROOT / "notebooks" / "sweeps").glob("*.yaml")),
        "commands": {name: cli.load_command(name).HELP for name in cli.command_names()},
    }


def show(result: dict[str, Any]) -> str:
    lines = ["data sets (set MEMKIT_DATA to a folder of public ones)"]
    lines += [
        f"  {d['kind']:13s} {d['name']:16s} {d['bytes'] / 1e6:7.2f} MB  {d['hash']}  {d['where']}"
        for d in result["data"]
    ]
    lines += [f"\nrules: {', '.join(result['rules'])}; embedders: {', '.join(result['embedders'])} or a model's name"]
    lines += [f"systems: {', '.join(result['systems'])}", "\nnotebooks"]
    lines += [f"  {n['name']:24s} {', '.join(n['parameters'])}" for n in result["notebooks"]]
    lines += [f"\nsweeps: {', '.join(result['sweeps'])}", "\ncommands"]
    lines += [f"  {name:12s} {text}" for name, text in result["commands"].items()]
    return "\n".join(lines) + "\n"
