"""Does the corpus know this word, does this phrase stand in it? From the index of words that retrieval keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from memkit.model import Passage
from memkit.plan.forms import other_stems
from memkit.retrieve.bm25 import tokenize

#: Passages that are looked through for a phrase, best first by BM25: one that has all its words is among the first.
_LOOKED_THROUGH = 30


class Corpus(Protocol):
    """What the planner and the router ask of the passages."""

    def knows(self, word: str) -> bool:
        """Some passage has the word, in any of its forms."""

    def stands(self, phrase: str) -> bool:
        """Some passage has the words of the phrase side by side and in order, in any case."""


class CorpusWords:
    """A Corpus over a ranking by words: `df(term)` is in how many passages a stemmed term stands, `search(text, k)` the
    ids of the best k passages, `passages(ids)` the passages themselves."""

    def __init__(
        self,
        df: Callable[[str], int],
        search: Callable[[str, int], Iterable[str]],
        passages: Callable[[Iterable[str]], Mapping[str, Passage]],
    ) -> None:
        self._df, self._search, self._passages = df, search, passages

    def knows(self, word: str) -> bool:
        terms = tokenize(word)
        return not terms or any(self._df(form) for term in terms for form in (term, *other_stems(term)))

    def stands(self, phrase: str) -> bool:
        terms = tokenize(phrase)
        if not terms:
            return True
        if not all(self._df(term) for term in terms):
            return False
        ids = list(self._search(phrase, _LOOKED_THROUGH))
        wanted = f" {' '.join(terms)} "
        return any(wanted in f" {' '.join(tokenize(p.indexed_text))} " for p in self._passages(ids).values())
