"""Which things of a question are joined by which of its words.

English says a relation in few ways: "A verb B", "A that verbs B", "A that B verbs" (the verb comes after both), "A
verbed by B", "A of B", "which A does B verb". A question is read from left to right with the things that a next one may
belong to on a stack, and with the pairs that still wait for their verb. Where it may be read in several ways all are
kept, each with a penalty; what fits the types of things decides later.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memkit.plan.english import (
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    FILLERS,
    HAVE,
    NEGATIONS,
    PREPOSITIONS,
    RELATIVES,
    SIGNS,
    TOGETHER,
)
from memkit.plan.forms import Forms
from memkit.plan.question import Question, Word
from memkit.plan.relation_words import Cue

#: How much a farther place to belong to counts against a reading, and how many readings are kept.
_FARTHER, _KEPT = 0.08, 48
#: What counts against a reading that passes over the grammar, and how many things it may join.
_CHAINED, _LONGEST_CHAIN = 0.2, 4


@dataclass(frozen=True, slots=True)
class Join:
    """Two nodes (by number) and the cue between them; `subject` is the node that the cue's verb is said of. While the
    verb is still to come, `waits` is the auxiliary or "that" which announces it and `lead` its preposition ("in which
    region does")."""

    parent: int
    child: int
    cue: Cue
    subject: int
    negated: bool = False
    waits: str = ""  # for its verb: the auxiliary or "that" which announces it
    lead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Structure:
    """One reading: the joins, which nodes are the same thing (node -> the one it is), and what counts against it.
    `loose` are the words of verbs that found no second thing, with the node they are said of."""

    joins: tuple[Join, ...] = ()
    same: tuple[tuple[int, int], ...] = ()
    stack: tuple[int, ...] = ()
    penalty: float = 0.0
    loose: tuple[tuple[int, Cue, bool], ...] = ()


def structures(question: Question, forms: Forms) -> list[Structure]:
    """Readings of the question, the likeliest first."""
    return _Joiner(question, forms).read()


def chains(question: Question) -> list[Structure]:
    """The question's things in a row from the asked one to a name, in any order, whatever the words between say: for a
    question whose grammar was not understood. What they are joined by has to come from their kinds."""
    if question.asked is None:
        return []
    things = [i for i, n in enumerate(question.nodes) if n.kind in ("name", "type", "noun") and i != question.asked]
    names = [i for i in things if question.nodes[i].kind == "name"]
    if not names or len(things) > _LONGEST_CHAIN or any(n.negated for n in question.nodes):
        return []
    found = []
    for order in itertools.permutations(things):
        row = (question.asked, *order)
        joins = tuple(Join(a, b, Cue(("of",)), a) for a, b in itertools.pairwise(row))
        turned = sum(a > b for a, b in itertools.pairwise(order))
        if order[-1] in names:
            found.append(Structure(joins, penalty=_CHAINED + _FARTHER * turned))
    return found


class _Joiner:
    def __init__(self, question: Question, forms: Forms) -> None:
        self.q, self.forms = question, forms

    def read(self) -> list[Structure]:
        states = [Structure()]
        clauses = sorted({node.clause for node in self.q.nodes})
        for clause in clauses:
            members = [i for i, node in enumerate(self.q.nodes) if node.clause == clause]
            states = [after for state in states for after in self._clause(state, members, clause)]
            states = sorted(states, key=lambda s: (s.penalty, repr(s)))[:_KEPT]
        return states

    # ------------------------------------------------------------------------------------------------ one clause

    def _clause(self, state: Structure, members: Sequence[int], clause: int) -> Iterator[Structure]:
        first = members[0]
        asked = any(self.q.nodes[m].asked for m in members)
        lead = [w.lower for w in self.q.gaps[first] if asked and w.clause == clause and w.lower in PREPOSITIONS]
        states = list(self._start(replace(state, stack=()), first))
        for node in members[1:]:
            words = self._useful(self.q.gaps[node], clause)
            states = [
                after
                for before in states
                for referred in self._refer(before, node)
                for after in self._node(referred, node, words, lead if node == members[1] else [])
            ]
        last = members[-1]
        tail = self._useful(self.q.gaps[last + 1], clause)
        for before in states:
            yield self._end(before, members, tail, lead if len(members) == 1 else [])

    def _start(self, state: Structure, node: int) -> Iterator[Structure]:
        for referred in self._refer(state, node):
            yield replace(referred, stack=(node,))

    def _refer(self, state: Structure, node: int) -> Iterator[Structure]:
        """What "it" or "that team" is: a thing of an earlier clause, the last of its number first."""
        here = self.q.nodes[node]
        if here.kind != "it" and not here.again:
            yield state
            return
        before = [i for i, other in enumerate(self.q.nodes[:node]) if other.clause < here.clause]
        fitting = [i for i in reversed(before) if self.q.nodes[i].kind != "wh" and i not in dict(state.same)]
        if here.again:
            fitting = [i for i in fitting if self._may_be_again(i, node)]
        order = sorted(fitting, key=lambda i: (self.q.nodes[i].kind == "name", self._differs(i, node)))
        for number, other in enumerate(order):
            penalty = state.penalty + _FARTHER / 2 * number
            yield replace(state, same=(*state.same, (node, other)), penalty=penalty)
        if here.again:
            yield replace(state, penalty=state.penalty + _FARTHER)

    def _differs(self, earlier: int, node: int) -> int:
        """Not of one number; what "whose" was asked of is taken up first."""
        if any(w.lower == "whose" for w in self.q.gaps[earlier]):
            return -1
        return self.q.nodes[earlier].plural != self.q.nodes[node].plural

    def _may_be_again(self, earlier: int, node: int) -> bool:
        """A kind said again of a thing of that kind, or of one whose kind was left open."""
        one, other = self.q.nodes[earlier], self.q.nodes[node]
        return one.kind in ("any", "noun") or (one.kind == "type" and bool(set(one.types) & set(other.types)))

    def _useful(self, words: Sequence[Word], clause: int) -> list[str]:
        """The words of the clause that can say something."""
        mine = [w.lower for w in words if w.clause == clause]
        kept = [w for w in mine if w not in (DETERMINERS | FILLERS | SIGNS) - RELATIVES - NEGATIONS or w == ","]
        while kept and kept[-1] == ",":
            kept.pop()
        return kept

    def _node(self, state: Structure, node: int, words: list[str], lead: list[str]) -> Iterator[Structure]:
        if words == ["whose"]:
            place = state.stack[-1]
            yield self._with(state, Join(place, node, Cue(("whose",)), place), place, node, 0.0)
            return
        if TOGETHER in words:
            yield from self._together(state, node, words)
            return
        yield from self._object_between(state, node, words)
        state, words = self._answer_waiting(state, words)
        state, words = self._without_object(state, words)
        content = [w for w in words if w not in AUXILIARIES | RELATIVES | CONJUNCTIONS | NEGATIONS | {","}]
        negated = bool(set(words) & NEGATIONS) or self.q.nodes[node].negated
        verbs = [w for w in content if w not in PREPOSITIONS]
        if not content and words and set(words) <= CONJUNCTIONS | {","}:
            yield self._beside(state, node, words)
            return
        relative = [w for w in words if w in RELATIVES]
        if not verbs and (not content or (relative and not set(words) & BE)) and not self._has(words, lead):
            kind = next((w for w in words if w in AUXILIARIES), "that" if relative or not words else "")
            for place, penalty in self._places(state, words):
                join = Join(place, node, Cue(()), node, negated, kind or "that", tuple(lead) + tuple(content))
                yield self._with(state, join, place, node, penalty)
            return
        inverted = bool(lead) and words[-1] in BE  # "in whose hands is X"
        for place, penalty in self._places(state, words):
            join = Join(place, node, self._cue(words, lead), node if inverted else place, negated)
            yield self._with(state, join, place, node, penalty)
            if words == ["of"]:
                break  # of what stands right before

    def _together(self, state: Structure, node: int, words: list[str]) -> Iterator[Structure]:
        """ "Who wrote X together with B": B does what the verb before says of its subject. Where there is no verb with
        an object, a plain "with"."""
        at = words.index(TOGETHER)
        before = words[:at]
        if before and any(j.waits for j in state.joins):
            state, before = self._answered(state, before), []
        done = next((j for j in reversed(state.joins) if not j.waits and any(map(self._says, j.cue.words))), None)
        if before or done is None:
            yield from self._node(state, node, [*before, "with", *words[at + 1 :]], [])
            return
        by = done.cue.voice == "by"  # the subject is what it is done to
        thing = done.subject if by else done.child if done.subject == done.parent else done.parent
        join = replace(done, parent=thing, child=node, subject=thing if by else node)
        stack = (*state.stack, node) if thing not in state.stack else state.stack
        yield self._with(replace(state, stack=stack), join, thing if thing in stack else node, node, 0.0)

    def _has(self, words: Sequence[str], lead: Sequence[str]) -> bool:
        """ "departments have no head": to have is a relation itself, unless a question begins with it."""
        return (bool(set(words) & HAVE) and not lead and not set(words) & RELATIVES) or "without" in words

    def _with(self, state: Structure, join: Join, place: int, node: int, penalty: float) -> Structure:
        stack = (*state.stack[: state.stack.index(place) + 1], node)
        if join.cue.words == ("whose",) and self.q.nodes[place].kind == "wh":
            stack = (node,)  # what is asked of is the thing, not its owner
        return replace(state, joins=(*state.joins, join), stack=stack, penalty=state.penalty + penalty)

    def _places(self, state: Structure, words: Sequence[str]) -> Iterator[tuple[int, float]]:
        """What the next thing may belong to, with a penalty. A verb without "that" after a clause goes on with what the
        clause was about, "and" with the subject of the verb before."""
        stack = list(reversed(state.stack))
        finite = bool(words) and not set(words) & RELATIVES and (words[0] in AUXILIARIES or words[0] in CONJUNCTIONS)
        finite |= bool(words) and words[0] not in PREPOSITIONS | RELATIVES and not self._reduces(words[0])
        open_clause = bool(stack) and self.q.nodes[stack[0]].kind == "any"  # "whatever caused"
        outward = finite and len(stack) > 1 and bool(state.joins) and not open_clause
        if outward and words and words[0] in CONJUNCTIONS:
            subject = next((j.subject for j in reversed(state.joins) if j.subject in stack), None)
            order = sorted(stack, key=lambda n: (n != subject, stack.index(n)))
        else:
            order = list(reversed(stack)) if outward else stack
        for number, place in enumerate(order):
            yield place, _FARTHER * number

    def _reduces(self, word: str) -> bool:
        """A participle: a relative clause without "that is" ("owned by", "maintaining")."""
        return self.forms.is_participle(word) or word.endswith("ing")

    def _beside(self, state: Structure, node: int, words: Sequence[str]) -> Structure:
        """ "A and B": both stand in the same relation."""
        before = next((j for j in reversed(state.joins) if j.child == state.stack[-1]), None)
        if before is None:
            return replace(state, stack=(*state.stack, node), penalty=state.penalty + 0.3)
        subject = node if before.subject == before.child else before.subject
        waits = before.waits and "and"
        joined = replace(before, child=node, subject=subject, waits=waits)
        return replace(state, joins=(*state.joins, joined), stack=(*state.stack[:-1], node))

    # ---------------------------------------------------------------------------------------- verbs that come later

    def _answer_waiting(self, state: Structure, words: list[str]) -> tuple[Structure, list[str]]:
        """A pair that waits for its verb gets it from the beginning of `words`, unless that leads to the next thing."""
        group, rest = self._first_group(words)
        waiting = next((j for j in reversed(state.joins) if j.waits), None)
        if not group or waiting is None:
            return state, words
        base = group[0] in self.forms.verbs(group[0]) or group[0] in ("be",)
        leads_on = not rest  # the next thing follows at once
        by_do = waiting.waits in DO and base and "by" not in group
        if leads_on and not by_do:
            return state, words
        return self._answered(state, group), rest

    def _without_object(self, state: Structure, words: list[str]) -> tuple[Structure, list[str]]:
        """ "Are published to but consumed by nobody", "neither reviewed nor invited to": the first verb has no second
        thing of its own."""
        at = next((i for i, word in enumerate(words) if word in CONJUNCTIONS or word == "nor"), 0)
        says = [any(self._says(word) for word in part) for part in (words[:at], words[at + 1 :])]
        if not at or not all(says) or any(j.waits for j in state.joins) or set(words[:at]) & RELATIVES:
            return state, words
        before = words[:at]
        loose = (state.stack[0], self._cue(before), bool(set(before) & NEGATIONS))
        be = [word for word in before if word in BE][:1]
        nor = [word for word in words[at : at + 1] if word == "nor"]
        return replace(state, loose=(*state.loose, loose)), [*nor, *be, *words[at + 1 :]]

    def _says(self, word: str) -> bool:
        return word not in PREPOSITIONS | AUXILIARIES | NEGATIONS | RELATIVES and bool(self.forms.verbs(word))

    def _object_between(self, state: Structure, node: int, words: list[str]) -> Iterator[Structure]:
        """ "In which regions does A run B": A runs B, and B is in the region."""
        waiting = next((j for j in reversed(state.joins) if j.waits), None)
        group, rest = self._first_group(words)
        if waiting is None or not waiting.lead or waiting.waits not in DO or not group or rest:
            return
        does = Join(waiting.child, node, self._cue(group), waiting.child)
        there = Join(waiting.parent, node, Cue(("be", *waiting.lead)), node)
        joins = tuple(j for j in state.joins if j is not waiting)
        yield replace(
            state,
            joins=(*joins, there, does),
            stack=(waiting.parent, node),
            penalty=state.penalty + _FARTHER,
        )

    def _first_group(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The first verb with its particles and prepositions, and what comes after it."""
        group: list[str] = []
        for at, word in enumerate(words):
            if word in RELATIVES | CONJUNCTIONS | {","}:
                return group, list(words[at:])
            verb = word not in PREPOSITIONS | AUXILIARIES | NEGATIONS
            if verb and any(w not in AUXILIARIES | NEGATIONS for w in group) and self.forms.verbs(word):
                return group, list(words[at:])
            group.append(word)
        return (group if any(w not in AUXILIARIES for w in group) else []), []

    def _answered(self, state: Structure, group: Sequence[str]) -> Structure:
        """The last pair that waits (with those beside it) has its verb."""
        joins = list(state.joins)
        for at in range(len(joins) - 1, -1, -1):
            if joins[at].waits:
                beside = joins[at].waits == "and"
                aux = [joins[at].waits] if joins[at].waits in AUXILIARIES else []
                cue = self._cue([*aux, *group], joins[at].lead)
                negated = joins[at].negated or bool(set(group) & NEGATIONS)
                joins[at] = replace(joins[at], cue=cue, waits="", negated=negated)
                if not beside:
                    break
        return replace(state, joins=tuple(joins))

    def _end(self, state: Structure, members: Sequence[int], tail: list[str], lead: list[str]) -> Structure:
        rest = tail
        while rest and any(j.waits for j in state.joins):
            group, after = self._first_group(rest)
            if not group:
                break
            state, rest = self._answered(state, group), after
        relative = bool(rest) and rest[0] in RELATIVES
        rest = [w for w in rest if w not in CONJUNCTIONS | RELATIVES | {","}]
        state = self._settle(state)
        if (
            rest and set(rest) <= NEGATIONS and state.joins and state.joins[-1].child in members
        ):  # "is on stock nowhere"
            state = replace(state, joins=(*state.joins[:-1], replace(state.joins[-1], negated=True)))
        verbs = [w for w in rest if w not in AUXILIARIES | NEGATIONS | PREPOSITIONS]
        if verbs:
            negated = bool(set(rest) & NEGATIONS)
            if relative and len(members) > 1:  # "lies at a berth that has been inspected"
                state = replace(state, loose=(*state.loose, (members[-1], self._cue(rest), negated)))
            elif self._is_of_first(state, rest):
                state = replace(state, loose=(*state.loose, (members[0], self._cue(rest), negated)))
            elif state.joins and state.joins[-1].child in members:
                last = state.joins[-1]
                words = (*last.cue.words, *(w for w in rest if w not in AUXILIARIES | NEGATIONS))
                state = replace(state, joins=(*state.joins[:-1], replace(last, cue=replace(last.cue, words=words))))
            else:
                state = replace(state, loose=(*state.loose, (members[0], self._cue(rest, lead), negated)))
        return state

    def _is_of_first(self, state: Structure, rest: Sequence[str]) -> bool:
        """ "Which berths of X have been surveyed": all that came before the auxiliary is one noun phrase."""
        small = PREPOSITIONS - {"by"}
        phrase = all(join.cue.words and set(join.cue.words) <= small for join in state.joins)
        return bool(state.joins) and phrase and rest[0] in AUXILIARIES

    def _settle(self, state: Structure) -> Structure:
        """Pairs whose verb never came: "who is the head" is one thing, "in which region is X" a preposition."""
        joins, same = [], list(state.same)
        for join in state.joins:
            if join.waits in BE and not join.lead and not join.negated and self._may_be_one(join):
                same.append((join.child, join.parent))
            elif join.waits:
                joins.append(replace(join, cue=Cue(("be", *join.lead) if join.waits in BE else join.lead), waits=""))
            else:
                joins.append(join)
        return replace(state, joins=tuple(joins), same=tuple(same))

    def _may_be_one(self, join: Join) -> bool:
        kinds = {self.q.nodes[join.parent].kind, self.q.nodes[join.child].kind}
        return "name" not in kinds and (kinds & {"wh", "noun", "any"} != set())

    def _cue(self, words: Sequence[str], lead: Sequence[str] = ()) -> Cue:
        content = [w for w in (*lead, *words) if w not in AUXILIARIES | RELATIVES | CONJUNCTIONS | NEGATIONS | {","}]
        if not [w for w in content if w not in PREPOSITIONS] and set(words) & BE:
            content.insert(0, "be")
        participles = [w for w in content if self.forms.is_participle(w)]
        be = bool(set(words) & BE)
        bare = bool(words) and words[0] in participles and len(content) > 1 and content[-1] in PREPOSITIONS
        if not participles or not (be or bare or "by" in content):
            return Cue(tuple(content))
        if "by" in content:
            return Cue(tuple(content), "by")
        return Cue(tuple(content), "passive")
