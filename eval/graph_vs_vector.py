"""Does the graph recall more than vectors, on one set? Everything that notebook 03 shows, as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from eval.datasets.beir import BeirData
from eval.datasets.retrieval import find_retrieval, load_retrieval
from eval.identity_rules import open_memory
from eval.openie import load_openie
from eval.provenance import Provenance
from eval.recall import BASELINE, Measured, measure, summarise
from eval.stats import Interval
from eval.systems import CONTROLS, load_systems
from memkit import Memory, Settings
from memkit.errors import InputError
from memkit.retrieve import MODES

INTERVAL = "95 % percentile bootstrap over questions, 2000 resamples; differences paired; Holm over all tests"
#: The system whose wins and losses against BASELINE are looked at.
GRAPH = "hybrid"
#: A passage counts as found when it is among the first so many; wins and losses are told at this depth.
DEPTH = 5
#: Prefix of `extraction` for names that a language model found beforehand, see eval/openie.py.
OPENIE = "openie:"


@dataclass(frozen=True)
class Study:
    """One set, asked to several systems. `result` is what `eval.recall.summarise` gives."""

    data: BeirData
    measured: Measured
    result: dict[str, Any]
    ks: list[int]
    embedder: str
    settings: dict[str, Any]
    memory: Memory

    def provenance(self, interval: str = INTERVAL) -> Provenance:
        return Provenance(
            data={self.data.name: self.data.hash},
            n=len(self.data.queries),
            interval=interval,
            seed=self.result["seed"],
            embedder=self.embedder,
            k=",".join(map(str, self.ks)),
            settings=self.settings,
        )


def study(
    data: str,
    systems: Sequence[str] = (*MODES, *CONTROLS),
    *,
    ks: Sequence[int] = (2, 5, 10),
    rule: str = "memkit",
    embedder: str = "minilm",
    extraction: str = "rules",
    split: str = "test",
    seed: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> Study:
    """Give the set to each system and ask it every question.

    `rule` decides names: "memkit", "seed" or "off" (equal strings only). `extraction` is "rules", or "openie:entities",
    "openie:triples", "openie:both" for a set that comes with a language model's (NAME_openie_*.jsonl). Raises
    InputError for what is unknown.
    """
    loaded = load_retrieval(data, split)
    memory = _memory(data, loaded, rule, embedder, extraction)
    measured = measure(loaded, load_systems(systems, lambda: memory), ks, progress=tell)
    settings = {"rule": rule, "extraction": extraction, "split": loaded.split, "systems": ",".join(systems)}
    result = summarise(loaded, measured, ks, seed)
    return Study(loaded, measured, result, sorted(ks), memory.embedder.name, settings, memory)


def _memory(data: str, loaded: BeirData, rule: str, embedder: str, extraction: str) -> Memory:
    settings = Settings(embedder=embedder)
    extractor = None
    if extraction != "rules":
        part = extraction.removeprefix(OPENIE)
        found = find_retrieval(data)
        files = sorted(found.path.glob(f"{found.stem}_openie*.jsonl")) if found.stem else []
        if not extraction.startswith(OPENIE) or len(files) != 1:
            raise InputError(f"extraction {extraction!r}: {data} comes with no such file; use rules")
        usual = Memory(":memory:", settings=settings).extractor
        extractor = load_openie(files[0], [p["text"] for p in loaded.passages], part, usual)
    return open_memory(":memory:", rule, settings=settings, extractor=extractor)


# ----------------------------------------------------------------------------------------------------------- tables


def recall(study: Study) -> pd.DataFrame:
    """One row a system: every measure with its interval, and a verdict against BASELINE by R@DEPTH."""
    rows = []
    for name, measures in study.result["systems"].items():
        row: dict[str, Any] = {"system": name}
        for measure_name, interval in measures.items():
            row |= Interval.of(interval).columns(measure_name)
        rows.append(row | {"verdict": _verdict(study, name)})
    return pd.DataFrame(rows)


def _verdict(study: Study, name: str) -> str:
    if name == BASELINE:
        return "the baseline"
    found = study.result["differences"].get(name, {}).get(f"R@{_depth(study)}")
    return found["verdict"] if found else "not compared"


def _depth(study: Study) -> int:
    """DEPTH if it was measured, else the nearest rank that was."""
    return min(study.ks, key=lambda k: (abs(k - DEPTH), k))


def differences(study: Study) -> pd.DataFrame:
    """Each system minus BASELINE at each k: paired mean, interval, p, p after Holm's correction, verdict."""
    rows = []
    for name, measures in study.result["differences"].items():
        for measure_name, found in measures.items():
            if "verdict" in found:
                row = {"system": name, "measure": measure_name, **Interval.of(found).columns("difference")}
                rows.append(row | {key: found[key] for key in ("p", "p_holm", "verdict")})
    return pd.DataFrame(rows)


def by_hops(study: Study) -> pd.DataFrame:
    """R@DEPTH of each system by the number of hops that a question takes; empty where the set does not tell it."""
    measure_name, rows = f"R@{_depth(study)}", []
    for hops, found in study.result["by_hops"].items():
        base = found.get(BASELINE, {}).get(measure_name)
        for name in study.result["systems"]:
            interval = found[name][measure_name]
            apart = base is not None and (interval["low"] > base["high"] or interval["high"] < base["low"])
            verdict = "the baseline" if name == BASELINE else "intervals apart" if apart else "intervals overlap"
            row = {"hops": hops, "n": found["n"], "system": name, **Interval.of(interval).columns("recall")}
            rows.append(row | {"verdict": verdict})
    return pd.DataFrame(rows)


