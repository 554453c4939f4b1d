"""How a question became an answer, on a bakery of three pages."""

from __future__ import annotations

import json
import shutil

import pandas as pd
import pytest

from eval.asked import Explainer, examples, in_words
from eval.cli import main
from eval.datasets.wiki import load_wiki
from eval.plot import png
from eval.wiki import compare, open_wiki

ONTOLOGY = """
entity_types:
  Oven: {parent: Object, words: [oven]}
  Bakery: {parent: Organization, words: [bakery]}
relation_types:
  OWNS: {from: [Bakery], to: [Oven], phrases: [owns], inverse_phrases: [is owned by]}
  LEADS: {from: [Person], to: [Bakery], phrases: [leads], inverse_phrases: [is led by]}
attributes:
  Oven: [fuel]
entities:
  - {name: Old Bess, type: Oven, aliases: [Bess]}
  - {name: Tiny Tim, type: Oven}
  - {name: Lind Bakery, type: Bakery}
  - {name: Mara Lind, type: Person}
"""
PAGES = {
    "bess.md": "---\nfuel: wood\n---\n# Old Bess\n\nOld Bess is owned by Lind Bakery. It is the oven by the door.\n",
    "tim.md": "---\nfuel: gas\n---\n# Tiny Tim\n\nLind Bakery owns Tiny Tim.\n",
    "lind.md": "# Lind Bakery\n\nMara Lind leads Lind Bakery.\n",
}
QUESTIONS = [
    ("q1", "Who leads the bakery that owns Bess?", "2-hop", ["Mara Lind"], ["bess.md", "lind.md"], "dev"),
    ("q2", "How many ovens does Lind Bakery own?", "aggregation", ["2"], ["bess.md", "tim.md"], "report"),
    ("q3", "Who leads Grand Gertrude?", "refusal", [], [], "dev"),
]


@pytest.fixture(scope="module")
def wiki(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wikis") / "bakery"
    (folder / "docs").mkdir(parents=True)
    for name, text in PAGES.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    (folder / "ontology.yaml").write_text(ONTOLOGY, encoding="utf-8")
    keys = ["id", "question", "category", "answer", "passages", "split"]
    pd.DataFrame(QUESTIONS, columns=keys).to_json(folder / "questions.jsonl", orient="records", lines=True)
    return load_wiki(folder)


@pytest.fixture(scope="module")
def memory(wiki):
    with open_wiki(wiki, embedder="hash") as memory:
        yield memory


def test_a_walk_is_shown_with_its_plan_statement_citations_and_picture(memory):
    asked = Explainer(memory).ask("Who leads the bakery that owns Bess?")
    assert asked.route == "GRAPH" and asked.answer.items == ["Mara Lind"] and asked.refusal == ""
    assert asked.plan.startswith("Old Bess <-OWNS- Bakery <-LEADS-"), "names, no ids"
    assert asked.cypher.params["ns"] == "default" and "Bess" not in asked.cypher.text
    assert set(asked.citations()["page"]) == {"bess.md", "lind.md"}
    assert asked.steps()["answer"].tolist() == ["Mara Lind"]
    assert png(asked.picture()) == png(asked.picture())


def test_a_refusal_has_a_reason_and_nothing_else(memory):
    asked = Explainer(memory).ask("Who leads Grand Gertrude?")
    assert asked.answer is None and asked.route == "REFUSE" and "Gertrude" in asked.refusal
    assert asked.picture() is None and asked.citations().empty


def test_an_attribute_is_a_box_that_things_share(memory):
    asked = Explainer(memory).ask("How many ovens with the fuel gas are there?")
    assert asked.answer.items == ["1"] and asked.picture() is not None


def test_examples_are_the_first_dev_question_of_each_kind(wiki):
    assert examples(wiki) == ["Who leads the bakery that owns Bess?", "Who leads Grand Gertrude?"]


def test_the_whole_comparison_on_a_small_wiki(wiki, memory):
    result, timings = compare(wiki, "all", memory)
    assert result["by_category"]["2-hop"]["right"] == 1 and result["by_category"]["aggregation"]["right"] == 1
    assert result["refusal"] == {"precision": 1.0, "recall": 1.0}
    assert result["citation_validity"] == 1.0 and result["citation_coverage"] == 1.0
    assert result["set_exact"] == 1.0 and result["router_accuracy"] == 1.0
    assert result["vector_only"]["k"] and len(timings) == 6
    again, _ = compare(wiki, "all", memory)
    assert again == result


def test_what_was_found_is_said_with_its_numbers(memory):
    explainer = Explainer(memory)
    shown = [explainer.ask(question) for question in ("Who leads the bakery that owns Bess?", "Who leads Nix?")]
    row = {"category": "all", "n": 3, "difference": 0.5, "difference_low": 0.1, "difference_high": 0.9}
    rows = [row | {"system": "memkit", "right": 3, "verdict": "better"}, row | {"system": "vector only", "right": 1}]
    said = in_words(shown, pd.DataFrame(rows))
    assert said[0].startswith("Of the 2 questions shown, 1 were read as a plan and 1 refused")
    assert said[1] == (
        "Of 3 questions (all), 3 were answered right, 1 by the reader without a graph: +0.500 [+0.100, +0.900], better."
    )


def test_the_command_writes_the_keys_that_outside_checks_read(wiki, tmp_path, capsys):
    file = tmp_path / "wiki.json"
    options = ["--data", str(wiki.folder), "--embedder", "hash"]
    assert main(["wiki", *options, "--split", "all", "--json", str(file)]) == 0
    result = json.loads(file.read_text(encoding="utf-8"))
    shares = {"router_accuracy", "set_exact", "citation_validity", "citation_coverage"}
    assert {*shares, "by_category", "refusal", "extraction", "vector_only"} <= result.keys()
    assert set(result["by_category"]["2-hop"]) == {"right", "partly", "wrong", "n"}
    assert {"by_category", "set_exact"} <= result["vector_only"].keys()
    assert {"precision", "recall", "f1"} <= result["extraction"].keys(), "null where nothing is labelled"
    assert (tmp_path / "wiki.timings.csv").is_file()
    assert "set answers exact" in capsys.readouterr().out
    assert main(["wiki", *options, "--split", "test"]) == 1
    assert "--split 'test': a wiki has dev, report and all" in capsys.readouterr().err


def test_a_wiki_without_questions_still_has_its_keys(wiki, tmp_path, capsys):
    folder = tmp_path / "silent"
    shutil.copytree(wiki.folder / "docs", folder / "docs")
    assert main(["wiki", "--data", str(folder), "--embedder", "hash", "--json", "-"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["n"] == 0 and result["set_exact"] is None and result["refusal"] == {"precision": None, "recall": None}
