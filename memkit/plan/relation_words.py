"""What words say about relations: the ontology's phrases (or the names of relation types in the store), the nouns made
from their verbs, and, for less, their synonyms."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memkit.plan.english import BE, DO, HAVE, PREPOSITIONS
from memkit.plan.forms import Forms
from memkit.plan.synonyms import SYNONYMS

Voice = Literal["active", "passive", "by"]

#: How sure a reading is: a phrase's own words; its head word alone; a synonym of it. Their order is what matters.
PHRASE, HEAD, SYNONYM = 1.0, 0.8, 0.6

#: What a word that a meaning leaves unread counts against it.
_UNREAD_RELATION, _UNREAD_WORD = 0.25, 0.1

_ARTICLES = frozenset("a an the as its their his her".split())
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Cue:
    """The words by which a question joins two things, in lower case, and their voice: "by" is a passive with its agent
    ("used by"), "passive" one without ("hosted in")."""

    words: tuple[str, ...]
    voice: Voice = "active"


@dataclass(frozen=True, slots=True)
class Reading:
    """A cue says `relation`; `forward`: the cue's subject (or a relation noun's thing) is the relation's source."""

    relation: str
    forward: bool
    strength: float


@dataclass(frozen=True, slots=True)
class _Pattern:
    """X `words` Y says: X -relation-> Y, or, if `swapped`, Y -relation-> X."""

    relation: str
    swapped: bool
    head: str
    rest: tuple[str, ...]
    voice: Voice
    noun: bool = False


class RelationWords:
    """All that words can say of relations, compiled once per vocabulary."""

    def __init__(
        self,
        phrases: Mapping[str, Iterable[tuple[str, bool]]],
        forms: Forms,
        *,
        literal: frozenset[str] = frozenset(),
    ) -> None:
        """`phrases`: relation type -> (phrase, whether it is an inverse one). Those that are `literal` are meant by
        their own words alone, by no synonym and by no noun made from them."""
        self._forms, self._literal = forms, literal
        self._by_base: dict[str, list[_Pattern]] = defaultdict(list)
        self._nouns: dict[str, dict[tuple[str, bool], float]] = defaultdict(dict)
        self._synonyms: list[tuple[tuple[str, ...], str, bool]] = []
        self._prepositions = {
            relation: frozenset(word for phrase, _ in listed for word in _WORD.findall(phrase.lower())) & PREPOSITIONS
            for relation, listed in phrases.items()
        }
        for relation, listed in sorted(phrases.items()):
            for phrase, swapped in listed:
                for pattern in self._patterns(relation, phrase, swapped):
                    self._learn(pattern)
        self._mentioned = {word for listed in phrases.values() for p, _ in listed for word in _WORD.findall(p.lower())}
        self._mentioned |= {word for words, _, _ in self._synonyms for word in words}
        self._by_synonym: dict[str, list[tuple[tuple[str, ...], str, bool]]] = defaultdict(list)
        for words, name, forward in sorted(set(self._synonyms)):
            self._by_synonym[words[0]].append((words, name, forward))
        self.readings = lru_cache(maxsize=5_000)(self._readings)

    def knows(self, word: str) -> bool:
        """`word` (lower case) is the head of a phrase in some form, or a relation's noun."""
        return any(base in self._by_base for base in self._forms.bases(word)) or bool(self.noun(word))

    def mentions(self, word: str) -> bool:
        """`word` stands in a phrase, or in a synonym of some phrase ("cargo" in "handles cargo for")."""
        return any(base in self._mentioned for base in self._forms.bases(word))

    def noun(self, word: str) -> list[Reading]:
        """What "the `word` of Y" is: the source (`forward`) or target of which relation with Y."""
        found = self._nouns.get(word) or self._nouns.get(self._forms.singular(word)) or {}
        return [Reading(relation, forward, strength) for (relation, forward), strength in sorted(found.items())]

    def shared(self, word: str) -> str:
        """ "co-authors" -> "authors", "co-wrote" -> "wrote": had or done with others, where it says a relation."""
        for start in ("co-", "co"):
            if word.startswith(start) and len(word) > len(start) + 2 and self.knows(word.removeprefix(start)):
                return word.removeprefix(start) if start == "co-" or not self.knows(word) else ""
        return ""

    def prepositions(self, relation: str) -> frozenset[str]:
        """Those that its phrases end with or hold."""
        return self._prepositions.get(relation, frozenset())

    def _readings(self, cue: Cue) -> tuple[Reading, ...]:
        best: dict[tuple[str, bool], float] = {}
        bases = [self._forms.bases(word) for word in cue.words]
        everything = frozenset().union(*bases) | set(cue.words)
        prepositions = set(cue.words) & PREPOSITIONS
        for base in sorted(everything):
            for pattern in self._by_base.get(base, ()):
                unread = self._unread(cue, bases, {pattern.head, *pattern.rest})
                fit = _fit(pattern, everything, prepositions) - unread
                best_of(best, (pattern.relation, _forward(pattern, cue.voice)), fit)
            for words, relation, forward in self._by_synonym.get(base, ()):
                if everything.issuperset(words):
                    if cue.voice != "active" and not words[0].endswith("ed") and not _is_fixed(words):
                        forward = not forward
                    unread = self._unread(cue, bases, set(words))
                    best_of(best, (relation, forward), SYNONYM + 0.02 * (len(words) - 1) - unread)
        return tuple(Reading(r, f, s) for (r, f), s in sorted(best.items()))

    def _unread(self, cue: Cue, bases: Sequence[frozenset[str]], read: set[str]) -> float:
        """What counts against a meaning that leaves words of the cue unread, most of all those that say a relation."""
        left = [word for word, of in zip(cue.words, bases, strict=True) if word not in PREPOSITIONS and not of & read]
        return sum(_UNREAD_RELATION if self.knows(word) else _UNREAD_WORD for word in left)

    # ------------------------------------------------------------------------------------------------- compilation

    def _patterns(self, relation: str, phrase: str, swapped: bool) -> Iterable[_Pattern]:
        words = [w for w in _WORD.findall(phrase.lower()) if w not in _ARTICLES]
        copula = False
        while len(words) > 1 and words[0] in BE | HAVE | DO:
            copula |= words[0] in BE
            words.pop(0)
        if not words:
            return
        head, rest = words[0], tuple(words[1:])
        verbs = self._forms.verbs(head)
        finite = bool(verbs) and head not in verbs  # "leads", "painted", and not the noun "lead"
        participle = self._forms.is_participle(head)
        if participle and (copula or (rest and finite)):
            voice: Voice = "by" if "by" in rest else "passive"
            for verb in verbs:
                yield _Pattern(relation, swapped, verb, rest, voice)
        elif verbs and not copula and (finite or rest):
            for verb in verbs:
                yield _Pattern(relation, swapped, verb, rest, "active")
        else:
            # "X is the head of Y": the head of Y is X; "X lead Y": the lead of X is Y.
            noun = self._forms.singular(head)
            yield _Pattern(relation, swapped, noun, rest, "active", noun=True)
            of_subject = copula or bool(rest)
            best_of(self._nouns[noun], (relation, swapped != of_subject), PHRASE)

    def _learn(self, pattern: _Pattern) -> None:
        self._by_base[pattern.head].append(pattern)
        if pattern.relation in self._literal:
            return
        active_forward = pattern.swapped if pattern.voice != "active" else not pattern.swapped
        if not pattern.noun:
            self._derive(pattern, active_forward)
        for member, other, turned in SYNONYMS.get(pattern.head, ()):
            if _is_sense(member, pattern):
                forward = active_forward != turned
                self._synonyms.append((other, pattern.relation, forward))
                if len(other) == 1:
                    best_of(self._nouns[other[0]], (pattern.relation, forward), SYNONYM)

    def _derive(self, pattern: _Pattern, active_forward: bool) -> None:
        """Who does what the verb says is named by the verb itself ("the lead of"); other nouns: see `noun`."""
        best_of(self._nouns[pattern.head], (pattern.relation, active_forward), HEAD)
        for ending, forward in (
            ("er", active_forward),
            ("r", active_forward),
            ("or", active_forward),
            ("ement", active_forward),
            ("ment", active_forward),
            ("ant", active_forward),
            ("ent", active_forward),
            ("ee", not active_forward),
            ("ency", not active_forward),
        ):
            stem = pattern.head
            doubled = stem + stem[-1] + ending  # winner, planner
            spelled = {stem + ending, stem.removesuffix("e") + ending, stem.removesuffix("y") + "i" + ending, doubled}
            for noun in spelled:
                if any(verb == pattern.head for verb, role in self._forms.derived(noun) if role != "event"):
                    best_of(self._nouns[noun], (pattern.relation, forward), HEAD)


