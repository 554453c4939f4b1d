"""The proposals' questions answered, kind by kind: by the memory and by a reader without a graph, with headers in the
text and without, and with each identity rule. The tables of results/peps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd

from eval import plot, stats
from eval.answerers import MemkitAnswerer
from eval.answers import f1_of_set
from eval.datasets.pep_wiki import kind_of, write_pep_wiki
from eval.datasets.registry import DataSet
from eval.datasets.wiki import Wiki, load_wiki
from eval.identity_rules import ABLATION
from eval.provenance import Provenance
from eval.reader import Reader
from eval.table import interval_text, write_table, write_timings
from eval.wiki import Gold, Graded, ask, open_wiki
from memkit import Settings
from memkit.extract import Extraction, Extractor, load_extractor
from memkit.extract.ontology import KnownEntity

EMBEDDER, SEED = "minilm", 0
#: Passages an answer may use, and those that the reader is given besides: what it can do with many.
K, MANY = 5, 30
#: What set F1 of the memory's answers should reach in every kind, headers in the text.
GOAL = 0.9
#: Are headers in the text? -> how the tables say it.
HEADERS = {True: "in the text", False: "stripped"}
MEMKIT, BASELINE = "memkit", f"vector only, {K} passages"
SYSTEMS = (MEMKIT, BASELINE, f"vector only, {MANY} passages")
#: The kinds of question that one person's many spellings make hard.
BY_IDENTITY = ("authored", "co-authors")
WITHOUT = "off"

About = tuple[str, str] | None


class Remembering:
    """An extractor that reads no text twice: what it reads depends on no identity rule."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._known: dict[tuple[Any, ...], Extraction] = {}

    def extract(self, text: str) -> Extraction:
        return self._extractor.extract(text)

    def extract_many(
        self, texts: Iterable[str], *, about: Sequence[About] | None = None, known: Iterable[KnownEntity] = ()
    ) -> list[Extraction]:
        """As SpacyExtractor does."""
        texts, known = list(texts), tuple(known)
        keys = list(zip(texts, about or [None] * len(texts), [known] * len(texts), strict=True))
        new = [key for key in dict.fromkeys(keys) if key not in self._known]
        if new:
            read = self._extractor.extract_many(
                [text for text, _, _ in new], about=[of for _, of, _ in new], known=known
            )
            self._known |= dict(zip(new, read, strict=True))
        return [self._known[key] for key in keys]


@dataclass(frozen=True)
class Answered:
    """All questions of a wiki as one system answered them."""

    headers: str
    system: str
    graded: list[Graded]
    f1: np.ndarray

    def of(self, kind: str) -> np.ndarray:
        """Which questions are of this kind ("all": every one)."""
        return np.array([kind in ("all", kind_of(g.question.id)) for g in self.graded])


def peps(folder: Path, data_sets: Sequence[DataSet]) -> None:
    """answers.csv, answers.png: set F1 by kind, each system, headers in the text and stripped; identity.csv: by rule;
    questions.csv: every answer."""
    (data,) = data_sets
    with TemporaryDirectory() as work:
        wikis = {kept: load_wiki(write_pep_wiki(data.path, Path(work) / str(kept), headers=kept)) for kept in HEADERS}
        extractor = Remembering(load_extractor(Settings(), wikis[True].ontology))
        answered, timings = [], []
        for kept, wiki in wikis.items():
            found, times = answer(wiki, HEADERS[kept], extractor)
            answered += found
            timings += times
        rules = {MEMKIT: answered[0]}
        for rule in ABLATION:
            if rule != MEMKIT:
                rules[rule] = by_rule(wikis[True], rule, extractor)
    rows = answer_rows(answered)
    told = partial(
        Provenance,
        data={data.name: data.hash},
        n=len(answered[0].graded),
        interval="95 % percentile bootstrap over questions, paired, 2000 resamples; exact shares Clopper-Pearson",
        seed=SEED,
        embedder=EMBEDDER,
        k=str(K),
    )
    write_table(
        rows, folder / "answers.csv", told(settings={"goal": GOAL}), title="The PEPs: set F1 by kind of question"
    )
    identity = identity_rows({rule: rules[rule] for rule in ABLATION})
    title = "The PEPs: what identity does to answers"
    write_table(identity, folder / "identity.csv", told(settings={"headers": HEADERS[True]}), title=title)
    questions = [row for one in answered for row in question_rows(one)]
    write_table(questions, folder / "questions.csv", told(), title="The PEPs: every question")
    write_timings(timings, folder / "answers.csv")
    plot.save(answers_plot(pd.DataFrame(rows)), folder / "answers.png")


