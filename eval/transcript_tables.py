"""Tables, plots and sentences of what transcripts say: how well they are read, and what can be asked of them."""

from __future__ import annotations

import textwrap
from typing import Any

import pandas as pd

from eval import plot, stats
from eval.provenance import Provenance
from eval.standing.questions import KINDS
from eval.standing.run import LEADER
from eval.standing.systems import IN_REACH, MEMORY, PERFECT
from eval.table import interval_text
from eval.transcript import MEASURES
from eval.transcript_systems import BASELINE

INTERVAL = "95 % percentile bootstrap over conversations, 2000 resamples"
#: Measure -> how it is said, what it counts (a key of `gold`), and what should be reached on the project's own
#: conversations (None: no goal).
SAID: dict[str, tuple[str, str, float | None]] = {
    "attribution": ("attribution", "acts", 0.95),
    "stance_macro_f1": ("stance macro-F1", "acts", 0.85),
    "acts_precision": ("acts precision", "acts", None),
    "acts_recall": ("acts recall", "acts", None),
    "acts_f1": ("acts F1", "acts", 0.75),
    "status_accuracy": ("status accuracy", "decisions", 0.85),
    "supersession_f1": ("supersession F1", "links", 0.85),
    "positions_f1": ("positions F1", "positions", 0.85),
}
WITH_GOALS = "conversations"
REACHED, MISSED = "goal reached", "goal missed"
#: Who answers -> how they are called: a memory, and those who see the turns nearest to the question; all read by the
#: same reader, by vectors alone, or perfectly. Names are short, so that a legend has room for four.
ANSWERERS = {
    MEMORY: "memory",
    "turns_learned": "turns",
    "turns_rules": "turns, rules",
    f"turns_{BASELINE}": "turns, vectors",
    PERFECT: "memory, perfect",
    IN_REACH: "turns, perfect",
}
#: Who is drawn; what vectors alone read is in the table.
DRAWN = ("memory", "turns", "memory, perfect", "turns, perfect")
KIND_SAID = {"objected": "who objected", "position": "where a person stands", "stands": "what stands now"}
KIND_SAID |= {"replaced": "what replaced it", "status": "what became of it", "all": "all questions"}

Result = dict[str, Any]


def provenance(results: list[Result], n: str, settings: dict[str, Any]) -> Provenance:
    """Where tables of these results come from; `n` names what is counted: "conversations" or "questions"."""
    counted = {"conversations": "conversations" if "conversations" in results[0] else "n", "questions": "n"}[n]
    return Provenance(
        data={r["data"]: r["data_hash"] for r in results},
        n=sum(r[counted] for r in results),
        interval=INTERVAL,
        seed=results[0]["seed"],
        embedder=str(results[0].get("embedder", "in the baseline only")),
        k=str(results[0].get("k", "none")),
        settings=settings,
    )


# ------------------------------------------------------------------------------------------------- how well it is read


def measure_rows(result: Result) -> list[dict[str, Any]]:
    """One row for each reader and measure of a result of `python -m eval transcript`."""
    rows = []
    others = list(result["differences"])
    for name, of in ((result["system"], result), *((name, result[name]) for name in others)):
        for measure in MEASURES:
            said, counted, goal = SAID[measure]
            value = _interval(of["intervals"], measure)
            row = _start(result) | {"measure": said, "system": _reader(name), "n": result["gold"][counted]}
            row |= value.columns("value")
            if BASELINE in others and name == result["system"]:
                row |= _interval(result["differences"][BASELINE], measure).columns("difference")
            rows.append(row | _goal(result, goal) | {"verdict": _verdict(result, name, measure, value.mean, goal)})
    return rows


def _verdict(result: Result, name: str, measure: str, value: float, goal: float | None) -> str:
    if name == BASELINE:
        return "the baseline"
    said = []
    if name == result["system"] and BASELINE in result["differences"]:
        said.append(_pick(result["differences"][BASELINE], measure)["verdict"])
    if goal is not None and result["data"] == WITH_GOALS:
        said.append(REACHED if value >= goal else MISSED)
    return ", ".join(said) or "not compared"


def _goal(result: Result, goal: float | None) -> dict[str, Any]:
    return {"goal": goal if result["data"] == WITH_GOALS else None}


def _reader(name: str) -> str:
    return "vectors alone" if name == BASELINE else name


def _pick(values: Result, measure: str) -> Any:
    return values["acts"][measure.removeprefix("acts_")] if measure.startswith("acts_") else values[measure]


def _interval(values: Result, measure: str) -> stats.Interval:
    return stats.Interval.of(_pick(values, measure))


def _start(result: Result) -> dict[str, Any]:
    """The columns that say which part of which data it is; what was developed on is marked."""
    return {"data": result["data"], "part": "dev (not reported)" if result["split"] == "dev" else result["split"]}


