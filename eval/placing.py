"""Real sets on the map: hops as the set tells them, cross-referencing as its text shows it, the difference measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from tempfile import TemporaryDirectory

import pandas as pd

from eval import stats
from eval.cross_referencing import cross_referencing
from eval.datasets.beir import BeirData
from eval.datasets.pep_wiki import write_pep_wiki
from eval.datasets.registry import data_sets
from eval.datasets.retrieval import load_retrieval
from eval.datasets.wiki import load_wiki
from eval.datasets.wiki_beir import as_beir
from eval.map import GRAPH, VERDICTS, K
from eval.provenance import Provenance
from eval.recall import BASELINE, ask, per_query
from eval.systems import load_systems
from memkit import Memory, Settings
from memkit.errors import InputError

INTERVAL = "95 % percentile bootstrap over questions, paired, 2000 resamples; Holm over the table"


@dataclass(frozen=True)
class Placed:
    """`frame`: one row a set and number of hops; `skipped`: name of a set that is not here -> why."""

    frame: pd.DataFrame
    hashes: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    embedder: str = "none"

    def provenance(self) -> Provenance:
        return Provenance(
            data=self.hashes,
            n=int(self.frame["n"].sum()) if len(self.frame) else 0,
            interval=INTERVAL,
            embedder=self.embedder,
            k=str(K),
        )


def place(
    names: Sequence[str],
    *,
    embedder: str = "minilm",
    load: Callable[[str], BeirData] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Placed:
    """Measure each set (its test or report part) and say where it lies. A set that is not here is skipped and told."""
    rows: list[dict[str, object]] = []
    hashes, skipped, model = {}, {}, "none"
    for name in names:
        try:
            data = (load or load_set)(name)
        except InputError as error:
            skipped[name] = str(error)
            tell(f"skipped {name}: {error}")
            continue
        hashes[data.name] = data.hash
        with Memory(":memory:", settings=Settings(embedder=embedder)) as memory:
            memory.ingest_passages(data.passages)
            systems = load_systems([BASELINE, GRAPH], lambda memory=memory: memory)
            values = {
                name: per_query(data, ask(system, name, data, K)[0], [K], [])[f"R@{K}"]
                for name, system in systems.items()
            }
            model = memory.embedder.name
        rows += _by_hops(data, pd.DataFrame(values, index=list(data.queries)))
        tell(f"placed {data.name}: {len(data.queries)} questions, {len(data.passages)} passages")
    return Placed(_with_verdicts(rows), hashes, skipped, model)


def load_set(name: str) -> BeirData:
    """A retrieval set or a wiki by name or folder; the PEPs become a wiki first, with their headers in the text."""
    for data in data_sets():
        if data.name == name and data.kind == "texts" and any(data.path.glob("pep-*.rst")):
            with TemporaryDirectory() as folder:
                write_pep_wiki(data.path, folder)
                return replace(as_beir(load_wiki(folder), "report"), name=name)
    return load_retrieval(name)


def _by_hops(data: BeirData, values: pd.DataFrame) -> Iterator[dict[str, object]]:
    """Rows of one set; questions whose hops the set does not tell stand together as "set"."""
    references = cross_referencing(data)
    hops = pd.Series({query: data.hops.get(query, "set") for query in values.index})
    for kind, questions in sorted(values.index.groupby(hops).items()):
        part = values.loc[questions]
        linked = [references.pages[q] for q in questions if q in references.pages]
        row: dict[str, object] = {"data": data.name, "hops": kind, "n": len(part), "linked": len(linked)}
        row |= stats.mean_interval(linked).columns("cross_references") if linked else dict.fromkeys(_REFERENCES)
        row |= {f"{name}_recall": part[name].mean() for name in values}
        row |= stats.difference_interval(part[GRAPH], part[BASELINE]).columns("difference")
        yield row | {"p_holm": stats.permutation_test(part[GRAPH], part[BASELINE])}


_REFERENCES = ("cross_references", "cross_references_low", "cross_references_high")


def _with_verdicts(rows: list[dict[str, object]]) -> pd.DataFrame:
    corrected = stats.holm({str(number): row["p_holm"] for number, row in enumerate(rows)})
    for row, p_holm in zip(rows, corrected.values(), strict=True):
        interval = stats.Interval(row["difference"], row["difference_low"], row["difference_high"])
        row |= {"p_holm": p_holm, "verdict": VERDICTS[stats.difference_verdict(interval, p_holm)]}
    return pd.DataFrame(rows)
