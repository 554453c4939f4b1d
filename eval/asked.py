"""How a question became an answer: its plan in words and as a Cypher statement, the route, the way through the graph,
the cited answer or the refusal. What notebook 05 shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from eval import plot
from eval.datasets.wiki import CATEGORIES, Wiki
from memkit import Memory
from memkit.answer.build import Askers
from memkit.answer.grounded import GroundedAnswer
from memkit.errors import OutOfScope
from memkit.model import Rows
from memkit.plan.base import Planned, Planner
from memkit.plan.cypher import Statement, statement
from memkit.retrieve import Retriever

#: Things of a picture beyond which names no longer fit.
MOST_THINGS = 14


@dataclass(frozen=True)
class Asked:
    """One question. `plan` is "" and `cypher` None where it was answered without a plan; `answer` is None where it was
    refused, for the reason `refusal`."""

    question: str
    plan: str
    reason: str
    cypher: Statement | None
    answer: GroundedAnswer | None
    refusal: str = ""

    @property
    def route(self) -> str:
        return self.answer.routing_used if self.answer else "REFUSE"

    def steps(self) -> pd.DataFrame:
        """The decisions on the way, one row."""
        row = {"question": self.question, "route": self.route, "plan": self.plan or "none", "reason": self.reason}
        return pd.DataFrame([row | {"answer": self.answer.answer if self.answer else f"refused: {self.refusal}"}])

    def citations(self) -> pd.DataFrame:
        """Each claim with the passage that states it."""
        rows = self.answer.citations if self.answer else Rows()
        return pd.DataFrame(
            [{"claim": c.claim, "page": c.source, "words": " ".join(c.quote.split())} for c in rows],
            columns=["claim", "page", "words"],
        )

    def picture(self) -> plot.Picture | None:
        """The ways from what the question names to what answers it; None where the graph was not walked."""
        ways = self.answer.graph_paths if self.answer else ()
        nodes: dict[str, str] = {}
        edges: dict[tuple[str, str, str], None] = {}
        for stated in (s for way in ways for s in way.statements if s.kind != "mention"):
            target = stated.target_id or f"{stated.type}: {stated.target}"  # the value of an attribute
            if len(nodes.keys() | {stated.source_id, target}) <= MOST_THINGS:
                nodes |= {stated.source_id: stated.source, target: stated.target}
                edges[stated.source_id, stated.type, target] = None
        return plot.graph(nodes, list(edges), title=self.question) if edges else None


class Explainer:
    """Asks a memory and says how it came to its answers."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._askers = Askers(
            memory.store,
            memory.settings,
            Retriever(memory.store),
            lambda: memory.embedder,
            lambda: memory.degraded,
        )

    def ask(self, question: str, *, k: int = 5, max_hops: int = 3) -> Asked:
        """Raises InputError for what `Memory.ask` refuses to read."""
        planned = self._planner.plan(question)
        memory = self._memory
        shown = planned.plan and statement(planned.plan, memory.ontology, memory.namespace)
        try:
            answer, refusal = memory.ask(question, k=k, max_hops=max_hops), ""
        except OutOfScope as refused:
            answer, refusal = None, refused.reason
        return Asked(question, self._in_words(planned), planned.reason, shown, answer, refusal)

    def plan(self, question: str) -> str:
        """The plan of a question in words, "" without one."""
        return self._in_words(self._planner.plan(question))

    def _in_words(self, planned: Planned) -> str:
        """A plan with the names of the things in it."""
        return planned.plan.describe(self._names) if planned.plan else ""

    @property
    def _planner(self) -> Planner:
        return self._askers.current(self._memory.ontology, self._memory.extractor).planner

    @cached_property
    def _names(self) -> dict[str, str]:
        return {thing.id: thing.name for thing in self._memory.entities()}


def examples(wiki: Wiki) -> list[str]:
    """The first dev question of each category."""
    first: dict[str, str] = {}
    for question in wiki.part("dev")[0]:
        first.setdefault(question.category, question.question)
    return [first[category] for category in CATEGORIES if category in first]


def in_words(asked: Sequence[Asked], answers: pd.DataFrame) -> list[str]:
    """What was found, in sentences: `answers` are rows of eval.wiki_tables.answer_rows."""
    refused = [one for one in asked if one.answer is None]
    planned = sum(bool(one.plan) for one in asked)
    cited = sum(len(one.answer.citations) for one in asked if one.answer)
    said = [
        f"Of the {len(asked)} questions shown, {planned} were read as a plan and {len(refused)} refused; the "
        f"others' answers stand on {cited} citations."
    ]
    for kind in ("set answers", "all"):
        rows = answers[answers["category"] == kind].set_index("system")
        if len(rows):
            ours, theirs = rows.loc["memkit"], rows.loc["vector only"]
            low, high = ours["difference_low"], ours["difference_high"]
            said.append(
                f"Of {ours['n']} questions ({kind}), {ours['right']} were answered right, {theirs['right']} by the "
                f"reader without a graph: {ours['difference']:+.3f} [{low:+.3f}, {high:+.3f}], {ours['verdict']}."
            )
    return said
