"""Relations from the parse of a block in which each name is one word.

The type's normal form is the verb in the third person singular present with its particle and preposition
(COMPETES_WITH, DEVELOPS, SETS_UP), whatever the tense or voice: "was developed by" is DEVELOPS the other way round. A
passive without an agent keeps its participle (WRITTEN_IN). A noun or adjective after "is", in apposition or after a
possessive gives noun or adjective and preposition (CEO_OF, FORK_OF, COMPATIBLE_WITH).

Only what the sentence states as presently true counts: nothing negated, asked, conditional, planned, wished or former.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memkit.extract import words
from memkit.extract.truth import SUBJECTS, children, is_negated_noun, is_question, is_stated

#: (source mention, type, target mention)
Link = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """mention -type-> mention, said by the sentence of `token`. Not `holds`: it is negated, asked, possible or past."""

    source: int
    type: str
    target: int
    token: Any
    holds: bool


_RELATIVES = frozenset({"which", "who", "that", "whom"})
_LIFTED = frozenset({"in", "at", "on", "from", "to", "with", "for", "into", "by", "via", "through", "over", "near"})
_NAME_PREPOSITIONS = frozenset({"of", "from", "at", "in"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed block: `mention_of` is token index -> mention index, `types` the mentions' types."""

    doc: Any
    mention_of: Mapping[int, int]
    types: Mapping[int, str]


def find_statements(parsed: Parsed) -> Iterator[Statement]:
    """All relations between different mentions that the block speaks of, in the order of their verbs."""
    reader = _Reader(parsed)
    seen: set[Link] = set()
    for token in parsed.doc:
        holds, links = reader.at(token)
        for source, type, target in links:
            if source != target and (source, type, target) not in seen:
                seen.add((source, type, target))
                yield Statement(source, type, target, token, holds)


def find_kinds(parsed: Parsed) -> Iterator[tuple[int, str]]:
    """(mention, noun) for each common noun that says what a name is: "X is a database", "X, a startup", "startup X"."""
    reader = _Reader(parsed)
    for token in parsed.doc:
        if token.dep_ == "attr" and token.head.lemma_ == "be" and token.i not in parsed.mention_of:
            yield from ((mention, token.lemma_) for mention in reader.subjects(token.head))
        if token.i in parsed.mention_of:
            near = [t for t in children(token, "appos", "compound", "nmod") if t.i not in parsed.mention_of]
            if token.dep_ in ("compound", "appos", "nmod") and token.head.i not in parsed.mention_of:
                near.append(token.head)
            yield from ((parsed.mention_of[token.i], noun.lemma_) for noun in near if noun.tag_ in ("NN", "NNS"))


def find_targets(parsed: Parsed) -> Iterator[tuple[int, str]]:
    """(mention, relation type) of what verbs without a named subject speak of: "we use Kafka", "deploy Grafana"."""
    reader = _Reader(parsed)
    for token in parsed.doc:
        if token.pos_ == "VERB" and token.i not in parsed.mention_of and not reader.subjects(token):
            yield from ((target, type) for type, target in reader.predicates(token))


def third_person(lemma: str) -> str:
    """The third person singular present of a verb: develop -> develops, carry -> carries, be -> is."""
    irregular = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if lemma in irregular:
        return irregular[lemma]
    if re.search(r"(?:s|x|z|ch|sh|[^aeio]o)$", lemma):
        return lemma + "es"
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ies"
    return lemma + "s"


def verb_lemma(form: str, lemma: str) -> str:
    """`lemma` unless `form` rules it out: "hates" is no form of "hat", nor "fined" of "fin" (which has "finned")."""
    if form == lemma + "es" and not re.search(r"(?:s|x|z|ch|sh|o|i)$", lemma):
        return lemma + "e"
    if form in (lemma + "ed", lemma + "ing") and re.match(r"[^aeiou]?[aeiou][^aeiouwxy]$", lemma):
        return lemma + "e"
    return lemma


def type_name(*parts: str) -> str:
    """Words as a relation type: upper case, joined by underscores, anything else left out."""
    text = "_".join(re.sub(r"\W+", "_", part) for part in parts if part)
    return re.sub(r"_+", "_", text).strip("_").upper()


