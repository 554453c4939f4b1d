"""How the time of one question grows with the corpus: vectors, words, the bare walk and hybrid, at 1k to 100k passages.

    python -m eval.bench.retrieval [--sizes 1000,10000,100000] [--store memory.db | bolt://localhost:7687]

Passages are made up: each is about one thing, which is its title, and names some others, a few of them often (Zipf).
They are written straight to the store with hash embeddings, so that neither a language model nor the extractor is
timed; the question's vector and names are given, too (eval/bench/index.py states what those cost). Reported: p50 and
p95 in milliseconds, the first question after a write (which takes in what changed), how p95 of hybrid grows, and peak
memory. Without --store: a new SQLite file, and then the Neo4j of NEO4J_URI if that is set, in a namespace of its own
that is emptied again.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from eval.systems import WalkAlone
from memkit import Settings
from memkit.embed import Embedder, HashEmbedder
from memkit.extract import ExtractedMention, Extraction, Extractor
from memkit.model import Batch, Document, Entity, Mention, Passage
from memkit.retrieve import GraphSearch, Retriever
from memkit.store import Store, open_store

SIZES = (1_000, 10_000, 100_000)
QUESTIONS, WRITTEN_AT_ONCE, NAMED = 100, 1_000, 8
#: p95 of a hybrid question at 100,000 passages on SQLite, beyond encoding.
GOAL_MS = 30
_SYLLABLES = "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so".split()


def word(number: int) -> str:
    """The made-up word of a number: syllables, so that words look like one another as names do."""
    parts = []
    while number or not parts:
        number, rest = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[rest])
    return "".join(parts)


def name(number: int) -> str:
    return f"{word(number * 7919 % 32768).title()} {word(number).title()}"


def passages(seed: int = 0) -> Iterator[tuple[int, list[int], str]]:
    """(number, numbers of the things named, text) without end."""
    rng = random.Random(seed)
    for number in itertools.count():
        others = {int(rng.paretovariate(0.6)) % (number + 50) for _ in range(NAMED)}
        named = sorted(others | {number})
        words = " ".join(word(int(rng.paretovariate(0.5)) % 20_000) for _ in range(60))
        yield number, named, f"{words}. {', '.join(name(n) for n in named)}."


def write(store: Store, embedder: HashEmbedder, made: Sequence[tuple[int, list[int], str]], known: set[int]) -> None:
    """One batch: documents, passages, the things that are new, mentions and vectors."""
    batch = Batch()
    vectors = embedder.encode([f"{name(n)}. {text}" for n, _, text in made])
    titles = embedder.encode([name(n) for n, _, _ in made])
    for (number, named, text), vector, title in zip(made, vectors, titles, strict=True):
        batch.add(Document(f"d{number}", name(number), str(number), ""))
        batch.add(Passage(f"p{number}", "chunk", f"d{number}", 0, name(number), text, str(number)))
        batch.set_vector("Passage", f"p{number}", vector)
        batch.set_vector("Document", f"d{number}", title)
        for thing in named:
            if thing not in known:
                known.add(thing)
                batch.add(Entity(f"e{thing}", name(thing), "Object", f"e{thing}"))
            batch.add(Mention(f"m{number}-{thing}", f"p{number}", f"e{thing}", 0, 0, ""))
    store.apply(batch)


class _Given:
    """Reads the names of a made-up question, which stand between quotes."""

    def extract(self, text: str) -> Extraction:
        return Extraction([ExtractedMention(0, 0, n, n, "Object", "given") for n in text.split('"')[1::2]])

    def extract_many(self, texts) -> list[Extraction]:
        return [self.extract(text) for text in texts]


class _Encoded:
    """Vectors of the questions, made beforehand."""

    def __init__(self, embedder: HashEmbedder, questions: Sequence[str]) -> None:
        self.name, self.dimensions = embedder.name, embedder.dimensions
        self._vectors = dict(zip(questions, embedder.encode(questions), strict=True))

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return np.stack([self._vectors[text] for text in texts])


def ask(
    retriever: Retriever, mode: str, questions: Sequence[str], embedder: Embedder, extractor: Extractor
) -> dict[str, float]:
    """{first_ms, p50_ms, p95_ms}."""
    took = []
    for question in questions:
        start = time.perf_counter()
        retriever.rank(question, k=10, mode=mode, embedder=embedder, extractor=extractor)
        took.append(1000 * (time.perf_counter() - start))
    return {"first_ms": took[0]} | {f"p{p}_ms": float(np.percentile(took[1:], p)) for p in (50, 95)}


def empty(store: Store) -> None:
    """Take out all that was written into the namespace."""
    for label in ("MENTIONS", "Passage", "Document", "Entity"):
        ids = [record.id for record in store.find(label)]
        for part in range(0, len(ids), WRITTEN_AT_ONCE):
            store.apply(Batch(deletes=[(label, id) for id in ids[part : part + WRITTEN_AT_ONCE]]))


def report(result: dict, sizes: Sequence[int]) -> str:
    """How p95 of hybrid grows from the smallest size to the largest, the goal, and the peak."""
    first, last = (result[size]["hybrid"]["p95_ms"] for size in (sizes[0], sizes[-1]))
    return (
        f"hybrid p95 at {sizes[-1]:,}: {last:.1f} ms beyond encoding (goal on SQLite: {GOAL_MS} at 100,000), "
        f"{last / first:.1f} times that at {sizes[0]:,}; peak {result['peak_mb']:.0f} MB"
    )


def measure(sizes: Sequence[int] = SIZES, uri: str | None = None, **credentials: str) -> dict:
    """{size: {mode: {first_ms, p50_ms, p95_ms}, write_s}, peak_mb}."""
    embedder, found, made, known = HashEmbedder(), {}, passages(), set()
    with tempfile.TemporaryDirectory() as folder:
        namespace = f"bench-{secrets.token_hex(4)}"
        store = open_store(uri or str(Path(folder) / "bench.db"), namespace=namespace, **credentials)
        searches = {"walk": Retriever(store, WalkAlone(store)), "hybrid": Retriever(store, GraphSearch(store))}
        size = 0
        for wanted in sizes:
            start = time.perf_counter()
            while size < wanted:
                write(store, embedder, part := list(itertools.islice(made, min(WRITTEN_AT_ONCE, wanted - size))), known)
                size += len(part)
            found[wanted] = {"write_s": time.perf_counter() - start}
            rng = random.Random(wanted)
            about = [(rng.randrange(wanted), word(rng.randrange(2_000))) for _ in range(QUESTIONS)]
            questions = [f'Which {w} has the founder of "{name(n)}"?' for n, w in about]
            encoded = _Encoded(embedder, questions)
            for mode, retriever in (("vector", searches["hybrid"]), ("keyword", searches["hybrid"]), *searches.items()):
                asked = "hybrid" if mode == "walk" else mode
                found[wanted][mode] = ask(retriever, asked, questions, encoded, _Given())
                print(f"{wanted:>9,} {mode:8} " + ", ".join(f"{k} {v:.1f}" for k, v in found[wanted][mode].items()))
        if uri:
            empty(store)
        store.close()
    return found | {"peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--store", help="a path or address")
    options = parser.parse_args()
    wanted = sorted(int(size) for size in options.sizes.split(","))
    for address in [options.store] if options.store else [None, *filter(None, [Settings().neo4j_uri])]:
        print("SQLite, a new file" if address is None else address)
        print(report(measure(wanted, address), wanted))
