"""FINDINGS.md: what the graded tables say, in sentences with their numbers. Nothing in it is written by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pandas as pd

from eval import (
    facts_tables,
    findings_conversation,
    findings_recall,
    map_words,
    peps,
    reviewing,
    scale,
    stats,
    transcript_tables,
)
from eval.drift import words as drift_words
from eval.table import interval_text, listed, read_table
from memkit.errors import InputError

HEAD = """# What was found

Written by `python -m eval report` from the graded tables in this folder; each of them says with which data, settings
and code it was made. Thresholds were chosen on train and valid (or without labels), figures are on test; brackets are
95 % intervals.
"""


def write(folder: Path) -> Path:
    """Write FINDINGS.md into `folder` from the tables that are there; returns its path.

    Raises InputError for a table without a column that is told of.
    """
    parts = [HEAD]
    for title, table, tell in SECTIONS:
        path = folder / table
        if path.is_file():
            frame, _ = read_table(path)
            try:
                lines = [f"- {sentence}\n" for sentence in tell(frame)]
            except KeyError as error:
                raise InputError(f"{path} has no column {error}: older code wrote it, run `make results`") from None
            link = path.with_suffix(".md").relative_to(folder).as_posix()
            parts.append(f"## {title}\n\n{''.join(lines)}\nTable: [{link}]({link})\n")
    if len(parts) == 1:
        parts.append("No tables yet: `make results` writes them.\n")
    path = folder / "FINDINGS.md"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts), encoding="utf-8", newline="\n")
    return path


def _signed(row: pd.Series, name: str) -> str:
    return f"{row[name]:+.3f} [{row[f'{name}_low']:+.3f}, {row[f'{name}_high']:+.3f}]"


def _rule(row: pd.Series) -> str:
    name = f"`{row['rule']}`"
    return f"{name} with {row['embedder']}" if row.get("embedder", "none") not in ("none", "") else name


# ------------------------------------------------------------------------------------------------ merge thresholds


def merging(frame: pd.DataFrame) -> list[str]:
    """Which merges are safe, rule by rule and set by set."""
    said = []
    proved = frame[frame["proved"] == "yes"]
    for data, rows in frame.groupby("data", sort=False):
        each = [f"{_rule(row)} {interval_text(row, 'f1')}" for _, row in rows.iterrows()]
        said.append(f"**{data}**, F1 on test: {listed(each)}.")
        for _, row in rows[rows["proved"] == "yes"].iterrows():
            said.append(
                f"{data}, {_rule(row)}: merging is {row['verdict']} from {row['merge_threshold']:.3f} upward; on test "
                f"{row['merges']:.0f} merges, {row['false_merges']:.0f} of them false, recall "
                f"{interval_text(row, 'merge_recall')}; {row['review_share']:.1%} of the pairs go to review."
            )
        unproved = [_rule(row) for _, row in rows[rows["proved"] == "no"].iterrows()]
        if unproved:
            said.append(f"{data}: nothing may be merged without asking by {listed(unproved)}: no threshold is proved.")
    if len(proved):
        held = int((proved["verdict"] == stats.SAFE).sum())
        said.append(f"Where a threshold was proved on calibration pairs, test did not speak against it in {held} of "
                    f"{len(proved)} cases.")  # fmt: skip
    return said


def promises(frame: pd.DataFrame) -> list[str]:
    """What a point estimate on valid is worth."""
    tried = frame[frame["point_outcome"].isin(["held", "broke"])]
    broke = tried[tried["point_outcome"] == "broke"]
    said = [
        f"A threshold whose point precision on valid reached the target broke on test in {len(broke)} of {len(tried)} "
        f"cases: valid alone is no proof."
    ]
    said += [
        f"{row['data']}, {_rule(row)}: {interval_text(row, 'point_precision')} over {row['point_merges']:.0f} merges."
        for _, row in broke.iterrows()
    ]
    return said


def labels(frame: pd.DataFrame) -> list[str]:
    """How many labels a proof and a good F1 take."""
    said = []
    for (data, rule, embedder), rows in frame.groupby(["data", "rule", "embedder"], sort=False):
        name = _rule(pd.Series({"rule": rule, "embedder": embedder}))
        proved = rows.loc[rows["proved"] == 1, "labels"]
        proof = (
            f"a proof took {proved.min():,.0f} labels"
            if len(proved)
            else f"{rows['labels'].max():,.0f} labels were too few for a proof"
        )
        last = rows["f1"].iloc[-1]
        near = rows.loc[rows["f1"] >= last - 0.01, "labels"].min()
        said.append(f"{data}, {name}: {proof}; F1 came within .01 of its final {last:.3f} with {near:,.0f}.")
    return said


def embeddings(frame: pd.DataFrame) -> list[str]:
    """Do embeddings earn their place in identity? And the distance to the seed rule."""
    said = []
    without = frame[frame["baseline"].str.endswith("without embeddings")]
    if len(without):
        better = without[without["verdict"] == stats.BETTER]
        worse = without[without["verdict"] == stats.WORSE]
        verdict = "earn no place in identity here" if better.empty else "earn their place only in some sets"
        said.append(
            f"Embeddings {verdict}: of {len(without)} comparisons with the same rule without them, {len(better)} are "
            f"better, {len(worse)} worse, {len(without) - len(better) - len(worse)} show no difference."
        )
        said += [
            f"{row['data']}, {_rule(row)}: F1 {_signed(row, 'difference')}, {row['verdict']}."
            for _, row in without.iterrows()
        ]
    seed = frame[frame["baseline"] == "seed"]
    counts = seed["verdict"].value_counts()
    said.append(
        f"Against the seed rule, F1 is better in {counts.get(stats.BETTER, 0)} of {len(seed)} comparisons, worse in "
        f"{counts.get(stats.WORSE, 0)}, and shows no difference in {counts.get(stats.NO_DIFFERENCE, 0)}."
    )
    return said


def travelling(frame: pd.DataFrame) -> list[str]:
    """Do thresholds travel from one data set to another?"""
    worse = frame[frame["verdict"] == stats.WORSE]
    said = [
        f"Thresholds do not travel: with one that was best on the other sets, F1 is worse than with the set's own "
        f"in {len(worse)} of {len(frame)} cases."
        if len(worse)
        else f"Thresholds from other sets did no harm that shows in any of {len(frame)} cases."
    ]
    said += [
        f"{row['data']}, `{row['rule']}`: F1 {interval_text(row, 'f1_source_threshold')} with the others' threshold "
        f"{row['threshold_source']:.3f}, {interval_text(row, 'f1_own_threshold')} with its own "
        f"{row['threshold_own']:.3f}: {_signed(row, 'difference')}, {row['verdict']}."
        for _, row in frame.iterrows()
    ]
    return said


# ----------------------------------------------------------------------------------------------------------- names


def cases(frame: pd.DataFrame) -> list[str]:
    """Identity cases, rule by rule."""
    return [
        f"{row['data']}, {_rule(row)}: {row['right']} of {row['cases']} right, {row['false_merges']} false merges; of "
        f"{row['same']} same, {row['merged_same']} merged without asking and {row['pending_same']} asked about; of "
        f"{row['different']} different, {row['pending_different']} asked about."
        for _, row in frame.iterrows()
    ]


def stress(frame: pd.DataFrame) -> list[str]:
    """Stress pairs, rule by rule."""
    said = []
    for _, row in frame.iterrows():
        asked, merged, apart = (interval_text(row, key, True) for key in ("asked_different", "merged", "created_apart"))
        said.append(
            f"{_rule(row)}: {row['false_merge_count']} of {row['different']:,} different pairs merged (at most "
            f"{row['false_merges_high']:.2%}), {asked} asked about; of {row['same']:,} true pairs {merged} merged "
            f"without asking, {apart} left apart. Merge precision .99: {row['verdict']}."
        )
    return said


# --------------------------------------------------------------------------------------------------------- records


def matching(frame: pd.DataFrame) -> list[str]:
    """Whole tables without labels."""
    return [
        f"{row['data']}, rule {row['rule']}, threshold from {row['threshold_from']}: F1 {interval_text(row, 'f1')}, "
        f"precision {row['precision']:.3f}, recall {row['recall']:.3f} (blocking finds {row['blocking_recall']:.1%})."
        for _, row in frame.iterrows()
    ]


def missing_partners(frame: pd.DataFrame) -> list[str]:
    """Best rival is evidence, not proof."""
    said = []
    for data, rows in frame.groupby("data", sort=False):
        parts = [f"{row['recall_at_target']:.3f} with {row['removed']:.0%} gone" for _, row in rows.iterrows()]
        falls = (rows["verdict"] == "recall falls").any()
        said.append(
            f"{data}: recall at precision {rows['target'].iloc[0]:g} (best threshold, labels known) is "
            f"{listed(parts)} of the right records"
            + (": being the best of those that are there is evidence, no proof." if falls else ".")
        )
    return said


#: What others published on the same records and gold, with the source.
PUBLISHED = {
    "cora": "cora, published beside it: the best pairwise F1 among the results shown in pyJedAI's own DirtyER tutorial "
    "on this file (AI-team-UoA/pyJedAI, commit 56d42016) is .771, a similarity join at a threshold set by hand.",
}


def clusters(frame: pd.DataFrame) -> list[str]:
    """Clusters of records."""
    said = []
    for _, row in frame.iterrows():
        f1 = interval_text(row, "f1") if pd.notna(row["f1_low"]) and row["f1_low"] != "" else f"{row['f1']:.3f}"
        said.append(
            f"{row['data']}, {row['how']}: pairwise F1 {f1}, B-cubed F1 {row['bcubed_f1']:.3f}, {row['clusters']:,.0f} "
            f"clusters ({row['verdict']})."
        )
        if row["data"] in PUBLISHED and row["how"] == "no labels":
            said.append(PUBLISHED[row["data"]])
    return said


# ----------------------------------------------------------------------------------------------------------- wikis


def answers(frame: pd.DataFrame) -> list[str]:
    """The graph's answers and those from vectors alone, wiki by wiki, on the report part."""
    said = []
    for data, rows in frame[frame["part"] == "report"].groupby("data", sort=False):
        ours, theirs = (rows[rows["system"] == name].set_index("category") for name in ("memkit", "vector only"))
        for kind in ("set answers", "all"):
            one, other = ours.loc[kind], theirs.loc[kind]
            what = "questions with a set or a count as answer" if kind == "set answers" else "questions"
            said.append(
                f"**{data}**, {one['n']} {what}: {interval_text(one, 'share_right', True)} right, "
                f"{other['share_right']:.1%} from vectors alone: {_signed(one, 'difference')}, {one['verdict']}."
            )
        kinds = [kind for kind in ours.index if kind not in ("set answers", "all")]
        each = [
            f"{kind} {ours.loc[kind, 'right']} against {theirs.loc[kind, 'right']} of {ours.loc[kind, 'n']}"
            for kind in kinds
        ]
        said.append(f"{data}, right by kind, the graph against vectors alone: {listed(each)}.")
        without = [kind for kind in kinds if ours.loc[kind, "verdict"] == stats.NO_DIFFERENCE]
        if without:
            said.append(f"{data}: no difference is shown for {listed(without)} (few questions of each kind).")
    return said


