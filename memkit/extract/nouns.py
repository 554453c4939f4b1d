"""Relations that nouns state: "the CEO of X", "X's owner is Y", "Y, lead of X", "X has two callers, A and B"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memkit.extract import words
from memkit.extract.grammar import (
    conjuncts,
    is_former_noun,
    is_former_word,
    is_instead,
    is_passive,
    role_of_apposition,
    turn_before,
    type_name,
)
from memkit.extract.referents import Referents, one_of
from memkit.extract.truth import SUBJECTS, Truth, children, is_negated_noun, truth_of

#: (source mention, type, target mention)
Link = tuple[int, str, int]
#: Types that stand for every relation that the ontology has between the two, and for the one that it has, if just one.
ANY, ONLY = "*", "1"

_NAME_PREPOSITIONS = frozenset({"of", "from", "at", "in"})
#: What is somebody's job lies with them, or falls to them.
_LIES_WITH = frozenset({("lie", "with"), ("rest", "with"), ("be", "with"), ("fall", "to"), ("belong", "to")})
_RELATIVE_OBJECTS = frozenset({"which", "whom"})


def is_denied(noun: Any) -> bool:
    """ "not part", "no member" """
    return is_negated_noun(noun) or bool(children(noun, "neg")) or turn_before(noun) == "not"


class Nouns(Referents):
    """What the nouns of one block state."""

    def phrase(self, preposition: Any) -> Iterator[tuple[str, int]]:
        """(preposition, mention) of a prepositional phrase and of those inside it ("from within X")."""
        if preposition.lower_ in words.NEGATIVE_PREPOSITIONS or is_instead(preposition):
            return
        for thing in children(preposition, "pobj"):
            for mention in self._relative(preposition) if thing.lower_ in _RELATIVE_OBJECTS else self.mentions(thing):
                yield preposition.lower_, mention
        for inner in children(preposition, "prep", "conj"):
            if inner.dep_ == "conj":
                yield from self.phrase(inner)
            else:
                yield from ((f"{preposition.lower_}_{p}", m) for p, m in self.phrase(inner))

    def _relative(self, preposition: Any) -> list[int]:
        """What "which" stands for in "X, on which Y depends": the name before, or the noun that the clause is about."""
        i = preposition.i - 1
        while i >= 0 and self.doc[i].text in (",", "(", "and"):
            i -= 1
        return self.mentions(self.doc[i]) if i >= 0 else []

    def of_noun(self, noun: Any) -> Iterator[tuple[str, int]]:
        """CEO_OF and the like from "the CEO of X", "X's CEO", "its CEO", "CEO and founder of X"."""
        for one in [noun, *conjuncts(noun)]:
            if one.i in self.mention_of:
                continue
            prepositions = children(one, "prep") or [p for c in conjuncts(one) for p in children(c, "prep")]
            for preposition in prepositions:
                for name, target in self.phrase(preposition):
                    yield type_name(one.lemma_, name), target
            owners = children(one, "poss")
            for owner in owners:
                for target in self.owner(owner):
                    yield type_name(one.lemma_, "of"), target
            makers = [t for t in children(one, "compound", "nmod") if t.i in self.mention_of]
            for maker in makers if self.parsed.is_phrase(type_name(one.lemma_, "of")) else ():  # "an X production"
                yield from ((type_name(one.lemma_, "of"), target) for target in self.mentions(maker))
            if not owners and not prepositions and not makers and one.tag_ in ("NN", "NNS"):
                for target in self.implied(one):
                    yield type_name(one.lemma_, "of"), target

    def copula(self, verb: Any) -> Iterator[Link]:
        """What a form of "be" or "become" states of its subjects."""
        subjects = self.subjects(verb)
        if not subjects and not children(verb, *SUBJECTS):  # "Among its users are A and B"
            subjects = [m for t in children(verb, "attr") for m in self.mentions(t) if t.i > verb.i]
        for subject in subjects:
            for thing in children(verb, "attr"):
                if thing.i in self.mention_of:
                    for target in self.mentions(thing):
                        yield subject, "IS", target
                elif not is_negated_noun(thing) and not is_former_noun(thing):
                    lasting = verb.tag_ != "VBD" or verb.lemma_ != "be" or thing.lemma_ in words.LASTING_ROLES
                    for type, target in self.of_noun(thing):
                        if lasting or self.parsed.is_phrase(type):
                            yield subject, type, target
            for ours in [t for t in children(verb, "attr", "acomp") if t.lower_ == "ours"]:
                for target in self.owner(ours):
                    yield subject, "BELONGS_TO", target
            for adjective in children(verb, "acomp"):
                for preposition in children(adjective, "prep"):
                    for name, target in self.phrase(preposition):
                        yield subject, type_name(adjective.lower_, name), target
            if verb.tag_ != "VBD":
                for preposition in children(verb, "prep"):
                    for name, target in self.phrase(preposition):
                        yield subject, type_name("is", name), target
                    for type, target in self._within(preposition):
                        yield subject, type, target
                    for type, target in self._state(preposition):
                        yield subject, type, target
        for noun in [t for t in verb.subtree if t.pos_ == "NOUN" and t.i > verb.i]:
            if noun in children(verb, "attr") or one_of(noun) == verb:
                yield from self._kind_of(noun, subjects)
        yield from self._holder(verb)
        yield from self.own(verb)

    def once(self, verb: Any) -> Iterator[Link]:
        """ "X is the former owner of Y" """
        for thing in children(verb, "attr"):
            if thing.i not in self.mention_of and is_former_noun(thing):
                links = list(self.of_noun(thing))
                yield from ((subject, type, target) for subject in self.subjects(verb) for type, target in links)

    def _within(self, preposition: Any) -> Iterator[tuple[str, int]]:
        """ "is on the staff of X", "is on its staff", "at its head is": STAFF_OF X, HEAD_OF X."""
        for noun in children(preposition, "pobj"):
            if noun.i not in self.mention_of and (children(noun, "poss") or self._of(noun)):
                yield from self.of_noun(noun)

    def _state(self, preposition: Any) -> Iterator[tuple[str, int]]:
        """ "is in use at X", "is in force at X": IS_IN_FORCE_AT, if the ontology has such a phrase."""
        for noun in children(preposition, "pobj"):
            if noun.i not in self.mention_of and not children(noun, "det", "poss"):
                for inner in children(noun, "prep"):
                    for name, target in self.phrase(inner):
                        type = type_name("is", preposition.lower_, noun.lemma_, name)
                        if self.parsed.is_phrase(type):
                            yield type, target

    def _of(self, noun: Any) -> bool:
        return any(preposition.lower_ == "of" for preposition in children(noun, "prep"))

    def _holder(self, verb: Any) -> Iterator[Link]:
        """ "The owner of X is Y", "X's callers are A and B": the name behind holds what the subject says."""
        holders = [m for t in children(verb, "attr") for m in self.mentions(t)]
        for noun in children(verb, *SUBJECTS):
            if noun.i not in self.mention_of and noun.tag_ in ("NN", "NNS") and not is_former_noun(noun):
                for type, target in self.of_noun(noun) if holders else ():
                    yield from ((holder, type, target) for holder in holders)
                yield from self._only(noun, holders)
                yield from self._kind_of(noun, holders)

    def _only(self, noun: Any, holders: list[int]) -> Iterator[Link]:
        """ "The ward was X" on the page of an audit: the one relation that the ontology has between the two."""
        word = noun.lower_
        alone = [t.lower_ for t in noun.children] == ["the"] and not self.parsed.about_kind(word)
        if alone and len(holders) == 1 and holders[0] >= 0 and self.parsed.is_kind(holders[0], word):
            yield from ((one, ONLY, holders[0]) for one in self.implied(noun))

    def _kind_of(self, noun: Any, named: list[int]) -> Iterator[Link]:
        """ "X is a ward of Y", "one of Y's wards", "the wards of Y are X and Z": the one relation between the two."""
        word = noun.lemma_.lower()
        kind = [m for m in named if m >= 0 and self.parsed.is_kind(m, word)] if not is_former_noun(noun) else []
        owners = [m for t in children(noun, "poss") for m in self.owner(t)] if kind else []
        owners += [m for p in children(noun, "prep") if p.lower_ == "of" for _, m in self.phrase(p)] if kind else []
        if not self.parsed.is_phrase(type_name(word, "of")):
            yield from ((one, ONLY, owner) for one in kind for owner in owners)

    def own(self, verb: Any) -> Iterator[Link]:
        """ "Her licence is for X": she has a licence for X. "Maintenance of X is the responsibility of Y", "lies with
        Y": Y has the maintenance of X."""
        for noun in children(verb, *SUBJECTS):
            if noun.i in self.mention_of or noun.pos_ not in ("NOUN", "PROPN"):
                continue
            owners = [m for t in children(noun, "poss") for m in self.owner(t)]
            for preposition in children(verb, "prep") if owners else ():
                for name, target in self.phrase(preposition):
                    type = type_name("has", noun.lemma_, name)
                    yield from ((o, type, target) for o in owners if self.parsed.is_phrase(type))
            type = type_name("has", noun.lemma_, "of")
            if self.parsed.is_phrase(type):
                things = self.things_of(noun)
                yield from ((who, type, m) for who in self._in_charge(verb) for m in things)

    def things_of(self, noun: Any) -> list[int]:
        """X of "the maintenance of X" """
        return [m for p in children(noun, "prep") if p.lower_ == "of" for _, m in self.phrase(p)]

    def role(self, verb: Any, preposition: Any) -> Iterator[Link]:
        """ "X serves as conductor of Y", "the programme names X as conductor of Y"."""
        if preposition.lower_ != "as":
            return
        if verb.lemma_ in words.SERVING and not is_passive(verb):
            who = self.subjects(verb)
        else:
            named = verb.lemma_ in words.NAMING
            who = [m for t in children(verb, "dobj", "nsubjpass") for m in self.mentions(t)] if named else []
        for noun in children(preposition, "pobj") if who else ():
            yield from ((one, type, target) for type, target in self.of_noun(noun) for one in who)

    def in_role(self, preposition: Any) -> Iterator[Link]:
        """ "As conductor of Y, X signs", "in her role as conductor of Y, X signs"."""
        clause = next((t for t in preposition.ancestors if t.pos_ in ("VERB", "AUX")), None)
        if preposition.lower_ != "as" or clause is None or preposition.i > clause.i:
            return
        who = [m for t in children(clause, *SUBJECTS) if t.i > preposition.i for m in self.mentions(t)]
        for noun in children(preposition, "pobj") if who and truth_of(clause) is not Truth.UNSURE else ():
            links = [link for link in self.of_noun(noun) if self.parsed.is_phrase(link[0])]
            yield from ((one, type, target) for type, target in links for one in who)

    def _in_charge(self, verb: Any) -> list[int]:
        """Whose job it is: "is the task of X", "is X's task", "lies with X", "falls to X", "is done by X"."""
        found = [t for t in children(verb, "attr") if t.lower_ in words.CHARGES and t.i not in self.mention_of]
        who = [m for t in found for _, m in self.of_noun(t)]
        for preposition in children(verb, "prep", "agent"):
            if (verb.lemma_, preposition.lower_) in _LIES_WITH or preposition.dep_ == "agent":
                who += [m for _, m in self.phrase(preposition)]
        return who

    def under(self, preposition: Any) -> Iterator[Link]:
        """ "X is under the ownership of Y", "X, under Y's management, grew": OWNERSHIP_OF Y."""
        head = preposition.head
        whose = self.subjects(head) if head.pos_ == "VERB" else self.mentions(head) if head.i in self.mention_of else []
        for noun in children(preposition, "pobj") if preposition.lower_ == "under" and whose else ():
            links = [link for link in self.of_noun(noun) if self.parsed.is_phrase(link[0])]
            yield from ((one, type, target) for type, target in links for one in whose)

    def having(self, verb: Any) -> Iterator[Link]:
        """ "X has two callers, A and B", "X has A as its owner", "X has A on its staff"."""
        if verb.lemma_ not in ("have", "include", "count"):
            return
        for noun in children(verb, *SUBJECTS) if verb.lemma_ == "include" else ():  # "X's employees include Y"
            named = [m for t in children(verb, "dobj") for m in self.mentions(t)]
            links = [link for link in self.of_noun(noun) if self.parsed.is_phrase(link[0])]
            yield from ((one, type, target) for type, target in links for one in named)
            yield from self._kind_of(noun, named)
        subjects = self.subjects(verb)
        for thing in children(verb, "dobj"):
            if thing.i not in self.mention_of:
                for done in (
                    children(thing, "acl", "relcl") if verb.lemma_ == "have" else ()
                ):  # "has its fees paid by Y"
                    agents = [
                        m for by in children(done, "agent") for t in children(by, "pobj") for m in self.mentions(t)
                    ]
                    for agent in agents if done.tag_ == "VBN" else ():
                        yield from ((subject, type_name("has", done.lower_, "by"), agent) for subject in subjects)
                plural = thing.tag_ == "NNS" and self.doc[thing.i + 1 : thing.i + 2].text in (",", ":", "-", "–", "—")
                named = [t for t in children(thing, "appos", *(("conj",) if plural else ())) if t.i in self.mention_of]
                for mention in [m for t in named for m in self.mentions(t)]:
                    yield from ((mention, type_name(thing.lemma_, "of"), subject) for subject in subjects)
        for preposition in [p for p in verb.subtree if p.dep_ == "prep"]:
            for role in children(preposition, "pobj"):
                if preposition.lower_ != "as" and not any(t.tag_ == "PRP$" for t in children(role, "poss")):
                    continue
                for mention in [m for t in children(verb, "dobj") for m in self.mentions(t)]:
                    yield from ((mention, type_name(role.lemma_, "of"), subject) for subject in subjects)

    def fragment(self, noun: Any) -> Iterator[Link]:
        """ "Head of the Glass Room since 2019.": a noun that is the whole sentence says what the page's thing is."""
        if noun.dep_ == "ROOT" and noun.tag_ in ("NN", "NNS", "NNP") and not is_former_noun(noun):
            for type, target in self.of_noun(noun):
                yield from ((subject, type, target) for subject in self.implied(noun) if target != subject)

    def alongside(self, preposition: Any) -> Iterator[Link]:
        """ "X runs well, with Y as its owner" """
        if preposition.lower_ != "with":
            return
        for thing in children(preposition, "pobj"):
            beside = [*children(thing, "prep"), *(p for p in children(preposition.head, "prep") if p.i > thing.i)]
            for role in [r for p in beside if p.lower_ == "as" for r in children(p, "pobj")]:
                for owner in [o for t in children(role, "poss") for o in self.owner(t)]:
                    yield from ((m, type_name(role.lemma_, "of"), owner) for m in self.mentions(thing))

    def denied_beside(self, token: Any) -> Iterator[Link]:
        """ "X, not part of Y" """
        for noun in children(token, "appos"):
            if noun.i not in self.mention_of and is_denied(noun):
                yield from ((self.mention_of[token.i], type, target) for type, target in self.of_noun(noun))

    def beside_name(self, token: Any) -> Iterator[Link]:
        """What stands right beside a name without a verb."""
        mention = self.mention_of[token.i]
        for noun in children(token, "appos"):
            said = noun.lower_ != "thanks" and not is_denied(noun)
            if noun.i not in self.mention_of and not is_former_noun(noun) and said:
                for type, target in self.of_noun(noun):
                    yield mention, type, target
        role = role_of_apposition(token)
        if role is not None and token.head.i in self.mention_of:
            yield mention, type_name(role.lemma_, "of"), self.mention_of[token.head.i]
        if token.dep_ == "appos" and token.head.i not in self.mention_of and not is_former_noun(token.head):
            for type, target in self.of_noun(token.head):
                yield mention, type, target
        yield from self._role_before(token, mention)
        if token.dep_ in (*SUBJECTS, "ROOT", "conj") or token.head.pos_ != "VERB":
            for preposition in children(token, "prep"):
                if preposition.lower_ in _NAME_PREPOSITIONS and token.dep_ != "attr":
                    for name, target in self.phrase(preposition):
                        yield mention, type_name(name), target

    def _role_before(self, token: Any, mention: int) -> Iterator[Link]:
        """ "Acme's CEO Priya Nair", "Acme CEO Priya Nair": an owner, then common nouns, then the name."""
        i, nouns = token.i - 1, []
        while i >= 0 and i not in self.mention_of and self.doc[i].tag_ in ("NN", "NNP", "NNS", "HYPH", "JJ"):
            nouns.append(self.doc[i])
            i -= 1
        roles = [noun for noun in nouns[:1] if noun.tag_ != "JJ"]
        if roles and i >= 0 and self.doc[i].tag_ == "PRP$" and not any(is_former_word(noun.lower_) for noun in nouns):
            for target in self.owner(self.doc[i]):  # "its curator Y"
                yield mention, type_name(roles[0].lemma_, "of"), target
        owned = i > 0 and self.doc[i].tag_ == "POS"
        owner = i - 1 if owned else i
        if not roles or owner not in self.mention_of:
            return
        if any(is_former_word(noun.lower_) for noun in nouns) or not (owned or roles[0].lower_ in words.ROLES):
            return
        yield (
            mention,
            type_name(roles[0].lemma_ if roles[0].tag_ == "NN" else roles[0].lower_, "of"),
            self.mention_of[owner],
        )
