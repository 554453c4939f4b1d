"""The tables and the plot behind results/wiki: answers, shares with their goals, routes, extraction, every question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from eval import identity_effect, plot, stats
from eval.datasets.registry import DataSet
from eval.datasets.wiki import CATEGORIES, SPLITS, load_wiki
from eval.provenance import Provenance
from eval.table import write_table, write_timings
from eval.wiki import BASELINE, compare, open_wiki

EMBEDDER, SEED = "minilm", 0
EXACT = "95 % Clopper-Pearson; differences 95 % percentile bootstrap, 2000 resamples"
SYSTEMS = {"memkit": "memkit", BASELINE: "vector only"}
#: What the offline path should reach on the report part.
GOALS = {
    "set_exact": 0.9,
    "router_accuracy": 0.95,
    "citation_validity": 1.0,
    "citation_coverage": 1.0,
    "refusal_precision": 0.9,
    "refusal_recall": 0.9,
}
EXTRACTION_GOALS = {"precision": 0.9, "f1": 0.85}

Result = dict[str, Any]


def wiki(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """answers.csv, shares.csv, router.csv, extraction.csv, questions.csv, answers_NAME.png: each wiki's report part,
    and its dev part beside it, marked."""
    results: list[Result] = []
    timings: list[dict[str, Any]] = []
    for data in data_sets:
        loaded = load_wiki(data.path)
        with open_wiki(loaded, embedder=EMBEDDER) as memory:
            for split in reversed(SPLITS):
                if not loaded.part(split)[0]:
                    continue
                result, times = compare(loaded, split, memory, seed=SEED)
                results.append(result)
                timings += [{"data": data.name, "part": split, **row} for row in times]
    told = provenance(results)
    answers = [row for result in results for row in answer_rows(result)]
    for name, rows, title in (
        ("answers", answers, "Answers by category: the graph, and vectors alone"),
        (
            "shares",
            [row for r in results for row in share_rows(r)],
            "Routes, citations and refusals against their goals",
        ),
        ("router", [row for r in results for row in router_rows(r)], "Routes by category"),
        ("extraction", [row for r in results for row in extraction_rows(r)], "Relations extracted"),
        ("questions", [row for r in results for row in question_rows(r)], "Every question"),
    ):
        write_table(rows, folder / f"{name}.csv", told, title=title)
    for result in results:
        if result["split"] == "report":
            plot.save(
                answers_plot(result["data"], pd.DataFrame(answer_rows(result))),
                folder / f"answers_{result['data']}.png",
            )
    write_timings(timings, folder / "answers.csv")


def identity(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """identity.csv: answers and recall of a wiki's report part with no identity, each rule, and gold identity, with the
    names of its ontology and without."""
    wikis = [load_wiki(data.path) for data in data_sets]
    rows = [row for loaded in wikis for row in identity_effect.compare(loaded, "report", EMBEDDER, SEED)]
    told = Provenance(
        data={data.name: data.hash for data in data_sets},
        n=sum(len(loaded.part("report")[0]) for loaded in wikis),
        interval="95 % percentile bootstrap, 2000 resamples",
        seed=SEED,
        embedder=EMBEDDER,
        k="5",
        settings={"split": "report", "mode": "hybrid"},
    )
    write_table(rows, folder / "identity.csv", told, title="What identity does to answers and recall")


def provenance(results: Sequence[Result], rule: str = "memkit") -> Provenance:
    """Where tables of these results come from."""
    reader = {r["data"]: {name: r[BASELINE][name] for name in ("k", "floor")} for r in results}
    return Provenance(
        data={r["data"]: r["data_hash"] for r in results},
        n=sum(r["n"] for r in results),
        interval=EXACT,
        seed=results[0]["seed"],
        embedder=results[0]["embedder"],
        k=str(results[0]["k"]),
        settings={"rule": rule, "max_hops": results[0]["max_hops"], "reader": reader},
    )


# ------------------------------------------------------------------------------------------------------------- rows


def answer_rows(result: Result) -> list[dict[str, Any]]:
    """One row per category and system; "set answers" pools 2-hop, 3-hop and aggregation, "all" everything."""
    rows = []
    pooled = {category: (category,) for category in CATEGORIES}
    pooled |= {"set answers": ("2-hop", "3-hop", "aggregation"), "all": CATEGORIES}
    for kind, categories in pooled.items():
        for key, name in SYSTEMS.items():
            counts: Counter[str] = Counter()
            for category in categories:
                counts.update(_system(result, key)["by_category"][category])
            if not counts["n"]:
                continue
            row = _start(result) | {"category": kind, "system": name}
            row |= {grade: counts[grade] for grade in ("right", "partly", "wrong", "n")}
            row |= stats.proportion_interval(counts["right"], counts["n"]).columns("share_right")
            rows.append(row | _difference(result, key, "set_exact" if kind == "set answers" else kind))
    return rows


def _difference(result: Result, system: str, kind: str) -> dict[str, Any]:
    if system == BASELINE:
        return {"verdict": "the baseline"}
    row = result["differences"][BASELINE][kind]
    return stats.Interval.of(row).columns("difference") | {"p_holm": row["p_holm"], "verdict": row["verdict"]}


def share_rows(result: Result) -> list[dict[str, Any]]:
    """Each measure that has a goal, of both systems; only the memory's own is held to it."""
    rows = []
    for key, name in SYSTEMS.items():
        for measure, goal in GOALS.items():
            if key == BASELINE and measure == "router_accuracy":
                continue
            interval = stats.Interval(**_system(result, key)["intervals"][measure])
            row = _start(result) | {"measure": measure, "system": name} | interval.columns("share") | {"goal": goal}
            rows.append(row | {"verdict": "the baseline" if key == BASELINE else _reached(interval.mean, goal)})
    return rows


