"""Questions that a transcript's labels answer: who objected, where somebody stands, what stands, what became of it.

Each is asked about one decision in the words of its label. `evidence` are the turns that the answer rests on: who never
guesses must have seen one turn of each of its sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eval.datasets.transcripts import Transcript
from memkit.converse import Act, Option

KINDS = ("objected", "position", "stands", "replaced", "status")
#: The answer for who withdrew, and by who finds no position.
NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Question:
    """`about` are the words for the decision, or for the topic where `kind` is "stands"; `person` is "" where nobody is
    named. `answer` are names ("objected"), one stance or NEITHER ("position"), keys of decisions ("stands",
    "replaced") or one status ("status")."""

    id: str
    conversation: str
    kind: str
    text: str
    about: str
    answer: frozenset[str]
    evidence: tuple[frozenset[int], ...]
    person: str = ""


def questions(transcript: Transcript) -> list[Question]:
    """All questions of a transcript. None has an empty answer: who asks who objected knows that somebody did."""
    found: list[Question] = []
    for kind, text, about, person, answer, evidence in (*_of_decisions(transcript), *_of_topics(transcript)):
        id = f"{transcript.id}#{len(found) + 1}"
        found.append(Question(id, transcript.id, kind, text, about, frozenset(answer), tuple(evidence), person))
    return found


_Row = tuple[str, str, str, str, list[str], list[frozenset[int]]]


def _of_decisions(transcript: Transcript) -> Iterator[_Row]:
    acts = sorted(transcript.gold.turns, key=lambda act: act.n)
    stances = {(p.person, p.decision): p.stance for p in transcript.gold.positions}
    for option in transcript.gold.decisions:
        about = option.statement.rstrip(".")
        against = [person for (person, key), stance in stances.items() if key == option.key and stance == "disagrees"]
        if against:
            evidence = [_turns(acts, option.key, "disagrees", person=person) for person in against]
            yield "objected", f"Who is against this: {about}?", about, "", against, evidence
        for person, last in {act.person: act.n for act in acts if act.decision == option.key}.items():
            stance = stances.get((person, option.key), NEITHER)
            text = f"Where does {person} stand on this: {about}?"
            yield "position", text, about, person, [stance], [frozenset({last})]
        later = [other for other in transcript.gold.decisions if option.key in other.supersedes]
        settled = [_turns(acts, other.key, "decides") for other in later]
        if later:
            yield "replaced", f"What took the place of this: {about}?", about, "", [o.key for o in later], settled
        text = f"Does this stand, was it replaced or withdrawn, or is it open: {about}?"
        yield "status", text, about, "", [option.status], _ending(option, acts, settled)


def _of_topics(transcript: Transcript) -> Iterator[_Row]:
    acts, options = transcript.gold.turns, transcript.gold.decisions
    for topic in dict.fromkeys(option.topic for option in options):
        keys = [option.key for option in options if option.topic == topic and option.status == "current"]
        if keys:
            evidence = [_turns(acts, key, "decides", "reaffirms") for key in keys]
            yield "stands", f"What stands now about {topic}?", topic, "", keys, evidence


def _ending(option: Option, acts: list[Act], settled: list[frozenset[int]]) -> list[frozenset[int]]:
    """The turns that gave the decision its status."""
    if settled:
        return settled
    return [_turns(acts, option.key, {"current": "decides", "withdrawn": "withdraws"}.get(option.status, "proposes"))]


def _turns(acts: list[Act], key: str, *kinds: str, person: str = "") -> frozenset[int]:
    """Turns with an act of these kinds on the decision (by the person); where it has none, those with any act on it."""
    on_it = [act for act in acts if act.decision == key]
    found = [act.n for act in on_it if act.act in kinds and person in ("", act.person)]
    return frozenset(found or [act.n for act in on_it])
