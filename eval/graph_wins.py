"""When does the graph win? Everything that notebook 04 shows, as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from eval.cross_referencing import cross_referencing
from eval.generator import Parameters, generate, varied
from eval.map import (
    FIXED_HOPS,
    Answers,
    answers,
    map_grid,
    map_table,
    one_page_table,
    sweep,
    sweep_table,
)
from eval.placing import Placed, place
from eval.provenance import Provenance
from eval.stats import mean_interval
from memkit.errors import InputError

#: The usual map.
CROSS_REFERENCES, HOPS = "1,2,3,5,8", "1,2,3,4"
#: Aliases at which the estimate of cross-referencing is held against the parameter.
RECOVERED_WITH = (0, 2)
RECOVERY_INTERVAL = "95 % percentile bootstrap over questions, 2000 resamples"
#: What each table is called where it is written.
TITLES = {
    "map": "When does the graph win? Recall@5, hybrid minus vectors",
    "one_page": "Does one page answer the whole question?",
    "sweeps": "Aliases, near-twins and distractors, each fact on one page",
    "placed": "Real sets on the map",
    "recovery": "The estimate of cross-referencing against the parameter",
}


@dataclass(frozen=True)
class Study:
    """`mapped`: answers over cross-referencing x hops; `swept`: parameter -> answers over its values; `placed`: real
    sets; `recovered`: the estimate of cross-referencing on corpora whose parameter is known."""

    mapped: Answers
    swept: dict[str, Answers]
    placed: Placed
    recovered: pd.DataFrame

    def tables(self) -> dict[str, pd.DataFrame]:
        """Name -> table, of those in TITLES; one whose part was left out is empty."""
        return {
            "map": map_table(self.mapped),
            "one_page": one_page_table(self.mapped),
            "sweeps": sweep_table(self.swept) if self.swept else pd.DataFrame(),
            "placed": self.placed.frame,
            "recovery": self.recovered,
        }

    def provenance(self, of: str = "map") -> Provenance:
        """Of a table by its name."""
        if of == "placed":
            return self.placed.provenance()
        if of == "sweeps":
            values = {
                name: sorted(found.frame[name].unique().tolist())
                for name, found in self.swept.items()
                if name in found.frame
            }
            return _joined(list(self.swept.values())).provenance(
                cross_references=1, hops=list(FIXED_HOPS), swept=values
            )
        if of == "recovery":
            whole = self.mapped.provenance(aliases=list(RECOVERED_WITH))
            return Provenance(
                data=whole.data, n=int(self.recovered["n"].sum()), interval=RECOVERY_INTERVAL, settings=whole.settings
            )
        several = int((self.mapped.frame["hops"] > 1).sum())
        return self.mapped.provenance(several if of == "one_page" else None)


def study(
    *,
    cross_references: str = CROSS_REFERENCES,
    hops: str = HOPS,
    seeds: str = "0,1,2",
    things: int = 80,
    questions: int = 15,
    aliases: str = "0,2",
    twins: str = "0,1",
    distractors: str = "0,200",
    sets: str = "",
    embedder: str = "minilm",
    tell: Callable[[str], None] = lambda _: None,
) -> Study:
    """Run the grid, the sweeps and the real sets. Lists are by commas; an empty one leaves its part out.

    Raises InputError for a list that is none of numbers, or a value out of range (eval/generator/corpus.py).
    """
    copies, drawn = numbers("cross_references", cross_references), numbers("seeds", seeds)
    base = Parameters(things=things, questions=questions, hops=tuple(numbers("hops", hops)))
    fixed = varied(base, hops=FIXED_HOPS, cross_references=1)
    swept = {
        "aliases": numbers("aliases", aliases, empty=True),
        "twins": numbers("twins", twins, kind=float, empty=True),
        "distractors": numbers("distractors", distractors, empty=True),
    }
    return Study(
        mapped=answers(map_grid(base, copies, drawn), embedder=embedder, tell=tell),
        swept=sweep(fixed, drawn, {name: of for name, of in swept.items() if of}, embedder=embedder, tell=tell),
        placed=place([name.strip() for name in sets.split(",") if name.strip()], embedder=embedder, tell=tell),
        recovered=recovery(varied(base, hops=tuple(h for h in base.hops if h > 1) or FIXED_HOPS), copies),
    )


def numbers(name: str, text: str, *, kind: type = int, empty: bool = False) -> list:
    """The numbers of a list by commas, sorted, each once. Raises InputError naming the list."""
    try:
        found = sorted({kind(part) for part in text.split(",") if part.strip()})
    except ValueError:
        found = None
    if found is None or not (found or empty):
        raise InputError(f"{name} is {text!r}: {'whole ' if kind is int else ''}numbers by commas are needed")
    return found


def _joined(parts: Sequence[Answers]) -> Answers:
    """Several answers as one, for the provenance of a table over all of them."""
    hashes = {name: digest for part in parts for name, digest in part.hashes.items()}
    frame = pd.concat([part.frame for part in parts], ignore_index=True)
    return Answers(frame, hashes, parts[0].embedder, parts[0].base)


def recovery(
    base: Parameters, cross_references: Sequence[int], aliases: Sequence[int] = RECOVERED_WITH
) -> pd.DataFrame:
    """Does the estimate give the parameter back? One row for each cross-referencing and number of aliases."""
    rows = []
    for spellings in aliases:
        for copies in cross_references:
            corpus = generate(varied(base, cross_references=copies, aliases=spellings))
            found = cross_referencing(corpus.data)
            row = {"aliases": spellings, "cross_references": copies, "n": len(corpus.questions), "linked": found.linked}
            row |= mean_interval(list(found.pages.values())).columns("estimate")
            close = abs(row["estimate"] - copies) <= 0.1 * copies
            rows.append(row | {"verdict": "recovered within a tenth" if close else "a lower bound"})
    return pd.DataFrame(rows)
