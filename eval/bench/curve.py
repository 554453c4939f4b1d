"""Every merge threshold against 20 of them: `python -m eval.bench.curve [--records FILE --gold COLUMN] [--points 20]`.

Ours: `threshold_curve`, all distinct thresholds with pairwise and B-cubed scores. Beside it, on the same scored pairs:
splink's `cluster_pairwise_predictions_at_threshold` (DuckDB), and scipy's connected components, once per threshold,
which give clusters only, no scores. Each runs in a process of its own for its peak memory; the cluster counts at the
thresholds must be equal. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from eval.clusters import find_pairs, unlabelled_probabilities
from eval.curve import threshold_curve
from eval.datasets import data_root
from eval.datasets.records import RecordData, load_records

#: Times that each side runs; the best is taken. Seconds are of the processor (each side has one thread), since the
#: clock on the wall measures a machine's other work too; it stands beside them.
REPEATS = 3


def made_up(records: int = 20_000, seed: int = 0) -> dict[str, np.ndarray]:
    """Scored pairs without a data set: clusters of ten, 12 pairs a record, right ones scored higher on the average."""
    rng = np.random.default_rng(seed)
    gold = np.arange(records) // 10
    left = rng.integers(records, size=records * 12)
    inside = left // 10 * 10 + rng.integers(10, size=len(left))
    right = np.where(
        rng.random(len(left)) < 0.4, np.minimum(inside, records - 1), rng.integers(records, size=len(left))
    )
    key = np.unique(np.minimum(left, right) * records + np.maximum(left, right))
    left, right = key // records, key % records
    left, right = left[left != right], right[left != right]
    scores = np.clip(rng.normal(np.where(gold[left] == gold[right], 0.8, 0.4), 0.15), 0, 1).round(5)
    return {"left": left, "right": right, "scores": scores, "gold": gold}


def scored(data: RecordData) -> dict[str, np.ndarray]:
    """The pairs of a table with their agreement, as `python -m eval clusters` scores them without labels."""
    pairs = find_pairs(data)
    scores = pairs.agreement(unlabelled_probabilities(pairs))
    return {"left": pairs.left, "right": pairs.right, "scores": scores, "gold": data.gold}


def ours(pairs: dict[str, np.ndarray], thresholds: list[float]) -> dict[str, Any]:
    def run() -> list[int]:
        curve = threshold_curve(pairs["left"], pairs["right"], pairs["scores"], pairs["gold"])
        found["distinct_thresholds"] = len(curve)
        return [int(curve.clusters[curve.row_at(t)]) for t in thresholds]

    found: dict[str, Any] = {}
    return _timed(run) | found


def splink(pairs: dict[str, np.ndarray], thresholds: list[float]) -> dict[str, Any]:
    import pandas as pd
    from splink.backends.duckdb import DuckDBAPI
    from splink.clustering import cluster_pairwise_predictions_at_threshold

    logging.getLogger("splink").setLevel(logging.ERROR)
    api = DuckDBAPI()
    connection = api._con
    connection.execute("SET threads TO 1")
    nodes = pd.DataFrame({"id": np.arange(len(pairs["gold"]))})
    edges = pd.DataFrame({"id_l": pairs["left"], "id_r": pairs["right"], "match_probability": pairs["scores"]})
    connection.register("nodes_frame", nodes)
    connection.register("edges_frame", edges)
    connection.execute("CREATE TABLE nodes AS SELECT * FROM nodes_frame")
    connection.execute("CREATE TABLE edges AS SELECT * FROM edges_frame")

    def run() -> list[int]:
        counts = []
        for threshold in thresholds:
            clusters = cluster_pairwise_predictions_at_threshold(
                "nodes", "edges", api, node_id_column_name="id", threshold_match_probability=threshold
            )
            name = clusters.physical_name
            counts.append(connection.execute(f"SELECT count(DISTINCT cluster_id) FROM {name}").fetchall()[0][0])
        return counts

    return _timed(run)


def scipy_components(pairs: dict[str, np.ndarray], thresholds: list[float]) -> dict[str, Any]:
    from memkit.records.clusters import clusters_at

    n = len(pairs["gold"])

    def run() -> list[int]:
        return [int(clusters_at(n, pairs["left"], pairs["right"], pairs["scores"], t).max()) + 1 for t in thresholds]

    return _timed(run)


def _timed(run: Callable[[], list[int]], repeats: int = REPEATS) -> dict[str, Any]:
    seconds, wall = [], []
    for _ in range(repeats):
        start = time.process_time(), time.perf_counter()
        clusters = run()
        seconds.append(time.process_time() - start[0])
        wall.append(time.perf_counter() - start[1])
    return {"seconds": min(seconds), "wall_seconds": min(wall), "peak_mb": _peak_mb(), "clusters": clusters}


def _peak_mb() -> float:
    """Peak resident memory of this process. Linux's own figure where there is one: `ru_maxrss` is inherited from the
    process that started this one."""
    status = Path("/proc/self/status")
    if status.is_file():
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _apart(side: Callable, file: Path, thresholds: list[float]) -> dict[str, Any]:
    """`side` in a fresh process, so that its peak memory is its own."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_loaded, side, file, thresholds).result()


def _loaded(side: Callable, file: Path, thresholds: list[float]) -> dict[str, Any]:
    with np.load(file) as pairs:
        return side(dict(pairs), thresholds)


def compare(pairs: dict[str, np.ndarray], points: int = 20) -> dict[str, Any]:
    """Seconds and peak memory of each side, the ratio, and whether all counts are equal."""
    scores = pairs["scores"]
    # evenly over the probabilities, as one would choose them without knowing the curve
    thresholds = np.linspace(0, 1, points + 2)[1:-1].tolist()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pairs.npz"
        np.savez(file, **pairs)
        sides = {side.__name__: _apart(side, file, thresholds) for side in (ours, splink, scipy_components)}
    counts = {name: side.pop("clusters") for name, side in sides.items()}
    return {
        "records": len(pairs["gold"]),
        "pairs": len(scores),
        "thresholds": points,
        **sides,
        "times_faster_than_splink": sides["splink"]["seconds"] / sides["ours"]["seconds"],
        "same_counts": counts["ours"] == counts["splink"] == counts["scipy_components"],
        "counts": counts["ours"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--records", metavar="FILE", help="a table of records (default: historical_50k, else made-up pairs)"
    )
    parser.add_argument("--gold", metavar="COLUMN", default="cluster")
    parser.add_argument("--points", type=int, default=20)
    args = parser.parse_args()
    known = sorted(((data_root() or Path()) / "historical_50k").glob("*.parquet"))
    file = args.records or (str(known[0]) if known else None)
    pairs = scored(load_records([file], gold_column=args.gold)) if file else made_up()
    result = compare(pairs, args.points)
    print(json.dumps({"data": file or "made up"} | result, indent=2))
    if not result["same_counts"]:
        raise SystemExit("the cluster counts differ")


if __name__ == "__main__":
    main()
