"""The weights by which pairs of things in a sentence are taken for related, fitted to wikis with labelled relations.

Every relation that the types of two things allow is an example, right if the page's labels have it. The weights are
those of a logistic regression over the signs of those that nothing rules out (memkit/extract/weigh.py). A fact that a
page speaks of in several sentences counts once, and every wiki as much as any other: how well pairs are read is
measured on each wiki by the weights that the others give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from eval.datasets.wiki import Wiki
from eval.wiki import Gold
from memkit.config import Settings
from memkit.extract import SpacyExtractor
from memkit.extract.weigh import BIAS, LEAST
from memkit.pages.folder import open_folder, read_pages
from memkit.pages.ingest import known_names
from memkit.pages.keys import Keys
from memkit.pages.prose import prose_of
from memkit.pages.subject import subject_of

#: The signs that are weighed; the others that a candidate has only rule it out, or these are made of them.
SIGNS = (
    "only wide wide_lead headed tied vague unlisted one_word rival third third_unsaid explained explained_both "
    "other_stated page long once_near new_clause"
).split()
#: Inverse strength of the ridge penalty on standardised signs. Between .1 and 1 mean F1 over wikis moves by .01.
STRENGTH = 0.3


@dataclass(frozen=True, slots=True)
class Example:
    """A relation that a sentence of the document may state: `fact` is (source, type, target, document)."""

    wiki: str
    fact: tuple[str, str, str, str]
    signs: Mapping[str, float]
    right: bool


def examples(wiki: Wiki, name: str, split: str) -> list[Example]:
    """Those of the wiki's labelled pages of a part ("dev", "report", "all") that nothing rules out."""
    labelled = {(r.source, r.type, r.target, r.doc) for r in wiki.part(split)[1]}
    documents = {doc for *_, doc in labelled}
    pages, _ = read_pages(open_folder(wiki.folder), Settings())
    pages = [page for page in pages if page.source in documents]
    keys, names = Keys(wiki.ontology), Gold.of(wiki).names
    subjects = [subject_of(page, wiki.ontology, keys) for page in pages]
    read = SpacyExtractor(ontology=wiki.ontology).candidates(
        [prose_of(page, keys).text for page in pages],
        about=[(subject.name, subject.type) for subject in subjects],
        known=known_names(subjects),
    )
    found = []
    for page, candidates in zip(pages, read, strict=True):
        for one in candidates:
            if one.open:
                source, target = (names.canonical(key, f"the {key}") for key in (one.fact[0], one.fact[2]))
                fact = (source, one.relation, target, page.source)
                found.append(Example(name, fact, one.signs, fact in labelled))
    return found


def fit(given: Sequence[Example]) -> dict[str, float]:
    """The weight of each sign, and of BIAS. ValueError without both right and wrong examples."""
    signs, right = _signs(given), np.array([one.right for one in given])
    scaler = StandardScaler().fit(signs)
    model = LogisticRegression(C=STRENGTH, max_iter=5_000)
    model.fit(scaler.transform(signs), right, sample_weight=_weights(given))
    weights = model.coef_[0] / scaler.scale_
    bias = float(model.intercept_[0] - weights @ scaler.mean_)
    return {name: round(float(weight), 3) for name, weight in zip(SIGNS, weights, strict=True)} | {BIAS: round(bias, 3)}


def measure(given: Sequence[Example], weights: Mapping[str, float]) -> dict[str, float]:
    """precision and recall of the facts that the weights choose among these examples, and how many facts there are."""
    scores = 1 / (1 + np.exp(-(_signs(given) @ np.array([weights[name] for name in SIGNS]) + weights[BIAS])))
    chosen = {one.fact for one, score in zip(given, scores, strict=True) if score >= LEAST}
    right = {one.fact for one in given if one.right}
    hits = len(chosen & right)
    return {
        "precision": hits / len(chosen) if chosen else float("nan"),
        "recall": hits / len(right) if right else float("nan"),
        "facts": len({one.fact for one in given}),
    }


def evaluate(by_wiki: Mapping[str, Sequence[Example]]) -> tuple[dict[str, Any], dict[str, float]]:
    """({wiki: what the weights from the other wikis give}, the weights that all give)."""
    measured = {
        name: measure(own, fit([one for other, given in by_wiki.items() if other != name for one in given]))
        for name, own in by_wiki.items()
    }
    return measured, fit([one for given in by_wiki.values() for one in given])


def _signs(given: Sequence[Example]) -> np.ndarray:
    return np.array([[one.signs[name] for name in SIGNS] for one in given])


def _weights(given: Sequence[Example]) -> np.ndarray:
    """A fact weighs 1 however often a page speaks of it; then all wikis alike."""
    times = Counter((one.wiki, one.fact) for one in given)
    facts = Counter(wiki for wiki, _ in times)
    share = len(times) / len(facts)
    return np.array([share / facts[one.wiki] / times[one.wiki, one.fact] for one in given])