def best_of(table: dict, key, strength: float) -> None:
    """Keep the highest strength of a key."""
    table[key] = max(strength, table.get(key, 0.0))


def _forward(pattern: _Pattern, voice: Voice) -> bool:
    """The cue's subject is the relation's source: as the phrase says it, turned when the voices differ."""
    turned = (pattern.voice == "active") != (voice == "active") and not pattern.noun
    if turned and pattern.voice == "active" and voice == "passive" and pattern.rest:
        turned = False  # "runs in" and "is run in": the subject is the same
    return (not pattern.swapped) != turned


def _fit(pattern: _Pattern, words: frozenset[str], prepositions: set[str]) -> float:
    """PHRASE when the cue has all the pattern's words and no other preposition, down to HEAD."""
    wanted = {w for w in pattern.rest if w != "by"}
    others = prepositions - {"by", "of"}
    union = wanted | others
    return PHRASE if not union else HEAD + (PHRASE - HEAD) * len({w for w in wanted if w in words}) / len(union)


def _is_sense(member: tuple[str, ...], pattern: _Pattern) -> bool:
    """The pattern holds all of the member; a bare verb is no sense of it with a preposition ("run", "runs in")."""
    if len(member) == 1:
        return pattern.voice != "active" or pattern.noun or not pattern.rest
    return set(member[1:]) <= set(pattern.rest)


def _is_fixed(words: tuple[str, ...]) -> bool:
    """No verb, so no voice: "in charge", "behind"."""
    return words[0] in PREPOSITIONS
