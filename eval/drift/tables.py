"""The tables of notebook 08, each with its intervals over seeds and a verdict in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from scipy.stats import chi2, poisson

from eval import stats
from eval.drift.people import collisions, expected_pairs, with_namesake
from eval.drift.simulate import FalseMerge
from eval.drift.study import FIELDS, Runs, fields, over_seeds
from eval.drift.world import NAME, World, make_world

#: A memory counts as safe while fewer people than this are mixed up with somebody.
LIMIT = 0.01
#: The setting that the others are compared with: equal strings and nothing else.
BASELINE = "exact"
CURVES = (
    "people", "contaminated", "fact_precision", "fact_recall", "wrong_facts", "missing_facts", "answers_right",
    "answers_mixed", "pair_precision", "pair_recall", "bcubed_precision", "bcubed_recall", "false_merges", "missed",
    "queue", "questions",
)  # fmt: skip
COSTS = ("wrong_facts", "missing_facts", "fact_precision", "fact_recall", "answers_right", "answers_mixed")

UNDER, OVER, UNSHOWN = (f"{said} {LIMIT:.0%} of the people are mixed up" for said in ("under", "over", "about"))
LINEAR, FASTER, SLOWER = "no change of rate shown", "faster and faster", "ever more slowly"
TOO_FEW = "too few to say"
CASCADE, NO_CASCADE, FEWER = "one leads to the next", "no cascade shown", "one spares the next"
#: Fewest false merges, over all seeds, from which a growth is estimated.
FEWEST = 20
#: Fewer worlds than this all agree by chance too often for a verdict on one mistake leading to the next.
FEWEST_WORLDS = 5
UNKNOWN = stats.Interval(float("nan"), float("nan"), float("nan"))


# -------------------------------------------------------------------------------------------------------------- curves


def curves(runs: Runs) -> pd.DataFrame:
    """Every measure at every checkpoint. The upper end of `contaminated` is no lower than Clopper and Pearson's of the
    people of all seeds together, so that a few people without a mistake prove nothing."""
    free = runs.frame[~runs.frame["corrected"]]
    table = over_seeds(free, [*FIELDS, "messages"], CURVES)
    people = free.groupby(["setting", "messages"])[["contaminated_people", "people"]].sum()
    for i, row in table.iterrows():
        hits, of = people.loc[(row["setting"], row["messages"])]
        high = max(row["contaminated_high"], stats.proportion_interval(int(hits), int(of)).high)
        table.loc[i, "contaminated_high"] = high
    ends = zip(table["contaminated_low"], table["contaminated_high"], strict=True)
    table["verdict"] = [UNDER if high < LIMIT else OVER if low > LIMIT else UNSHOWN for low, high in ends]
    return table


def safe(table: pd.DataFrame) -> pd.DataFrame:
    """Of `curves`: the largest memory in which each setting is shown to mix up fewer than LIMIT of the people (none
    before it is over), and the smallest in which it is shown to mix up more; what the setting does there, or at the
    smallest checkpoint where it is never shown to be safe."""
    rows = []
    for _, of in table.groupby("setting", sort=False):
        of = of.sort_values("messages").reset_index(drop=True)
        over = of.index[of["verdict"] == OVER]
        before = of[: over[0]] if len(over) else of
        shown = before[before["verdict"] == UNDER]
        row = shown.iloc[-1] if len(shown) else of.iloc[0]
        told = {name: row[name] for name in FIELDS}
        told |= {
            "safe_people": int(row["people"]) if len(shown) else 0,
            "over_people": int(of["people"][over[0]]) if len(over) else float("nan"),
            "largest": int(of["people"].iloc[-1]),
        }
        for name in ("contaminated", "fact_recall", "fact_precision"):
            told |= {f"{name}{end}": row[f"{name}{end}"] for end in ("", "_low", "_high")}
        told["questions_per_100"] = 100 * row["questions"] / row["messages"]
        rows.append(told | {"verdict": _safe_verdict(told)})
    return pd.DataFrame(rows)


def _safe_verdict(row: dict) -> str:
    if row["safe_people"] == row["largest"]:
        return f"safe at every size tested, up to {row['largest']:,} people"
    over = f"not from {row['over_people']:,} people on" if row["over_people"] > 0 else "not shown for more"
    return f"safe up to {row['safe_people']:,} people, {over}" if row["safe_people"] else f"shown safe nowhere; {over}"


# --------------------------------------------------------------------------------------------------------------- costs


def costs(runs: Runs) -> pd.DataFrame:
    """What each setting costs at the end, and the paired difference of `answers_right` to BASELINE: sign permutation,
    Holm's correction over the rows. `wrong_per_found`: wrong facts that come with each fact that equal strings miss."""
    table = over_seeds(runs.ends, [*FIELDS], [*COSTS, "questions", "queue", "people"])
    table["questions"] = 100 * table["questions"] / runs.messages
    by_seed = {name: of.sort_values("seed") for name, of in runs.ends.groupby("setting")}
    base = by_seed.get(BASELINE)
    rows, p_values = [], {}
    for row in table.drop(columns=["questions_low", "questions_high"]).to_dict("records"):
        of = by_seed[row["setting"]]
        row |= UNKNOWN.columns("difference") | UNKNOWN.columns("wrong_per_found")
        if base is not None and row["setting"] != BASELINE:
            right, before = (list(rows["answers_right"]) for rows in (of, base))
            row |= stats.difference_interval(right, before).columns("difference")
            row |= _exchange(of, base).columns("wrong_per_found")
            p_values[row["setting"]] = stats.permutation_test(right, before)
        rows.append(row)
    said = "what the others are compared with" if base is not None else "nothing to compare with"
    stats.judge(rows, p_values, lambda row: row["setting"], said)
    return pd.DataFrame(rows)


