"""Stores filled with gold instead of with what extraction finds, so that plans are tested apart from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from memkit.extract.ontology import KnownEntity, Ontology, load_ontology, ontology_from_dict
from memkit.model import Attribute, Batch, Document, Entity, Link, Mention, Passage, Relation, stable_id
from memkit.store import Store


@dataclass(frozen=True)
class Gold:
    """A corpus's ontology, all its entities, and what its pages state: relations (source, type, target, page) and
    attributes (entity, name, value, page), by names. `texts` are page -> (title, text)."""

    ontology: Ontology
    entities: tuple[KnownEntity, ...]
    relations: tuple[tuple[str, str, str, str], ...]
    attributes: tuple[tuple[str, str, str, str], ...] = ()
    texts: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def complete(self) -> Ontology:
        """The ontology with every entity listed."""
        return Ontology(
            self.ontology.entity_types, self.ontology.relation_types, self.entities, self.ontology.attributes
        )


def entity_id(name: str) -> str:
    """The id (and canonical id) of the entity with this name."""
    return stable_id("ent", name)


def passage_id(page: str) -> str:
    """The id of the one passage of this page."""
    return stable_id("psg", page)


def gold_of_folder(folder: Path) -> Gold:
    """A wiki's gold: its ontology, its relations, and the attributes of each page's own entity, in front matter and in
    lines such as "Result: failed"."""
    ontology = load_ontology(folder / "ontology.yaml")
    unlisted = yaml.safe_load((folder / "unlisted.yaml").read_text(encoding="utf-8")) or []
    entities = (
        *ontology.entities,
        *(KnownEntity(e["name"], e["type"], tuple(e.get("aliases", ()))) for e in unlisted),
    )
    types = {e.name: e.type for e in entities}
    lines = [json.loads(line) for line in (folder / "relations.jsonl").read_text(encoding="utf-8").splitlines()]
    relations = sorted({(r["source"], r["type"], r["target"], r["doc"]) for r in lines})
    attributes, texts = [], {}
    for path in sorted((folder / "docs").glob("*.md")):
        header, title, body = _page(path)
        texts[path.name] = (title, body)
        for type in ontology.ancestors(types[title]) if title in types else ():
            for name in ontology.attributes.get(type, ()):
                if name in header:
                    attributes.append((title, name, str(header[name]), path.name))
    return Gold(ontology, entities, tuple(relations), tuple(attributes), texts)


def gold_of_dict(content: Mapping[str, Any]) -> Gold:
    """The same from plain data: `ontology` (as in a file, its entities complete), `relations` as "source TYPE target"
    with ` | ` between the three, `attributes` as {entity: {name: value}}; `text` is one page about everything."""
    ontology = ontology_from_dict(content["ontology"])
    relations = tuple((*(part.strip() for part in line.split("|")), "page.md") for line in content["relations"])
    attributes = tuple(
        (entity, name, str(value), "page.md")
        for entity, values in content.get("attributes", {}).items()
        for name, value in values.items()
    )
    texts = {"page.md": (content.get("title", "Page"), content.get("text", ""))}
    return Gold(ontology, ontology.entities, relations, attributes, texts)


def fill(store: Store, gold: Gold, entities: Iterable[KnownEntity] | None = None) -> None:
    """Write it all: a document with one passage a page, its mentions, relations and attributes."""
    batch = Batch()
    for page, (title, text) in sorted(gold.texts.items()):
        document = Document(stable_id("doc", page), title, page, "")
        batch.add(document)
        batch.add(Passage(passage_id(page), "chunk", document.id, 0, title, text, page))
        batch.add(Link.between(document.id, "HAS_CHUNK", passage_id(page)))
    by_spelling = {}
    for known in gold.entities if entities is None else entities:
        id = entity_id(known.name)
        batch.add(Entity(id, known.name, known.type, id, aliases=known.aliases))
        by_spelling |= {spelling.casefold(): id for spelling in (known.name, *known.aliases)}
    for page, (_, text) in sorted(gold.texts.items()):
        for found in gold.complete.find(text):
            surface = text[found.start : found.end]
            target = by_spelling.get(surface.casefold())
            if target:
                id = stable_id("mnt", page, found.start, surface)
                batch.add(Mention(id, passage_id(page), target, found.start, found.end, surface))
    for source, type, target, page in gold.relations:
        ends = entity_id(source), entity_id(target)
        sentence = f"{source} {type} {target}."
        batch.add(Relation(stable_id("rel", *ends, type, page), *ends, type, passage_id(page), sentence))
    for entity, name, value, page in gold.attributes:
        ends = passage_id(page), entity_id(entity)
        batch.add(Attribute(stable_id("att", *ends, name, value), *ends, name, value, f"{name}: {value}"))
    store.apply(batch)


def _page(path: Path) -> tuple[dict[str, Any], str, str]:
    """(front matter and "Key: value" lines with all values as text, first heading, the text below the front matter)"""
    text = path.read_text(encoding="utf-8")
    header: dict[str, Any] = {}
    lines = {key.lower(): value for key, value in re.findall(r"^(\w+): (.+)$", text, re.MULTILINE)}
    if text.startswith("---\n"):
        _, front, text = text.split("---\n", 2)
        header = yaml.load(front, yaml.BaseLoader) or {}
    title = next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), path.stem)
    return lines | header, title, text
