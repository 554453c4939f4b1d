"""What the words of a question can mean here: names, kinds of things, relations, attributes and their values.

Read from the store and the ontology once, and again when the store has moved on.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from memkit.extract.english import Lexicon, load_pipeline
from memkit.extract.ontology import KnownEntity, Ontology
from memkit.extract.types import TYPE_OF_NOUN
from memkit.model import ENTITY_TYPES, Entity
from memkit.plan.english import BE
from memkit.plan.forms import Forms
from memkit.plan.quantities import NUMBERS
from memkit.plan.relation_words import RelationWords
from memkit.plan.synonyms import NOUNS
from memkit.plan.tokens import one_spelling, words_of
from memkit.store import Store

#: Attribute values of more words than this are prose, and nobody asks by them.
LONGEST_VALUE = 6
#: Words for the five types at the top, beside everyday nouns such as "company" (TYPE_OF_NOUN).
_TOP_WORDS = {"person": "Person", "people": "Person", "place": "Location", "location": "Location", "event": "Event"}
_TOP_WORDS |= {"organization": "Organization", "organisation": "Organization", "individual": "Person"}


@dataclass(frozen=True, slots=True)
class Name:
    """A known name at text[start:end]: the canonical ids of what it may be, and their types."""

    start: int
    end: int
    ids: tuple[str, ...]
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A value that the store has for an attribute, as it is written there, of things of these types."""

    name: str
    value: str
    words: tuple[str, ...]
    types: tuple[str, ...]


