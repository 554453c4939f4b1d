"""Which statements stand: a denial corrects what other passages state, and of an attribute the latest value holds.

Nothing is ever deleted for being corrected: what stands is worked out when it is read, so a correction that is itself
taken back leaves no trace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from memkit.identity import component
from memkit.model import Attribute, Denial, Relation
from memkit.store import Store

#: A year, a month, a day or a time that `period` reads. Days are exact, for a text that matches is parsed by Neo4j too
#: (memkit.plan.cypher), and the years 1 and 9999 are left out, whose neighbours no datetime has. Java reads it as well.
DATED = re.compile(
    r"(?!000[01]|9999)[0-9]{4}(?:-(?:0[1-9]|1[0-2]))?"
    r"|(?!000[01]|9999)(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"
    r"|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
    r"(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.(?:[0-9]{3}|[0-9]{6}))?)?"
    r"(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?)?"
)
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` up to, without, `end` (UTC): a year, a month, a day or a microsecond."""

    start: datetime
    end: datetime

    def is_after(self, other: Period) -> bool:
        """Wholly after it: May 2025 is after 30 April 2025, and not after 2025."""
        return self.start >= other.end


@lru_cache(maxsize=1 << 14)
def period(at: str) -> Period | None:
    """The period that an ISO 8601 text names, as exact as the text; None for anything that is not DATED. A time without
    zone is taken as UTC."""
    if not DATED.fullmatch(at):
        return None
    if match := _DATE.fullmatch(at):
        year, month, day = (int(part) if part else 0 for part in match.groups())
        start = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if day:
            return Period(start, start + timedelta(days=1))
        after = (year + month // 12, month % 12 + 1) if month else (year + 1, 1)
        return Period(start, datetime(*after, 1, tzinfo=UTC))
    moment = datetime.fromisoformat(at)
    moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    return Period(moment, moment + timedelta(microseconds=1))


def standing(store: Store, edges: Iterable[Relation]) -> list[Relation]:
    """Those of these statements that no other passage corrects, in the order given.

    A denial is about the same two things (under any of their names) and the same relation type. One that is `former`
    ("no longer") corrects every statement that is not dated after it; any other only those that are dated before it:
    of two pages that merely disagree, both stand. A denial is dated by its passage, or by the time that it gives for
    the change where that is later. No passage corrects itself.
    """
    edges = list(edges)
    if not edges or not store.count("NOT_RELATED_TO"):
        return edges
    known = component(store, {id for e in edges for id in (e.source_id, e.target_id)}).entities
    head = {id: entity.canonical_id for id, entity in known.items()}
    denials: dict[tuple[str, str, str], list[Denial]] = {}
    for denial in store.expand(sorted(known), ["NOT_RELATED_TO"]):
        if denial.target_id in head:
            key = (head[denial.source_id], denial.type, head[denial.target_id])
            denials.setdefault(key, []).append(denial)
    against = {e.id: denials.get((head.get(e.source_id), e.type, head.get(e.target_id)), ()) for e in edges}
    said = {id for e in edges if against[e.id] for id in (e.passage_id, *(d.passage_id for d in against[e.id]))}
    dates = _dates(store, said)
    return [e for e in edges if not any(_corrects(denial, e, dates) for denial in against[e.id])]


def _corrects(denial: Denial, stated: Relation, dates: dict[str, Period | None]) -> bool:
    if denial.passage_id == stated.passage_id:
        return False
    then = dates.get(stated.passage_id)
    given = [p for p in (dates.get(denial.passage_id), period(denial.at)) if p is not None]
    now = max(given, key=lambda p: (p.end, p.start), default=None)
    if denial.former:
        return then is None or now is None or not then.is_after(now)
    return then is not None and now is not None and now.is_after(then)


def same_value(text: str) -> str:
    """Values of an attribute that have this in common are equal (lower case, as Cypher has it, and no outer spaces)."""
    return text.strip().lower()


def standing_attributes(store: Store, edges: Iterable[Attribute]) -> list[Attribute]:
    """Those of these statements that give the value which the thing's latest-dated statement of that attribute gives,
    in the order given. What has no date counts as older than what has one; values of one date all stand."""
    edges = list(edges)
    if not edges:
        return edges
    known = component(store, {e.target_id for e in edges}).entities
    head = {id: entity.canonical_id for id, entity in known.items()}
    rivals: dict[tuple[str, str], list[Attribute]] = {}
    for stated in store.expand(sorted(known), ["DESCRIBES"], "in"):
        rivals.setdefault((head[stated.target_id], stated.name), []).append(stated)
    dates = _dates(store, {stated.source_id for group in rivals.values() if len(group) > 1 for stated in group})
    latest = {key: _latest_values(group, dates) for key, group in rivals.items()}
    return [e for e in edges if same_value(e.value) in latest.get((head.get(e.target_id, ""), e.name), ())]


def _latest_values(stated: Sequence[Attribute], dates: dict[str, Period | None]) -> set[str]:
    dated = [(dates.get(one.source_id), same_value(one.value)) for one in stated]
    known = [when for when, _ in dated if when is not None]
    if not known:
        return {value for _, value in dated}
    newest = max(known, key=lambda when: when.start)
    return {value for when, value in dated if when is not None and not newest.is_after(when)}


def _dates(store: Store, passage_ids: set[str]) -> dict[str, Period | None]:
    return {id: period(passage.at) for id, passage in store.get("Passage", passage_ids).items()}
