"""Passages, claims and a model that says what a test tells it to."""

from __future__ import annotations

import pytest

from memkit.model import Passage


def passage(id: str, text: str, title: str = "", position: int = 0) -> Passage:
    return Passage(id, "chunk", f"doc-{title or id}", position, title, text, f"{title or id}.md")


@pytest.fixture
def passages() -> dict[str, Passage]:
    found = [
        passage("p1", "The ferry office runs Cape Wrath. It was built in 1902.", "Cape Wrath"),
        passage("p2", "Skipper Ines Dahl works for the ferry office.", "Staff"),
        passage("p3", "Gulls are birds.", "Gulls"),
    ]
    return {p.id: p for p in found}
