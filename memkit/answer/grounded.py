"""What `ask` returns: an answer, each claim with the passage that states it, and how it was found."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from memkit.model import Result, Rows
from memkit.plan.run import Way
from memkit.retrieve import PassageHit


@dataclass(frozen=True, slots=True)
class Citation(Result):
    """`claim` in words, and the passage that states it: its id, its source and title, and the words `quote` of it."""

    claim: str
    passage_id: str
    source: str
    title: str
    quote: str


@dataclass(frozen=True, slots=True)
class GroundedAnswer(Result):
    """An answer all of which is cited.

    `items` are the bare names, sorted, when things were asked for (a count has one item, its digits; a sentence none).
    `routing_used` is VECTOR, GRAPH or HYBRID; `graph_paths` (Way) lead from what the question names to each
    item; `vector_passages` (PassageHit) are what retrieval brought, at most k. `notes` say what was left out and why.
    `latency_ms` is the time the answer took in milliseconds; two answers are equal whatever it is.
    """

    question: str
    answer: str
    citations: Rows[Citation]
    items: list[str]
    routing_used: str
    graph_paths: Rows[Way]
    vector_passages: Rows[PassageHit]
    notes: list[str]
    degraded: list[str] = field(default_factory=list)
    latency_ms: float = field(default=0.0, compare=False)

    def __str__(self) -> str:
        """The answer, then its numbered citations and notes, one a line."""
        lines = [self.answer, ""]
        lines += [f"[{n}] {c.claim}\n    {_place(c)}: {_quoted(c)}" for n, c in enumerate(self.citations, 1)]
        lines += [f"note: {note}" for note in self.notes]
        if self.degraded:
            lines.append(f"degraded: {', '.join(self.degraded)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """As `str`, for a notebook; texts are escaped. The time it took is left out, so that cells compare equal."""
        rows = "".join(
            f"<li>{html.escape(c.claim)}<br><small>{html.escape(_place(c))}: {html.escape(_quoted(c))}</small></li>"
            for c in self.citations
        )
        notes = [*self.notes, *([f"degraded: {', '.join(self.degraded)}"] if self.degraded else [])]
        return (
            f"<p><b>{html.escape(self.answer)}</b> <small>({html.escape(self.routing_used)})</small></p><ol>{rows}</ol>"
            + "".join(f"<p><small>{html.escape(note)}</small></p>" for note in notes)
        )


def _place(citation: Citation) -> str:
    """Where a citation leads: "title (source, passage id)"."""
    inside = ", ".join(part for part in (citation.source, citation.passage_id) if part)
    return f"{citation.title} ({inside})" if citation.title else inside


def _quoted(citation: Citation) -> str:
    return f"“{' '.join(citation.quote.split())}”"
