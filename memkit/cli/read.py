"""Commands that ask memory something; none changes what it knows."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from memkit.cli.common import Opener, command, table
from memkit.errors import InputError

TopK = Annotated[int, typer.Option("--top-k", "-k", help="how many")]


def retrieve(
    opened: Opener,
    question: str,
    k: TopK = 10,
    mode: Annotated[str, typer.Option(help="vector, keyword, fused, graph or hybrid")] = "hybrid",
) -> tuple[Any, str]:
    """Find passages, and say why each is there."""
    with opened() as memory:
        found = memory.retrieve(question, k=k, mode=mode)
    lines = []
    for number, hit in enumerate(found.passages, 1):
        why = ", ".join(f"{name} {value}" for name, value in hit.via.items())
        where = hit.title or hit.source or hit.speaker or hit.session_id
        lines.append(f"{number}. {where} [{why}]\n   {' '.join(hit.text.split())}")
    return found, "\n".join(lines) or "(none)"


def ask(
    opened: Opener,
    question: str,
    k: TopK = 5,
    max_hops: Annotated[int, typer.Option(help="over how many relations a walk may lead")] = 3,
    session: Annotated[str | None, typer.Option("--session", help="keep a trace of the answer in this one")] = None,
) -> tuple[Any, str]:
    """Answer a question from what is stored, with citations; exit code 1 and the reason if there is no evidence."""
    with opened() as memory:
        answer = memory.ask(question, k=k, max_hops=max_hops, session_id=session)
    return answer, str(answer)


def recall(opened: Opener, question: str, top_k: TopK = 8) -> tuple[Any, str]:
    """Decisions about something, those that stand first, and where everybody stands."""
    with opened() as memory:
        found = memory.recall(question, top_k=top_k)
    lines = []
    for decision in found:
        lines.append(f"[{decision.status}] {decision.statement}")
        lines += [f"    {p.person} {p.stance}: {p.claim}" for p in decision.positions]
        lines += [f"    supersedes: {statement}" for statement in decision.supersedes]
        lines += [f"    superseded by: {statement}" for statement in decision.superseded_by]
    return found, "\n".join(lines) or "(none)"


def timeline(opened: Opener, topic: str) -> tuple[Any, str]:
    """The decisions on a topic, oldest first."""
    with opened() as memory:
        found = memory.timeline(topic)
    return found, table(found, "decided_at status statement supersedes dissenters")


def analyze(
    opened: Opener,
    query: Annotated[str, typer.Argument(help="SQL for a SQLite store, Cypher for Neo4j")],
    param: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="a parameter (JSON, else text); may be repeated")
    ] = None,
) -> tuple[Any, str]:
    """Rows of a read-only query in the store's own language."""
    with opened() as memory:
        rows = memory.analyze(query, _parameters(param or []))
    lines = [rows.to_frame().to_string(index=False) if rows else "(none)", *(f"note: {note}" for note in rows.notes)]
    return rows, "\n".join(lines)


def _parameters(given: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise InputError(f"--param {text!r}: NAME=VALUE is needed")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def stats(opened: Opener) -> tuple[Any, str]:
    """Count what memory holds."""
    with opened() as memory:
        counts = memory.stats()
    values = {name: value for name, value in counts.to_dict().items() if name != "degraded"}
    width = max(map(len, values))
    return counts, "\n".join(f"{name.replace('_', ' ').ljust(width)}  {value}" for name, value in values.items())


COMMANDS = [
    command(retrieve, example='memkit retrieve "Who competes with Acme?" --mode hybrid -k 5'),
    command(ask, example='memkit ask "Who competes with Acme?"'),
    command(recall, example='memkit recall "Which database do we use?"'),
    command(timeline, example="memkit timeline store"),
    command(analyze, example='memkit analyze "SELECT name, type FROM entity ORDER BY name"'),
    command(stats, example="memkit stats --store memory.db"),
]
