"""An ontology's phrase between two names, by the order of words, where the parser lost its way.

"X now keeps sorted copies of all letters in Y" has the phrase "keeps in": its first word in the verb group right after
X, its last right before Y, nothing between them but an object. Only neighbouring words are looked at, so it is quick;
what the verb group says of its truth counts as in the parse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.extract import words
from memkit.extract.truth import Truth, is_past, is_question, truth_of

#: Most words that an object between verb and preposition has, and most that stand between a preposition and its name.
LONGEST_OBJECT, LONGEST_LEAD = 7, 4

_BE = frozenset("is are was were be been being 's 're".split())
_HELPERS = _BE | frozenset("has have had does do did".split()) | words.MODALS
_WORD = re.compile(r"[^\W_][\w'-]*")
_LEAD_TAGS = frozenset("DT PDT PRP$ JJ JJR JJS NN NNP CD VBN POS HYPH".split())
_STOP = frozenset(",;:.!?()") | {"–", "—"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase's words without a leading form of "be" (`passive` tells that it had one)."""

    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    passive: bool

    @classmethod
    def of(cls, phrase: str, lemma: Mapping[str, str]) -> Pattern | None:
        """The pattern of a phrase, `lemma` giving its words' lemmas; None for one that is no verb phrase of words."""
        if re.search(r"[^\w\s'-]", phrase):
            return None
        found = _WORD.findall(phrase.lower())
        passive = len(found) > 1 and found[0] in _BE
        found = found[1:] if passive else found
        if not found:
            return None
        return cls(tuple(found), tuple(lemma.get(word, word) for word in found), passive)


@dataclass(frozen=True, slots=True)
class Between:
    """A pattern found between two mentions."""

    left: int
    right: int
    token: Any
    truth: Truth
    past: bool


def find_between(
    doc: Any, mention_of: Mapping[int, int], patterns: Sequence[tuple[Pattern, Any]]
) -> Iterator[tuple[Between, Any]]:
    """(match, what goes with its pattern) for each pattern between two names of one sentence."""
    by_first: dict[str, list[tuple[Pattern, Any]]] = {}
    for pattern, value in patterns:
        by_first.setdefault(pattern.lemmas[0], []).append((pattern, value))
    places = sorted(mention_of)
    for left, before in sorted([*((place, place) for place in places), *_coordinated(doc, places)]):
        start, truth, passive = _verb_group(doc, before, by_first)
        token = doc[start] if start < len(doc) else None
        if token is None or token.sent != doc[left].sent or is_question(token):
            continue
        for pattern, value in (*by_first.get(token.lemma_.lower(), ()), *by_first.get(token.lower_, ())):
            if pattern.passive != passive or not _fits(token, pattern.words[0], passive):
                continue
            for right in (place for place in places if place > start):
                if doc[right].sent != token.sent:
                    break
                if _rest_is_before(doc, start, right, pattern, mention_of):
                    yield (
                        Between(mention_of[left], mention_of[right], token, _combined(truth, token), is_past(token)),
                        value,
                    )
                    break


def _coordinated(doc: Any, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(name, word before the verb group) of "X stands in Y and no longer stands in Z"."""
    for token in doc:
        if token.lower_ == "longer" and token.i > 1 and token.nbor(-1).lower_ == "no":
            joint = token.nbor(-2)
            names = [i for i in places if joint.sent.start <= i < joint.i and doc[i].dep_ in ("nsubj", "nsubjpass")]
            if joint.lower_ in ("and", "but", ",") and names:
                yield names[-1], joint.i


def _verb_group(doc: Any, name: int, firsts: Mapping[str, Any]) -> tuple[int, Truth, bool]:
    """Where the verb group after a name has its main word (one of `firsts`, if it may be an adverb); what its helpers
    make of it; whether it is passive. "X, home to Y" has no helper and counts as "X is home to Y"."""
    i, truth, passive = name + 1, Truth.HOLDS, False
    longer = False
    if (
        i + 1 < len(doc)
        and doc[i].text == ","
        and doc[i + 1].lower_ in firsts
        and doc[i + 1].tag_ not in ("VBZ", "VBP")
    ):
        return i + 1, truth, True
    while i < len(doc) and i - name <= 7:
        lower, tag = doc[i].lower_, doc[i].tag_
        if lower in words.MODALS or lower in words.DOUBTS:
            truth = Truth.UNSURE
        elif lower in ("no", "not", "n't", "never") or (lower in ("longer", "anymore") and truth is Truth.NEGATED):
            longer = longer or lower in ("longer", "anymore")
            if truth is not Truth.UNSURE:
                truth = Truth.FORMER if longer else Truth.NEGATED
                i += 1
                continue
        elif lower in words.FORMER_ALWAYS:
            truth = Truth.FORMER
        elif lower in _HELPERS:
            passive = lower in _BE
        elif lower in firsts or (
            tag not in ("RB", "RBR") and not (i == name + 1 and tag in ("NN", "NNS") and lower in words.KIND_NOUNS)
        ):
            break
        i += 1
    return i, truth, passive


def _fits(token: Any, word: str, passive: bool) -> bool:
    """The verb's form: the participle as in the phrase after "is", else any but a participle."""
    if passive:
        return token.lower_ == word
    return token.tag_ not in ("VBN", "VBG") or token.lower_ == word


def _rest_is_before(doc: Any, first: int, right: int, pattern: Pattern, mention_of: Mapping[int, int]) -> bool:
    """The phrase's other words stand between its first one and the name, the last close to the name."""
    i, lead = right - 1, 0
    rest = pattern.lemmas[1:]
    while i > first and lead < LONGEST_LEAD and doc[i].lower_ not in rest[-1:] and doc[i].tag_ in _LEAD_TAGS:
        if i in mention_of:
            return False
        i, lead = i - 1, lead + 1
    if not rest:
        return i == first
    position = i
    for word in reversed(rest):
        while position > first and word not in (doc[position].lower_, doc[position].lemma_.lower()):
            if position == i or position in mention_of or doc[position].text in _STOP or _is_finite(doc[position]):
                return False
            position -= 1
        if position <= first:
            return False
        position -= 1
    gap = range(first + 1, position + 1)
    return len(gap) <= LONGEST_OBJECT and not any(
        j in mention_of or doc[j].text in _STOP or _is_finite(doc[j]) or doc[j].lower_ in words.NEGATIONS for j in gap
    )


def _is_finite(token: Any) -> bool:
    return token.tag_ in ("VBZ", "VBP", "MD", "WDT", "WP")


def _combined(seen: Truth, token: Any) -> Truth:
    if seen is not Truth.HOLDS:
        return seen
    return truth_of(token) if token.pos_ in ("VERB", "AUX") else seen
