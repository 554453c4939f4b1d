"""The hand-labelled sentences: names in order, relations as a set, types where the label gives one."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

CASES = yaml.safe_load((Path(__file__).parent / "labelled.yaml").read_text(encoding="utf-8"))
#: What the extractor still gets wrong, by the beginning of the text. A case that turns right must leave this list.
WRONG_NAMES = ("Sie las",)
WRONG_TYPES = ("Jean-Luc", "Acme started", "Globex was", "Nina Patel said", "Netlify uses", "Shopify chose")


def cases(known_wrong: tuple[str, ...], key: str):
    wrong = pytest.mark.xfail(strict=True, reason="known to be wrong")
    return [
        pytest.param(
            case,
            id=f"{case['kind']}: {case['text'][:40]}",
            marks=wrong if case["text"].startswith(known_wrong) else (),
        )
        for case in CASES
        if key in case
    ]


def test_there_are_enough_sentences():
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", cases(WRONG_NAMES, "names"))
def test_names(extractor, case):
    found = [mention.name for mention in extractor.extract(case["text"]).mentions]
    assert found == [label.split(": ")[0] for label in case["names"]]


@pytest.mark.parametrize("case", cases((), "relations"))
def test_relations(extractor, case):
    read = extractor.extract(case["text"])
    found = [f"{read.mentions[r.source].name} | {r.type} | {read.mentions[r.target].name}" for r in read.relations]
    assert sorted(found) == sorted(case["relations"])


@pytest.mark.parametrize("case", cases(WRONG_TYPES, "names"))
def test_types(extractor, case):
    wanted = dict(label.split(": ") for label in case["names"] if ": " in label)
    found = {mention.name: mention.type for mention in extractor.extract(case["text"]).mentions}
    assert {name: found.get(name, type) for name, type in wanted.items()} == wanted
