"""Two spellings that could be one person, and what the session itself says against it.

A short form that can mean only one of the people who speak is that person ("Bob", "Bob Smith"), unless the one speaks
to or of the other, or they hold opposite stances on one decision without a word of having turned round. Then a reviewer
is asked: nothing is merged in silence.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memkit.commit import commit
from memkit.converse.base import Act, Turn
from memkit.converse.history import STANCES, moment, restate_people
from memkit.converse.people import People
from memkit.converse.standing import FOR
from memkit.identity import Component, component, following, pair_judgements
from memkit.model import Batch, Claim, Conversation, Entity, Judgement, stable_id, utc_now
from memkit.resolve.clusters import RULE_PREFIX
from memkit.resolve.form import form_of
from memkit.store import Store

#: Signals of judgements: made because the session tells who is meant; asked because the session speaks against it.
SESSION, CONTRADICTION = "session", "contradiction"
_GREETING = r"(?:hi|hello|hey|dear|thanks|thank\s+you|no|yes|ok|okay|sorry|but|and|well|so)"
_BEFORE = r"(?:agree|disagree|agrees|with|as|like|to|ask|asked|than|from|by|unlike|and|what|that|because)"
_AFTER = r"(?:said|says|say|wants|wanted|thinks|is|was|has|had|proposed|proposes|suggested|suggests|mentioned|asked)"
_MYSELF = re.compile(r"\b(?:i['’]?m|i\s+am|this\s+is|name\s+is|call\s+me|it['’]?s|here\s+is)\s*$", re.IGNORECASE)
_TURNED = re.compile(
    r"\b(?:chang\w+\s+(?:my|our)\s+minds?|on\s+(?:reflection|second\s+thoughts?)|(?:i\s+was|we\s+were)\s+(?:wrong|mistaken)"
    r"|no\s+longer|any\s?more|after\s+all|instead|(?:i|we)\s+(?:now|take\s+(?:it\s+|that\s+)?back|withdraw|retract)"
    r"|convinced|c[oa]me\s+(?:round|around)|earlier|used\s+to|rethought|reconsider\w*|mistake)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 12)
def _naming(spelling: str) -> re.Pattern[str]:
    name = rf"@?{re.escape(spelling.lstrip('@'))}"
    return re.compile(
        rf"(?:^|[.!?;\n])\s*(?:{_GREETING}[\s,]+)?(?P<a>{name})\s*[,:!?]"  # "Bob, no."
        rf"|,\s*(?P<b>{name})\s*[?!]"  # "are you sure, Bob?"
        rf"|(?<!\w)(?P<c>@{re.escape(spelling.lstrip('@'))})(?!\w)"
        rf"|\b{_BEFORE}\s+(?P<d>{name})(?!\w)"
        rf"|(?<!\w)(?P<e>{name})(?:['’]s\b|\s+{_AFTER}\b)",
        re.IGNORECASE,
    )


def speaks_of(text: str, spelling: str) -> bool:
    """Does somebody who says this speak to, or of, a person of this spelling, and not of themselves ("I'm Bob")?"""
    if spelling.lstrip("@").casefold() not in text.casefold():
        return False
    found = _naming(spelling).finditer(text)
    return any(not _MYSELF.search(text[: one.start(one.lastgroup)]) for one in found)


def turned(*texts: str) -> bool:
    """Do the words say that their speaker has turned round?"""
    return any(_TURNED.search(text) for text in texts)


def told_apart(turns: Sequence[Turn], people: People) -> set[frozenset[str]]:
    """Pairs of spellings that `people` joins and of which one speaks to or of the other."""
    found: set[frozenset[str]] = set()
    for turn in turns:
        person = people.find(turn.speaker)
        for other in person.spellings if person and len(person.spellings) > 1 else ():
            if other != turn.speaker and speaks_of(turn.text, other):
                found.add(frozenset((turn.speaker, other)))
    return found


def opposed_in(acts: Iterable[Act], turns: Iterable[Turn]) -> set[frozenset[str]]:
    """Pairs of spellings under which the acts of one person stand against each other, without a word of turning."""
    by_number = {turn.n: turn for turn in turns}
    ordered = sorted((act for act in acts if act.n in by_number), key=lambda act: act.n)
    said = [(act.person, act.decision, by_number[act.n].speaker, act.act, by_number[act.n].text) for act in ordered]
    return {frozenset(pair) for pair, _ in _against(said)}


def _against(said: Iterable[tuple[str, str, str, str, str]]) -> list[tuple[tuple[str, str], str]]:
    """(the two who stand against each other, the words of the second), of acts in order: (person, decision, who of the
    person's names, what is done, words). Who turns round or withdraws speaks for all names."""
    last: dict[tuple[str, str], dict[str, str]] = {}
    found = []
    for person, decision, who, act, words in said:
        stands = last.setdefault((person, decision), {})
        if act == "withdraws" or turned(words):
            stands.clear()
        found += [((other, who), words) for other, before in stands.items() if other != who and _opposite(before, act)]
        stands[who] = act
    return found


def _opposite(one: str, other: str) -> bool:
    return (one in FOR and other == "disagrees") or (one == "disagrees" and other in FOR)


def with_people(people: Sequence[Mapping[str, object]], pairs: Iterable[frozenset[str]]) -> list[Mapping[str, object]]:
    """The list of people with each of these spellings as a person of its own, unless it is in the list already."""
    given = {form_of(str(s)).folded for entry in people for s in _spellings(entry)}
    new = sorted({spelling for pair in pairs for spelling in pair if form_of(spelling).folded not in given})
    return [*people, *({"name": spelling, "aliases": []} for spelling in new)]


def given_together(people: Sequence[Mapping[str, object]]) -> set[frozenset[str]]:
    """Pairs of spellings that the list of people itself says are one person's."""
    return {frozenset(pair) for entry in people for pair in itertools.combinations(sorted(set(_spellings(entry))), 2)}


def _spellings(entry: Mapping[str, object]) -> list[str]:
    return [entry["name"], *(entry.get("aliases") or ())]


def part(store: Store, session_id: str) -> int:
    """Ask a reviewer about names in a session that stand against each other; the rows that changed by it."""
    id = stable_id("conv", session_id)

    def planned() -> tuple[Batch, bool]:
        conversation = store.get("Conversation", [id]).get(id)
        return part_contradicting(store, conversation, utc_now()) if conversation else (Batch(), False)

    return commit(store, planned)[1] if planned()[1] else 0


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two names of what was taken for one person, and the decision on which they stand against each other."""

    left: Entity
    right: Entity
    statement: str


def part_contradicting(store: Store, conversation: Conversation, at: str) -> tuple[Batch, bool]:
    """(batch, is there anything in it): every pair of names that this session alone made one person, and that stand
    against each other in it, becomes a question to a reviewer; what stands follows."""
    batch = Batch(base_revision=store.revision())
    names = store.get("Entity", set(conversation.speakers.values()))
    if len({entity.canonical_id for entity in names.values()}) == len(names):  # nobody speaks under two names
        return batch, False
    known = component(store, names)
    made = [
        j
        for _, j in sorted(known.judgements.items())
        if j.state == "active"
        and j.verdict == "merged"
        and SESSION in j.signals
        and j.decided_by.startswith(RULE_PREFIX)
    ]
    if not made:
        return batch, False
    asked: list[Judgement] = []
    for found in _contradictions(store, conversation, known):
        asked += _part(store, known, made, found, at)
    moved = _moved(store, known) if asked else []
    batch.add(*asked, *moved)
    restate_people(store, moved, batch)
    return batch, bool(asked)


def _contradictions(store: Store, conversation: Conversation, known: Component) -> list[Contradiction]:
    """By the time at which they came about."""
    names = [e for e in known.entities.values() if e.id in set(conversation.speakers.values())]
    stated = {edge.source_id: edge.target_id for edge in store.expand(sorted(e.id for e in names), ["STATED_BY"], "in")}
    claims = store.get("Claim", stated)
    here = {
        id
        for id, passage in store.get("Passage", {c.passage_id for c in claims.values()}).items()
        if passage.session_id == conversation.session_id
    }
    acts: list[tuple[Claim, str, str]] = []  # claim, decision, what is done
    for edge in store.expand(sorted(id for id, c in claims.items() if c.passage_id in here), STANCES):
        claim = claims[edge.source_id]
        kind = {"DISAGREES_WITH": "disagrees", "WITHDRAWS": "withdraws"}.get(edge.type, claim.act)
        acts.append((claim, edge.target_id, kind))
    acts.sort(key=lambda one: (moment(one[0].at), one[0].number, one[0].id, one[1]))
    said = [
        (known.entities[stated[c.id]].canonical_id, decision, stated[c.id], act, f"{c.text}\n{c.statement}")
        for c, decision, act in acts
    ]
    found: dict[frozenset[str], Contradiction] = {}
    for (one, other), words in _against(said):
        pair = Contradiction(known.entities[one], known.entities[other], words.rpartition("\n")[2])
        found.setdefault(frozenset((one, other)), pair)
    return list(found.values())


def _part(store: Store, known: Component, made: list[Judgement], found: Contradiction, at: str) -> list[Judgement]:
    """Turn the session's merges that hold the two together into questions, those between them first."""
    ends = {found.left.id, found.right.id}
    ranked = sorted(made, key=lambda j: (-len(ends & {j.source_id, j.target_id}), j.id))
    asked: list[Judgement] = []
    for judgement in ranked:
        left, right = known.entities[found.left.id], known.entities[found.right.id]
        if left.canonical_id != right.canonical_id or not ends & {judgement.source_id, judgement.target_id}:
            break
        names = " and ".join(repr(known.entities[id].name) for id in (judgement.source_id, judgement.target_id))
        reason = f"{names} speak in one session and stand against each other on {found.statement!r}"
        changed = following(
            pair_judgements(store, judgement.source_id, judgement.target_id),
            judgement.source_id,
            judgement.target_id,
            verdict="pending",
            score=judgement.score,
            signals={**judgement.signals, CONTRADICTION: 1.0},
            reason=f"{reason}; before: {judgement.reason}",
            by=judgement.decided_by,
            at=at,
        )
        known.revise(changed)
        asked += changed
    return asked


def _moved(store: Store, known: Component) -> list[Entity]:
    stored = store.get("Entity", known.entities)
    return [e for id, e in sorted(known.entities.items()) if stored[id].canonical_id != e.canonical_id]
