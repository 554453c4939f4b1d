"""The optional ontology file (YAML): entity types, relation types with their phrases, known names, attributes.

    entity_types: {Service: {parent: Object, words: [service, microservice]}}
    relation_types: {DEPENDS_ON: {from: [Service], to: [Service], phrases: [depends on], inverse_phrases: [is used by]}}
    entities: [{name: payments-api, type: Service, aliases: [payments]}]
    attributes: {Service: [tier, status]}

All that is wrong with a file is named at once, each with its path in the file.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from memkit.careful_yaml import CarefulLoader
from memkit.errors import InputError
from memkit.extract.rules import ADJECTIVE_ENDINGS, ONTOLOGY, Found
from memkit.model import ENTITY_TYPES

_RELATION_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
_TYPE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_TOKEN = re.compile(r"\w+|[^\w\s]")
#: A name shorter than this, or all in capitals, matches only as it is written ("Go" is not "go").
ANY_CASE_FROM = 4


@dataclass(frozen=True, slots=True)
class EntityType:
    """`parent` is a POLE+O type or another of the file's types; `words` are nouns that tell the type of a name beside
    them ("the payments service")."""

    name: str
    parent: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationType:
    """`source_types` and `target_types` (empty: any) with all their subtypes; "X phrase Y" states X -name-> Y,
    "X inverse_phrase Y" states Y -name-> X."""

    name: str
    source_types: tuple[str, ...] = ()
    target_types: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    inverse_phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """A name that is known beforehand, with its other spellings."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ontology:
    """What an ontology file says. `Ontology()` says nothing."""

    entity_types: Mapping[str, EntityType] = field(default_factory=dict)
    relation_types: Mapping[str, RelationType] = field(default_factory=dict)
    entities: tuple[KnownEntity, ...] = ()
    attributes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def parents(self) -> dict[str, str]:
        """Each of the file's types that is no POLE+O type -> the POLE+O type that it descends from."""
        return {name: self.ancestors(name)[-1] for name in self.entity_types if name not in ENTITY_TYPES}

    def ancestors(self, type: str) -> list[str]:
        """The type and those above it, up to a POLE+O type."""
        chain = [type]
        while chain[-1] not in ENTITY_TYPES and chain[-1] in self.entity_types:
            chain.append(self.entity_types[chain[-1]].parent)
        return chain

    def subtypes(self, type: str) -> tuple[str, ...]:
        """The type and those below it, sorted."""
        return tuple(sorted({type, *(name for name in self.entity_types if type in self.ancestors(name))}))

    def root(self, type: str) -> str:
        """The POLE+O type that it is or descends from."""
        return self.ancestors(type)[-1]

    def allows(self, relation: str, source_type: str, target_type: str) -> bool:
        """The relation type may join these two types. A type above an allowed one (an Object that may well be a
        Service) is allowed too: a name that the file does not list has no finer type."""
        wanted = self.relation_types[relation]
        return all(
            not allowed or any(one in self.ancestors(type) or type in self.ancestors(one) for one in allowed)
            for allowed, type in ((wanted.source_types, source_type), (wanted.target_types, target_type))
        )

    @cached_property
    def type_of_word(self) -> dict[str, str]:
        """Type word (lower case) -> type."""
        return {word.casefold(): t.name for t in self.entity_types.values() for word in t.words}

    def find(self, text: str) -> Iterator[Found]:
        """Known names and aliases in `text`, as whole words, the longest at each place; time linear in the text.

        Names of four characters and more match in any case, shorter ones and those all in capitals as written.
        """
        tokens = [(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)]
        folded = [token.casefold() for token, _, _ in tokens]
        free = 0  # first token that no name found so far holds
        for first in range(len(tokens)):
            if first < free:
                continue
            node, last, entity = self._trie, -1, None
            for position in range(first, len(tokens)):
                node = node.get(folded[position])
                if node is None:
                    break
                for spelling, known in node.get("", ()):
                    if _same_case(spelling, tokens[first : position + 1]):
                        last, entity = position, known
            if entity is not None and _is_whole(text, tokens[first][1], tokens[last][2]):
                free = last + 1
                yield Found(tokens[first][1], tokens[last][2], entity.type, "ontology", ONTOLOGY)

    def other_names(self, name: str) -> tuple[str, ...]:
        """The other spellings of the known thing that `name` spells in any case, its own name first."""
        known = self._by_spelling.get(name.casefold())
        return tuple(n for n in (known.name, *known.aliases) if n != name) if known else ()

    def own_name(self, name: str) -> str:
        """The name of the known thing that `name` spells in any case; `name` itself if none is known."""
        known = self._by_spelling.get(name.casefold())
        return known.name if known else name

    def type_of(self, name: str) -> str:
        """The type of the known thing that `name` spells in any case, "" if none is known."""
        known = self._by_spelling.get(name.casefold())
        return known.type if known else ""

    def with_known(self, entities: Iterable[KnownEntity]) -> Ontology:
        """The ontology with more known names; one that is known already stays what it is."""
        new = {e.name.casefold(): e for e in entities if e.name.casefold() not in self._by_spelling}
        return replace(self, entities=(*self.entities, *new.values())) if new else self

    @cached_property
    def _by_spelling(self) -> dict[str, KnownEntity]:
        return {spelling.casefold(): known for known in self.entities for spelling in (known.name, *known.aliases)}

    @cached_property
    def _trie(self) -> dict[str, Any]:
        """Folded tokens -> subtree; "" -> the (tokens as written, entity) that end here."""
        root: dict[str, Any] = {}
        for entity in self.entities:
            for spelling in (entity.name, *entity.aliases):
                node = root
                tokens = _TOKEN.findall(spelling)
                for token in tokens:
                    node = node.setdefault(token.casefold(), {})
                node.setdefault("", []).append((tuple(tokens), entity))
        return root