def _exchange(of: pd.DataFrame, base: pd.DataFrame) -> stats.Interval:
    """Wrong facts more for each missing fact less; NaN where no fact more is found."""
    wrong = of["wrong_facts"].to_numpy() - base["wrong_facts"].to_numpy()
    found = base["missing_facts"].to_numpy() - of["missing_facts"].to_numpy()

    def ratio(counts: np.ndarray) -> float:
        more = counts @ found
        return counts @ wrong / more if more > 0 else float("nan")

    return _interval(ratio, len(wrong))


def _interval(statistic: Callable[[np.ndarray], float], units: int) -> stats.Interval:
    low, high = stats.bootstrap(statistic, units)
    return stats.Interval(float(statistic(np.ones(units))), float(low), float(high))


# -------------------------------------------------------------------------------------------------------------- growth


def growth(runs: Runs) -> pd.DataFrame:
    """Do false merges come faster and faster, and does one lead to the next?

    `exponent`: false merges up to message m grow as m^exponent. It is the maximum-likelihood estimate for a power-law
    process seen up to message T: events / sum of ln(T / t) (Crow 1975, "Reliability analysis for complex, repairable
    systems", AMSAA technical report 138, section 3), over all seeds. 1 is a constant rate; 2 is what chance gives, if
    each new name meets all those before it, as birthdays do. `mixtures` are the false merges that bring two people
    together for the first time, `mixing_exponent` is theirs.

    `repeats`: false merges for each of these pairs: what was mixed up once is fed with every later mention.
    `cascade`: pairs mixed up, for each pair mixed up in a memory in which every mistake is put right at once (the same
    messages, the same rule). Above 1, a mistake leads to mixing up further people.
    """
    rows = []
    for setting in runs.settings:
        free = [runs.false[setting.name, False, seed] for seed in runs.seeds]
        mixed = [_mixtures(of) for of in free]
        counts, pairs = ([len(of) for of in events] for events in (free, mixed))
        row = fields(setting)
        row |= stats.mean_interval(counts).columns("false_merges")
        row |= _exponent(free, runs.messages).columns("exponent")
        row |= stats.mean_interval(pairs).columns("mixtures")
        row |= _exponent(mixed, runs.messages).columns("mixing_exponent")
        row |= (_quotient(counts, pairs) if sum(pairs) >= FEWEST else UNKNOWN).columns("repeats")
        control = [len(_mixtures(runs.false.get((setting.name, True, seed), ()))) for seed in runs.seeds]
        row |= (_quotient(pairs, control) if sum(control) >= FEWEST else UNKNOWN).columns("cascade")
        rows.append(row | {"verdict": _growth_verdict(row, len(runs.seeds))})
    return pd.DataFrame(rows)


