"""Is what is said really stated by what is cited? No claim reaches an answer before this has looked at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memkit.answer.base import Claim, Draft, Part, Source
from memkit.answer.grounded import Citation
from memkit.answer.question import words
from memkit.model import Passage
from memkit.retrieve.bm25 import is_unspaced


@dataclass(frozen=True, slots=True)
class Checked:
    """What is left of a draft: the `parts` that hold, their `citations`, a note for each that was dropped, and the ids
    that were cited but never retrieved (`foreign`)."""

    parts: list[Part] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)


def check_draft(draft: Draft, passages: Mapping[str, Passage]) -> Checked:
    """Keep the parts that have a line of support all of whose claims hold; `passages` are those that were retrieved.

    A claim holds if at least one of its sources passes `problem`; sources that do not are left out.
    """
    checked = Checked()
    cited: dict[Citation, None] = {}
    for part in draft.parts:
        lines = [[_holding(claim, passages) for claim in line] for line in part.supports]
        sound = next((line for line in lines if line and all(citations for citations, _ in line)), None)
        wrong = [problem for line in lines for _, problems in line for problem in problems]
        checked.foreign.extend(
            s.passage_id for line in part.supports for c in line for s in c.sources if s.passage_id not in passages
        )
        if sound is None:
            why = wrong[0] if wrong else "it has no source"
            checked.notes.append(f"left out {part.text!r}: {why}")
            continue
        checked.parts.append(part)
        cited.update(dict.fromkeys(citation for citations, _ in sound for citation in citations))
    checked.citations.extend(cited)
    return checked


def _holding(claim: Claim, passages: Mapping[str, Passage]) -> tuple[list[Citation], list[str]]:
    """The citations of a claim that hold, and what is wrong with the others."""
    citations, problems = [], []
    for source in claim.sources:
        wrong = problem(claim, source, passages)
        if wrong:
            problems.append(wrong)
            continue
        passage = passages[source.passage_id]
        citations.append(Citation(claim.text, passage.id, passage.source, passage.title, source.quote))
    return citations, problems


def problem(claim: Claim, source: Source, passages: Mapping[str, Passage]) -> str:
    """Why this source does not bear the claim; "" if it does.

    It has to be retrieved; the words quoted have to stand in it; and everything that the claim names has to stand in
    its text or title, under one of its spellings.
    """
    passage = passages.get(source.passage_id)
    if passage is None:
        return f"it cites {source.passage_id!r}, which was not retrieved"
    where = f"{passage.id} ({passage.title or passage.source})"
    if source.quote and " ".join(source.quote.split()) not in " ".join(passage.text.split()):
        return f"the words {source.quote!r:.80} do not stand in {where}"
    for spellings in claim.names:
        if not any(names_it(spelling, passage) for spelling in spellings):
            what = spellings[0] if spellings else "a thing without a name"
            return f"{where} does not name {what!r}"
    return ""


def names_it(spelling: str, passage: Passage) -> bool:
    """Does the passage, or its title, have this name as whole words (case, accents and marks between words apart)?"""
    return stands_in(spelling, passage.title) or stands_in(spelling, passage.text)


def stands_in(name: str, text: str) -> bool:
    """Does the text have the name as whole words? Scripts that put no space between words are compared by letters."""
    wanted, found = words(name), words(text)
    if not wanted:
        return False
    if is_unspaced(name):
        return "".join(wanted) in "".join(found)
    return any(found[i : i + len(wanted)] == wanted for i in range(len(found) - len(wanted) + 1))
