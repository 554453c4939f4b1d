"""What the joins of a question mean: for each the relations that its words say and that fit the things it joins.

A phrase's own words count most, then their synonyms. Where the words say nothing known ("of", "behind", "answers for")
every relation that can join things of the two types is meant, in the direction of the sentence where both are possible.
So an unknown verb is understood by what it can be, whatever the ontology.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memkit.plan.english import PREPOSITIONS
from memkit.plan.joins import Join, Structure
from memkit.plan.plan import Value
from memkit.plan.quantities import Quantity
from memkit.plan.question import Node, Question
from memkit.plan.relation_words import HEAD, Cue
from memkit.plan.vocabulary import Vocabulary

#: How sure a join is whose words say nothing ("of", "with", "has"), and one whose words are unknown.
STRUCTURAL, UNKNOWN = 0.5, 0.3
#: How sure two relations are over a thing that goes without saying.
THROUGH = 0.45
#: What counts against a join whose direction the types turn round, and against "who" for what is no person.
_TURNED, _SOFT = 0.25, 0.15
#: How well something bounded is understood with words left over that say nothing known.
_UNREAD = 0.6
_SAYS_NOTHING = PREPOSITIONS | {"be", "have", "has", "had", "'s", "whose", "with", "keep", "keeps", "data"}
_KEPT = 6


@dataclass(frozen=True, slots=True)
class Tree:
    """A thing of the question and the things that hang on it. `types` are what it can be (empty: anything); `quantity`
    is how many of it there are."""

    nodes: tuple[int, ...]
    ids: tuple[str, ...]
    types: tuple[str, ...]
    given_type: str
    values: tuple[Value, ...]
    branches: tuple[Branch, ...] = ()
    others: bool = False
    quantity: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """From a thing over one of these relations to another; `outward`: the thing is the relations' source. `both_ways`:
    they hold in either direction."""

    relations: tuple[str, ...]
    outward: bool
    tree: Tree
    negated: bool
    strength: float
    words: str
    both_ways: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """A tree from what is asked, how well it fits the words (mean strength of its joins less penalties), and the
    weakest of its joins."""

    tree: Tree
    score: float
    weakest: float
    joins: int


def is_bounded(tree: Tree) -> bool:
    """Something of the tree, its root apart, has a name, a kind or a value."""
    below = (branch.tree for branch in tree.branches)
    return any(t.ids or t.given_type or t.values or is_bounded(t) for t in below)


class Solver:
    """Solves structures with one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._v = vocabulary
        self._hints: frozenset[str] = frozenset()

    def solve(
        self, question: Question, structure: Structure, root: int, hints: frozenset[str] = frozenset()
    ) -> Iterator[Solved]:
        """Every meaning of a reading, rooted at what is asked. Where words between two things say nothing, relations
        among `hints` are meant before others that could join them."""
        self._hints = hints
        reading = _Reading(question, structure, self._v)
        strengths: list[tuple[Tree, tuple[float, ...]]] = self._tree(reading, reading.find(root), None)
        for tree, found in strengths:
            if reading.missed(tree):
                continue
            mean = sum(found) / len(found) if found else 1.0
            yield Solved(tree, round(mean - structure.penalty, 6), min(found, default=1.0), len(found))

    def _tree(self, reading: _Reading, node: int, came_by: Join | None) -> list[tuple[Tree, tuple[float, ...]]]:
        """The subtrees from a node, away from the join that led to it, with the strengths of their joins."""
        partial: list[tuple[Tree, tuple[float, ...]]] = [(reading.leaf(node), ())]
        joins = [j for j in reading.joins if j is not came_by and node in (j.parent, j.child)]
        joins.sort(key=lambda j: reading.complement(j) != node)  # a noun's own complement tells what it is
        for join in joins:
            other = join.child if join.parent == node else join.parent
            if reading.says_nothing(other, join):
                continue
            options = [
                (replace(tree, types=types, branches=(*tree.branches, branch)), (*found, *below, branch.strength))
                for tree, found in partial
                for subtree, below in self._tree(reading, other, join)
                for branch, types in self._branches(reading, join, node, tree, other, subtree)
            ]
            partial = sorted(options, key=lambda o: (-sum(o[1]), repr(o)))[:_KEPT]
        loose = [(cue, negated) for place, cue, negated in reading.loose if place == node]
        for cue, negated in loose:
            partial = [o for tree, found in partial for o in self._with_loose(tree, found, cue, negated)]
        return partial

    def _with_loose(
        self, tree: Tree, found: tuple[float, ...], cue: Cue, negated: bool
    ) -> Iterator[tuple[Tree, tuple[float, ...]]]:
        """ "Which pieces were never performed": the verb's other thing may be anything."""
        readings = self._v.relation_words.readings(cue)
        fitting = [
            r for r in readings if self._v.allows(r.relation, *((tree.types, ()) if r.forward else ((), tree.types)))
        ]
        best = max((r.strength for r in fitting), default=0.0)
        if not fitting:
            yield from self._with_event(tree, found, cue, negated)
        says = [word for word in cue.words if self._v.forms.verbs(word)]
        if not fitting and (tree.ids or (not says and (tree.values or tree.branches))):
            yield tree, (*found, _UNREAD)  # "if X fails", "at the moment": it bounds nothing
        anything = Tree((), (), (), "", ())
        for reading in fitting:
            if reading.strength == best:
                branch = Branch((reading.relation,), reading.forward, anything, negated, best, " ".join(cue.words))
                yield replace(tree, branches=(*tree.branches, branch)), (*found, best)

    def _with_event(
        self, tree: Tree, found: tuple[float, ...], cue: Cue, negated: bool
    ) -> Iterator[tuple[Tree, tuple[float, ...]]]:
        """ "Which vessels were surveyed", where a survey is a kind of things: they are joined to one."""
        content = [word for word in cue.words if word not in PREPOSITIONS]
        for base in sorted(self._v.forms.verbs(content[0])) if len(content) == 1 else ():
            kind = self._v.type_at([base])
            pairs = list(self._v.joining(tree.types, (kind[1],))) if kind and tree.types else []
            for outward in sorted({way for _, way in pairs}):
                relations = tuple(sorted(r for r, way in pairs if way == outward))
                there = Tree((), (), (kind[1],), kind[1], ())
                branch = Branch(relations, outward, there, negated, STRUCTURAL, base)
                yield replace(tree, branches=(*tree.branches, branch)), (*found, STRUCTURAL)

    def _branches(
        self, reading: _Reading, join: Join, node: int, tree: Tree, other: int, subtree: Tree
    ) -> Iterator[tuple[Branch, tuple[str, ...]]]:
        """The meanings of a join from a tree to another, with the types that the tree has then."""
        soft = reading.nodes[node].soft, reading.nodes[other].soft
        noun = reading.complement(join)
        if noun is not None and reading.nodes[noun].shared:
            yield from self._shared(reading.nodes[noun], join, tree, subtree)
            return
        options = self._options(reading, join, node, tree.types, other, subtree.types, soft)
        if not options or options[0][2] < THROUGH:
            yield from self._through(join, tree, subtree)
        for relations, outward, strength in options:
            ends = [self._v.relations[r] for r in relations]
            mine = tuple(sorted({t for sources, targets in ends for t in (sources if outward else targets)}))
            there = tuple(sorted({t for sources, targets in ends for t in (targets if outward else sources)}))
            below = replace(subtree, types=self._narrow(subtree.types, there, reading.nodes[other].soft))
            words = " ".join(join.cue.words) or "of"
            both_ways = all(self._v.is_symmetric(r) for r in relations)
            branch = Branch(relations, outward, below, join.negated, strength, words, both_ways)
            yield branch, self._narrow(tree.types, mine, reading.nodes[node].soft)

    def _shared(self, noun: Node, join: Join, tree: Tree, subtree: Tree) -> Iterator[tuple[Branch, tuple[str, ...]]]:
        """ "The co-owners of X": out and back over one relation, where X can be an owner itself."""
        for reading in self._v.relation_words.noun(noun.text):
            ends = self._v.relations[reading.relation]
            own, middle = ends if reading.forward else ends[::-1]
            if not self._v.fits(tree.types, own) or not self._v.fits(subtree.types, own):
                continue
            last = Branch((reading.relation,), not reading.forward, subtree, False, reading.strength, noun.text)
            between = Tree((), (), middle, "", (), (last,))
            first = (reading.relation,), reading.forward, between, join.negated, reading.strength, noun.text
            yield Branch(*first), self._narrow(tree.types, own, noun.soft)

    def _through(self, join: Join, tree: Tree, subtree: Tree) -> Iterator[tuple[Branch, tuple[str, ...]]]:
        """Two relations over a thing that goes without saying: "which officers inspected X" over an inspection, "at
        which terminal does X tie up" over a berth. Only events and places go so, and only where the words tell, or
        where there is no other way between the two kinds."""
        if not tree.types or not subtree.types:
            return
        said = {r.relation for r in self._v.relation_words.readings(join.cue) if r.strength >= HEAD}
        bases = frozenset().union(*(self._v.forms.bases(word) for word in join.cue.words))
        nothing_else = not said and not any(self._v.joining(tree.types, subtree.types))
        unsaid: list[Branch] = []
        for first, outward, middle in self._v.steps_from(tree.types):
            for second, onward, end in self._v.steps_from(middle):
                fits = self._v.fits(end, subtree.types) and (first, outward) != (second, not onward)
                told = bool(said & {first, second} or bases & self._v.bases_of_kinds(middle))
                unsaid_middle = self._goes_without_saying(middle, (tree.types, subtree.types))
                if not fits or not (told or nothing_else) or not unsaid_middle:
                    continue
                last = Branch((second,), onward, subtree, False, THROUGH, "")
                between = Tree((), (), middle, "", (), (last,))
                strength = THROUGH if told else UNKNOWN
                branch = Branch((first,), outward, between, join.negated, strength, " ".join(join.cue.words))
                if told:
                    yield branch, tree.types
                else:
                    unsaid.append(branch)
        if len(unsaid) == 1:
            yield unsaid[0], tree.types

    def _goes_without_saying(self, middle: Sequence[str], ends: Sequence[Sequence[str]]) -> bool:
        """An event, or a place on the way to a place ("shown in the town": at a theatre there)."""
        roots = {self._v.ontology.root(type) for type in middle}
        places = any({self._v.ontology.root(type) for type in end} == {"Location"} for end in ends)
        return roots == {"Event"} or (roots == {"Location"} and places)

    def _narrow(self, types: tuple[str, ...], ends: tuple[str, ...], soft: bool) -> tuple[str, ...]:
        return ends if ends and (soft or not types) else types

    # --------------------------------------------------------------------------------------------------- one join

    def _options(
        self,
        reading: _Reading,
        join: Join,
        node: int,
        here: Sequence[str],
        other: int,
        there: Sequence[str],
        soft: tuple[bool, bool],
    ) -> list[tuple[tuple[str, ...], bool, float]]:
        """(relations, outward, strength), the best first."""
        noun = reading.complement(join)
        if noun is not None:
            said = self._v.relation_words.noun(reading.nodes[noun].text.lower())
            readings = [(r.relation, r.forward == (noun == node), r.strength) for r in said]
        else:
            subject = reading.find(join.subject) == node
            said = self._v.relation_words.readings(join.cue)
            readings = [(r.relation, r.forward == subject, r.strength) for r in said]
        fitting = []
        for relation, outward, strength in readings:
            for way, turned in ((outward, 0.0), (not outward, _TURNED)):
                lost = self._lost(relation, way, here, there, soft)
                if lost is not None:
                    fitting.append((relation, way, strength - turned - lost))
                    break
        options = _grouped(fitting)
        if noun is None and (not options or options[0][2] < STRUCTURAL or _is_empty(join.cue)):
            sure = max((strength for _, _, strength in readings), default=0.0) >= HEAD
            if not (sure and any(soft)):  # what is plainly said of other things is not to be bent to "who" and "what"
                options += self._by_type(reading, join, node, here, there, sure)
        return sorted(options, key=lambda o: -o[2])[:4]

    def _lost(
        self, relation: str, outward: bool, here: Sequence[str], there: Sequence[str], soft: tuple[bool, bool]
    ) -> float | None:
        """0 if the relation fits both ends, a little if one is only likely to be of its type; None if it does not."""
        sources, targets = self._v.relations[relation]
        lost = 0.0
        for types, ends, unsure in (
            (here, sources if outward else targets, soft[0]),
            (there, targets if outward else sources, soft[1]),
        ):
            if not self._v.fits(types, ends):
                if not unsure or ("Person" in types and relation in self._v.ontology.relation_types):
                    return None
                lost += _SOFT
        return lost

    def _by_type(
        self,
        reading: _Reading,
        join: Join,
        node: int,
        here: Sequence[str],
        there: Sequence[str],
        known: bool,
    ) -> Iterator[tuple[tuple[str, ...], bool, float]]:
        """All relations that can join the two types, each direction apart."""
        if not here or not there:
            return
        strength = STRUCTURAL if _is_empty(join.cue) else UNKNOWN
        subject = reading.find(join.subject) == node
        directionless = set(join.cue.words) <= {"of", "'s", "whose"}
        pairs = list(self._v.joining(here, there))
        if "whose" in join.cue.words:  # one who has, runs or made it, where that can be
            words = self._v.relation_words
            owning = {r.relation for verb in ("own", "make", "write") for r in words.readings(Cue((verb,)))}
            pairs = [(r, way) for r, way in pairs if r in owning] or pairs
        pairs = [(r, way) for r, way in pairs if r in self._hints] or pairs
        if _is_empty(join.cue):  # "in" goes with what works in, lives in, is kept in
            said = set(join.cue.words) & PREPOSITIONS - {"of", "by"}
            pairs = [(r, way) for r, way in pairs if self._v.relation_words.prepositions(r) & said] or pairs
        for outward in (True, False):
            relations = tuple(sorted(r for r, way in pairs if way == outward))
            if relations:
                against = 0.0 if outward == subject or len({way for _, way in pairs}) == 1 or directionless else 0.1
                against += (
                    0.1 * known + 0.02 * (len(relations) - 1) + 0.05 * self._looseness(relations, outward, here, there)
                )
                yield relations, outward, strength - against

    def _looseness(self, relations: Sequence[str], outward: bool, here: Sequence[str], there: Sequence[str]) -> int:
        """How many of the two ends are of a kind above what the relations join ("component" for a library)."""
        sources = {t for r in relations for t in self._v.relations[r][0]}
        targets = {t for r in relations for t in self._v.relations[r][1]}
        ends = ((here, sources if outward else targets), (there, targets if outward else sources))
        return sum(
            not any(self._v.is_below(type, end) for type in types for end in allowed)
            for types, allowed in ends
            if allowed
        )


