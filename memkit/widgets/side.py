"""One thing as a page shows it: its names, what it is related to, and where it is mentioned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memkit.identity import unknown_entity
from memkit.model import Mention, Passage, Result, check_text
from memkit.views import entity_views

if TYPE_CHECKING:
    from memkit.memory import Memory

#: Passages and neighbours at most, and characters on either side of a mention.
PASSAGES, NEIGHBOURS, AROUND = 4, 8, 160


@dataclass(frozen=True, slots=True)
class Excerpt(Result):
    """Where a passage mentions a name: the words before, the name as written there, the words after, and its source."""

    before: str
    mention: str
    after: str
    where: str


@dataclass(frozen=True, slots=True)
class Side(Result):
    """One of the two: the thing with its other names, what it is related to, and where it is mentioned."""

    id: str
    name: str
    type: str
    aliases: list[str]
    neighbours: list[str]
    excerpts: list[Excerpt]
    mentions: int


def side(memory: Memory, entity_id: str) -> Side:
    """The thing that this entity is a name of, under that name. Raises MissingRecord for an id that names nothing."""
    store = memory.store
    check_text(entity_id, "id")
    entity = store.get("Entity", [entity_id]).get(entity_id)
    if entity is None:
        raise unknown_entity(store, entity_id)
    (view,) = entity_views(store, [entity])
    facts = memory.relations(entity_id)
    related = [
        f"{f.type} {f.target}" if f.source_id == view.id else f"{f.source} {f.type}"
        for f in sorted(facts, key=lambda f: (f.type, f.source, f.target))
    ]
    mentions = store.expand(view.member_ids, ["MENTIONS"], "in")
    passages = store.get("Passage", {m.source_id for m in mentions})
    shown: dict[str, Mention] = {}  # one a passage: more passages say more than more places in one
    for mention in sorted(mentions, key=lambda m: (m.source_id, m.start)):
        shown.setdefault(mention.source_id, mention)
    excerpts = [_excerpt(passages[m.source_id], m) for m in list(shown.values())[:PASSAGES]]
    names = [name for name in (view.name, *view.aliases) if name != entity.name]
    related = list(dict.fromkeys(related))[:NEIGHBOURS]
    return Side(entity.id, entity.name, entity.type, names, related, excerpts, view.mentions)


def _excerpt(passage: Passage, mention: Mention) -> Excerpt:
    start, end = mention.start, mention.end
    before, after = passage.text[max(0, start - AROUND) : start], passage.text[end : end + AROUND]
    return Excerpt(
        before="…" * (start > AROUND) + before,
        mention=passage.text[start:end],
        after=after + "…" * (end + AROUND < len(passage.text)),
        where=passage.title or passage.source or passage.speaker or passage.session_id,
    )
