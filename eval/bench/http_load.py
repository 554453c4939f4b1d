"""A served memory under load: 32 clients at once, reads and writes mixed, beside the same calls in one process.

    python -m eval.bench.http_load [--store bolt://localhost:7687] [--embedder hash] [--requests 20]

The server is a process of its own. Every answer is checked, and at the end every text that was sent must be in the
memory, once. Times are what a client waits: 32 at once share one Python process, so most of that is a queue.
"""

from __future__ import annotations

import argparse
import multiprocessing
import secrets
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memkit import Memory, OutOfScope, Settings

CLIENTS, REQUESTS = 32, 20
#: Seconds that a server has to answer for the first time.
START_LIMIT = 120

PEOPLE = ("Ana Costa", "Ben Okafor", "Chen Wei", "Dana Levi", "Emil Novak", "Fatima Noor", "Gus Lind", "Hana Sato")
PLACES = ("Lisbon", "Oslo", "Kyoto", "Quito", "Accra", "Tartu", "Cork", "Perth")


def sentence(client: int, number: int) -> str:
    """A text that no other request sends."""
    return f"{PEOPLE[client % 8]} visited {PLACES[number % 8]}. It was journey {client}-{number}."


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls that a client makes, each given (client, number); all raise if the answer is not right."""

    ingest: Callable[[int, int], None]
    chat: Callable[[int, int], None]
    ask: Callable[[int, int], None]
    recall: Callable[[int, int], None]
    stats: Callable[[int, int], None]


#: What a client does, in turns: two writes, four reads.
TURNS = ("ingest", "ask", "stats", "chat", "recall", "ask")


def in_process(memory: Memory) -> Calls:
    """The calls on a memory in this process."""

    def ask(client: int, number: int) -> None:
        try:
            memory.ask(f"Where did {PEOPLE[client % 8]} go?")
        except OutOfScope:  # nothing was said of them yet
            return

    return Calls(
        ingest=lambda c, n: _right(memory.ingest(sentence(c, n), source="load", session_id=f"s{c}").message_id),
        chat=lambda c, n: _right(memory.chat(sentence(c, n), source="load", session_id=f"s{c}").message_id),
        ask=ask,
        recall=lambda c, n: _right(memory.recall(f"journey {n}").degraded == memory.degraded),
        stats=lambda c, n: _right(memory.stats().messages >= 0),
    )


def over_http(address: str) -> Calls:
    """The same calls on a server."""
    import httpx

    local = threading.local()

    def send(method: str, path: str, allowed: tuple[int, ...] = (200,), **what: object) -> None:
        if not hasattr(local, "client"):
            local.client = httpx.Client(base_url=address, timeout=120)
        answer = local.client.request(method, path, **what)
        if answer.status_code not in allowed:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:200]}")

    def said(client: int, number: int) -> dict[str, str]:
        return {"source": "load", "session_id": f"s{client}"}

    return Calls(
        ingest=lambda c, n: send("POST", "/api/documents", json={"content": sentence(c, n), **said(c, n)}),
        chat=lambda c, n: send("POST", "/api/chat", json={"message": sentence(c, n), **said(c, n)}),
        ask=lambda c, n: send("POST", "/query", (200, 422), json={"question": f"Where did {PEOPLE[c % 8]} go?"}),
        recall=lambda c, n: send("GET", "/api/recall", params={"question": f"journey {n}"}),
        stats=lambda c, n: send("GET", "/api/stats"),
    )


def load(calls: Calls, clients: int, requests: int) -> dict[str, list[float]]:
    """Seconds of every call, by its name; all clients start together. Raises what any of them raised."""
    together = threading.Barrier(clients)

    def run(client: int) -> list[tuple[str, float]]:
        together.wait()
        took = []
        for number in range(requests):
            name = TURNS[(client + number) % len(TURNS)]
            start = time.perf_counter()
            getattr(calls, name)(client, number)
            took.append((name, time.perf_counter() - start))
        return took

    found: dict[str, list[float]] = {}
    with ThreadPoolExecutor(clients) as pool:
        for took in list(pool.map(run, range(clients))):
            for name, seconds in took:
                found.setdefault(name, []).append(seconds)
    return found


def lost_writes(store: str, namespace: str, settings: Settings, clients: int, requests: int) -> int:
    """How many of the texts that were sent are not in the memory exactly once."""
    sent = [
        sentence(client, number)
        for client in range(clients)
        for number in range(requests)
        if TURNS[(client + number) % len(TURNS)] in ("ingest", "chat")
    ]
    with Memory(store, namespace=namespace, settings=settings) as memory:
        kept = [passage.text for passage in memory.store.find("Passage", source="load")]
        return len(set(sent) ^ set(kept)) + len(kept) - len(set(kept))


def measure(store: str, settings: Settings, clients: int = CLIENTS, requests: int = REQUESTS) -> list[dict]:
    """One row for each way and call: {way, call, n, p50_ms, p95_ms}. Raises if a call failed or a write was lost."""
    rows = []
    for way in ("in process", "HTTP"):
        namespace = f"load-{secrets.token_hex(4)}"
        try:
            took = _over(way, store, namespace, settings, clients, requests)
            if lost := lost_writes(store, namespace, settings, clients, requests):
                raise RuntimeError(f"{way}: {lost} writes were lost or doubled")
        finally:
            with Memory(store, namespace=namespace, settings=settings) as memory:
                memory.forget(source="load")
        for name in sorted(took):
            p50, p95 = 1000 * np.percentile(took[name], [50, 95])
            rows.append({"way": way, "call": name, "n": len(took[name]), "p50_ms": p50, "p95_ms": p95})
    return rows


def _over(way: str, store: str, namespace: str, settings: Settings, clients: int, requests: int) -> dict:
    if way == "in process":
        with Memory(store, namespace=namespace, settings=settings) as memory:
            memory.extractor.extract("Ana visited Oslo.")  # loads what is loaded once
            return load(in_process(memory), clients, requests)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = multiprocessing.get_context("spawn").Process(
        target=_serve, args=(store, namespace, settings, port), daemon=True
    )
    server.start()
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, server)
        return load(over_http(address), clients, requests)
    finally:
        server.terminate()
        server.join()


def _serve(store: str, namespace: str, settings: Settings, port: int) -> None:
    from memkit.serve.http import run

    run(store, namespace=namespace, settings=settings, port=port)


def _wait(address: str, server: multiprocessing.Process) -> None:
    """Until the server answers and its models are loaded."""
    import httpx

    deadline = time.monotonic() + START_LIMIT
    while server.is_alive() and time.monotonic() < deadline:
        try:
            httpx.post(f"{address}/query", json={"question": "Is Ana here?"}, timeout=START_LIMIT)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


def _right(holds: object) -> None:
    if not holds:
        raise RuntimeError("a wrong answer")


def show(title: str, rows: list[dict]) -> None:
    print(f"{title}: {CLIENTS} clients, no error, no lost write", flush=True)
    for row in rows:
        print(
            f"  {row['way']:11}{row['call']:8}n {row['n']:4}  p50 {row['p50_ms']:8.1f} ms  p95 {row['p95_ms']:8.1f} ms"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    neo4j = Settings().neo4j_uri
    parser.add_argument("--store", default=neo4j, help="a Neo4j to measure beside; default: NEO4J_URI")
    parser.add_argument("--embedder", default="hash")
    parser.add_argument("--requests", type=int, default=REQUESTS, help="of each client")
    given = parser.parse_args()
    chosen = Settings(embedder=given.embedder)
    with tempfile.TemporaryDirectory() as folder:
        show("SQLite", measure(str(Path(folder) / "load.db"), chosen, requests=given.requests))
    if given.store:
        show("Neo4j", measure(given.store, chosen, requests=given.requests))
