"""Everything in results/: the steps, the sweeps, and FINDINGS.md; what is unchanged is not run again."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from eval import done, findings, steps, sweep
from eval.cli import say
from eval.datasets.registry import DataSet, data_sets
from eval.provenance import ROOT, from_root
from eval.steps import Step
from eval.table import write_timings

FOLDER = ROOT / "notebooks" / "sweeps"
#: Sweeps of the first part, and of everything, each with the folder that it writes to.
FIRST = {
    "when_the_graph_wins": "04_when_the_graph_wins",
    "conversation_recall": "07_conversation_recall",
    "conversations": "06_conversations",
    "identity_drift": "08_identity_drift",
    "review": "09_review",
    "graph_vs_vector": "03_graph_vs_vector",
    "merge_thresholds": "02_merge_thresholds",
}
ALL = {
    "merge_thresholds_all": "02_merge_thresholds",
    "when_the_graph_wins_all": "04_when_the_graph_wins",
    "identity_and_recall": "identity_and_recall",
    "extraction_and_recall": "extraction_and_recall",
    "ask": "05_ask",
    "identity_drift_all": "08_identity_drift",
}


def run(
    out: str | Path, *, everything: bool = False, workers: int = 2, tell: Callable[[str], None] = say
) -> dict[str, Any]:
    """Write the first part of the results into `out`, or all of them into `out`/all.

    A step or a cell that fails is reported and the others go on. Returns counts, failures (name -> what went wrong) and
    the files for people to read.
    """
    folder = ROOT / out / ("all" if everything else "")
    failures = run_steps(steps.ALL if everything else steps.FIRST, folder, workers=workers, tell=tell)
    cells: Counter[str] = Counter(done=0, cached=0, skipped=0)
    wanted = ALL if everything else FIRST
    sweeps = [sweep.load(FOLDER / f"{name}.yaml", folder / written) for name, written in wanted.items()]
    for written, swept in zip(wanted.values(), sweep.run_all(sweeps, workers=workers, tell=tell), strict=True):
        failures |= {f"{written}/{cell}": why for cell, why in swept.failures.items()}
        cells.update(done=len(swept.done), cached=len(swept.cached), skipped=len(swept.skipped))
    report = findings.write(folder)
    tables = len(list(folder.rglob("*.md"))) - 1
    tell(f"wrote {from_root(folder)}: {tables} tables; what they say: {from_root(report)}")
    return {
        "out": from_root(folder),
        "cells": dict(cells),
        "failures": failures,
        "failed": len(failures),
        "findings": from_root(report),
    }


def run_steps(wanted: Sequence[Step], folder: Path, *, workers: int, tell: Callable[[str], None]) -> dict[str, str]:
    """Run the steps whose inputs are here and changed, in processes of their own; returns name -> what went wrong."""
    found = data_sets()
    todo, timings, failures = [], [], {}
    for step in wanted:
        inputs = step.inputs(found)
        key = done.key_of(step.name, {data.name: data.hash for data in inputs})
        if step.kind and len(inputs) < step.fewest:
            tell(f"skipped {step.name}: {len(inputs)} of its data sets here, {step.fewest} needed (set MEMKIT_DATA)")
        elif done.is_done(folder / step.name, key):
            tell(f"{step.name}: unchanged")
        else:
            todo.append((step, inputs, key))
    if not todo:
        return failures
    os.environ["OMP_NUM_THREADS"] = "1"  # read when a child starts: sums come out alike on any machine
    # spawn: a forked child would share this process's threads and models
    with ProcessPoolExecutor(min(workers, len(todo)), mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(_run_step, step, inputs, folder, key): step.name for step, inputs, key in todo}
        for future in as_completed(futures):
            name = futures[future]
            try:
                seconds = future.result()
            except Exception as error:  # whatever it was, the other steps go on
                failures[name] = f"{type(error).__name__}: {error}"
                tell(f"{name}: failed: {failures[name]}")
            else:
                timings.append({"step": name, "seconds": seconds})
                tell(f"{name}: {seconds:.0f} s, wrote {from_root(folder / name)}")
    if timings:
        write_timings(sorted(timings, key=lambda row: row["step"]), folder / "steps.csv")
    return failures


def _run_step(step: Step, inputs: list[DataSet], folder: Path, key: str) -> float:
    started = time.monotonic()
    logging.disable(logging.WARNING)  # models announce themselves
    done.begin(folder / step.name)
    step.run(folder / step.name, inputs)
    done.finish(folder / step.name, key)
    return time.monotonic() - started
