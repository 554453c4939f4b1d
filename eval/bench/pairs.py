"""Pairs of records scored per second by each rule, and memory: `python -m eval.bench.pairs [--data DIR] [--pairs N]`.

Without --data a public set is taken (Abt-Buy, products with long descriptions), else made-up products. The first pass
of a rule reads every record; the second finds them read, as a resolver does that meets a record again and again.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections.abc import Callable

from eval.datasets.pairs import load_pairs
from eval.datasets.registry import find
from memkit.errors import InputError
from memkit.records.features import Pair, RecordFeatures, whole
from memkit.records.learned import LearnedRule
from memkit.records.similarity import value_of
from memkit.records.untrained import RecordRule
from memkit.resolve.rule import Name
from memkit.resolve.seed import SeedRule

#: Pairs that are explained one at a time, and labelled pairs that the learned rule is fitted on.
EXPLAINED, LABELLED = 200, 2000


def made_up(n: int) -> tuple[list[Pair], list[int]]:
    """Products of a thousand words; every fourth pair is the same thing written twice."""
    rng = random.Random(0)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(3, 9))) for _ in range(1000)]
    pairs, labels = [], []
    for i in range(n):
        left, same = rng.sample(words, 25), i % 4 == 0
        right = rng.sample(left, 20) if same else rng.sample(words, 20)
        pairs.append(tuple({"name": " ".join(side[:6]), "description": " ".join(side[6:])} for side in (left, right)))
        labels.append(int(same))
    return pairs, labels


def per_second(work: Callable[[], object], n: int) -> float:
    start = time.perf_counter()
    work()
    return round(n / (time.perf_counter() - start), 1)


def peak_mb() -> float:
    """Peak resident memory of this process so far."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def measure(pairs: list[Pair], labels: list[int]) -> dict[str, object]:
    start_mb = peak_mb()
    features = RecordFeatures.fit([left for left, _ in pairs], [right for _, right in pairs])
    untrained, seed, n = RecordRule(features), SeedRule(), len(pairs)
    names = [[Name(whole(side).raw, "record") for side in pair] for pair in pairs]
    result: dict[str, object] = {
        "pairs": n,
        "seed_per_s": per_second(lambda: [seed.compare(a, b, semantic=0.5) for a, b in names], n),
        "memkit_per_s_first": per_second(lambda: untrained.scores(pairs), n),
        "memkit_per_s": per_second(lambda: untrained.scores(pairs), n),
    }
    result["memkit_peak_mb"] = peak_mb()
    value_of.cache_clear()
    labelled = min(LABELLED, n)
    start = time.perf_counter()
    learned = LearnedRule.fit(pairs[:labelled], labels[:labelled])
    result["learned_fit_s"] = round(time.perf_counter() - start, 1)
    result["learned_fit_labels"] = labelled
    result["learned_per_s_first"] = per_second(lambda: learned.predict(pairs), n)
    result["learned_per_s"] = per_second(lambda: learned.predict(pairs), n)
    explained = pairs[:EXPLAINED]
    result["learned_explained_per_s"] = per_second(
        lambda: [learned.compare_records(*p) for p in explained], len(explained)
    )
    return result | {"learned_peak_mb": peak_mb(), "imports_mb": start_mb}


def main() -> None:
    parser = argparse.ArgumentParser(description="pairs of records scored per second")
    parser.add_argument("--data", metavar="DIR", help="a folder of labelled pairs")
    parser.add_argument("--pairs", type=int, default=5000, help="pairs at most (default 5000)")
    args = parser.parse_args()
    try:
        data = load_pairs(find(args.data or "Abt-Buy", "pairs").path)
        pairs, labels, name = data.train.pairs, data.train.labels, data.name
    except InputError:
        if args.data:
            raise
        (pairs, labels), name = made_up(args.pairs), "made up"
    print(json.dumps({"data": name} | measure(pairs[: args.pairs], labels[: args.pairs]), indent=2))


if __name__ == "__main__":
    main()