def _same_case(spelling: tuple[str, ...], tokens: list[tuple[str, int, int]]) -> bool:
    joined = "".join(spelling)
    if len(joined) >= ANY_CASE_FROM and not joined.isupper():
        return True
    return spelling == tuple(token for token, _, _ in tokens)


def _is_whole(text: str, start: int, end: int) -> bool:
    """No hyphen glues the span to more ("Kafka" in "kafka-exporter"), unless it makes an adjective ("Kafka-based")."""
    if start > 1 and text[start - 1] in "-@/." and text[start - 2].isalnum():
        return False
    after = re.compile(r"[-/@:.](\w+)").match(text, end)
    return not after or after.group(1).casefold() in ADJECTIVE_ENDINGS


# --------------------------------------------------------------------------------------------------------- loading


def load_ontology(path: str | Path) -> Ontology:
    """Read an ontology file. Raises InputError naming everything that is wrong with it at once."""
    path = Path(path)
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_StrictLoader)
    except UnicodeDecodeError as error:
        raise InputError(f"ontology {str(path)!r} is not UTF-8 at byte {error.start}: save it as UTF-8") from error
    except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
        raise InputError(f"ontology {str(path)!r} cannot be read: {getattr(error, 'strerror', error)}") from error
    except yaml.YAMLError as error:
        raise InputError(f"ontology {str(path)!r} is not valid YAML: {' '.join(str(error).split())}") from error
    return ontology_from_dict(content, str(path))


def ontology_from_dict(content: Any, where: str = "ontology") -> Ontology:
    """Check and take over an ontology given as plain dicts and lists; errors as in `load_ontology`."""
    reader = _Checker()
    ontology = reader.ontology(content)
    if reader.problems:
        raise InputError(f"ontology {where!r} has {len(reader.problems)} error(s): " + "; ".join(reader.problems))
    return ontology


