"""YAML that was written to do harm, or that nobody looked at: refused in words, in bounded time."""

from __future__ import annotations

import pytest
import yaml

from memkit.careful_yaml import CarefulLoader
from memkit.errors import InputError
from memkit.extract import load_ontology
from memkit.pages.header import read_header


def _multiplied(width: int, levels: int) -> str:
    lines = ["x0: &a0 [x, y]"]
    lines += [f"x{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines)


HARMFUL = {
    "aliases that multiply": _multiplied(9, 10),
    "wide aliases that multiply": _multiplied(2_000, 4),
    "an alias that holds itself": "x: &a [*a, *a]",
    "nesting without end": "x: " + "[" * 20_000,
    "half a surrogate pair": r'x: "\ud800"',
    "a NUL": r'x: "\0"',
    "a NUL in a key": r'"\0": x',
    "no YAML": "x: [",
}
NO_VALUE = {"a date that there is not": "x: 2024-13-45", "a number beyond reading": f"x: {'1' * 5_000}"}


@pytest.mark.parametrize("text", [*HARMFUL.values(), *NO_VALUE.values()], ids=[*HARMFUL, *NO_VALUE])
def test_is_refused_as_yaml(text):
    with pytest.raises(yaml.YAMLError):
        yaml.load(text, Loader=CarefulLoader)


@pytest.mark.parametrize("text", HARMFUL.values(), ids=HARMFUL)
def test_costs_a_page_its_front_matter_as_yaml_and_no_plain_line(text):
    header = read_header(f"---\n{text}\nowner: Team Atlas\n---\nText.\n")
    assert [problem for problem in header.problems if "front matter cannot be read as YAML" in problem]
    assert ("owner", "Team Atlas") in [(f.key, v.text) for f in header.fields for v in f.values]


@pytest.mark.parametrize("text", [*HARMFUL.values(), *NO_VALUE.values()], ids=[*HARMFUL, *NO_VALUE])
def test_is_an_error_that_names_the_ontology_file(tmp_path, text):
    path = tmp_path / "ontology.yaml"
    path.write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"ontology\.yaml.*YAML"):
        load_ontology(path)


def test_aliases_that_are_honest_are_kept():
    text = "base: &base [tier, status]\n" + "\n".join(f"T{n}: *base" for n in range(500))
    assert yaml.load(text, Loader=CarefulLoader) == {"base": ["tier", "status"]} | {
        f"T{n}": ["tier", "status"] for n in range(500)
    }
    assert len(read_header(f"---\n{text}\n---\n").fields) == 501


def test_names_of_types_end_where_they_seem_to(tmp_path):
    path = tmp_path / "ontology.yaml"
    path.write_text('entity_types: {"A\\n": {parent: Object}}\nrelation_types: {"B\\n": {}}\n', encoding="utf-8")
    with pytest.raises(InputError, match="2 error"):
        load_ontology(path)


def test_a_path_that_no_file_can_have():
    with pytest.raises(InputError, match="cannot be read"):
        load_ontology("a\0b")
