"""Recall of passages: any system on a set in BEIR form, by rank and by token budget, with paired differences.

Ranking measures are ir_measures'. One tie rule for all: a system's passages are ordered by score, equal scores by
`_id`; of an `_id` named twice the better counts; the measures then see ranks, which never tie.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ir_measures
import numpy as np
from ir_measures import RR, R, nDCG

from eval.datasets.beir import BeirData
from eval.stats import correct, difference_interval, mean_interval, permutation_test
from eval.systems import MemkitSystem, System
from memkit.errors import InputError

#: What fits in a prompt: recall among the passages that fill so many tokens, in rank order.
BUDGETS = (500, 1000, 2000)
#: Characters of a token, about (OpenAI's rule of thumb for English); the same for every system.
CHARS_PER_TOKEN = 4
#: How deep each system is asked: enough for the largest budget of short passages.
DEPTH = 50
#: A gold passage outside the first so many of both lists is one that only the graph brought in.
LISTS_DEPTH = 100
BASELINE = "vector"

Run = dict[str, list[str]]  # query id -> passage ids, best first


def ranked(found: Sequence[tuple[str, float]], known: set[str], system: str) -> list[str]:
    """Ids by the tie rule. Raises InputError for an id that is not in the corpus or a score that is no number."""
    for id, score in found:
        if id not in known:
            raise InputError(f"system {system!r} returned {id!r}, which is no _id of the corpus")
        if not isinstance(score, (int, float, np.number)) or math.isnan(score):
            raise InputError(f"system {system!r} returned the score {score!r} for {id!r}: a number is needed")
    return list(dict.fromkeys(id for id, _ in sorted(found, key=lambda f: (-f[1], f[0]))))


def ask(system: System, name: str, data: BeirData, depth: int) -> tuple[Run, list[float]]:
    """(ranking of each query, seconds each took)."""
    known, run, seconds = {p["_id"] for p in data.passages}, {}, []
    for id, text in data.queries.items():
        start = time.perf_counter()
        found = system.search(text, depth)
        seconds.append(time.perf_counter() - start)
        run[id] = ranked(found, known, name)
    return run, seconds


def per_query(data: BeirData, run: Run, ks: Sequence[int], budgets: Sequence[int] = BUDGETS) -> dict[str, np.ndarray]:
    """Measure -> its value for each query, in the order of `data.queries`."""
    order = {id: n for n, id in enumerate(data.queries)}
    measures = [*(R @ k for k in ks), nDCG @ 10, RR @ 10]
    values = {str(measure): np.zeros(len(order)) for measure in measures}
    qrels = {query: dict.fromkeys(sorted(of), 1) for query, of in data.gold.items()}
    scores = {query: {id: float(-rank) for rank, id in enumerate(ids)} for query, ids in run.items() if ids}
    for metric in ir_measures.iter_calc(measures, qrels, scores):
        values[str(metric.measure)][order[metric.query_id]] = metric.value
    tokens = token_counts(data)
    for budget in budgets:
        values[f"R@{budget}tokens"] = np.array(
            [len(data.gold[q] & set(within(run[q], tokens, budget))) / len(data.gold[q]) for q in data.queries]
        )
    return values


def token_counts(data: BeirData) -> dict[str, int]:
    """Passage id -> tokens that it takes in a prompt, "title. text"."""
    return {p["_id"]: math.ceil((len(p["title"]) + len(p["text"]) + 2) / CHARS_PER_TOKEN) for p in data.passages}


def within(ids: Sequence[str], tokens: Mapping[str, int], budget: int) -> list[str]:
    """The first passages that fit in the budget together."""
    filled, kept = 0, []
    for id in ids:
        filled += tokens[id]
        if filled > budget:
            break
        kept.append(id)
    return kept


def added(data: BeirData, systems: Mapping[str, System], runs: Mapping[str, Run], ks: Sequence[int]) -> dict[str, Any]:
    """System -> "R@k" -> gold passages among its first k that stand in neither the vector nor the keyword list's first
    LISTS_DEPTH: what only the graph can bring. Memkit's systems only; {} without one."""
    memory = next((s.memory for s in systems.values() if isinstance(s, MemkitSystem)), None)
    if memory is None:
        return {}
    lists = [ask(MemkitSystem(memory, mode), mode, data, LISTS_DEPTH)[0] for mode in ("vector", "keyword")]
    outside = {q: data.gold[q] - {id for run in lists for id in run[q]} for q in data.queries}
    found = {
        name: {f"R@{k}": sum(len(outside[q] & set(run[q][:k])) for q in data.queries) for k in ks}
        for name, run in runs.items()
    }
    return {"gold": sum(map(len, data.gold.values())), "outside": sum(map(len, outside.values())), "found": found}


