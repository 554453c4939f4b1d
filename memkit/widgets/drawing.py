"""Pictures of the graph: a static one that shows anywhere, and one to move about in a browser."""

from __future__ import annotations

import io
import textwrap
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memkit.errors import InputError, ModelError
from memkit.widgets.layout import MARGIN, Placed, is_labelled, label_of, place, plain_text
from memkit.widgets.shown import Shown, judgements, neighbourhood, way

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from memkit.memory import Memory

#: Strokes never speak by colour alone. Colours: Okabe & Ito, Color Universal Design (2008).
STROKES = {
    "fact": ("#7a7a7a", "-"),
    "merged": ("#0072B2", "-"),
    "pending": ("#E69F00", (0, (5, 3))),
    "rejected": ("#D55E00", (0, (1, 2))),
}
FILLS = (
    "#cfe6f5 #f9dcc4 #cdeadd #f3d9ea #fbf3c4 #e0d8f2 #f6cfcf #d5efef #e6e8c3 #dcdcdc".split()  # the last for all others
)


def draw(memory: Memory, entity: str | None = None, question: str | None = None, cluster: str | None = None) -> Drawing:
    """See Memory.draw."""
    given = {"entity": entity, "question": question, "cluster": cluster}
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) != 1 or not all(isinstance(v, str) and v for v in named.values()):
        raise InputError("draw needs one of entity=, question= or cluster=, as text")
    ((name, value),) = named.items()
    return Drawing({"entity": neighbourhood, "question": way, "cluster": judgements}[name](memory, value))


class Drawing:
    """A picture of `shown`. A notebook shows it as an image, which shows on GitHub and in print too; `interactive()`
    gives one to drag and zoom (neo4j-viz: some 4 MB of script in the notebook, therefore on demand), `save(path)`
    writes either (.png, .svg or .html)."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    def figure(self) -> Figure:
        """The static picture as a matplotlib figure. The same graph gives the same picture."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise ModelError("pictures need the extra lab: pip install 'memkit-lab[lab]'") from None
        placed = place(self.shown, fills(self.shown))
        figure = Figure(figsize=placed.size, dpi=110)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, placed.size[0]), ylim=(0, placed.size[1]))
        axes.set_axis_off()
        _write(axes, self.shown, placed)
        return figure

    def _repr_png_(self) -> bytes:
        return self._image("png")

    def _image(self, form: str) -> bytes:
        """The same bytes every time: without the date, the program's version and random ids."""
        import matplotlib

        buffer = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": "memkit"}):
            self.figure().savefig(
                buffer, format=form, metadata={"png": {"Software": None}, "svg": {"Date": None}}[form]
            )
        return buffer.getvalue()

    def interactive(self) -> Any:
        """The same graph to drag and zoom, as IPython HTML. Raises ModelError without the extra `lab`."""
        try:
            from neo4j_viz import Node, Relationship, VisualizationGraph
        except ImportError:
            raise ModelError("an interactive picture needs the extra lab: pip install 'memkit-lab[lab]'") from None
        colours = fills(self.shown)
        nodes = [
            Node(id=n.id, caption=n.name, size=30 if n.centre else 20, color=colours[n.kind]) for n in self.shown.nodes
        ]
        ties = [
            Relationship(
                source=t.source_id, target=t.target_id, caption=plain_text(t.label), color=STROKES[t.stroke][0]
            )
            for t in self.shown.ties
        ]
        return VisualizationGraph(nodes=nodes, relationships=ties).render()

    def save(self, path: str | Path) -> Path:
        """Write the picture to a file whose name ends in .png, .svg or .html."""
        path = Path(path)
        if path.suffix not in (".png", ".svg", ".html"):
            raise InputError(f"{str(path)!r}: the name says the form: end it with .png, .svg or .html")
        try:
            if path.suffix == ".html":
                path.write_text(self.interactive().data, encoding="utf-8")
            else:
                path.write_bytes(self._image(path.suffix[1:]))
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None
        return path


def _write(axes: Axes, shown: Shown, placed: Placed) -> None:
    from matplotlib.patches import FancyBboxPatch

    width, height = placed.size
    title = textwrap.wrap(plain_text(shown.title), int(width * 10))[:2]
    axes.text(MARGIN, height - MARGIN, "\n".join(title), ha="left", va="top", fontsize=11)
    note = shown.note or ("" if shown.nodes else "nothing to draw")
    axes.text(MARGIN, MARGIN / 2, plain_text(note), ha="left", va="bottom", fontsize=8, color="#555555")
    _lines(axes, shown, placed)
    for node in shown.nodes:
        box = placed.boxes[node.id]
        axes.add_patch(
            FancyBboxPatch(
                (box.x - box.width / 2 + 0.05, box.y - box.height / 2 + 0.05),
                box.width - 0.1,
                box.height - 0.1,
                boxstyle="round,pad=0.05",
                facecolor=placed.fills[node.kind],
                edgecolor="#1a1a1a" if node.centre else "#9a9a9a",
                linewidth=1.8 if node.centre else 0.8,
                zorder=3,
            )
        )
        weight = "bold" if node.centre else "normal"
        axes.text(box.x, box.y, box.text, ha="center", va="center", fontsize=8, weight=weight, zorder=4)
    _legend(axes, shown, placed)


def _lines(axes: Axes, shown: Shown, placed: Placed) -> None:
    from matplotlib.patches import FancyArrowPatch

    drawn: Counter[frozenset[str]] = Counter()
    labelled = is_labelled(shown)
    for tie in shown.ties:
        pair = frozenset((tie.source_id, tie.target_id))
        bend = 0.22 * drawn[pair]  # a second line between the same two goes round the first
        drawn[pair] += 1
        source, target = placed.boxes[tie.source_id], placed.boxes[tie.target_id]
        if source is target:
            continue
        start, end = source.towards(target), target.towards(source)
        colour, dash = STROKES[tie.stroke]
        fact = tie.stroke == "fact"
        axes.add_patch(
            FancyArrowPatch(
                start,
                end,
                arrowstyle="-|>" if fact else "-",
                connectionstyle=f"arc3,rad={bend}",
                mutation_scale=9,
                shrinkA=0,
                shrinkB=0,
                color=colour,
                linestyle=dash,
                linewidth=1.1 if fact else 1.8,
                zorder=1,
            )
        )
        if tie.label and labelled:
            (x0, y0), (x1, y1) = start, end
            x, y = (x0 + x1) / 2 + bend * (y1 - y0) / 2, (y0 + y1) / 2 - bend * (x1 - x0) / 2
            box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
            axes.text(
                x, y, label_of(tie.label), ha="center", va="center", fontsize=7, color="#333333", bbox=box, zorder=2
            )


def _legend(axes: Axes, shown: Shown, placed: Placed) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    kinds = [Patch(facecolor=fill, edgecolor="#9a9a9a", label=plain_text(k)) for k, fill in placed.fills.items() if k]
    used = [s for s in STROKES if s != "fact" and any(t.stroke == s for t in shown.ties)]
    lines = [Line2D([], [], color=STROKES[s][0], linestyle=STROKES[s][1], linewidth=1.8, label=s) for s in used]
    if kinds or lines:
        axes.legend(handles=[*kinds, *lines], loc="upper right", frameon=False, fontsize=8)


def fills(shown: Shown) -> dict[str, str]:
    """A fill for each kind of node."""
    kinds = sorted({n.kind for n in shown.nodes})
    return {kind: FILLS[min(number, len(FILLS) - 1)] for number, kind in enumerate(kinds)}
