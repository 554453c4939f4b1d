"""Commands that carry a memory elsewhere, or into another embedding model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from memkit.cli.common import (
    AsJson,
    Given,
    Namespace,
    Store,
    command,
    follow,
    progress_bar,
    settings_of,
    store_address,
)
from memkit.errors import InputError
from memkit.reembed import reembed as reembed_store


def export(
    file: Annotated[str, typer.Argument(help="where to: .jsonl (all of it), .graphml (for other tools)")],
    store: Store = None,
    namespace: Namespace = "default",
    as_json: AsJson = False,
) -> tuple[Any, str]:
    """Write a memory to a file: JSON Lines, which `import` reads back to an equal memory, or GraphML."""
    from memkit.transfer import export_graphml, export_lines

    kinds = {".jsonl": export_lines, ".graphml": export_graphml}
    if (write := kinds.get(Path(file).suffix.lower())) is None:
        raise InputError(f"{file!r}: the name says the form: end it with .jsonl or .graphml")
    with _bare(store_address(store), namespace, must_exist=True) as opened:
        done = write(opened, file)
    return done, _counted(done)


def import_(
    file: Annotated[str, typer.Argument(help="a .jsonl file that `export` wrote")],
    store: Store = None,
    namespace: Namespace = "default",
    as_json: AsJson = False,
) -> tuple[Any, str]:
    """Read an exported file into an empty memory, all or nothing."""
    from memkit.transfer import put, read_lines

    batch = read_lines(file)  # before a store is made
    with _bare(store_address(store), namespace) as opened:
        done = put(opened, batch)
    return done, _counted(done)


def copy(
    source: Annotated[str, typer.Argument(help="the store to read: a path, or a bolt:// or neo4j:// address")],
    target: Annotated[str, typer.Argument(help="the store to write, where the namespace must be empty")],
    namespace: Namespace = "default",
    as_json: AsJson = False,
) -> tuple[Any, str]:
    """Copy a memory from one store to another without loss, judgements and vectors included."""
    from memkit.transfer import copy as copy_store

    with _bare(source, namespace, must_exist=True) as read, _bare(target, namespace) as written:
        done = copy_store(read, written)
    return done, _counted(done)


@contextmanager
def _bare(address: str, namespace: str, *, must_exist: bool = False) -> Iterator[Any]:
    """The store alone: no model is needed to move records."""
    from memkit.store import open_store

    if must_exist and "://" not in address and not Path(address).is_file():
        raise InputError(f"there is no memory at {address!r}: check the path")
    store = open_store(address, namespace=namespace)
    try:
        yield store
    finally:
        store.close()


def _counted(done: Any) -> str:
    return f"{sum(done.records.values())} records and {done.vectors} vectors to {done.target}"


def reembed(
    store: Store = None,
    namespace: Namespace = "default",
    embedder: Annotated[str | None, typer.Option(help="the new model; default: what the settings name")] = None,
    given: Given = None,
    as_json: AsJson = False,
) -> tuple[Any, str]:
    """Encode every passage anew, for another embedding model."""
    settings = settings_of([*(given or []), *([f"embedder={embedder}"] if embedder else [])])
    with progress_bar("encoding", as_json) as bar:
        done = reembed_store(store_address(store), namespace=namespace, settings=settings, progress=follow(bar))
    return done, f"{done.passages} passages: vectors of {done.before or 'no model'} are now of {done.after}"


COMMANDS = [
    command(export, example="memkit export memory.jsonl --store memory.db"),
    command(import_, name="import", example="memkit import memory.jsonl --store new.db"),
    command(copy, example="memkit copy memory.db bolt://localhost:7687"),
    command(reembed, example="memkit reembed --store memory.db --embedder hash"),
]
