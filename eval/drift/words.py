"""What the tables of notebook 08 say, in sentences with their numbers: for the notebook and FINDINGS.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps

import pandas as pd

from eval import stats
from eval.drift.tables import BASELINE, CASCADE, FASTER, FEWER, LIMIT, LINEAR, NO_CASCADE
from eval.table import interval_text, listed

Tell = Callable[[pd.DataFrame], list[str]]


def each_world(tell: Tell) -> Tell:
    """Tables that sweeps collected may hold several kinds of world: each is told of on its own."""

    @wraps(tell)
    def said(table: pd.DataFrame) -> list[str]:
        if "twins" not in table or table["twins"].nunique() == 1:
            return tell(table)
        parts = table.groupby("twins", sort=False)
        return [f"With {twins:.0%} near-twins: {sentence}" for twins, rows in parts for sentence in tell(rows)]

    return said


def _ruled(table: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """(name, rows from the highest threshold down) of each rule and embedder, where the queue is left alone."""
    rows = table[~table["rule"].isin(["never", BASELINE]) & (table["answers"] == "left")]
    for (rule, embedder), of in rows.groupby(["rule", "embedder"], sort=False):
        name = f"`{rule}`" + (f" with {embedder}" if embedder != "none" else "")
        yield name, of.sort_values("merge_threshold", ascending=False)


# ---------------------------------------------------------------------------------------------------------------- safe


@each_world
def safe(table: pd.DataFrame) -> list[str]:
    """Advice: which threshold for how large a memory."""
    said = []
    for name, rows in _ruled(table):
        each = [f"from {row['merge_threshold']:.2f} {_size(row)}" for _, row in rows.iterrows()]
        said.append(f"Fewer than {LIMIT:.0%} of the people mixed up, {name}: {'; '.join(each)}.")
    said += [
        f"Fewer than {LIMIT:.0%} mixed up, {_queue(row)}: {_size(row)}."
        for _, row in table[table["answers"] != "left"].iterrows()
    ]
    base = table[table["rule"] == BASELINE]
    if len(base):
        said.append(f"Even equal strings alone are not safe for ever, since people share names: {_size(base.iloc[0])}.")
    return [*said, *_advice(table)]


def _size(row: pd.Series) -> str:
    if row["safe_people"] == row["largest"]:
        return f"shown up to {row['largest']:,.0f} people, the largest memory tested"
    if row["over_people"] > 0:
        shown = f"shown up to {row['safe_people']:,.0f} people" if row["safe_people"] else "never shown"
        return f"{shown}, not from {row['over_people']:,.0f} on"
    if row["safe_people"]:
        return f"shown up to {row['safe_people']:,.0f} people, neither shown nor refuted beyond"
    return f"neither shown nor refuted up to {row['largest']:,.0f} people"


def _queue(row: pd.Series) -> str:
    answer = {
        "confirmed": "the first candidate of each question taken unseen",
        "rejected": "each question refused unseen",
        "reviewed": "each question answered by somebody who knows",
    }[row["answers"]]
    return f"`{row['rule']}` {row['merge_threshold']:.2f}, {answer}"


def _advice(table: pd.DataFrame) -> Iterator[str]:
    """One sentence a rule: the lowest threshold that is safe wherever the strictest is."""
    for name, rows in _ruled(table):
        most = rows["safe_people"].max()
        if not most:
            refuted = rows["over_people"].iloc[0] > 0  # of the strictest
            says = "safe; ask before every merge" if refuted else "shown to be safe by so few people"
            yield f"Advice, {name}: no threshold tested is {says}."
            continue
        row = rows[rows["safe_people"] == most].iloc[-1]
        lower = rows[rows["merge_threshold"] < row["merge_threshold"]]
        fails = f"; from {lower['merge_threshold'].iloc[0]:.2f} it is {_size(lower.iloc[0])}" if len(lower) else ""
        yield (
            f"Advice, {name}: merge from {row['merge_threshold']:.2f} in a memory of up to {most:,.0f} people, where "
            f"{interval_text(row, 'fact_recall', True)} of the facts about a person come back{fails}."
        )


# --------------------------------------------------------------------------------------------------------------- costs


@each_world
def costs(table: pd.DataFrame) -> list[str]:
    """False merges against missed merges, in facts, and what an answered queue is worth."""
    people = table["people"].iloc[0]
    said = []
    for name, rows in _ruled(table):
        each = [
            f"{row['merge_threshold']:.2f}: {row['wrong_facts']:.1f} wrong and {row['missing_facts']:.1f} missing"
            for _, row in rows.iterrows()
        ]
        said.append(f"Facts per 100 told, {people:,.0f} people, {name} from {'; '.join(each)}.")
        low = rows.iloc[-1]
        said.append(
            f"{name} from {low['merge_threshold']:.2f}: each fact found that equal strings miss comes with "
            f"{_number(low, 'wrong_per_found')} wrong ones; answers complete and alone {_against(low)}."
        )
    for _, row in table[table["answers"] != "left"].iterrows():
        said.append(
            f"{_queue(row)} ({row['questions']:.1f} questions per 100 messages): {row['wrong_facts']:.1f} wrong and "
            f"{row['missing_facts']:.1f} missing facts per 100, answers complete and alone {_against(row)}."
        )
    return said


def _number(row: pd.Series, name: str) -> str:
    return f"{row[name]:.2f} [{row[f'{name}_low']:.2f}, {row[f'{name}_high']:.2f}]"


def _against(row: pd.Series) -> str:
    if pd.isna(row["difference"]):
        return f"{row['answers_right']:.1%}"
    ends = f"[{row['difference_low']:+.1%}, {row['difference_high']:+.1%}]"
    return f"{row['answers_right']:.1%}, to equal strings {row['difference']:+.1%} {ends}, {row['verdict']}"


# -------------------------------------------------------------------------------------------------------------- growth


@each_world
def growth(table: pd.DataFrame) -> list[str]:
    """Do false merges speed up, and do they breed?"""
    told = table[table["exponent"].notna()]
    said = [_grown(row) for _, row in told.iterrows()]
    few = len(table) - len(told)
    if few:
        said.append(f"{few} of {len(table)} settings made too few false merges to tell how they grow.")
    judged = told[told["cascade"].notna()]
    counts = {word: int(judged["verdict"].str.contains(word).sum()) for word in (CASCADE, NO_CASCADE, FEWER)}
    if len(judged):
        said.append(
            f"Mixing up two people leads to mixing up others in {counts[CASCADE]} of {len(judged)} settings, spares "
            f"some in {counts[FEWER]}; no difference is shown in {counts[NO_CASCADE]}."
        )
    if len(told):
        rates = [f"{told['verdict'].str.startswith(word).sum()} {word}" for word in (FASTER, LINEAR)]
        said.append(f"False merges come: {listed(rates)}.")
    return said


def _grown(row: pd.Series) -> str:
    parts = [f"{row['false_merges']:.0f} false merges a memory, as messages to the power {_number(row, 'exponent')}"]
    if pd.notna(row["repeats"]):
        parts.append(f"{_number(row, 'repeats')} for each of {row['mixtures']:.0f} pairs of people mixed up")
    if pd.notna(row["cascade"]):
        parts.append(f"{_number(row, 'cascade')} pairs for each with mistakes put right")
    return f"{row['setting']}: {'; '.join(parts)}: {row['verdict']}."


@each_world
def causes(table: pd.DataFrame) -> list[str]:
    """Whose thing a false merge goes to, and by which spelling."""
    said = []
    for setting, rows in table.groupby("setting", sort=False):
        total, twins = rows["false_merges"].sum(), rows["near_twins"].sum()
        plain = rows.loc[rows["spelling"] == "name", "false_merges"].sum()
        if total:
            share = stats.proportion_interval(int(twins), int(total))
            said.append(
                f"{setting}: {share.mean:.0%} [{share.low:.0%}, {share.high:.0%}] of {total:,} false merges are with a "
                f"near-twin's thing, {plain / total:.0%} under the full name."
            )
    return said


@each_world
def namesakes(table: pd.DataFrame) -> list[str]:
    """The collision model against the worlds, and what it says of equal strings."""
    most = table[table["people"] == table["people"].max()].set_index("share")
    each = [
        f"{row['expected_pairs']:,.1f} pairs with the same {trait} are expected and {row['seen_pairs']:,.1f} "
        f"[{row['seen_pairs_low']:,.1f}, {row['seen_pairs_high']:,.1f}] are there"
        for trait, row in most.loc[["first and family name", "initial and family name"]].iterrows()
    ]
    chance = float(most.loc["first and family name", "chance"])
    return [
        f"Among {most['people'].iloc[0]:,} people, near-twins left out, {listed(each)}.",
        f"Two people share first and family name with probability {chance:.2g}: from {LIMIT / chance:,.0f} people on, "
        f"more than {LIMIT:.0%} have a namesake. Where names are rarer, sizes grow in proportion.",
    ]


@each_world
def predicted(table: pd.DataFrame) -> list[str]:
    """Does the collision model say what equal strings do?"""
    last = table.iloc[-1]
    held = int((table["verdict"] == "as predicted").sum())
    return [
        f"Equal strings mix up {interval_text(last, 'mixed_up', True)} of {last['people']:,} people; "
        f"{last['expected_share']:.1%} were expected to have a namesake. The prediction lies in the interval at {held} "
        f"of {len(table)} sizes."
    ]


TELL: dict[str, Tell] = {
    "safe": safe,
    "costs": costs,
    "growth": growth,
    "causes": causes,
    "namesakes": namesakes,
    "predicted": predicted,
}


def in_words(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """All sentences, in the order of the notebook."""
    return [sentence for name, tell in TELL.items() if len(tables.get(name, ())) for sentence in tell(tables[name])]
