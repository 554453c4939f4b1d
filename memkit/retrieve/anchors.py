"""Where in the graph does a question point? The things it names, and how sure it is that they are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from memkit.retrieve.graph import Incidence, PassageGraph
from memkit.retrieve.names import name_key
from memkit.retrieve.walk import LEAST_WEIGHT

#: A name that nothing has exactly points at so many of the nearest ones, if their cosine is above this.
NEAREST, LEAST_COSINE = 3, 0.6


def anchors(graph: PassageGraph, question: str, names: Iterable[str]) -> dict[int, float]:
    """node -> value in (0, 1], by node: 1 for a thing of exactly a name in the question, else the cosine of its name.

    `names` are what the extractor found; titles that stand in the question as a phrase are names too.
    """
    keys = dict.fromkeys([*map(name_key, names), *graph.phrases.find(question)])
    values: dict[int, float] = {}
    for key in keys:
        if not key:
            continue
        found = [(node, 1.0) for node in graph.nodes(key)] or [
            (node, cosine)
            for near, cosine in graph.nearest(key, NEAREST, above=LEAST_COSINE)
            for node in graph.nodes(near)
        ]
        for node, value in found:
            values[node] = max(values.get(node, 0.0), value)
    return dict(sorted(values.items()))


def thing_restart(incidence: Incidence, values: Mapping[int, float]) -> np.ndarray:
    """(t,) share of the restart of each anchor, v^3 max(idf, LEAST_WEIGHT) / sqrt(df), summing to 1 (all 0 without an
    anchor here)."""
    restart = np.zeros(len(incidence.nodes))
    columns, places = incidence.columns(values)
    value = np.fromiter(values.values(), dtype=float)[places]
    rarity = np.maximum(incidence.idf[columns], LEAST_WEIGHT)
    restart[columns] = value**3 * rarity / np.sqrt(incidence.df[columns])
    total = restart.sum()
    return restart / total if total > 0 else restart