class _Reader:
    def __init__(self, parsed: Parsed) -> None:
        self.doc = parsed.doc
        self.mention_of = parsed.mention_of
        self.types = parsed.types

    def at(self, token: Any) -> tuple[bool, Iterator[Link]]:
        """What is said at this token, and whether it holds."""
        if token.i in self.mention_of:
            return not is_question(token), self._beside_name(token)
        if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass"):
            return False, iter(())
        copula = token.lemma_ in ("be", "become", "remain") and not children(token, "auxpass")
        return is_stated(token), self._copula(token) if copula else self._verb(token)

    # ------------------------------------------------------------------------------------------------------- verbs

    def _verb(self, verb: Any) -> Iterator[Link]:
        subjects = self.subjects(verb)
        if _is_passive(verb):
            active = type_name(third_person(verb_lemma(verb.lower_, verb.lemma_.lower())), _particle(verb))
            yield from ((agent, active, subject) for agent in self._agents(verb) for subject in subjects)
        for type, target in self.predicates(verb):
            yield from ((subject, type, target) for subject in subjects)

    def predicates(self, verb: Any) -> Iterator[tuple[str, int]]:
        """(type, target) of what the verb says of its subject, whatever that is."""
        passive = _is_passive(verb)
        word = verb.lower_ if passive else third_person(verb_lemma(verb.lower_, verb.lemma_.lower()))
        for target in () if passive else self._objects(verb):
            yield type_name(word, _particle(verb)), target
        for parts, target in self._by_preposition(verb):
            yield type_name(word, _particle(verb), *parts), target

    def _objects(self, verb: Any) -> list[int]:
        found = [m for t in children(verb, "dobj", "oprd", "dative") for m in self._mentions(t)]
        if verb.dep_ == "relcl" and any(t.lower_ in _RELATIVES for t in children(verb, "dobj")):
            found += self._mentions(verb.head)
        if not found and verb.dep_ != "conj":
            # "builds and ships X": nothing stands between the first verb and the "and"
            shared = [t for t in children(verb, "conj") if t.pos_ == "VERB" and t.i == verb.i + 2]
            found = [m for t in shared for o in children(t, "dobj") for m in self._mentions(o)]
        return found

    def _agents(self, verb: Any) -> list[int]:
        return [
            m
            for by in verb.children
            if by.dep_ == "agent" or (by.dep_ == "prep" and by.lower_ == "by")
            for t in children(by, "pobj")
            for m in self._mentions(t)
        ]

    def _by_preposition(self, verb: Any) -> Iterator[tuple[tuple[str, ...], int]]:
        """(words after the verb, target) of each prepositional phrase.

        The small pipeline cannot tell whether "in Lagos" hangs on "opened" or on "an office", so both give OPENS_IN.
        Only before "of", and after a verb that means nothing alone ("has responsibility for"), the noun is a word too.
        """
        passive = _is_passive(verb)
        things = children(verb, "dobj", "attr")
        nouns = [t for t in things if t.i not in self.mention_of]
        for preposition in [t for t in verb.children if t.dep_ == "prep" or (t.dep_ == "dative" and t.pos_ == "ADP")]:
            if not (passive and preposition.lower_ == "by"):
                noun = nouns[0] if nouns and verb.lemma_ in words.LIGHT_VERBS else None
                yield from self._after(noun, preposition)
        for thing in things:
            for preposition in children(thing, "prep"):
                if thing.i in self.mention_of:
                    if preposition.lower_ in _LIFTED:  # a proper name rarely takes a phrase of its own
                        yield from self._after(None, preposition)
                elif not is_negated_noun(thing):
                    kept = preposition.lower_ == "of" or verb.lemma_ in words.LIGHT_VERBS
                    yield from self._after(thing if kept else None, preposition)

    def _after(self, noun: Any, preposition: Any) -> Iterator[tuple[tuple[str, ...], int]]:
        before = () if noun is None else (noun.lemma_ if noun.tag_ in ("NN", "NNP") else noun.lower_,)
        yield from (((*before, p), target) for p, target in self._phrase(preposition))

    def _phrase(self, preposition: Any) -> Iterator[tuple[str, int]]:
        """(preposition, mention) of a prepositional phrase and of those inside it ("from within X")."""
        if preposition.lower_ in words.NEGATIVE_PREPOSITIONS or _is_instead(preposition):
            return
        for thing in children(preposition, "pobj"):
            for mention in self._mentions(thing):
                yield preposition.lower_, mention
        for inner in children(preposition, "prep", "conj"):
            if inner.dep_ == "conj":
                yield from self._phrase(inner)
            else:
                yield from ((f"{preposition.lower_}_{p}", m) for p, m in self._phrase(inner))

    # ------------------------------------------------------------------------------------------------------ copula

    def _copula(self, verb: Any) -> Iterator[Link]:
        subjects = self.subjects(verb)
        for subject in subjects:
            for thing in children(verb, "attr"):
                if thing.i in self.mention_of:
                    for target in self._mentions(thing):
                        yield subject, "IS", target
                elif not is_negated_noun(thing):
                    lasting = verb.tag_ != "VBD" or verb.lemma_ != "be" or thing.lemma_ in words.LASTING_ROLES
                    for type, target in self._of_noun(thing) if lasting else ():
                        yield subject, type, target
            for adjective in children(verb, "acomp"):
                for preposition in children(adjective, "prep"):
                    for name, target in self._phrase(preposition):
                        yield subject, type_name(adjective.lower_, name), target
            if verb.tag_ != "VBD":
                for preposition in children(verb, "prep"):
                    for name, target in self._phrase(preposition):
                        yield subject, type_name("is", name), target

    def _of_noun(self, noun: Any) -> Iterator[tuple[str, int]]:
        """CEO_OF and the like from "the CEO of X", "X's CEO", "CEO and founder of X"."""
        for one in [noun, *_conjuncts(noun)]:
            if one.i in self.mention_of:
                continue
            prepositions = children(one, "prep") or [p for c in _conjuncts(one) for p in children(c, "prep")]
            for preposition in prepositions:
                for name, target in self._phrase(preposition):
                    yield type_name(one.lemma_, name), target
            for owner in children(one, "poss"):
                for target in self._mentions(owner):
                    yield type_name(one.lemma_, "of"), target

    # ----------------------------------------------------------------------------------------------- beside a name

    def _beside_name(self, token: Any) -> Iterator[Link]:
        mention = self.mention_of[token.i]
        for noun in children(token, "appos"):
            if noun.i not in self.mention_of and not _former_noun(noun) and noun.lower_ != "thanks":
                for type, target in self._of_noun(noun):
                    yield mention, type, target
        role = _role_of_apposition(token)
        if role is not None and token.head.i in self.mention_of:
            yield mention, type_name(role.lemma_, "of"), self.mention_of[token.head.i]
        if token.dep_ == "appos" and token.head.i not in self.mention_of and not _former_noun(token.head):
            for type, target in self._of_noun(token.head):
                yield mention, type, target
        yield from self._role_before(token, mention)
        if token.dep_ in (*SUBJECTS, "ROOT", "conj") or token.head.pos_ != "VERB":
            for preposition in children(token, "prep"):
                if preposition.lower_ in _NAME_PREPOSITIONS and token.dep_ != "attr":
                    for name, target in self._phrase(preposition):
                        yield mention, type_name(name), target

    def _role_before(self, token: Any, mention: int) -> Iterator[Link]:
        """ "Acme's CEO Priya Nair", "Acme CEO Priya Nair": an owner, then common nouns, then the name."""
        i, nouns = token.i - 1, []
        while i >= 0 and i not in self.mention_of and self.doc[i].tag_ in ("NN", "NNP", "NNS", "HYPH", "JJ"):
            nouns.append(self.doc[i])
            i -= 1
        roles = [noun for noun in nouns[:1] if noun.tag_ != "JJ"]
        owned = i > 0 and self.doc[i].tag_ == "POS"
        owner = i - 1 if owned else i
        if not roles or owner not in self.mention_of:
            return
        if any(_former(noun.lower_) for noun in nouns) or not (owned or roles[0].lower_ in words.ROLES):
            return
        for target in [self.mention_of[owner]]:
            yield mention, type_name(roles[0].lemma_ if roles[0].tag_ == "NN" else roles[0].lower_, "of"), target

    # ----------------------------------------------------------------------------------------------- who and what

    def subjects(self, verb: Any) -> list[int]:
        """The mentions that are the verb's subjects, its own or by inheritance."""
        own = [t for t in verb.children if t.dep_ in SUBJECTS]
        if own:
            if verb.dep_ == "relcl" and any(t.lower_ in _RELATIVES for t in own):
                return self._mentions(verb.head)
            return [m for t in own for m in self._mentions(t, subject=True)]
        if verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX"):
            return self.subjects(verb.head)
        if verb.dep_ == "xcomp":
            return self.subjects(verb.head)
        if verb.dep_ == "advcl" and verb.tag_ == "VBG" and not children(verb, "mark"):
            return self.subjects(verb.head)
        if verb.dep_ in ("acl", "relcl") and verb.tag_ in ("VBN", "VBG", "VBD"):
            return self._mentions(verb.head)
        return []

    def _mentions(self, token: Any, *, subject: bool = False) -> list[int]:
        """The mentions that a token stands for, those joined to it by "and" included."""
        return [m for t in [token, *_conjuncts(token)] if not _after_not(t) for m in self._stands_for(t, subject)]

    def _stands_for(self, token: Any, subject: bool) -> list[int]:
        if token.i in self.mention_of:
            return [self.mention_of[token.i]]
        if subject and token.tag_ == "PRP":
            return self._antecedent(token)
        named = [t for t in children(token, "appos") if t.i in self.mention_of and not _after_not(t)]
        if named:
            return [self.mention_of[t.i] for t in named]
        displaced = [
            t
            for of in children(token, "prep")
            for owner in children(of, "pobj")
            for t in children(owner, "appos")
            if t.i in self.mention_of and _is_role_of(token, t)
        ]
        if displaced:
            return [self.mention_of[t.i] for t in displaced]
        if token.lower_ in words.KIND_NOUNS:
            before = [t for t in children(token, "compound", "nmod") if t.i in self.mention_of]
            return [self.mention_of[before[-1].i]] if before else []
        if token.dep_ == "attr" and token.head.lemma_ == "be" and is_stated(token.head):
            return self.subjects(token.head)
        return []

    def _antecedent(self, pronoun: Any) -> list[int]:
        """The previous sentence's one subject, if it is a name that the pronoun can mean; else nothing."""
        sentence = pronoun.sent
        if sentence.start == 0 or pronoun.lower_ not in ("it", "he", "she", "they"):
            return []
        previous = self.doc[sentence.start - 1].sent
        subjects = [
            self.mention_of.get(t.i)
            for t in previous
            if t.dep_ in ("nsubj", "nsubjpass") and t.head == previous.root and not list(t.conjuncts)
        ]
        if len(subjects) != 1 or subjects[0] is None:
            return []
        person = self.types.get(subjects[0]) == "Person"
        return subjects if person == (pronoun.lower_ in ("he", "she")) or pronoun.lower_ == "they" else []


