"""The runs behind results/ that need no notebook: each grades one thing on the data sets at hand and writes its tables.

A step gets the data sets it asked for and writes into its own folder; eval/results.py decides what runs again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from eval import peps, stats, wiki_tables
from eval.clusters import evaluate as evaluate_clusters
from eval.datasets.cases import load_cases
from eval.datasets.pairs import load_pairs
from eval.datasets.records import load_records
from eval.datasets.registry import DataSet
from eval.datasets.tables import load_tables
from eval.facts_tables import facts_over_time
from eval.identity import grade_cases
from eval.plot import save, threshold_curve
from eval.provenance import Provenance
from eval.stress import stress_pairs, summarize
from eval.table import write_table
from eval.tables import match
from eval.transfer import transfer
from memkit.config import Settings
from memkit.embed import Embedder, HashEmbedder, load_embedder
from memkit.resolve import Rule, get_rule

#: Identity rules of names that are compared, each with its embedder (memkit uses none).
NAME_RULES = (("seed", "hash"), ("seed", "minilm"), ("memkit", "none"))
EXACT = "95 % Clopper-Pearson"
BOOTSTRAP = "95 % percentile bootstrap, 2000 resamples"
#: Merge precision that verdicts on names are about.
TARGET = 0.99
SEED = 0


@dataclass(frozen=True)
class Step:
    """`run(folder, data_sets)` writes the tables; `kind` and `names` say which data sets it reads (no kind: none; no
    names: all of the kind). With fewer than `fewest` of them here it is skipped."""

    name: str
    run: Callable[[Path, Sequence[DataSet]], None]
    kind: str | None = None
    names: tuple[str, ...] = ()
    fewest: int = 1

    def inputs(self, data_sets: Sequence[DataSet]) -> list[DataSet]:
        """Those of the data sets at hand that this step reads."""
        return [d for d in data_sets if d.kind == self.kind and (not self.names or d.name in self.names)]


def _name_rules() -> list[tuple[str, str, Rule, Settings, Embedder | None]]:
    found = []
    for name, embedder in NAME_RULES:
        settings = Settings(embedder="hash" if embedder == "none" else embedder)
        loaded = None if embedder == "none" else load_embedder(settings)[0]
        found.append((name, embedder, get_rule(name), settings, loaded))
    return found


def _thresholds(settings: Settings) -> dict[str, Any]:
    return {"merge_threshold": settings.merge_threshold, "pending_threshold": settings.pending_threshold}


# ------------------------------------------------------------------------------------------------ identity of names


def identity(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """cases.csv: each rule on labelled pairs of names; decisions.csv: what the memkit rule decided, and why."""
    rows, decisions, n = [], [], 0
    for data in data_sets:
        cases = load_cases(data.path / "cases.jsonl")
        n += len(cases.cases)
        for name, embedder, rule, settings, loaded in _name_rules():
            graded = grade_cases(cases, rule, settings, loaded)
            counts = {key: value for key, value in graded.items() if isinstance(value, int)}
            right = stats.proportion_interval(graded["right"], graded["cases"]).columns("share_right")
            verdict = _merging_verdict(graded["merged_same"], graded["false_merges"])
            rows.append({"data": data.name, "rule": name, "embedder": embedder, **counts, **right, "verdict": verdict})
            if name == "memkit":
                wrong = {case["id"] for case in graded["wrong"]}
                decisions += [
                    {"data": data.name, **d, "verdict": "wrong" if d["id"] in wrong else "right"}
                    for d in graded["decisions"]
                ]
    hashes = {data.name: data.hash for data in data_sets}
    provenance = Provenance(
        data=hashes, n=n, interval=EXACT, embedder="in the table", settings=_thresholds(Settings(embedder="hash"))
    )
    write_table(rows, folder / "cases.csv", provenance, title="Identity cases: each rule")
    write_table(
        decisions, folder / "decisions.csv", provenance, title="Identity cases: every decision of the memkit rule"
    )


def _merging_verdict(right: int, wrong: int) -> str:
    return stats.safety_verdict(right, right + wrong, TARGET)


def stress(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """rates.csv: each rule on the report half of the stress pairs; kinds.csv: the memkit rule by kind of variant."""
    pairs = stress_pairs(SEED, "report")
    rows, kinds = [], []
    for name, embedder, rule, settings, loaded in _name_rules():
        found = summarize(pairs, rule, settings, loaded)
        row: dict[str, Any] = {"rule": name, "embedder": embedder}
        for key in ("false_merges", "asked_different", "created_apart", "merged"):
            row |= stats.Interval(*(found[key][end] for end in ("rate", "low", "high"))).columns(key)
        merged, wrong = found["merged"]["hits"], found["false_merges"]["hits"]
        counts = {"different": found["false_merges"]["n"], "same": found["merged"]["n"], "false_merge_count": wrong}
        rows.append({**row, **counts, "verdict": _merging_verdict(merged, wrong)})
        if name == "memkit":
            for kind, actions in found["by_kind"].items():
                apart = stats.proportion_interval(actions["create"], sum(actions.values()))
                verdict = (
                    "mostly left apart" if apart.low > 0.5 else "mostly found" if apart.high < 0.5 else "half found"
                )
                kinds.append({"kind": kind, **actions, **apart.columns("share_apart"), "verdict": verdict})
    provenance = Provenance(
        data={"stress pairs, report half": hashlib.sha256(repr(pairs).encode()).hexdigest()[:16]},
        n=len(pairs),
        interval=EXACT,
        seed=SEED,
        embedder="in the table",
        settings=_thresholds(Settings(embedder="hash")),
    )
    write_table(rows, folder / "rates.csv", provenance, title="Stress pairs, report half: each rule")
    write_table(kinds, folder / "kinds.csv", provenance, title="Stress pairs: variants of a name, memkit rule")


# ---------------------------------------------------------------------------------------------------------- records


def tables(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """matching.csv: two whole tables matched without labels; removed.csv: when the true partner is missing."""
    rows, removed, n = [], [], 0
    for data in data_sets:
        found = match(load_tables(data.path), encode=HashEmbedder().encode, seed=SEED)
        n += found["left"]
        for rule, of_rule in (("memkit", found), ("seed", found["seed"])):
            for how, said in (("half", "labels of the other half"), ("no_labels", "scores alone")):
                rows.append(
                    {
                        "data": data.name,
                        "rule": rule,
                        "threshold_from": said,
                        "blocking_recall": found["blocking_recall"],
                        **of_rule[how],
                        "verdict": "chosen without the reported labels",
                    }
                )
        full = found["removed"][0]["recall_at_target"]
        for row in found["removed"]:
            lost = row["recall_at_target"] < full - 0.02
            removed.append({"data": data.name, **row, "verdict": "recall falls" if lost else "as with all partners"})
    provenance = Provenance(
        data={data.name: data.hash for data in data_sets},
        n=n,
        interval=BOOTSTRAP,
        seed=SEED,
        embedder="hash, seed rule only",
    )
    write_table(rows, folder / "matching.csv", provenance, title="Whole tables, untrained rules, mutual best")
    write_table(removed, folder / "removed.csv", provenance, title="When true partners are missing")


#: How each set of records says which are one thing.
GOLD: dict[str, dict[str, str]] = {
    "historical_50k": {"records": "*.parquet", "gold_column": "cluster"},
    "cora": {"records": "cora.csv", "gold_pairs": "cora_gt.csv"},
}


def clusters(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """clusters.csv: pairwise and B-cubed F1 of clusters at the chosen threshold, without labels and trained on half;
    curve_NAME.csv and .png: every threshold."""
    rows, n = [], 0
    for data in data_sets:
        gold = dict(GOLD[data.name])
        files = sorted(data.path.glob(gold.pop("records")))
        if "gold_pairs" in gold:
            gold["gold_pairs"] = str(data.path / gold["gold_pairs"])
        found = evaluate_clusters(load_records(files, **gold), encode=HashEmbedder().encode, seed=SEED)
        n += found["data"]["records"]
        rows += _cluster_rows(data.name, found)
        provenance = Provenance(
            data={data.name: data.hash},
            n=found["data"]["records"],
            interval="none",
            seed=SEED,
            settings={"labels": "none"},
        )
        best = found["oracle"]["f1"]
        curve = [
            {**row, "verdict": "within .01 of the best F1" if row["f1"] >= best - 0.01 else "below the best F1"}
            for row in found["curve"]
        ]
        write_table(
            curve, folder / f"curve_{data.name}.csv", provenance, title=f"Clusters at every threshold: {data.name}"
        )
        save(_cluster_plot(data.name, curve, found["chosen"]["threshold"]), folder / f"curve_{data.name}.png")
    provenance = Provenance(
        data={data.name: data.hash for data in data_sets},
        n=n,
        interval=f"{BOOTSTRAP} of gold clusters",
        embedder="hash, seed rule only",
        seed=SEED,
    )
    write_table(rows, folder / "clusters.csv", provenance, title="Clusters of records")


def _cluster_rows(name: str, found: dict[str, Any]) -> list[dict[str, Any]]:
    shown = ("threshold", "precision", "recall", "f1", "f1_low", "f1_high", "bcubed_f1", "clusters")
    rows = []
    for how, row, verdict in (
        ("no labels", found["chosen"], "chosen without labels"),
        ("no labels, best threshold", found["oracle"], "needs the gold: an upper bound"),
        ("trained on half", found["trained"], "chosen on the other half"),
        ("seed rule, its own threshold", found["seed_rule"], "the baseline"),
        ("seed rule, best threshold", found["seed_rule"]["oracle"], "needs the gold: an upper bound"),
    ):
        if row and "f1" in row:
            cells = {key: row.get(key) for key in shown}
            rows.append(
                {"data": name, "how": how, "blocking_recall": found["blocking_recall"], **cells, "verdict": verdict}
            )
    return rows


def _cluster_plot(name: str, curve: list[dict[str, Any]], chosen: float):
    return threshold_curve(
        pd.DataFrame(curve)[["threshold", "precision", "recall", "f1"]],
        title=f"{name}: pairs in one cluster, without labels",
        merge_threshold=chosen,
        xlabel="merge threshold (agreement of two records' neighbourhoods)",
    )


# --------------------------------------------------------------------------------------------------------- transfer


def travel(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """transfer.csv: F1 with a threshold that was best on the other data sets, beside the set's own."""
    frame = transfer([load_pairs(data.path) for data in data_sets], seed=SEED)
    frame["verdict"] = [
        stats.difference_verdict(stats.Interval(row.difference, row.difference_low, row.difference_high))
        for row in frame.itertuples()
    ]
    provenance = Provenance(
        data={data.name: data.hash for data in data_sets},
        n=sum(len(load_pairs(data.path).test) for data in data_sets),
        interval=BOOTSTRAP,
        seed=SEED,
        settings={"split": "test", "learned on": "train and valid of all other sets"},
    )
    write_table(frame, folder / "transfer.csv", provenance, title="Do thresholds travel between data sets?")


#: The first part: what `make results` runs.
FIRST = (
    Step("identity", identity, "identity"),
    Step("stress", stress),
    Step("tables", tables, "records", ("abt-buy", "dblp-acm")),
    Step("clusters", clusters, "records", tuple(GOLD)),
    Step("wiki", wiki_tables.wiki, "wiki"),
    Step("wiki_identity", wiki_tables.identity, "wiki", ("meridian",)),
    Step("facts_over_time", facts_over_time, "facts"),
    Step("transfer", travel, "pairs", ("name_pairs", "Beer", "iTunes-Amazon", "Abt-Buy"), fewest=2),
)
#: What `make results-all` runs.
ALL = (
    *FIRST[:-1],
    Step("peps", peps.peps, "texts", ("peps",)),
    replace(FIRST[-1], names=("name_pairs", "Beer", "iTunes-Amazon", "Fodors-Zagats", "Abt-Buy", "DBLP-ACM")),
)