# ---------------------------------------------------------------------------------------------------------- answers


def answer(wiki: Wiki, headers: str, extractor: Extractor) -> tuple[list[Answered], list[dict[str, Any]]]:
    """(every system's answers, the memory's first; milliseconds of each question)."""
    with open_wiki(wiki, embedder=EMBEDDER, extractor=extractor) as memory:
        systems = (MemkitAnswerer(memory, k=K), Reader(memory, k=K), Reader(memory, k=MANY))
        found, timings = [], []
        for name, system in zip(SYSTEMS, systems, strict=True):
            one, times = _answered(wiki, headers, name, system)
            found.append(one)
            asked = zip(one.graded, times, strict=True)
            timings += [{"headers": headers, "system": name, "question": g.question.id, "ms": ms} for g, ms in asked]
    return found, timings


def by_rule(wiki: Wiki, rule: str, extractor: Extractor) -> Answered:
    """The memory's answers where names are decided by this rule."""
    with open_wiki(wiki, embedder=EMBEDDER, rule=rule, extractor=extractor) as memory:
        return _answered(wiki, HEADERS[True], rule, MemkitAnswerer(memory, k=K), BY_IDENTITY)[0]


def _answered(
    wiki: Wiki, headers: str, name: str, system: MemkitAnswerer | Reader, kinds: Sequence[str] = ()
) -> tuple[Answered, list[float]]:
    gold = Gold.of(wiki)
    asked = [q for q in wiki.part("report")[0] if not kinds or kind_of(q.id) in kinds]
    graded, times = ask(system, asked, gold, lambda _: None)
    f1 = np.array([f1_of_set(g.question, g.reply, gold.names) for g in graded])
    return Answered(headers, name, graded, f1), times


# ------------------------------------------------------------------------------------------------------------- rows


def answer_rows(answered: Sequence[Answered]) -> list[dict[str, Any]]:
    """One row per kind, headers and system: set F1, the share that is exact, and the memory's difference to BASELINE;
    p-values by sign permutation, corrected over the rows of one form of the headers (Holm)."""
    kinds = [*dict.fromkeys(kind_of(g.question.id) for g in answered[0].graded), "all"]
    bases = {one.headers: one for one in answered if one.system == BASELINE}
    rows: list[dict[str, Any]] = []
    for one in answered:
        p_values: dict[str, float] = {}
        own = []
        for kind in kinds:
            f1 = one.f1[one.of(kind)]
            exact = sum(g.grade == "right" for g, of in zip(one.graded, one.of(kind), strict=True) if of)
            row: dict[str, Any] = {"headers": one.headers, "kind": kind, "system": one.system, "n": len(f1)}
            row |= stats.mean_interval(f1, seed=SEED).columns("f1")
            row |= stats.proportion_interval(exact, len(f1)).columns("exact")
            if one.system == MEMKIT:
                base = bases[one.headers].f1[bases[one.headers].of(kind)]
                row |= stats.difference_interval(f1, base, seed=SEED).columns("difference")
                p_values[kind] = stats.permutation_test(f1, base, seed=SEED)
            own.append(row)
        corrected = stats.holm(p_values)
        rows += [row | {"p_holm": corrected.get(row["kind"]), "verdict": _verdict(row)} for row in own]
    return rows


