"""What identity does to recall and to answers: one wiki, its names decided by each rule in turn.

Twice: once as it is, where the ontology tells most aliases and little is left to identity, and once without the
ontology's names, where every spelling has to be found in the pages and brought together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval import recall, stats
from eval.answerers import MemkitAnswerer
from eval.datasets.wiki import Wiki
from eval.datasets.wiki_beir import as_beir
from eval.identity_rules import ABLATION
from eval.systems import MemkitSystem
from eval.wiki import Gold, ask, open_wiki, set_questions
from memkit import Memory

#: Recall of gold pages is told at this rank.
K = 5
#: Whether the ontology's names are given -> how the table says it.
KNOWN_NAMES = {True: "in the ontology", False: "to be found"}
#: The rule that the others are compared with: no identity at all.
WITHOUT = "off"


@dataclass(frozen=True, slots=True)
class Effect:
    """A rule's outcome: `exact` per question with a set answer (1: right), `recall` per question with gold pages (share
    of them among the first K of hybrid); gold things that are `parted` into several, and things that `mix` several."""

    exact: np.ndarray
    recall: np.ndarray
    things: int
    parted: int
    mixed: int


def measure(wiki: Wiki, split: str, rule: str, embedder: str, known_names: bool) -> Effect:
    """Read the wiki with this rule and ask all questions of the part."""
    gold = Gold.of(wiki)
    with open_wiki(wiki, rule=rule, embedder=embedder, known_names=known_names) as memory:
        graded, _ = ask(MemkitAnswerer(memory), wiki.part(split)[0], gold, lambda _: None)
        data = as_beir(wiki, split)
        run, _ = recall.ask(MemkitSystem(memory, "hybrid"), "hybrid", data, recall.DEPTH)
        things, parted, mixed = identity_errors(memory, gold)
    return Effect(
        exact=np.array([g.grade == "right" for g in set_questions(graded)], dtype=float),
        recall=recall.per_query(data, run, [K])[f"R@{K}"],
        things=things,
        parted=parted,
        mixed=mixed,
    )


def identity_errors(memory: Memory, gold: Gold) -> tuple[int, int, int]:
    """(things that gold knows and memory names, those that memory parts into several, things of memory that are several
    of gold's)."""
    known = {e.name for e in gold.known.entities}
    heads, things = defaultdict(set), defaultdict(set)
    for entity in memory.store.find("Entity"):
        name = gold.names.canonical(entity.name)
        if name in known:
            heads[name].add(entity.canonical_id)
            things[entity.canonical_id].add(name)
    return len(heads), sum(len(of) > 1 for of in heads.values()), sum(len(of) > 1 for of in things.values())


def compare(wiki: Wiki, split: str, embedder: str, seed: int, rules: Sequence[str] = ABLATION) -> list[dict[str, Any]]:
    """One row per rule and measure ("set_exact", "R@5"), with the ontology's names and without: mean, interval, and the
    paired difference to WITHOUT; p-values by sign permutation, corrected over the rows of each (Holm)."""
    rows = []
    for known_names in KNOWN_NAMES:
        effects = {rule: measure(wiki, split, rule, embedder, known_names) for rule in rules}
        start = {"data": wiki.name, "names": KNOWN_NAMES[known_names]}
        rows += [start | row for row in _rows(effects, seed)]
    return rows


def _rows(effects: Mapping[str, Effect], seed: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    p_values: dict[str, float] = {}
    for rule, effect in effects.items():
        for name, values, base in (
            ("set_exact", effect.exact, effects[WITHOUT].exact),
            (f"R@{K}", effect.recall, effects[WITHOUT].recall),
        ):
            row: dict[str, Any] = {"rule": rule, "measure": name, "n": len(values)}
            row |= stats.mean_interval(values, seed=seed).columns("mean")
            row |= {"things": effect.things, "parted": effect.parted, "mixed": effect.mixed}
            if rule != WITHOUT:
                row |= stats.difference_interval(values, base, seed=seed).columns("difference")
                p_values[f"{rule} {name}"] = stats.permutation_test(values, base, seed=seed)
            rows.append(row)
    stats.judge(rows, p_values, lambda row: f"{row['rule']} {row['measure']}", "without identity")
    return rows
