"""An ontology drafted from what the extractor finds in pages: names with their types, relation types with phrases."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from eval.draft.definition import definitions
from eval.extraction import Stated
from memkit.extract import Ontology
from memkit.extract.english import Lexicon, load_pipeline
from memkit.extract.ontology import EntityType, KnownEntity, RelationType
from memkit.extract.types import DEFAULT_TYPE, TYPE_OF_NOUN
from memkit.facts import standing
from memkit.model import ENTITY_TYPES, Entity, Relation
from memkit.pages.page import Page
from memkit.plan.english import AUXILIARIES, BE, CONJUNCTIONS, NEGATIONS
from memkit.plan.forms import Forms
from memkit.store import Store

#: A relation type that an ontology file may have (memkit.extract.ontology).
_TYPE = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
#: Words between two names, of which a phrase may be made: no sign and no number.
_PHRASE = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*(?: [^\W\d_]+(?:[-'’][^\W\d_]+)*)*")
#: A longer phrase is half a sentence, in words.
LONGEST_PHRASE = 6
#: Words that a phrase may have beside those of its relation type ("now berths at").
MOST_BESIDE = 2
#: Words of a phrase that say nothing beside the type's own.
_GRAMMAR = BE | {"a", "an", "the"}
#: Phrases of a relation type that are kept, the commonest.
MOST_PHRASES = 4


@dataclass(frozen=True, slots=True)
class Thing:
    """All entities of a memory that are one thing, or are spelled alike; `type` is the one that most mentions have."""

    name: str
    type: str
    spellings: tuple[str, ...]


def draft_ontology(store: Store, pages: Sequence[Page]) -> Ontology:
    """The names that are a page's title or stand in a relation, and the relations between them, as an ontology.

    A page that says that it is "an oven" is of the type Oven; any other thing has a type that the extractor gave it.
    Relation types have the words that stood between their ends as phrases, and may join anything (see `with_ends`).
    Left out are those that say nothing ("is") and those whose name no ontology can hold.
    """
    things = _things(store)
    edges = [e for e in standing(store, store.find("RELATED_TO")) if _says_something(e.type)]
    edges = [e for e in edges if things[e.source_id] is not things[e.target_id]]
    titles = {spelling.casefold(): t for t in things.values() for spelling in t.spellings}
    kept = {things[id].name: things[id] for e in edges for id in (e.source_id, e.target_id)}
    kept |= {t.name: t for page in pages if (t := titles.get(page.title.casefold()))}
    kinds = _kinds(pages, titles)
    types = {t.name: kinds[t.name].name if t.name in kinds else t.type for t in kept.values()}
    return Ontology(
        entity_types={kind.name: kind for _, kind in sorted(kinds.items())},
        relation_types={type.name: type for type in _relation_types(edges, things)},
        entities=tuple(
            KnownEntity(name, types[name], tuple(s for s in t.spellings if s != name))
            for name, t in sorted(kept.items())
        ),
    )


def with_ends(
    ontology: Ontology, relations: Collection[Stated], types: Mapping[str, Collection[str]], pages: Sequence[Page]
) -> Ontology:
    """The ontology with what was read under it: each relation type joins the types that its ends have (`types`: of
    every name), the most stated first. Taken out is what stands in no relation and is no page's title, and types of
    nothing."""
    titles = {page.title.casefold() for page in pages}
    named = {end for source, _, target, _ in relations for end in (source, target)}
    entities = tuple(
        e for e in ontology.entities if e.name in named or titles & {s.casefold() for s in (e.name, *e.aliases)}
    )
    counts = Counter(type for _, type, _, _ in relations)
    ends: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for source, type, target, _ in relations:
        for name, found in zip((source, target), ends[type], strict=True):
            found.update(types[name])
    relation_types = {
        type: replace(
            ontology.relation_types[type],
            source_types=tuple(sorted(ends[type][0])),
            target_types=tuple(sorted(ends[type][1])),
        )
        for type in sorted(counts, key=lambda type: (-counts[type], type))
    }
    used = {e.type for e in entities}.union(*(of for pair in ends.values() for of in pair))
    entity_types = {name: type for name, type in ontology.entity_types.items() if name in used}
    return replace(ontology, entity_types=entity_types, relation_types=relation_types, entities=entities)


def _kinds(pages: Sequence[Page], titles: Mapping[str, Thing]) -> dict[str, EntityType]:
    """Name of a thing -> the type that its page says it is of: "a bakery" is of Bakery, below the type that most of
    these things were given."""
    lexicon = Lexicon(load_pipeline())
    members: dict[str, list[Thing]] = defaultdict(list)
    for page in pages:
        if thing := titles.get(page.title.casefold()):
            found = definitions(page, (page.title, *thing.spellings), lexicon)
            members[next(filter(None, (one.noun(lexicon) for one in found)), "")].append(thing)
    kinds = {}
    for noun, things in sorted(members.items()):
        parent = TYPE_OF_NOUN.get(noun) or _first(Counter(t.type for t in things))
        name = noun.capitalize()
        if re.fullmatch(r"[A-Z][a-z]+", name) and name not in ENTITY_TYPES:
            kinds |= {thing.name: EntityType(name, parent, (noun,)) for thing in things}
    return kinds


def _says_something(type: str) -> bool:
    return bool(_TYPE.fullmatch(type)) and not AUXILIARIES.issuperset(type.lower().split("_"))


# ------------------------------------------------------------------------------------------------------------- names


def _things(store: Store) -> dict[str, Thing]:
    """Entity id -> its thing. Entities that are spelled alike in any case are one: an ontology has a name but once."""
    entities = sorted(store.find("Entity"), key=lambda e: (e.name, e.id))
    named = Counter(mention.target_id for mention in store.find("MENTIONS"))
    groups = _groups(entities)
    found: dict[str, Thing] = {}
    for group in groups:
        types, names, spellings = Counter(), Counter(), {}
        for entity in group:
            types[entity.type] += named[entity.id]
            names[entity.name] += named[entity.id]
            for spelling in (entity.name, *entity.aliases):
                spellings.setdefault(spelling.casefold(), spelling)
        name = _first(names)
        type = _first({t: 2 * n + (t != DEFAULT_TYPE) for t, n in types.items()})  # of two as common the surer one
        others = sorted(s for key, s in spellings.items() if key != name.casefold() and re.search(r"\w", s))
        found |= dict.fromkeys((entity.id for entity in group), Thing(name, type, (name, *others)))
    return found


def _groups(entities: Sequence[Entity]) -> list[list[Entity]]:
    """Entities that are joined by a common canonical id or a common spelling, in the order given."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for entity in entities:
        for spelling in (entity.name, *entity.aliases):
            parent[root(f"spelled {spelling.casefold()}")] = root(entity.canonical_id)
    groups: dict[str, list[Entity]] = defaultdict(list)
    for entity in entities:
        groups[root(entity.canonical_id)].append(entity)
    return list(groups.values())


