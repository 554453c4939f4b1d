"""The lasting states that a store holds, as spells between named things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from memkit.facts import standing
from memkit.lasting.names import name_words, one_name
from memkit.lasting.said import ABSENT, ANY, INSTEAD, JOB, NEVER, OVER, SO, SUCCEEDS, TAKES_OVER
from memkit.lasting.spells import UNDATED, Spell, Statement, day_of, find_spells, last_day_of
from memkit.lasting.vocabulary import States
from memkit.model import Denial, Passage, Relation
from memkit.store import Store

_GENERAL = (ABSENT, ANY, INSTEAD, JOB, TAKES_OVER, SUCCEEDS)
#: What extraction calls the beginning of a state in a note without a time (with one, memkit.lasting.reader reads it).
_MEANS = {"MOVES_TO": "LIVES_IN"}
#: Names are told apart by what they are the end of, so that a town and its university stay two.
WHO, WHERE, WHAT, CALLED = "who", "where", "what", "called"


@dataclass(frozen=True)
class Book:
    """`spells` of all things; `now` is the day of the latest note; `ids` the canonical entity of each name in them;
    `names` all names by what they are the end of; `said` has (source, relation, target) of all that was said, true
    or not."""

    states: States
    spells: list[Spell] = field(default_factory=list)
    now: date | None = None
    ids: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    said: frozenset[tuple[str, str, str]] = frozenset()

    @classmethod
    def of(cls, store: Store, states: States) -> Book:
        """Everything that the store holds of lasting states."""
        edges = [e for label in ("RELATED_TO", "NOT_RELATED_TO") for e in store.find(label)]
        edges = [e for e in edges if e.type in _GENERAL or e.type in _MEANS or states.state(e.type) is not None]
        if not edges:
            return cls(states)
        entities = store.get("Entity", {id for e in edges for id in (e.source_id, e.target_id)})
        heads = store.get("Entity", {e.canonical_id for e in entities.values()})
        named = {id: heads[e.canonical_id].name for id, e in entities.items() if e.canonical_id in heads}
        passages = store.get("Passage", {e.passage_id for e in edges})
        edges = _without_undated_denials(store, edges, passages)
        said = [(edge, _statement(edge, named, passages.get(edge.passage_id))) for edge in edges]
        said = [(edge, statement) for edge, statement in said if statement is not None]
        names: dict[str, set[str]] = {WHO: set(), WHERE: set(), WHAT: set(), CALLED: set()}
        for _, s in said:
            for role, name in _ends(s, states):
                names[role].add(name)
        first = {name_words(name)[:1] for name in names[WHO]}
        names[WHO] |= {e.name for e in store.find("Entity") if " " in e.name and name_words(e.name)[:1] in first}
        titles = frozenset(word for noun in states.posts for word in noun.split())
        full = {role: one_name(sorted(of), titles) for role, of in names.items()}
        in_full = _without_what_is_dated([one for _, s in said for one in _in_full(s, full, states)])
        statements = _by_kind(_at_the_change(in_full))
        ids = {named[id]: entities[id].canonical_id for id in sorted(named, reverse=True)}
        dated = [day for p in store.find("Passage") if (day := day_of(p.at))]
        return cls(
            states,
            find_spells(statements, states),
            max(dated, default=None),
            ids,
            {role: tuple(sorted(of)) for role, of in names.items()},
            frozenset((s.source, s.relation, s.target) for s in statements),
        )

    def standing(self, first: date | None = None, last: date | None = None) -> list[Spell]:
        """The spells that hold on some day from `first` to `last`; without, now."""
        day = self.now or date.max
        return [s for s in self.spells if s.holds(first or day, last or first or day)]


def role_of(relation: str, states: States) -> tuple[str, str]:
    """The kinds of names that a relation's source and target have."""
    state = states.state(relation)
    if relation == SUCCEEDS or (state is not None and state.mutual):
        return WHO, WHO
    if relation in ("LIVES_IN", "BASED_IN"):
        return WHO, WHERE
    if relation == "NAMED":
        return WHAT, CALLED
    return WHO, WHAT


def _ends(s: Statement, states: States) -> Iterator[tuple[str, str]]:
    source, target = role_of(s.relation, states)
    yield source, s.source
    if not s.alone:
        yield target, s.target


