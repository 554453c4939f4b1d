"""A plan as one parameterised Cypher statement: the rows that `run_plan` gives, in the same order, from Neo4j alone.

The text depends only on the plan's form (steps, directions, kinds of conditions). Whatever comes from a question or a
page (names, ids, types of relations and things, attributes, values) is a parameter, so nothing can be injected. Needs
Neo4j 5.6 or newer (COLLECT subqueries).

In the text `t` is a thing (the node whose id is the canonical id), `m` one of its names, `r` a relation, `n` the name
at its other end; `corrected` holds the ids of relations that do not stand, by the rule of `memkit.facts`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.extract.ontology import Ontology
from memkit.facts import DATED
from memkit.model import Result
from memkit.plan.plan import Condition, Linked, Plan, Step, Value, same_value


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
        lines += self._start(plan)
        if plan.ends:
            lines += self._path(plan.steps[0], plan.ends)
        else:
            for step in plan.steps:
                lines += self._step(step)
        if plan.others:
            lines += ["WITH t", f"WHERE NOT {self._is_one_of('t.id', plan.things)}"]
        if plan.count:
            lines.append("RETURN count(DISTINCT t) AS count")
        else:
            lines += ["RETURN DISTINCT t.id AS id, t.name AS name, t.type AS type", "ORDER BY name, id"]
        return Statement("\n".join(lines), self._params)

    # -------------------------------------------------------------------------------------------------- the pieces

    def _corrected(self, plan: Plan) -> list[str]:
        """Once for all: the relations that a denial in another passage corrects."""
        followed = list(_followed(plan))
        if not followed:
            return []
        self._keep = "corrected, "
        self._params["dated"] = DATED.pattern
        types = sorted({type for relations in followed for type in relations})
        of_type = f" AND d.type IN {self._param('denied', types)}" if all(followed) else ""
        return [
            "CALL {",
            "  MATCH (s:Entity)-[d:NOT_RELATED_TO]->(o:Entity)",
            f"  WHERE d.namespace = $ns AND d.id IS NOT NULL{of_type}",
            "  MATCH (:Entity {namespace: $ns, canonical_id: s.canonical_id})-[r:RELATED_TO]->"
            "(:Entity {namespace: $ns, canonical_id: o.canonical_id})",
            "  WHERE r.type = d.type AND r.passage_id <> d.passage_id",
            "  OPTIONAL MATCH (p:Passage {namespace: $ns, id: r.passage_id})",
            "  OPTIONAL MATCH (q:Passage {namespace: $ns, id: d.passage_id})",
            f"  WITH r, d, {_start('p.at')} AS stated, {_end('p.at')} AS stated_end,",
            f"    {_start('q.at')} AS page, {_end('q.at')} AS page_end,",
            f"    {_start('d.at')} AS said, {_end('d.at')} AS said_end",
            "  WITH r, d, stated, stated_end, CASE WHEN page IS NULL OR said_end > page_end"
            " OR (said_end = page_end AND said > page)",
            "    THEN [said, said_end] ELSE [page, page_end] END AS denied",
            "  WHERE CASE WHEN d.former = 1 THEN NOT coalesce(stated >= denied[1], false)",
            "    ELSE coalesce(denied[0] >= stated_end, false) END",
            "  RETURN collect(DISTINCT r.id) AS corrected",
            "}",
        ]

    def _start(self, plan: Plan) -> list[str]:
        if plan.things:
            wanted = f"IN {self._param('things', sorted(set(plan.things)))}"
            wanted = f"m.id {wanted}"
        elif plan.type:
            wanted = f"m.type IN {self._types(plan.type)}"
        else:
            wanted = "m.id IS NOT NULL"
        conditions = [*self._of_type("t.id", plan.type if plan.things else ""), *self._conditions(plan.conditions)]
        return [
            f"MATCH (m:Entity) WHERE m.namespace = $ns AND {wanted}",
            "MATCH (t:Entity {namespace: $ns, id: m.canonical_id})",
            f"WITH DISTINCT {self._keep}t",
            *_where(conditions),
        ]

    def _step(self, step: Step) -> list[str]:
        conditions = [*self._of_type("t.id", step.type), *self._conditions(step.conditions)]
        if step.most == 1:
            lines = [f"WITH {self._keep}t AS f", *self._hop(step, "f", "t")]
        else:
            lines = [f"WITH {self._keep}collect(t) AS at0"]
            for times in range(1, step.most + 1):
                lines += [f"WITH *, {self._onward(step, f'at{times - 1}')} AS at{times}"]
            lines.append(f"UNWIND {' + '.join(f'at{times}' for times in range(step.least, step.most + 1))} AS t")
        return [*lines, f"WITH DISTINCT {self._keep}t", *_where(conditions)]

    def _path(self, step: Step, ends: Sequence[str]) -> list[str]:
        """Outward level by level until an end is there, then back along what led to it."""
        named = self._param("ends", sorted(set(ends)))
        lines = [
            f"WITH {self._keep}collect(t) AS at0",
            "WITH *, COLLECT { MATCH (m:Entity) WHERE m.namespace = $ns AND m.id IN "
            f"{named} RETURN DISTINCT m.canonical_id }} AS ends",
        ]
        for times in range(1, step.most + 1):
            last = f"at{times - 1}"
            lines.append(f"WITH *, [t IN {last} WHERE t.id IN ends] AS end{times - 1}")
            lines.append(f"WITH *, CASE WHEN end{times - 1} = [] THEN {last} ELSE [] END AS from{times}")
            lines.append(f"WITH *, {self._onward(step, f'from{times}')} AS at{times}")
        lines.append(f"WITH *, [t IN at{step.most} WHERE t.id IN ends] AS back{step.most}")
        for times in range(step.most - 1, -1, -1):
            hop = " ".join(self._hop(step, "f", "t"))
            back = f"COLLECT {{ UNWIND at{times} AS f {hop} WITH f, t WHERE t IN back{times + 1} RETURN DISTINCT f }}"
            lines.append(f"WITH *, end{times} + {back} AS back{times}")
        lines.append(f"UNWIND {' + '.join(f'back{times}' for times in range(step.most + 1))} AS t")
        return [*lines, "WITH DISTINCT t"]

    def _onward(self, step: Step, level: str) -> str:
        return f"COLLECT {{ UNWIND {level} AS f {' '.join(self._hop(step, 'f', 't'))} RETURN DISTINCT t }}"

    def _hop(self, step: Step | Linked, start: str, end: str) -> list[str]:
        """From the thing in one variable to those of another, over a standing relation."""
        n = self._next()
        arrow = _arrow(step.direction, f"r{n}")
        return [
            f"MATCH (m{n}:Entity {{namespace: $ns, canonical_id: {start}.id}}){arrow}(n{n}:Entity)",
            *_where(self._standing(f"r{n}", step.relations)),
            f"MATCH ({end}:Entity {{namespace: $ns, id: n{n}.canonical_id}})",
        ]

    def _standing(self, relation: str, types: Sequence[str]) -> list[str]:
        of_type = [f"{relation}.type IN {self._param('relations', sorted(set(types)))}"] if types else []
        return [*of_type, f"NOT {relation}.id IN corrected"]

    # ---------------------------------------------------------------------------------------------- the conditions

    def _conditions(self, conditions: Iterable[Condition]) -> list[str]:
        return [self._value(c) if isinstance(c, Value) else self._linked(c) for c in conditions]

    def _value(self, condition: Value) -> str:
        """Stated, and by no later page otherwise."""
        n, self._params["dated"] = self._next(), DATED.pattern
        name = self._param("attribute", condition.name)
        value = self._param("value", same_value(condition.value))
        return (
            f"EXISTS {{ MATCH (m{n}:Entity {{namespace: $ns, canonical_id: t.id}})<-[d{n}:DESCRIBES]-(p{n}:Passage)"
            f" WHERE d{n}.name = {name} AND toLower(trim(d{n}.value)) = {value} AND NOT EXISTS {{"
            f" MATCH (o{n}:Entity {{namespace: $ns, canonical_id: t.id}})<-[e{n}:DESCRIBES]-(q{n}:Passage)"
            f" WHERE e{n}.name = {name} AND coalesce({_start(f'q{n}.at')} >= {_end(f'p{n}.at')},"
            f" q{n}.at =~ $dated AND NOT p{n}.at =~ $dated) }} }}"
        )

    def _linked(self, condition: Linked) -> str:
        n = self._next()
        there = [
            *self._standing(f"r{n}", condition.relations),
            *self._of_type(f"n{n}.canonical_id", condition.type),
            *([self._is_one_of(f"n{n}.canonical_id", condition.things)] if condition.things else []),
        ]
        return (
            f"{'' if condition.holds else 'NOT '}EXISTS {{ MATCH (m{n}:Entity {{namespace: $ns, canonical_id: t.id}})"
            f"{_arrow(condition.direction, f'r{n}')}(n{n}:Entity) WHERE {' AND '.join(there)} }}"
        )

    def _of_type(self, thing: str, type: str) -> list[str]:
        """Any name of the thing (an expression for its canonical id) has the type or one below it."""
        if not type:
            return []
        n = self._next()
        return [
            f"EXISTS {{ MATCH (o{n}:Entity {{namespace: $ns, canonical_id: {thing}}})"
            f" WHERE o{n}.type IN {self._types(type)} }}"
        ]

    def _is_one_of(self, thing: str, ids: Iterable[str]) -> str:
        n = self._next()
        return (
            f"EXISTS {{ MATCH (o{n}:Entity {{namespace: $ns, canonical_id: {thing}}})"
            f" WHERE o{n}.id IN {self._param('named', sorted(set(ids)))} }}"
        )

    # -------------------------------------------------------------------------------------------------- parameters

    def _types(self, type: str) -> str:
        return self._param("types", list(self._ontology.subtypes(type)))

    def _param(self, what: str, value: Any) -> str:
        """`$what`, with a number where that name is taken by another value."""
        name, n = what, 1
        while self._params.setdefault(name, value) != value:
            n += 1
            name = f"{what}{n}"
        return f"${name}"

    def _next(self) -> int:
        self._used += 1
        return self._used


def _followed(plan: Plan) -> Iterable[Sequence[str]]:
    """The relation types of each place that follows relations."""
    places = (plan.conditions, *(step.conditions for step in plan.steps))
    yield from (step.relations for step in plan.steps)
    yield from (c.relations for conditions in places for c in conditions if isinstance(c, Linked))


def _where(conditions: Sequence[str]) -> list[str]:
    return [f"WHERE {' AND '.join(conditions)}"] if conditions else []


def _arrow(direction: str, relation: str) -> str:
    return {"out": f"-[{relation}:RELATED_TO]->", "in": f"<-[{relation}:RELATED_TO]-"}.get(
        direction, f"-[{relation}:RELATED_TO]-"
    )


def _start(at: str) -> str:
    """The beginning of the period that an ISO 8601 text names, null for anything else; `_end` its end."""
    return f"CASE WHEN {at} =~ $dated THEN datetime(replace({at}, ' ', 'T')) END"


def _end(at: str) -> str:
    length = (
        f"CASE size({at}) WHEN 4 THEN duration('P1Y') WHEN 7 THEN duration('P1M') WHEN 10 THEN duration('P1D')"
        " ELSE duration({microseconds: 1}) END"
    )
    return f"CASE WHEN {at} =~ $dated THEN datetime(replace({at}, ' ', 'T')) + {length} END"


def _literal(value: str | Sequence[str]) -> str:
    """A text or list of texts as a Cypher literal. Characters that the Browser or cypher-shell would read as their own
    ("$" ends its parameters, ";" a statement) are written as escapes, which stand for data only."""
    if isinstance(value, str):
        return re.sub(r"[$;{}`/]", lambda match: f"\\u{ord(match.group()):04x}", json.dumps(value, ensure_ascii=False))
    return f"[{', '.join(map(_literal, value))}]"
