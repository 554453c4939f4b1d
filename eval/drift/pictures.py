"""The plots of notebook 08, in the one style of eval/plot.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from eval.drift.study import Runs
from eval.drift.tables import BASELINE, LIMIT
from eval.plot import BLACK, GREY, SERIES, Picture, legend_above, new_axes, styled

#: Shares below this are drawn here, on an axis that has no zero.
LOWEST = 0.001
_YELLOW, _PURPLE = "#E69F00", "#CC79A7"
#: More than four lines in one panel: two more of the colours of Okabe and Ito.
_LINES = [*SERIES, (_YELLOW, (0, (3, 1, 1, 1, 1, 1)), "v"), (_PURPLE, (0, (8, 2)), "P")]


def _families(table: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """(title, rows) of what belongs in one panel: a rule and embedder over thresholds, or the answers to one queue."""
    ruled = table[~table["rule"].isin(["never", BASELINE])]
    left = ruled[ruled["answers"] == "left"]
    for (rule, embedder), rows in left.groupby(["rule", "embedder"], sort=False):
        yield f"rule {rule}" + (f", {embedder}" if embedder != "none" else ""), rows
    answered = ruled[ruled["answers"] != "left"]
    for (rule, threshold), rows in answered.groupby(["rule", "merge_threshold"], sort=False):
        same = (left["rule"] == rule) & (left["merge_threshold"] == threshold)
        yield f"rule {rule} {threshold:.2f}, its queue", pd.concat([left[same], rows])


@styled
def curves(
    table: pd.DataFrame, measure: str, *, title: str, ylabel: str, limit: float | None = None, log: bool = False
) -> Picture:
    """A measure over the number of people known, one panel for each rule, a line with its band for each threshold or
    answer; "exact" stands in every panel, and `limit` as a dotted line. With `log`, shares under LOWEST lie on it."""
    panels = list(_families(table))
    figure = Picture(figsize=(2.75 * len(panels) + 0.8, 4.3), layout="constrained")
    for axes, (name, rows) in zip(figure.subplots(1, len(panels), sharey=True, squeeze=False)[0], panels, strict=True):
        shown = list(rows.groupby("setting", sort=False))
        base = table[table["rule"] == BASELINE]
        if len(base):
            _line(axes, base, measure, (GREY, (0, (2, 1)), ""), "equal strings", log)
        for (_, of), style in zip(shown, _LINES, strict=False):
            said = of["answers"].iloc[0] if "queue" in name else f"{of['merge_threshold'].iloc[0]:.2f}"
            _line(axes, of, measure, style, said, log)
        if limit is not None:
            axes.axhline(limit, color=BLACK, linewidth=0.9, linestyle=(0, (1, 1.5)), zorder=1)
        axes.set(xlabel="people in memory (log scale)", xscale="log")
        ticks = sorted(table["people"].unique())
        ticks = [ticks[0], ticks[len(ticks) // 2], ticks[-1]]
        axes.set_xticks(ticks, [f"{round(t, -1 if t > 100 else 0):,.0f}" for t in ticks])
        axes.minorticks_off()
        axes.set_title(name, fontsize=9, pad=4)
        _legend_below(axes)
    first = figure.axes[0]
    first.set_ylabel(ylabel)
    if log:
        first.set_yscale("log")
        first.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:.1%}" if y < LIMIT else f"{y:.0%}"))
        first.yaxis.set_minor_formatter(NullFormatter())
        first.set_ylim(bottom=0.9 * LOWEST)
    figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
    return figure


def _line(axes: Axes, rows: pd.DataFrame, measure: str, style: tuple, label: str, log: bool) -> None:
    rows = rows.sort_values("messages")
    floor = LOWEST if log else -np.inf
    colour, dash, marker = style
    mean, low, high = (
        np.maximum(rows[f"{measure}{end}"].to_numpy(dtype=float), floor) for end in ("", "_low", "_high")
    )
    x = rows["people"].to_numpy(dtype=float)
    axes.fill_between(x, low, high, color=colour, alpha=0.12, linewidth=0)
    axes.plot(x, mean, color=colour, linestyle=dash, marker=marker, markersize=3.5, linewidth=1.5, label=label)


def _legend_below(axes: Axes) -> None:
    """Under the axis, where it hides nothing."""
    place = {"loc": "upper left", "bbox_to_anchor": (-0.02, -0.17), "ncols": 2}
    axes.legend(**place, fontsize=7.5, handlelength=2.8, columnspacing=1.0, labelspacing=0.25)


@styled
def trade(table: pd.DataFrame, *, title: str) -> Picture:
    """Wrong facts against missing facts at the end, each setting with both intervals; thresholds of one rule are
    joined, from the lowest, which is marked, to the highest."""
    figure, axes = new_axes(
        title, "missing facts per 100 (missed merges)", "wrong facts per 100 (false merges)", (7.2, 4.6)
    )
    rules = table[~table["rule"].isin(["never", BASELINE]) & (table["answers"] == "left")]
    for ((rule, embedder), rows), style in zip(rules.groupby(["rule", "embedder"], sort=False), _LINES, strict=False):
        rows = rows.sort_values("merge_threshold")
        _points(axes, rows, style, f"{rule} {embedder}".removesuffix(" none"))
        for row in (rows.iloc[0], rows.iloc[-1]):
            _say(axes, row, f"{row['merge_threshold']:.2f}", style[0])
    for name, marker in (("never", "x"), (BASELINE, "X")):
        rows = table[table["rule"] == name]
        if len(rows):
            _points(axes, rows, (GREY, "", marker), {"never": "never merge", BASELINE: "equal strings"}[name])
    answered = table[table["answers"] != "left"]
    for _, row in answered.iterrows():
        _points(axes, answered[answered["setting"] == row["setting"]], (BLACK, "", "*"), "")
        _say(axes, row, f"queue {row['answers']}", BLACK)
    axes.set_xlim(left=-2)
    axes.set_yscale("symlog", linthresh=1)
    axes.set_ylim(bottom=-0.2)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
    legend_above(axes)
    return figure


def _points(axes: Axes, rows: pd.DataFrame, style: tuple, label: str) -> None:
    colour, dash, marker = style
    ends = [
        [rows[name] - rows[f"{name}_low"], rows[f"{name}_high"] - rows[name]]
        for name in ("missing_facts", "wrong_facts")
    ]
    axes.errorbar(
        rows["missing_facts"], rows["wrong_facts"], ends[1], ends[0], color=colour, linestyle=dash or "none",
        marker=marker, markersize=5, linewidth=1.2, elinewidth=0.8, label=label or None,
    )  # fmt: skip


def _say(axes: Axes, row: pd.Series, text: str, colour: str) -> None:
    axes.annotate(
        text, (row["missing_facts"], row["wrong_facts"]), (5, 4), textcoords="offset points", fontsize=7.5, color=colour
    )


@styled
def cascade(runs: Runs, settings: Sequence[str], *, title: str) -> Picture:
    """False merges so far over messages, of the mean memory: as it is, and with every mistake put right at once, one
    panel a setting, with what a constant rate and a square law would give from the end back."""
    figure = Picture(figsize=(2.9 * len(settings) + 0.8, 4.2), layout="constrained")
    steps = np.geomspace(runs.messages / 32, runs.messages, 60)
    for axes, name in zip(figure.subplots(1, len(settings), squeeze=False)[0], settings, strict=True):
        for corrected, (colour, dash, _), label in ((False, SERIES[0], "as it is"), (True, SERIES[1], "put right")):
            counts = np.array(
                [
                    np.searchsorted([event.message + 1 for event in runs.false[name, corrected, seed]], steps, "right")
                    for seed in runs.seeds
                ],
                dtype=float,
            )
            axes.plot(steps, counts.mean(0), color=colour, linestyle=dash, linewidth=1.8, label=label)
            if not corrected:
                end = counts.mean(0)[-1]
                for power, said in ((1, "constant rate"), (2, "square")):
                    axes.plot(
                        steps, end * (steps / steps[-1]) ** power, color=GREY, linewidth=0.9,
                        linestyle=(0, (1, power + 0.5)), label=said,
                    )  # fmt: skip
        axes.set(xscale="log", yscale="log", xlabel="messages (log scale)")
        axes.set_ylim(bottom=max(0.1, 0.5 / len(runs.seeds)))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
            axis.set_minor_formatter(NullFormatter())
        axes.set_title(name, fontsize=9, pad=4)
        _legend_below(axes)
    figure.axes[0].set_ylabel("false merges so far (mean of the memories)")
    figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
    return figure
