"""The one plot style, and the few plots that the results need. Each function returns a figure; `save` writes it.

Readable in print, in greyscale and by colour-blind readers: the colours are those of Okabe & Ito (Color Universal
Design, 2008) and never speak alone, each series has its own dash or hatch too. The same inputs give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

BLUE, VERMILION, GREEN, BLACK, GREY = "#0072B2", "#D55E00", "#009E73", "#1a1a1a", "#7a7a7a"
#: Series in the order in which they are drawn: colour, dash, marker.
SERIES = [(BLUE, "-", "o"), (VERMILION, (0, (5, 2)), "s"), (GREEN, (0, (1, 1.2)), "^"), (BLACK, (0, (6, 2, 1, 2)), "D")]
MEASURES = {
    "precision": (BLUE, "-", 2.0),
    "recall": (VERMILION, (0, (5, 2)), 2.0),
    "f1": (BLACK, (0, (1, 1.2)), 1.6),
}
STYLE = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so text looks the same everywhere
    "font.size": 9,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 30,
    "axes.labelsize": 9,
    "axes.labelcolor": BLACK,
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e3e3e3",
    "grid.linewidth": 0.6,
    "xtick.color": BLACK,
    "ytick.color": BLACK,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "figure.dpi": 150,
    "hatch.linewidth": 0.6,
}


class Picture(Figure):
    """A matplotlib figure that a notebook shows by itself, without pyplot's global state."""

    def _repr_png_(self) -> bytes:
        return png(self)


def png(figure: Figure) -> bytes:
    """The figure as PNG bytes, 150 dots per inch, the same every time (no software version or date in it).

    With a palette of 128 colours, which our plots need no more than, it takes a third of the bytes: results hold
    hundreds of them.
    """
    drawn, packed = io.BytesIO(), io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(drawn, format="png", dpi=150)
    Image.open(drawn).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def save(figure: Figure, path: str | Path) -> Path:
    """Write the figure as a PNG."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png(figure))
    return path


def styled(function: Callable) -> Callable:
    @wraps(function)
    def call(*args, **kwargs):
        with matplotlib.rc_context(STYLE):
            return function(*args, **kwargs)

    return call


def new_axes(title: str, xlabel: str, ylabel: str, size: tuple[float, float] = (6.4, 3.9)) -> tuple[Picture, Axes]:
    """A figure with one plot; `size` in inches."""
    figure = Picture(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    axes.set(title=title, xlabel=xlabel, ylabel=ylabel)
    return figure, axes


def legend_above(axes: Axes, columns: int = 5) -> None:
    """In one row between title and plot, where it hides nothing."""
    axes.legend(loc="lower left", bbox_to_anchor=(-0.012, 1.0), ncols=columns, borderaxespad=0.2, columnspacing=1.4)


# ---------------------------------------------------------------------------------------------------------- curves


@styled
def threshold_curve(
    curve: pd.DataFrame,
    *,
    title: str,
    merge_threshold: float | None = None,
    review_from: float | None = None,
    target: float | None = None,
    xlabel: str = "merge threshold (score of the rule)",
) -> Picture:
    """Precision, recall and F1 of merging at `score >= threshold`.

    `curve` has `threshold` and any of `precision`, `recall`, `f1`, each with `_low` and `_high` where known (drawn as a
    band). `merge_threshold` is the chosen one; from `review_from` up to it (to the top, when nothing is merged) pairs
    go to review; `target` is the wanted precision.
    """
    figure, axes = new_axes(title, xlabel, "share of pairs")
    curve = curve.sort_values("threshold")
    x = curve["threshold"].to_numpy(dtype=float)
    left, right = float(x.min()), float(x.max())
    if left == right:
        left, right = left - 0.5, right + 0.5
    for name, (colour, dash, width) in MEASURES.items():
        if name in curve:
            _band(axes, x, curve, name, colour)
            axes.plot(x, curve[name], color=colour, linestyle=dash, linewidth=width, label=_spoken(name))
    if target is not None:
        axes.axhline(target, color=GREY, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
        axes.annotate(
            f"target {target:g}", (left, target), (3, -3), textcoords="offset points", va="top", fontsize=8, color=GREY
        )
    _mark_decisions(axes, left, right, merge_threshold, review_from)
    axes.set(xlim=(left, right), ylim=(0, 1.02))
    legend_above(axes)
    return figure


def _spoken(measure: str) -> str:
    return "F1" if measure == "f1" else measure


def _band(axes: Axes, x: np.ndarray, frame: pd.DataFrame, name: str, colour: str) -> None:
    if f"{name}_low" in frame:
        low, high = (frame[f"{name}_{end}"].to_numpy(dtype=float) for end in ("low", "high"))
        axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)


def _mark_decisions(axes: Axes, left: float, right: float, merge: float | None, review: float | None) -> None:
    """The review band in grey, the merge threshold as a line, and the three decisions' names inside the plot."""
    top = right if merge is None else min(merge, right)
    bottom = top if review is None else max(review, left)
    if bottom < top:
        axes.axvspan(bottom, top, color="#000000", alpha=0.07, linewidth=0, zorder=0)
    if merge is not None:
        axes.axvline(merge, color=BLACK, linewidth=1.1, zorder=2)
    strips = (
        ("apart", left, bottom),
        (f"review from {bottom:.2f}", bottom, top),
        (f"merge from {top:.2f}", top, right),
    )
    for name, start, end in strips:
        room = (end - start) / (right - left)
        if room > 0.07:  # a name that does not fit its strip is left out
            text = name if room > 0.2 else name.split()[0]
            axes.text((start + end) / 2, 0.03, text, ha="center", va="bottom", fontsize=8, style="italic")


