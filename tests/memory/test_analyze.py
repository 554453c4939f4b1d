"""`analyze` through Memory: the limits of the settings, and what it shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memkit import InputError

NAMES = {
    "sqlite": "SELECT name FROM entity ORDER BY name",
    "neo4j": "MATCH (n:Entity) RETURN n.name AS name ORDER BY name",
}


def test_rows_of_the_memory(memory, backend):
    memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]")
    rows = memory.analyze(NAMES[backend.kind])
    assert rows == [{"name": "Acme"}, {"name": "Anvil"}] and rows.degraded == rows.notes == []
    assert "Anvil" in rows._repr_html_()


def test_the_settings_set_the_limits(open_memory, settings, backend):
    memory = open_memory(settings=replace(settings, analyze_limit=1))
    memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]")
    rows = memory.analyze(NAMES[backend.kind])
    assert rows == [{"name": "Acme"}] and "analyze_limit" in rows.notes[0] and "analyze_limit" in rows._repr_html_()


def test_a_write_is_refused_with_the_remedy(memory):
    with pytest.raises(InputError):
        memory.analyze("DELETE FROM entity")
