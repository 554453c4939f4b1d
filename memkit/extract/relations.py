"""Relations from the parse of a block in which each name is one word.

The type's normal form is the verb in the third person singular present with its particle and preposition
(COMPETES_WITH, DEVELOPS, SETS_UP), whatever the tense or voice: "was developed by" is DEVELOPS the other way round. A
passive without an agent keeps its participle (WRITTEN_IN). A noun or adjective after "is", in apposition or after a
possessive gives noun or adjective and preposition (CEO_OF, FORK_OF, COMPATIBLE_WITH).

What the sentence makes of it (truth.py) goes with each: stated, denied, former, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from memkit.extract import words
from memkit.extract.changes import Changes
from memkit.extract.grammar import RELATIVES, is_passive, particle, third_person, turn_before, type_name, verb_lemma
from memkit.extract.nouns import ONLY, Link
from memkit.extract.referents import Parsed
from memkit.extract.truth import SUBJECTS, Truth, children, is_cleft, is_negated_noun, is_past, is_question, truth_of

#: "but on Rust" is joined to the verb.
_ALSO_PREP = frozenset({"dative", "conj"})
#: What a verb that stands for another has not.
_COMPLEMENTS = ("dobj", "prep", "attr", "acomp", "ccomp", "xcomp", "expl", "auxpass")
_LIFTED = frozenset({"in", "at", "on", "from", "to", "with", "for", "into", "by", "via", "through", "over", "near"})


@dataclass(frozen=True, slots=True)
class Statement:
    """mention -type-> mention, spoken of by the sentence of `token`; `past`: in a tense that may be over.

    A negative number is a reference (referents.py).
    """

    source: int
    type: str
    target: int
    token: Any
    truth: Truth
    past: bool = False


def find_statements(parsed: Parsed) -> Iterator[Statement]:
    """All relations between different mentions that the block speaks of, in the order of their verbs."""
    reader = _Reader(parsed)
    seen: set[tuple[int, str, int, Truth]] = set()
    for token in parsed.doc:
        for said in reader.at(token):
            key = (said.source, said.type, said.target, said.truth)
            if said.source != said.target and key not in seen:
                seen.add(key)
                yield said


def find_kinds(parsed: Parsed) -> Iterator[tuple[int, str]]:
    """(mention, noun) for each common noun that says what a name is: "X is a database", "X, a startup", "startup X"."""
    reader = _Reader(parsed)
    for token in parsed.doc:
        if token.dep_ == "attr" and token.head.lemma_ == "be" and token.i not in parsed.mention_of:
            yield from ((mention, token.lemma_) for mention in reader.subjects(token.head) if mention >= 0)
        if token.i in parsed.mention_of:
            near = [t for t in children(token, "appos", "compound", "nmod") if t.i not in parsed.mention_of]
            if token.dep_ in ("compound", "appos", "nmod") and token.head.i not in parsed.mention_of:
                near.append(token.head)
            yield from ((parsed.mention_of[token.i], noun.lemma_) for noun in near if noun.tag_ in ("NN", "NNS"))


def find_targets(parsed: Parsed) -> Iterator[tuple[int, str]]:
    """(mention, relation type) of what verbs without a named subject speak of: "we use Kafka", "deploy Grafana"."""
    reader = _Reader(parsed)
    for token in parsed.doc:
        spoken = token.pos_ == "VERB" and token.i not in parsed.mention_of
        if spoken and not any(subject >= 0 for subject in reader.subjects(token)):
            yield from ((target, type) for type, target in reader.predicates(token) if target >= 0)


class _Reader(Changes):
    """What each word of a block states."""

    def at(self, token: Any) -> Iterator[Statement]:
        """What is said at this token."""
        if token.i in self.mention_of:
            truth = Truth.UNSURE if is_question(token) else Truth.HOLDS
            yield from self._said(token, truth, self.beside_name(token))
            if truth is Truth.HOLDS:
                yield from self._said(token, Truth.NEGATED, self.denied_beside(token))
            return
        if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass"):
            links = chain(self.alongside(token), self.in_role(token)) if token.dep_ == "prep" else self.fragment(token)
            yield from self._said(token, Truth.HOLDS, (link for link in links if not is_question(token)))
            return
        truth, past = truth_of(token), is_past(token)
        copula = token.lemma_ in ("be", "become", "remain") and not children(token, "auxpass")
        read = self._copula if copula else self._verb
        self.negated = truth in (Truth.NEGATED, Truth.FORMER)
        yield from self._said(token, truth, read(token), past)
        if truth is Truth.HOLDS:
            for link, change in self.changes(token):
                yield from self._said(token, change, iter([link]))
            if copula:
                yield from self._said(token, Truth.FORMER, self.once(token))
        if truth is not Truth.UNSURE:
            self.turned = True
            yield from self._said(token, Truth.HOLDS if self.negated else Truth.NEGATED, read(token), past)
        self.negated = self.turned = False
        if truth is Truth.HOLDS and any(t.lower_ == "longer" for t in token.sent[token.i - token.sent.start :]):
            self.ended = True
            yield from self._said(token, Truth.FORMER, read(token))
            self.ended = False

    def _said(self, token: Any, truth: Truth, links: Iterator[Link], past: bool = False) -> Iterator[Statement]:
        yield from (Statement(source, type, target, token, truth, past) for source, type, target in links)

    def _copula(self, verb: Any) -> Iterator[Link]:
        yield from self.copula(verb)
        yield from self._echo(verb, self.subjects(verb))

    def _verb(self, verb: Any) -> Iterator[Link]:
        subjects = self.subjects(verb)
        if is_passive(verb):
            word = third_person(verb_lemma(verb.lower_, verb.lemma_.lower()))
            agents = self._agents(verb)
            stranded = [t.lower_ for t in children(verb, "prep") if not list(t.children)]  # "is looked after by"
            active = type_name(word, particle(verb), *(stranded if agents else ()))
            yield from ((agent, active, subject) for agent in agents for subject in subjects)
            for parts, target in self._by_preposition(verb):  # "is written by X to Y": X writes to Y
                yield from ((agent, type_name(active, *parts), target) for agent in agents)
            for thing in children(verb, "nsubjpass") if agents else ():  # "cargo for X is handled by Y"
                links = [(type_name(active, p), m) for q in self._deep(thing) for p, m in self.phrase(q)]
                yield from ((a, type, m) for type, m in links if self.parsed.is_phrase(type) for a in agents)
        for type, target in self.predicates(verb):
            yield from ((subject, type, target) for subject in subjects)
        yield from self.having(verb)
        yield from self._incomplete(verb, subjects)
        for type, target in self._likely(verb):
            if self.parsed.is_phrase(type):
                yield from ((subject, type, target) for subject in subjects)
        yield from self._put(verb)
        yield from self._gaps(verb)
        yield from self.own(verb)
        for preposition in children(verb, "prep"):
            yield from self.under(preposition)
            yield from self.role(verb, preposition)
        yield from self._echo(verb, subjects)
        yield from self._done(verb, subjects)

    def _echo(self, verb: Any, subjects: list[int]) -> Iterator[Link]:
        """ "A tunes X, and B does", "A is tuned by X. B is not.": the verb stands for the one before it."""
        said = any(t.i > verb.i for t in children(verb, *_COMPLEMENTS))
        if not subjects or verb.lemma_ not in ("do", "be") or said:
            return
        sentences = [verb.sent] if verb.sent.start == 0 else [self.doc[verb.sent.start - 1].sent, verb.sent]
        earlier = [t for s in sentences for t in s if t.i < verb.i and t.dep_ in ("ROOT", "conj", "ccomp")]
        before = [t for t in earlier if t.pos_ == "VERB" and t.lemma_ not in ("do", "be")]
        if before and is_passive(before[-1]) == (verb.lemma_ == "be"):
            old = self.subjects(before[-1])
            for source, type, target in self._verb(before[-1]):
                if source in old:
                    yield from ((subject, type, target) for subject in subjects)
                elif target in old:
                    yield from ((source, type, subject) for subject in subjects)

    def _gapped(self, verb: Any, preposition: Any) -> Any:
        """C of "A is tuned by B, C by D", where D has no verb of its own; None of a phrase that the verb has itself."""
        i = preposition.i - 1
        before = [t for t in children(verb, "agent", "prep") if t.i < i and t.lower_ == preposition.lower_]
        joint = before and i - 1 > before[0].i and self.doc[i - 1].text in (",", ";", "and")
        return self.doc[i] if joint and i in self.mention_of else None

    def _gaps(self, verb: Any) -> Iterator[Link]:
        """What "A is tuned by B, C by D" says of C and D."""
        passive = is_passive(verb)
        word = verb.lower_ if passive else third_person(verb_lemma(verb.lower_, verb.lemma_.lower()))
        own = children(verb, "prep", "agent")
        beside = [a for p in own for t in children(p, "pobj") for a in children(t, "appos")]
        for preposition in [*own, *(p for name in beside for p in children(name, "prep"))]:
            if (name := self._gapped(verb, preposition)) is None or turn_before(preposition):
                continue
            subject = self.mention_of[name.i]
            for lower, target in self.phrase(preposition):
                if passive and lower == "by":
                    active = third_person(verb_lemma(verb.lower_, verb.lemma_.lower()))
                    yield target, type_name(active, particle(verb)), subject
                else:
                    yield subject, type_name(word, particle(verb), lower), target

    def _done(self, verb: Any, subjects: list[int]) -> Iterator[Link]:
        """ "The audit was done by X": the one relation that the ontology has between the event and who did it."""
        if verb.lemma_ not in words.DOING or not is_passive(verb):
            return
        both = any(t.lower_ in ("both", "all", "each") and not list(t.children) for t in children(verb, "nsubjpass"))
        events = self.implied(verb) if both else subjects
        agents = self._agents(verb)
        yield from ((event, ONLY, agent) for event in events if self.is_event(event) for agent in agents)

    def _put(self, verb: Any) -> Iterator[Link]:
        """ "She keeps the vase in Room 4": the vase is kept in Room 4. The type is the lemma's, in brackets."""
        objects = [] if is_passive(verb) else self._objects(verb)
        for parts, target in self._by_preposition(verb) if objects else ():
            type = f"({type_name(verb_lemma(verb.lower_, verb.lemma_.lower()))})_{type_name(*parts)}"
            if self.parsed.is_phrase(type):
                yield from ((thing, type, target) for thing in objects)

    def _likely(self, verb: Any) -> Iterator[tuple[str, int]]:
        """Readings that count if the ontology has a phrase for them: a preposition deep in an object ("stores copies of
        reports in X"), "X, where Y lives", "handles X's cargo" for "handles cargo for X"."""
        word = verb.lower_ if is_passive(verb) else third_person(verb_lemma(verb.lower_, verb.lemma_.lower()))
        start = type_name(word, particle(verb))
        things = children(verb, "dobj", "attr", "nsubjpass")
        things += [t for p in children(verb, "prep") for t in children(p, "pobj")]
        for thing in things:
            if thing.i not in self.mention_of:
                for preposition in self._deep(thing):
                    yield from ((type_name(start, name), target) for name, target in self.phrase(preposition))
                for owner in children(thing, "poss") if thing.dep_ == "dobj" else ():
                    yield from ((type_name(start, "for"), target) for target in self.owner(owner))
        if verb.dep_ in ("relcl", "advcl") and any(t.lower_ == "where" for t in children(verb, "advmod")):
            place = self.mentions(verb.head) if verb.dep_ == "relcl" else self._name_before(verb)
            yield from ((type_name(start, name), target) for name in ("at", "in", "on") for target in place)

    def _deep(self, noun: Any) -> Iterator[Any]:
        """The lifted prepositions in a noun phrase, down to its names."""
        for preposition in children(noun, "prep"):
            if preposition.lower_ in _LIFTED:
                yield preposition
            for inner in children(preposition, "pobj"):
                if inner.i not in self.mention_of:
                    yield from self._deep(inner)

    def _name_before(self, verb: Any) -> list[int]:
        where = next(t for t in children(verb, "advmod") if t.lower_ == "where")
        i = where.i - 1 if where.i and self.doc[where.i - 1].text != "," else where.i - 2
        return self.mentions(self.doc[i]) if i >= 0 else []

    def _incomplete(self, verb: Any, subjects: list[int]) -> Iterator[Link]:
        """ "X was involved", with nothing named that X was involved in: what the page is about. Its type ends in "?",
        for the preposition that is missing."""
        if is_passive(verb) and not self._agents(verb) and not any(True for _ in self._by_preposition(verb)):
            for target in self.implied(verb):
                yield from ((subject, type_name(verb.lower_) + "_?", target) for subject in subjects)

    def predicates(self, verb: Any) -> Iterator[tuple[str, int]]:
        """(type, target) of what the verb says of its subject, whatever that is."""
        passive = is_passive(verb)
        word = verb.lower_ if passive else third_person(verb_lemma(verb.lower_, verb.lemma_.lower()))
        for target in () if passive else self._objects(verb):
            yield type_name(word, particle(verb)), target
        for parts, target in self._by_preposition(verb):
            yield type_name(word, particle(verb), *parts), target

    def _objects(self, verb: Any) -> list[int]:
        found = [m for t in children(verb, "dobj", "oprd", "dative") for m in self.mentions(t)]
        if verb.dep_ == "csubj" and any(t.lower_ in ("what", "whom") for t in children(verb, "dobj")):
            found += [m for t in children(verb.head, "attr") for m in self.mentions(t)]  # "what X runs is Y"
        if verb.dep_ == "relcl" and any(t.lower_ in RELATIVES for t in children(verb, "dobj")):
            found += self.mentions(verb.head)
        if verb.dep_ == "relcl" and not found and not children(verb, "dobj") and self._has_own_subject(verb):
            found += self.mentions(verb.head)  # "the library X imports"
        if not found and verb.dep_ != "conj":
            # "builds and ships X": nothing stands between the first verb and the "and"
            shared = [t for t in children(verb, "conj") if t.pos_ == "VERB" and t.i == verb.i + 2]
            found = [m for t in shared for o in children(t, "dobj") for m in self.mentions(o)]
        return found

    def _has_own_subject(self, verb: Any) -> bool:
        own = [t for t in verb.children if t.dep_ in SUBJECTS]
        return bool(own) and not any(t.lower_ in RELATIVES for t in own) and not children(verb, "prep")

    def _agents(self, verb: Any) -> list[int]:
        return [
            m
            for by in verb.children
            if not self._gapped(verb, by)
            if by.dep_ == "agent" or (by.dep_ == "prep" and by.lower_ == "by")
            for t in children(by, "pobj")
            for m in self.mentions(t)
        ]

    def _by_preposition(self, verb: Any) -> Iterator[tuple[tuple[str, ...], int]]:
        """(words after the verb, target) of each prepositional phrase.

        The small pipeline cannot tell whether "in Lagos" hangs on "opened" or on "an office", so both give OPENS_IN.
        Only before "of", and after a verb that means nothing alone ("has responsibility for"), the noun is a word too.
        """
        passive = is_passive(verb)
        things = children(verb, "dobj", "attr")
        nouns = [t for t in things if t.i not in self.mention_of]
        for preposition in [t for t in verb.children if t.dep_ == "prep" or (t.dep_ in _ALSO_PREP and t.pos_ == "ADP")]:
            if not (passive and preposition.lower_ == "by") and not self._gapped(verb, preposition):
                noun = nouns[0] if nouns and verb.lemma_ in words.LIGHT_VERBS else None
                yield from self._after(noun, preposition)
                if verb.dep_ == "relcl" and not list(preposition.children) and preposition.lower_ in _LIFTED:
                    # "the store that X reads from"
                    yield from (((preposition.lower_,), m) for m in self.mentions(verb.head))
        if verb.dep_ == "ccomp" and is_cleft(verb):  # "it was at X that Y was held"
            for preposition in children(verb.head, "prep"):
                yield from self._after(None, preposition)
        for thing in things:
            for preposition in children(thing, "prep"):
                if thing.i in self.mention_of:
                    if preposition.lower_ in _LIFTED:  # a proper name rarely takes a phrase of its own
                        yield from self._after(None, preposition)
                elif not is_negated_noun(thing) or verb.lemma_ in words.LIGHT_VERBS:  # "has no part in"
                    kept = preposition.lower_ == "of" or verb.lemma_ in words.LIGHT_VERBS
                    yield from self._after(thing if kept else None, preposition)

    def _after(self, noun: Any, preposition: Any) -> Iterator[tuple[tuple[str, ...], int]]:
        for p, target in self.phrase(preposition):
            if noun is None or noun.tag_ in ("NN", "NNP"):
                yield (p,) if noun is None else (noun.lemma_, p), target
                continue
            yield (noun.lower_, p), target
            if self.parsed.is_phrase(type_name("has", noun.lemma_, p)):  # "has licences for" as "has a licence for"
                yield (noun.lemma_, p), target
