"""A question's gold derivation (data/meridian/README.md) as a plan: plans are tested without a planner."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from gold_store import entity_id

from memkit.plan.plan import Linked, Plan, Step, Value, shape_of


def derived_questions(folder: Path) -> list[dict[str, Any]]:
    """The questions of a wiki whose answer is derived, refusals with an empty answer among them."""
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [question for question in map(json.loads, lines) if "derivation" in question]


def plan_of(derivation: dict[str, Any]) -> Plan:
    """The same start, steps and filters; `with` and `without` hold one relation and sometimes the type it leads to."""
    start, steps = derivation["start"], [Step()]  # the first is no step: it gathers what is asked of the start
    steps[0] = replace(steps[0], type=start["type"] if isinstance(start, dict) else "")
    for one in derivation["steps"]:
        if isinstance(one, str):
            steps.append(Step((one.removeprefix("^"),), _direction(one)))
            continue
        ((kind, wanted),) = one.items()
        if kind == "type":
            steps[-1] = replace(steps[-1], type=wanted)
        elif kind == "where":
            values = (Value(name, value) for name, value in wanted.items())
            steps[-1] = replace(steps[-1], conditions=(*steps[-1].conditions, *values))
        else:
            relation, *rest = wanted
            type = rest[0]["type"] if rest else ""
            linked = Linked((relation.removeprefix("^"),), _direction(relation), type, holds=kind == "with")
            steps[-1] = replace(steps[-1], conditions=(*steps[-1].conditions, linked))
    things = () if isinstance(start, dict) else tuple(map(entity_id, start))
    first, *others = steps
    plan = Plan("", things, first.type, first.conditions, tuple(others), count=derivation.get("count", False))
    return replace(plan, shape=shape_of(plan))


def _direction(step: str) -> str:
    return "in" if step.startswith("^") else "out"
