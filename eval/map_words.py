"""What the map says, in sentences with their numbers: for notebook 04 and FINDINGS.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

import pandas as pd

from eval.map import LISTED_ALIASES, LOSES, NO_DIFFERENCE, WINS

#: Parameters swept, as a plot and a sentence call them.
SWEPT = {
    "aliases": "other spellings of a thing",
    LISTED_ALIASES: "other spellings, all listed in an ontology",
    "twins": "near-twins (share of things)",
    "distractors": "further pages of these kinds",
}


def signed(row: Mapping, name: str = "difference") -> str:
    """A difference with its interval."""
    return f"{row[name]:+.3f} [{row[f'{name}_low']:+.3f}, {row[f'{name}_high']:+.3f}]"


def _several(count: float, what: str) -> str:
    return f"{count:g} {what}" if count == 1 else f"{count:g} {what}s"


Tell = Callable[[pd.DataFrame], list[str]]


def each_embedder(tell: Tell) -> Tell:
    """Tables that sweeps collected may hold several embedders: each is told of on its own."""

    @wraps(tell)
    def said(table: pd.DataFrame) -> list[str]:
        if "embedder" not in table or table["embedder"].nunique() == 1:
            return tell(table)
        parts = table.groupby("embedder", sort=False)
        return [f"Embedder {name}: {sentence}" for name, rows in parts for sentence in tell(rows)]

    return said


@each_embedder
def wins(table: pd.DataFrame) -> list[str]:
    """Where the graph wins, and what becomes of it as facts are repeated."""
    counts = table["verdict"].value_counts()
    said = [
        f"Hybrid recalls more than vectors in {counts.get(WINS, 0)} of {len(table)} cells of cross-referencing x hops, "
        f"less in {counts.get(LOSES, 0)}; no difference is shown in {counts.get(NO_DIFFERENCE, 0)}."
    ]
    several = table[table["hops"] > 1]
    for hops, rows in several.groupby("hops"):
        rows = rows.sort_values("cross_references")
        ends = [
            f"on {_several(row['cross_references'], 'page')}: {row['vector_recall']:.3f} -> "
            f"{row['hybrid_recall']:.3f}, {signed(row)}, {row['verdict']}"
            for row in (rows.iloc[0], rows.iloc[-1])
        ]
        said.append(f"{_several(hops, 'hop')}, each fact {'; '.join(ends)}.")
    if (one := table[table["hops"] == 1]).size and (one["verdict"] == NO_DIFFERENCE).all():
        said.append("Questions of one hop: no difference is shown at any cross-referencing.")
    return [*said, *_dense(several)]


def _dense(several: pd.DataFrame) -> list[str]:
    """Does "dense cross-referencing: no win for the graph" come out?"""
    if several.empty:
        return []
    densest = several[several["cross_references"] == several["cross_references"].max()]
    won = densest[densest["verdict"] == WINS]
    share = densest["one_page"].mean()
    where = (
        f"on {densest['cross_references'].iloc[0]:g} pages a fact, where one page answers {share:.0%} of the questions"
    )
    if won.empty:
        return [f"Dense cross-referencing, no win for the graph: so it is here ({where} of two and more hops)."]
    return [
        f"Dense cross-referencing, no win for the graph: not so here yet, {where} of two and more hops, hybrid still "
        f"wins in {len(won)} of {len(densest)} cells."
    ]


@each_embedder
def one_page(table: pd.DataFrame) -> list[str]:
    """Does it matter whether one page answers the whole question?"""
    return [
        f"Questions of two and more hops whose facts stand on {row['answered_by']} (n = {row['n']}): vectors "
        f"{row['vector_recall']:.3f}, fused lists {row['fused_recall']:.3f}, hybrid {row['hybrid_recall']:.3f}; to "
        f"vectors {signed(row)}, {row['verdict']}; to fused lists {signed(row, 'to_fused')}."
        for _, row in table.iterrows()
    ]


@each_embedder
def sweeps(table: pd.DataFrame) -> list[str]:
    """What else moves the difference, each on its own."""
    said = []
    for name, rows in table.groupby("parameter", sort=False):
        each = [
            f"{row['value']:g}: {row['vector_recall']:.3f} -> {row['hybrid_recall']:.3f} ({signed(row)}, "
            f"{row['verdict']})"
            for _, row in rows.sort_values("value").iterrows()
        ]
        said.append(f"{SWEPT[name].capitalize()}: {'; '.join(each)}.")
    return said


@each_embedder
def placed(table: pd.DataFrame) -> list[str]:
    """Real sets: where they lie and what was measured."""
    said = []
    for _, row in table.iterrows():
        hops = _several(int(row["hops"]), "hop") if str(row["hops"]).isdigit() else "hops not told"
        where = (
            f"a linking fact stands on {row['cross_references']:.2f} [{row['cross_references_low']:.2f}, "
            f"{row['cross_references_high']:.2f}] pages"
            if pd.notna(row["cross_references"])
            else "no linking fact is seen"
        )
        said.append(
            f"{row['data']}, {hops} (n = {row['n']}): {where}; {row['vector_recall']:.3f} -> "
            f"{row['hybrid_recall']:.3f}, {signed(row)}, {row['verdict']}."
        )
    return said


def in_words(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """All sentences, in the order of the notebook; a table that is missing or empty says nothing."""
    tell = {"map": wins, "one_page": one_page, "sweeps": sweeps, "placed": placed}
    return [sentence for name, of in tell.items() if len(tables.get(name, ())) for sentence in of(tables[name])]
