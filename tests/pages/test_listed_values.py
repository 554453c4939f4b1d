"""Several values of an attribute in one field."""

from __future__ import annotations

import pytest

from memkit import Memory, Settings
from memkit.pages.values import listed

ONTOLOGY = """
entity_types:
  Proposal: {parent: Object, words: [RFC, proposal]}
attributes:
  Proposal: [topic, status]
"""


@pytest.mark.parametrize(
    ("value", "values"),
    [
        ("Typing, Packaging", ["Typing", "Packaging"]),
        ("Rust, Objective-C, Visual Basic", ["Rust", "Objective-C", "Visual Basic"]),
        ("Typing", ["Typing"]),
        ("March 3, 2024", ["March 3, 2024"]),
        ("4,000", ["4,000"]),
        ("yes, but only for the ferries", ["yes, but only for the ferries"]),
        ("Typing,", ["Typing,"]),
    ],
)
def test_words_between_commas_are_values_and_phrases_and_numbers_are_not(value, values):
    assert listed(value) == values


def test_each_of_them_is_counted(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "ontology.yaml").write_text(ONTOLOGY, encoding="utf-8")
    for number, topic in ((1, "Typing"), (2, "Typing, Packaging"), (3, "Packaging")):
        page = f"RFC: {number}\nTopic: {topic}\nStatus: Final\n\n# RFC {number}\n\nThe tide turns twice a day.\n"
        (docs / f"rfc-{number}.md").write_text(page, encoding="utf-8")
    with Memory(":memory:", settings=Settings(embedder="hash")) as memory:
        memory.ingest_folder(tmp_path)
        assert memory.ask("How many RFCs have the topic Typing?").items == ["2"]
        assert memory.ask("How many RFCs with the topic Packaging have the status Final?").items == ["2"]
        assert memory.ask("Which RFCs have the topic Packaging?").items == ["RFC 2", "RFC 3"]
