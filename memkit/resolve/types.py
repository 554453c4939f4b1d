"""Entity types: which differ for good (a Person is no Location) and which are one type under two labels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

#: Label -> (root, group). The five roots are POLE+O. Labels of one group are synonyms; a group that is the root's own
#: name is the root. Two groups of one root may still be one thing seen from two sides, which is for a person to say.
_GROUPS: dict[str, dict[str, str]] = {
    "person": {
        "person": "person per people human individual character",
        "role": "employee engineer developer user customer author speaker contact patient actor researcher scientist "
        "politician artist musician athlete member",
    },
    "organization": {
        "organization": "organization organisation org organizations",
        "company": "company corporation business firm vendor enterprise startup corp manufacturer supplier",
        "team": "team group squad department unit division",
        "institution": "institution university college school institute academy",
        "agency": "agency government governmentagency ministry authority",
        "club": "club sportsteam band party politicalparty norp",
    },
    "location": {
        "location": "location loc place gpe geo area site fac",
        "city": "city town village municipality settlement",
        "country": "country nation state",
        "region": "region province county district",
        "water": "river lake sea ocean",
        "mountain": "mountain volcano range",
        "building": "building facility address venue airport",
    },
    "event": {
        "event": "event happening occurrence",
        "meeting": "meeting conference summit workshop appointment session",
        "incident": "incident outage accident",
        "war": "war battle conflict",
        "date": "date time holiday",
        "release": "release launch",
    },
    "object": {
        "object": "object thing item entity misc other",
        "datastore": "datastore database db store datasource rdbms",
        "software": "software application app program tool product",
        "library": "library package module framework dependency sdk",
        "service": "service microservice api endpoint system component",
        "language": "language programminglanguage",
        "document": "document report paper article book publication work workofart file",
        "concept": "concept topic idea subject term theory method",
        "technology": "technology tech platform protocol standard",
        "model": "model llm aimodel",
        "dataset": "dataset corpus benchmark",
        "vulnerability": "vulnerability cve",
        "vehicle": "vehicle car aircraft ship",
        "disease": "disease condition symptom",
        "chemical": "chemical drug medication compound substance",
        "species": "species animal plant organism",
        "gene": "gene protein",
    },
}
_KNOWN = {
    label: (root, group)
    for root, groups in _GROUPS.items()
    for group, labels in groups.items()
    for label in (*labels.split(), group)
}

Relation = Literal["same", "related", "unknown", "different"]


def _key(label: str) -> str:
    return "".join(c for c in label.casefold() if c.isalnum())


class TypeTable:
    """The built-in table plus the parents that an ontology gives ({"Service": "Object", ...})."""

    def __init__(self, parents: Mapping[str, str] | None = None) -> None:
        self._parents = {_key(child): _key(parent) for child, parent in (parents or {}).items()}
        self.relation = lru_cache(maxsize=4096)(self._relation)
        self.root = lru_cache(maxsize=4096)(self._root)

    def ancestors(self, label: str) -> list[str]:
        """`label` and what it descends from, nearest first, as groups; a loop in the ontology ends the walk."""
        key, chain = _key(label), []
        while key and key not in chain:
            chain.append(key)
            root, group = _KNOWN.get(key, ("", ""))
            parent = self._parents.get(key, "")
            key = parent or (group if group != key else root)
        return chain

    def is_known(self, label: str) -> bool:
        """Does `label` descend from one of the POLE+O types?"""
        return bool(_key(label)) and self.root(label) in _GROUPS

    def _root(self, label: str) -> str:
        """The POLE+O root in lower case, or the topmost ancestor of a label that the table does not know."""
        return self.ancestors(label)[-1] if _key(label) else ""

    def _relation(self, left: str, right: str) -> Relation:
        """same: one is the other, a synonym or an ancestor, or both are of one group; related: children of one root;
        unknown: a label that no table knows; different: two roots."""
        if _key(left) == _key(right):
            return "same"
        if not _key(left) or not _key(right):
            return "unknown"
        one, other = self.ancestors(left), self.ancestors(right)
        if one[0] in other or other[0] in one:
            return "same"
        left_groups, right_groups = ([_KNOWN.get(label, ("", label))[1] for label in chain] for chain in (one, other))
        if left_groups[0] == right_groups[0] or (set(left_groups) & set(right_groups)) - _GROUPS.keys():
            return "same"
        if one[-1] == other[-1]:
            return "related"
        return "different" if one[-1] in _GROUPS and other[-1] in _GROUPS else "unknown"
