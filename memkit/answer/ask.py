"""The journey of a question: route, plan or retrieve, context, synthesis, citations checked, answer or refusal."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from memkit.answer.base import Part, Synthesizer
from memkit.answer.citations import Checked, check_draft
from memkit.answer.context import Context
from memkit.answer.gather import Finder, Found, Walked, spellings, surfaces, walk
from memkit.answer.grounded import GroundedAnswer
from memkit.answer.question import WORDED
from memkit.answer.superseded import overtaken
from memkit.embed import Embedder
from memkit.errors import OutOfScope
from memkit.extract import Ontology
from memkit.model import Rows, check_count, check_text
from memkit.plan.base import Planned, Planner
from memkit.plan.plan import MAX_HOPS
from memkit.plan.planner import LONGEST_QUESTION, check_question
from memkit.plan.route import Route
from memkit.plan.run import Way
from memkit.store import Store

#: question -> (what lasting states answer it with, how it was read); None for a question about no lasting state.
Told = Callable[[str], tuple[Walked, str] | None]
#: (question, what became of it in planning, how many things its plan finds, None without one) -> (route, degraded).
Router = Callable[[str, Planned, int | None], tuple[Route, list[str]]]


@dataclass(slots=True)
class Asker:
    """Answers questions over one store.

    `router` decides from a question and what became of it in planning. `embedder` is loaded only when passages are
    retrieved; `degraded` then says what it stands in for. `told` answers questions about what lasts (memkit.lasting).
    """

    store: Store
    ontology: Ontology
    planner: Planner
    router: Router
    finder: Finder
    synthesizer: Synthesizer
    embedder: Callable[[], Embedder]
    degraded: Callable[[], list[str]] = field(default=list)
    told: Told | None = None

    def ask(self, question: str, *, k: int, max_hops: int) -> GroundedAnswer:
        """Raises InputError for arguments that cannot be used, OutOfScope for a question without evidence."""
        started = time.perf_counter()
        question = check_question(question)
        check_text(question, "question")
        if not re.search(r"\w", question):
            raise OutOfScope("the question has no word")
        check_count(k, "k")
        check_count(max_hops, "max_hops")
        if (told := self.told and self.told(question)) is not None:
            walked, reason = told
            planned, route, rerouted = Planned(None, reason, asks="set"), Route("GRAPH", reason), []
        else:
            planned = self.planner.plan(question)
            walked = walk(self.store, self.ontology, planned, max_hops)
            route, rerouted = self.router(question, planned, len(walked.ways) if walked.ran else None)
        if route.route == "REFUSE" and not self._may_be_said(question, planned):
            raise OutOfScope("; ".join([route.reason, *walked.notes]))
        if route.route == "GRAPH" and walked.ran and not walked.ways and not walked.none:
            raise OutOfScope(f"nothing in memory states an answer ({planned.reason})")
        if route.route in ("VECTOR", "REFUSE"):
            walked = Walked(notes=walked.notes)
        needs_passages = route.route != "GRAPH" or not walked.ran
        found = self.finder.find(question, planned, k, self.embedder()) if needs_passages else Found()
        if route.route == "REFUSE" and found.lacking:
            raise OutOfScope("; ".join([route.reason, *walked.notes]))
        context = self._context(question, planned, walked, found)
        form, checked, redrafted = self._synthesize(context)
        notes = [*walked.notes, *checked.notes]
        if not checked.parts:
            raise OutOfScope("; ".join(["nothing that was found can be cited", *notes]))
        embedded = self.degraded() if found.hits else []
        answer, items = _said(form, checked.parts, walked)
        gone = overtaken(self.store, [citation.passage_id for citation in checked.citations])
        notes += [one.said for one in gone]
        if form == "text":
            answer = " ".join([answer, *(one.said for one in gone)])
        return GroundedAnswer(
            question=question,
            answer=answer,
            citations=Rows([*checked.citations, *(citation for one in gone for citation in one.citations())]),
            items=items,
            routing_used=_used(walked, found),
            graph_paths=Rows(walked.ways),
            vector_passages=Rows(found.hits),
            notes=notes,
            degraded=list(dict.fromkeys([*planned.degraded, *rerouted, *embedded, *redrafted])),
            latency_ms=1000 * (time.perf_counter() - started),
        )

    def ways(self, question: str) -> tuple[list[Way], list[str]]:
        """(what the question's plan leads over, what ran degraded); nothing for a question without a plan."""
        if len(question) > LONGEST_QUESTION:
            return [], []
        planned = self.planner.plan(question)
        return walk(self.store, self.ontology, planned, MAX_HOPS).ways, list(planned.degraded)

    def _may_be_said(self, question: str, planned: Planned) -> bool:
        """Can passages answer a question that the router refuses? Not if it names what is unknown, or asks for things
        by a relation that nothing states. But a question for a definition, a reason or a time may have been misread as
        a plan, as may one with nouns that the plan passes over, and where the corpus lacks words of a question,
        passages may still say enough in others."""
        if planned.unknown or planned.impossible:
            return False
        read = self.finder.read(question, planned)
        if planned.plan is not None:
            return read.kind in WORDED or bool(planned.passed_over)
        return read.asks_what_it_is or bool(read.terms)

    def _context(self, question: str, planned: Planned, walked: Walked, found: Found) -> Context:
        stated = [s for way in walked.ways for s in way.statements] + walked.none
        things = {id for s in stated for id in (s.source_id, s.target_id)}
        return Context(
            question=question,
            planned=planned,
            ways=walked.ways,
            count=walked.count,
            none=walked.none,
            evidence=self.store.get("Passage", walked.passages),
            passages=found.passages,
            sentences=found.sentences,
            lacking="; ".join([found.lacking, *walked.notes]) if found.lacking else "",
            spellings=spellings(self.store, self.ontology, things | set(planned.things)),
            surfaces=surfaces(self.store, walked.passages),
        )

    def _synthesize(self, context: Context) -> tuple[str, Checked, list[str]]:
        """(form, what holds of the draft, degraded). A draft that cites what was not retrieved is made once more, with
        the passages that may be cited; what is still wrong then is dropped."""
        draft = self.synthesizer.synthesize(context)
        checked = check_draft(draft, context.citable)
        if checked.foreign:
            draft = self.synthesizer.synthesize(context, allowed=list(context.citable))
            checked = check_draft(draft, context.citable)
        return draft.form, checked, draft.degraded


def _said(form: str, parts: list[Part], walked: Walked) -> tuple[str, list[str]]:
    """(answer, items) of the parts that hold."""
    texts = list(dict.fromkeys(part.text for part in parts))
    if form == "none":
        return "0", ["0"]
    if form == "count":
        return str(len(parts)), [str(len(parts))]
    if form == "names":
        return ", ".join(sorted(texts)), sorted(texts)
    if form == "path":
        return "; ".join(texts), sorted({way.name for way in walked.ways})
    return " ".join(texts), []


def _used(walked: Walked, found: Found) -> str:
    """The route that the answer came by."""
    if walked.ways or walked.none:
        return "HYBRID" if found.hits else "GRAPH"
    return "VECTOR"
