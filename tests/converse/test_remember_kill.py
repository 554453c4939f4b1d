"""A kill -9 at any moment of `remember` or `forget` leaves a store that holds all or nothing of that call."""

from __future__ import annotations

from pathlib import Path

import pytest
from killing import check_kills
from remember_child import open_memory, steps

from memkit import Memory

CHILD = Path(__file__).with_name("remember_child.py")
MOST = 25


@pytest.mark.parametrize("kills", [3, pytest.param(30, marks=pytest.mark.long)])
def test_a_killed_remember_is_there_wholly_or_not_at_all(tmp_path, kills):
    states = check_kills(CHILD, tmp_path, kills=kills, most=MOST, opens=open_memory, steps=steps, go_on=go_on)
    assert len(states[-1]["Decision"]) > 3 and any(d.status == "superseded" for d in states[-1]["Decision"])


def go_on(memory: Memory) -> None:
    memory.remember(session_id="later", speaker="Ana Costa", claims=["It goes on."])
