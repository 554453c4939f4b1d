"""What the stores cost beside the bare library underneath: sqlite3 for upserts, numpy for nearest neighbours.

    python -m eval.bench.stores [--store bolt://localhost:7687]

Both sides do the same rows in the same transactions with the same tables, indexes and pragmas, in turns within one run;
a ratio is the median time of ours over the median of theirs. Each part runs in a process of its own, so that its peak
memory is its own. `--store` adds a Neo4j (credentials from the environment), for information: nothing to compare with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import secrets
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from memkit.model import Batch, Entity, stable_id
from memkit.store import open_store
from memkit.store.sqlite import SqliteStore

#: Upserts: (rows in a transaction, transactions on each side).
SINGLE, BATCHED = (1, 1500), (1000, 40)

VECTORS, WIDTH, TOP, SEARCHES = 100_000, 384, 10, 60


def entities(start: int, count: int) -> list[Entity]:
    """Entities such as a note brings, numbered; ids are hashes, so they land anywhere in an index."""
    numbered = ((stable_id("ent", n), n) for n in range(start, start + count))
    return [
        Entity(id, f"Name {n} Surname", "Person", id, (f"N. Surname {n}",), "met in spring", "2026-01-01T00:00:00")
        for id, n in numbered
    ]


class BareSqlite:
    """The same rows by sqlite3 alone: what someone would write by hand for this one table."""

    UPSERT = (
        "INSERT INTO entity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (namespace, id) DO UPDATE SET"
        " name = excluded.name, type = excluded.type, canonical_id = excluded.canonical_id, aliases = excluded.aliases,"
        " description = excluded.description, created_at = excluded.created_at, revision = excluded.revision"
    )

    def __init__(self, path: str) -> None:
        SqliteStore(path, namespace="bench").close()  # the same tables, indexes and journal
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA cache_size = -65536")

    def write(self, rows: Sequence[tuple], revision: int) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(self.UPSERT, [("bench", *row, revision) for row in rows])
        self._connection.execute("INSERT OR REPLACE INTO namespace VALUES ('bench', ?)", (revision,))
        self._connection.execute("COMMIT")


def upserts(rows: int, transactions: int) -> dict[str, float]:
    """{ours_us, bare_us, ratio}: microseconds a row, `rows` in each transaction, inserts only."""
    with tempfile.TemporaryDirectory() as folder:
        ours = SqliteStore(str(Path(folder) / "ours.db"), namespace="bench")
        bare = BareSqlite(str(Path(folder) / "bare.db"))
        batches = [entities(n * rows, rows) for n in range(transactions)]
        plain = [
            [(e.id, e.name, e.type, e.canonical_id, f'["{e.aliases[0]}"]', e.description, e.created_at) for e in batch]
            for batch in batches
        ]
        turns = [
            in_turns(n, lambda b=batch: ours.apply(Batch(upserts=b)), lambda r=row, n=n: bare.write(r, n))
            for n, (batch, row) in enumerate(zip(batches, plain, strict=True), 1)
        ]
        columns = "id, name, type, canonical_id, aliases, description, created_at"
        query = f"SELECT {columns}, revision FROM entity ORDER BY id"
        same = [sqlite3.connect(Path(folder) / f).execute(query).fetchall() for f in ("ours.db", "bare.db")]
        assert same[0] == same[1], "the two sides did not write the same rows"
        ours.close()
    return compared(turns, "us", 1e6 / rows)


def nearest(count: int = VECTORS) -> dict[str, float]:
    """{ours_ms, bare_ms, ratio}: one exact top-10 search among `count` x 384, after the matrix is in memory."""
    rng = np.random.default_rng(0)
    matrix = rng.standard_normal((count, WIDTH), dtype=np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    queries = rng.standard_normal((SEARCHES, WIDTH), dtype=np.float32)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(str(Path(folder) / "vectors.db"), namespace="bench")
        people = entities(0, count)
        for start in range(0, count, 10_000):
            part = people[start : start + 10_000]
            vectors = {e.id: matrix[start + n] for n, e in enumerate(part)}
            store.apply(Batch(upserts=part, vectors={"Entity": vectors}))
        load = timed(lambda: store.nearest("Entity", queries[0], TOP))

        def bare(query: np.ndarray) -> list[int]:
            scores = matrix @ query
            top = np.argpartition(scores, -TOP)[-TOP:]
            return top[np.argsort(-scores[top])].tolist()

        for query in queries[:3]:
            found = [id for id, _ in store.nearest("Entity", query, TOP)]
            assert found == [people[n].id for n in bare(query)], "the two sides did not find the same"
        turns = [
            in_turns(n, lambda q=query: store.nearest("Entity", q, TOP), lambda q=query: bare(q))
            for n, query in enumerate(queries)
        ]
        store.close()
    return compared(turns, "ms", 1e3) | {"first_search_s": load}


def server_upserts(uri: str) -> dict[str, float]:
    """{single_us, batched_us}: microseconds a row on a Neo4j, in a namespace that is emptied again."""
    store = open_store(uri, namespace=f"bench-{secrets.token_hex(4)}")
    found, written = {}, 0
    for name, rows, transactions in (("single_us", 1, 100), ("batched_us", 1000, 10)):
        took = []
        for _ in range(transactions):
            batch = Batch(upserts=entities(written, rows))
            took.append(timed(lambda batch=batch: store.apply(batch)))
            written += rows
        found[name] = 1e6 / rows * statistics.median(took)
    store.apply(Batch(deletes=[("Entity", entity.id) for entity in store.find("Entity")]))
    store.close()
    return found


def in_turns(turn: int, ours: Callable[[], object], bare: Callable[[], object]) -> tuple[float, float]:
    """Seconds of both; each goes first every other time, since who goes second finds the data in the cache."""
    if turn % 2:
        return timed(ours), timed(bare)
    second = timed(bare)
    return timed(ours), second


def timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compared(turns: Sequence[tuple[float, float]], unit: str, scale: float) -> dict[str, float]:
    """Medians of both sides and their ratio."""
    ours, bare = (statistics.median(side) for side in zip(*turns, strict=True))
    return {f"ours_{unit}": scale * ours, f"bare_{unit}": scale * bare, "ratio": ours / bare}


def apart(part: Callable[..., dict[str, float]], *arguments: object) -> dict[str, float]:
    """Run a part in a new process; adds `peak_mb`, the most memory it had."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_with_peak, (part, *arguments))