def _exponent(events: Sequence[Sequence[FalseMerge]], messages: int) -> stats.Interval:
    """Of a power-law process; unknown for fewer than FEWEST events. Its interval is over seeds, and no narrower than
    the exact one of independent events, 2 n exponent / estimate ~ chi-squared with 2 n degrees of freedom (Crow)."""
    count = sum(map(len, events))
    if count < FEWEST:
        return UNKNOWN
    logs = [sum(np.log(messages / (event.message + 1)) for event in of) for of in events]
    found = _quotient([len(of) for of in events], logs)
    low, high = (found.mean * end / (2 * count) for end in chi2.interval(stats.LEVEL, 2 * count))
    return stats.Interval(found.mean, min(found.low, low), max(found.high, high))


def _mixtures(events: Sequence[FalseMerge]) -> list[FalseMerge]:
    """The events that are the first of their two people, whichever came to the other."""
    first: dict[frozenset[int], FalseMerge] = {}
    for event in events:
        first.setdefault(frozenset((event.person, event.owner)), event)
    return list(first.values())


def _quotient(over: Sequence[float], under: Sequence[float]) -> stats.Interval:
    """Sum over sum, over resampled seeds."""
    above, below = np.asarray(over, dtype=float), np.asarray(under, dtype=float)

    def ratio(counts: np.ndarray) -> float:
        of = counts @ below
        return counts @ above / of if of else float("nan")

    return _interval(ratio, len(above))


def _growth_verdict(row: dict, worlds: int) -> str:
    if np.isnan(row["exponent"]):
        return TOO_FEW
    rate = FASTER if row["exponent_low"] > 1 else SLOWER if row["exponent_high"] < 1 else LINEAR
    if np.isnan(row["cascade"]):
        return rate
    bred = CASCADE if row["cascade_low"] > 1 else FEWER if row["cascade_high"] < 1 else NO_CASCADE
    if worlds < FEWEST_WORLDS:
        bred = NO_CASCADE
    return f"{rate}; {bred}"


# -------------------------------------------------------------------------------------------------------------- causes


def causes(runs: Runs) -> pd.DataFrame:
    """Which spellings were merged with somebody else's thing, and whose: counts over all seeds, with the share of the
    messages that spell a name so. `near_twins`: those of them between somebody and a near-twin."""
    worlds = {seed: make_world(seed, runs.messages, **runs.shape) for seed in runs.seeds}
    said = Counter(message.kind for world in worlds.values() for message in world.messages)
    rows = []
    for setting in runs.settings:
        events = [(seed, event) for seed in runs.seeds for event in runs.false[setting.name, False, seed]]
        kinds = Counter(event.kind for _, event in events)
        twins = Counter(event.kind for seed, event in events if _are_twins(worlds[seed], event))
        for kind in sorted(kinds, key=lambda kind: (-kinds[kind], kind)):
            wrong = stats.proportion_interval(kinds[kind], said[kind])
            row = {"setting": setting.name, "spelling": kind, "said": said[kind], "false_merges": kinds[kind]}
            row |= {"near_twins": twins[kind], **wrong.columns("share_wrong")}
            rows.append(row | {"verdict": _cause_verdict(wrong, stats.proportion_interval(kinds[NAME], said[NAME]))})
    return pd.DataFrame(rows)


