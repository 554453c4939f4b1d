"""Pairs of things that one sentence speaks of, with what can be seen of them before their types are settled.

The rules (relations.py) read sentences whose build they know. Most sentences are built otherwise ("Its sets are the
work of X", "In the cast are X and Y") and still say a relation that the types of the two things leave no doubt about.
So every two things of a sentence are a candidate, and so is each name with what the page is about; which of them count
is weighed at the end (weigh.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.extract import words
from memkit.extract.grammar import conjuncts, is_former_noun, is_former_word, turn_before
from memkit.extract.referents import Parsed, Referents
from memkit.extract.truth import SUBJECTS, Truth, children, is_negated_noun, is_past, is_question, truth_of

#: Most things of one sentence that are paired: what names more is a list, and the time stays linear in the text.
MOST_THINGS = 12
#: Words on either side of a name that may say what it is to another.
NEAR = 3
#: The way between two things in the parse is as good as endless from here on (words).
LONGEST_WAY = 12

_BREAKS = frozenset(";:.—–")
_HELPING = ("aux", "auxpass")
_BESIDE = ("prt", "prep", "agent", "acomp", "attr", "dobj", "oprd", "advmod")


@dataclass(frozen=True, slots=True)
class Thing:
    """What a word (`token`) stands for: a mention, or a reference (negative, see referents.py). `how` is "name",
    "pronoun", "noun" ("the service"), or "page": what the page is about, unsaid (`token` -1). Things that "and" joins
    are of one `group`."""

    token: int
    end: int
    how: str
    group: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things of the sentence text[start:end], `left` first.

    `others` are the sentence's other things, and whether each stands nearer to `right` than `left` does. `near` are the
    words on the way from one to the other in the parse, between them and beside them, `whole` all of the sentence, each
    with the name that stands nearest to it; `heading` are those of the heading above. `truth` is what the
    sentence makes of it; `past`: it is told as a state of the past; `thought`: a word there says that it is only
    thought of; `apart`: verbs there of what somebody says or feels. `signs` (see weigh.py) are what else can be
    seen.
    """

    left: Thing
    right: Thing
    others: tuple[tuple[Thing, bool], ...]
    near: tuple[tuple[str, Thing], ...]
    whole: tuple[tuple[str, Thing], ...]
    heading: tuple[str, ...]
    truth: Truth
    past: bool
    thought: bool
    apart: tuple[str, ...]
    signs: dict[str, float]
    start: int = 0
    end: int = 0


def find_pairs(parsed: Parsed, heading: tuple[str, ...] = ()) -> Iterator[tuple[Any, Pair]]:
    """(sentence, pair) for all pairs of a block; references are added to `parsed`."""
    finder = _Finder(parsed, heading)
    for sentence in parsed.doc.sents:
        for pair in finder.pairs(sentence):
            yield sentence, pair


