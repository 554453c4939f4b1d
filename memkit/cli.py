"""The command line: thin faces of the Python calls of the same names."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from memkit.config import Settings
from memkit.errors import MemkitError
from memkit.reembed import reembed as reembed_store

app = typer.Typer(no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False)


@app.callback()
def memkit() -> None:
    """memkit: memory for AI agents that you can trust, measured."""


@app.command(epilog="Example: memkit reembed --store memory.db --embedder hash")
def reembed(
    store: Annotated[str, typer.Option(help="a path (SQLite), or a bolt:// or neo4j:// address")],
    namespace: Annotated[str, typer.Option(help="which namespace of the store")] = "default",
    embedder: Annotated[str | None, typer.Option(help="the new model; default: what the settings name")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the result as JSON")] = False,
) -> None:
    """Encode every passage anew, for another embedding model."""
    try:
        settings = Settings(embedder=embedder) if embedder else Settings()
        with typer.progressbar(length=1, label="encoding", hidden=as_json, file=sys.stderr) as bar:
            done = reembed_store(store, namespace=namespace, settings=settings, progress=_follow(bar))
    except MemkitError as error:
        typer.echo(f"memkit: {' '.join(str(error).split())}", err=True)
        raise typer.Exit(1) from None
    if as_json:
        typer.echo(json.dumps(done.to_dict(), indent=2, sort_keys=True))
    else:
        typer.echo(f"{done.passages} passages: vectors of {done.before or 'no model'} are now of {done.after}")


def _follow(bar):
    def progress(done: int, total: int) -> None:
        bar.length = total
        bar.update(done - bar.pos)

    return progress
