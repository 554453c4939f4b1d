"""When does the graph win? Recall on generated corpora whose form is swept: a map of cross-referencing x hops.

Recall here is the share of a question's hops of which a stating page is among the first k. A fact that stands on
several pages may be read on any of them, by any system: where nothing is repeated, this is recall@k of the gold pages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

from eval import stats
from eval.generator import Corpus, Parameters, generate, varied, write_ontology
from eval.provenance import Provenance
from eval.recall import BASELINE, CHARS_PER_TOKEN, DEPTH, Run, ask, token_counts, within
from eval.systems import load_systems
from memkit import Memory, Settings

SYSTEMS = (BASELINE, "keyword", "fused", "hybrid")
#: The system whose difference to BASELINE is mapped.
GRAPH = "hybrid"
K = 5
#: The same in tokens: pages grow as they repeat more, and a prompt pays for their length.
BUDGET = 500
#: What else is swept, each on its own, at one fact a page and the hops of FIXED_HOPS.
SWEPT = ("aliases", "twins", "distractors")
FIXED_HOPS = (2, 3)
#: Aliases swept with an ontology that lists all of them.
LISTED_ALIASES = "aliases, listed"
INTERVAL = "95 % percentile bootstrap, paired, over seeds and their questions, 2000 resamples; Holm over the table"

WINS, LOSES, NO_DIFFERENCE = "graph wins", "graph loses", stats.NO_DIFFERENCE
VERDICTS = {stats.BETTER: WINS, stats.WORSE: LOSES, stats.NO_DIFFERENCE: NO_DIFFERENCE}


@dataclass(frozen=True)
class Answers:
    """What the systems found: one row a question, with what its corpus was made from, `one_page` (does one page state
    all of its hops?), `tokens` (of a page, on the average), and for each system its recall at K and in BUDGET
    (`NAME` and `NAME_budget`). `hashes`: name of each corpus -> hash."""

    frame: pd.DataFrame
    hashes: dict[str, str]
    embedder: str
    base: Parameters

    def provenance(self, n: int | None = None, **settings: object) -> Provenance:
        """That of a table over these answers, or over `n` of them."""
        digest = hashlib.sha256(repr(sorted(self.hashes.items())).encode()).hexdigest()[:16]
        made = {k: v for k, v in asdict(self.base).items() if k not in ("cross_references", "hops", "seed")}
        return Provenance(
            data={f"{len(self.hashes)} generated corpora": digest},
            n=len(self.frame) if n is None else n,
            interval=INTERVAL,
            seed=", ".join(map(str, sorted(self.frame["seed"].unique()))),
            embedder=self.embedder,
            k=str(K),
            settings=made | {"budget": f"{BUDGET} tokens of {CHARS_PER_TOKEN} characters"} | settings,
        )


def hop_recall(evidence: Sequence[frozenset[str]], found: Sequence[str]) -> float:
    """Share of hops of which at least one stating page was found."""
    pages = set(found)
    return sum(bool(pages & hop) for hop in evidence) / len(evidence)


def answers(
    grid: Sequence[Parameters],
    *,
    embedder: str = "minilm",
    listed: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Answers:
    """Make each corpus of the grid, put it into a memory of its own, and ask all systems its questions. `listed`: an
    ontology file tells the memory the names of all things with their other spellings."""
    found = []
    for number, parameters in enumerate(grid, 1):
        found.append(of := _asked(parameters, embedder, listed))
        means = ", ".join(f"{system} {of.frame[system].mean():.3f}" for system in SYSTEMS)
        tell(f"[{number}/{len(grid)}] {_said(parameters, grid)}: {means}")
    frame = pd.concat([of.frame for of in found], ignore_index=True)
    return Answers(frame, {name: h for of in found for name, h in of.hashes.items()}, found[-1].embedder, grid[0])


@cache
def _asked(parameters: Parameters, embedder: str, listed: bool) -> Answers:
    """One corpus. Kept for the process: sweeps have corpora in common."""
    corpus = generate(parameters)
    with TemporaryDirectory() as folder:
        ontology = str(write_ontology(corpus, f"{folder}/ontology.yaml")) if listed else ""
        memory = Memory(":memory:", settings=Settings(embedder=embedder, ontology=ontology))
    with memory:
        systems = load_systems(SYSTEMS, lambda: memory)
        memory.ingest_passages(corpus.data.passages)
        runs = {name: ask(system, name, corpus.data, DEPTH)[0] for name, system in systems.items()}
        name = memory.embedder.name
    return Answers(pd.DataFrame(_rows(corpus, runs)), {repr(parameters): corpus.data.hash}, name, parameters)


def _rows(corpus: Corpus, runs: Mapping[str, Run]) -> Iterator[dict[str, object]]:
    parameters, one_page, tokens = corpus.parameters, corpus.one_page(), token_counts(corpus.data)
    shared = {name: getattr(parameters, name) for name in ("seed", "cross_references", *SWEPT)}
    shared["tokens"] = sum(tokens.values()) / len(tokens)
    for question, evidence in corpus.evidence.items():
        row = {**shared, "question": question, "hops": len(evidence), "one_page": float(one_page[question])}
        for name, run in runs.items():
            row[name] = hop_recall(evidence, run[question][:K])
            row[f"{name}_budget"] = hop_recall(evidence, within(run[question], tokens, BUDGET))
        yield row


def _said(parameters: Parameters, grid: Sequence[Parameters]) -> str:
    """The parameters in which the corpora of a grid differ."""
    names = [n for n in asdict(parameters) if len({repr(getattr(p, n)) for p in grid}) > 1]
    return ", ".join(f"{name} {getattr(parameters, name)}" for name in names or ["seed"])


# --------------------------------------------------------------------------------------------------------- the grids


def map_grid(base: Parameters, cross_references: Sequence[int], seeds: Sequence[int]) -> list[Parameters]:
    """One corpus for each cross-referencing and seed; each holds questions of all hops."""
    return [varied(base, cross_references=c, seed=s) for c, s in product(cross_references, seeds)]


def sweep(
    base: Parameters,
    seeds: Sequence[int],
    sweeps: Mapping[str, Sequence[float]],
    *,
    embedder: str = "minilm",
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Answers]:
    """Parameter -> answers on one corpus for each of its values and seed, all else as in `base`; aliases once more with
    all spellings listed, which tells how much is lost because nobody said which names are one thing."""
    found = {}
    for name, values in sweeps.items():
        grid = [varied(base, seed=seed, **{name: value}) for value, seed in product(values, seeds)]
        found[name] = answers(grid, embedder=embedder, tell=tell)
        several = [parameters for parameters in grid if parameters.aliases]
        if several and name == "aliases":
            found[LISTED_ALIASES] = answers(several, embedder=embedder, listed=True, tell=tell)
    return found


# -------------------------------------------------------------------------------------------------------- the tables


def graded(frame: pd.DataFrame, by: Sequence[str], seed: int = 0) -> pd.DataFrame:
    """One row for each combination of `by`: recall of each system, GRAPH minus BASELINE at K and in BUDGET, GRAPH minus
    fused lists, and a verdict on the first: its interval and a permutation test with Holm's correction must agree."""
    rows, p_values = [], {}
    for key, cell in frame.groupby(list(by), sort=True):
        row: dict[str, object] = dict(zip(by, key, strict=True))
        row |= {"n": len(cell), "one_page": cell["one_page"].mean(), "page_tokens": cell["tokens"].mean()}
        p_values[str(len(rows))] = stats.permutation_test(cell[GRAPH], cell[BASELINE], seed=seed)
        for name, interval in _intervals(cell, seed).items():
            row |= interval.columns(name)
        rows.append(row)
    for number, p_holm in stats.holm(p_values).items():
        row = rows[int(number)]
        interval = stats.Interval(row["difference"], row["difference_low"], row["difference_high"])
        row |= {"p_holm": p_holm, "verdict": VERDICTS[stats.difference_verdict(interval, p_holm)]}
    return pd.DataFrame(rows)


