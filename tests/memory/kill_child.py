"""Ingest, confirm, reject, undo and forget for ever on one file, saying a line after each: to be killed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from marked import MarkedExtractor

from memkit import Memory, Settings

PEOPLE = ["Ana Costa", "Bob Stone", "Cy Lund", "Dora Maar", "Eli Roth"]


def open_memory(path: str) -> Memory:
    return Memory(path, settings=Settings(embedder="hash", cache_dir=""), extractor=MarkedExtractor())


def steps(memory: Memory) -> Iterator[str]:
    """An endless, fixed order of calls; yields the name of each after it returned."""
    number = 0
    while True:
        person = PEOPLE[number % len(PEOPLE)]
        memory.ingest(f"[{person}|Person] -USES> [Tool {number}|Object]", source=f"s{number}")
        yield "ingest"
        memory.ingest(f"[{person.split()[0]}|Person] -KNOWS> [{PEOPLE[number % 3]}|Person]", source=f"t{number}")
        yield "ingest"
        if queue := memory.pending():
            confirmed = memory.confirm(queue[0].left_id, queue[0].right_id)
            yield "confirm"
            if number % 2:
                memory.undo(confirmed.id)
                yield "undo"
                memory.reject(queue[0].left_id, queue[0].right_id)
                yield "reject"
        if number % 5 == 4:
            memory.forget(source=f"s{number - 2}")
            yield "forget"
        number += 1


if __name__ == "__main__":
    for step in steps(open_memory(sys.argv[1])):
        print(step, flush=True)