@dataclass(frozen=True, slots=True)
class Measured:
    """What each system did: `runs` name -> query -> ids, best first; `values` name -> measure -> one value a query;
    `timings` one row a system; `added` as the function of that name gives it."""

    runs: dict[str, Run]
    values: dict[str, dict[str, np.ndarray]]
    timings: list[dict[str, Any]]
    added: dict[str, Any]


def measure(
    data: BeirData,
    systems: Mapping[str, System],
    ks: Sequence[int],
    *,
    progress: Callable[[str], None] = lambda _: None,
) -> Measured:
    """Give each system the corpus, ask it every question, and measure what it returned."""
    values: dict[str, dict[str, np.ndarray]] = {}
    runs: dict[str, Run] = {}
    timings: list[dict[str, Any]] = []
    for name, system in systems.items():
        start = time.perf_counter()
        system.ingest(data.passages)
        ingested = time.perf_counter() - start
        runs[name], seconds = ask(system, name, data, max(DEPTH, *ks))
        values[name] = per_query(data, runs[name], ks)
        timings.append(
            {"system": name, "ingest_s": ingested}
            | {f"p{p}_ms": 1000 * float(np.percentile(seconds, p)) for p in (50, 95)}
        )
        progress(f"{name}: " + ", ".join(f"R@{k} {values[name][f'R@{k}'].mean():.3f}" for k in ks))
    return Measured(runs, values, timings, added(data, systems, runs, ks))


def evaluate(
    data: BeirData,
    systems: Mapping[str, System],
    ks: Sequence[int],
    *,
    seed: int = 0,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """(the result of `python -m eval recall`, one row of timings per system)."""
    measured = measure(data, systems, ks, progress=progress)
    return summarise(data, measured, ks, seed), measured.timings


def summarise(data: BeirData, measured: Measured, ks: Sequence[int], seed: int = 0) -> dict[str, Any]:
    """`systems` and `differences` (to BASELINE, paired by query, of all measures) are means with 95 % percentile
    bootstrap intervals; `p` is a paired permutation test of R@k, `p_holm` corrected over all systems and k together."""
    return {
        "data": data.name,
        "data_hash": data.hash,
        "split": data.split,
        "n": len(data.queries),
        "passages": len(data.passages),
        "skipped": data.skipped,
        "seed": seed,
        "tie_rule": "score, then _id",
        "tokens": f"characters / {CHARS_PER_TOKEN}",
        "systems": {name: _means(of, seed) for name, of in measured.values.items()},
        "differences": _differences(measured.values, ks, seed),
        "by_hops": _by_hops(data, measured.values, ks, seed),
        "added": measured.added,
    }


def _means(values: Mapping[str, np.ndarray], seed: int) -> dict[str, dict[str, float]]:
    return {measure: mean_interval(of, seed=seed).to_dict() for measure, of in values.items()}


def _differences(values: Mapping[str, Mapping[str, np.ndarray]], ks: Sequence[int], seed: int) -> dict[str, Any]:
    if BASELINE not in values:
        return {}
    base, tested = values[BASELINE], {}
    found: dict[str, dict[str, Any]] = {}
    for name in (n for n in values if n != BASELINE):
        found[name] = {}
        for measure, of in values[name].items():
            found[name][measure] = difference_interval(of, base[measure], seed=seed).to_dict()
        for measure in (f"R@{k}" for k in ks):
            found[name][measure]["p"] = permutation_test(values[name][measure], base[measure], seed=seed)
            tested[f"{name}\t{measure}"] = found[name][measure]
    correct(tested)
    return found


def _by_hops(
    data: BeirData, values: Mapping[str, Mapping[str, np.ndarray]], ks: Sequence[int], seed: int
) -> dict[str, Any]:
    """hops -> n and R@k of each system, where the set tells hops; "3+" pools three and more."""
    kinds = {kind: {kind} for kind in sorted(set(data.hops.values()))}
    if many := {kind for kind in kinds if kind.isdigit() and int(kind) >= 3}:
        kinds["3+"] = many
    rows = {}
    for label, of in kinds.items():
        at = [n for n, id in enumerate(data.queries) if data.hops.get(id) in of]
        rows[label] = {"n": len(at)} | {
            name: {f"R@{k}": mean_interval(v[f"R@{k}"][at], seed=seed).to_dict() for k in ks}
            for name, v in values.items()
        }
    return rows
