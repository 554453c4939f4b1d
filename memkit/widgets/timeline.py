"""Pictures of decisions: what replaced what, and who stands where. Static, so they show on GitHub and in print."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any

from memkit.errors import InputError, ModelError
from memkit.widgets.layout import plain_text

try:
    import matplotlib
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
except ImportError:
    raise ModelError("pictures need the extra lab: pip install 'memkit-lab[lab]'") from None

#: Status -> fill, line and dash of its box: no status is told by its colour alone. Okabe & Ito, Color Universal Design.
STATUS = {
    "current": ("#cdeadd", "#007a58", "-"),
    "open": ("#ffffff", "#0072B2", (0, (5, 2))),
    "superseded": ("#ececec", "#7a7a7a", "-"),
    "withdrawn": ("#fbe3d3", "#D55E00", (0, (1, 1.5))),
}
#: Stance -> marker, colour, how it is said.
STANCES = {"supports": ("o", "#0072B2", "for"), "disagrees": ("X", "#D55E00", "against")}
#: Characters of a line of a statement, and lines of it at most.
STATEMENT, LINES = 56, 4
#: Inches: a timeline, its times, its arrows; statements and columns of a matrix; a line, above the first and between.
WIDTH, TIMES, ARROWS = 7.2, 1.15, 1.3
NAMED, COLUMN = 4.1, 0.5
LINE, PADDING, HEAD, GAP = 0.165, 0.2, 0.45, 0.22
SOFT = "#555555"


class Chart(Figure):
    """A figure that a notebook shows by itself, the same bytes each time."""

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", metadata={"Software": None})
        return buffer.getvalue()


def _styled(function: Callable[..., Chart]) -> Callable[..., Chart]:
    """In matplotlib's own font, whatever the user's settings say."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Chart:
        with matplotlib.rc_context({"font.family": "DejaVu Sans"}):
            return function(*args, **kwargs)

    return call


@_styled
def draw_timeline(rows: Iterable[Mapping[str, Any]], title: str = "") -> Chart:
    """The decisions of a topic from the top down, oldest first: when each was taken, what became of it, who is against
    it, and an arrow from each to what it replaced.

    `rows` are those of `memory.timeline(topic)`: `{statement, status, decided_at, supersedes, dissenters}`. Raises
    InputError for no rows.
    """
    listed = _listed(rows, "memory.timeline(topic)")
    texts = [_wrapped(row["statement"], STATEMENT) for row in listed]
    texts = [text + _against(row) for text, row in zip(texts, listed, strict=True)]
    heights = [PADDING + _height(text) for text in texts]
    axes = _canvas(WIDTH, HEAD + sum(heights) + GAP * len(listed), title)
    left, right, y = TIMES, WIDTH - ARROWS, axes.get_ylim()[1] - HEAD
    middles: list[float] = []
    for row, text, height in zip(listed, texts, heights, strict=True):
        middles.append(y - height / 2)
        _box(axes, row["status"], (left, y - height, right - left, height))
        axes.text(left - 0.14, middles[-1], _when(row), ha="right", va="center", fontsize=8)
        axes.text(left + 0.14, middles[-1], text, va="center", fontsize=9, linespacing=1.25)
        y -= height + GAP
    _arrows(axes, right, middles, listed)
    return axes.figure