def _cause_verdict(wrong: stats.Interval, plain: stats.Interval) -> str:
    if wrong == plain:
        return "the full name"
    if wrong.low > plain.high:
        return "wrong more often than the full name"
    return "wrong less often than the full name" if wrong.high < plain.low else "as the full name"


def _are_twins(world: World, event: FalseMerge) -> bool:
    one, other = world.people[event.person], world.people[event.owner]
    return one.twin_of == other.number or other.twin_of == one.number


# ----------------------------------------------------------------------------------------------------------- namesakes


def namesakes(runs: Runs, sizes: Sequence[float] = (0.25, 0.5, 1.0)) -> pd.DataFrame:
    """How many pairs of people share a name, expected (eval/drift/people.py) and in these worlds, at some shares of
    the people; near-twins, who are made on purpose, are left out."""
    people = []
    for seed in runs.seeds:
        world = make_world(seed, runs.messages, **runs.shape)
        people.append([person.name.split()[:2] for person in world.people if person.twin_of < 0])
    fewest = min(map(len, people))
    rows = []
    for share in sizes:
        count = int(share * fewest)
        for trait, chance in collisions(runs.parameters["families"]).items():
            seen = [_pairs(names[:count], trait) for names in people]
            expected = expected_pairs(chance, count)
            found = stats.mean_interval(seen)
            low, high = poisson.interval(stats.LEVEL, expected * len(seen))
            close = found.low <= expected <= found.high or low <= sum(seen) <= high
            row = {"people": count, "share": trait, "chance": f"{chance:.2e}", "expected_pairs": expected}
            row |= found.columns("seen_pairs")
            rows.append(row | {"verdict": "as expected" if close else "off what is expected"})
    return pd.DataFrame(rows)


def _pairs(names: Sequence[Sequence[str]], trait: str) -> float:
    key: dict[str, Callable[[str, str], str]] = {
        "first and family name": lambda first, family: f"{first} {family}",
        "initial and family name": lambda first, family: f"{first[0]} {family}",
        "family name": lambda first, family: family,
        "first name": lambda first, family: first,
    }
    times = Counter(key[trait](first, family) for first, family in names)
    return float(sum(n * (n - 1) // 2 for n in times.values()))


def predicted(runs: Runs, drawn: pd.DataFrame) -> pd.DataFrame:
    """Of `curves`: the people whom equal strings mix up, beside the share that is expected to have a namesake. More are
    mixed up where a spelling of one is the full name of another; fewer, since near-twins are no namesakes."""
    rows = []
    for row in drawn[drawn["rule"] == BASELINE].to_dict("records"):
        expected = with_namesake(round(row["people"]), runs.parameters["families"])
        close = row["contaminated_low"] <= expected <= row["contaminated_high"]
        told = {"people": round(row["people"]), "expected_share": expected}
        told |= {f"mixed_up{end}": row[f"contaminated{end}"] for end in ("", "_low", "_high")}
        rows.append(told | {"verdict": "as predicted" if close else "off what is predicted"})
    return pd.DataFrame(rows)


#: What each table is called where it is written.
TITLES = {
    "curves": "Identity drift: every measure as the memory grows",
    "safe": f"Up to how many people fewer than {LIMIT:.0%} are mixed up",
    "costs": "What false merges and missed merges cost",
    "growth": "Do false merges come faster and faster?",
    "causes": "Which spellings are put to somebody else",
    "namesakes": "How many people share a name",
    "predicted": "Equal strings: who has a namesake, and who is mixed up",
}


def tables(runs: Runs) -> dict[str, pd.DataFrame]:
    """Every table by its name; one without a row (no false merge has a cause) is left out."""
    drawn = curves(runs)
    found = {
        "curves": drawn,
        "safe": safe(drawn),
        "costs": costs(runs),
        "growth": growth(runs),
        "causes": causes(runs),
        "namesakes": namesakes(runs),
        "predicted": predicted(runs, drawn),
    }
    return {name: table for name, table in found.items() if len(table)}
