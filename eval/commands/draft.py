"""`python -m eval draft`: questions and gold drafted from a folder of Markdown, as a wiki for a person to correct."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import asdict
from typing import Any

from eval.cli import say, whole
from eval.draft.folder import draft_wiki

HELP = "draft questions and gold from a folder of Markdown without any, in the form of a wiki, for a person to correct"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, metavar="DIR", help="a folder of pages; its ontology.yaml is used")
    parser.add_argument(
        "--out", metavar="DIR", help="where the wiki is written (default: beside the pages' docs/, else DIR-draft)"
    )
    parser.add_argument(
        "--questions", type=whole(1), default=20, metavar="N", help="most questions of each category (default 20)"
    )


def run(args: argparse.Namespace) -> dict[str, Any]:
    drafted = draft_wiki(args.data, args.out, embedder=args.embedder, seed=args.seed, most=args.questions)
    for page in drafted.left_out:
        say(f"left out: {page['file']}: {page['error']}")
    return asdict(drafted)


def show(result: dict[str, Any]) -> str:
    """How many of each, what to correct by hand, and the next command."""
    questions = ", ".join(f"{n} {category}" for category, n in result["questions"].items())
    left_out = f" ({len(result['left_out'])} left out)" if result["left_out"] else ""
    lines = [
        f"{result['out']}: drafts from {result['documents']} pages{left_out}",
        f"  questions.jsonl   {sum(result['questions'].values())} questions: {questions}",
        f"  relations.jsonl   {result['relations']} relations of {result['relation_types']} types",
        f"  ontology.yaml     {result['ontology']}",
        "",
        'Every line is marked "draft": true. Memkit itself read this gold, which favours memkit until it is checked.',
        "Correct by hand:",
        "- relations.jsonl: take out what a page's sentence does not state, add what it states and is missing;",
        "- questions.jsonl: the wording, the answers (missing names, wrong counts), and that a refused question has no",
        '  answer in any page; then take out "draft";',
    ]
    if result["ontology"] == "drafted":
        lines.append(
            "- ontology.yaml: types, names and phrases; draft again into another folder under the corrected one."
        )
    return (
        "\n".join([*lines, "", f"Then: python -m eval wiki --data {shlex.quote(str(result['out']))} --split all"])
        + "\n"
    )
