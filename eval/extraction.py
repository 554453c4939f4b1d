"""Are a wiki's relations extracted? Precision, recall and F1 against the relations labelled in its pages.

A relation is (source, type, target, document), names canonical. A labelled document is labelled exhaustively, so what
is predicted in one and not labelled there is wrong; documents without a label in the split are not looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from eval.stats import Interval, bootstrap
from memkit.extract import Extractor, Ontology
from memkit.facts import standing
from memkit.memory import Memory

#: (source, type, target, document)
Stated = tuple[str, str, str, str]
SHARES = ("precision", "recall", "f1")


class Names:
    """Every spelling of a wiki's names -> the canonical one, in any case.

    `unlisted` are known things beyond the ontology (`{name, aliases}`), for grading only: no system has seen them.
    """

    def __init__(self, ontology: Ontology, unlisted: Iterable[Mapping[str, Any]] = ()) -> None:
        known = [(entity.name, entity.aliases) for entity in ontology.entities]
        known += [(row["name"], row.get("aliases") or ()) for row in unlisted]
        self._canonical = {
            spelling.casefold(): name for name, aliases in reversed(known) for spelling in (*aliases, name)
        }

    def canonical(self, *spellings: str) -> str:
        """The known thing that the first known one of `spellings` names; without one, the first spelling itself."""
        found = [self._canonical[s.casefold()] for s in spellings if s.casefold() in self._canonical]
        return found[0] if found else spellings[0]


def memory_relations(memory: Memory, names: Names) -> dict[Stated, str]:
    """What stands in a memory, of the ontology's relation types -> the sentence that states it.

    A document is the `source` of its passages.
    """
    store = memory.store
    stated = [e for e in store.find("RELATED_TO") if e.type in memory.ontology.relation_types]
    edges = standing(store, stated)
    entities = store.get("Entity", {id for e in edges for id in (e.source_id, e.target_id)})
    heads = store.get("Entity", {entity.canonical_id for entity in entities.values()})

    def name(id: str) -> str:
        entity = entities[id]
        head = heads[entity.canonical_id]
        return names.canonical(head.name, *head.aliases, entity.name, *entity.aliases)

    return {(name(e.source_id), e.type, name(e.target_id), e.source): e.sentence for e in edges}


def text_relations(
    texts: Mapping[str, str], extractor: Extractor, ontology: Ontology, names: Names
) -> dict[Stated, str]:
    """What the extractor alone reads in each document's text (nothing of other pages corrects it); as above."""
    found: dict[Stated, str] = {}
    for document, read in zip(texts, extractor.extract_many(texts.values()), strict=True):
        for r in read.relations:
            if r.type in ontology.relation_types:
                source, target = (names.canonical(read.mentions[end].name) for end in (r.source, r.target))
                found.setdefault((source, r.type, target, document), r.sentence)
    return found


def grade_relations(
    predicted: Collection[Stated],
    gold: Sequence[Mapping[str, str]],
    split: str,
    *,
    sentences: Mapping[Stated, str] | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """precision, recall and f1 with bootstrap intervals over documents, counts, and what is `wrong`.

    `gold` rows have source, type, target, doc and split. `wrong` has a row for each invented ("invented") and each
    missing ("missed") relation, with its sentence if `sentences` has it. A share of nothing is NaN.
    """
    wanted = {_stated(row) for row in gold if row["split"] == split}
    documents = sorted({row["doc"] for row in gold if row["split"] == split})
    found = {one for one in predicted if one[3] in set(documents)}
    hits, invented, missed = (
        _by_document(part, documents) for part in (found & wanted, found - wanted, wanted - found)
    )
    shares = _shares(hits.sum(), invented.sum(), missed.sum())
    low = high = np.full(3, np.nan)
    if documents:
        low, high = bootstrap(
            lambda counts: _shares(counts @ hits, counts @ invented, counts @ missed), len(documents), seed=seed
        )
    wrong = [{"what": "invented", **_row(one, sentences)} for one in sorted(found - wanted)]
    wrong += [{"what": "missed", **_row(one, sentences)} for one in sorted(wanted - found)]
    return {
        **{name: Interval(*map(float, cell)) for name, *cell in zip(SHARES, shares, low, high, strict=True)},
        "n_gold": len(wanted),
        "n_predicted": len(found),
        "n_documents": len(documents),
        "wrong": wrong,
    }


def grade_traps(predicted: Collection[Stated], traps: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """How many relations that a page speaks of and that do not hold were taken for ones that do.

    `wrong` are the `traps` rows that were; `by_reason` counts `{why: {n, wrong}}`.
    """
    wrong = [dict(row) for row in traps if _stated(row) in predicted]
    reasons = sorted({row["why"] for row in traps})
    by_reason = {
        why: {"n": sum(r["why"] == why for r in traps), "wrong": sum(r["why"] == why for r in wrong)} for why in reasons
    }
    return {"n": len(traps), "n_wrong": len(wrong), "by_reason": by_reason, "wrong": wrong}


def _stated(row: Mapping[str, str]) -> Stated:
    return row["source"], row["type"], row["target"], row["doc"]


def _row(one: Stated, sentences: Mapping[Stated, str] | None) -> dict[str, str]:
    row = dict(zip(("source", "type", "target", "doc"), one, strict=True))
    return {**row, "sentence": (sentences or {}).get(one, "")}


def _by_document(part: Iterable[Stated], documents: Sequence[str]) -> np.ndarray:
    counts = dict.fromkeys(documents, 0)
    for one in part:
        counts[one[3]] += 1
    return np.array(list(counts.values()))


def _shares(hits: float, invented: float, missed: float) -> np.ndarray:
    """(precision, recall, F1); NaN where nothing is there to share."""
    with np.errstate(invalid="ignore", divide="ignore"):
        hits = np.float64(hits)
        return np.array([hits / (hits + invented), hits / (hits + missed), 2 * hits / (2 * hits + invented + missed)])
