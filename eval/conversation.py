"""Recall of turns: any system on conversations in LoCoMo's form, by category of question, with paired differences.

Each conversation is a memory of its own. A question's recall@k is the share of the turns in its evidence that stand
among the system's first k; the tie rule is that of eval/recall.py. "all" are the questions that can be answered; those
that cannot be (category 5) are for abstention alone: there a system should say that the evidence is not there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from eval.datasets.locomo import UNANSWERABLE, Chat, ChatData
from eval.recall import BASELINE, ranked
from eval.stats import (
    correct,
    difference_interval,
    mean_interval,
    permutation_test,
    proportion_interval,
)
from eval.systems import System

#: How many turns a system is asked for at least, so that a larger k can be looked at without asking again.
DEPTH = 20
INTERVAL = "95 % percentile bootstrap over questions, 2000 resamples; differences paired; Holm over all tests"


class Abstaining(Protocol):
    """A system that can say that nothing it holds answers."""

    def abstains(self, question: str) -> bool:
        """Is the evidence for an answer missing?"""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the systems did with one question. `found`: system -> its turns, best first; `abstained`: system -> did it
    say that the evidence is missing, for systems that can."""

    chat: str
    id: str
    text: str
    category: str
    evidence: frozenset[str]
    found: Mapping[str, Sequence[str]]
    abstained: Mapping[str, bool]

    def recall(self, system: str, k: int) -> float:
        return len(self.evidence & set(self.found[system][:k])) / len(self.evidence)


def as_passages(chat: Chat) -> list[dict[str, str]]:
    """The turns as systems get them: `{_id, title, text}` with "Speaker: words" as text, and, for those that know what
    to do with them, `words`, `speaker`, `session_id` and `at` (ISO 8601, "" if unknown)."""
    return [
        {
            "_id": turn.id,
            "title": "",
            "text": f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text,
            "words": turn.text,
            "speaker": turn.speaker,
            "session_id": str(turn.session),
            "at": turn.at,
        }
        for turn in chat.turns
    ]


def ask_all(
    data: ChatData,
    systems: Callable[[Chat], Mapping[str, System]],
    k: int,
    *,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[list[Asked], list[dict[str, Any]]]:
    """(every question with what each system found, one row of timings a system). `systems` opens the systems that a
    conversation is given to, with nothing in them."""
    asked: list[Asked] = []
    ingest: dict[str, float] = {}
    seconds: dict[str, list[float]] = {}
    for chat in data.chats:
        passages, known = as_passages(chat), {turn.id for turn in chat.turns}
        open_systems = systems(chat)
        for name, system in open_systems.items():
            start = time.perf_counter()
            system.ingest(passages)
            ingest[name] = ingest.get(name, 0.0) + time.perf_counter() - start
        for question in chat.questions:
            found, abstained = {}, {}
            for name, system in open_systems.items():
                start = time.perf_counter()
                hits = system.search(question.text, max(DEPTH, k))
                seconds.setdefault(name, []).append(time.perf_counter() - start)
                found[name] = ranked(hits, known, name)
                if hasattr(system, "abstains"):
                    abstained[name] = bool(system.abstains(question.text))
            asked.append(
                Asked(chat.id, question.id, question.text, question.category, question.evidence, found, abstained)
            )
        tell(f"{chat.id}: {len(chat.turns)} turns, {len(chat.questions)} questions")
    timings = [
        {"system": name, "ingest_s": ingest[name]} | {f"p{p}_ms": 1000 * float(np.percentile(of, p)) for p in (50, 95)}
        for name, of in seconds.items()
    ]
    return asked, timings


def summarise(
    data: ChatData, asked: Sequence[Asked], ks: Sequence[int], seed: int = 0, *, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """The result of `python -m eval conversation` for these systems (all, if none are named): means with intervals by
    bootstrap over questions, by category and by conversation, differences to BASELINE (`p`: paired permutation test,
    `p_holm` over all systems, k and categories together), and abstention."""
    answerable = [a for a in asked if a.category != UNANSWERABLE]
    names = list(asked[0].found if names is None else names)
    groups = {"all": answerable} | {
        category: [a for a in answerable if a.category == category]
        for category in sorted({a.category for a in answerable})
    }
    by_chat = {chat.id: [a for a in answerable if a.chat == chat.id] for chat in data.chats}
    abstention = {name: found for name in names if (found := _abstention(asked, name))}
    abstention = {name: found for name, found in abstention.items() if found["refused"] or name == "hybrid"}
    main = next((name for name in ("hybrid", *names) if name in abstention), None)
    return {
        "data": data.name,
        "data_hash": data.hash,
        "conversations": [chat.id for chat in data.chats],
        "turns": sum(len(chat.turns) for chat in data.chats),
        "n": {label: len(of) for label, of in groups.items()},
        "unanswerable": len(asked) - len(answerable),
        "skipped": data.skipped,
        "k": ",".join(map(str, ks)),
        "seed": seed,
        "interval": INTERVAL,
        "tie_rule": "score, then id",
        "systems": {name: _recall(name, groups, ks, seed) for name in names},
        "by_conversation": {name: _recall(name, by_chat, ks, seed) for name in names},
        "differences": _differences(names, groups, ks, seed),
        "abstention": (abstention[main] | {"system": main}) if main else {"precision": None, "recall": None},
        "abstention_by_system": abstention,
    }


def _recall(
    name: str, groups: Mapping[str, Sequence[Asked]], ks: Sequence[int], seed: int
) -> dict[str, dict[str, dict[str, float]]]:
    return {
        f"R@{k}": {
            label: mean_interval([a.recall(name, k) for a in of], seed=seed).to_dict()
            for label, of in groups.items()
            if of
        }
        for k in ks
    }


def _differences(
    names: Sequence[str], groups: Mapping[str, Sequence[Asked]], ks: Sequence[int], seed: int
) -> dict[str, dict[str, dict[str, Any]]]:
    if BASELINE not in names:
        return {}
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for name in (n for n in names if n != BASELINE):
        for k in ks:
            for label, of in groups.items():
                if of:
                    pair = [[a.recall(system, k) for a in of] for system in (name, BASELINE)]
                    row = difference_interval(*pair, seed=seed).to_dict() | {"p": permutation_test(*pair, seed=seed)}
                    found.setdefault(name, {}).setdefault(f"R@{k}", {})[label] = row
    correct(
        {
            f"{name}\t{measure}\t{label}": row
            for name, measures in found.items()
            for measure, of in measures.items()
            for label, row in of.items()
        }
    )
    return found


def _abstention(asked: Sequence[Asked], name: str) -> dict[str, Any]:
    """Precision and recall of saying that the evidence is missing: right where the question is unanswerable. {} for a
    system that cannot say so."""
    told = [(a.abstained[name], a.category == UNANSWERABLE) for a in asked if name in a.abstained]
    refused, missing = sum(said for said, _ in told), sum(gold for _, gold in told)
    right = sum(said and gold for said, gold in told)
    if not told:
        return {}
    precision, recall = proportion_interval(right, refused), proportion_interval(right, missing)
    return {
        "precision": precision.mean,
        "recall": recall.mean,
        "precision_interval": [precision.low, precision.high],
        "recall_interval": [recall.low, recall.high],
        "refused": refused,
        "right": right,
        "unanswerable": missing,
        "n": len(told),
    }
