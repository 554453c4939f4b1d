"""What a key of a page means under an ontology: an attribute, or a relation and which way it goes.

A key is a header's field ("depends_on"), what stands before a colon ("**Owner:** X"), a table's column, or a heading
over a list ("Used by"). The page's entity (or the row's) is the key's *holder*: "Depends on" says that the holder
depends on what follows, "Owner" that what follows owns the holder.

A key means a relation when it is one of its phrases, or its name, but for case, separators, number and a copula. Else
the grammar of English keys is tried on the phrases' verbs: an agent ("callers", "dependents", "members") or a passive
with "by" ("used by") is the other end, any other form ("owned services", "what it calls", "dependencies") is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import Stemmer

from memkit.extract import Ontology
from memkit.extract.ontology import RelationType

_stemmer = Stemmer.Stemmer("english")
_WORD = re.compile(r"[^\W_]+")
_COPULAS = frozenset("is are was were has have be been".split())
_ARTICLES = frozenset("the a an its their our".split())
#: Words of headings that are no content: "What we own", "Who still calls it", "Services that depend on it".
_ASKING = frozenset("what which who whom that".split())
_SELF = frozenset("we it this they i he she".split())
_OTHER = frozenset("it us this them me".split())
_THIS = frozenset("this that the our".split())
_FILLERS = _ARTICLES | frozenset("still also currently now directly all other mainly today does do list of".split())
_AGENT = re.compile(r"(?:er|or|ent|ant|ee)s?$")
#: Verbs and nouns that say whose something is, or what it is part of.
_POSSESSION = frozenset("own belong have has part member include comprise contain consist hold".split())
_AGENT_ENDING = re.compile(r"(?<=\w{3})(?:er|or)s?$")
_PREPOSITIONS = frozenset("by to in on of from with at for into as".split())


@dataclass(frozen=True, slots=True)
class Meaning:
    """`relation`, from the key's holder to the named thing; `inverse`: the other way round."""

    relation: str
    inverse: bool


def folded(key: str) -> str:
    """A key without case, separators, a copula and articles; every word in the singular."""
    words = [word for word in _words(key) if word not in _ARTICLES]
    while len(words) > 1 and words[0] in _COPULAS:
        words = words[1:]
    return " ".join(singular(word) for word in words)


def singular(word: str) -> str:
    """A plural noun, or a verb in the third person, as its base form; by spelling alone."""
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and re.search(r"(?:ss|x|z|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if len(word) > 2 and re.search(r"(?:[^sui]|[^s]i)s$", word) else word


def _words(key: str) -> list[str]:
    return _WORD.findall(key.casefold())


class Keys:
    """The keys of one ontology, worked out once."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._exact: dict[str, list[Meaning]] = {}
        self._verbs: list[tuple[frozenset[str], frozenset[str], Meaning]] = []  # stems of the verb, of the rest
        for name, type in ontology.relation_types.items():
            for inverse, phrases in ((False, (*type.phrases, name)), (True, type.inverse_phrases)):
                for phrase in phrases:
                    meanings = self._exact.setdefault(folded(phrase), [])
                    if Meaning(name, inverse) not in meanings:
                        meanings.append(Meaning(name, inverse))
                    self._learn_verb(phrase, name, inverse)
        self._types = {folded(name): name for name in ontology.entity_types}
        self._types |= {folded(word): name for word, name in ontology.type_of_word.items()}

    def _learn_verb(self, phrase: str, relation: str, inverse: bool) -> None:
        """The verb of a phrase such as "calls"; "is called by", "caller" and "is the head of" are one the other way
        round."""
        words = [word for word in _words(phrase) if word not in _ARTICLES and word not in _COPULAS]
        if not words or words[0] in _PREPOSITIONS:
            return
        passive = len(words) > 1 and words[-1] == "by"
        agent = len(words) == 1 and bool(_AGENT.search(words[0]))
        noun = words[1:] == ["of"] and bool(set(_words(phrase)) & _COPULAS) and not _AGENT.search(words[0])
        rest = frozenset(_stemmer.stemWord(word) for word in words[1:] if word not in _PREPOSITIONS)
        self._verbs.append((_stems(words[0]), rest, Meaning(relation, inverse != (passive or agent or noun))))

    def type_of(self, word: str) -> str:
        """The entity type of this name or type word, in any number; "" if it is none."""
        return self._types.get(folded(word), "")

    def type_in(self, name: str) -> str:
        """The type that a name's last or first word says ("Quotes API", "Team Atlas"); "" if neither does."""
        words = _words(name)
        return next((type for word in (words[-1:] + words[:1]) if (type := self.type_of(word))), "")

    def attribute(self, key: str, type: str) -> str:
        """The attribute of this type (or one above it) that the key names, as the ontology spells it; "" if none."""
        wanted = folded(key)
        for one in self._ontology.ancestors(type):
            for name in self._ontology.attributes.get(one, ()):
                if folded(name) == wanted:
                    return name
        return ""

    def meanings(self, key: str) -> list[Meaning]:
        """What the key may mean, the closest first; which it is, the types of the two ends decide."""
        exact = self._exact.get(folded(key), [])
        return exact or list(dict.fromkeys(self._by_grammar(key)))

    def of_kind(self, key: str, holder_type: str) -> list[Meaning]:
        """What a bare type word ("Berths") over a list means on the page of a thing of another type ("the berths of
        X"): the one relation between things of these types that says whose they are or what they are part of."""
        type = self.type_of(key)
        if not type:
            return []
        found = []
        for name, relation in self._ontology.relation_types.items():
            if not self._possessive(relation):
                continue
            for inverse in (False, True):
                mine, others = relation.source_types, relation.target_types
                if inverse:
                    mine, others = others, mine
                if self._is_under(holder_type, mine) and self._is_under(type, others):
                    found.append(Meaning(name, inverse))
        return found if len(found) == 1 else []

    def _is_under(self, type: str, allowed: Sequence[str]) -> bool:
        return bool(set(self._ontology.ancestors(type)) & set(allowed))

    @staticmethod
    def _possessive(relation: RelationType) -> bool:
        phrases = (*relation.phrases, *relation.inverse_phrases)
        return any(singular(word) in _POSSESSION for phrase in phrases for word in _words(phrase))

    def _by_grammar(self, key: str) -> Iterator[Meaning]:
        words = _words(key)
        asked = bool(words) and words[0] in _ASKING
        inverse = asked and (words[-1] in _OTHER or (words[-2] in _THIS and singular(words[-1]) in self._types))
        words = [word for word in words if word not in _FILLERS]
        words = [w for w in words if w not in _ASKING | _SELF | _OTHER | _COPULAS and w not in self._types]
        words = [w for w in words if singular(w) not in self._types]
        if not words or len(words) > 4:
            return
        yield from self._exact.get(folded(" ".join(words)), []) if not asked else ()
        by = words[-1] == "by"
        content = [word for word in words if word not in _PREPOSITIONS]
        if not content:
            return
        agent = bool(_AGENT.search(content[0])) and not by
        stems, rest = _stems(content[0]), {_stemmer.stemWord(w) for w in content[1:]}
        for verb, others, meaning in self._verbs:
            if verb & stems and rest <= others:
                yield Meaning(meaning.relation, meaning.inverse != (inverse or by or agent))


def _stems(word: str) -> frozenset[str]:
    """The stem of a word; of an agent those of what it may do ("driver": "driv", "drive")."""
    base = _AGENT_ENDING.sub("", word)
    return frozenset(map(_stemmer.stemWord, (base, base + "e") if base != word else (word,)))