def _intervals(cell: pd.DataFrame, seed: int) -> dict[str, stats.Interval]:
    """Means with their intervals: corpora are drawn, then questions of each."""
    values = {f"{name}_recall": cell[name] for name in SYSTEMS}
    values["difference"] = cell[GRAPH] - cell[BASELINE]
    values["to_fused"] = cell[GRAPH] - cell["fused"]
    values["difference_budget"] = cell[f"{GRAPH}_budget"] - cell[f"{BASELINE}_budget"]
    matrix = np.column_stack(list(values.values()))
    low, high = stats.bootstrap(
        lambda counts: counts @ matrix / counts.sum(),
        len(cell),
        groups=list(cell["seed"]),
        nested=True,
        seed=seed,
    )
    means = matrix.mean(axis=0)
    return {name: stats.Interval(*map(float, ends)) for name, *ends in zip(values, means, low, high, strict=True)}


def map_table(found: Answers) -> pd.DataFrame:
    """The map: a row for each cell of cross-referencing x hops."""
    return graded(found.frame, ["cross_references", "hops"])


def one_page_table(found: Answers) -> pd.DataFrame:
    """Questions of two and more hops over the whole map, parted by whether one page states all that they need; empty
    without any."""
    several = found.frame[found.frame["hops"] > 1]
    if several.empty:
        return pd.DataFrame()
    answered = np.where(several["one_page"] == 1, "one page", "several pages")
    return graded(several.assign(answered_by=answered), ["answered_by"]).drop(columns="one_page")


def sweep_table(found: Mapping[str, Answers]) -> pd.DataFrame:
    """Parameter, value: a row for each value of each parameter swept, over questions of FIXED_HOPS hops."""
    parts = []
    for name, of in found.items():
        swept = "aliases" if name == LISTED_ALIASES else name
        part = graded(of.frame[of.frame["hops"].isin(FIXED_HOPS)], [swept])
        parts.append(part.rename(columns={swept: "value"}).assign(parameter=name))
    table = pd.concat(parts, ignore_index=True)
    return table[["parameter", *(column for column in table if column != "parameter")]]
