"""How the time of `ingest_transcript` grows with the transcript: 1k, 2k, 5k and 10k turns, end to end.

    python -m eval.bench.transcript [--sizes 1000,2000,5000,10000] [--embedder hash] [--store bolt://localhost:7687]

The turns are those of the conversations in data/conversations that are there to develop on, one after the other and
over again, each time some days later and in words that are new ("Item 31."): so the people and the topics return, as in
a year of meetings. Reported: seconds in all, milliseconds a turn, and how many of the seconds were for storing the
messages (names, identity, vectors) and how many for reading the acts and writing them. Without --store: a new SQLite
file, and then, for the first two sizes, the Neo4j of NEO4J_URI if that is set, in a namespace of its own that is
emptied again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memkit import Memory, Settings

CONVERSATIONS = Path(__file__).parents[2] / "data" / "conversations"
SIZES = (1_000, 2_000, 5_000, 10_000)
_FIRST = datetime(2020, 1, 1, 9, tzinfo=UTC)


def turns() -> Iterator[dict[str, str]]:
    """Turns without end, a minute apart, each conversation on a day of its own."""
    held = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(CONVERSATIONS.glob("*.json"))]
    held = [one for one in held if one["split"] == "dev"]
    for day, one in enumerate(itertools.cycle(held)):
        for minute, turn in enumerate(one["turns"]):
            at = _FIRST + timedelta(days=day, minutes=minute)
            text = turn["text"] if day < len(held) else f"Item {day // len(held)}. {turn['text']}"
            yield {"speaker": turn["speaker"], "at": at.isoformat(), "text": text}


def measure(
    sizes: Sequence[int] = SIZES, *, store: str | None = None, settings: Settings | None = None
) -> dict[int, dict[str, float]]:
    """{size: {seconds, ms_a_turn, messages_s, acts_s, decisions}}; raises RuntimeError if a turn is not kept."""
    settings = settings or Settings(embedder="hash", cache_dir="")
    found = {}
    for size in sizes:
        given = list(itertools.islice(turns(), size))
        with tempfile.TemporaryDirectory() as folder:
            namespace = f"bench-{secrets.token_hex(4)}"
            with Memory(store or str(Path(folder) / "bench.db"), namespace=namespace, settings=settings) as memory:
                memory.ingest("It loads.", source="warm")
                stored = started = time.perf_counter()

                def progress(done: int, total: int) -> None:
                    nonlocal stored
                    stored = time.perf_counter()
                    if sys.stderr.isatty():
                        print(f"\r{done:,} of {total:,} messages", end="", file=sys.stderr, flush=True)

                read = memory.ingest_transcript(given, session_id="bench", source="bench", progress=progress)
                seconds = time.perf_counter() - started
                if read.messages != size or read.failed:
                    raise RuntimeError(f"{size - read.messages} turns were not kept: {read.failed[:1]}")
                if store:
                    memory.forget(source="bench")
                    memory.forget(source="warm")
        found[size] = {
            "seconds": seconds,
            "ms_a_turn": 1000 * seconds / size,
            "messages_s": stored - started,
            "acts_s": seconds - (stored - started),
            "decisions": len(read.decisions),
        }
        row = ", ".join(f"{name} {value:,.1f}" for name, value in found[size].items())
        print(f"{'' if not sys.stderr.isatty() else chr(13)}{size:>7,} turns: {row}", flush=True)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--embedder", default="hash")
    parser.add_argument("--store", help="a path or address")
    options = parser.parse_args()
    wanted = sorted(int(size) for size in options.sizes.split(","))
    given = Settings(embedder=options.embedder, cache_dir="")
    if options.store:
        measure(wanted, store=options.store, settings=given)
    else:
        print("SQLite, a new file")
        measure(wanted, settings=given)
        if given.neo4j_uri:
            print(given.neo4j_uri)
            measure(wanted[:2], store=given.neo4j_uri, settings=given)
