"""Which pairs of things stand in a relation: the types of the two say which it may be, words which it is, and a few
plain signs whether it is so.

Where the types leave one relation, little is asked of the words; where they leave several, the words must speak of it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

from memkit.extract.cues import Cues
from memkit.extract.ontology import Ontology
from memkit.extract.pairs import Pair, Thing
from memkit.extract.truth import Truth
from memkit.extract.types import FORM

#: Candidates of a reference that are tried, the likeliest first.
MOST_CANDIDATES = 2
#: How far from an allowed type one is that does not fit and is only a guess.
MISFIT = 2

#: The name of the weight that every candidate has.
BIAS = "bias"
#: A candidate is stated from this probability on.
LEAST = 0.75

#: (key of the source, relation, key of the target)
Fact = tuple[str, str, str]
#: Where a sentence stands in the text.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a thing: one `key` for all its names; its type and how sure that is (types.py); `listed`: by
    the ontology, or as what the page is about."""

    key: str
    type: str
    sure: int
    listed: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A relation that may join two types. `swapped`: the right thing is its source. `vague`: how far the types are
    from those that it allows, 1 for each type above one of them; `fits`: no type is a guess that does not fit, which
    may well be wrong, so that the relation is not ruled out for others to stand alone. `both`: it may go either way."""

    relation: str
    swapped: bool
    vague: int
    fits: bool
    both: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A relation that a pair may state, between two mentions (or what the page is about). `open`: nothing rules it
    out."""

    source: int
    relation: str
    target: int
    fact: Fact
    pair: Pair
    signs: Mapping[str, float]
    open: bool

    @property
    def probability(self) -> float:
        """That it is stated; 0 if something rules it out."""
        weights = fitted_weights()
        score = weights[BIAS] + sum(weights.get(name, 0.0) * value for name, value in self.signs.items())
        return 1 / (1 + math.exp(-score)) if self.open else 0.0


@lru_cache(maxsize=1)
def fitted_weights() -> Mapping[str, float]:
    """The weight of each sign, and of BIAS: fitted by `python -m eval relating` (eval/relating.py)."""
    return json.loads(files("memkit.extract").joinpath("pair_weights.json").read_text(encoding="utf-8"))


def chosen(candidates: Iterable[Candidate], stated: Mapping[Fact, Iterable[Span]]) -> list[Candidate]:
    """Those that are taken for stated beside the facts that the rules found (`stated`, with their sentences), each fact
    once, in the order of the text.

    Of several relations between the same two things the likeliest is taken. Two things that a sentence joins with a
    third one each are beside each other because of it: only words of their own join them too.
    """
    joined: dict[Span, set[frozenset[str]]] = {}
    for fact, spans in stated.items():
        for span in spans:
            joined.setdefault(span, set()).add(frozenset((fact[0], fact[2])))
    taken: dict[frozenset[str], Candidate] = {}
    for one in sorted(candidates, key=lambda one: (-one.probability, one.pair.start, one.fact)):
        ends, span = frozenset((one.fact[0], one.fact[2])), (one.pair.start, one.pair.end)
        here = joined.setdefault(span, set())
        sides = [{key for pair in here if end in pair and pair != ends for key in pair} - ends for end in ends]
        if (
            one.probability < LEAST
            or one.fact in stated
            or ends in taken
            or (not one.signs["own"] and sides[0] & sides[1])
        ):
            continue
        taken[ends] = one
        here.add(ends)
    return sorted(taken.values(), key=lambda one: (one.pair.start, one.fact))


