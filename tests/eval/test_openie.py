"""Names found beforehand as an extractor."""

from __future__ import annotations

import json

import pytest

from eval.openie import find_mentions, load_openie
from memkit.errors import InputError
from memkit.extract import ExtractedMention, Extraction

TEXT = "Ada Lane met ada  lane's friend Bo at Lane End (Lane)."


class Usual:
    def extract(self, text):
        return Extraction([ExtractedMention(0, 1, text[0], text[0], "Object", "usual")])


def test_the_longest_name_at_each_place_in_any_case_as_whole_words():
    found = [(m.start, m.surface) for m in find_mentions(TEXT, ["lane", "Ada Lane", "Lane End", "Bo", "En", " "])]
    assert found == [(0, "Ada Lane"), (18, "lane"), (32, "Bo"), (38, "Lane End"), (48, "Lane")]
    assert list(find_mentions(TEXT, [])) == []
    assert [m.surface for m in find_mentions("C++ (c++), C+", ["C++"])] == ["C++", "c++"]


def lines(tmp_path, *rows):
    path = tmp_path / "openie.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_entities_ends_of_triples_or_both(tmp_path):
    row = {"entities": ["Bo", "Cy"], "triples": [["Ada Lane", "met", "Bo"], ["malformed"]]}
    path = lines(tmp_path, row)
    found = {}
    for part in ("entities", "triples", "both"):
        extractor = load_openie(path, [TEXT], part, Usual())
        read = extractor.extract(TEXT)
        found[part] = {m.surface for m in read.mentions}
        assert all(TEXT[m.start : m.end] == m.surface for m in read.mentions)
        assert bool(read.problems) == (part != "triples")  # Cy does not stand in the text
    assert found == {"entities": {"Bo"}, "triples": {"Bo", "Ada Lane"}, "both": {"Bo", "Ada Lane"}}
    assert extractor.extract("Who?").mentions[0].how == "usual"


def test_a_file_that_does_not_fit_is_refused(tmp_path):
    with pytest.raises(InputError, match="2 lines, the corpus 1 passages"):
        load_openie(lines(tmp_path, {}, {}), [TEXT], "both", Usual())
    with pytest.raises(InputError, match="line 1: no entities and triples"):
        load_openie(lines(tmp_path, {"entities": 3}), [TEXT], "both", Usual())
    with pytest.raises(InputError, match="part 'all' is unknown"):
        load_openie(lines(tmp_path, {}), [TEXT], "all", Usual())
