"""Where the boxes of a picture stand, in inches: none on another, parts that nothing joins beside one another."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from memkit.widgets.shown import Shown

#: A label is broken into lines of so many characters, and cut after three of them.
LABEL_WIDTH, LABEL_LINES = 18, 3
#: Inches: around the picture, between boxes, of a character and a line in the font of 8 points, of title and legend.
MARGIN, GAP, CHARACTER, LINE, HEAD, SIDE = 0.15, 0.12, 0.078, 0.15, 0.5, 1.3
#: Inches between joined boxes before they are pushed apart, without and with a label on the line; pushes at most.
REACH, LABELLED_REACH, PUSHES = 1.35, 2.3, 200
#: Up to so many lines each bears its label; beyond that labels hide the picture, and an interactive one has them.
LABELLED = 30


@dataclass(slots=True)
class Box:
    """A label and the middle of its box."""

    text: str
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0

    def towards(self, other: Box) -> tuple[float, float]:
        """Where the line to the other's middle leaves this box."""
        dx, dy = other.x - self.x, other.y - self.y
        share = min(self.width / 2 / abs(dx) if dx else math.inf, self.height / 2 / abs(dy) if dy else math.inf, 1.0)
        return self.x + dx * share, self.y + dy * share


@dataclass(frozen=True, slots=True)
class Placed:
    """The boxes by node, the fill of each kind, and the size of the picture (width, height)."""

    boxes: dict[str, Box]
    fills: Mapping[str, str]
    size: tuple[float, float]


def place(shown: Shown, fills: Mapping[str, str]) -> Placed:
    """Boxes for all nodes. The same graph is always laid out the same."""
    import networkx

    boxes = {node.id: _box(node.name) for node in shown.nodes}
    graph = networkx.Graph()
    graph.add_nodes_from(boxes)
    graph.add_edges_from((t.source_id, t.target_id) for t in shown.ties if t.source_id != t.target_id)
    parts = [sorted(part) for part in networkx.connected_components(graph)]
    parts.sort(key=lambda part: (-len(part), part[0]))
    reach = LABELLED_REACH if is_labelled(shown) else REACH
    extents = [_lay_out(graph.subgraph(part), {id: boxes[id] for id in part}, reach) for part in parts]
    width, height = _pack(parts, extents, boxes)
    for box in boxes.values():
        box.x, box.y = box.x + MARGIN, box.y + 2 * MARGIN
    return Placed(boxes, fills, (max(width, 3.0) + 2 * MARGIN + SIDE, max(height, 1.0) + 3 * MARGIN + HEAD))


def is_labelled(shown: Shown) -> bool:
    """Do the lines bear labels?"""
    return len(shown.ties) <= LABELLED and any(tie.label for tie in shown.ties)


def _lay_out(graph: Any, boxes: dict[str, Box], reach: float) -> tuple[float, float]:
    """Place one part, its lower left corner at (0, 0); its width and height."""
    import networkx

    found = networkx.kamada_kawai_layout(graph)
    lengths = [math.dist(found[a], found[b]) for a, b in graph.edges] or [1.0]
    scale = reach * len(lengths) / sum(lengths)
    for id, box in boxes.items():
        box.x, box.y = (float(v) * scale for v in found[id])
    _push_apart(list(boxes.values()))
    left, low = (min(of) for of in zip(*((b.x - b.width / 2, b.y - b.height / 2) for b in boxes.values()), strict=True))
    for box in boxes.values():
        box.x, box.y = box.x - left, box.y - low
    return max(b.x + b.width / 2 for b in boxes.values()), max(b.y + b.height / 2 for b in boxes.values())


def _push_apart(boxes: list[Box]) -> None:
    """Move overlapping boxes apart, each by half, along the axis on which they overlap least."""
    for _ in range(PUSHES):
        moved = False
        for a, b in combinations(boxes, 2):
            over_x = (a.width + b.width) / 2 + GAP - abs(a.x - b.x)
            over_y = (a.height + b.height) / 2 + GAP - abs(a.y - b.y)
            if over_x <= 1e-9 or over_y <= 1e-9:
                continue
            moved = True
            if over_x < over_y:
                step = math.copysign(over_x / 2, a.x - b.x)
                a.x, b.x = a.x + step, b.x - step
            else:
                step = math.copysign(over_y / 2, a.y - b.y)
                a.y, b.y = a.y + step, b.y - step
        if not moved:
            return


def _pack(parts: list[list[str]], extents: list[tuple[float, float]], boxes: Mapping[str, Box]) -> tuple[float, float]:
    """Set the parts in rows, about half as high as wide; the width and height of all."""
    gap = 4 * GAP
    wanted = max((2.2 * sum((w + gap) * (h + gap) for w, h in extents)) ** 0.5, *(w for w, _ in extents), 0.0, 0.0)
    x = y = row = width = 0.0
    for part, (w, h) in zip(parts, extents, strict=True):
        if x and x + w > wanted:
            x, y, row = 0.0, y + row + gap, 0.0
        for id in part:
            boxes[id].x, boxes[id].y = boxes[id].x + x, boxes[id].y + y
        x, row, width = x + w + gap, max(row, h), max(width, x + w)
    return width, y + row


def _box(name: str) -> Box:
    text = label_of(name)
    lines = text.split("\n")
    return Box(text, CHARACTER * max(map(len, lines)) + 0.22, LINE * len(lines) + 0.18)


def label_of(text: str) -> str:
    """A name in a few short lines."""
    lines = textwrap.wrap(plain_text(text).replace("_", " "), LABEL_WIDTH) or [""]
    return "\n".join(lines[:LABEL_LINES]) + ("…" if len(lines) > LABEL_LINES else "")


def plain_text(text: str) -> str:
    """A text as it is meant: a dollar sign would begin mathematics in matplotlib, control characters are no letters."""
    return "".join(c if c.isprintable() else " " for c in text).replace("$", r"\$")