def added(study: Study) -> pd.DataFrame:
    """Gold passages that stand outside the first hundred of both lists, and how many of them each system brings in."""
    found = study.result["added"]
    rows = []
    for name, counts in found["found"].items() if found else ():
        row = {"system": name, "gold": found["gold"], "outside_both_lists": found["outside"]}
        brought = {f"in_first_{measure_name.removeprefix('R@')}": n for measure_name, n in counts.items()}
        verdict = "adds candidates" if any(counts.values()) else "adds none"
        rows.append(row | brought | {"verdict": verdict})
    return pd.DataFrame(rows)


def sources(study: Study) -> pd.DataFrame:
    """Where the gain comes from: of the gold passages that GRAPH has in its first DEPTH and BASELINE has not, how many
    by each reason that GRAPH gives: a thing the question names, a bridge from another passage, or the lists alone."""
    depth, reasons = _depth(study), Counter()
    for id, question in study.data.queries.items():
        gained = _found(study, GRAPH, id, depth) - _found(study, BASELINE, id, depth)
        if gained:
            hits = study.memory.search(question, k=4 * depth, mode=GRAPH)
            via = {hit.source: hit.via for hit in reversed(hits)}
            reasons.update(_reason(via.get(passage, {})) for passage in gained)
    total = sum(reasons.values())
    return pd.DataFrame(
        [
            {"reason": reason, "passages": n, "share": n / total, "verdict": "gold that only the graph has so high"}
            for reason, n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ]
    )


def _reason(via: Mapping[str, Any]) -> str:
    if "bridge" in via:
        return "bridge: shares a thing with another passage"
    return "names: holds a thing that the question names" if "names" in via else "lists: words and vectors alone"


def _found(study: Study, system: str, query: str, depth: int) -> set[str]:
    return study.data.gold[query] & set(study.measured.runs[system][query][:depth])


def examples(study: Study, n: int = 10) -> tuple[pd.DataFrame, pd.DataFrame]:
    """(n wins, n losses): the questions where GRAPH finds most more, and most fewer, gold passages than BASELINE in the
    first DEPTH; ties in the order of the set. Fewer rows where there are fewer."""
    measure_name = f"R@{_depth(study)}"
    change = study.measured.values[GRAPH][measure_name] - study.measured.values[BASELINE][measure_name]
    order = sorted(range(len(change)), key=lambda i: (-change[i], i))
    wins = [i for i in order if change[i] > 0][:n]
    losses = [i for i in reversed(order) if change[i] < 0][:n]
    return _told(study, wins, change), _told(study, losses, change)


def _told(study: Study, numbers: Sequence[int], change: Sequence[float]) -> pd.DataFrame:
    ids, depth = list(study.data.queries), _depth(study)
    titles = {p["_id"]: p["title"] or p["_id"] for p in study.data.passages}

    def named(passages: set[str]) -> str:
        return "; ".join(sorted(titles[id] for id in passages))

    rows = []
    for number in numbers:
        id = ids[number]
        both = [_found(study, system, id, depth) for system in (GRAPH, BASELINE)]
        rows.append(
            {
                "question": study.data.queries[id],
                "change": float(change[number]),
                f"only {GRAPH} has": named(both[0] - both[1]),
                f"only {BASELINE} has": named(both[1] - both[0]),
                "neither has": named(study.data.gold[id] - both[0] - both[1]),
                "verdict": "the graph helps" if change[number] > 0 else "the graph harms",
            }
        )
    return pd.DataFrame(rows)


def only_graph(study: Study) -> pd.DataFrame:
    """Gold in GRAPH's first DEPTH that stands outside the first hundred of both lists, with the path to it."""
    depth, rows = _depth(study), []
    for id, question in study.data.queries.items():
        hits = study.memory.retrieve(question, k=4 * depth, mode=GRAPH)
        paths = {path.passage_id: path for path in hits.paths}
        for hit in hits.passages:
            wanted = hit.source in _found(study, GRAPH, id, depth)
            if wanted and "vector" not in hit.via and "keyword" not in hit.via:
                path = paths.get(hit.id)
                row = {"question": question, "passage": hit.title or hit.source}
                rows.append(row | {"path": " > ".join(path.things) if path else "", "verdict": "only the graph"})
    return pd.DataFrame(rows)


def in_words(study: Study) -> list[str]:
    """What was found, in sentences."""
    measure_name = f"R@{_depth(study)}"
    systems, said = study.result["systems"], []
    for name in (n for n in (BASELINE, "fused", GRAPH) if n in systems):
        said.append(f"{name}: {measure_name} {Interval.of(systems[name][measure_name]).text()}.")
    found = study.result["differences"].get(GRAPH, {}).get(measure_name)
    if found:
        difference = Interval.of(found).text("+")
        said.append(f"{GRAPH} minus {BASELINE}: {difference}, p after Holm {found['p_holm']:.4f}: {found['verdict']}.")
    change = study.measured.values[GRAPH][measure_name] - study.measured.values[BASELINE][measure_name]
    wins, losses = int((change > 0).sum()), int((change < 0).sum())
    said.append(f"{GRAPH} finds more gold for {wins} questions, less for {losses}, as much for the other "
                f"{len(change) - wins - losses}.")  # fmt: skip
    return said
