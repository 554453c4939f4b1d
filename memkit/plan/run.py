"""A plan walked over either store, with the statement behind every step of the way.

Only `Store.find`, `expand` and `get` are used, and only what stands is followed (memkit.facts). A row's evidence is
made of the very edges that were walked, so a step cannot be shown with another edge's passage.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from memkit.errors import InputError
from memkit.extract.blocks import blocks
from memkit.extract.ontology import Ontology
from memkit.model import Attribute, Relation, Result, Rows
from memkit.plan.check import problems
from memkit.plan.cypher import Statement, statement
from memkit.plan.loose import LooseThings
from memkit.plan.plan import MAX_HOPS, Condition, Linked, Plan, Step, Value
from memkit.plan.things import Hop, Introduction, Things
from memkit.store import Store


@dataclass(frozen=True, slots=True)
class Stated(Result):
    """What one passage states, between canonical things. By `kind`:

    "relation": source -type-> target. "attribute": of `source`, the attribute `type` has the value `target` (no
    `target_id`). "mention": the passage, titled `source`, names `target`; it introduces a thing of which nothing else
    is to be shown, say what it lacks.
    """

    kind: str
    source: str
    type: str
    target: str
    source_id: str
    target_id: str
    passage_id: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Way(Result):
    """How the walk came to a thing: its id and name, and the statements from the start to it, in order."""

    id: str
    name: str
    statements: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class PlanResult(Result):
    """`things` are {id, name, type} of what the plan arrives at, sorted by name and id. `rows` are the same, or the one
    row {count}. `evidence` has a Way for each thing, `passages` the ids of the passages cited, in order of use.
    `cypher` is the statement that gives the rows where the store is a Neo4j. `guessed` are the sentences that a loose
    walk took for relations which nothing states."""

    rows: Rows
    things: Rows
    evidence: Rows
    passages: list[str]
    cypher: Statement
    guessed: list[str] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)

    def to_frame(self):
        """The rows as a pandas.DataFrame."""
        return self.rows.to_frame()

    def _repr_html_(self) -> str:
        return self.rows._repr_html_()


#: What was walked so far: relations, attributes, and ids of things that are to be introduced.
_Trail = tuple[Relation | Attribute | str, ...]
#: thing -> the trail to it, the first one found.
_Reached = dict[str, _Trail]


def run_plan(
    store: Store, plan: Plan, ontology: Ontology | None = None, *, max_hops: int = MAX_HOPS, loose: bool = False
) -> PlanResult:
    """Walk `plan` over `store`. With `loose`, a relation that nothing states may be a sentence that names both ends
    (memkit.plan.loose). Raises InputError, naming all that is wrong, for a plan that `check` refuses."""
    ontology = ontology or Ontology()
    wrong = problems(plan, store, ontology, max_hops=max_hops)
    if wrong:
        raise InputError(f"the plan cannot be run: {'; '.join(wrong)}")
    things = LooseThings(store, ontology) if loose else Things(store, ontology)
    walk = _Walk(things)
    start = walk.start(plan)
    if plan.ends:
        reached = walk.shortest(start, plan.steps[0], things.of(plan.ends))
    else:
        reached = start
        for step in plan.steps:
            reached = walk.step(reached, step)
    left_out = things.of(plan.without)
    reached = {thing: trail for thing, trail in reached.items() if thing not in left_out}
    if plan.ranked:
        reached = walk.first(reached, plan.ranked)
    result = _result(things, reached, plan.count, statement(plan, ontology, store.namespace))
    used = {(s.passage_id, s.sentence) for way in result.evidence for s in way.statements}
    guessed = [r.sentence for r in things.guessed if (r.passage_id, r.sentence) in used]
    return replace(result, guessed=list(dict.fromkeys(guessed)))


def introduced(store: Store, ontology: Ontology, ids: Iterable[str]) -> list[Stated]:
    """For each of these things the statement that introduces it, by id; none for what no passage names."""
    things = Things(store, ontology)
    found = things.introductions(things.of(ids))
    return [_stated(things, thing, found) for thing in sorted(found)]


class _Walk:
    """The steps of one plan. Of several trails to a thing the shortest counts, then the one whose last edge has the
    smallest id: the same on every run and on every store."""

    def __init__(self, things: Things) -> None:
        self._things = things

    def start(self, plan: Plan) -> _Reached:
        found = self._things.of(plan.things) if plan.things else self._things.of_type(plan.type)
        if plan.things:
            found = {thing for thing in found if self._things.is_of(thing, plan.type)}
        return self._holding(dict.fromkeys(sorted(found), ()), plan.conditions)

    def step(self, reached: _Reached, step: Step) -> _Reached:
        """From all that was reached, along the step, to what it is to arrive at."""
        arrived: _Reached = {}
        for times in range(1, step.most + 1):
            reached = _onward(reached, self._things.hops(reached.keys(), step.relations, step.direction))
            if times >= step.least:
                arrived = reached | arrived
        fitting = {thing: trail for thing, trail in arrived.items() if self._things.is_of(thing, step.type)}
        return self._holding(fitting, step.conditions)

    def shortest(self, start: _Reached, step: Step, ends: Collection[str]) -> _Reached:
        """All things on the shortest ways from the start to an end, each with such a way through it."""
        trails, level, levels = dict(start), set(start), []
        while not ends & level:
            if len(levels) == step.most or not level:
                return {}
            levels.append(self._things.hops(level, step.relations, step.direction))
            after = _onward(trails, levels[-1])
            level = after.keys() - trails.keys()
            trails = after | trails
        rest: _Reached = dict.fromkeys(ends & level, ())
        found = {thing: trails[thing] for thing in rest}
        for hops in reversed(levels):
            before: _Reached = {}
            for hop in hops:
                if hop.end in rest:
                    before.setdefault(hop.start, (hop.relation, *rest[hop.end]))
            rest = before
            found |= {thing: (*trails[thing], *trail) for thing, trail in rest.items()}
        return found

    # --------------------------------------------------------------------------------------------------- conditions

    def _holding(self, reached: _Reached, conditions: Iterable[Condition]) -> _Reached:
        """Those of which all conditions hold, with what states it at the end of the trail."""
        for condition in conditions:
            proofs = (
                self._value(reached, condition) if isinstance(condition, Value) else self._linked(reached, condition)
            )
            reached = {thing: (*trail, *proofs[thing]) for thing, trail in reached.items() if thing in proofs}
        return reached

    def _value(self, reached: _Reached, condition: Value) -> Mapping[str, _Trail]:
        found = self._stated(reached, condition.name, condition.value or None)
        if condition.holds:
            return found
        if not condition.value:
            return {thing: (thing,) for thing in reached if thing not in found}
        return {thing: proof for thing, proof in self._stated(reached, condition.name).items() if thing not in found}

    def _stated(self, reached: _Reached, name: str, value: str | None = None) -> dict[str, _Trail]:
        proofs: dict[str, _Trail] = {}
        for attribute in self._things.values(reached.keys(), name, value):
            proofs.setdefault(self._things.head(attribute.target_id), (attribute,))
        return proofs

    def _linked(self, reached: _Reached, condition: Linked) -> Mapping[str, _Trail]:
        linked = self._links(reached, condition)
        proofs = {thing: trail[: condition.least] for thing, trail in linked.items() if len(trail) >= condition.least}
        return proofs if condition.holds else {thing: (thing,) for thing in reached if thing not in proofs}

    def _links(self, reached: _Reached, condition: Linked) -> Mapping[str, _Trail]:
        """thing -> the relations that meet the condition, one for each thing at their other end."""
        wanted, found = self._things.of(condition.things), {}
        for hop in self._things.hops(reached.keys(), condition.relations, condition.direction):
            there = not condition.things or hop.end in wanted
            if there and self._things.is_of(hop.end, condition.type):
                found.setdefault(hop.start, {}).setdefault(hop.end, hop.relation)
        return {thing: tuple(ends.values()) for thing, ends in found.items()}

    def first(self, reached: _Reached, ranked: Linked) -> _Reached:
        """Those with the most such relations, with all of these at the end of the trail, or with the fewest."""
        linked = self._links(reached, ranked)
        numbers = {thing: len(linked.get(thing, ())) for thing in reached}
        best = (max if ranked.holds else min)(numbers.values(), default=0)
        return {
            thing: (*trail, *(linked.get(thing) or (thing,)))
            for thing, trail in reached.items()
            if numbers[thing] == best and (best or not ranked.holds)
        }


def _onward(reached: _Reached, hops: Iterable[Hop]) -> _Reached:
    """What these hops lead to, each with the first trail to it."""
    after: _Reached = {}
    for hop in hops:
        after.setdefault(hop.end, (*reached[hop.start], hop.relation))
    return after


# ------------------------------------------------------------------------------------------------------------ results


def _result(things: Things, reached: _Reached, count: bool, cypher: Statement) -> PlanResult:
    found = sorted(map(things.canonical, reached), key=lambda e: (e.name, e.id))
    trails = {e.id: reached[e.id] or (e.id,) for e in found}  # found without a statement: it is introduced
    introduced = things.introductions({item for trail in trails.values() for item in trail if isinstance(item, str)})
    evidence = Rows(
        Way(e.id, e.name, tuple(_stated(things, item, introduced) for item in trails[e.id] if _shown(item, introduced)))
        for e in found
    )
    named = [{"id": e.id, "name": e.name, "type": e.type} for e in found]
    return PlanResult(
        rows=Rows([{"count": len(named)}] if count else named),
        things=Rows(named),
        evidence=evidence,
        passages=list(dict.fromkeys(stated.passage_id for way in evidence for stated in way.statements)),
        cypher=cypher,
    )


def _shown(item: Relation | Attribute | str, introduced: Mapping[str, Introduction]) -> bool:
    return not isinstance(item, str) or item in introduced


def _stated(things: Things, item: Relation | Attribute | str, introduced: Mapping[str, Introduction]) -> Stated:
    if isinstance(item, Relation):
        source, target = (things.canonical(things.head(id)) for id in (item.source_id, item.target_id))
        return Stated(
            "relation", source.name, item.type, target.name, source.id, target.id, item.passage_id, item.sentence
        )
    if isinstance(item, Attribute):
        thing = things.canonical(things.head(item.target_id))
        return Stated("attribute", thing.name, item.name, item.value, thing.id, "", item.source_id, item.sentence)
    mention, passage = introduced[item].mention, introduced[item].passage
    text = next((b for at, b in blocks(passage.text) if at <= mention.start < at + len(b)), passage.text).strip()
    name = things.canonical(item).name
    return Stated("mention", passage.title, mention.label, name, passage.id, item, passage.id, text)
