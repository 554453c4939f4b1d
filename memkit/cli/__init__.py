"""The command line: thin faces of the Python calls of the same names, grouped by what they are for."""

from __future__ import annotations

import typer

from memkit.cli import keep, read, review, serve, write

app = typer.Typer(
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def memkit() -> None:
    """memkit: memory for AI agents that you can trust, measured.

    Every command takes --store (else MEMKIT_STORE, else NEO4J_URI, else memory.db) and --json. Exit codes: 0 done, 1 it
    failed or there is no answer, 2 wrong usage.
    """


for group in (write, read, review, keep, serve):
    for command, options in group.COMMANDS:
        app.command(**options)(command)
