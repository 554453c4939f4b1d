"""A sweep: one notebook over a grid of parameters, in parallel, resumable, its cells' tables collected into one.

The file says what (notebooks/sweeps/*.yaml are examples):

    notebook: ../02_merge_thresholds.ipynb   # beside this file
    output: results/02_merge_thresholds      # from the project's root; each cell of the grid gets a folder in it
    grid:                                    # every combination of these is a cell
      data: [Abt-Buy, Beer]
      rule: [seed, learned]
    exclude: [{data: Beer, rule: seed}]      # optional: cells that match are left out
    parameters: {seed: 0}                    # optional: the same in every cell
    inputs: [data]                           # optional: parameters that name data sets
    collect: [summary]                       # optional: tables that cells write, to be collected

The notebook takes a parameter `output`, the cell's folder. A cell is not run again while its notebook, parameters,
input files and the code of memkit/ and eval/ are what they were and its files are as it left them.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import yaml

from eval import done, notebook
from eval.cli import say
from eval.datasets import registry
from eval.provenance import ROOT, from_root, merged
from eval.table import read_rows, write_table, write_timings
from memkit.errors import InputError

KEYS = {"notebook", "output", "grid", "exclude", "parameters", "inputs", "collect"}


@dataclass(frozen=True)
class Cell:
    """One combination: `name` is its folder, `key` names all that its outputs depend on."""

    name: str
    notebook: str
    folder: str
    parameters: dict[str, Any]
    key: str = ""


@dataclass(frozen=True)
class Sweep:
    """What a sweep file says, checked."""

    notebook: Path
    output: Path
    grid: dict[str, list]
    exclude: list[dict[str, Any]] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)
    inputs: list[str] = field(default_factory=list)
    collect: list[str] = field(default_factory=list)

    def cells(self) -> Iterator[Cell]:
        """Every cell that `exclude` leaves, in the order of the grid, without its key."""
        for values in itertools.product(*self.grid.values()):
            chosen = dict(zip(self.grid, values, strict=True))
            if not any(all(chosen[name] == value for name, value in rule.items()) for rule in self.exclude):
                name = "__".join(re.sub(r"[^A-Za-z0-9_.+-]+", "-", str(value)).strip("-") or "none" for value in values)
                folder = self.output / name
                given = {**self.parameters, **chosen, "output": from_root(folder)}
                yield Cell(name, str(self.notebook), str(folder), given)


@dataclass(frozen=True)
class Outcome:
    """What became of the cells of a sweep (by name), and the tables that were collected."""

    done: list[str]
    cached: list[str]
    skipped: dict[str, str]
    failures: dict[str, str]
    tables: list[str]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"failed": len(self.failures)}


# --------------------------------------------------------------------------------------------------------- reading


def load(path: str | Path, output: str | Path | None = None) -> Sweep:
    """Read a sweep file and check all of it: keys, parameter names and types against the notebook, names of cells.
    `output` takes the place of the file's own.

    Raises InputError naming the file and everything that is wrong with it.
    """
    path = Path(path)
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: no such sweep file") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not YAML: {error}") from None
    problems = list(_problems(content))
    if problems:
        raise InputError(f"{path}: {'; '.join(problems)}")
    sweep = Sweep(
        **content
        | {"notebook": (path.parent / content["notebook"]).resolve(), "output": ROOT / (output or content["output"])},
    )
    _check_cells(path, sweep)
    return sweep


def _problems(content: Any) -> Iterator[str]:
    if not isinstance(content, dict):
        yield "a mapping with notebook, output and grid is needed"
        return
    for key in sorted(set(content) - KEYS, key=str):
        yield f"unknown key {key!r} (known are {', '.join(sorted(KEYS))})"
    for key, kind in (("notebook", str), ("output", str), ("grid", dict)):
        if not isinstance(content.get(key), kind):
            yield f"{key} is {content.get(key)!r}, {'text' if kind is str else 'a mapping'} is needed"
    for key, kind in (("exclude", list), ("parameters", dict), ("inputs", list), ("collect", list)):
        if not isinstance(content.get(key, kind()), kind):
            yield f"{key} is {content[key]!r}, a {kind.__name__} is needed"
    grid = content.get("grid")
    if isinstance(grid, dict):
        for name, values in grid.items():
            if not isinstance(values, list) or not values:
                yield f"grid: {name} is {values!r}, a list of at least one value is needed"
        for rule in content.get("exclude") or []:
            if not isinstance(rule, dict) or not set(rule) <= set(grid):
                yield f"exclude: {rule!r} is no mapping of parameters of the grid"


def _check_cells(path: Path, sweep: Sweep) -> None:
    known = notebook.parameters(sweep.notebook)
    if "output" not in known:
        raise InputError(f"{path}: {sweep.notebook.name} has no parameter `output`, the folder that it writes to")
    unknown = [name for name in sweep.inputs if name not in known]
    if unknown:
        raise InputError(f"{path}: inputs names {', '.join(unknown)}: no parameter of {sweep.notebook.name}")
    names: set[str] = set()
    for cell in sweep.cells():
        try:
            notebook.check_parameters(sweep.notebook, cell.parameters)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
        if cell.name.lower() in names:  # lower: some file systems do not tell a from A
            raise InputError(
                f"{path}: two cells would be written to the folder {cell.name!r}: is a value listed twice?"
            )
        names.add(cell.name.lower())
    if not names:
        raise InputError(f"{path}: exclude leaves no cell")


# --------------------------------------------------------------------------------------------------------- running


def run(sweep: Sweep, *, scheduler: str | None = None, workers: int = 2, tell: Callable[[str], None] = say) -> Outcome:
    """Run the cells that are not done, collect the tables of all, and say what happened.

    Cells run on `workers` local processes, or on the dask cluster at `scheduler` (say tcp://host:8786), whose workers
    must see the project under the same path. A cell whose input is not here is skipped; one that fails is reported and
    the others go on. Raises InputError when no scheduler answers.
    """
    return run_all([sweep], scheduler=scheduler, workers=workers, tell=tell)[0]


def run_all(
    sweeps: Sequence[Sweep], *, scheduler: str | None = None, workers: int = 2, tell: Callable[[str], None] = say
) -> list[Outcome]:
    """`run` for several sweeps over one pool of workers, so that none waits for another's last cell. Sweeps are begun
    in the order given: a long cell belongs to the front."""
    plans = [_plan(sweep, tell) for sweep in sweeps]
    of_cell = {id(cell): plan for plan in plans for cell in plan.todo}
    todo = [cell for plan in plans for cell in plan.todo]
    for number, (cell, seconds, error) in enumerate(_execute(todo, scheduler, workers), 1):
        tell(f"[{number}/{len(todo)}] {cell.name}: {f'failed: {error}' if error else f'{seconds:.0f} s'}")
        plan = of_cell[id(cell)]
        plan.timings.append({"cell": cell.name, "seconds": seconds, "failed": bool(error)})
        if error:
            plan.failures[cell.name] = error
    return [plan.outcome() for plan in plans]


@dataclass
class _Plan:
    """What is to be done for a sweep, and what came of it."""

    sweep: Sweep
    ready: list[Cell]
    todo: list[Cell]
    skipped: dict[str, str]
    failures: dict[str, str] = field(default_factory=dict)
    timings: list[dict[str, Any]] = field(default_factory=list)

    def outcome(self) -> Outcome:
        if self.timings:
            write_timings(self.timings, self.sweep.output / "sweep.csv")
        good = [cell for cell in self.ready if cell.name not in self.failures]
        return Outcome(
            done=[cell.name for cell in self.todo if cell.name not in self.failures],
            cached=[cell.name for cell in self.ready if cell not in self.todo],
            skipped=self.skipped,
            failures=self.failures,
            tables=[from_root(path) for path in _collect(self.sweep, good)],
        )


def _plan(sweep: Sweep, tell: Callable[[str], None]) -> _Plan:
    ready, skipped = _keyed(sweep)
    todo = [cell for cell in ready if not done.is_done(cell.folder, cell.key)]
    for why, cells in Counter(skipped.values()).items():
        tell(f"skipped {cells} cells: {why}")
    unchanged = len(ready) - len(todo)
    tell(f"{from_root(sweep.output)}: {len(todo)} cells to run, {unchanged} unchanged, {len(skipped)} skipped")
    return _Plan(sweep, ready, todo, skipped)


def _keyed(sweep: Sweep) -> tuple[list[Cell], dict[str, str]]:
    """The cells whose inputs are here, with their keys; the others with the reason."""
    source = [(cell.cell_type, cell.source) for cell in notebook.load(sweep.notebook).cells]
    hashes: dict[str, str] = {}
    ready, skipped = [], {}
    for cell in sweep.cells():
        values = [str(cell.parameters[name]) for name in sweep.inputs if name in cell.parameters]
        try:
            for value in values:
                if value not in hashes:
                    hashes[value] = registry.find(value).hash
        except InputError as error:
            skipped[cell.name] = str(error)
            continue
        key = done.key_of(source, cell.parameters, {value: hashes[value] for value in values})
        ready.append(Cell(cell.name, cell.notebook, cell.folder, cell.parameters, key))
    return ready, skipped


def _execute(cells: list[Cell], scheduler: str | None, workers: int) -> Iterator[tuple[Cell, float, str]]:
    """(cell, seconds, error or "") of each, in the order in which they end."""
    if not cells:
        return
    from distributed import Client, LocalCluster, as_completed

    with contextlib.ExitStack() as stack:
        if scheduler is None:
            scheduler = stack.enter_context(
                LocalCluster(
                    n_workers=min(workers, len(cells)),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=":0",
                    memory_limit=0,  # a notebook's memory is its kernel's, which dask does not see
                    silence_logs=logging.ERROR,
                )
            )
        try:
            client = stack.enter_context(Client(scheduler, timeout=10))
        except (OSError, ValueError) as error:
            raise InputError(
                f"no dask scheduler answers at {scheduler!r} ({error}): start one with `dask scheduler`, or leave out "
                "--scheduler to run on this machine"
            ) from None
        futures = {client.submit(_run_cell, cell, pure=False): cell for cell in cells}
        for future in as_completed(futures):
            problem = future.exception()  # say, the worker was killed
            seconds, error = (0.0, f"{type(problem).__name__}: {problem}") if problem else future.result()
            yield futures[future], seconds, error


def _run_cell(cell: Cell) -> tuple[float, str]:
    """On a worker: run one cell and mark it done; returns seconds and what went wrong."""
    started = time.monotonic()
    try:
        done.begin(cell.folder)
        notebook.run(cell.notebook, Path(cell.folder) / Path(cell.notebook).name, cell.parameters)
        done.finish(cell.folder, cell.key)
    except Exception as error:  # whatever it was, the other cells go on
        return time.monotonic() - started, " ".join(f"{error}".split()) or type(error).__name__
    return time.monotonic() - started, ""


# ------------------------------------------------------------------------------------------------------ collecting


def _collect(sweep: Sweep, cells: list[Cell]) -> list[Path]:
    """Write `output/NAME.csv` for each table of `collect`: the rows of all cells under the grid's parameters."""
    written = []
    for name in sweep.collect:
        rows: list[dict[str, str]] = []
        provenances = []
        for cell in cells:
            path = Path(cell.folder) / f"{name}.csv"
            if path.is_file():
                found, provenance = read_rows(path)
                provenances.append(provenance)
                grid = {key: str(cell.parameters[key]) for key in sweep.grid}
                rows.extend({**grid, **row, **grid} for row in found)  # grid: first, and it has the last word
        if rows:
            settings: Mapping[str, Any] = {**sweep.parameters, "cells": len(provenances)}
            written.append(write_table(rows, sweep.output / f"{name}.csv", merged(provenances, settings), title=name))
    return written
