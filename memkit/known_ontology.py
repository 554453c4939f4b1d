"""The ontology that a store is read under, kept with it, so that a memory opened later knows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from memkit.errors import InputError
from memkit.extract import Ontology, load_ontology
from memkit.extract.ontology import ontology_from_dict
from memkit.model import Batch
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
    """Note the ontology in the store, if another one stands there; returns rows changed."""
    text = ontology_text(ontology)
    if store.meta().get(ONTOLOGY_META, "") == text:
        return 0
    return sum(store.apply(Batch(meta={ONTOLOGY_META: text})).values())


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
