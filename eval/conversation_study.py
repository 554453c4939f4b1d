"""What finds the turns that answer, and by which signal? Everything that notebook 07 shows, as tables.

No table holds a word of the conversations: public ones may not be copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from eval.conversation import INTERVAL, Asked, ask_all, summarise
from eval.datasets.locomo import CATEGORIES, UNANSWERABLE, Chat, ChatData, load_chats
from eval.provenance import Provenance
from eval.recall import BASELINE
from eval.stats import Interval, difference_interval, difference_verdict, judge, mean_interval, permutation_test
from eval.systems import System
from eval.turn_variants import CONTROLS, VARIANTS, WINDOWS, load_chat_systems
from memkit import Memory, Settings

#: The systems that are compared, and the one whose signals are taken apart.
SYSTEMS, OURS = ("vector", "keyword", "fused", "hybrid"), "hybrid"


@dataclass(frozen=True)
class Study:
    """Conversations, asked to several systems; `depth` is the rank at which signals are told apart."""

    data: ChatData
    asked: list[Asked]
    timings: list[dict[str, Any]]
    result: dict[str, Any]
    ks: list[int]
    depth: int
    developed: tuple[str, ...]
    embedder: str
    memories: Mapping[str, Memory] = field(repr=False)

    @property
    def answerable(self) -> list[Asked]:
        return [a for a in self.asked if a.category != UNANSWERABLE]

    def provenance(self, interval: str = INTERVAL) -> Provenance:
        return Provenance(
            data={self.data.name: self.data.hash},
            n=len(self.asked),
            interval=interval,
            seed=self.result["seed"],
            embedder=self.embedder,
            k=",".join(map(str, self.ks)),
            settings={"conversations": ",".join(self.result["conversations"]), "developed": ",".join(self.developed)},
        )


def study(
    data: str,
    *,
    systems: Sequence[str] = SYSTEMS,
    variants: Sequence[str] = tuple(VARIANTS),
    ks: Sequence[int] = (5, 10, 20),
    depth: int = 10,
    developed: Sequence[str] = (),
    embedder: str = "minilm",
    seed: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> Study:
    """Give each conversation to each system and variant, in a memory of its own, and ask every question. `developed`
    are the conversations on which weights were chosen, if they are here. Raises InputError for what is unknown."""
    loaded = load_chats(data)
    memories: dict[str, Memory] = {}

    def opened(chat: Chat) -> Mapping[str, System]:
        memories[chat.id] = Memory(":memory:", settings=Settings(embedder=embedder))
        return load_chat_systems((*systems, *variants), lambda: memories[chat.id])

    asked, timings = ask_all(loaded, opened, max(*ks, depth), tell=tell)
    result = summarise(loaded, asked, sorted({*ks, depth}), seed, names=systems)
    name = next(iter(memories.values())).embedder.name
    return Study(loaded, asked, timings, result, sorted(ks), depth, tuple(developed), name, memories)


# ----------------------------------------------------------------------------------------------------------- tables


def recall(study: Study) -> pd.DataFrame:
    """One row a system: recall at each k over the questions that have an answer; a verdict at `depth`."""
    rows = []
    for name in study.result["systems"]:
        row: dict[str, Any] = {"system": name, "n": len(study.answerable)}
        for k in study.ks:
            row |= Interval.of(study.result["systems"][name][f"R@{k}"]["all"]).columns(f"R@{k}")
        rows.append(row | {"verdict": _verdict(study, name, "all")})
    return pd.DataFrame(rows)


def by_category(study: Study) -> pd.DataFrame:
    """Recall at `depth` by category of question, each system with its difference to BASELINE."""
    rows = []
    for category, n in study.result["n"].items():
        label = "all" if category == "all" else f"{category} {CATEGORIES.get(category, '')}".strip()
        for name in study.result["systems"]:
            row = {"category": label, "n": n, "system": name}
            row |= Interval.of(study.result["systems"][name][f"R@{study.depth}"][category]).columns("recall")
            found = _difference(study, name, category)
            if found:
                row |= Interval.of(found).columns("difference") | {"p_holm": found["p_holm"]}
            rows.append(row | {"verdict": _verdict(study, name, category)})
    return pd.DataFrame(rows)


def by_part(study: Study) -> pd.DataFrame:
    """Recall at `depth`, the conversations on which weights were chosen apart from the others, and each alone; verdicts
    by the interval of the paired difference to BASELINE."""
    parts: dict[str, list[Asked]] = {}
    for asked in study.answerable:
        part = "weights chosen here" if asked.chat in study.developed else "scores only"
        parts.setdefault(part, []).append(asked)
        parts.setdefault(asked.chat, []).append(asked)
    rows = []
    seed = study.result["seed"]
    for part, of in sorted(parts.items(), key=lambda item: item[0] in study.result["conversations"]):
        base = [a.recall(BASELINE, study.depth) for a in of]
        for name in study.result["systems"]:
            values = [a.recall(name, study.depth) for a in of]
            row = {"part": part, "n": len(of), "system": name} | mean_interval(values, seed=seed).columns("recall")
            difference = difference_interval(values, base, seed=seed)
            verdict = "the baseline" if name == BASELINE else difference_verdict(difference)
            rows.append(row | difference.columns("difference") | {"verdict": verdict})
    return pd.DataFrame(rows)


def signals(study: Study) -> pd.DataFrame:
    """Each variant of OURS at `depth`: its recall, over all and on questions with several pieces of evidence, and its
    paired difference to OURS, with Holm's correction over all variants."""
    rows, p_values = [], {}
    whole = [a.recall(OURS, study.depth) for a in study.answerable]
    several = [a for a in study.answerable if len(a.evidence) > 1]
    for name in (OURS, *(n for n in VARIANTS if n in study.asked[0].found)):
        values = [a.recall(name, study.depth) for a in study.answerable]
        row = {"kind": _kind(name), "system": name, "n": len(values)}
        row |= mean_interval(values, seed=study.result["seed"]).columns("recall")
        row["recall_of_several"] = sum(a.recall(name, study.depth) for a in several) / max(len(several), 1)
        if name != OURS:
            row |= difference_interval(values, whole, seed=study.result["seed"]).columns("difference")
            p_values[name] = permutation_test(values, whole, seed=study.result["seed"])
        rows.append(row)
    judge(rows, p_values, lambda row: row["system"], "all signals")
    return pd.DataFrame(rows)


