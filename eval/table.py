"""The one table writer: CSV for programs and Markdown for people, side by side, with the provenance above the rows.

A table is byte-identical when its run is repeated: no time, no host, floats with fixed digits. What a clock measured
goes into a file of its own (`write_timings`).
"""

from __future__ import annotations

import contextlib
import csv
import io
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from eval.provenance import Provenance
from memkit.errors import InputError

#: Digits after the point. Four: differences below that are noise on sets of some thousands of pairs.
DIGITS = 4


def write_table(
    rows: Iterable[Mapping[str, Any]] | pd.DataFrame,
    path: str | os.PathLike,
    provenance: Provenance,
    *,
    title: str = "",
    digits: int = DIGITS,
) -> Path:
    """Write `path` (.csv) and the Markdown beside it; returns the CSV's path.

    Columns `x`, `x_low`, `x_high` stay three in the CSV and become `x [low, high]` in the Markdown. Every table has a
    `verdict` column in words. Raises InputError without one, without rows, or when `path` does not end in .csv.
    """
    path = Path(path)
    frame = rows if isinstance(rows, pd.DataFrame) else pd.DataFrame(list(rows))
    if path.suffix != ".csv":
        raise InputError(f"a table is written to a .csv, not to {path.name!r} (the .md is written beside it)")
    if frame.empty:
        raise InputError(f"table {path.name}: no rows")
    if "verdict" not in frame.columns:
        raise InputError(f"table {path.name}: a `verdict` column is missing: say in words what each row means")
    columns, cells = _cells(frame, digits)
    text = io.StringIO()
    text.writelines(f"# {line}\n" for line in provenance.lines())
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(cells)
    _write(path, text.getvalue())
    header = "".join(f"- {line}\n" for line in provenance.lines())
    _write(path.with_suffix(".md"), f"# {title or path.stem}\n\n{markdown(columns, cells)}\n{header}")
    return path


def read_rows(path: str | os.PathLike) -> tuple[list[dict[str, str]], Provenance]:
    """A table that `write_table` wrote, its cells as they stand in the file, and its provenance.

    Raises InputError when the file is missing or has no such header.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        raise InputError(f"{path}: no such table (run `make results` to write it)") from None
    size = next((i for i, line in enumerate(lines) if not line.startswith("# ")), len(lines))
    provenance = Provenance.parse([line[2:].rstrip("\n") for line in lines[:size]], where=str(path))
    return list(csv.DictReader(lines[size:])), provenance


def read_table(path: str | os.PathLike) -> tuple[pd.DataFrame, Provenance]:
    """The same with columns of numbers as numbers (an empty cell in one is NaN)."""
    rows, provenance = read_rows(path)
    frame = pd.DataFrame(rows)
    for column in frame.columns:
        cells = frame[column].replace("", None)
        with contextlib.suppress(ValueError, TypeError):
            frame[column] = pd.to_numeric(cells)
    return frame, provenance


def write_timings(rows: Iterable[Mapping[str, Any]], path: str | os.PathLike) -> Path:
    """Seconds, megabytes and whatever else differs from run to run: `NAME.timings.csv` beside table `NAME.csv`."""
    path = Path(path).with_suffix("")
    path = path.with_name(f"{path.name.removesuffix('.timings')}.timings.csv")
    _write(path, pd.DataFrame(list(rows)).to_csv(index=False, float_format="%.3f", lineterminator="\n"))
    return path


def format_cell(value: Any, digits: int = DIGITS) -> str:
    """A value as a cell: floats with fixed digits (never -0.0000), nothing for None and NaN, yes / no for booleans."""
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{value:.{digits}f}"
        return text.lstrip("-") if float(text) == 0 else text
    if isinstance(value, (list, tuple)):
        return "; ".join(format_cell(item, digits) for item in value)
    return str(value)


def interval_text(row: pd.Series, name: str, percent: bool = False) -> str:
    """Columns `name`, `name_low`, `name_high` of a row as a sentence says them: 0.837 [0.789, 0.881]."""
    say = "{:.1%}" if percent else "{:.3f}"
    mean, low, high = (say.format(row[key]) for key in (name, f"{name}_low", f"{name}_high"))
    return f"{mean} [{low}, {high}]"


def listed(items: Sequence[str]) -> str:
    """Some things in a sentence: "a", "a and b", "a, b and c"."""
    return ", ".join(items[:-1]) + f" and {items[-1]}" if len(items) > 1 else "".join(items)


def frame_markdown(frame: pd.DataFrame, digits: int = DIGITS, *, tall: bool = False) -> str:
    """The rows of a frame as a Markdown table; `tall`: its first row alone, one line per column."""
    columns, cells = _cells(frame, digits)
    if tall:
        columns, cells = _folded(columns, cells)
        columns, cells = ["", "value"], [list(line) for line in zip(columns, cells[0], strict=True)]
    return markdown(columns, cells)


def _cells(frame: pd.DataFrame, digits: int) -> tuple[list[str], list[list[str]]]:
    cells = [[format_cell(value, digits) for value in row] for row in frame.itertuples(index=False)]
    return [str(column) for column in frame.columns], cells


def markdown(columns: list[str], cells: list[list[str]]) -> str:
    """A GitHub table; intervals are folded into the column they belong to, numbers are set right."""
    columns, cells = _folded(columns, cells)
    numeric = [all(_is_number(row[i]) for row in cells) for i in range(len(columns))]
    rows = [[text.replace("|", "\\|").replace("\n", " ") for text in row] for row in cells]
    lines = [columns, ["--:" if right else "---" for right in numeric], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _folded(columns: list[str], cells: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Columns x, x_low, x_high as one column of `x [low, high]`."""
    at = {name: i for i, name in enumerate(columns)}
    folded = {name for name in columns if f"{name}_low" in at and f"{name}_high" in at}
    shown = [name for name in columns if not any(name in (f"{f}_low", f"{f}_high") for f in folded)]

    def cell(row: list[str], name: str) -> str:
        text = row[at[name]]
        if name in folded and row[at[f"{name}_low"]]:
            text = f"{text} [{row[at[f'{name}_low']]}, {row[at[f'{name}_high']]}]".lstrip()
        return text

    return shown, [[cell(row, name) for name in shown] for row in cells]


def _is_number(text: str) -> bool:
    return not text or text[0].isdigit() or (text[0] in "-." and len(text) > 1 and text[1].isdigit())


def _write(path: Path, text: str) -> None:
    """Replace the file in one step, so that an interrupted run leaves the old table or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    partial.write_text(text, encoding="utf-8", newline="\n")
    os.replace(partial, path)