def _verdict(row: dict[str, Any]) -> str:
    """The memory's set F1 with headers against GOAL."""
    if row["system"] != MEMKIT:
        return "the baseline"
    if row["headers"] != HEADERS[True]:
        return "no goal set"
    if row["f1"] < GOAL:
        return f"below {GOAL:g}" if row["f1_high"] < GOAL else f"below {GOAL:g}, within noise of it"
    return f"at least {GOAL:g}" if row["f1_low"] >= GOAL else f"at least {GOAL:g}, within noise of it"


def identity_rows(rules: dict[str, Answered]) -> list[dict[str, Any]]:
    """One row per kind of BY_IDENTITY and rule, with the paired difference to no identity at all."""
    rows: list[dict[str, Any]] = []
    p_values: dict[str, float] = {}
    off = rules[WITHOUT]
    for kind in BY_IDENTITY:
        base = off.f1[off.of(kind)]
        for rule, one in rules.items():
            f1 = one.f1[one.of(kind)]
            row: dict[str, Any] = {"kind": kind, "rule": rule, "n": len(f1)}
            row |= stats.mean_interval(f1, seed=SEED).columns("f1")
            if rule != WITHOUT:
                row |= stats.difference_interval(f1, base, seed=SEED).columns("difference")
                p_values[f"{kind} {rule}"] = stats.permutation_test(f1, base, seed=SEED)
            rows.append(row)
    stats.judge(rows, p_values, lambda row: f"{row['kind']} {row['rule']}", "without identity")
    return rows


def question_rows(one: Answered) -> list[dict[str, Any]]:
    """One row per question: what was answered, and how."""
    shown = ("id", "question", "gold", "answer", "route", "plan", "reason")
    rows = []
    for g, f1 in zip(one.graded, one.f1, strict=True):
        row = {"headers": one.headers, "system": one.system} | {key: g.row()[key] for key in shown}
        rows.append(row | {"f1": f1, "verdict": g.grade})
    return rows


def answers_plot(rows: pd.DataFrame) -> plot.Picture:
    """Set F1 by kind, every system, headers in the text."""
    return plot.groups(
        rows[(rows["headers"] == HEADERS[True]) & (rows["kind"] != "all")],
        title="PEPs, headers in the text",
        group="kind",
        measure="f1",
        systems=SYSTEMS,
        xlabel="kind of question",
        ylabel="set F1, with 95 % intervals",
    )


# --------------------------------------------------------------------------------------------------------- in words


def answers_in_words(frame: pd.DataFrame) -> list[str]:
    """Set F1 by kind, the memory and the readers beside it."""
    said = []
    for headers, rows in frame.groupby("headers", sort=False):
        for kind, of in rows.groupby("kind", sort=False):
            ours = of[of["system"] == MEMKIT].iloc[0]
            others = [
                f"{row['system']} {interval_text(row, 'f1')}" for _, row in of.iterrows() if row["system"] != MEMKIT
            ]
            goal = f": {ours['verdict']}" if headers == HEADERS[True] else ""
            said.append(
                f"Headers {headers}, **{kind}** ({ours['n']:.0f} questions): set F1 {interval_text(ours, 'f1')}{goal}; "
                f"{ours['exact']:.1%} exact; {', '.join(others)}."
            )
    return said


def identity_in_words(frame: pd.DataFrame) -> list[str]:
    """What identity does to questions about people with many spellings."""
    said = []
    for kind, rows in frame.groupby("kind", sort=False):
        each = [f"`{row['rule']}` {interval_text(row, 'f1')} ({row['verdict']})" for _, row in rows.iterrows()]
        said.append(f"{kind} ({rows['n'].iloc[0]:.0f} questions), set F1 by identity rule: {', '.join(each)}.")
    return said
