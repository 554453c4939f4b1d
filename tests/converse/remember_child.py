"""Remember for ever on one file, saying a line after each call: to be killed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from silent import SilentExtractor

from memkit import Memory, Settings

PEOPLE = ("Ana Costa", "Bo Lind", "@ana", "Cy Moss", "Bo L.")
PLACES = ("the canteen", "the harbour", "the park", "the roof")
STANCES = ("proposes", "disagrees", "supports", "proposes", "withdraws")


def open_memory(path: str) -> Memory:
    return Memory(path, settings=Settings(embedder="hash", cache_dir=""), extractor=SilentExtractor())


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
