"""The conversations in data/ are what their README says: form, labels that fit each other, parts of one difficulty."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "data" / "conversations"
ACTS = ("proposes", "supports", "disagrees", "withdraws", "decides", "reaffirms")
FOR = {"proposes", "supports", "decides", "reaffirms"}
STATUSES = ("current", "superseded", "open", "withdrawn")
PARTS = ("dev", "report")


@dataclass(frozen=True)
class Conversation:
    """One file, with the few views of it that the tests need."""

    path: Path

    @cached_property
    def data(self) -> dict[str, Any]:
        return json.loads(self.path.read_text(encoding="utf-8"))

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def turns(self) -> list[dict[str, Any]]:
        return self.data["turns"]

    @property
    def acts(self) -> list[dict[str, Any]]:
        return self.data["labels"]["turns"]

    @property
    def decisions(self) -> list[dict[str, Any]]:
        return self.data["labels"]["decisions"]

    @cached_property
    def text(self) -> dict[int, str]:
        return {turn["n"]: turn["text"] for turn in self.turns}

    @cached_property
    def spellings(self) -> dict[str, set[str]]:
        """Name -> all ways to write it; without `people`, the full names among the speakers and in the labels."""
        if "people" in self.data:
            return {p["name"]: {p["name"], *p["aliases"]} for p in self.data["people"]}
        full = {turn["speaker"] for turn in self.turns if re.fullmatch(r"[^@.]+ [^@.]{2,}", turn["speaker"])}
        return {name: {name} for name in full | {act["person"] for act in self.acts}}

    def identities(self, speaker: str) -> list[str]:
        """The people that a speaker's spelling may be."""
        exact = [name for name, spellings in self.spellings.items() if speaker in spellings]
        if exact or "people" in self.data:
            return exact
        words = re.findall(r"[^\W\d_]+", speaker.lstrip("@").split("@")[0].casefold())
        return [
            name
            for name in self.spellings
            if all(any(w == part or (len(w) == 1 and part[0] == w) for part in name.casefold().split()) for w in words)
        ]

    @cached_property
    def speaker_of(self) -> dict[int, str]:
        return {turn["n"]: self.identities(turn["speaker"])[0] for turn in self.turns}

    @cached_property
    def sessions(self) -> int:
        times = [datetime.fromisoformat(turn["at"]) for turn in self.turns]
        return 1 + sum((b - a).total_seconds() > 3 * 3600 for a, b in itertools.pairwise(times))

    def acts_on(self, key: str, *kinds: str) -> list[dict[str, Any]]:
        return [act for act in self.acts if act["decision"] == key and (not kinds or act["act"] in kinds)]

    def last_act(self, person: str, key: str) -> str:
        return [act["act"] for act in self.acts_on(key) if act["person"] == person][-1]

    def superseding(self, key: str) -> list[dict[str, Any]]:
        return [decision for decision in self.decisions if key in decision["supersedes"]]


CONVERSATIONS = [Conversation(path) for path in sorted(FOLDER.glob("*.json"))]


@pytest.fixture(params=CONVERSATIONS, ids=lambda conversation: conversation.id)
def conversation(request: pytest.FixtureRequest) -> Conversation:
    return request.param


# -------------------------------------------------------------------------------------------------------------- form


def test_form(conversation):
    data = conversation.data
    assert set(data) - {"people"} == {"id", "split", "turns", "labels"}
    assert data["id"] == conversation.id and data["split"] in PARTS
    assert all(set(turn) == {"n", "speaker", "at", "text"} for turn in conversation.turns)
    assert set(data["labels"]) == {"turns", "decisions", "positions"}
    for act in conversation.acts:
        assert set(act) == {"n", "person", "act", "decision"} and act["act"] in ACTS
    for decision in conversation.decisions:
        assert set(decision) == {"key", "topic", "statement", "status", "supersedes"}
        assert decision["status"] in STATUSES
    for position in data["labels"]["positions"]:
        assert set(position) == {"person", "decision", "stance"}
        assert position["stance"] in ("supports", "disagrees")


def test_turns_are_numbered_and_their_times_rise(conversation):
    assert 8 <= len(conversation.turns) <= 22
    assert [turn["n"] for turn in conversation.turns] == list(range(1, len(conversation.turns) + 1))
    times = [datetime.fromisoformat(turn["at"]) for turn in conversation.turns]
    assert all(time.tzinfo for time in times)
    assert all(a < b for a, b in itertools.pairwise(times))


def test_texts_are_clean(conversation):
    texts = [turn["text"] for turn in conversation.turns]
    assert all(text == text.strip() != "" and "  " not in text for text in texts)
    assert len(set(texts)) == len(texts)
    assert not re.search(r"\bAI\b|/work/|/home/|https?://", json.dumps(conversation.data))


def test_ids_and_texts_are_unique():
    texts = Counter(t["text"] for c in CONVERSATIONS for t in c.turns if len(t["text"]) > 30)
    assert [text for text, n in texts.items() if n > 1] == []
    openings = Counter(" ".join(c.turns[0]["text"].casefold().split()[:4]) for c in CONVERSATIONS)
    assert [opening for opening, n in openings.items() if n > 1] == []


