"""Commands that keep running, and the one that says whether they could."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memkit.cli.common import (
    AsJson,
    Given,
    Namespace,
    Store,
    as_text,
    command,
    open_memory,
    settings_of,
    store_address,
    visible,
)

Host = Annotated[str, typer.Option(help="address to listen on; other than loopback needs MEMKIT_API_TOKEN")]


def doctor(
    store: Store = None, namespace: Namespace = "default", given: Given = None, as_json: AsJson = False
) -> tuple[Any, str]:
    """Check store, embedder, spaCy pipeline and language model, one line each: ok, or the remedy."""
    from memkit.doctor import doctor as check

    checks = check(store_address(store), settings=settings_of(given), namespace=namespace)
    lines = [f"{'ok' if c.ok else 'FAILED':6}  {c.part}: {c.finding}" for c in checks]
    if all(c.ok for c in checks):
        return checks, "\n".join(lines)
    typer.echo(as_text(checks) if as_json else visible("\n".join(lines)))
    raise typer.Exit(1)


def serve(
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    store: Store = None,
    namespace: Namespace = "default",
    given: Given = None,
) -> None:
    """Serve the memory over HTTP (the extra `serve`)."""
    from memkit.serve.http import run

    run(store_address(store), settings=settings_of(given), namespace=namespace, host=host, port=port)


def mcp(
    http: Annotated[bool, typer.Option("--http", help="streamable HTTP in place of standard input and output")] = False,
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8001,
    store: Store = None,
    namespace: Namespace = "default",
    given: Given = None,
) -> None:
    """Serve the memory to agents by the Model Context Protocol (the extra `mcp`)."""
    from memkit.serve.mcp import run

    with open_memory(store, namespace, given) as memory:
        run(memory, http=http, host=host, port=port)


def talk(
    session: Annotated[str, typer.Option("--session", help="the conversation it belongs to")] = "default",
    speaker: Annotated[str | None, typer.Option(help="who you are")] = None,
    store: Store = None,
    namespace: Namespace = "default",
    given: Given = None,
) -> None:
    """Talk with a language model that has this memory as its tools; an empty line ends it."""
    from memkit.agent import Agent

    with open_memory(store, namespace, given) as memory:
        agent = Agent(memory, session_id=session, speaker=speaker)
        while question := typer.prompt("you", default="", show_default=False).strip():
            said = agent.say(question)
            typer.echo(visible(f"memory: {said.answer}"))
            for call in said.calls:
                typer.echo(visible(f"  ({call.tool} {call.arguments})"), err=True)


COMMANDS = [
    command(doctor, example="memkit doctor --store memory.db"),
    command(serve, example="memkit serve --store memory.db --port 8000"),
    command(mcp, example="memkit mcp --store memory.db"),
    command(talk, example="MEMKIT_LLM_URL=http://localhost:8080/v1 MEMKIT_LLM_MODEL=gemma memkit talk"),
]
