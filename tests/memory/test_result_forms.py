"""Every result is a dataclass whose `to_dict()` is JSON, and says what ran degraded."""

from __future__ import annotations

import dataclasses
import json

import pytest


def test_every_result_is_a_plain_dataclass_and_says_degraded(memory):
    memory.ingest("[Ana Costa|Person] -USES> [Redis|Object]")
    ingested = memory.ingest("[Ana|Person] -WROTE> [Report|Object]")
    (pair,) = memory.pending()
    results = [
        ingested,
        memory.ingest_many(["text"]),
        memory.retrieve("Ana"),
        memory.stats(),
        memory.health(),
        memory.confirm(pair.left_id, pair.right_id),
        memory.forget(source="nothing"),
    ]
    for result in results:
        assert dataclasses.is_dataclass(result) and result.degraded == [], result
        json.dumps(result.to_dict(), allow_nan=False)
    for rows in (memory.pending(), memory.entities(), memory.relations(), memory.history(pair.left_id)):
        assert rows.degraded == [] and isinstance(rows._repr_html_(), str)
        json.dumps(rows.to_dict(), allow_nan=False)


def test_stats_and_health_by_name_and_by_key(memory):
    memory.ingest("[Ana Costa|Person] -USES> [Redis|Object]")
    stats = memory.stats()
    assert stats.entities == stats["entities"] == stats.to_dict()["entities"] == 2
    assert memory.health().status == "ok"
    with pytest.raises(KeyError):
        stats["nothing"]
