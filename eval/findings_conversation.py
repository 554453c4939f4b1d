"""What the tables of recall over conversations say, in sentences (see eval/findings.py)."""

from __future__ import annotations

import pandas as pd

from eval.table import interval_text


def categories(frame: pd.DataFrame) -> list[str]:
    """Vector search, the fused lists and hybrid, by category, set by set."""
    said = []
    for (data, category), rows in frame.groupby(["data", "category"], sort=False):
        of = rows.set_index("system")
        each = [
            f"{name} {interval_text(of.loc[name], 'recall')}"
            for name in ("vector", "fused", "hybrid")
            if name in of.index
        ]
        verdict = (
            f": hybrid against vector {of.loc['hybrid', 'verdict']}" if {"vector", "hybrid"} <= set(of.index) else ""
        )
        said.append(f"{data}, {category} ({of['n'].iloc[0]:.0f} questions): {', '.join(each)}{verdict}.")
    return said


def parts(frame: pd.DataFrame) -> list[str]:
    """Hybrid where its weights were chosen, and elsewhere."""
    rows = frame[(frame["system"] == "hybrid") & frame["part"].isin(["weights chosen here", "scores only"])]
    return [
        f"{row['data']}, {row['part']} ({row['n']:.0f} questions): hybrid {interval_text(row, 'recall')}."
        for _, row in rows.iterrows()
    ]


def signals(frame: pd.DataFrame) -> list[str]:
    """What each signal is worth, and what is left when it says nothing."""
    said = []
    for data, rows in frame.groupby("data", sort=False):
        for kind, of in rows[rows["kind"] != "all signals"].groupby("kind", sort=False):
            each = [f"{row['system']} {row['difference']:+.3f} ({row['verdict']})" for _, row in of.iterrows()]
            said.append(f"{data}, {kind}, against all signals: {', '.join(each)}.")
    return said


def abstention(frame: pd.DataFrame) -> list[str]:
    """How often it is said, rightly, that the evidence is missing."""
    return [
        f"{row['data']}: precision {interval_text(row, 'precision')}, recall {interval_text(row, 'recall')} over "
        f"{row['unanswerable']:.0f} of {row['n']:.0f} questions without an answer."
        for _, row in frame[frame["system"] == "hybrid"].iterrows()
    ]
