"""Who speaks: a spelling of a speaker becomes an entity of type Person, through the same gate as every name.

What a session adds: a spelling that can mean only one of the people who speak in it is that person, by a judgement that
is kept, explained and undone like any other.
"""

from __future__ import annotations

from collections.abc import Mapping

from memkit.candidates import entity_id
from memkit.converse.people import People, Person
from memkit.extract import Extraction
from memkit.extract.base import ExtractedMention
from memkit.identify import Told
from memkit.model import Conversation, Entity
from memkit.resolve import Decision
from memkit.resolve.names import compare_names
from memkit.resolve.rule import Comparison
from memkit.store import Store

PERSON = "Person"


def as_extraction(speaker: str) -> Extraction:
    """The speaker as a name that was read, for the gate."""
    return Extraction(mentions=[ExtractedMention(0, len(speaker), speaker, speaker, PERSON, "speaker")])


def told_by_session(store: Store, conversation: Conversation, speaker: str) -> Told | None:
    """The one person of this session whom a new spelling can mean; None if there is none, several, or if a reviewer
    keeps that very name apart from them."""
    spoken = store.get("Entity", set(conversation.speakers.values()))
    people: dict[str, Person] = {}
    for spelling, id in sorted(conversation.speakers.items()):
        if id in spoken:
            head = spoken[id].canonical_id
            people.setdefault(head, Person(head)).spellings.append(spelling)
    found = People(people.values()).find(speaker)
    if found is None:
        return None
    members = store.find("Entity", canonical_id=found.name)
    if _kept_apart(store, speaker, members):
        return None
    best = max((compare_names(speaker, s, "person") for s in found.spellings), key=lambda c: c.score)
    reason = f"the only one who speaks in this session whom {speaker!r} can mean: {best.reason}"
    return _told(found.name, members, Comparison(best.score, reason, {**best.signals, "session": 1.0}))


def told_by_list(store: Store, names: Mapping[str, str], known: Mapping[str, str], speaker: str) -> Told | None:
    """The person of whom a list of people says that this is a spelling. `names` are spelling -> person, `known`
    person -> entity."""
    id = known.get(names.get(speaker, ""))
    entity = store.get("Entity", [id]).get(id) if id else None
    if entity is None:
        return None
    members = store.find("Entity", canonical_id=entity.canonical_id)
    reason = f"the list of people says that {speaker!r} is {names[speaker]!r}"
    return _told(entity.canonical_id, members, Comparison(1.0, reason, {"list": 1.0}))


def _told(head: str, members: list[Entity], comparison: Comparison) -> Told:
    return Told(Decision("merge", head, comparison), tuple(members))


def _kept_apart(store: Store, speaker: str, members: list[Entity]) -> bool:
    ids = {member.id for member in members}
    own = [entity_id(speaker, PERSON)]
    edges = store.expand(own, ["SAME_AS"], "both", {"state": "active", "verdict": "rejected"})
    return any({edge.source_id, edge.target_id} & ids for edge in edges)
