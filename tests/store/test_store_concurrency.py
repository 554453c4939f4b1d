"""Several threads on one store, several stores on one address, several processes on one file."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from batch_writer import SIZE, numbered_batch
from killing import run_to_end

from memkit.errors import StoreConflict
from memkit.model import Batch, Entity

COUNTER = Entity("counter", "0", "Object", "counter")


def test_threads_write_and_read_one_store(store):
    stop = threading.Event()

    def write(name: str) -> None:
        for n in range(1, 4):
            store.apply(numbered_batch(name, n))

    def read() -> None:
        while not stop.is_set():
            revision, changes = store.revision(), store.changes("MENTIONS", 0)
            assert len(changes.ids) == changes.revision * SIZE >= revision * SIZE  # only whole batches are seen
            assert store.count("Entity") >= revision * SIZE
            assert len(store.nearest("Entity", np.array([1, 1], np.float32), 1000)) % SIZE == 0

    with ThreadPoolExecutor(5) as pool:
        reader = pool.submit(read)
        for done in [pool.submit(write, f"w{i}") for i in range(4)]:
            done.result()
        stop.set()
        reader.result()
    assert store.revision() == 12
    assert store.count("Entity") == store.count("MENTIONS") == 12 * SIZE
    assert len(store.nearest("Entity", np.array([1, 1], np.float32), 1000)) == 12 * SIZE


def test_writers_that_plan_again_on_a_conflict_lose_nothing(backend):
    backend.open().apply(Batch(upserts=[COUNTER]))

    def count_up(store) -> None:
        for _ in range(5):
            while True:
                revision = store.revision()
                now = store.get("Entity", ["counter"])["counter"]
                try:
                    store.apply(Batch([replace(now, name=str(int(now.name) + 1))], base_revision=revision))
                    break
                except StoreConflict:
                    continue

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(count_up, backend.open()) for _ in range(3)]:
            done.result()
    assert backend.open().get("Entity", ["counter"])["counter"].name == "15"


def test_a_store_sees_what_another_writes(backend):
    ours, theirs = backend.open(), backend.open()
    ours.apply(numbered_batch("w", 1))
    query = np.array([1, 0], np.float32)
    assert theirs.nearest("Entity", query, 1)[0][1] == 1.0
    ours.apply(numbered_batch("w", 7))
    assert theirs.nearest("Entity", query, 1) == [("w-e7-0", 7.0)]
    ours.apply(Batch(deletes=[("Entity", "w-e7-0")]))
    assert theirs.nearest("Entity", query, 1) == [("w-e7-1", 7.0)]
    assert theirs.changes("Entity", 2).reset


@pytest.mark.parametrize("new_file", [True, False])
def test_processes_write_one_file(sqlite_backend, new_file):
    if not new_file:
        sqlite_backend.open().close()
    script, path = Path(__file__).with_name("batch_writer.py"), sqlite_backend.uri
    writers = [run_to_end(script, path, sqlite_backend.namespace(), f"w{i}", "1", "3") for i in range(3)]
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    store = sqlite_backend.open()
    assert store.revision() == 9
    assert store.count("Entity") == 9 * SIZE
