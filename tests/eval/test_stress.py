"""Stress pairs: repeatable, in halves that share nothing, labels true by construction; the committed files agree."""

from __future__ import annotations

import csv
import random

import pytest

from eval.stress import stress_pairs, summarize
from eval.stress.export import COLUMNS, FOLDER, write
from eval.stress.pairs import StressPair, half_of
from eval.stress.sources import Base, plain
from eval.stress.variants import GROUPS, variants
from memkit.config import Settings
from memkit.errors import InputError
from memkit.resolve import Comparison, Name


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_committed_files_are_in_deepmatcher_form():
    for name in ("train", "valid", "test"):
        found = rows(name)
        assert tuple(found[0]) == COLUMNS
        assert {row["label"] for row in found} == {"0", "1"}
        positives = sum(row["label"] == "1" for row in found)
        assert 0.4 < positives / len(found) < 0.7
        assert all(row["ltable_name"] != row["rtable_name"] for row in found)


def test_committed_files_share_no_base_name():
    names = {
        part: {row["ltable_name"] for row in rows(part)} | {r["rtable_name"] for r in rows(part) if r["label"] == "0"}
        for part in ("train", "valid", "test")
    }
    assert not names["train"] & names["valid"]
    assert not (names["train"] | names["valid"]) & names["test"]


def test_test_file_is_of_the_report_half_and_the_others_are_not():
    def halves(part):
        return {half_of(Base(row["ltable_name"], row["ltable_type"], "")) for row in rows(part)}

    assert halves("test") == {"report"}
    assert halves("train") == halves("valid") == {"develop"}


@pytest.mark.parametrize("source", sorted(GROUPS))
def test_variants_differ_and_repeat(source):
    base = Base("Saint Mary & Sons Lake", "Object", source, ("Marysee",))
    for seed in range(30):
        made = variants(base, random.Random(seed))
        assert made == variants(base, random.Random(seed))
        assert made and made[0][1] != base.name


def test_surface_variants_keep_the_letters():
    from eval.stress.variants import _SURFACE

    base = Base("Łódź Kreis", "Location", "cities")
    for kind in ("case", "punctuation", "accents"):
        assert plain(_SURFACE[kind](base, random.Random(1))).replace("ł", "l") == "lodzkreis"


def test_unknown_half():
    with pytest.raises(InputError, match="develop, report"):
        stress_pairs(0, "middle")


def test_summary_counts_by_hand():
    class ByLength:
        """Merges equal lengths, asks about a difference of one, creates the rest."""

        name, needs_semantic = "by-length", False

        def compare(self, left, right, *, semantic=None):
            return Comparison({0: 1.0, 1: 0.9}.get(abs(len(left.name) - len(right.name)), 0.0), "length")

    def pair(left, right, label):
        return StressPair("x", Name(left, "Object"), Name(right, "Object"), label, "made", "list")

    pairs = [pair("aa", "bb", 1), pair("aa", "b", 1), pair("aaa", "b", 1), pair("a", "b", 0), pair("aaaa", "b", 0)]
    result = summarize(pairs, ByLength(), Settings())
    assert (result["merged"]["hits"], result["merged"]["n"]) == (1, 3)
    assert (result["created_apart"]["hits"], result["false_merges"]["hits"], result["asked_different"]["hits"]) == (
        1,
        1,
        0,
    )
    assert result["false_merges"]["low"] < 0.5 < result["false_merges"]["high"]
    assert result["by_kind"] == {"made": {"merge": 1, "pending": 1, "create": 1}}


@pytest.mark.long
def test_committed_files_are_what_the_generator_writes(tmp_path):
    for path in write(tmp_path):
        assert path.read_bytes() == (FOLDER / path.name).read_bytes(), path.name


@pytest.mark.long
def test_halves_are_large_balanced_and_disjoint():
    develop, report = stress_pairs(0, "develop"), stress_pairs(0, "report")
    assert len(report) >= 2000
    assert 0.4 < sum(pair.label for pair in report) / len(report) < 0.65
    assert not {plain(p.left.name) for p in develop} & {plain(p.left.name) for p in report}
