"""A kill -9 at any moment of a call leaves a store that opens and holds all or nothing of that call."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from kill_child import open_memory, steps
from killing import run_and_kill
from test_forget import contents

CHILD = Path(__file__).with_name("kill_child.py")
MOST = 25


@pytest.mark.parametrize("kills", [4, pytest.param(30, marks=pytest.mark.long)])
def test_a_killed_call_is_there_wholly_or_not_at_all(tmp_path, kills):
    rng = random.Random(kills)
    states = _states(MOST + 20)
    for kill in range(kills):
        path = tmp_path / f"{kill}.db"
        said = run_and_kill(CHILD, str(path), rng=rng, most=MOST)
        with open_memory(str(path)) as memory:
            found = contents(memory)
            done = len(said)
            assert found in (states[done], states[done + 1]), f"kill {kill} after {said[-3:]}"
            memory.ingest("[Zoe|Person] writes on.")


def _states(count: int) -> list[dict]:
    """What the memory holds after 0, 1, 2, ... calls, from a run that nobody kills."""
    with open_memory(":memory:") as memory:
        found = [contents(memory)]
        for _, _ in zip(range(count), steps(memory), strict=False):
            found.append(contents(memory))
    return found