@styled
def label_curve(
    frame: pd.DataFrame,
    *,
    title: str,
    series: str | None = None,
    measure: str = "f1",
    goal: float | None = None,
    xlabel: str = "labelled pairs used",
) -> Picture:
    """A measure against the number of labels, one line per value of column `series`; `goal` as a dotted line.

    `frame` has `labels`, the measure, and `_low` and `_high` of it where known. The label axis is logarithmic.
    """
    figure, axes = new_axes(title, xlabel, f"{_spoken(measure)} on test")
    groups = [("", frame)] if series is None else list(frame.groupby(series, sort=False))
    for (name, rows), (colour, dash, marker) in zip(groups, SERIES, strict=False):
        rows = rows.sort_values("labels")
        x = rows["labels"].to_numpy(dtype=float)
        _band(axes, x, rows, measure, colour)
        axes.plot(x, rows[measure], color=colour, linestyle=dash, marker=marker, markersize=4, label=str(name))
    axes.set_xscale("log")
    ticks = sorted(set(frame["labels"]))
    axes.set_xticks(ticks, [f"{int(t):,}" for t in ticks], fontsize=8)
    axes.minorticks_off()
    if goal is not None:
        axes.axhline(goal, color=GREY, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
        axes.annotate(f"goal {goal:g}", (ticks[0], goal), (0, 3), textcoords="offset points", fontsize=8, color=GREY)
    if series is None:
        axes.set_title(title, pad=8)
    else:
        legend_above(axes)
    return figure


# ---------------------------------------------------------------------------------------------------- comparisons


@styled
def forest(
    rows: pd.DataFrame,
    *,
    title: str,
    xlabel: str,
    label: str = "label",
    measure: str = "mean",
    reference: float | None = 0.0,
    group: str | None = None,
) -> Picture:
    """One line per row of `rows`: its name (column `label`), the estimate and its interval (`low`, `high`, or
    `{measure}_low`, `{measure}_high`); `reference` is the value that says "no difference" or the target. Rows of one
    value of column `group` stand together under it."""
    low, high = ("low", "high") if measure == "mean" else (f"{measure}_low", f"{measure}_high")
    lines: list[tuple[str, Mapping | None]] = []
    for name, part in [("", rows)] if group is None else rows.groupby(group, sort=False):
        if group is not None:
            lines.append((str(name), None))
        lines.extend((str(row[label]), row) for row in part.to_dict("records"))
    figure, axes = new_axes(title, xlabel, "", (6.4, 1.3 + 0.27 * len(lines)))
    if reference is not None:
        axes.axvline(reference, color=GREY, linewidth=0.9, linestyle=(0, (2, 2)))
    for y, (_, row) in enumerate(lines):
        if row is not None:
            axes.plot([row[low], row[high]], [y, y], color=BLUE, linewidth=1.6, solid_capstyle="butt")
            axes.plot([row[measure]], [y], color=BLUE, marker="o", markersize=5, markeredgecolor="white")
    axes.set_yticks(range(len(lines)), [name for name, _ in lines])
    for tick, (_, row) in zip(axes.get_yticklabels(), lines, strict=True):
        tick.set_fontweight("bold" if row is None else "normal")
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_title(title, pad=10)
    return figure


@styled
def ranks(frame: pd.DataFrame, ks: Sequence[int], *, title: str, systems: Sequence[str]) -> Picture:
    """Recall at each k, one line a system with its interval; the systems are set a little apart so that intervals can
    be told from one another.

    `frame` has `system` and, for each k, `R@k`, `R@k_low`, `R@k_high`; systems that it does not have are left out.
    """
    rows = {row["system"]: row for row in frame.to_dict("records")}
    shown = [name for name in systems if name in rows]
    figure, axes = new_axes(title, "passages looked at (k)", "share of the gold passages found")
    places = np.arange(len(ks))
    for number, (name, (colour, dash, marker)) in enumerate(zip(shown, SERIES, strict=False)):
        x = places + 0.06 * (number - (len(shown) - 1) / 2)
        mean, low, high = ([rows[name][f"R@{k}{end}"] for k in ks] for end in ("", "_low", "_high"))
        errors = [np.subtract(mean, low), np.subtract(high, mean)]
        axes.errorbar(
            x, mean, errors, color=colour, linestyle=dash, marker=marker, markersize=5, linewidth=1.6, elinewidth=0.9,
            capsize=2, label=name,
        )  # fmt: skip
    axes.set_xticks(places, [str(k) for k in ks])
    axes.set_ylim(0, 1.02)
    legend_above(axes)
    return figure


@styled
def groups(
    frame: pd.DataFrame, *, title: str, group: str, measure: str, systems: Sequence[str], xlabel: str, ylabel: str
) -> Picture:
    """Bars of a measure with intervals: one cluster for each value of column `group` (with its `n`), a bar a system."""
    names = list(dict.fromkeys(frame[group]))
    shown = [name for name in systems if name in set(frame["system"])]
    figure, axes = new_axes(title, xlabel, ylabel)
    width = 0.8 / max(1, len(shown))
    hatches = ("", "////", "....", "xxxx")
    for number, (name, (colour, _, _)) in enumerate(zip(shown, SERIES, strict=False)):
        rows = frame[frame["system"] == name].set_index(group).loc[names]
        x = np.arange(len(names)) + width * (number - (len(shown) - 1) / 2)
        errors = [rows[measure] - rows[f"{measure}_low"], rows[f"{measure}_high"] - rows[measure]]
        axes.bar(
            x, rows[measure], width * 0.92, yerr=errors, label=name, color=colour if not number else "white",
            edgecolor=colour, hatch=hatches[number % len(hatches)], error_kw={"elinewidth": 0.9, "capsize": 2},
        )  # fmt: skip
    sizes = frame.drop_duplicates(group).set_index(group)["n"]
    axes.set_xticks(range(len(names)), [f"{name}\nn = {sizes[name]}" for name in names])
    axes.set_ylim(0, 1.05)
    axes.grid(axis="x", visible=False)
    legend_above(axes)
    return figure


@styled
def score_histogram(
    scores: Sequence[float],
    labels: Sequence[int],
    *,
    title: str,
    merge_threshold: float | None = None,
    review_from: float | None = None,
    bins: int = 40,
    xlabel: str = "score of the rule",
) -> Picture:
    """How many pairs of each label have which score (at least one pair); the count axis is logarithmic, since pairs
    that are different abound."""
    figure, axes = new_axes(title, xlabel, "pairs (log scale)")
    scores, labels = np.asarray(scores, dtype=float), np.asarray(labels, dtype=int)
    left, right = float(scores.min()), float(scores.max())
    if left == right:
        left, right = left - 0.5, right + 0.5
    edges = np.linspace(left, right, bins + 1)
    axes.hist(
        scores[labels == 0], edges, label="different", facecolor="#fbe3d3", edgecolor=VERMILION, hatch="////",
        histtype="stepfilled", linewidth=1.0,
    )  # fmt: skip
    axes.hist(
        scores[labels == 1], edges, label="same", facecolor=BLUE, edgecolor=BLUE, alpha=0.65, histtype="stepfilled",
        linewidth=1.0,
    )  # fmt: skip
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.7)
    axes.set_xlim(left, right)
    if merge_threshold is not None:
        axes.axvline(merge_threshold, color=BLACK, linewidth=1.1, label="merge from here")
    if review_from is not None:
        axes.axvline(review_from, color=BLACK, linewidth=1.1, linestyle=(0, (2, 2)), label="review from here")
    legend_above(axes)
    return figure


