"""A kill -9 at any moment of a call leaves a store that opens and holds all or nothing of that call."""

from __future__ import annotations

from pathlib import Path

import pytest
from kill_child import open_memory, steps
from killing import check_kills

CHILD = Path(__file__).with_name("kill_child.py")
MOST = 25


@pytest.mark.parametrize("kills", [4, pytest.param(30, marks=pytest.mark.long)])
def test_a_killed_call_is_there_wholly_or_not_at_all(tmp_path, kills):
    check_kills(
        CHILD,
        tmp_path,
        kills=kills,
        most=MOST,
        opens=open_memory,
        steps=steps,
        go_on=lambda memory: memory.ingest("[Zoe|Person] writes on."),
    )