def _is_passive(verb: Any) -> bool:
    if children(verb, "auxpass", "nsubjpass"):
        return True
    if verb.tag_ not in ("VBN", "VBD") or children(verb, "aux", "dobj", *SUBJECTS):
        return False
    if verb.dep_ == "conj":
        return _is_passive(verb.head)
    return (verb.tag_ == "VBN" or bool(children(verb, "agent"))) and verb.dep_ in ("acl", "advcl", "ROOT", "relcl")


def _former(word: str) -> bool:
    return word in ("former", "ex", "past", "previous", "late", "onetime")


def _former_noun(noun: Any) -> bool:
    return any(_former(t.lower_) or t.lower_ in words.FORMER for t in noun.children)


def _is_role_of(token: Any, name: Any) -> bool:
    role = _role_of_apposition(name)
    return role is not None and role.i == token.i


def _role_of_apposition(token: Any) -> Any:
    """ "The CEO of Nvidia, Jensen Huang": the parser hangs the name on Nvidia; it belongs to the role (else None)."""
    of = token.head.head
    role = of.head
    fits = token.dep_ == "appos" and token.head.dep_ == "pobj" and of.lower_ == "of" and role.lower_ in words.ROLES
    return role if fits and not _former_noun(role) else None


def _after_not(token: Any) -> bool:
    """ "Go, not Rust": the word before (articles aside) is "not"."""
    i = token.i - 1
    while i >= 0 and token.doc[i].tag_ == "DT":
        i -= 1
    return i >= 0 and token.doc[i].lower_ in ("not", "never", "nor")


def _is_instead(preposition: Any) -> bool:
    """ "instead of", "rather than", "as opposed to" """
    before = preposition.doc[preposition.i - 1].lower_ if preposition.i else ""
    return before in ("instead", "rather", "opposed", "regardless", "independent", "independently", "aside", "apart")


def _particle(verb: Any) -> str:
    return "".join(t.lower_ for t in children(verb, "prt"))


def _conjuncts(token: Any) -> list[Any]:
    """What is joined to this token by "and", "or" or a comma, behind it; "or" and "not" join nothing true."""
    found: list[Any] = []
    for child in children(token, "conj"):
        found += [child, *_conjuncts(child)]
    return found
