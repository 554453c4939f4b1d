"""The conversations that the act finder is fitted to: labels as in data/conversations, words of each act, and counts as
the README says."""

from __future__ import annotations

import copy
import inspect
import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import test_conversation_data as own

DATA = Path(__file__).parents[2] / "data"
FOLDER = DATA / "conversations_train"
HANDS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
#: What the tests of data/conversations ask of one conversation; theirs are 8 to 22 turns long.
CHECKS = [
    check
    for name, check in vars(own).items()
    if name.startswith("test_")
    and list(inspect.signature(check).parameters) == ["conversation"]
    and name != "test_turns_are_numbered_and_their_times_rise"
]


@dataclass(frozen=True)
class Conversation(own.Conversation):
    record: Any = None

    @cached_property
    def data(self) -> dict[str, Any]:
        bare = copy.deepcopy(self.record) | {"split": "dev"}
        for act in bare["labels"]["turns"]:
            del act["words"]
        return bare


@pytest.mark.parametrize("hand", HANDS)
def test_each_keeps_the_rules_of_our_own_conversations(hand):
    assert len(CHECKS) >= 5
    for record in HANDS[hand]:
        for check in CHECKS:
            check(Conversation(FOLDER / f"{record['id']}.json", record))


@pytest.mark.parametrize("hand", HANDS)
def test_turns_are_numbered_and_the_words_of_each_act_stand_in_its_turn(hand):
    for record in HANDS[hand]:
        assert record["split"] == "train"
        texts = {turn["n"]: turn["text"] for turn in record["turns"]}
        assert list(texts) == list(range(1, len(texts) + 1)) and 5 <= len(texts) <= 24
        assert all(act["words"] and act["words"] in texts[act["n"]] for act in record["labels"]["turns"])


def test_ids_and_longer_texts_are_unique_and_none_is_of_the_conversations_that_are_graded():
    records = [record for records in HANDS.values() for record in records]
    graded = [json.loads(path.read_text(encoding="utf-8")) for path in (DATA / "conversations").glob("*.json")]
    assert len({r["id"] for r in [*records, *graded]}) == len(records) + len(graded)
    ours, theirs = (
        Counter(t["text"] for r in some for t in r["turns"] if len(t["text"]) > 60) for some in (records, graded)
    )
    assert not ours.keys() & theirs.keys() and max(ours.values()) == 1


def test_the_readme_counts_them():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = {
        cells[0]: cells[1:]
        for cells in re.findall(r"^\| (hand\d|all) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", text, re.M)
    }
    counted = {
        hand: tuple(
            str(n)
            for n in (
                len(records),
                sum(len(r["turns"]) for r in records),
                sum(len(r["labels"]["turns"]) for r in records),
                sum(len(r["labels"]["decisions"]) for r in records),
            )
        )
        for hand, records in HANDS.items()
    }
    counted["all"] = tuple(str(sum(int(row[at]) for row in counted.values())) for at in range(4))
    assert rows == counted