def _first(counts: Mapping[str, int]) -> str:
    """The key of the highest count, of several the first in the alphabet."""
    return min(counts, key=lambda key: (-counts[key], key))


# --------------------------------------------------------------------------------------------------------- relations


def _relation_types(edges: Iterable[Relation], things: dict[str, Thing]) -> list[RelationType]:
    by_type: dict[str, list[Relation]] = defaultdict(list)
    for edge in edges:
        by_type[edge.type].append(edge)
    words = PhraseFinder()
    return [RelationType(name, phrases=words.phrases(name, found, things)) for name, found in sorted(by_type.items())]


class PhraseFinder:
    """Finds how a relation type is worded."""

    def __init__(self) -> None:
        self._forms = Forms(load_pipeline())

    def phrases(self, name: str, edges: Iterable[Relation], things: dict[str, Thing]) -> tuple[str, ...]:
        """What was seen between the two ends, that with the fewest words beside the type's own first ("berths at"
        before "now berths at"); the name in words where it says less or nothing was seen."""
        seen = Counter(p for e in edges if (p := _between(e, things[e.source_id], things[e.target_id])))
        own = set(name.casefold().split("_"))
        beside = {p: [w for w in re.findall(r"\w+", p) if w not in own | _GRAMMAR] for p in seen}
        fitting = [p for p in seen if own <= set(re.findall(r"\w+", p)) and len(beside[p]) <= MOST_BESIDE]
        found = sorted(fitting, key=lambda p: (len(beside[p]), -seen[p], p))[:MOST_PHRASES]
        return tuple(found) if found and not beside[found[0]] else (self._spelled(name), *found)

    def _spelled(self, name: str) -> str:
        """ "WORKS_FOR" -> "works for", "LOCATED_IN" -> "is located in"."""
        phrase = name.lower().replace("_", " ")
        first, *rest = phrase.split()
        state = not self._forms.verbs(first) or (rest and self._forms.is_participle(first))
        return f"is {phrase}" if state and first not in AUXILIARIES else phrase


def _between(edge: Relation, source: Thing, target: Thing) -> str:
    """The words between the source and the target in the sentence; "" if they are no phrase."""
    ends = ("|".join(map(re.escape, sorted(t.spellings, key=len, reverse=True))) for t in (source, target))
    match = re.search(r"\b(?:{})\s+(.+?)\s+(?:the |a |an )?(?:{})(?!\w)".format(*ends), edge.sentence, re.IGNORECASE)
    phrase = " ".join(match.group(1).split()) if match else ""
    words = phrase.split()
    # what is written large is a name, and what "and" joins has another subject
    whole = _PHRASE.fullmatch(phrase) and phrase.islower() and not (CONJUNCTIONS | NEGATIONS).intersection(words)
    return phrase if whole and len(words) <= LONGEST_PHRASE else ""
