"""The map and its curves, in the one style of eval/plot.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from eval.map import LISTED_ALIASES, LOSES, NO_DIFFERENCE, WINS
from eval.plot import BLACK, BLUE, GREY, SERIES, Picture, legend_above, new_axes, styled

#: White where nothing is gained to dark blue: grey tones of the same order in print.
_GAIN = LinearSegmentedColormap.from_list("gain", ["#ffffff", "#9ecae1", BLUE])
#: Markers of real sets, in the order of the table.
_MARKERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_AXIS = "recall@5 of the hops: hybrid minus vectors"


@styled
def heat_map(table: pd.DataFrame, *, title: str, placed: pd.DataFrame | None = None) -> Picture:
    """The difference in each cell of cross-referencing x hops, with its interval; a cell whose verdict is no difference
    is hatched. `placed` (eval/placing.py) marks real sets by letters, told beside the map with what was measured."""
    columns, rows = (sorted(table[name].unique()) for name in ("cross_references", "hops"))
    marked = [] if placed is None else list(_lettered(placed))
    figure, axes = new_axes(
        title, "pages that state each fact (cross-referencing)", "hops of the question",
        (6.4 + 3.4 * bool(marked), 1.5 + 0.72 * len(rows)),
    )  # fmt: skip
    most = max(0.2, float(table["difference"].max()))
    for row in table.to_dict("records"):
        x, y = columns.index(row["cross_references"]), rows.index(row["hops"])
        _cell(axes, x, y, row, most)
    for letter, x, y in _beside(marked, columns, rows):
        box = {"boxstyle": "circle,pad=0.22", "facecolor": "white", "edgecolor": BLACK, "linewidth": 1.1}
        axes.text(x, y + 0.34, letter, ha="center", va="center", fontsize=7, bbox=box, zorder=4)
    axes.set_xticks(range(len(columns)), [f"{c:g}" for c in columns])
    axes.set_yticks(range(len(rows)), [f"{h:g}" for h in rows])
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.set_title(title, pad=8)
    if marked:
        lines = [_told(letter, row) for letter, row in marked]
        axes.text(
            1.02, 1, "Measured on real sets:\n" + "\n".join(lines), transform=axes.transAxes, va="top", fontsize=7.5
        )
    return figure


def _cell(axes: Axes, x: int, y: int, row: Mapping, most: float) -> None:
    shade = min(1.0, max(0.0, row["difference"]) / most)
    shown = row["verdict"] != NO_DIFFERENCE
    axes.fill(
        [x - 0.5, x + 0.5, x + 0.5, x - 0.5], [y - 0.5, y - 0.5, y + 0.5, y + 0.5],
        facecolor=_GAIN(shade), edgecolor="white" if shown else "#c9c9c9", hatch="" if shown else "////", linewidth=0,
    )  # fmt: skip
    colour = "white" if shade > 0.75 else BLACK
    box = None if shown else {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
    mark = {WINS: " ▲", LOSES: " ▼"}.get(row["verdict"], "")
    weight = "bold" if shown else "normal"
    axes.text(
        x, y + 0.1, f"{row['difference']:+.2f}{mark}", ha="center", va="center", fontsize=9, color=colour,
        fontweight=weight, bbox=box,
    )  # fmt: skip
    ends = f"[{row['difference_low']:+.2f}, {row['difference_high']:+.2f}]"
    axes.text(x, y - 0.2, ends, ha="center", va="center", fontsize=6.5, color=colour, bbox=box)


def _lettered(placed: pd.DataFrame) -> Iterator[tuple[str, Mapping]]:
    """(letter, row) of the sets that have a place: hops in numbers and links to count."""
    there = placed[placed["hops"].astype(str).str.isdigit() & placed["cross_references"].notna()]
    yield from zip(_MARKERS, there.to_dict("records"), strict=False)


def _beside(marked: Sequence, columns: Sequence[float], rows: Sequence[float]) -> Iterator[tuple[str, float, int]]:
    """(letter, x, y): where each set lies, between the columns; one that would cover another is moved to its right."""
    last: dict[int, float] = {}
    at = {letter: float(np.interp(row["cross_references"], columns, range(len(columns)))) for letter, row in marked}
    for letter, row in sorted(marked, key=lambda one: at[one[0]]):
        if int(row["hops"]) in rows:
            y = rows.index(int(row["hops"]))
            last[y] = max(at[letter], last.get(y, -1.0) + 0.16)
            yield letter, last[y], y


def _told(letter: str, row: Mapping) -> str:
    ends = f"[{row['difference_low']:+.2f}, {row['difference_high']:+.2f}]"
    mark = {WINS: "▲", LOSES: "▼"}.get(row["verdict"], "")
    return (
        f"{letter}  {row['data']}, {row['hops']} hops, n = {row['n']}:\n"
        f"    {row['cross_references']:.1f} pages a fact, {row['difference']:+.2f} {ends} {mark}"
    )


@styled
def curves(table: pd.DataFrame, *, title: str) -> Picture:
    """The difference over cross-referencing, one line for each number of hops, with its interval."""
    figure, axes = new_axes(title, "pages that state each fact (cross-referencing, log scale)", _AXIS)
    for number, ((hops, rows), (colour, dash, marker)) in enumerate(zip(table.groupby("hops"), SERIES, strict=False)):
        rows = rows.sort_values("cross_references")
        x = rows["cross_references"] * 1.02 ** (number - 1.5)  # a little apart, so that intervals can be told apart
        _intervals(axes, x, rows, colour, dash, marker, f"{hops:g} hop" + "s" * (hops > 1))
    _no_difference(axes)
    ticks = sorted(table["cross_references"].unique())
    axes.set_xscale("log")
    axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    axes.minorticks_off()
    legend_above(axes)
    return figure


@styled
def sweeps(table: pd.DataFrame, *, title: str, names: Mapping[str, str]) -> Picture:
    """Recall of vectors, fused lists and hybrid over the values of each parameter swept, one panel a parameter; beside
    aliases, hybrid where an ontology lists them all."""
    shown = [name for name in names if name in set(table["parameter"]) and name != LISTED_ALIASES]
    figure, panels = _panels(len(shown), "recall@5 of the hops")
    for panel, name in zip(panels, shown, strict=True):
        rows = table[table["parameter"] == name].sort_values("value")
        place = {value: number for number, value in enumerate(rows["value"])}
        drawn = [(system, rows, system) for system in _SYSTEMS]
        if name == "aliases" and LISTED_ALIASES in set(table["parameter"]):
            drawn.append(("hybrid, all listed", table[table["parameter"] == LISTED_ALIASES], "hybrid"))
        for number, ((label, of, system), (colour, dash, marker)) in enumerate(zip(drawn, SERIES, strict=False)):
            x = of["value"].map(place) + 0.06 * (number - 1)
            _intervals(panel, x, of, colour, dash, marker, label, f"{system}_recall")
        panel.set_xticks(range(len(place)), [f"{value:g}" for value in place])
        panel.set(xlabel=names[name])
        panel.margins(x=0.15)
    return _titled(figure, panels[0], title)


_SYSTEMS = ("vector", "fused", "hybrid")


@styled
def recovery(table: pd.DataFrame, *, title: str) -> Picture:
    """The estimate of cross-referencing against the parameter, one line for each number of aliases."""
    figure, axes = new_axes(title, "pages that state each fact (parameter)", "pages that state each link (estimate)")
    for (aliases, rows), (colour, dash, marker) in zip(table.groupby("aliases"), SERIES, strict=False):
        label = f"{aliases:g} aliases a thing"
        _intervals(axes, rows["cross_references"], rows, colour, dash, marker, label, "estimate")
    ends = [table["cross_references"].min(), table["cross_references"].max()]
    axes.plot(ends, ends, color=GREY, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1, label="equal")
    legend_above(axes)
    return figure


@styled
def sizes(table: pd.DataFrame, *, title: str, data: Sequence[str]) -> Picture:
    """Recall of each system over the number of passages, one panel a set of questions."""
    figure, panels = _panels(len(data), "recall@5")
    for panel, name in zip(panels, data, strict=True):
        of_set = table[table["data"] == name]
        for number, (system, (colour, dash, marker)) in enumerate(zip(_SYSTEMS, SERIES, strict=False)):
            rows = of_set[of_set["system"] == system].sort_values("passages")
            x = rows["passages"] * 1.02 ** (number - 1)
            _intervals(panel, x, rows, colour, dash, marker, system, "recall")
        panel.set_xscale("log")
        ticks = sorted(of_set["passages"].unique())
        panel.set_xticks(ticks, [f"{t:,}" for t in ticks])
        panel.minorticks_off()
        panel.set(xlabel=f"passages in memory (log scale)\n{name}")
    return _titled(figure, panels[0], title)


def _panels(count: int, ylabel: str) -> tuple[Picture, Sequence[Axes]]:
    """Plots side by side with one axis of shares."""
    figure = Picture(figsize=(2.8 * count + 0.8, 3.9), layout="constrained")
    panels = figure.subplots(1, count, sharey=True, squeeze=False)[0]
    panels[0].set(ylabel=ylabel, ylim=(0, 1.02))
    return figure, panels


def _titled(figure: Picture, panel: Axes, title: str) -> Picture:
    """Title and legend above all panels; both are those of the first, which has every line."""
    panel.set_title(title)
    legend_above(panel)
    panel.get_legend().set_in_layout(False)  # it may be wider than its panel
    return figure


def _intervals(
    axes: Axes, x: Sequence[float], rows: pd.DataFrame, colour, dash, marker, label: str, name: str = "difference"
) -> None:
    """A line with the interval of each point."""
    errors = [rows[name] - rows[f"{name}_low"], rows[f"{name}_high"] - rows[name]]
    axes.errorbar(
        x, rows[name], errors, color=colour, linestyle=dash, marker=marker, markersize=4.5, linewidth=1.5,
        elinewidth=0.9, capsize=2, label=label,
    )  # fmt: skip


def _no_difference(axes: Axes) -> None:
    axes.axhline(0, color=GREY, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    axes.annotate(
        "no difference", (0.5, 0), (0, -3), xycoords=("axes fraction", "data"), textcoords="offset points", ha="center",
        va="top", fontsize=8, color=GREY,
    )  # fmt: skip
