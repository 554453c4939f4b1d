"""What the tables of retrieval say, in sentences (see eval/findings.py)."""

from __future__ import annotations

import pandas as pd

from eval.table import interval_text

DEPTH = "R@5"
#: Systems whose recall is told, where they are in a table.
TOLD = ("vector", "fused", "walk", "hybrid", "eval.agent_memory:AgentMemory")


def recall(frame: pd.DataFrame) -> list[str]:
    """Recall of each system, set by set."""
    said = []
    for data, rows in frame.groupby("data", sort=False):
        of = rows.set_index("system")
        each = [f"{name.rpartition(':')[2]} {interval_text(of.loc[name], DEPTH)}" for name in TOLD if name in of.index]
        said.append(f"**{data}**, {DEPTH}: {', '.join(each)}.")
    return said


def differences(frame: pd.DataFrame) -> list[str]:
    """Where hybrid beats vector search, and where that is not shown."""
    rows = frame[(frame["system"] == "hybrid") & (frame["measure"] == DEPTH)]
    said = []
    for _, row in rows.iterrows():
        difference = f"{row['difference']:+.3f} [{row['difference_low']:+.3f}, {row['difference_high']:+.3f}]"
        p = "below .001" if row["p_holm"] < 0.001 else f"{row['p_holm']:.3f}"
        said.append(f"{row['data']}: hybrid minus vector {difference} at {DEPTH} (p {p} after Holm): {row['verdict']}.")
    better = int((rows["verdict"] == "better").sum())
    said.append(f"The graph recalls more than vectors in {better} of {len(rows)} sets.")
    return said


def controls(frame: pd.DataFrame) -> list[str]:
    """What is left when the links are joined at random."""
    said = []
    for data, rows in frame.groupby("data", sort=False):
        of = rows.set_index("system")[DEPTH]
        if {"hybrid", "walk", "vector", "rewired-pairs", "rewired-graph"} <= set(of.index):
            said.append(
                f"{data}: with the links of pairs rewired {of['rewired-pairs']:.3f} (hybrid {of['hybrid']:.3f}, the "
                f"walk alone {of['walk']:.3f}); with the whole graph rewired {of['rewired-graph']:.3f} (vector "
                f"{of['vector']:.3f})."
            )
    return said


def hops(frame: pd.DataFrame) -> list[str]:
    """Recall by number of hops: vector against hybrid."""
    said = []
    for (data, hop), rows in frame.groupby(["data", "hops"], sort=False):
        of = rows.set_index("system")
        if {"vector", "hybrid"} <= set(of.index):
            vector, hybrid = (interval_text(of.loc[name], "recall") for name in ("vector", "hybrid"))
            said.append(f"{data}, {hop} hops ({of['n'].iloc[0]:.0f} questions): vector {vector}, hybrid {hybrid}.")
    return said


def sources(frame: pd.DataFrame) -> list[str]:
    """Where the gain comes from."""
    return [
        f"{data}: of {rows['passages'].sum():.0f} gold passages that only hybrid has in its first five, "
        + "; ".join(f"{row['passages']:.0f} by {row['reason'].partition(':')[0]}" for _, row in rows.iterrows())
        + "."
        for data, rows in frame.groupby("data", sort=False)
    ]


def added(frame: pd.DataFrame) -> list[str]:
    """Gold passages that no re-ranking of both lists could bring in."""
    return [
        f"{row['data']}: {row['outside_both_lists']:.0f} of {row['gold']:.0f} gold passages stand outside the first "
        f"hundred of both lists; hybrid has {row['in_first_5']:.0f} of them in its first five."
        for _, row in frame[frame["system"] == "hybrid"].iterrows()
        if row["outside_both_lists"] > 0
    ]


def by_setting(frame: pd.DataFrame, setting: str) -> list[str]:
    """Hybrid's recall for each value of a setting (identity rule, extraction), set by set."""
    said = []
    for data, rows in frame[frame["system"] == "hybrid"].groupby("data", sort=False):
        each = [f"{row[setting]} {interval_text(row, DEPTH)}" for _, row in rows.iterrows()]
        said.append(f"{data}, {DEPTH} of hybrid: {', '.join(each)}.")
    return said
