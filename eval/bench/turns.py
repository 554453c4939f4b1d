"""How the time of one question grows with a conversation: vectors, words and hybrid over turns, at 1k to 100k turns.

    python -m eval.bench.turns [--sizes 1000,10000,100000] [--store memory.db | bolt://localhost:7687]

Turns are made up: sessions of some thirty, two to six speakers each, a few words often and many seldom (Zipf). They are
written straight to the store with hash embeddings. Reported: p50 and p95 in milliseconds, and the first question after
a write, which takes in what changed and encodes its words. What hash embedding costs is in the figures: it is well
below a millisecond. Without --store: a new SQLite file, and then the Neo4j of NEO4J_URI if that is set, in a namespace
of its own that is emptied again.
"""

from __future__ import annotations

import argparse
import itertools
import random
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from eval.bench.retrieval import WRITTEN_AT_ONCE, ask, empty, word
from memkit import Settings
from memkit.embed import HashEmbedder
from memkit.extract import Extraction
from memkit.model import Batch, Conversation, Entity, Link, Passage
from memkit.retrieve import Retriever
from memkit.store import Store, open_store

SIZES = (1_000, 10_000, 100_000)
QUESTIONS, SESSION, WORDS = 100, 30, 16
NAMES = ("Ann", "Ben", "Cy", "Dora", "Egon", "Fay")
MODES = ("vector", "keyword", "fused", "hybrid")
_FIRST_DAY = date(2020, 1, 1)


class Unnamed(HashEmbedder):
    """The hash embedder under another name, so that words of like meaning are looked for, as with a model."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "made-up"


class Nothing:
    """Names nothing: turns do not need it."""

    def extract(self, text: str) -> Extraction:
        return Extraction([])

    def extract_many(self, texts) -> list[Extraction]:
        return [self.extract(text) for text in texts]


def turns(seed: int = 0) -> Iterator[Passage]:
    """Turns without end."""
    rng = random.Random(seed)
    for number in itertools.count():
        session, position = divmod(number, SESSION)
        text = " ".join(word(int(rng.paretovariate(0.6)) % 20_000) for _ in range(WORDS))
        speaker = NAMES[rng.randrange(2 + session % (len(NAMES) - 1))]
        at = (_FIRST_DAY + timedelta(days=session)).isoformat()
        yield Passage(
            f"t{number}",
            "message",
            f"c{session}",
            position,
            "",
            f"{text}{'?' if not number % 5 else '.'}",
            "",
            session_id=str(session),
            speaker=speaker,
            at=at,
        )


def write(store: Store, embedder: HashEmbedder, made: Sequence[Passage]) -> None:
    """One batch: conversations, turns, their vectors, and who said them."""
    batch = Batch([Conversation(id, id) for id in dict.fromkeys(turn.parent_id for turn in made)])
    batch.add(*(Entity(f"e{name}", name, "Person", f"e{name}") for name in NAMES))
    for turn, vector in zip(made, embedder.encode([turn.indexed_text for turn in made]), strict=True):
        batch.add(turn, Link.between(turn.id, "SPOKEN_BY", f"e{turn.speaker}"))
        batch.set_vector("Passage", turn.id, vector)
    store.apply(batch)


def measure(sizes: Sequence[int] = SIZES, uri: str | None = None, **credentials: str) -> dict:
    """{size: {mode: {first_ms, p50_ms, p95_ms}}}."""
    embedder, found, made = Unnamed(), {}, turns()
    with tempfile.TemporaryDirectory() as folder:
        namespace = f"bench-{secrets.token_hex(4)}"
        store = open_store(uri or str(Path(folder) / "bench.db"), namespace=namespace, **credentials)
        retriever, size = Retriever(store), 0
        for wanted in sizes:
            while size < wanted:
                write(store, embedder, part := list(itertools.islice(made, min(WRITTEN_AT_ONCE, wanted - size))))
                size += len(part)
            rng = random.Random(wanted)
            seen = [" ".join(word(rng.randrange(2_000)) for _ in range(4)) for _ in range(QUESTIONS)]
            questions = [f"When did {rng.choice(NAMES)} see {words} in May 2021?" for words in seen]
            found[wanted] = {mode: ask(retriever, mode, questions, embedder, Nothing()) for mode in MODES}
            for mode, took in found[wanted].items():
                print(f"{wanted:>9,} {mode:8} " + ", ".join(f"{k} {v:.1f}" for k, v in took.items()), flush=True)
        if uri:
            empty(store)
            store.apply(Batch(deletes=[("Conversation", record.id) for record in store.find("Conversation")]))
        store.close()
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--store", help="a path or address")
    options = parser.parse_args()
    wanted = sorted(int(size) for size in options.sizes.split(","))
    for address in [options.store] if options.store else [None, *filter(None, [Settings().neo4j_uri])]:
        print("SQLite, a new file" if address is None else address)
        measure(wanted, address)