def router_rows(result: Result) -> list[dict[str, Any]]:
    """Which routes the questions of a category took, and how many of those were right."""
    rows = []
    for category in CATEGORIES:
        asked = [q for q in result["questions"] if q["category"] == category]
        if asked:
            taken = Counter(q["route"] for q in asked)
            right = sum(q["route_right"] for q in asked)
            routes = {route: taken[route] for route in ("VECTOR", "GRAPH", "HYBRID", "REFUSE")}
            share = stats.proportion_interval(right, len(asked)).columns("share_right")
            verdict = "all right" if right == len(asked) else f"{len(asked) - right} wrong"
            rows.append(_start(result) | {"category": category, "n": len(asked), **routes, **share, "verdict": verdict})
    return rows


def extraction_rows(result: Result) -> list[dict[str, Any]]:
    """One row per part that has labelled relations."""
    of = result["extraction"]
    if not of["n_gold"]:
        return []
    row = _start(result)
    for measure in ("precision", "recall", "f1"):
        row |= stats.Interval(**of["intervals"][measure]).columns(measure)
    row |= {"labelled": of["n_gold"], "found": of["n_predicted"], "labelled_documents": of["n_documents"]}
    row |= {"traps": of["traps"]["n"], "traps_taken": of["traps"]["n_wrong"]}
    missed = [name for name, goal in EXTRACTION_GOALS.items() if _reached(of[name], goal) != REACHED]
    return [row | {"verdict": f"goal missed: {', '.join(missed)}" if missed else REACHED}]


def question_rows(result: Result) -> list[dict[str, Any]]:
    """One row per question: what both systems answered, and what it was graded."""
    others = {q["id"]: q for q in result[BASELINE]["questions"]}
    rows = []
    for q in result["questions"]:
        row = _start(result) | {
            key: q[key] for key in ("id", "category", "question", "gold", "answer", "grade", "route")
        }
        row |= {"plan": q["plan"], "reason": q["reason"]}
        row |= {"cited": list(dict.fromkeys(c["doc"] for c in q["citations"])), "gold_passages": q["gold_passages"]}
        other = others[q["id"]]
        row |= {"vector_only_answer": other["answer"], "vector_only_grade": other["grade"]}
        rows.append(row | {"verdict": q["grade"] if q["route_right"] else f"{q['grade']}, by a wrong route"})
    return rows


REACHED, MISSED = "goal reached", "goal missed"


def _reached(value: float, goal: float) -> str:
    return REACHED if value >= goal else MISSED  # NaN, a share of nothing, reaches no goal


def _system(result: Result, key: str) -> Mapping[str, Any]:
    return result[key] if key == BASELINE else result


def _start(result: Result) -> dict[str, Any]:
    part = "report" if result["split"] == "report" else "dev (not reported)"
    return {"data": result["data"], "part": part}


# ------------------------------------------------------------------------------------------------------------- plot


def answers_plot(name: str, answers: pd.DataFrame) -> plot.Picture:
    """Share right by category, both systems beside one another; `answers` are the rows of one result."""
    return plot.groups(
        answers[answers["category"] != "set answers"],
        title=f"{name}: questions answered right",
        group="category",
        measure="share_right",
        systems=list(SYSTEMS.values()),
        xlabel="kind of question",
        ylabel="share right, with 95 % intervals",
    )
