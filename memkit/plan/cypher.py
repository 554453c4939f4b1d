"""A plan as one parameterised Cypher statement: the rows that `run_plan` gives, in the same order, from Neo4j alone.

The text depends only on the plan's form (steps, directions, kinds of conditions). Whatever comes from a question or a
page (names, ids, types of relations and things, attributes, values) is a parameter, so nothing can be injected. Needs
Neo4j 5.6 or newer (COLLECT subqueries).

In the text `t` is a thing (the node whose id is the canonical id), `m` one of its names, `r` a relation, `n` the name
at its other end, all numbered; `corrected` holds the ids of relations that do not stand, by the rule of `memkit.facts`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.extract.ontology import Ontology
from memkit.facts import DATED, same_value
from memkit.model import Result
from memkit.plan.plan import Condition, Linked, Plan, Step, Value


@dataclass(frozen=True, slots=True)
class Statement(Result):
    """A Cypher statement and its parameters."""

    text: str
    params: dict[str, Any]

    def browser(self) -> str:
        """Lines to paste into the Neo4j Browser or cypher-shell: the parameters, then the statement."""
        lines = [f":param {name} => {_literal(value)};" for name, value in sorted(self.params.items())]
        return "\n".join([*lines, f"{self.text};"])


def statement(plan: Plan, ontology: Ontology, namespace: str) -> Statement:
    """The statement of a plan that `memkit.plan.check` lets pass, over one namespace of a Neo4j store."""
    return _Writer(ontology, namespace).write(plan)


class _Writer:
    """Gathers the lines and the parameters of one statement; variables are numbered so that no two are one."""

    def __init__(self, ontology: Ontology, namespace: str) -> None:
        self._ontology = ontology
        self._params: dict[str, Any] = {"ns": namespace}
        self._used = 0
        self._keep = ""  # what each WITH hands on beside things

    def write(self, plan: Plan) -> Statement:
        lines = self._corrected(plan)
        t, start = self._start(plan)
        lines += start
        if plan.ends:
            t, path = self._path(t, plan.steps[0], plan.ends)
            lines += path
        else:
            for step in plan.steps:
                t, more = self._step(t, step)
                lines += more
        if plan.without:
            left_out = ["NOT", *self._is_one_of(f"{t}.id", plan.without)]
            lines += [f"WITH DISTINCT {'' if plan.ends else self._keep}{t}", *_where([left_out])]
        if plan.ranked:
            lines += self._first(t, plan.ranked)
        if plan.count:
            lines.append(f"RETURN count({t}) AS count")
        else:
            lines += [f"RETURN {t}.id AS id, {t}.name AS name, {t}.type AS type", "ORDER BY name, id"]
        return Statement("\n".join(lines), self._params)

    # ---------------------------------------------------------------------------------------------------- the walk

    def _corrected(self, plan: Plan) -> list[str]:
        """Once for all: the relations that a denial in another passage corrects."""
        followed = list(_followed(plan))
        if not followed:
            return []
        self._keep = "corrected, "
        types = sorted({type for relations in followed for type in relations})
        of_type = f" AND d.type IN {self._param('denied', types)}" if all(followed) else ""
        found = [
            "MATCH (s:Entity)-[d:NOT_RELATED_TO]->(o:Entity)",
            f"WHERE d.namespace = $ns AND d.id IS NOT NULL{of_type}",
            "MATCH (:Entity {namespace: $ns, canonical_id: s.canonical_id})"
            "-[r:RELATED_TO]->(:Entity {namespace: $ns, canonical_id: o.canonical_id})",
            "WHERE r.type = d.type AND r.passage_id <> d.passage_id",
            "OPTIONAL MATCH (p:Passage {namespace: $ns, id: r.passage_id})",
            "OPTIONAL MATCH (q:Passage {namespace: $ns, id: d.passage_id})",
            *self._periods("r, d", "p.at, q.at, d.at"),
            "WITH r, d, period[0] AS stated, CASE WHEN period[1] IS NULL OR period[2].end > period[1].end",
            "  OR (period[2].end = period[1].end AND period[2].start > period[1].start)",
            "  THEN period[2] ELSE period[1] END AS denied",
            "WHERE CASE WHEN d.former = 1 THEN NOT coalesce(stated.start >= denied.end, false)",
            "  ELSE coalesce(denied.start >= stated.end, false) END",
            "RETURN DISTINCT r.id",
        ]
        return _collect("WITH", found, "corrected")

    def _start(self, plan: Plan) -> tuple[str, list[str]]:
        m, t = self._new("m"), self._new("t")
        if plan.things:
            wanted = f"{m}.id IN {self._param('things', sorted(set(plan.things)))}"
        elif plan.type:
            wanted = f"{m}.type IN {self._types(plan.type)}"
        else:
            wanted = f"{m}.id IS NOT NULL"
        return t, [
            f"MATCH ({m}:Entity) WHERE {m}.namespace = $ns AND {wanted}",
            f"MATCH ({t}:Entity {{namespace: $ns, id: {m}.canonical_id}})",
            *self._holding(t, plan.type if plan.things else "", plan.conditions),
        ]

    def _step(self, start: str, step: Step) -> tuple[str, list[str]]:
        if step.most == 1:
            end, lines = self._hop(step, start)
        else:
            level = self._new("level")
            lines, levels = [f"WITH {self._keep}collect({start}) AS {level}"], []
            for _ in range(step.most):
                level, onward = self._onward(step, level)
                lines += onward
                levels.append(level)
            end = self._new("t")
            lines.append(f"UNWIND {' + '.join(levels[step.least - 1 :])} AS {end}")
        return end, [*lines, *self._holding(end, step.type, step.conditions)]

    def _path(self, start: str, step: Step, ends: Sequence[str]) -> tuple[str, list[str]]:
        """Outward level by level until an end is there, then back along what led to it."""
        level, m = self._new("level"), self._new("m")
        named = [
            f"MATCH ({m}:Entity) WHERE {m}.namespace = $ns AND {m}.id IN {self._param('ends', sorted(set(ends)))}",
            f"RETURN DISTINCT {m}.canonical_id",
        ]
        lines = [f"WITH {self._keep}collect({start}) AS {level}", *_collect("WITH *,", named, "ends")]
        levels, arrived = [level], []
        for n in range(step.most + 1):
            arrived.append(self._new("arrived"))
            lines.append(f"WITH *, [t IN {levels[n]} WHERE t.id IN ends] AS {arrived[n]}")
            if n < step.most:
                further = self._new("further")
                lines.append(f"WITH *, CASE {arrived[n]} WHEN [] THEN {levels[n]} ELSE [] END AS {further}")
                level, onward = self._onward(step, further)
                lines += onward
                levels.append(level)
        ways = [arrived[-1]]
        for n in reversed(range(step.most)):
            here, way = self._new("t"), self._new("way")
            there, hop = self._hop(step, here)
            before = [f"UNWIND {levels[n]} AS {here}", *hop, f"WITH {here}, {there} WHERE {there} IN {ways[-1]}"]
            lines += _collect(f"WITH *, {arrived[n]} +", [*before, f"RETURN DISTINCT {here}"], way)
            ways.append(way)
        end = self._new("t")
        return end, [*lines, f"UNWIND {' + '.join(ways)} AS {end}", f"WITH DISTINCT {end}"]

    def _onward(self, step: Step, level: str) -> tuple[str, list[str]]:
        """From all things in the list `level` to the list of those one relation further."""
        start, after = self._new("t"), self._new("level")
        end, hop = self._hop(step, start)
        return after, _collect("WITH *,", [f"UNWIND {level} AS {start}", *hop, f"RETURN DISTINCT {end}"], after)

    def _hop(self, step: Step, start: str) -> tuple[str, list[str]]:
        """From the thing `start` to another over a standing relation."""
        m, r, n, end = (self._new(one) for one in "mrnt")
        return end, [
            f"MATCH ({m}:Entity {{namespace: $ns, canonical_id: {start}.id}}){_arrow(step.direction, r)}({n}:Entity)",
            *_where(self._standing(r, step.relations)),
            f"MATCH ({end}:Entity {{namespace: $ns, id: {n}.canonical_id}})",
        ]

    # ---------------------------------------------------------------------------------------------- the conditions

    def _holding(self, t: str, type: str, conditions: Iterable[Condition]) -> list[str]:
        tests = [self._of_type(f"{t}.id", type)] if type else []
        for c in conditions:
            tests += self._value(t, c) if isinstance(c, Value) else [self._linked(t, c)]
        return [f"WITH DISTINCT {self._keep}{t}", *_where(tests)]

    def _standing(self, relation: str, types: Sequence[str]) -> list[list[str]]:
        of_type = [[f"{relation}.type IN {self._param('relations', sorted(set(types)))}"]] if types else []
        return [*of_type, [f"NOT {relation}.id IN corrected"]]

    def _value(self, t: str, condition: Value) -> list[list[str]]:
        stated = self._stated(t, condition.name, condition.value)
        if condition.holds:
            return [stated]
        others = [self._stated(t, condition.name, "")] if condition.value else []
        return [["NOT", *stated], *others]

    def _stated(self, t: str, attribute: str, wanted: str) -> list[str]:
        """A value ("": any) is stated, and by no later page another."""
        m, o, d, e, p, q = (self._new(one) for one in "modepq")
        name = self._param("attribute", attribute)
        is_value = [[f"toLower(trim({d}.value)) = {self._param('value', same_value(wanted))}"]] if wanted else []
        later = [
            f"MATCH ({o}:Entity {{namespace: $ns, canonical_id: {t}.id}})<-[{e}:DESCRIBES]-({q}:Passage)",
            f"WHERE {e}.name = {name}",
            *self._periods("", f"{p}.at, {q}.at"),
            "WHERE coalesce(period[1].start >= period[0].end, period[1] IS NOT NULL AND period[0] IS NULL)",
            "RETURN 1",
        ]
        return _exists(
            f"MATCH ({m}:Entity {{namespace: $ns, canonical_id: {t}.id}})<-[{d}:DESCRIBES]-({p}:Passage)",
            *_where([[f"{d}.name = {name}"], *is_value, ["NOT", *_exists(*later)]]),
        )

    def _linked(self, t: str, condition: Linked) -> list[str]:
        if condition.least > 1:
            least = self._param("least", condition.least)
            return [*self._number(t, condition), f"{'>=' if condition.holds else '<'} {least}"]
        _, lines = self._links(t, condition)
        return _exists(*lines) if condition.holds else ["NOT", *_exists(*lines)]

    def _links(self, t: str, condition: Linked) -> tuple[str, list[str]]:
        """(the name at the other end, the match of all relations that meet the condition)"""
        m, r, n = (self._new(one) for one in "mrn")
        tests = self._standing(r, condition.relations)
        tests += [self._of_type(f"{n}.canonical_id", condition.type)] if condition.type else []
        tests += [self._is_one_of(f"{n}.canonical_id", condition.things)] if condition.things else []
        match = (
            f"MATCH ({m}:Entity {{namespace: $ns, canonical_id: {t}.id}}){_arrow(condition.direction, r)}({n}:Entity)"
        )
        return n, [match, *_where(tests)]

    def _number(self, t: str, condition: Linked) -> list[str]:
        """To how many things it has such relations."""
        n, lines = self._links(t, condition)
        return ["COUNT {", *(f"  {line}" for line in [*lines, f"RETURN DISTINCT {n}.canonical_id"]), "}"]

    def _first(self, t: str, ranked: Linked) -> list[str]:
        """Of the things so far, those with the most such relations (or the fewest)."""
        number = self._number(t, ranked)
        best, some = ("max", " AND best > 0") if ranked.holds else ("min", "")
        return [
            f"WITH DISTINCT {self._keep}{t}",
            f"WITH {t}, {number[0]}",
            *(f"  {line}" for line in number[1:-1]),
            "} AS links",
            f"WITH collect([{t}, links]) AS counted, {best}(links) AS best",
            f"UNWIND [one IN counted WHERE one[1] = best{some} | one[0]] AS {t}",
        ]

    def _of_type(self, thing: str, type: str) -> list[str]:
        """Any name of the thing (an expression for its canonical id) has the type or one below it."""
        return self._some_name(thing, "type", self._types(type))

    def _is_one_of(self, thing: str, ids: Iterable[str]) -> list[str]:
        return self._some_name(thing, "id", self._param("named", sorted(set(ids))))

    def _some_name(self, thing: str, field: str, values: str) -> list[str]:
        m = self._new("m")
        return _exists(f"MATCH ({m}:Entity {{namespace: $ns, canonical_id: {thing}}}) WHERE {m}.{field} IN {values}")

    def _periods(self, keep: str, times: str) -> list[str]:
        """`period`: for each of the ISO 8601 texts its start and end, as in `memkit.facts.period`."""
        self._params["dated"] = DATED.pattern
        return [
            f"WITH {keep}{', ' if keep else ''}[at IN [{times}] | CASE WHEN at =~ $dated THEN",
            "  {start: datetime(replace(at, ' ', 'T')), end: datetime(replace(at, ' ', 'T')) + CASE size(at)",
            "  WHEN 4 THEN duration('P1Y') WHEN 7 THEN duration('P1M') WHEN 10 THEN duration('P1D')",
            "  ELSE duration({microseconds: 1}) END} END] AS period",
        ]

    # ------------------------------------------------------------------------------------ parameters and variables

    def _types(self, type: str) -> str:
        return self._param("types", list(self._ontology.subtypes(type)))

    def _param(self, what: str, value: Any) -> str:
        """`$what`, with a number where that name is taken by another value."""
        name, n = what, 1
        while self._params.setdefault(name, value) != value:
            n += 1
            name = f"{what}{n}"
        return f"${name}"

    def _new(self, what: str) -> str:
        self._used += 1
        return f"{what}{self._used}"


def _followed(plan: Plan) -> Iterable[Sequence[str]]:
    """The relation types of each place that follows relations."""
    places = (plan.conditions, *(step.conditions for step in plan.steps), (plan.ranked,) if plan.ranked else ())
    yield from (step.relations for step in plan.steps)
    yield from (c.relations for conditions in places for c in conditions if isinstance(c, Linked))


def _arrow(direction: str, relation: str) -> str:
    before, after = {"out": ("-", "->"), "in": ("<-", "-")}.get(direction, ("-", "-"))
    return f"{before}[{relation}:RELATED_TO]{after}"


# ------------------------------------------------------------------------------------------------------------ layout


def _where(tests: Sequence[Sequence[str]]) -> list[str]:
    """WHERE all the tests, each of one or more lines ("NOT" alone goes before what follows it)."""
    lines: list[str] = []
    for test in tests:
        first, *rest = [f"NOT {test[1]}", *test[2:]] if test[0] == "NOT" else test
        lines += [f"{'  AND' if lines else 'WHERE'} {first}", *(f"  {line}" for line in rest)]
    return lines


def _exists(*lines: str) -> list[str]:
    return ["EXISTS {", *(f"  {line}" for line in lines), "}"]


def _collect(before: str, lines: Sequence[str], name: str) -> list[str]:
    return [f"{before} COLLECT {{", *(f"  {line}" for line in lines), f"}} AS {name}"]


def _literal(value: str | Sequence[str]) -> str:
    """A text or list of texts as a Cypher literal. Characters that the Browser or cypher-shell would read as their own
    ("$" ends its parameters, ";" a statement) are written as escapes, which stand for data only."""
    if isinstance(value, str):
        return re.sub(r"[$;{}`/]", lambda match: f"\\u{ord(match.group()):04x}", json.dumps(value, ensure_ascii=False))
    return f"[{', '.join(map(_literal, value))}]"
