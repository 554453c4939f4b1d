"""A process killed while it writes leaves a file that opens and holds all or nothing of each batch."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from batch_writer import numbered_batch
from killing import run_and_kill
from small_graph import contents

from memkit.store.sqlite import SqliteStore

WRITER = Path(__file__).with_name("batch_writer.py")


def expected(batches: int) -> dict:
    """What a store holds after the first batches, written without being killed."""
    store = SqliteStore(":memory:", namespace="a")
    for n in range(1, batches + 1):
        store.apply(numbered_batch("w", n))
    return contents(store)


def kill_many(path: Path, kills: int, seed: int) -> None:
    rng, done = random.Random(seed), 0
    for _ in range(kills):
        said = run_and_kill(WRITER, str(path), "a", "w", str(done + 1), "100000", rng=rng, most=12)
        acknowledged = max((int(line) for line in said if line.isdigit()), default=done)
        store = SqliteStore(str(path), namespace="a")
        done = int(store.meta().get("w last", 0))
        assert acknowledged <= done <= acknowledged + 1
        assert contents(store) == expected(done)
        store.close()


def test_a_killed_writer_leaves_whole_batches(tmp_path):
    kill_many(tmp_path / "memory.db", kills=5, seed=1)


@pytest.mark.long
def test_a_killed_writer_leaves_whole_batches_at_length(tmp_path):
    for seed in range(5):
        kill_many(tmp_path / f"{seed}.db", kills=10, seed=seed)
