"""The ontology that a store is read under, kept with it, so that a memory opened later knows it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from memkit.candidates import as_name
from memkit.errors import InputError
from memkit.extract import Ontology, load_ontology
from memkit.extract.ontology import ontology_from_dict
from memkit.model import Batch, BlockKey
from memkit.resolve.blocking import block_keys
from memkit.store import Store

#: The store's own note of its ontology: the file's content as JSON.
ONTOLOGY_META = "ontology"


def as_ontology(given: str | Path | Ontology) -> Ontology:
    """An ontology, or the one in a file. Raises InputError for anything else, or a file with errors."""
    if isinstance(given, Ontology):
        return given
    if not isinstance(given, (str, Path)):
        raise InputError(f"ontology is a {type(given).__name__}: give the path of a YAML file, or an Ontology")
    return load_ontology(given)


def kept_ontology(store: Store) -> Ontology:
    """The ontology kept with a store; one that says nothing if none is."""
    text = store.meta().get(ONTOLOGY_META)
    return ontology_from_dict(json.loads(text), f"kept in {store.uri}") if text else Ontology()


def keep_ontology(store: Store, ontology: Ontology) -> int:
    """Note the ontology in the store, if another one stands there, with the other names that it gives to what is known;
    returns rows changed."""
    text = ontology_text(ontology)
    if store.meta().get(ONTOLOGY_META, "") == text:
        return 0
    batch = Batch(meta={ONTOLOGY_META: text})
    _rename(store, kept_ontology(store), ontology, batch)
    return sum(store.apply(batch).values())


def _rename(store: Store, before: Ontology, after: Ontology, batch: Batch) -> None:
    """Entities lose the aliases that only the ontology gave them and gives no more, and get those that it gives now:
    they are then found by the same names as if they had come in under it. What a page itself gave stays."""
    spellings = {s for known in (*before.entities, *after.entities) for s in (known.name, *known.aliases)}
    changed = [s for s in sorted(spellings) if set(before.other_names(s)) != set(after.other_names(s))]
    for entity in (entity for name in changed for entity in store.find("Entity", name=name)):
        given = [alias for alias in entity.aliases if alias not in before.other_names(entity.name)]
        others = after.other_names(entity.name)
        renamed = replace(entity, aliases=(*others, *(alias for alias in given if alias not in others)))
        keys, former = (set(block_keys(as_name(one))) for one in (renamed, entity))
        batch.add(renamed, *(BlockKey.of(entity.id, key) for key in sorted(keys - former)))
        batch.deletes += [("BlockKey", BlockKey.of(entity.id, key).id) for key in sorted(former - keys)]


def ontology_text(ontology: Ontology) -> str:
    """What an ontology file of this content says, as JSON; "" for one that says nothing."""
    if ontology == Ontology():
        return ""
    content: dict[str, Any] = {
        "entity_types": {t.name: {"parent": t.parent, "words": list(t.words)} for t in ontology.entity_types.values()},
        "relation_types": {
            t.name: {
                "from": list(t.source_types),
                "to": list(t.target_types),
                "phrases": list(t.phrases),
                "inverse_phrases": list(t.inverse_phrases),
            }
            for t in ontology.relation_types.values()
        },
        "entities": [{"name": e.name, "type": e.type, "aliases": list(e.aliases)} for e in ontology.entities],
        "attributes": {type: list(names) for type, names in ontology.attributes.items()},
    }
    return json.dumps(content, ensure_ascii=False)
