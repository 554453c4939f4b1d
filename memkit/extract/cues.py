"""Which words speak of which relation: those of the ontology's phrases in all their forms, and, for less, synonyms."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from memkit.extract.ontology import Ontology
from memkit.plan.english import BE, DO, HAVE, PREPOSITIONS
from memkit.plan.synonyms import SYNONYMS

if TYPE_CHECKING:
    from memkit.plan.forms import Forms

#: How strongly a word speaks of a relation: a phrase's own, one made from it ("owner" of "owns"), a synonym.
OWN, DERIVED, SYNONYM = 1.0, 0.9, 0.6

_SMALL = BE | HAVE | DO | PREPOSITIONS | frozenset("a an the as its their his her and or not who what which".split())
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


class Cues:
    """The words of one ontology's relations, worked out once."""

    def __init__(self, ontology: Ontology, forms: Forms) -> None:
        self._forms = forms
        self._single: dict[str, dict[str, float]] = defaultdict(dict)
        self._exclusive: set[str] = set()
        self._several: dict[str, list[tuple[frozenset[str], str]]] = defaultdict(list)
        for name, type in sorted(ontology.relation_types.items()):
            for phrase in (*type.phrases, *type.inverse_phrases, name.replace("_", " ")):
                self._learn(name, _WORD.findall(phrase.lower()))
        self._of_word = lru_cache(maxsize=20_000)(self._word)

    def strengths(self, words: Iterable[str]) -> dict[str, float]:
        """Relation -> how strongly these words (lower case) speak of it; a relation that none does is left out."""
        found: dict[str, float] = {}
        bases: set[str] = set()
        for word in dict.fromkeys(words):
            _raise(found, self._of_word(word))
            bases |= self._forms.bases(word)
        for base in sorted(bases & self._several.keys()):
            _raise(found, {relation: SYNONYM for needed, relation in self._several[base] if needed <= bases})
        return found

    def _learn(self, relation: str, words: list[str]) -> None:
        for word in words:
            if word not in _SMALL:
                for base in self._own(word):
                    _raise(self._single[base], {relation: OWN})
                    if not set(words) & PREPOSITIONS - {"by"}:
                        self._exclusive.add(base)
        bases = frozenset().union(*map(self._forms.bases, words)) | set(words)
        for head in sorted(bases):
            for member, other, _ in SYNONYMS.get(head, ()):
                said = [word for word in other if word not in _SMALL]
                if not said or not set(member) <= bases or set(member) <= _SMALL:
                    continue
                if len(other) == 1:
                    _raise(self._single[other[0]], {relation: SYNONYM})
                else:
                    self._several[said[0]].append((frozenset(other), relation))

    def _own(self, word: str) -> frozenset[str]:
        """The word itself as a verb or a noun."""
        return self._forms.verbs(word) | {self._forms.singular(word), word}

    def _word(self, word: str) -> Mapping[str, float]:
        """A word that alone says some relation ("author", "directs", not "runs on") is no synonym of another's."""
        found: dict[str, float] = {}
        own = self._own(word)
        for base in sorted(self._forms.bases(word)):
            share = OWN if base in own else DERIVED
            _raise(found, {relation: strength * share for relation, strength in self._single.get(base, {}).items()})
        taken = not own.isdisjoint(self._exclusive)
        return {relation: strength for relation, strength in found.items() if strength > SYNONYM or not taken}


def _raise(table: dict[str, float], strengths: Mapping[str, float]) -> None:
    for relation, strength in strengths.items():
        table[relation] = max(strength, table.get(relation, 0.0))
