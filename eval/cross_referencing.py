"""Where does a set lie on the map? Its hops are told; its cross-referencing is estimated from its text alone.

Counted is, for the facts that lead from one gold passage of a question to another, how many passages state them. Such
a fact joins the things that two gold passages are about; where neither names the other's, it joins each of them to the
rarest name that both passages have and the question has not. A passage is taken to state that two things belong
together when one sentence of it names both, or when it is about one of them and names the other. Nothing of the systems
under test is used: what a passage is about is its title, and names are runs of capitalised words. On generated corpora
the estimate is held against the parameter; other spellings of a name are not seen, so it is a lower bound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from eval.datasets.beir import BeirData
from memkit.retrieve.names import title_keys

#: A full stop, question or exclamation mark before white space, not after a single capital (an initial).
_SENTENCE_END = re.compile(r"(?<![A-Z])[.!?]\s+|\n+")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NAME = re.compile(r"[A-Z]\w+(?: (?:(?:of|the|de|van|von) )*[A-Z]\w+)*")
#: A run of capitals that more than this share of the passages have is the first word of a sentence, or no bridge.
_COMMON = 0.1

Names = tuple[str, ...]  # the folded names of one thing


@dataclass(frozen=True, slots=True)
class CrossReferencing:
    """`pages`: for each question with a link, in how many passages its links are stated, on the average. `linked`: of
    the links that questions of several gold passages need (one less than passages), the share that was found."""

    pages: dict[str, float]
    linked: float

    def mean(self, questions: Iterable[str] | None = None) -> float:
        """Over these questions (all) that have a link; NaN if none has."""
        chosen = self.pages if questions is None else self.pages.keys() & set(questions)
        return float(np.mean([self.pages[q] for q in sorted(chosen)])) if chosen else float("nan")


def cross_referencing(data: BeirData) -> CrossReferencing:
    """The estimate for a set in BEIR form. Questions with one gold passage have no link and are left out."""
    index = _Index(data.passages)
    pages, needed, found = {}, 0, 0
    for query, gold in data.gold.items():
        links = index.links(sorted(gold), _folded(data.queries[query]))
        needed += len(gold) - 1
        found += len(links)
        if links:
            pages[query] = float(np.mean(links))
    return CrossReferencing(pages, found / needed if needed else 0.0)


class _Index:
    """The sentences of each passage as runs of folded words, what it is about, and the names in it."""

    def __init__(self, passages: Sequence[Mapping[str, str]]) -> None:
        self._about: dict[str, Names] = {
            p["_id"]: tuple(_folded(key) for key in title_keys(p["title"])) for p in passages
        }
        self._sentences = {p["_id"]: [_folded(s) for s in _SENTENCE_END.split(p["text"])] for p in passages}
        self._whole = {id: "".join(sentences) for id, sentences in self._sentences.items()}
        self._names = {p["_id"]: {_folded(n) for n in _NAME.findall(p["text"])} for p in passages}
        self._df = Counter(name for names in self._names.values() for name in names)
        self._found: dict[Names, dict[str, set[int]]] = {}

    def links(self, gold: Sequence[str], question: str) -> list[float]:
        """How many passages state each link. Links form a tree over the gold passages: of several that would join the
        same ones, the fact is the one that is stated most, since things meet by chance less often."""
        stated = {pair: self._stated(*pair, question) for pair in combinations(gold, 2)}
        group = {id: id for id in gold}
        links = []
        for (one, other), count in sorted(stated.items(), key=lambda item: (-item[1], item[0])):
            if count and group[one] != group[other]:
                links.append(count)
                joined = group[other]
                group |= {id: group[one] for id, head in group.items() if head == joined}
        return links

    def _stated(self, one: str, other: str, question: str) -> float:
        """Passages that state what joins two gold passages; 0 if nothing is seen to join them."""
        first, second = self._about[one], self._about[other]
        named = one in self._mentions(second) or other in self._mentions(first)
        if named and first != second:  # two passages about one thing are joined by something else
            return len(self._stating(first, second))
        shared = {n for n in self._names[one] & self._names[other] if n not in question}
        rare = [n for n in shared if self._df[n] <= max(2, _COMMON * len(self._about))]
        if not rare:
            return 0.0
        bridge = (min(rare, key=lambda name: (self._df[name], name)),)
        return (len(self._stating(first, bridge)) + len(self._stating(second, bridge))) / 2

    def _stating(self, first: Names, second: Names) -> set[str]:
        """The passages that state that two things belong together."""
        one, other = self._mentions(first), self._mentions(second)
        together = {id for id in one.keys() & other.keys() if one[id] & other[id]}
        about_one = {id for id in other if self._about[id] == first}
        return together | about_one | {id for id in one if self._about[id] == second}

    def _mentions(self, names: Names) -> dict[str, set[int]]:
        """Passage -> numbers of its sentences that have one of the names."""
        if names not in self._found:
            found: dict[str, set[int]] = {}
            for passage, whole in self._whole.items():
                if not any(name in whole for name in names):  # most passages: not looked at sentence by sentence
                    continue
                sentences = enumerate(self._sentences[passage])
                if here := {n for n, sentence in sentences if any(name in sentence for name in names)}:
                    found[passage] = here
            self._found[names] = found
        return self._found[names]


def _folded(text: str) -> str:
    """Words in lower case with a space on both sides of each, so that a phrase is found as whole words."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