# ------------------------------------------------------------------------------------------------------------ people


def test_three_or_more_speak_and_each_spelling_is_one_person(conversation):
    for turn in conversation.turns:
        assert len(conversation.identities(turn["speaker"])) == 1, turn["speaker"]
    assert 3 <= len(set(conversation.speaker_of.values())) <= 6


def test_no_spelling_is_two_people(conversation):
    counts = Counter(s.casefold() for spellings in conversation.spellings.values() for s in spellings)
    assert [spelling for spelling, n in counts.items() if n > 1] == []


def test_people_of_the_labels_are_known_and_the_absent_are_named_where_they_are_quoted(conversation):
    assert {act["person"] for act in conversation.acts} <= set(conversation.spellings)
    if "people" in conversation.data:
        text = " ".join(conversation.text.values())
        unused = [n for n, all_ in conversation.spellings.items() if not any(s in text for s in all_)]
        assert set(unused) <= set(conversation.speaker_of.values())
    for act in quoted(conversation):
        text = conversation.text[act["n"]]
        assert any(spelling in text for spelling in conversation.spellings[act["person"]]), act


def quoted(conversation: Conversation) -> list[dict[str, Any]]:
    return [act for act in conversation.acts if act["person"] != conversation.speaker_of[act["n"]]]


# ------------------------------------------------------------------------------------------------------------ labels


def test_one_act_per_turn_person_and_decision_in_the_order_of_the_turns(conversation):
    assert len({(a["n"], a["person"], a["decision"]) for a in conversation.acts}) == len(conversation.acts)
    order = [act["n"] for act in conversation.acts]
    assert order == sorted(order) and set(order) <= set(conversation.text)


def test_decisions_are_unique_and_each_is_put_on_the_table_before_anything_else(conversation):
    keys = [decision["key"] for decision in conversation.decisions]
    assert len(set(keys)) == len(keys) > 0
    assert set(keys) == {act["decision"] for act in conversation.acts}
    assert len({decision["statement"] for decision in conversation.decisions}) == len(keys)
    assert all(re.fullmatch(r"[A-Z].*\.", decision["statement"]) for decision in conversation.decisions)
    for key in keys:
        assert conversation.acts_on(key)[0]["act"] in ("proposes", "decides"), key


def test_one_withdraws_or_reaffirms_only_what_one_holds(conversation):
    held: dict[tuple[str, str], str] = {}
    for act in conversation.acts:
        who = act["person"], act["decision"]
        if act["act"] == "withdraws":
            assert held.get(who, "withdraws") != "withdraws", act
        if act["act"] == "reaffirms":
            assert held.get(who) in FOR, act
        held[who] = act["act"]


def test_positions_are_the_last_act_of_each_person_on_each_decision(conversation):
    last = {(act["person"], act["decision"]): act["act"] for act in conversation.acts}
    want = {who: "supports" if act in FOR else "disagrees" for who, act in last.items() if act != "withdraws"}
    positions = conversation.data["labels"]["positions"]
    assert {(p["person"], p["decision"]): p["stance"] for p in positions} == want
    assert len(positions) == len(want)


def test_a_topic_has_at_most_one_current_decision(conversation):
    topics = Counter(d["topic"] for d in conversation.decisions if d["status"] == "current")
    assert [topic for topic, n in topics.items() if n > 1] == []


def test_a_decision_leaves_no_rival_open_on_its_topic(conversation):
    settled = {d["topic"] for d in of_status(conversation, "current")}
    assert [d["key"] for d in of_status(conversation, "open") if d["topic"] in settled] == []


def test_who_settles_the_opposite_of_what_they_held_says_so(conversation):
    for by in conversation.decisions:
        for act in conversation.acts_on(by["key"], "decides"):
            held = {a["decision"]: a["act"] for a in conversation.acts if a["person"] == act["person"]}
            assert [key for key in by["supersedes"] if held.get(key) in FOR] == [], act


def test_current_is_decided_and_not_replaced_or_called_off(conversation):
    for decision in of_status(conversation, "current"):
        key = decision["key"]
        assert conversation.superseding(key) == []
        settled = conversation.acts_on(key, "decides")
        assert settled, key
        assert conversation.last_act(settled[-1]["person"], key) in FOR, key


def test_superseded_is_replaced_by_exactly_one_later_decision_on_the_topic(conversation):
    for decision in of_status(conversation, "superseded"):
        (by,) = conversation.superseding(decision["key"])
        assert decision["topic"] in by["topic"]
        ruling = conversation.acts_on(by["key"], "decides")
        assert ruling[0]["n"] > conversation.acts_on(decision["key"])[0]["n"]
        if not conversation.acts_on(decision["key"], "decides"):  # a rival that was displaced, not one that was pulled
            proposer = conversation.acts_on(decision["key"], "proposes")[0]["person"]
            before = [
                act["act"]
                for act in conversation.acts_on(decision["key"])
                if act["person"] == proposer and act["n"] <= ruling[0]["n"]
            ]
            assert before[-1] != "withdraws", decision["key"]