def goals(frame: pd.DataFrame) -> list[str]:
    """Routes, citations and refusals on the report part, each with its goal."""
    ours = frame[(frame["part"] == "report") & (frame["system"] == "memkit")]
    return [
        f"{row['data']}: {row['measure'].replace('_', ' ')} {interval_text(row, 'share')} (goal {row['goal']:g}: "
        f"{row['verdict'].removeprefix('goal ')})."
        for _, row in ours.iterrows()
    ]


def extraction(frame: pd.DataFrame) -> list[str]:
    """Relations read from pages, on the report part."""
    return [
        f"{row['data']}: precision {interval_text(row, 'precision')}, recall {interval_text(row, 'recall')}, F1 "
        f"{interval_text(row, 'f1')} over {row['labelled']} labelled relations: {row['verdict']}; of {row['traps']} "
        f"that the pages speak of and that do not hold, {row['traps_taken']} were taken for ones that do."
        for _, row in frame[frame["part"] == "report"].iterrows()
    ]


def identity_effect(frame: pd.DataFrame) -> list[str]:
    """What each identity rule does to answers and recall, against no identity at all."""
    said = []
    for (data, names, measure), rows in frame.groupby(["data", "names", "measure"], sort=False):
        off = rows[rows["rule"] == "off"].iloc[0]
        each = [
            f"{_rule(row)} {row['mean']:.3f} ({_signed(row, 'difference')}, {row['verdict']})"
            for _, row in rows[rows["rule"] != "off"].iterrows()
        ]
        name = "set answers exact" if measure == "set_exact" else measure
        said.append(f"{data}, names {names}, {name}: without identity {off['mean']:.3f}; with {listed(each)}.")
    for (data, names), rows in frame.groupby(["data", "names"], sort=False):
        each = [
            f"{_rule(row)} parts {row['parted']} of {row['things']} things and mixes up {row['mixed']}"
            for _, row in rows.drop_duplicates("rule").iterrows()
        ]
        said.append(f"{data}, names {names}: {listed(each)}.")
    return said