# ---------------------------------------------------------------------------------------------------------- graphs


@styled
def graph(
    nodes: Mapping[str, str],
    edges: Sequence[tuple[str, str, str]],
    *,
    title: str,
    same: Sequence[tuple[str, str, str]] = (),
) -> Picture:
    """A small graph (some tens of nodes). `nodes`: id -> name; `edges`: (source id, type, target id), drawn as arrows;
    `same`: (id, verdict, id) judgements, drawn dashed without direction."""
    import networkx as nx

    drawn = nx.MultiDiGraph()
    drawn.add_nodes_from(sorted(nodes))
    drawn.add_edges_from((a, b) for a, _, b in sorted([*edges, *same]))
    apart = {a: dict.fromkeys(drawn, 3.0) for a in drawn}  # between parts that nothing joins
    for a, steps in nx.all_pairs_shortest_path_length(nx.Graph(drawn)):
        apart[a] |= steps
    place = nx.kamada_kawai_layout(nx.Graph(drawn), dist=apart) if len(nodes) > 1 else dict.fromkeys(nodes, (0, 0))
    figure, axes = new_axes(title, "", "", (7.0, 3.0 + 0.2 * len(nodes)))
    boxes = {}
    for node, (x, y) in place.items():
        box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": BLUE, "linewidth": 1.3}
        text = axes.text(x, y, nodes[node], ha="center", va="center", fontsize=9, bbox=box, zorder=3)
        boxes[node] = text.get_bbox_patch()
    axes.set_xlim(*_around([x for x, _ in place.values()], 0.14))
    axes.set_ylim(*_around([y for _, y in place.values()], 0.08))
    for a, kind, b in edges:
        _arrow(axes, place, boxes, (a, b), kind.replace("_", " ").lower(), colour=GREY, style="-|>", dash="-")
    for a, verdict, b in same:
        _arrow(axes, place, boxes, (a, b), f"same? {verdict}", colour=VERMILION, style="-", dash=(0, (4, 2)))
    axes.set_axis_off()
    axes.set_title(title, pad=6)
    return figure


def _around(values: Sequence[float], share: float) -> tuple[float, float]:
    """Limits that hold all values with a margin of `share` of their range on both sides."""
    values = list(values) or [0.0]
    margin = share * (max(values) - min(values)) or 1.0
    return min(values) - margin, max(values) + margin


def _arrow(
    axes: Axes, place: Mapping, boxes: Mapping, ends: tuple[str, str], text: str, *, colour, style, dash
) -> None:
    """An arrow from box to box, with what it says in its middle."""
    start, end = place[ends[0]], place[ends[1]]
    arrow = {"arrowstyle": style, "color": colour, "linestyle": dash, "linewidth": 1.2, "mutation_scale": 12}
    arrow |= {"patchA": boxes[ends[0]], "patchB": boxes[ends[1]], "shrinkA": 2, "shrinkB": 2}
    axes.annotate("", xy=end, xytext=start, arrowprops=arrow, zorder=1)
    middle = [(s + e) / 2 for s, e in zip(start, end, strict=True)]
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
    axes.text(*middle, text, ha="center", va="center", fontsize=7.5, color=colour, bbox=box, zorder=2)