def test_only_a_decision_that_was_settled_supersedes_and_what_it_lists_is_superseded(conversation):
    status = {decision["key"]: decision["status"] for decision in conversation.decisions}
    for decision in conversation.decisions:
        assert {status[key] for key in decision["supersedes"]} <= {"superseded"}
        assert not decision["supersedes"] or decision["status"] in ("current", "superseded", "withdrawn")
        assert not decision["supersedes"] or conversation.acts_on(decision["key"], "decides")


def test_withdrawn_is_pulled_by_its_proposer_or_called_off_by_who_settled_it(conversation):
    for decision in of_status(conversation, "withdrawn"):
        key = decision["key"]
        owners = {act["person"] for act in conversation.acts_on(key, "proposes", "decides")}
        pulled = [act for act in conversation.acts_on(key, "withdraws") if act["person"] in owners]
        assert pulled and conversation.superseding(key) == [], key
        settled = conversation.acts_on(key, "decides")
        assert not settled or (settled[-1]["n"] < pulled[-1]["n"]), key
        assert not settled or conversation.last_act(settled[-1]["person"], key) == "withdraws", key


def test_open_is_neither_decided_nor_pulled(conversation):
    for decision in of_status(conversation, "open"):
        key = decision["key"]
        assert conversation.acts_on(key, "decides") == conversation.superseding(key) == []
        assert conversation.last_act(conversation.acts_on(key, "proposes")[0]["person"], key) in FOR, key


def of_status(conversation: Conversation, status: str) -> Iterator[dict[str, Any]]:
    return (decision for decision in conversation.decisions if decision["status"] == status)


# ------------------------------------------------------------------------------------------------------ as a whole


def shares(counts: dict[str, int]) -> dict[str, float]:
    return {part: counts[part] / sum(counts.values()) for part in PARTS}


def per_part(value) -> dict[str, int]:
    return {part: sum(int(value(c)) for c in CONVERSATIONS if c.data["split"] == part) for part in PARTS}


def test_there_are_enough_of_everything():
    assert len(CONVERSATIONS) >= 36
    acts = Counter(act["act"] for c in CONVERSATIONS for act in c.acts)
    statuses = Counter(decision["status"] for c in CONVERSATIONS for decision in c.decisions)
    assert set(acts) == set(ACTS) and min(acts.values()) >= 12
    assert set(statuses) == set(STATUSES) and min(statuses.values()) >= 6


DIFFICULTY = {
    "conversations": lambda c: 1,
    "turns": lambda c: len(c.turns),
    "turns without an act": lambda c: len(set(c.text) - {act["n"] for act in c.acts}),
    "several sessions": lambda c: c.sessions > 1,
    "people given": lambda c: "people" in c.data,
    "speakers written in several ways": lambda c: len({t["speaker"] for t in c.turns}) > len({*c.speaker_of.values()}),
    "acts of absent people": lambda c: len(quoted(c)),
    "supersessions": lambda c: sum(len(d["supersedes"]) for d in c.decisions),
    **{act: lambda c, act=act: sum(a["act"] == act for a in c.acts) for act in ACTS},
    **{status: lambda c, status=status: len(list(of_status(c, status))) for status in STATUSES},
}


@pytest.mark.parametrize("name", DIFFICULTY)
def test_the_parts_are_equally_difficult(name):
    counts = per_part(DIFFICULTY[name])
    assert sum(counts.values()) >= 8
    assert all(0.36 <= share <= 0.64 for share in shares(counts).values()), counts


def test_the_parts_share_no_person():
    names = {part: {n for c in CONVERSATIONS if c.data["split"] == part for n in c.spellings} for part in PARTS}
    assert names["dev"] & names["report"] == set()


def test_in_both_parts_two_people_of_one_conversation_have_one_first_name():
    def twins(c: Conversation) -> bool:
        firsts = Counter(name.split()[0] for name in c.spellings if " " in name)
        return any(n > 1 for first, n in firsts.items() if not first.endswith("."))

    assert min(per_part(twins).values()) >= 1


def parts_of(c: Conversation) -> tuple[list, list, list]:
    return c.turns, c.acts, c.decisions


def test_the_readme_counts_what_is_there():
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for c in CONVERSATIONS:
        assert f"| [{c.id}]({c.id}.json) | {c.data['split']} | {len(c.turns)} |" in readme, c.id
    assert len(re.findall(r"^\| \[", readme, re.M)) == len(CONVERSATIONS)
    turns, acts, decisions = (sum(len(x) for x in xs) for xs in zip(*map(parts_of, CONVERSATIONS), strict=True))
    counts = f"{len(CONVERSATIONS)} short conversations with labels: {turns} turns, {acts} acts, {decisions} decisions."
    assert counts in readme
    for name, value in DIFFICULTY.items():
        counts = per_part(value)
        assert f"| {name} | {counts['dev']} | {counts['report']} |" in readme, (name, counts)