class _Finder:
    """The pairs of one block."""

    def __init__(self, parsed: Parsed, heading: tuple[str, ...]) -> None:
        self._parsed, self._doc, self._heading = parsed, parsed.doc, heading
        self._reader = Referents(parsed)
        self._truths: dict[int, set[Truth]] = {}

    def pairs(self, sentence: Any) -> Iterator[Pair]:
        things = self._things(sentence)
        for number, left in enumerate(things):
            for right in things[number + 1 :]:
                if "name" in (left.how, right.how) and left.group != right.group:
                    yield self._pair(sentence, left, right, things)
        named = [thing for thing in things if thing.how == "name"]
        if named and (about := self._reader.implied(sentence[0])):
            page = Thing(-1, about[0], "page", -1)
            yield from (self._pair(sentence, page, right, things) for right in named)

    def _things(self, sentence: Any) -> list[Thing]:
        found: dict[int, tuple[int, str]] = {}
        for token in sentence:
            if _is_likened(token):
                continue
            if token.i in self._parsed.mention_of:
                found[token.i] = self._parsed.mention_of[token.i], "name"
            elif ends := self._reader.reference(token):
                found[token.i] = ends[0], "pronoun" if token.tag_.startswith("PRP") else "noun"
            if len(found) == MOST_THINGS:
                break
        group = {i: i for i in found}
        for i in found:
            group |= {joined.i: group[i] for joined in conjuncts(self._doc[i]) if joined.i in group}
        return [Thing(i, end, how, group[i]) for i, (end, how) in found.items()]

    def _pair(self, sentence: Any, left: Thing, right: Thing, things: Sequence[Thing]) -> Pair:
        b = self._doc[right.token]
        way = self._way(left, b)
        first = left.token
        if first < 0:
            first = max((t.token for t in things if t.token < b.i), default=sentence.start - 1)
        between = list(self._doc[first + 1 : b.i])
        verbs = [t for t in way if t.pos_ in ("VERB", "AUX") and t.dep_ not in _HELPING]
        inner = {w for t in (*between, *way, *(c for v in verbs for c in v.children)) for w in _forms(t)}
        outer = {w for t in self._window(sentence, first, b.i) for w in _forms(t)} - inner
        around = [self._doc[i] for t in (left, right) if t.token >= 0 for i in _near(sentence, t.token)]
        beside = [c for t in way if self._is_word(t) for c in t.children if c.dep_ in _BESIDE]
        return Pair(
            left,
            right,
            tuple(
                (t, left.token < 0 or abs(t.token - b.i) < abs(left.token - b.i))
                for t in things
                if t.group not in (left.group, right.group)
            ),
            self._words((*way, *beside, *between, *around), things),
            self._words(sentence, things),
            self._heading,
            self._truth_of(way, left, right),
            any(map(is_past, self._clause_verbs(left, right))),
            bool(inner & words.THOUGHT),
            tuple(t.lower_ for t in (*verbs, *self._clause_verbs(left, right)) if t.lemma_.lower() in words.ATTITUDES),
            {
                "long": min(len(way), LONGEST_WAY) / LONGEST_WAY,
                "page": float(left.how == "page"),
                "new_clause": float(any(t.text in _BREAKS for t in between) and _is_subject(b)),
                "once_near": float(bool(outer & words.ONCE)),
            },
        )

    def _words(self, tokens: Iterable[Any], things: Sequence[Thing]) -> tuple[tuple[str, Thing], ...]:
        """Each word with the name that stands nearest to it."""
        names = [thing for thing in things if thing.how == "name"]
        nearest = lambda t: min(names, key=lambda name: (abs(name.token - t.i), name.token))  # noqa: E731
        return tuple(dict.fromkeys((t.lower_, nearest(t)) for t in tokens if self._is_word(t)))

    def _is_word(self, token: Any) -> bool:
        return token.is_alpha and token.i not in self._parsed.mention_of

    def _way(self, left: Thing, b: Any) -> list[Any]:
        """The words from one to the other in the parse: up to where they meet, or to the top."""
        up = _ways_up(b)
        if left.token < 0:
            return up
        others = _ways_up(self._doc[left.token])
        place = {t.i: n for n, t in enumerate(others)}
        cut = next((n for n, t in enumerate(up) if t.i in place), None)
        return [*others, *up] if cut is None else [*others[: place[up[cut].i] + 1], *up[:cut]]

    def _window(self, sentence: Any, left: int, right: int) -> Any:
        """The words around both, up to the next break on either side."""
        left = max(left, sentence.start)
        while left > sentence.start and self._doc[left - 1].text not in _BREAKS:
            left -= 1
        while right + 1 < sentence.end and self._doc[right + 1].text not in _BREAKS:
            right += 1
        return self._doc[left : right + 1]

    def _truth_of(self, way: Sequence[Any], left: Thing, right: Thing) -> Truth:
        """The least that the verbs of their clauses, or words before either of them, make of it."""
        tokens = [self._doc[t.token] for t in (left, right) if t.token >= 0]
        joined = left.token < 0 or any(t.pos_ in ("VERB", "AUX") for t in way)
        said = {truth for token in tokens for truth in self._clause_truths(token)} if joined else set()
        turns = {turn_before(token) for token in tokens}
        if Truth.UNSURE in said or is_question(tokens[-1]):
            return Truth.UNSURE
        if Truth.FORMER in said or "no longer" in turns or any(_is_former(token, way) for token in tokens):
            return Truth.FORMER
        negated = turns & {"not", "nor"} or any(is_negated_noun(t) for t in way if t.pos_ in ("NOUN", "PRON"))
        return Truth.NEGATED if Truth.NEGATED in said or negated else Truth.HOLDS

    def _clause_verbs(self, *things: Thing) -> list[Any]:
        verbs = [_clause_verb(self._doc[thing.token]) for thing in things if thing.token >= 0]
        return [verb for verb in verbs if verb is not None]

    def _clause_truths(self, token: Any) -> set[Truth]:
        """What the verb of a thing's clause, and one that it only introduces ("used to be"), makes of what it says."""
        verb = _clause_verb(token)
        if verb is None:
            return set()
        if verb.i not in self._truths:
            beside = {t.lower_ for t in children(verb, "mark", "prt", "advmod")}
            over = verb.lemma_ in words.OVER or (verb.lemma_ == "give" and "up" in beside)
            earlier = verb.dep_ == "advcl" and bool(beside & {"before", "until", "till"})
            found = {truth_of(t) for t in (verb, *children(verb, "xcomp"))}
            self._truths[verb.i] = found | ({Truth.FORMER} if over or earlier else set())
        return self._truths[verb.i]


def _forms(token: Any) -> tuple[str, str]:
    return token.lower_, token.lemma_.lower()


def _near(sentence: Any, token: int) -> range:
    return range(max(sentence.start, token - NEAR), min(sentence.end, token + NEAR))


def _ways_up(token: Any) -> list[Any]:
    found = [token]
    while token.head.i != token.i:
        token = token.head
        found.append(token)
    return found


def _is_subject(token: Any) -> bool:
    """The token is, or belongs to, the subject of its clause's verb."""
    verb = _clause_verb(token)
    return verb is not None and any(t.dep_ in SUBJECTS and t.head.i == verb.i for t in _ways_up(token))


def _clause_verb(token: Any) -> Any:
    return next((t for t in _ways_up(token) if t.pos_ in ("VERB", "AUX") and t.dep_ not in _HELPING), None)


def _is_likened(token: Any) -> bool:
    """ "like X", "unlike X", "than X": named for comparison only."""
    return token.dep_ == "pobj" and token.head.lower_ in ("like", "unlike", "than")


def _is_former(token: Any, way: Sequence[Any]) -> bool:
    """ "the previous head, X", "the former owner of X" """
    nouns = [*(t for t in way if t.pos_ == "NOUN"), *([token.head] if token.dep_ == "appos" else []), token]
    before = [t for t in token.doc[max(0, token.i - NEAR) : token.i] if t.head.i == token.i]
    return any(map(is_former_noun, nouns)) or any(is_former_word(t.lower_) for t in before)