def _in_full(s: Statement, full: Mapping[str, Mapping[str, str]], states: States) -> Iterator[Statement]:
    """The statement with the fullest names of its ends; one that is general, once for each thing that they may be."""
    source, target = role_of(s.relation, states)
    if s.alone:
        roles = (WHO,) if s.relation in (JOB, ABSENT) else (WHO, WHERE, WHAT)
        for name in dict.fromkeys(_full(s.source, role, full) for role in roles):
            yield replace(s, source=name, target=name)
        return
    if s.relation == INSTEAD:
        for role in (WHO, WHERE, WHAT):
            yield replace(s, source=_full(s.source, role, full), target=_full(s.target, role, full))
        return
    who = _full(s.source, source, full)
    for name in dict.fromkeys(
        _full(s.target, role, full) for role in ((WHERE, WHAT, WHO) if s.relation == ANY else (target,))
    ):
        yield replace(s, source=who, target=name)


def _full(name: str, role: str, full: Mapping[str, Mapping[str, str]]) -> str:
    known = full[role]
    if name in known:
        return known[name]
    return one_name([*known, name]).get(name, name)


def _at_the_change(statements: Iterable[Statement]) -> list[Statement]:
    """What held before, told with what came after it in one note, ended when that began."""
    statements = list(statements)
    begun: dict[tuple[str, str], list[date]] = {}
    for s in statements:
        if s.what == SO:
            begun.setdefault((s.passage_id, s.relation), []).append(s.day)
    return [
        replace(s, until=min(begun[s.passage_id, s.relation]))
        if s.what == OVER and s.until is None and s.since is None and (s.passage_id, s.relation) in begun
        else s
        for s in statements
    ]


def _without_what_is_dated(statements: Sequence[Statement]) -> list[Statement]:
    """What a note without a time says, and one with a time too, was so when that one says."""
    dated = {(s.source, s.relation, s.target) for s in statements if s.what == SO and s.written != UNDATED}
    return [s for s in statements if s.written != UNDATED or (s.source, s.relation, s.target) not in dated]


def _by_kind(statements: Sequence[Statement]) -> list[Statement]:
    """ "Sold the boat" is of the Merel, of which it was said that it is a boat."""
    named: dict[str, dict[str, set[str]]] = {}
    for s in statements:
        if s.what == SO and not s.alone:
            named.setdefault(s.source, {}).setdefault(s.target, set()).update(name_words(s.sentence))
    found = []
    for s in statements:
        words = name_words(s.target)
        known = named.get(s.source, {})
        if s.what != SO and not s.alone and len(words) == 1 and s.target.islower() and s.target not in known:
            meant = [target for target, said in sorted(known.items()) if words[0] in said]
            s = replace(s, target=meant[0]) if len(meant) == 1 else s
        found.append(s)
    return found


def _without_undated_denials(
    store: Store, edges: Sequence[Relation | Denial], passages: Mapping[str, Passage]
) -> list[Relation | Denial]:
    """What a note without a time says to be so is older than all that has one, unless another note says that it is not
    or no longer so (memkit.facts.standing). What it says not to be so cannot be placed. Pages without a time are left
    out: of them the latest stands (memkit.facts)."""
    notes = {id for id, p in passages.items() if p.kind == "message" and not day_of(p.at)}
    undated = [e for e in edges if e.passage_id in notes and isinstance(e, Relation) and e.type not in _GENERAL]
    kept = {e.id for e in standing(store, undated)}
    dated = {id for id, passage in passages.items() if day_of(passage.at)}
    return [e for e in edges if e.id in kept or e.passage_id in dated]


def _statement(edge: Relation | Denial, named: Mapping[str, str], passage: Passage | None) -> Statement | None:
    """An edge as a statement, of a note without a time with the first day there is."""
    if passage is None or not {edge.source_id, edge.target_id} <= named.keys():
        return None
    written = day_of(passage.at) or UNDATED
    kind = edge.type
    if edge.type in _MEANS:
        if written != UNDATED:
            return None
        kind = _MEANS[edge.type]
    since = until = None
    if isinstance(edge, Relation):
        what, since = SO, day_of(edge.since)
        until = last_day_of(edge.until) if edge.since and edge.since == edge.until else day_of(edge.until)
    else:
        what = OVER if edge.former else NEVER
        since = day_of(edge.at) if edge.at != passage.at else None
    return Statement(
        id=edge.id,
        source=named[edge.source_id],
        relation=kind,
        target=named[edge.target_id],
        what=what,
        written=written,
        order=(passage.session_id, passage.position),
        since=since,
        until=until,
        manner=edge.manner if isinstance(edge, Relation) else "",
        passage_id=edge.passage_id,
        sentence=edge.sentence,
    )
