"""Speed of the identity rules and selectivity of blocking: `python -m eval.bench.identity [--entities 100000]`.

Prints JSON: comparisons per second of processor time of a rule, on names already seen; for a memory of so many real
names, candidates per mention, keys per entity, and which share of the true pairs that the rule merges or asks about
shares a key when keys of more than `Settings.block_limit` entities are skipped, as the store does.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import mean, median
from typing import Any

from eval.stress import StressPair, stress_pairs
from eval.stress.sources import COMPANY_LOCALES, PERSON_LOCALES, full_lists
from memkit.config import Settings
from memkit.resolve import Name, Rule, block_keys, gate, get_rule


def real_names(count: int) -> list[Name]:
    """`count` distinct names: every public list of eval/stress, filled up with people and companies from Faker."""
    names = {(base.name, base.type): None for entries in full_lists().values() for base in entries}
    names = dict.fromkeys(list(names)[:count])
    fakers = [_faker(locale) for locale in PERSON_LOCALES]
    companies = [_faker(locale) for locale in COMPANY_LOCALES]
    turn = 0
    while len(names) < count:
        fake = fakers[turn % len(fakers)]
        names[(f"{fake.first_name()} {fake.last_name()}", "Person")] = None
        if turn % 5 == 0:
            names[(companies[turn % len(companies)].company(), "Organization")] = None
        turn += 1
    return [Name(name, type_) for name, type_ in list(names)[:count]]


def _faker(locale: str) -> Any:
    from faker import Faker

    fake = Faker(locale)
    fake.seed_instance(f"bench-{locale}")
    return fake


def comparisons_per_second(rule: Rule, names: Sequence[Name], pairs: int = 100_000) -> float:
    """Pairs of neighbours in the list, whose forms are cached: what a resolver pays beyond a name's first sight."""
    for name in names:
        rule.compare(name, name)
    done, size = 0, len(names)
    start = time.process_time()
    while done < pairs:
        step = 1 + done // size
        for index in range(size):
            rule.compare(names[index], names[(index + step) % size])
        done += size
    return done / (time.process_time() - start)


def blocking(names: Sequence[Name], pairs: Sequence[StressPair], rule: Rule, settings: Settings) -> dict[str, Any]:
    """Selectivity of the keys in a memory of `names`, and their recall of the rule's merged and pending true pairs."""
    members: dict[str, list[int]] = defaultdict(list)
    counts = []
    start = time.process_time()
    for index, name in enumerate(names):
        keys = block_keys(name)
        counts.append(len(keys))
        for key in keys:
            members[key].append(index)
    seconds = time.process_time() - start
    sizes = {key: len(of) for key, of in members.items()}
    wanted, shared, kept = 0, 0, 0
    candidates = []
    lost: Counter[str] = Counter()
    for pair in pairs:
        right = block_keys(pair.right)
        found = {index for key in right if sizes.get(key, 0) <= settings.block_limit for index in members.get(key, ())}
        candidates.append(len(found))
        if not pair.label:
            continue
        comparison = rule.compare(pair.left, pair.right)
        action = gate(
            comparison, merge_threshold=settings.merge_threshold, pending_threshold=settings.pending_threshold
        )
        if action == "create":
            continue
        common = set(block_keys(pair.left)) & set(right)
        wanted += 1
        shared += bool(common)
        # the left name is in the memory too, if it was not there already
        hit = any(sizes.get(key, 0) + 1 <= settings.block_limit for key in common)
        kept += hit
        if not hit:
            lost[f"{pair.source} {pair.kind}"] += 1
    candidates.sort()
    return {
        "entities": len(names),
        "keys_per_entity": round(mean(counts), 2),
        "keys_per_second": round(len(names) / seconds),
        "keys_skipped": sum(size > settings.block_limit for size in sizes.values()),
        "candidates_mean": round(mean(candidates), 2),
        "candidates_median": median(candidates),
        "candidates_p95": candidates[int(0.95 * len(candidates))],
        "candidates_most": candidates[-1],
        "pairs": wanted,
        "recall_without_limit": round(shared / wanted, 4),
        "recall": round(kept / wanted, 4),
        "lost": dict(sorted(lost.items(), key=lambda item: (-item[1], item[0]))[:20]),
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Run both measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, default=100_000)
    parser.add_argument("--half", default="develop", help="stress half that the mentions come from")
    args = parser.parse_args(argv)
    settings, rule = Settings(), get_rule("memkit")
    names = real_names(args.entities)
    sample = [name for name in names if name.type == "Person"][:1500] + [n for n in names if n.type != "Person"][:1500]
    result = {
        "comparisons_per_second": {
            each.name: round(comparisons_per_second(each, sample)) for each in (rule, get_rule("seed"))
        },
        "blocking": blocking(names, stress_pairs(0, args.half), rule, settings),
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