class Vocabulary:
    """`revision` is the store's when it was read."""

    def __init__(
        self,
        ontology: Ontology,
        entities: Iterable[Entity],
        triples: Iterable[tuple[str, str, str]] = (),
        values: Iterable[tuple[str, str, str]] = (),
        revision: int = 0,
    ) -> None:
        """`triples` are (source type, relation, target type) that the store has, `values` (attribute, value, type)."""
        self.ontology, self.revision = ontology, revision
        pipeline = load_pipeline()
        self.forms, self.lexicon = Forms(pipeline), Lexicon(pipeline)
        self._ids: dict[str, set[str]] = defaultdict(set)
        self._types: dict[str, set[str]] = defaultdict(set)
        self.names: dict[str, str] = {}
        self._spellings: dict[str, tuple[str, str]] = {}
        for entity in sorted(entities, key=lambda e: e.id):
            self._add(entity)
        self.observed = frozenset(triples)
        self._values = self._known_values(values)

    @classmethod
    def of(cls, store: Store, ontology: Ontology | None = None) -> Vocabulary:
        """Read the store: time in proportion to its entities, relations and attributes."""
        revision = store.revision()
        entities = store.find("Entity")
        type_of = {e.id: e.type for e in entities}
        relations, described = store.find("RELATED_TO"), store.find("DESCRIBES")
        triples = {(type_of.get(r.source_id, ""), r.type, type_of.get(r.target_id, "")) for r in relations}
        values = {(a.name, a.value, type_of.get(a.target_id, "")) for a in described}
        return cls(ontology or Ontology(), entities, triples, values, revision)

    def _add(self, entity: Entity) -> None:
        id = entity.canonical_id
        self._types[id].add(entity.type)
        if entity.id == id or id not in self.names:
            self.names[id] = entity.name
        spellings = {entity.name, *entity.aliases}
        spellings |= {other for name in spellings for other in self.ontology.other_names(name)}
        for spelling in spellings:
            self._spell(spelling, entity)
            if any(c.isdigit() for c in spelling):
                self._spell(spelling.lower(), entity)  # "inc-112" is as good as "INC-112"

    def _spell(self, spelling: str, entity: Entity) -> None:
        self._spellings.setdefault(spelling, (spelling, entity.type))
        self._ids[spelling.casefold()].add(entity.canonical_id)

    # ------------------------------------------------------------------------------------------------------- names

    def find_names(self, text: str) -> list[Name]:
        """Known names in `text` by exact spelling (case as in `Ontology.find`), the longest at each place. A plain word
        in lower case ("staff") is none where the ontology knows kinds of things and what is called so is of none."""
        found = []
        for match in self._finder.find(text):
            ids = tuple(sorted(self._ids[_spaced(text[match.start : match.end]).casefold()]))
            types = tuple(sorted({type for id in ids for type in self._types[id]}))
            word = text[match.start : match.end]
            if self.is_guess(types) and word.islower() and self.lexicon.knows(word):
                continue
            found.append(Name(match.start, match.end, ids, types))
        return found

    def is_guess(self, types: Sequence[str]) -> bool:
        """The ontology knows kinds of things, and these are none of them."""
        return bool(self.ontology.entity_types) and set(types) <= set(ENTITY_TYPES)

    def is_name(self, text: str) -> bool:
        return _spaced(text).casefold() in self._ids

    @cached_property
    def _finder(self) -> Ontology:
        return Ontology(entities=tuple(KnownEntity(name, type) for name, type in self._spellings.values()))

    @cached_property
    def shapes(self) -> frozenset[str]:
        """Forms of names that hold no space: "a-a" for payout-runner."""
        return frozenset(shape(name) for name, _ in self._spellings.values() if " " not in name)

    # ------------------------------------------------------------------------------------------------------- types

    @cached_property
    def _type_words(self) -> dict[tuple[str, ...], str]:
        """Words of a kind (lower case, the last one singular) -> type. The ontology's go before everyday nouns."""
        words: dict[tuple[str, ...], str] = {}
        for word, type in self.ontology.type_of_word.items():
            words.setdefault(self._key(word), type)
        names = {*self.ontology.entity_types, *(type for types in self._types.values() for type in types)}
        for name in sorted(names - set(ENTITY_TYPES)):
            words.setdefault(self._key(re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name)), name)
        present = {up for types in self._types.values() for type in types for up in self.ontology.ancestors(type)}
        for word, type in sorted({**TYPE_OF_NOUN, **_TOP_WORDS}.items()):
            if type in present and word not in self.attributes and not self.relation_words.noun(word):
                words.setdefault((word,), type)
        of_ontology = {word: self.ontology.type_of_word.get(word) for word in NOUNS}
        for noun, others in NOUNS.items():  # "company" for a firm is any organisation, as everyday nouns say
            types = {of_ontology[other] for other in others} - {None}
            if len(types) == 1 and noun not in self.attributes and not self.relation_words.noun(noun):
                words.setdefault((noun,), min(types))
        return words

    def _key(self, words: str) -> tuple[str, ...]:
        parts = words_of(words)
        return (*parts[:-1], self.forms.singular(parts[-1])) if parts else ()

    def type_at(self, words: Sequence[str]) -> tuple[int, str] | None:
        """(number of words, type) of the longest words of a kind that `words` (lower case) begin with."""
        for length in range(min(len(words), self._longest_type), 0, -1):
            last_word = words[length - 1]
            for last in (last_word, self.forms.singular(last_word), last_word.removesuffix("s")):  # "APIs"
                type = self._type_words.get((*words[: length - 1], last))
                if type:
                    return length, type
        return None

    @cached_property
    def _longest_type(self) -> int:
        return max((len(words) for words in self._type_words), default=0)

    def fits(self, types: Sequence[str], wanted: Sequence[str]) -> bool:
        """A thing of one of `types` may be of one of `wanted` (either empty: any): one is above the other, or equal."""
        up = self.ontology.ancestors
        return not types or not wanted or any(a in up(b) or b in up(a) for a in types for b in wanted)

    def is_below(self, type: str, other: str) -> bool:
        """`type` is `other` or a subtype of it."""
        return other in self.ontology.ancestors(type)

    def common(self, types: Sequence[str]) -> str:
        """The nearest type that all of these are of, "" if there is none."""
        above = [self.ontology.ancestors(type) for type in types]
        return next((up for up in above[0] if all(up in others for others in above)), "") if above else ""

    # --------------------------------------------------------------------------------------------------- relations

    @cached_property
    def relations(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Relation type -> (types of sources, types of targets): the ontology's ends, else those that the store has."""
        ends = {r.name: (tuple(r.source_types), tuple(r.target_types)) for r in self.ontology.relation_types.values()}
        for name in sorted({name for _, name, _ in self.observed} - set(ends)):
            pairs = [(source, target) for source, other, target in self.observed if other == name]
            ends[name] = (tuple(sorted({s for s, _ in pairs})), tuple(sorted({t for _, t in pairs})))
        return ends

    @cached_property
    def meant(self) -> tuple[str, ...]:
        """Relations that a question may mean without saying their name: the ontology's. What sentences say beyond it
        ("adds to") counts only where it has none: there are too many that could join any two things."""
        return tuple(sorted(self.ontology.relation_types or self.relations))

    @cached_property
    def relation_words(self) -> RelationWords:
        phrases: dict[str, list[tuple[str, bool]]] = {}
        for name in self.relations:
            known = self.ontology.relation_types.get(name)
            listed = [(name.lower().replace("_", " "), False)]
            if known:
                listed += [(p, False) for p in known.phrases] + [(p, True) for p in known.inverse_phrases]
            phrases[name] = listed
        return RelationWords(phrases, self.forms, literal=frozenset(self.relations) - frozenset(self.meant))

    @cached_property
    def relation_phrases(self) -> tuple[tuple[str, ...], ...]:
        """The ontology's phrases as words in lower case, without the forms of "to be" that they begin with."""
        listed = {p for r in self.ontology.relation_types.values() for p in (*r.phrases, *r.inverse_phrases)}
        split = map(words_of, sorted(listed))
        return tuple(tuple(itertools.dropwhile(BE.__contains__, words)) for words in split)

    def allows(self, relation: str, source: Sequence[str], target: Sequence[str]) -> bool:
        """The relation may lead from one of the source types to one of the target types."""
        sources, targets = self.relations[relation]
        return self.fits(source, sources) and self.fits(target, targets)

    def steps_from(self, types: Sequence[str]) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
        """(relation, outward, types of the other end) for all of `meant` that things of these types may have."""
        for relation in self.meant:
            sources, targets = self.relations[relation]
            if targets and self.fits(types, sources):
                yield relation, True, targets
            if sources and self.fits(types, targets):
                yield relation, False, sources

    def bases_of_kinds(self, types: Sequence[str]) -> frozenset[str]:
        """Base forms of the words for these kinds, and of the verbs they come from ("inspection": inspect)."""
        words = [
            word for words, type in self._type_words.items() if type in types and len(words) == 1 for word in words
        ]
        return frozenset().union(*(self.forms.bases(word) for word in words))

    def is_symmetric(self, relation: str) -> bool:
        """It holds both ways: what competes or interacts *with* something of its own kind."""
        sources, targets = self.relations[relation]
        known = self.ontology.relation_types.get(relation)
        phrases = known.phrases if known else ()
        said = relation.endswith("_WITH") and all(phrase.endswith(" with") for phrase in phrases)
        return said and self.fits(sources, targets)

    def joining(self, one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """(relation, whether `one` is its source) for all of `meant` that may join things of these types."""
        for relation in self.meant:
            if self.allows(relation, one, other):
                yield relation, True
            if self.allows(relation, other, one):
                yield relation, False

    # -------------------------------------------------------------------------------------------------- attributes

    def _known_values(self, values: Iterable[tuple[str, str, str]]) -> dict[str, list[KnownValue]]:
        types: dict[tuple[str, str], set[str]] = defaultdict(set)
        for name, value, type in values:
            types[name, value.strip()].add(type)
        found: dict[str, list[KnownValue]] = defaultdict(list)
        for (name, value), of in sorted(types.items()):
            words = words_of(value)
            if words and len(words) <= LONGEST_VALUE:
                found[words[0]].append(KnownValue(name, value, words, tuple(sorted(of))))
        return {first: sorted(known, key=lambda v: (-len(v.words), v.name)) for first, known in found.items()}

    def values_at(self, words: Sequence[str]) -> list[KnownValue]:
        """Values that `words` (lower case) begin with, the longest first; "two" is the value 2 too."""
        known = self._values.get(words[0], ()) if words else ()
        found = [v for v in known if tuple(words[: len(v.words)]) == v.words]
        as_digits = [v for v in self._values.get(NUMBERS.get(words[0], ""), ()) if len(v.words) == 1] if words else []
        return [*found, *as_digits]

    @cached_property
    def attributes(self) -> dict[str, frozenset[str]]:
        """Attribute name -> types of things that have it."""
        types: dict[str, set[str]] = defaultdict(set)
        for type, names in self.ontology.attributes.items():
            for name in names:
                types[name].add(type)
        for known in self._values.values():
            for value in known:
                types[value.name].update(value.types)
        return {name: frozenset(of) for name, of in types.items()}

    def attribute_at(self, words: Sequence[str]) -> tuple[int, str] | None:
        """(number of words, attribute) whose name `words` (lower case) begin with, singular or plural."""
        for key, name in self._attribute_keys:
            if len(words) < len(key):
                continue
            *first, last = words[: len(key)]
            if (*map(one_spelling, first), one_spelling(self.forms.singular(last))) == key:
                return len(key), name
        return None

    @cached_property
    def _attribute_keys(self) -> list[tuple[tuple[str, ...], str]]:
        """(words in one spelling, the last one singular; attribute), the longest first."""
        names = sorted(self.attributes, key=lambda n: (-len(n), n))
        keys = {tuple(map(one_spelling, self._key(name.replace("_", " ")))): name for name in names}
        for noun, others in NOUNS.items():
            known = [other for other in others if other in self.attributes]
            if len(known) == 1 and (noun,) not in self._type_words:
                keys.setdefault((one_spelling(noun),), known[0])
        return list(keys.items())


def shape(word: str) -> str:
    """The form of a word: runs of letters, of digits, and what stands between ("CVE-2024-1" is "A-0-0")."""
    return re.sub(r"[^\W\d_]+", lambda m: "a" if m.group().islower() else "A", re.sub(r"\d+", "0", word))


def _spaced(text: str) -> str:
    return " ".join(text.split())
