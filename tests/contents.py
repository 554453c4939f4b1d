"""What a memory holds, to compare two."""

from __future__ import annotations

import dataclasses
from typing import Any

from memkit import Memory
from memkit.model import RECORD_CLASSES, Record


def contents(memory: Memory, **more: Any) -> dict[str, list[Record]]:
    """All records without the time of day, which differs between two runs, and with each field of `more` as given."""
    blank = {"created_at": "", "decided_at": "", **more}
    found = {}
    for label, cls in RECORD_CLASSES.items():
        fields = {f.name for f in dataclasses.fields(cls)} & set(blank)
        found[label] = [dataclasses.replace(r, **{f: blank[f] for f in fields}) for r in memory.store.find(label)]
    return found
