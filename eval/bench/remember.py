"""`remember` under concurrency: 8 writers and 8 readers on one store, each with a memory of its own.

    python -m eval.bench.remember [--store bolt://localhost:7687] [--embedder hash] [--turns 25]

Every writer settles options of a topic that all of them speak of, and of one of its own, so that they get into one
another's way; the readers recall and ask for the timeline meanwhile. Nothing may be lost: at the end every turn is
there, once. No read may be torn: in every answer exactly one decision of a topic is current and every superseded one
has its successor. Beside it stand the same calls by one writer alone. Without --store: a new SQLite file, and then the
Neo4j of NEO4J_URI if that is set, in a namespace of its own that is emptied again.
"""

from __future__ import annotations

import argparse
import os
import secrets
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from memkit import InputError, Memory, Settings
from memkit.converse.recall import DecisionView, TimelineEntry

WRITERS, READERS, TURNS = 8, 8, 25
#: Seconds between two reads of one reader; writers make none.
PAUSE = 0.01
SHARED = "the datastore"
NAMES = ("Ana Costa", "Ben Okafor", "Chen Wei", "Dana Levi", "Emil Novak", "Fatima Noor", "Gus Lind", "Hana Sato")
OPTIONS = ("Postgres", "MongoDB", "SQLite", "Cassandra", "Redis", "Neo4j", "MySQL", "DuckDB")


def turn(memory: Memory, writer: int, number: int) -> None:
    """One contribution that no other is equal to."""
    topic = SHARED if number % 2 else f"the lunch of {NAMES[writer]}"
    option = OPTIONS[(writer + number) % len(OPTIONS)]
    memory.remember(
        session_id=f"session {writer}",
        speaker=NAMES[writer],
        claims=[f"Reason {writer}-{number}."],
        topic=topic,
        decision={"statement": f"Use {option}", "stance": "proposes"},
        source="bench",
    )


def look(memory: Memory, number: int) -> None:
    """One read of each kind; raises RuntimeError if what it says does not hang together."""
    rows = memory.recall("Which datastore do we use?")
    try:
        course = memory.timeline(SHARED)
    except InputError:  # nobody has spoken of it yet
        course = []
    for topic in {row.topic for row in rows}:
        _whole([row for row in rows if row.topic == topic])
    _whole(course)


def _whole(rows: list[DecisionView] | list[TimelineEntry]) -> None:
    superseded = [row for row in rows if row.status == "superseded"]
    current = [row for row in rows if row.status == "current"]
    replaced = sum(len(row.supersedes) for row in rows)
    if rows and isinstance(rows[0], DecisionView):
        torn = any(not row.superseded_by for row in superseded) or any(row.superseded_by for row in current)
        torn = torn or any(not row.positions for row in rows)
    else:
        torn = bool(rows) and (len(current) != 1 or replaced != len(superseded))
    if torn:
        raise RuntimeError(f"a torn read: {[(row.statement, row.status) for row in rows]}")


def measure(
    store: str, settings: Settings, *, writers: int = WRITERS, readers: int = READERS, turns: int = TURNS
) -> list[dict]:
    """Rows {call, writers, readers, n, p50_ms, p95_ms, per_s}; raises RuntimeError for a lost write or a torn read."""
    rows = []
    for writing, reading in ((1, 0), (writers, readers)):
        namespace = f"remember-{secrets.token_hex(4)}"
        try:
            took, seconds = _run(store, namespace, settings, writing, reading, turns)
            if lost := _lost(store, namespace, settings, writing, turns):
                raise RuntimeError(f"{lost} turns were lost or doubled")
        finally:
            with Memory(store, namespace=namespace, settings=settings) as memory:
                memory.forget(source="bench")
        for call, times in took.items():
            if times:
                p50, p95 = 1000 * np.percentile(times, [50, 95])
                rows.append(
                    {
                        "call": call,
                        "writers": writing,
                        "readers": reading,
                        "n": len(times),
                        "p50_ms": p50,
                        "p95_ms": p95,
                        "per_s": len(times) / seconds,
                    }
                )
    return rows


def _run(
    store: str, namespace: str, settings: Settings, writers: int, readers: int, turns: int
) -> tuple[dict[str, list[float]], float]:
    """Seconds of every call by its name, and of the whole. Readers go on until the last writer is done."""
    together, done = threading.Barrier(writers + readers), threading.Event()
    begun: list[float] = []

    def work(call: Callable[[Memory, int], None], goes_on: Callable[[int], bool], pause: float = 0.0) -> list[float]:
        with Memory(store, namespace=namespace, settings=settings) as memory:
            memory.remember(session_id="warm", speaker="Ana Costa", claims=["It loads."], source="bench")
            memory.recall("What is loaded?")
            together.wait()
            begun.append(time.perf_counter())
            took: list[float] = []
            while goes_on(len(took)):
                start = time.perf_counter()
                call(memory, len(took))
                took.append(time.perf_counter() - start)
                time.sleep(pause)
            return took

    with ThreadPoolExecutor(writers + readers) as pool:
        writing = [pool.submit(work, lambda m, n, w=w: turn(m, w, n), lambda n: n < turns) for w in range(writers)]
        reading = [pool.submit(work, look, lambda n: not done.is_set(), PAUSE) for _ in range(readers)]
        try:
            written = [seconds for future in writing for seconds in future.result()]
        finally:
            whole = time.perf_counter() - min(begun, default=0.0)
            done.set()
        read = [seconds for future in reading for seconds in future.result()]
    return {"remember": written, "recall + timeline": read}, whole


def _lost(store: str, namespace: str, settings: Settings, writers: int, turns: int) -> int:
    """How many of the turns are not in the memory exactly once."""
    sent = {f"Reason {writer}-{number}." for writer in range(writers) for number in range(turns)}
    with Memory(store, namespace=namespace, settings=settings) as memory:
        kept = [claim.text for claim in memory.store.find("Claim") if claim.act]
        return len(sent ^ set(kept)) + len(kept) - len(set(kept))


def show(title: str, rows: list[dict]) -> None:
    print(f"{title}: no write lost, no read torn", flush=True)
    for row in rows:
        print(
            f"  {row['call']:18} {row['writers']} writers, {row['readers']} readers: n {row['n']:5}  "
            f"p50 {row['p50_ms']:7.1f} ms  p95 {row['p95_ms']:7.1f} ms  {row['per_s']:6.1f} a second",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", help="a path or address; default: a new SQLite file, then NEO4J_URI if set")
    parser.add_argument("--embedder", default="hash")
    parser.add_argument("--turns", type=int, default=TURNS)
    args = parser.parse_args()
    options = Settings(embedder=args.embedder)
    if args.store:
        show(args.store, measure(args.store, options, turns=args.turns))
    else:
        with tempfile.TemporaryDirectory() as folder:
            show("SQLite", measure(str(Path(folder) / "bench.db"), options, turns=args.turns))
        if uri := os.environ.get("NEO4J_URI"):
            show("Neo4j", measure(uri, options, turns=args.turns))
