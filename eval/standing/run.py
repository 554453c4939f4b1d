"""The questions to everybody, graded: shares right by kind, and the differences between the memory and the others.

Questions of one conversation hang together, so intervals draw whole conversations, and the p-values of differences flip
the signs of whole conversations (their shares right, each counted once); Holm's correction is over all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from eval import stats
from eval.datasets.transcripts import Transcripts
from eval.standing.questions import KINDS, Question, questions
from eval.standing.systems import IN_REACH, MEMORY, PERFECT, Answerer

Tell = Callable[[str], None]

#: Whom the memory is not compared with, but a memory that was read as well as they read.
LEADER = {IN_REACH: PERFECT}


def ask_all(
    data: Transcripts,
    split: str | None,
    systems: Mapping[str, Answerer],
    *,
    seed: int = 0,
    tell: Tell = lambda text: None,
) -> dict[str, Any]:
    """Every question of a part to every system of eval.standing.systems.answerers. `differences` are the share right of
    a memory minus that of those who see turns, in every resample over the same conversations."""
    asked = [question for transcript in data.part(split) for question in questions(transcript)]
    right = {}
    for name, system in systems.items():
        right[name] = [system.right(question) for question in asked]
        tell(f"{name}: {sum(right[name])} of {len(asked)} right")
    leads = {name: LEADER.get(name, MEMORY) for name in systems if name not in (MEMORY, PERFECT)}
    return {
        "data": data.name,
        "data_hash": data.hash,
        "split": data.part_name(split),
        "n": len(asked),
        "conversations": len({question.conversation for question in asked}),
        "seed": seed,
        "systems": {name: _shares(asked, right[name], seed) for name in systems},
        "differences": _judged(
            {name: _differences(asked, right[leader], right[name], seed) for name, leader in leads.items()}
        ),
    }


def _of_kind(asked: Sequence[Question], kind: str) -> list[int]:
    """Where the questions of a kind stand ("all": every one)."""
    return [i for i, question in enumerate(asked) if kind in ("all", question.kind)]


def _groups(asked: Sequence[Question], places: Sequence[int]) -> list[str]:
    return [asked[i].conversation for i in places]


def _shares(asked: Sequence[Question], right: Sequence[bool], seed: int) -> dict[str, Any]:
    shares = {}
    for kind in (*KINDS, "all"):
        if places := _of_kind(asked, kind):
            values = [right[i] for i in places]
            interval = stats.mean_interval(values, groups=_groups(asked, places), seed=seed)
            shares[kind] = {"right": sum(values), "n": len(values)} | interval.to_dict()
    return shares


def _differences(
    asked: Sequence[Question], ours: Sequence[bool], theirs: Sequence[bool], seed: int
) -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for kind in (*KINDS, "all"):
        if places := _of_kind(asked, kind):
            pair = [[float(of[i]) for i in places] for of in (ours, theirs)]
            groups = _groups(asked, places)
            rows[kind] = stats.difference_interval(*pair, groups=groups, seed=seed).to_dict()
            means = [[float(np.mean(values)) for values in _grouped(side, groups)] for side in pair]
            rows[kind]["p"] = stats.permutation_test(*means, seed=seed)
    return rows


def _grouped(values: Sequence[float], groups: Sequence[str]) -> list[list[float]]:
    by_group: dict[str, list[float]] = {}
    for value, group in zip(values, groups, strict=True):
        by_group.setdefault(group, []).append(value)
    return list(by_group.values())


def _judged(differences: Mapping[str, dict[str, dict[str, Any]]]) -> dict[str, dict[str, dict[str, Any]]]:
    """The same with `p_holm` over all systems and kinds, and a verdict in words."""
    stats.correct({f"{name} {kind}": row for name, kinds in differences.items() for kind, row in kinds.items()})
    return dict(differences)
