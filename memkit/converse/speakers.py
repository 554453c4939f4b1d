"""Who speaks: a spelling of a speaker becomes an entity of type Person, through the same gate as every name.

What a session adds: a spelling that can mean only one of the people who speak in it is that person, by a judgement that
is kept, explained and undone like any other.
"""

from __future__ import annotations

from collections.abc import Iterable

from memkit.candidates import entity_id
from memkit.converse.apart import CONTRADICTION, SESSION, speaks_of
from memkit.converse.people import People, Person, fullest, in_full
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


def told_by_session(
    store: Store,
    conversation: Conversation,
    speaker: str,
    *,
    alike: Iterable[str] = (),
    unlike: Iterable[str] = (),
    text: str = "",
) -> Told | None:
    """The one person of this session whom a new spelling can mean. None if there is none, several, if a reviewer or a
    contradiction keeps that very name apart from them, or if its `text` speaks to or of them. `alike` are spellings
    that are known to be the same person's, `unlike` those that are known to be another's."""
    spoken = store.get("Entity", set(conversation.speakers.values()))
    heads = {spelling: spoken[id].canonical_id for spelling, id in conversation.speakers.items() if id in spoken}
    given = next((heads[spelling] for spelling in sorted(alike) if spelling in heads), "")
    if given:
        members = store.find("Entity", canonical_id=given)
        reason = f"in this conversation {speaker!r} and {_known_as(heads, given)!r} are one person"
        return _told(store, speaker, members, Comparison(1.0, reason, {SESSION: 1.0}))
    people = []
    for head in sorted(set(heads.values())):
        names = {e.name for e in store.find("Entity", canonical_id=head)}
        people.append(Person(head, sorted(names | {s for s, h in heads.items() if h == head})))
    found = People(people).find(speaker)
    if found is None or not set(unlike).isdisjoint(found.spellings):
        return None
    if any(speaks_of(text, spelling) for spelling, head in heads.items() if head == found.name):
        return None
    best = max((compare_names(speaker, s, "person") for s in found.spellings), key=lambda c: c.score)
    reason = f"the only one who speaks in this session whom {speaker!r} can mean: {best.reason}"
    members = store.find("Entity", canonical_id=found.name)
    return _told(store, speaker, members, Comparison(best.score, reason, {**best.signals, SESSION: 1.0}))


def _known_as(heads: dict[str, str], head: str) -> str:
    return fullest(spelling for spelling, other in heads.items() if other == head)


def _told(store: Store, speaker: str, members: list[Entity], comparison: Comparison) -> Told | None:
    if _kept_apart(store, speaker, members):
        return None
    return Told(Decision("merge", members[0].canonical_id, comparison), tuple(members), by_name=in_full(speaker))


def _kept_apart(store: Store, speaker: str, members: list[Entity]) -> bool:
    ids = {member.id for member in members}
    own = [entity_id(speaker, PERSON)]
    edges = store.expand(own, ["SAME_AS"], "both", {"state": "active"})
    edges = [e for e in edges if e.verdict == "rejected" or (e.verdict == "pending" and CONTRADICTION in e.signals)]
    return any({edge.source_id, edge.target_id} & ids for edge in edges)