class _StrictLoader(CarefulLoader):
    """YAML in which a key may stand only once in a mapping (PyYAML would silently keep the last)."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if isinstance(key, str) and key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} stands twice", key_node.start_mark)
            if isinstance(key, str):
                seen.add(key)
        return super().construct_mapping(node, deep)


class _Checker:
    """Reads the parts of an ontology, gathering what is wrong instead of stopping at it."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.types: set[str] = set(ENTITY_TYPES)

    def ontology(self, content: Any) -> Ontology:
        top = self._mapping(content, "", {"entity_types", "relation_types", "entities", "attributes"})
        declared = self._mapping(top.get("entity_types"), "entity_types")
        self.types |= {name for name in declared if isinstance(name, str)}
        entity_types = {name: self._entity_type(name, body) for name, body in declared.items()}
        self._check_cycles(entity_types)
        relation_types = {
            name: self._relation_type(name, body)
            for name, body in self._mapping(top.get("relation_types"), "relation_types").items()
        }
        entities = tuple(
            self._entity(body, f"entities[{number}]") for number, body in enumerate(self._list(top, "entities", ""))
        )
        attributes = {
            self._known_type(name, f"attributes.{name}"): self._strings(body, f"attributes.{name}")
            for name, body in self._mapping(top.get("attributes"), "attributes").items()
        }
        self._check_words(entity_types)
        self._check_names(entities)
        self._check_phrases(relation_types)
        return Ontology(entity_types, relation_types, entities, attributes)

    def _entity_type(self, name: Any, body: Any) -> EntityType:
        where = f"entity_types.{name}"
        if not isinstance(name, str) or not _TYPE_NAME.fullmatch(name):
            self._wrong(where, "a type's name is a letter, then letters, digits and underscores")
        body = self._mapping(body, where, {"parent", "words"})
        parent = body.get("parent", name if name in ENTITY_TYPES else None)
        if parent is None:
            self._wrong(where, f"parent is missing: one of {', '.join(ENTITY_TYPES)}, or a type of this file")
        elif name in ENTITY_TYPES and parent != name:
            self._wrong(f"{where}.parent", f"{name} is one of the five types at the top and has no parent")
        else:
            self._known_type(parent, f"{where}.parent")
        return EntityType(str(name), str(parent), self._strings(body.get("words"), f"{where}.words"))

    def _check_cycles(self, types: dict[str, EntityType]) -> None:
        for name in types:
            seen, at = {name}, name
            while at in types and at not in ENTITY_TYPES:
                at = types[at].parent
                if at in seen:
                    self._wrong(f"entity_types.{name}.parent", "the parents run in a circle")
                    break
                seen.add(at)

    def _relation_type(self, name: Any, body: Any) -> RelationType:
        where = f"relation_types.{name}"
        if not isinstance(name, str) or not _RELATION_NAME.fullmatch(name):
            self._wrong(where, "a relation type is written in capitals, digits and underscores, say DEPENDS_ON")
        body = self._mapping(body, where, {"from", "to", "phrases", "inverse_phrases"})
        ends = [
            tuple(
                self._known_type(type, f"{where}.{key}[{number}]")
                for number, type in enumerate(self._strings(body.get(key), f"{where}.{key}"))
            )
            for key in ("from", "to")
        ]
        phrases = [self._strings(body.get(key), f"{where}.{key}") for key in ("phrases", "inverse_phrases")]
        return RelationType(str(name), *ends, *phrases)

    def _entity(self, body: Any, where: str) -> KnownEntity:
        body = self._mapping(body, where, {"name", "type", "aliases"})
        name = body.get("name")
        if not isinstance(name, str) or not _TOKEN.search(name):
            self._wrong(f"{where}.name", f"is {name!r}, a name is needed")
        type = self._known_type(body.get("type"), f"{where}.type")
        return KnownEntity(str(name), type, self._strings(body.get("aliases"), f"{where}.aliases"))

    def _check_words(self, types: dict[str, EntityType]) -> None:
        owner: dict[str, str] = {}
        for name, type in types.items():
            for word in type.words:
                first = owner.setdefault(word.casefold(), name)
                if first != name:
                    self._wrong(f"entity_types.{name}.words", f"{word!r} stands for {first} already")

    def _check_names(self, entities: tuple[KnownEntity, ...]) -> None:
        owner: dict[str, int] = {}
        for number, entity in enumerate(entities):
            for spelling in (entity.name, *entity.aliases):
                first = owner.setdefault(spelling.casefold(), number)
                if first != number:
                    self._wrong(f"entities[{number}]", f"{spelling!r} names entities[{first}] already")

    def _check_phrases(self, types: dict[str, RelationType]) -> None:
        owner: dict[str, str] = {}
        for name, type in types.items():
            for key, phrases in (("phrases", type.phrases), ("inverse_phrases", type.inverse_phrases)):
                for phrase in phrases:
                    first = owner.setdefault(phrase.casefold(), f"{name}.{key}")
                    if first.rsplit(".", 1)[0] == name and first != f"{name}.{key}":
                        self._wrong(
                            f"relation_types.{name}.{key}", f"{phrase!r} cannot be both a phrase and an inverse"
                        )

    # --------------------------------------------------------------------------------------------------- the pieces

    def _wrong(self, where: str, what: str) -> None:
        self.problems.append(f"{where or 'the file'}: {what}")

    def _mapping(self, value: Any, where: str, keys: set[str] | None = None) -> dict[Any, Any]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._wrong(where, f"is {_kind(value)}, a mapping (key: value) is needed")
            return {}
        for key in value:
            if keys is not None and key not in keys:
                self._wrong(f"{where}.{key}".lstrip("."), f"is not known here{_nearest(key, keys)}")
        return value

    def _list(self, body: dict[Any, Any], key: str, where: str) -> list[Any]:
        value = body.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self._wrong(f"{where}.{key}".lstrip("."), f"is {_kind(value)}, a list is needed")
            return []
        return value

    def _strings(self, value: Any, where: str) -> tuple[str, ...]:
        if value is None:
            return ()
        if not isinstance(value, list):
            self._wrong(where, f"is {_kind(value)}, a list of strings is needed")
            return ()
        for number, item in enumerate(value):
            if not isinstance(item, str) or not _TOKEN.search(item):
                self._wrong(f"{where}[{number}]", f"is {item!r}, a string is needed (put it in quotes?)")
        return tuple(item for item in value if isinstance(item, str) and _TOKEN.search(item))

    def _known_type(self, name: Any, where: str) -> str:
        if not isinstance(name, str) or name not in self.types:
            self._wrong(where, f"{name!r} is no entity type{_nearest(name, self.types)}")
        return str(name)


def _kind(value: Any) -> str:
    return {list: "a list", dict: "a mapping", str: "a string"}.get(type(value), repr(value))


def _nearest(name: Any, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(str(name), sorted(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else f": one of {', '.join(sorted(known))}"
