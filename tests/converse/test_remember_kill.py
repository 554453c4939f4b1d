"""A kill -9 at any moment of `remember` or `forget` leaves a store that holds all or nothing of that call."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from killing import run_and_kill
from remember_child import contents, open_memory, steps

CHILD = Path(__file__).with_name("remember_child.py")
MOST = 25


@pytest.mark.parametrize("kills", [3, pytest.param(30, marks=pytest.mark.long)])
def test_a_killed_remember_is_there_wholly_or_not_at_all(tmp_path, kills):
    rng = random.Random(kills)
    states = expected(MOST + 20)
    for kill in range(kills):
        path = tmp_path / f"{kill}.db"
        said = run_and_kill(CHILD, str(path), rng=rng, most=MOST)
        with open_memory(str(path)) as memory:
            done = len(said)
            assert contents(memory) in (states[done], states[done + 1]), f"kill {kill} after {said[-3:]}"
            memory.remember(session_id="later", speaker="Ana Costa", claims=["It goes on."])


def expected(count: int) -> list[dict[str, list]]:
    """What the memory holds after 0, 1, 2, ... calls, from a run that nobody kills."""
    with open_memory(":memory:") as memory:
        found = [contents(memory)]
        for _, _ in zip(range(count), steps(memory), strict=False):
            found.append(contents(memory))
    assert len(found[-1]["Decision"]) > 3 and any(d.status == "superseded" for d in found[-1]["Decision"])
    return found