def _grouped(fitting: Sequence[tuple[str, bool, float]]) -> list[tuple[tuple[str, ...], bool, float]]:
    """Relations that are said equally well, in one direction, are all meant."""
    groups: dict[tuple[bool, float], set[str]] = {}
    for relation, outward, strength in fitting:
        groups.setdefault((outward, round(strength, 3)), set()).add(relation)
    found = [(tuple(sorted(names)), outward, strength) for (outward, strength), names in groups.items()]
    return sorted(found, key=lambda o: (-o[2], not o[1], o[0]))


def _is_empty(cue: Cue) -> bool:
    return set(cue.words) <= _SAYS_NOTHING


class _Reading:
    """A structure with nodes that are one thing taken together."""

    def __init__(self, question: Question, structure: Structure, vocabulary: Vocabulary) -> None:
        self._v = vocabulary
        self._same = dict(structure.same)
        self._members: dict[int, list[int]] = {}
        for number in range(len(question.nodes)):
            self._members.setdefault(self.find(number), []).append(number)
        self.nodes = {head: _merged([question.nodes[m] for m in members]) for head, members in self._members.items()}
        self.joins = [
            replace(j, parent=self.find(j.parent), child=self.find(j.child), subject=self.find(j.subject))
            for j in structure.joins
        ]
        self.joins = list(_acyclic(self.joins))
        self.loose = [(self.find(place), cue, negated) for place, cue, negated in structure.loose]

    def find(self, node: int) -> int:
        seen = set()
        while node in self._same and node not in seen:
            seen.add(node)
            node = self._same[node]
        return node

    def leaf(self, node: int) -> Tree:
        it = self.nodes[node]
        types = it.types
        given = self._v.common(types) if it.kind == "type" else ""
        return Tree((node,), it.ids, types, given, it.values, others=it.others, quantity=it.quantity)

    def complement(self, join: Join) -> int | None:
        """The noun of a relation that this join completes: "the owner of X", "have no owner"."""
        for noun, other in ((join.parent, join.child), (join.child, join.parent)):
            if self.nodes[noun].kind != "noun" or not _is_empty(join.cue) or self.nodes[other].kind == "wh":
                continue
            mine = [j for j in self.joins if noun in (j.parent, j.child) and _is_empty(j.cue)]
            mine.sort(key=lambda j: (j.parent != noun, set(j.cue.words) != {"of"}))
            if mine[0] is join:
                return noun
        return None

    def says_nothing(self, node: int, came_by: Join) -> bool:
        """A "who" or "something" that leads no further."""
        it = self.nodes[node]
        leads_on = any(j is not came_by and node in (j.parent, j.child) for j in self.joins)
        return it.kind == "wh" and not leads_on and not it.values

    def missed(self, tree: Tree) -> bool:
        """A name of the question is not in the tree."""
        seen: set[int] = set()

        def walk(tree: Tree) -> None:
            seen.update(tree.nodes)
            for branch in tree.branches:
                walk(branch.tree)

        walk(tree)
        return any(node.kind == "name" and number not in seen for number, node in self.nodes.items())


def _acyclic(joins: Sequence[Join]) -> Iterator[Join]:
    """The joins without those between things that are joined already, which restate or cannot be held by a tree."""
    group: dict[int, int] = {}

    def head(node: int) -> int:
        while node in group:
            node = group[node]
        return node

    for join in joins:
        one, other = head(join.parent), head(join.child)
        if one != other:
            group[one] = other
            yield join


def _merged(nodes: Sequence[Node]) -> Node:
    """One node of several that are the same thing: the one that says most, with what the others add."""
    order = {"name": 0, "type": 1, "noun": 2, "any": 3, "wh": 4, "it": 5}
    best = min(nodes, key=lambda n: order[n.kind])
    values = tuple(dict.fromkeys(v for n in nodes for v in n.values))
    return replace(best, values=values, others=any(n.others for n in nodes))