class Weigher:
    """Finds the candidates in the pairs of one text."""

    def __init__(
        self,
        ontology: Ontology,
        cues: Cues,
        known: Callable[[int], Known],
        stands_for: Callable[[int], Sequence[int]],
        about: Known | None,
    ) -> None:
        """`known` tells of a mention, or of what the page is about; `stands_for` of what an end may mean; `about` is
        the page's thing, None if it is of no known type."""
        self._ontology, self._cues, self._about = ontology, cues, about
        self._known, self._stands_for = known, stands_for
        self._choices = lru_cache(maxsize=None)(self._find_choices)

    def candidates(
        self,
        pairs: Iterable[Pair],
        stated: Mapping[Fact, Iterable[Span]],
        denied: Iterable[Fact],
        doubted: Iterable[tuple[Fact, Span]],
    ) -> list[Candidate]:
        """All relations that the pairs may state. `stated` are the facts that the rules found, with their sentences;
        `denied` those that the text says do not hold, `doubted` those that a sentence speaks of and does not state."""
        by_sentence: dict[Span, list[Fact]] = {}
        for fact, spans in stated.items():
            for span in spans:
                by_sentence.setdefault(span, []).append(fact)
        denied, doubted = set(denied), set(doubted)
        found = [one for pair in pairs for one in self._of_pair(pair, stated, by_sentence, denied)]
        found = [
            replace(one, open=False) if (one.fact, (one.pair.start, one.pair.end)) in doubted else one for one in found
        ]
        untrue: dict[tuple[Fact, int], float] = {}
        for one in found:
            if one.pair.truth is not Truth.HOLDS:
                key = (one.fact, one.pair.start)
                untrue[key] = min(one.signs["long"], untrue.get(key, math.inf))
        return [_unless_untrue(one, untrue.get((one.fact, one.pair.start), math.inf)) for one in found]

    def _of_pair(
        self, pair: Pair, stated: Mapping, by_sentence: Mapping[Span, Sequence[Fact]], denied: set[Fact]
    ) -> Iterator[Candidate]:
        ends = next(self._ends(pair), None)
        if ends is None:
            return
        known = [self._known(end) for end in ends]
        others = [(self._known(self._stands_for(t.end)[0]), nearer) for t, nearer in pair.others]
        facts = by_sentence.get((pair.start, pair.end), ())
        # the page's thing is not implied where it is named
        named = pair.left.how == "page" and any(one.key == known[0].key for one, _ in others)
        gone = pair.past and "Event" not in {self._ontology.root(one.type) for one in known}
        closed = named or gone or pair.thought
        options = self._options(*known)
        by_words = self._word_signs(pair, known, options)
        for choice in options:
            source, target = (1, 0) if choice.swapped else (0, 1)
            fact = (known[source].key, choice.relation, known[target].key)
            signs = pair.signs | by_words[choice.relation] | self._other_signs(choice, known, others)
            signs |= _fact_signs(fact, known, facts, stated)
            signs["third_unsaid"] = float(signs["third"] > 0 and not signs["own"])
            apart = pair.apart and choice.relation not in self._cues.strengths(pair.apart)
            silent = len(options) > 1 and not (signs["own"] or signs["headed"] or signs["wide_lead"] > 0)
            otherwise = choice.both or not choice.fits or apart or silent or fact in denied or signs["read_otherwise"]
            yield Candidate(ends[source], choice.relation, ends[target], fact, pair, signs, not (closed or otherwise))

    def _own_words(self, words: Iterable[tuple[str, Thing]], pair: Pair, known: Sequence[Known]) -> list[str]:
        """The words without those that stand nearer to another thing of the type of either."""
        types, groups = {one.type for one in known}, (pair.left.group, pair.right.group)
        return [word for word, thing in words if thing.group in groups or self._known(thing.end).type not in types]

    def _ends(self, pair: Pair) -> Iterator[tuple[int, int]]:
        """What the two may stand for, if anything may join it, the likeliest first."""
        for left in self._stands_for(pair.left.end)[:MOST_CANDIDATES]:
            for right in self._stands_for(pair.right.end)[:MOST_CANDIDATES]:
                if self._known(left).key != self._known(right).key and self._options(*map(self._known, (left, right))):
                    yield left, right

    def _options(self, left: Known, right: Known) -> tuple[Choice, ...]:
        return self._choices(left.type, left.sure >= FORM, right.type, right.sure >= FORM)

    def _find_choices(self, left: str, left_sure: bool, right: str, right_sure: bool) -> tuple[Choice, ...]:
        found = []
        ends = ((left, left_sure), (right, right_sure))
        for name, type in self._ontology.relation_types.items():
            allowed = (type.source_types, type.target_types)
            ways = {swapped: self._distances(ends[::-1] if swapped else ends, allowed) for swapped in (False, True)}
            sums = {swapped: sum(distances) for swapped, distances in ways.items()}
            least, both = min(sums.values()), sums[False] == sums[True]
            for swapped, distances in ways.items():
                if sums[swapped] == least <= MISFIT:
                    found.append(Choice(name, swapped, least, MISFIT not in distances, both))
        return tuple(found)

    def _distances(self, ends: Sequence[tuple[str, bool]], allowed: Sequence[Sequence[str]]) -> list[int]:
        """How far each type is from the allowed ones; farther than MISFIT for one that is out of the question."""
        found = []
        for (type, sure), wanted in zip(ends, allowed, strict=True):
            above = any(type in self._ontology.ancestors(one) for one in wanted)
            surely = sure or type == "Person"  # a label of persons is mostly right
            found.append(0 if self._fits(type, wanted) else 1 if above else MISFIT + surely)
        return found

    def _fits(self, type: str, allowed: Sequence[str]) -> bool:
        return not allowed or not set(allowed).isdisjoint(self._ontology.ancestors(type))

    def _word_signs(self, pair: Pair, known: Sequence[Known], options: Sequence[Choice]) -> dict[str, dict[str, float]]:
        """What words say of each relation, and of the others that it could be."""
        near, whole = (self._cues.strengths(self._own_words(of, pair, known)) for of in (pair.near, pair.whole))
        heading = self._cues.strengths(pair.heading)
        found = {}
        for relation in {choice.relation for choice in options}:
            rest = {choice.relation for choice in options} - {relation}
            own, wide = near.get(relation, 0.0), whole.get(relation, 0.0)
            found[relation] = {
                "only": float(not rest),
                "own": own,
                "wide": wide,
                "wide_lead": wide - max((whole.get(other, 0.0) for other in rest), default=wide),
                "headed": heading.get(relation, 0.0),
                "tied": math.log(1 + sum(near.get(other, 0.0) >= own for other in rest)),
            }
        return found

    def _other_signs(
        self, choice: Choice, known: Sequence[Known], others: Sequence[tuple[Known, bool]]
    ) -> dict[str, float]:
        """What the two things and those around them say."""
        relation = self._ontology.relation_types[choice.relation]
        wanted = relation.target_types if choice.swapped else relation.source_types
        keys = {one.key for one in known}
        rivals = [one for one, nearer in others if nearer and one.key not in keys and self._fits(one.type, wanted)]
        about = self._about
        third = about is not None and about.key not in keys and all(self._options(about, one) for one in known)
        return {
            "vague": float(choice.vague),
            "unlisted": float(sum(not one.listed for one in known)),
            "one_word": float(any(not one.listed and " " not in one.key for one in known)),
            "rival": float(bool(rivals)),
            "third": float(third),
        }


def _unless_untrue(one: Candidate, way: float) -> Candidate:
    """What a sentence takes back of two things (in words that are `way` apart) it does not say by words that are no
    nearer to each other."""
    return replace(one, open=False) if one.pair.truth is not Truth.HOLDS or one.signs["long"] >= way else one


def _fact_signs(fact: Fact, known: Sequence[Known], facts: Sequence[Fact], stated: Iterable[Fact]) -> dict[str, float]:
    """What the rules found in the sentence, and on the page."""
    pair = {one.key for one in known}
    elsewhere = [any(one.key in (f[0], f[2]) and {f[0], f[2]} != pair for f in facts) for one in known]
    return {
        "explained": float(any(elsewhere)),
        "explained_both": float(all(elsewhere)),
        "other_stated": float(any(f[:2] == fact[:2] and f != fact for f in stated)),
        "read_otherwise": float(any({f[0], f[2]} == pair and f[1] != fact[1] for f in facts)),
    }
