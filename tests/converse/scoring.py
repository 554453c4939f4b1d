"""Acts found against acts labelled, whatever decision they are about: (turn, person, act) as multisets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from memkit.converse.base import Said, Turn
from memkit.converse.people import find_people


def turns_of(conversation: Mapping) -> list[Turn]:
    return [Turn(t["n"], t["speaker"], t["at"], t["text"]) for t in conversation["turns"]]


def compare(conversation: Mapping, said: Sequence[Said]) -> tuple[Counter, Counter]:
    """(gold, found): counts of (n, person, act), persons by the one name they have in this conversation."""
    turns = turns_of(conversation)
    speakers = {turn.n: turn.speaker for turn in turns}
    spellings = [
        *speakers.values(),
        *(s.person for s in said if s.person),
        *(a["person"] for a in conversation["labels"]["turns"]),
    ]
    people = find_people(spellings, conversation.get("people", ()))
    gold = Counter((a["n"], people.of(a["person"]), a["act"]) for a in conversation["labels"]["turns"])
    found = Counter((s.n, people.of(s.person or speakers[s.n]), s.act) for s in said)
    return gold, found


def scores(pairs: Sequence[tuple[Counter, Counter]]) -> dict[str, float]:
    """Precision, recall and F1 over all conversations."""
    right = sum((gold & found).total() for gold, found in pairs)
    gold, found = sum(g.total() for g, _ in pairs), sum(f.total() for _, f in pairs)
    precision, recall = right / max(found, 1), right / max(gold, 1)
    return {"precision": precision, "recall": recall, "f1": 2 * right / max(gold + found, 1)}
