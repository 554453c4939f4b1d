"""From what notes say of lasting states to the spells in which each held: pure functions, no store.

A spell begins on the day that is stated, else on the day of the note that first says it is so. It ends when a note says
so, or when a successor begins, where only one can be. What is told later counts from the start: a correction, a denial
or news that comes late changes the spells of days before it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from memkit.facts import period
from memkit.lasting.said import ABSENT, ALSO, ANY, INSTEAD, JOB, NEVER, OVER, SO, STILL, SUCCEEDS, TAKES_OVER
from memkit.lasting.vocabulary import States

#: What takes a post over without a word on which is taken for this.
_LEADS = "LEADS"
#: Where somebody lives and where a firm is based is asked and told in the same words.
_KIN = {"BASED_IN": "LIVES_IN"}


#: The day of what was written nobody knows when: before all others.
UNDATED = date.min


@dataclass(frozen=True, slots=True)
class Statement:
    """What one passage says: source -relation-> target is SO, OVER or NEVER (see memkit.lasting.said.Said). `since`
    and `until` are None where it does not say; `whole` is the last day of `since`'s period; `written` the day of the
    note, `order` its place among all notes."""

    id: str
    source: str
    relation: str
    target: str
    what: str
    written: date
    order: tuple = ()
    since: date | None = None
    until: date | None = None
    manner: str = ""
    passage_id: str = ""
    sentence: str = ""

    @property
    def day(self) -> date:
        """From when it counts."""
        if self.what == OVER:
            return self.until or self.since or self.written
        return self.since or self.written

    @property
    def alone(self) -> bool:
        """It speaks of one thing and whatever that is joined to."""
        return self.source == self.target


@dataclass(frozen=True, slots=True)
class Spell:
    """source -relation-> target held from `start` (None: it is not known since when) to the day before `end` (None: it
    goes on). `stated` says that it held, `ended` that it is over, or what took its place."""

    source: str
    relation: str
    target: str
    start: date | None
    end: date | None
    stated: Statement
    ended: Statement | None = None

    def holds(self, first: date, last: date) -> bool:
        """On some day from `first` to `last`."""
        return (self.start is None or self.start <= last) and (self.end is None or first < self.end)


def day_of(at: str) -> date | None:
    """The first day of an ISO 8601 period, None for what is none."""
    named = period(at)
    return named.start.date() if named else None


def last_day_of(at: str) -> date | None:
    named = period(at)
    return (named.end - timedelta(microseconds=1)).date() if named else None


def find_spells(statements: Iterable[Statement], states: States) -> list[Spell]:
    """All spells, in the order of their beginnings."""
    said = sorted(_with_predecessors(statements, states), key=lambda s: (s.written, s.order, s.id))
    return _Course(states).run(_believed(said, states))


# ------------------------------------------------------------------------------------------------- what is believed


def _with_predecessors(statements: Iterable[Statement], states: States) -> list[Statement]:
    """ "She is the harbour master, she followed Amos in January": he was it up to then, and she is it since."""
    found = list(statements)
    for s in list(found):
        if s.relation != SUCCEEDS:
            continue
        for n, own in enumerate(found):
            state = states.state(own.relation)
            same = own.what == SO and (own.passage_id, own.source) == (s.passage_id, s.source)
            if same and state is not None and state.one == "source":
                found[n] = replace(own, since=own.since or s.since)
                found.append(replace(own, source=s.target, what=OVER, since=None, until=found[n].day, manner=""))
    return found


def _believed(said: Sequence[Statement], states: States) -> list[Statement]:
    """The statements without those that a later one takes back; what a correction puts in their place has their
    beginning, where it gives none."""
    kept = list(said)
    for denial in said:
        if denial.relation == INSTEAD:
            kept = [_exchanged(s, denial) for s in kept if s is not denial]
        elif denial.what == NEVER:
            gone = _taken_back(denial, kept, states)
            kept = [s for s in kept if s not in gone]
            starts = [s.since or s.written for s in gone]
            if starts:
                kept = [_dated_back(s, denial, min(starts)) for s in kept]
        elif denial.manner == STILL:
            kept = [
                s for s in kept if not (s.what == OVER and s.written < denial.written and _about(s, denial, states))
            ]
    return [_before_its_end(s, kept, states) for s in kept if s.what != NEVER]


def _exchanged(s: Statement, correction: Statement) -> Statement:
    """An earlier statement with the right name in the place of the wrong one."""
    if s.written >= correction.written or correction.source not in (s.source, s.target):
        return s
    right = {correction.source: correction.target}
    return replace(
        s,
        id=correction.id,
        source=right.get(s.source, s.source),
        target=right.get(s.target, s.target),
        since=s.since or (s.written if s.what == SO else None),
        passage_id=correction.passage_id,
        sentence=correction.sentence,
    )


def _taken_back(denial: Statement, said: Sequence[Statement], states: States) -> list[Statement]:
    earlier = [s for s in said if s.what != NEVER and s.written < denial.written and s.passage_id != denial.passage_id]
    if not denial.alone:
        return [s for s in earlier if s.what == SO and _about(s, denial, states)]
    own = [s for s in earlier if denial.source == s.source and _covers(denial.relation, s.relation, states)]
    if denial.relation == ANY:  # a plan that came to nothing
        mine = [s for s in earlier if s.source == denial.source]
        rivals = [s for s in earlier if any(_replaces(s, one, states) for one in mine)]
        own = [s for s in (*own, *rivals) if s.day > s.written and s.day >= denial.written]
    return own[-1:]


def _dated_back(s: Statement, denial: Statement, start: date) -> Statement:
    same = s.passage_id == denial.passage_id and s.what == SO
    same = same and (s.source == denial.source or s.target == denial.target)
    return replace(s, since=start) if same and s.since is None and s.relation == denial.relation else s


def _about(s: Statement, other: Statement, states: States) -> bool:
    """Do both speak of one source and one target?"""
    same = s.source == other.source and s.target == other.target
    turned = s.source == other.target and s.target == other.source and _is_mutual(s.relation, states)
    return (same or turned) and _covers(other.relation, s.relation, states)


def _is_mutual(relation: str, states: States) -> bool:
    state = states.state(relation)
    return state is not None and state.mutual


def _covers(general: str, relation: str, states: States) -> bool:
    """Is a relation meant by another one, which may be general?"""
    if general in (ANY, relation) or TAKES_OVER in (general, relation):
        return True
    state = states.state(relation)
    return general == JOB and state is not None and state.job


def _ends(over: Statement, s: Statement, states: States) -> bool:
    """Does the statement that something is over speak of this one?"""
    if not over.alone and _is_job(over.relation, states) and _is_job(s.relation, states):
        return (s.source, s.target) == (over.source, over.target)  # who is no longer "with" a team is not in it
    if not _covers(over.relation, s.relation, states):
        return False
    if not over.alone:
        return _about(s, over, states)
    return over.source == s.source or (over.relation != JOB and over.source == s.target)


def _is_job(relation: str, states: States) -> bool:
    state = states.state(relation)
    return state is not None and state.job


def _before_its_end(s: Statement, said: Sequence[Statement], states: States) -> Statement:
    """What was seen to be so on a day by which, as a later note tells, it was over or had a successor, held before
    that."""
    if s.what != SO or s.since is not None or s.until is not None:
        return s
    for later in said:
        if later.written <= s.written or later.day > s.written or later.passage_id == s.passage_id:
            continue
        if (later.what == OVER and _ends(later, s, states)) or (
            later.what == SO and later.since is not None and later.manner != ALSO and _replaces(later, s, states)
        ):
            return replace(s, what=OVER, until=later.day)
    return s


def _replaces(new: Statement, old: Statement, states: States) -> bool:
    """Can only one of the two be?"""
    if (new.source, new.target) == (old.source, old.target) or _kin(new.relation) != _kin(old.relation):
        return False
    state = states.state(old.relation)
    one = state.one if state else "none"
    return (one in ("target", "both") and new.source == old.source) or (
        one in ("source", "both") and new.target == old.target
    )


def _kin(relation: str) -> str:
    return _KIN.get(relation, relation)


# ------------------------------------------------------------------------------------------------------- the course

_Key = tuple[str, str, str]


@dataclass(slots=True)
class _Course:
    """Goes through the days and keeps what is open."""

    states: States
    open: dict[_Key, Spell] = field(default_factory=dict)
    closed: list[Spell] = field(default_factory=list)
    displaced: dict[_Key, list[Spell]] = field(default_factory=dict)
    #: passage and source -> a relation of one target that the passage says the source to be in
    told: dict[tuple[str, str], str] = field(default_factory=dict)

    def run(self, statements: Sequence[Statement]) -> list[Spell]:
        self.told = {(s.passage_id, s.source): s.relation for s in statements if self._one(s.relation) == "target"}
        events: list[tuple[date, int, Statement]] = []
        for s in statements:
            events.append((s.day, 1 if s.what == SO else 0, s))
            if s.what == SO and s.until is not None and s.until > s.day:
                events.append((s.until, 0, replace(s, what=OVER)))
        for day, _, s in sorted(events, key=lambda e: (e[0], e[1], e[2].written, e[2].order, e[2].id)):
            if s.what == SO:
                for key in self._meant(s):
                    self._begin(key, day, s)
            else:
                self._end(day, s)
        found = [*self.closed, *self.open.values()]
        return sorted(found, key=lambda f: (f.start or date.min, f.end or date.max, f.source, f.relation, f.target))

    def _meant(self, s: Statement) -> list[_Key]:
        """What a statement of change begins: what was taken over, or what the predecessor had."""
        everything = [*self.open.values(), *reversed(self.closed)]
        if s.relation == TAKES_OVER:
            of_it = [f.relation for f in everything if f.target == s.target and self._one(f.relation) == "source"]
            return [(s.source, of_it[0] if of_it else _LEADS, s.target)]
        if s.relation == SUCCEEDS:
            held = [f for f in self.open.values() if f.source == s.target and self._one(f.relation) == "source"]
            held = [f for f in held if f.relation != "OWNS"]
            before = [f for f in self.closed if f.source == s.target and self._one(f.relation) == "source"]
            last = max((f.end for f in before if f.end), default=None)
            held = held or [f for f in before if f.end == last]
            return [(s.source, f.relation, f.target) for f in held]
        return [(s.source, s.relation, s.target)]

    def _one(self, relation: str) -> str:
        state = self.states.state(relation)
        return state.one if state else "none"

    def _begin(self, key: _Key, day: date, s: Statement) -> None:
        if key in self.open or self._turned(key) in self.open:
            return
        rivals = [] if s.manner == ALSO else self._rivals(key, s)
        for rival in rivals:
            self._close(rival, day, s)
        self.displaced[key] = rivals
        self.open[key] = Spell(*key, None if day == UNDATED else day, None, s)

    def _turned(self, key: _Key) -> _Key | None:
        state = self.states.state(key[1])
        return (key[2], key[1], key[0]) if state is not None and state.mutual else None

    def _rivals(self, key: _Key, s: Statement) -> list[Spell]:
        source, relation, target = key
        one, found = self._one(relation), []
        for spell in self.open.values():
            together = spell.stated.passage_id == s.passage_id or s.day == UNDATED
            together = together and spell.stated.day == s.day  # of two without a time none is known to come first
            if _kin(spell.relation) != _kin(relation) or together:
                continue
            ends = {spell.source, spell.target} if one == "both" else set()
            if (
                (one == "target" and spell.source == source)
                or (one == "source" and spell.target == target)
                or ends & {source, target}
            ):
                found.append(spell)
        return found

    def _close(self, spell: Spell, day: date, by: Statement) -> None:
        self.open.pop((spell.source, spell.relation, spell.target), None)
        if spell.start is None or spell.start < day:
            self.closed.append(replace(spell, end=day, ended=by))

    def _back(self, day: date, s: Statement) -> None:
        """Who was away has again what somebody else took over meanwhile."""
        own = [f for f in self.closed if f.source == s.source and self._one(f.relation) == "source"]
        own = [f for f in own if f.relation != "OWNS" and (f.ended is None or f.ended.what == SO)]
        last = max((f.end for f in own if f.end), default=None)
        for spell in own:
            if spell.end == last:
                self._begin((spell.source, spell.relation, spell.target), day, s)

    def _end(self, day: date, s: Statement) -> None:
        if s.relation == ABSENT:
            self._back(day, s)
            return
        over = [f for f in self.open.values() if self._is_meant(f, s)]
        for spell in over:
            self._close(spell, day, s)
            if s.until == day and s.since is not None:  # somebody stood in: who stood aside goes on
                for before in self.displaced.get((spell.source, spell.relation, spell.target), ()):
                    self._begin((before.source, before.relation, before.target), day, s)
        if s.relation == TAKES_OVER and not over:
            s = replace(s, relation=self._meant(s)[0][1])
        if s.relation == ANY and not over and not s.alone:  # "left Dover and is at home in Hastings"
            s = replace(s, relation=self.told.get((s.passage_id, s.source), ANY))
        concrete = not s.alone and self.states.state(s.relation) is not None
        if not over and concrete and not self._is_known_to_end(s, day):
            start = s.since if s.since and s.until and s.since < s.until else None
            self.closed.append(Spell(s.source, s.relation, s.target, start, day, s))

    def _is_known_to_end(self, s: Statement, day: date) -> bool:
        return any(f.source == s.source and f.relation == s.relation and f.target == s.target for f in self.closed)

    def _is_meant(self, spell: Spell, s: Statement) -> bool:
        seen = replace(spell.stated, source=spell.source, relation=spell.relation, target=spell.target)
        return _ends(s, seen, self.states)