@_styled
def draw_positions(rows: Iterable[Mapping[str, Any]], title: str = "") -> Chart:
    """Who stands where: a row for each decision with its status, a column for each person, in it for or against.

    `rows` are those of `memory.recall(question)`: `{statement, status, positions: [{person, stance, ...}]}`. Raises
    InputError for no rows.
    """
    listed = _listed(rows, "memory.recall(question)")
    people = sorted({position["person"] for row in listed for position in row["positions"]})
    texts = [f"{_wrapped(row['statement'], STATEMENT)}\n[{row['status']}]" for row in listed]
    heights = [PADDING + _height(text) for text in texts]
    names = [plain_text(person) for person in people]
    head = HEAD + 0.1 + 0.068 * max(map(len, names), default=0)
    axes = _canvas(NAMED + COLUMN * max(len(people), 3) + 0.3, head + sum(heights) + 0.5, title)
    top = y = axes.get_ylim()[1] - head
    columns = {person: NAMED + COLUMN * (i + 0.5) for i, person in enumerate(people)}
    for person, name in zip(people, names, strict=True):
        axes.text(
            columns[person], top + 0.08, name, rotation=60, ha="left", va="bottom", fontsize=8.5, rotation_mode="anchor"
        )
    for row, text, height in zip(listed, texts, heights, strict=True):
        axes.plot([0.15, NAMED + COLUMN * len(people)], [y, y], color="#d0d0d0", linewidth=0.7, zorder=1)
        axes.text(0.15, y - height / 2, text, va="center", fontsize=8.5, linespacing=1.25)
        for position in row["positions"]:
            marker, colour, _ = STANCES[position["stance"]]
            axes.plot(columns[position["person"]], y - height / 2, marker, color=colour, markersize=9, zorder=2)
        y -= height
    marks = [
        Line2D([], [], linestyle="", marker=m, color=c, markersize=8, label=said) for m, c, said in STANCES.values()
    ]
    axes.legend(handles=marks, loc="lower left", bbox_to_anchor=(0.15, 0.05), bbox_transform=axes.transData, ncols=2,
                frameon=False, fontsize=8.5, borderpad=0, borderaxespad=0)  # fmt: skip
    return axes.figure


# ----------------------------------------------------------------------------------------------------------- parts


def _listed(rows: Iterable[Mapping[str, Any]], call: str) -> list[Mapping[str, Any]]:
    listed = list(rows)
    if not listed:
        raise InputError(f"no decision to draw: give the rows of {call}")
    return listed


def _canvas(width: float, height: float, title: str) -> Axes:
    """Axes in inches over the whole figure, with the title in its upper left corner."""
    figure = Chart(figsize=(width, height), dpi=150)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    axes.text(0.15, height - 0.12, plain_text(title), va="top", fontsize=11, weight="bold")
    return axes


def _wrapped(text: str, width: int) -> str:
    """The text in lines of at most `width` characters; what does not fit into LINES of them is cut."""
    return "\n".join(textwrap.wrap(plain_text(text), width, max_lines=LINES, placeholder=" ..."))


def _against(row: Mapping[str, Any]) -> str:
    names = ", ".join(row["dissenters"])
    return f"\n{_wrapped(f'against: {names}', STATEMENT)}" if names else ""


def _height(text: str) -> float:
    return LINE * (text.count("\n") + 1)


def _when(row: Mapping[str, Any]) -> str:
    """The day on which it was settled, if it was, and its status."""
    return "\n".join(filter(None, ((row["decided_at"] or "")[:10], row["status"])))


def _box(axes: Axes, status: str, place: tuple[float, float, float, float]) -> None:
    fill, edge, dash = STATUS[status]
    x, y, width, height = place
    axes.add_patch(
        FancyBboxPatch(
            (x + 0.05, y + 0.05),
            width - 0.1,
            height - 0.1,
            boxstyle="round,pad=0.05",
            facecolor=fill,
            edgecolor=edge,
            linestyle=dash,
            linewidth=1.3,
        )
    )


def _arrows(axes: Axes, x: float, middles: Sequence[float], rows: Sequence[Mapping[str, Any]]) -> None:
    """From each decision to those it replaced, in bows at the right of the boxes; longer ones go further out."""
    places = {row["statement"]: i for i, row in enumerate(rows)}
    for later, row in enumerate(rows):
        for earlier in sorted(places[s] for s in row["supersedes"] if s in places):
            start, end = (x + 0.06, middles[later] + 0.06), (x + 0.06, middles[earlier] - 0.06)
            reach = min(0.1 + 0.25 * abs(later - earlier), ARROWS - 0.45)
            bend = 2 * reach / max(abs(start[1] - end[1]), 0.1)
            axes.add_patch(
                FancyArrowPatch(
                    start,
                    end,
                    connectionstyle=f"arc3,rad={bend if end[1] > start[1] else -bend}",
                    arrowstyle="-|>",
                    mutation_scale=10,
                    color=SOFT,
                    linewidth=1.1,
                )
            )
            middle = (x + 0.06 + reach, (start[1] + end[1]) / 2)
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
            axes.text(*middle, "replaced", ha="center", va="center", fontsize=8, color=SOFT, bbox=box)