def _with_peak(part: Callable[..., dict[str, float]], *arguments: object) -> dict[str, float]:
    result = part(*arguments)
    return result | {"peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def parts(server: str | None = None) -> Iterator[tuple[str, dict[str, float]]]:
    """(name, result) of each part, as it is done."""
    yield "single upserts", apart(upserts, *SINGLE)
    yield "batched upserts", apart(upserts, *BATCHED)
    yield "nearest 10 of 100k x 384", apart(nearest)
    if server:
        yield "Neo4j upserts", apart(server_upserts, server)


def measure(server: str | None = None) -> dict[str, dict[str, float]]:
    """All parts by name, each printed as it is done. Goals: upserts within 1.5x of sqlite3, a search 1.2x of numpy.

    What limits each: a single upsert, the disk's flush at commit; a batch, the four trees that SQLite keeps of a row
    (checking and laying out the rows in Python adds a fifth to a third); a search, reading 150 MB of memory. Peaks
    include the rows and vectors that the benchmark makes up.
    """
    results = {}
    for name, result in parts(server):
        results[name] = result
        print(f"{name:26}" + "  ".join(f"{what} {value:.2f}" for what, value in result.items()), flush=True)
    return results


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", help="address of a Neo4j to measure beside")
    measure(parser.parse_args().store)
