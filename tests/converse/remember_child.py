"""Remember for ever on one file, saying a line after each call: to be killed."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from silent import SilentExtractor

from memkit import Memory, Settings
from memkit.model import RECORD_CLASSES

PEOPLE = ("Ana Costa", "Bo Lind", "@ana", "Cy Moss", "Bo L.")
PLACES = ("the canteen", "the harbour", "the park", "the roof")
STANCES = ("proposes", "disagrees", "supports", "proposes", "withdraws")


def open_memory(path: str) -> Memory:
    return Memory(path, settings=Settings(embedder="hash", cache_dir=""), extractor=SilentExtractor())


def contents(memory: Memory) -> dict[str, list]:
    """All records without the time of day, which differs between two runs."""
    found: dict[str, list] = {}
    for label, cls in RECORD_CLASSES.items():
        fields = {f.name for f in dataclasses.fields(cls)} & {"created_at", "decided_at"}
        found[label] = [dataclasses.replace(r, **dict.fromkeys(fields, "")) for r in memory.store.find(label)]
    return found


def steps(memory: Memory) -> Iterator[str]:
    """An endless, fixed order of calls; yields the name of each after it returned."""
    number = 0
    while True:
        place = PLACES[(number // 5) % len(PLACES)]
        stance = STANCES[number % len(STANCES)]
        memory.remember(
            session_id=f"s{number // 20}",
            speaker=PEOPLE[number % len(PEOPLE)],
            claims=[f"Reason {number}.", "It is near."],
            topic="where we eat" if number % 7 else None,
            decision={"statement": f"We eat at {place}", "stance": stance},
            at=f"2025-01-01T00:{number // 60 % 60:02}:{number % 60:02}Z",
            tag=f"t{number}",
        )
        yield stance
        if number % 6 == 5:
            memory.forget(tag=f"t{number - 3}")
            yield "forget"
        number += 1


if __name__ == "__main__":
    for step in steps(open_memory(sys.argv[1])):
        print(step, flush=True)
