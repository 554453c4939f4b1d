"""The example that the project promises, exactly."""

from __future__ import annotations

from memkit.extract import SpacyExtractor


def test_names_and_relations_of_the_example():
    text = "Anthropic developed Claude Code. Claude Code competes with Codex."
    read = SpacyExtractor().extract(text)
    assert [(m.name, m.start, m.end) for m in read.mentions] == [
        ("Anthropic", 0, 9),
        ("Claude Code", 20, 31),
        ("Claude Code", 33, 44),
        ("Codex", 59, 64),
    ]
    assert [(r.source, r.type, r.target, r.sentence) for r in read.relations] == [
        (0, "DEVELOPS", 1, "Anthropic developed Claude Code."),
        (2, "COMPETES_WITH", 3, "Claude Code competes with Codex."),
    ]
    assert read.sentences == [(0, 32), (33, 65)]
    assert read.problems == []
