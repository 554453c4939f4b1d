"""Conversations whose acts are given, so that only the linking is tested."""

from __future__ import annotations

from memkit.converse.base import Minutes, Said, Turn
from memkit.converse.reading.reader import RuleReader


def read(*lines: tuple, people=()) -> Minutes:
    """Each line is (speaker, text, acts...), an act being its name, or (name, words that do it), or (name, words,
    person). A line that begins with a number of days is said so much later."""
    turns, said, day = [], [], 1
    for n, line in enumerate(lines, start=1):
        if isinstance(line[0], int):
            day, line = day + line[0], line[1:]
        speaker, text, *acts = line
        turns.append(Turn(n, speaker, f"2026-03-{day:02}T10:{n:02}:00", text))
        for act in acts:
            name, words, person = (act, text, "") if isinstance(act, str) else (*act, "")[:3]
            start = text.index(words)
            said.append(Said(n, person, name, start, start + len(words)))
    return RuleReader(lambda turns, people: said).read(turns, people)


def linked(minutes: Minutes) -> dict[int, list[tuple[str, str, str]]]:
    found: dict[int, list[tuple[str, str, str]]] = {}
    for act in minutes.turns:
        found.setdefault(act.n, []).append((act.person, act.act, act.decision))
    return found


def options(minutes: Minutes) -> list[tuple[str, set[int]]]:
    """(status, the turns of its acts) of each decision, in order."""
    return [(o.status, {a.n for a in minutes.turns if a.decision == o.key}) for o in minutes.decisions]
