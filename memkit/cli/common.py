"""What all commands share: which memory, how results are shown, how failures end."""

from __future__ import annotations

import functools
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memkit.config import Settings, environment
from memkit.errors import FAULT, InputError, MemkitError, OutOfScope
from memkit.model import Rows, plain

if TYPE_CHECKING:
    from memkit.memory import Memory

#: Where a memory is kept if neither --store, MEMKIT_STORE nor NEO4J_URI says.
DEFAULT_STORE = "memory.db"

Store = Annotated[str | None, typer.Option("--store", help="a path (SQLite), or a bolt:// or neo4j:// address")]
Namespace = Annotated[str, typer.Option("--namespace", help="which memory of the store")]
AsJson = Annotated[bool, typer.Option("--json", help="print the result as JSON")]
Given = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="a setting, say --set embedder=hash; may be repeated"),
]


#: What opens the memory of a command, for `with`.
Opener = Callable[[], AbstractContextManager["Memory"]]


def store_address(store: str | None) -> str:
    """--store, else MEMKIT_STORE, else NEO4J_URI, else DEFAULT_STORE."""
    return store or environment("MEMKIT_STORE") or Settings().neo4j_uri or DEFAULT_STORE


def settings_of(given: list[str] | None) -> Settings:
    """Settings with those of --set. Raises SettingsError for an unknown name or a value that cannot be read."""
    pairs = [text.partition("=") for text in given or ()]
    for name, equals, _ in pairs:
        if not name or not equals:
            raise InputError(f"--set {name!r}: NAME=VALUE is needed")
    return Settings.of_texts({name: value for name, _, value in pairs})


@contextmanager
def open_memory(
    store: str | None, namespace: str, given: list[str] | None, *, must_exist: bool = False
) -> Iterator[Memory]:
    """The memory that a command is about. `must_exist`: a file that is not there is an error, not a new memory."""
    from memkit.memory import Memory

    address = store_address(store)
    if must_exist and "://" not in address and address != ":memory:" and not Path(address).is_file():
        raise InputError(f"there is no memory at {address!r}: give --store, or begin one with `memkit ingest`")
    with Memory(address, namespace=namespace, settings=settings_of(given)) as memory:
        yield memory


def _of_a_memory(
    store: Store = None, namespace: Namespace = "default", given: Given = None, as_json: AsJson = False
) -> None:
    """The options of every command on a memory."""


def command(
    run: Callable[..., Any], *, example: str, name: str | None = None, new: bool = False
) -> tuple[Callable[..., None], dict]:
    """A function as a command: what it returns is shown, what it raises ends it in one line and exit code 1.

    `run` gives (result, text): the first is what --json prints, the second what a person reads. One with a parameter
    `opened` (an Opener) has the options of `_of_a_memory` beside its own, and gets what opens the memory that they name
    (and `as_json`, if it is a parameter, too). Unless it may begin a `new` memory, there must be one.
    """
    signature = inspect.signature(run, eval_str=True)
    takes = signature.parameters
    if "opened" in takes:
        own = [parameter for parameter in takes.values() if parameter.name not in ("opened", "as_json")]
        shared = inspect.signature(_of_a_memory, eval_str=True).parameters.values()
        signature = signature.replace(parameters=[*own, *shared])

    @functools.wraps(run)
    def face(**arguments: Any) -> None:
        as_json = arguments.get("as_json", False)
        try:
            if "opened" in takes:
                which = (arguments[name] for name in ("store", "namespace", "given"))
                arguments["opened"] = functools.partial(open_memory, *which, must_exist=not new)
            result = run(**{name: arguments[name] for name in takes})
            if result is not None:
                _show(result, as_json)
        except MemkitError as error:
            _fail(error, as_json)
        except (typer.Exit, typer.Abort):
            raise
        except BrokenPipeError:  # the reader of a pipe went away
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except Exception as error:
            if environment("MEMKIT_DEBUG"):
                raise
            _fail(MemkitError(f"{FAULT} ({type(error).__name__}: {error}); MEMKIT_DEBUG=1 shows where"), as_json)

    face.__signature__ = signature
    face.__annotations__ = {parameter.name: parameter.annotation for parameter in signature.parameters.values()}
    return face, {"name": name or run.__name__.rstrip("_"), "epilog": f"Example: {example}"}


def _show(result: tuple[Any, str], as_json: bool) -> None:
    value, text = result
    typer.echo(as_text(value) if as_json else visible(text))
    notes = getattr(value, "degraded", [])
    if notes and not as_json and "degraded:" not in text:
        typer.echo(f"degraded: {', '.join(notes)}", err=True)


def as_text(value: Any) -> str:
    """JSON of a result, keys sorted. What is not printable is escaped, beyond what JSON asks for: a stored name must
    not steer the terminal here either."""
    value = value.to_dict() if hasattr(value, "to_dict") else plain(value)
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def _fail(error: MemkitError, as_json: bool) -> None:
    line = " ".join(str(error).split())
    if as_json:
        kind = "out_of_scope" if isinstance(error, OutOfScope) else "failed"
        reason = {"reason": error.reason} if isinstance(error, OutOfScope) else {}
        typer.echo(as_text({"error": kind, "message": line, **reason}))
    typer.echo(f"memkit: {visible(line)}", err=True)
    raise typer.Exit(1) from None


def visible(text: str) -> str:
    """Control characters shown, not sent: a stored name must not steer the terminal."""
    return "".join(c if c.isprintable() or c in "\n\t" else f"\\x{ord(c):02x}" for c in text)


def table(rows: Rows, columns: str) -> str:
    """Some fields (by spaces) of each row, in columns; "(none)" without rows."""
    names = columns.split()
    lines = [names, *([_cell(getattr(row, name)) for name in names] for row in rows)]
    if len(lines) == 1:
        return "(none)"
    widths = [max(len(line[i]) for line in lines) for i in range(len(names))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, (list, tuple)):
        value = "; ".join(map(str, value))
    return visible("" if value is None else str(value)).replace("\n", " ")


def follow(bar: Any) -> Callable[[int, int], None]:
    """A `progress(done, total)` that moves a bar of typer.progressbar."""

    def progress(done: int, total: int) -> None:
        bar.length = total
        bar.update(done - bar.pos)

    return progress


def progress_bar(label: str, as_json: bool):
    """A bar on standard error, hidden where nobody looks."""
    return typer.progressbar(length=1, label=label, hidden=as_json or not sys.stderr.isatty(), file=sys.stderr)


def read_file(path: str) -> str:
    """The text of a file, or of standard input for "-". Raises InputError that names it."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8: save it as UTF-8 first") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