Tell = Callable[[pd.DataFrame], list[str]]
SWEEP = "02_merge_thresholds"
RECALL = "03_graph_vs_vector"
MAP = "04_when_the_graph_wins"
TALKS = "06_conversations"
CHATS = "07_conversation_recall"
DRIFT = "08_identity_drift"
#: (heading, table, sentences), in the order of the page.
SECTIONS: tuple[tuple[str, str, Tell], ...] = (
    ("Which merge thresholds are safe?", f"{SWEEP}/summary.csv", merging),
    ("Is a precision of .99 on valid a proof?", f"{SWEEP}/summary.csv", promises),
    ("How many labels does it take?", f"{SWEEP}/labels.csv", labels),
    ("Do embeddings earn their place in identity?", f"{SWEEP}/comparisons.csv", embeddings),
    ("Do thresholds travel?", "transfer/transfer.csv", travelling),
    ("Identity cases", "identity/cases.csv", cases),
    ("Stress pairs of names", "stress/rates.csv", stress),
    ("Whole tables, no labels", "tables/matching.csv", matching),
    ("When the true partner is missing", "tables/removed.csv", missing_partners),
    ("Clusters of records", "clusters/clusters.csv", clusters),
    ("Does the graph recall more than vectors?", f"{RECALL}/differences.csv", findings_recall.differences),
    ("How much is recalled?", f"{RECALL}/recall.csv", findings_recall.recall),
    ("Is it the graph? The links joined at random", f"{RECALL}/recall.csv", findings_recall.controls),
    ("Recall by the number of hops", f"{RECALL}/by_hops.csv", findings_recall.hops),
    ("Where the gain comes from", f"{RECALL}/sources.csv", findings_recall.sources),
    ("Gold that no re-ranking could bring in", f"{RECALL}/added.csv", findings_recall.added),
    (
        "What identity does to recall",
        "identity_and_recall/recall.csv",
        partial(findings_recall.by_setting, setting="rule"),
    ),
    (
        "Is a language model's extraction worth it?",
        "extraction_and_recall/recall.csv",
        partial(findings_recall.by_setting, setting="extraction"),
    ),
    ("Beside a published memory system", "rivals/recall.csv", findings_recall.recall),
    ("Which turn of a conversation answers?", f"{CHATS}/by_category.csv", findings_conversation.categories),
    ("Do its weights hold elsewhere?", f"{CHATS}/by_part.csv", findings_conversation.parts),
    ("What is each signal of a turn worth?", f"{CHATS}/signals.csv", findings_conversation.signals),
    ("Does memory say when the evidence is not there?", f"{CHATS}/abstention.csv", findings_conversation.abstention),
    ("Do answers follow facts that change?", "facts_over_time/systems.csv", facts_tables.told),
    ("Does the graph answer better than vectors alone?", "wiki/answers.csv", answers),
    ("Routes, citations and refusals", "wiki/shares.csv", goals),
    ("Relations read from pages", "wiki/extraction.csv", extraction),
    ("Are the headers of the PEPs answered?", "peps/answers.csv", peps.answers_in_words),
    ("What identity does to the PEPs' answers", "peps/identity.csv", peps.identity_in_words),
    ("When does the graph win?", f"{MAP}/map.csv", map_words.wins),
    ("Does one page answer the whole question?", f"{MAP}/one_page.csv", map_words.one_page),
    ("What else moves the graph's lead?", f"{MAP}/sweeps.csv", map_words.sweeps),
    ("Where real sets lie on the map", f"{MAP}/placed.csv", map_words.placed),
    ("Does the lead last as the corpus grows?", "scale/scale.csv", scale.in_words),
    ("What identity does to answers and recall", "wiki_identity/identity.csv", identity_effect),
    ("Which merge threshold is safe for how large a memory?", f"{DRIFT}/safe.csv", drift_words.safe),
    ("What do false merges cost, and what missed ones?", f"{DRIFT}/costs.csv", drift_words.costs),
    ("Does one false merge lead to the next?", f"{DRIFT}/growth.csv", drift_words.growth),
    ("How often do names collide?", f"{DRIFT}/namesakes.csv", drift_words.namesakes),
    (
        "Is it read right who said what, and what still stands?",
        f"{TALKS}/measures.csv",
        transcript_tables.measures_in_words,
    ),
    ("Can an index of the turns say who objected?", f"{TALKS}/standing.csv", transcript_tables.standing_in_words),
    ("What does a review buy?", "09_review/effort.csv", reviewing.in_words),
)