def _kind(name: str) -> str:
    if name == OURS:
        return "all signals"
    return "window" if name in WINDOWS else "control" if name in CONTROLS else "without one"


def added(study: Study) -> pd.DataFrame:
    """Where the gain comes from: of the evidence that OURS has in its first `depth` and BASELINE has not, how much by
    each reason that OURS gives (a turn may have several)."""
    reasons: Counter[str] = Counter()
    total = 0
    for asked in study.answerable:
        gained = _first(study, asked, OURS) - _first(study, asked, BASELINE)
        if gained:
            hits = study.memories[asked.chat].search(asked.text, k=2 * study.depth, mode=OURS)
            via = {hit.source: hit.via for hit in reversed(hits)}
            for turn in sorted(gained):
                total += 1
                reasons.update(_reasons(via.get(turn, {})))
    return pd.DataFrame(
        [
            {"reason": reason, "turns": n, "of": total, "share": n / total, "verdict": "evidence that only hybrid has"}
            for reason, n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ]
    )


def _reasons(via: Mapping[str, Any]) -> Iterator[str]:
    told = {
        "speaker": "speaker: said by whom the question names",
        "neighbours": "neighbours: words of the question stand around it",
        "meaning": "meaning: other words of like meaning",
        "date": "date: on or near the day asked for",
    }
    found = [words for key, words in told.items() if key in via]
    yield from found or ["words and vectors, without the speakers' names"]


def abstention(study: Study) -> pd.DataFrame:
    """Saying that the evidence is missing: OURS, and what saying it always would give."""
    found = study.result["abstention"]
    if found["precision"] is None:
        return pd.DataFrame()
    rows = []
    share = found["unanswerable"] / found["n"]
    for name, precision, recalled, verdict in (
        (OURS, found["precision"], found["recall"], "as measured"),
        ("always", share, 1.0, "the share of questions without an answer"),
    ):
        f1 = 2 * precision * recalled / (precision + recalled) if precision + recalled else 0.0
        row = {"system": name, "n": found["n"], "unanswerable": found["unanswerable"], "precision": precision}
        if name == OURS:
            row |= {f"precision_{end}": v for end, v in zip(("low", "high"), found["precision_interval"], strict=True)}
        row["recall"] = recalled
        if name == OURS:
            row |= {f"recall_{end}": v for end, v in zip(("low", "high"), found["recall_interval"], strict=True)}
        rows.append(row | {"f1": f1, "verdict": verdict})
    return pd.DataFrame(rows)


def in_words(study: Study) -> list[str]:
    """What was found, in sentences."""
    measure, systems = f"R@{study.depth}", study.result["systems"]
    said = [f"{name}: {measure} {Interval.of(of[measure]['all']).text()}." for name, of in systems.items()]
    found = _difference(study, OURS, "all")
    if found:
        difference = Interval.of(found).text("+")
        said.append(f"{OURS} minus {BASELINE}: {difference}, p after Holm {found['p_holm']:.4f}: {found['verdict']}.")
    rows = signals(study)
    lost = rows[(rows["system"] != OURS) & (rows["verdict"] == "worse")]
    if len(lost):
        worst = lost.sort_values("difference")[["system", "difference"]].itertuples(index=False)
        said.append("Worse than with all signals: " + ", ".join(f"{n} ({d:+.3f})" for n, d in worst) + ".")
    kept = rows[(rows["system"] != OURS) & (rows["verdict"] != "worse")]["system"].tolist()
    if kept:
        said.append(f"Not shown to be worse here: {', '.join(kept)}.")
    return said


# ------------------------------------------------------------------------------------------------------------ cells


def _first(study: Study, asked: Asked, system: str) -> set[str]:
    return set(asked.evidence & set(asked.found[system][: study.depth]))


def _difference(study: Study, name: str, category: str) -> dict[str, Any] | None:
    return study.result["differences"].get(name, {}).get(f"R@{study.depth}", {}).get(category)


def _verdict(study: Study, name: str, category: str) -> str:
    found = _difference(study, name, category)
    return "the baseline" if name == BASELINE else found["verdict"] if found else "not compared"
