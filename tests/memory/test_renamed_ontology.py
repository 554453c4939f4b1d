"""Another ontology for the same pages: names that it gives no more are gone, new ones are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from contents import contents
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memkit import Memory, Settings

PAGES = {
    "whale.md": "# Iron Whale\n\nIron Whale stands in North Hall.\n",
    "hall.md": "# North Hall\n\nThe North is cold. The Annex is not, and Hall One is no hall.\n",
}
NAMES = ["the North", "Hall One", "The Annex", "Northern Hall"]


def ontology(aliases: list[str]) -> str:
    return f"""
entity_types:
  Engine: {{parent: Object, words: [engine]}}
  Hall: {{parent: Location, words: [hall]}}
relation_types:
  STANDS_IN: {{from: [Engine], to: [Hall], phrases: [stands in], inverse_phrases: [holds]}}
entities:
  - {{name: Iron Whale, type: Engine}}
  - {{name: North Hall, type: Hall, aliases: {aliases!r}}}
"""


def read(memory: Memory, folder: Path, aliases: list[str]) -> int:
    (folder / "ontology.yaml").write_text(ontology(aliases), encoding="utf-8")
    return memory.ingest_folder(folder).rows_changed


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wiki")
    (folder / "docs").mkdir()
    for name, text in PAGES.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    return folder


def opened() -> Memory:
    return Memory(":memory:", settings=Settings(embedder="hash", cache_dir=""))


SOME = st.lists(st.sampled_from(NAMES), unique=True)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(SOME, SOME)
def test_a_memory_is_as_if_it_had_known_no_other_ontology(folder, before, after):
    with opened() as memory, opened() as fresh:
        read(memory, folder, before)
        read(memory, folder, after)
        read(fresh, folder, after)
        assert contents(memory, action="", score=0.0, reason="") == contents(fresh, action="", score=0.0, reason="")
        assert read(memory, folder, after) == 0


def test_a_name_that_is_taken_away_is_no_longer_answered_for(folder):
    with opened() as memory:
        read(memory, folder, ["the North", "Hall One"])
        assert memory.ask("What stands in Hall One?").items == ["Iron Whale"]
        read(memory, folder, ["the North"])
        (hall,) = memory.store.find("Entity", name="North Hall")
        assert hall.aliases == ("the North",)
        assert memory.ask("What stands in the North?").items == ["Iron Whale"]
