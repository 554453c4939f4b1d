"""The ontology's phrases as the relation types that the parse gives, and as literal words between two names.

A phrase is read by the same code as the text: "Spain PHRASE Spain." is parsed, and what it states (say DEPENDS_ON, or
USES the other way round for "is used by") is what the phrase means, in any tense. A phrase that the parser makes
nothing of still matches word by word between two names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memkit.extract import masking
from memkit.extract.cues import Cues
from memkit.extract.derive import (
    action_nouns,
    agent_nouns,
    charge_types,
    held_types,
    in_past,
    patient_noun,
    quality_noun,
    same_sense,
)
from memkit.extract.english import Lexicon
from memkit.extract.grammar import third_person, type_name, verb_lemma
from memkit.extract.ontology import Ontology
from memkit.extract.referents import Parsed
from memkit.extract.relations import Statement, find_statements
from memkit.extract.truth import children
from memkit.extract.wordorder import Between, Pattern, find_between

#: Types that say too little to be what a phrase means.
_TOO_GENERAL = frozenset("IS HAS COUNTS DOES MAKES GIVES TAKES".split())
_WITHIN = re.compile(r"(?:has|have|counts|includes) (?:on|in|among|as|under|at|with) (?:its|their|a|an|the) (\w+)")
#: "is in force at", which the parse gives as its words; "is used in", which "is in use in" says too.
_STATE = re.compile(r"is \w+ \w+ \w+")
_USED = re.compile(r"is used (in|at|on|by)")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase or parsed type means: relation type, and whether the ends change places.

    `present`: the phrase is in the present tense, so what a past tense says of it may be over.
    """

    relation: str
    swapped: bool
    present: bool = True