def measures_plot(title: str, measures: pd.DataFrame) -> plot.Picture:
    """Each measure but precision and recall of the acts, a bar a reader; `measures` are rows of one result."""
    unseen = {"acts precision", "acts recall", *measures.loc[measures["value"].isna(), "measure"]}
    shown = measures[~measures["measure"].isin(unseen)]
    return plot.groups(
        shown.assign(measure=shown["measure"].str.replace(" ", "\n")),
        title=title,
        group="measure",
        measure="value",
        systems=list(dict.fromkeys(shown["system"])),
        xlabel="measure",
        ylabel="value, with 95 % intervals",
    )


# ------------------------------------------------------------------------------------------------- what can be asked


def standing_rows(result: Result) -> list[dict[str, Any]]:
    """One row for each kind of question and each who answers, of a result of `python -m eval standing`. `memory_lead`
    is the share right of the memory that was read as well minus theirs."""
    rows = []
    for kind in (*KINDS, "all"):
        for name, shares in result["systems"].items():
            if kind not in shares:
                continue
            of = shares[kind]
            row = _start(result) | {"question": KIND_SAID[kind], "system": ANSWERERS.get(name, name)}
            row |= {"right": of["right"], "n": of["n"]}
            row |= stats.Interval.of(of).columns("share_right")
            rows.append(row | _lead(result, name, kind))
    return rows


def _lead(result: Result, name: str, kind: str) -> dict[str, Any]:
    if name in (MEMORY, PERFECT):
        empty = dict.fromkeys(("memory_lead", "memory_lead_low", "memory_lead_high", "p_holm"))
        return empty | {"verdict": "the memory" if name == MEMORY else "the memory, with the labels for a reader"}
    lead = result["differences"][name][kind]
    return stats.Interval.of(lead).columns("memory_lead") | {
        "p_holm": lead["p_holm"],
        "verdict": f"{ANSWERERS[LEADER.get(name, MEMORY)]}: {lead['verdict']}",
    }


def standing_plot(title: str, standing: pd.DataFrame) -> plot.Picture:
    """Share right by kind of question, a bar for each who answers; `standing` are rows of one result."""
    shown = standing[standing["question"] != KIND_SAID["all"]]
    return plot.groups(
        shown.assign(question=[textwrap.fill(question, 13) for question in shown["question"]]),
        title=title,
        group="question",
        measure="share_right",
        systems=[name for name in DRAWN if name in set(shown["system"])],
        xlabel="kind of question",
        ylabel="share right, with 95 % intervals",
    )


# ---------------------------------------------------------------------------------------------------------- in words


def measures_in_words(frame: pd.DataFrame) -> list[str]:
    """How well transcripts are read, beside vectors alone: rows of `measure_rows`, what was developed on left out."""
    said = []
    reported = frame[frame["part"] != "dev (not reported)"]
    for data, rows in reported.groupby("data", sort=False):
        baseline = rows[rows["system"] == "vectors alone"].set_index("measure")
        for name, ours in rows[rows["system"] != "vectors alone"].groupby("system", sort=False):
            each = [
                f"{row['measure']} {interval_text(row, 'value')}{_beside(row, baseline)}"
                for _, row in ours.iterrows()
                if pd.notna(row["value"])
            ]
            said.append(f"**{data}** ({rows['part'].iloc[0]}), {name}: {'; '.join(each)}.")
    return said


def _beside(row: pd.Series, baseline: pd.DataFrame) -> str:
    parts = []
    if row["measure"] in baseline.index:
        parts.append(f"vectors alone {baseline.loc[row['measure'], 'value']:.3f}")
    if pd.notna(row["goal"]) and row["goal"] != "":
        parts.append(f"goal {row['goal']:g}: {'missed' if MISSED in row['verdict'] else 'reached'}")
    return f" ({'; '.join(parts)})" if parts else ""


def standing_in_words(frame: pd.DataFrame) -> list[str]:
    """Can a chunk index say who objected and what stands? Rows of `standing_rows`, what was developed on left out."""
    said = []
    reported = frame[frame["part"] != "dev (not reported)"]
    for (data, question), rows in reported.groupby(["data", "question"], sort=False):
        each = [f"{row['system']} {interval_text(row, 'share_right')}{_led(row)}" for _, row in rows.iterrows()]
        said.append(f"**{data}**, {question} (n = {rows['n'].iloc[0]}): {'; '.join(each)}.")
    return said


def _led(row: pd.Series) -> str:
    if pd.isna(row["memory_lead"]) or row["memory_lead"] == "":
        return ""
    low, high = row["memory_lead_low"], row["memory_lead_high"]
    leader, verdict = row["verdict"].split(": ")
    return f" (lead of {leader} {row['memory_lead']:+.3f} [{low:+.3f}, {high:+.3f}], {verdict})"
