"""Running notebooks: what parameters one takes, and an execution by papermill that leaves the same bytes each time."""

from __future__ import annotations

import ast
import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd

from eval.provenance import ROOT
from eval.table import frame_markdown
from memkit.errors import InputError, MemkitError


class NotebookFailed(MemkitError):
    """A cell of a notebook raised; the message names notebook, cell and error."""


def output_folder(path: str | os.PathLike) -> Path:
    """A notebook's `output` parameter as a folder that exists; a relative one is meant from the project's root,
    wherever the notebook was started."""
    folder = ROOT / path
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def show(frame: pd.DataFrame, *, tall: bool = False):
    """A table as a notebook shows it (an IPython display object): fixed digits, intervals folded into their column;
    `tall`: its first row alone, one line per column."""
    from IPython.display import Markdown

    return Markdown(frame_markdown(frame, tall=tall))


def load(path: str | os.PathLike) -> nbformat.NotebookNode:
    """Read a notebook. Raises InputError when it is missing or no notebook."""
    try:
        return nbformat.read(path, as_version=4)
    except FileNotFoundError:
        raise InputError(f"{path}: no such notebook") from None
    except Exception as error:  # nbformat raises several classes for a file that is no notebook
        raise InputError(f"{path} is not a Jupyter notebook: {error}") from None


def parameters(path: str | os.PathLike) -> dict[str, Any]:
    """The parameters of a notebook with their defaults, in order: the assignments of literals in the cell tagged
    `parameters`. Raises InputError when there is no such cell, or something else in it."""
    cells = [c for c in load(path).cells if "parameters" in c.metadata.get("tags", ())]
    if len(cells) != 1:
        raise InputError(f"{path}: {len(cells)} cells are tagged `parameters`, one is needed")
    found: dict[str, Any] = {}
    for statement in ast.parse(cells[0].source).body:
        try:
            (target,) = statement.targets
            found[target.id] = ast.literal_eval(statement.value)
        except (AttributeError, ValueError):
            raise InputError(
                f"{path}: the `parameters` cell holds {ast.unparse(statement)!r}; only `name = literal` is allowed"
            ) from None
    return found


def check_parameters(path: str | os.PathLike, given: Mapping[str, Any]) -> None:
    """Refuse, all at once, names that the notebook does not take and values of another type than its default.

    A whole number passes for a float; a default of None takes anything. Raises InputError.
    """
    known = parameters(path)
    problems = []
    for name, value in given.items():
        if name not in known:
            problems.append(f"it has no parameter {name!r} (it takes {', '.join(known)})")
        elif not _fits(value, known[name]):
            problems.append(f"{name} is {value!r}, {type(known[name]).__name__} is needed")
    if problems:
        raise InputError(f"{path}: {'; '.join(problems)}")


def _fits(value: Any, default: Any) -> bool:
    if default is None:
        return True
    if isinstance(default, float):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return type(value) is type(default)


def run(path: str | os.PathLike, executed: str | os.PathLike, given: Mapping[str, Any] | None = None) -> None:
    """Execute a notebook with these parameters, from the project's root, and write it with its outputs.

    The executed notebook says nothing about time or machine, so equal runs write equal bytes. When a cell raises,
    NotebookFailed is raised and `executed` is not touched.
    """
    import papermill
    from papermill.exceptions import PapermillExecutionError

    check_parameters(path, given or {})
    executed = Path(executed)
    executed.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "executed.ipynb"
        try:
            with _kernel_environment():
                papermill.execute_notebook(
                    str(path),
                    str(target),
                    dict(given or {}),
                    kernel_name="python3",
                    language="python",
                    cwd=str(ROOT),
                    progress_bar=False,
                    extra_arguments=["--IPKernelApp.log_level=40"],  # errors only
                )
        except PapermillExecutionError as error:
            raise NotebookFailed(f"{path}, cell {error.exec_count}: {error.ename}: {error.evalue}") from None
        notebook = load(target)
    normalise(notebook)
    partial = executed.with_name(f".{executed.name}.{os.getpid()}.part")
    nbformat.write(notebook, partial)
    os.replace(partial, executed)


@contextlib.contextmanager
def _kernel_environment() -> Iterator[None]:
    """Kernels import this project from wherever they start, and use one thread, so that sums come out alike."""
    before = dict(os.environ)
    paths = [str(ROOT), *filter(None, before.get("PYTHONPATH", "").split(os.pathsep))]
    os.environ |= {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)),
        "OMP_NUM_THREADS": "1",
        "TOKENIZERS_PARALLELISM": "false",
    }
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def normalise(notebook: nbformat.NotebookNode) -> None:
    """Take out of a notebook, in place, what differs between two equal runs: times, versions, ids of cells, what was
    said on standard error, and into how many pieces a kernel cut its standard output."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    for number, cell in enumerate(notebook.cells):
        tags = cell.metadata.get("tags")
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
        cell.id = f"cell-{number}"
        if cell.cell_type == "code":
            cell.outputs = _plain_outputs(cell.outputs)


def _plain_outputs(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    kept: list[nbformat.NotebookNode] = []
    for output in outputs:
        if output.output_type == "stream":
            if output.name == "stderr":
                continue
            if kept and kept[-1].output_type == "stream":
                kept[-1].text += output.text
                continue
        elif "metadata" in output:
            output.metadata = nbformat.from_dict({})
        kept.append(output)
    return kept