class Phrases:
    """All phrases of an ontology, compiled once."""

    def __init__(self, ontology: Ontology, nlp: Any, lexicon: Lexicon) -> None:
        self._ontology = ontology
        from memkit.plan.forms import Forms  # which loads its pipeline from this package

        self.cues = Cues(ontology, Forms(nlp))
        self._parsed: dict[str, list[Meaning]] = {}
        self._alike: list[tuple[str, Meaning]] = []  # what verbs of the same sense say
        self._by_participle: dict[str, list[str]] = {}  # INVOLVED -> [INVOLVED_IN]
        self._patterns: list[tuple[Pattern, list[Meaning]]] = []
        for type in ontology.relation_types.values():
            for swapped, phrases in ((False, type.phrases), (True, type.inverse_phrases)):
                for phrase in phrases:
                    self._compile(phrase, Meaning(type.name, swapped), nlp, lexicon)
            self._learn(type.name, Meaning(type.name, False))
        for parsed, meaning in [pair for pair in self._alike if pair[0] not in self._parsed]:
            self._learn(parsed, meaning)  # the ontology's own words come first

    def _compile(self, phrase: str, meaning: Meaning, nlp: Any, lexicon: Lexicon) -> None:
        lemmas = {token.lower_: verb_lemma(token.lower_, token.lemma_.lower()) for token in nlp(f"It {phrase} it.")}
        if _STATE.fullmatch(phrase.lower()):
            self._learn(type_name(phrase), meaning)
        if used := _USED.fullmatch(phrase.lower()):
            self._learn(type_name("is in use", used.group(1)), meaning)
        if pattern := Pattern.of(phrase, lemmas):
            self._patterns.append((pattern, [meaning]))
        if (noun := phrase.split()[-1].lower()) and lexicon.is_bare_noun(phrase.lower()):
            # "owner": "X owner Y" is what "Y is the owner of X" says
            self._learn(type_name(noun, "of"), Meaning(meaning.relation, not meaning.swapped))
            return
        if within := _WITHIN.fullmatch(phrase.lower()):
            # "has on its staff": "X has Y on its staff" is what "Y is on the staff of X" says
            self._learn(type_name(within.group(1), "of"), Meaning(meaning.relation, not meaning.swapped))
        now = re.sub(r"^(?:was|were) ", "is ", phrase)  # what "was the subject of" says is not over
        for text in (f"X {phrase} Y.", f"X is {phrase} Y.", f"X {now} Y."):
            ends = [(0, 1), (len(text) - 2, len(text) - 1)]
            masked, _, places = masking.mask(text, [(*end, masking.placeholder(text, *end, lexicon)) for end in ends])
            doc = nlp(masked)
            mention_of = {doc.char_span(*place).root.i: number for number, place in enumerate(places)}
            stated = list(find_statements(Parsed(doc, mention_of, {})))
            for said in stated:
                if said.type not in _TOO_GENERAL:
                    turned = meaning.swapped != (said.source == 1)
                    self._learn_verb(said, Meaning(meaning.relation, turned, not said.past and phrase in text))
            if stated:
                return

    def _learn_verb(self, said: Statement, meaning: Meaning) -> None:
        """A parsed type, and what says the same by the ways that English makes words: "owns" and "the owner of", "is
        kept in" and "keeps ... in"."""
        self._learn(said.type, meaning)
        verb = said.token
        lemma = verb_lemma(verb.lower_, verb.lemma_.lower())
        first, _, rest = said.type.partition("_")
        for adjective in children(verb, "acomp") if verb.lemma_ == "be" else ():
            if noun := quality_noun(adjective.lower_):
                self._learn_noun(charge_types(noun, rest.lower()), meaning)
        if verb.pos_ != "VERB":
            return
        self._learn_noun(((type, False) for type in held_types(verb)), meaning)
        if said.type.split("_")[0] in (verb.lower_.upper(), third_person(lemma).upper()):
            self._alike += [(type, meaning) for type in same_sense(lemma, rest) if type]
        if first == verb.lower_.upper() and verb.tag_ == "VBN" and rest:
            self._learn(f"({type_name(lemma)})_{rest}", meaning)
        elif said.type == third_person(lemma).upper():
            done = replace(meaning, present=meaning.present and not in_past(verb))
            for noun in agent_nouns(lemma):
                self._learn(type_name(noun, "of"), done)
            for noun in action_nouns(lemma):
                self._learn_noun(charge_types(noun), done)
            self._learn_noun([(type_name(patient_noun(lemma), "of"), True)], done)

    def _learn_noun(self, types: Iterable[tuple[str, bool]], meaning: Meaning) -> None:
        for type, turned in types:
            self._learn(type, replace(meaning, swapped=meaning.swapped != turned))

    def _learn(self, parsed: str, meaning: Meaning) -> None:
        _append(self._parsed, parsed, meaning)
        participle, _, preposition = parsed.partition("_")
        if participle.endswith(("ED", "EN")) and preposition.isalpha():
            _append(self._by_participle, participle, parsed)

    def meanings(self, parsed: str) -> list[Meaning]:
        """What a parsed relation type means in the ontology; [] if no phrase says so. "INVOLVED_?" is any type that
        begins so, and has nothing but a preposition behind it."""
        if parsed.endswith("_?"):
            return [m for type in self._by_participle.get(parsed[:-2], ()) for m in self._parsed[type]]
        return self._parsed.get(parsed, [])

    def between(self, doc: Any, mention_of: Mapping[int, int]) -> Iterator[tuple[Between, list[Meaning]]]:
        """Each phrase that stands between two names by the order of its words, with its meanings."""
        yield from find_between(doc, mention_of, self._patterns)

    def between_types(self, source: str, target: str) -> list[Meaning]:
        """Every relation that may join names of just these types, in either direction."""
        found = []
        for type in self._ontology.relation_types.values():
            for swapped, ends in ((False, (source, target)), (True, (target, source))):
                wanted = zip(ends, (type.source_types, type.target_types), strict=True)
                if all(
                    allowed and not set(allowed).isdisjoint(self._ontology.ancestors(end)) for end, allowed in wanted
                ):
                    found.append(Meaning(type.name, swapped))
        return found

    def choose(self, meanings: Sequence[Meaning], source: str, target: str, *, over: bool = False) -> Meaning | None:
        """The first meaning whose relation may join names of these two types (given in the order of the text).

        What may be `over` counts only for a phrase in a past tense, and of an event, which is over and stays so.
        """
        over = over and "Event" not in (self._ontology.root(source), self._ontology.root(target))
        for meaning in meanings:
            ends = (target, source) if meaning.swapped else (source, target)
            if self._ontology.allows(meaning.relation, *ends) and not (over and meaning.present):
                return meaning
        return None


def _append(table: dict, key: Any, meaning: Meaning) -> None:
    known = table.setdefault(key, [])
    if meaning not in known:
        known.append(meaning)
