"""The act finder fitted: classes of clauses, models, and what is written and read again."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from eval.finding.clauses import Span, classes_of, load_labelled, spans_of
from eval.finding.fit import fit_finder, gold_acts, save
from eval.finding.loglinear import Fitting, fit
from memkit.converse.finding.course import CLASSES
from memkit.converse.finding.finder import load
from memkit.converse.finding.units import units_of
from memkit.errors import InputError


def record(id: str, place: str) -> dict:
    texts = [
        ("Ann Lee", f"I propose that we meet in the {place}.", "proposes", f"I propose that we meet in the {place}"),
        ("Bo Ray", f"Fine by me. The {place} is dry.", "supports", "Fine by me"),
        ("Cy Orr", f"I'm against the {place}, it is cold.", "disagrees", f"I'm against the {place}"),
        ("Ann Lee", "How cold is it?", "", ""),
        ("Dee Fox", f"The {place} it is.", "decides", f"The {place} it is"),
    ]
    times = [f"2026-03-01T10:0{n}:00+00:00" for n in range(len(texts))]
    labels = [
        {"n": n, "person": person, "act": act, "decision": "it", "words": words}
        for n, (person, _, act, words) in enumerate(texts, start=1)
        if act
    ]
    return {
        "id": id,
        "split": "train",
        "turns": [
            {"n": n, "speaker": person, "at": times[n - 1], "text": text}
            for n, (person, text, _, _) in enumerate(texts, start=1)
        ],
        "labels": {
            "turns": labels,
            "decisions": [
                {"key": "it", "topic": "place", "statement": f"The {place}.", "status": "current", "supersedes": []}
            ],
            "positions": [],
        },
    }


@pytest.fixture
def folder(tmp_path):
    for hand, places in (("hand1", ("barn", "hall")), ("hand2", ("shed", "yard"))):
        records = [record(f"{hand}-{place}", place) for place in places]
        (tmp_path / f"{hand}.json").write_text(json.dumps(records), encoding="utf-8")
    return tmp_path


def test_a_clause_has_the_class_of_the_words_that_stand_in_it(folder):
    labelled = load_labelled(folder)
    assert [one.hand for one in labelled] == ["hand1", "hand1", "hand2", "hand2"]
    one = labelled[0]
    texts = {turn.n: turn.text for turn in one.transcript.turns}
    found = [
        (texts[unit.n][unit.start : unit.end], CLASSES[right])
        for (unit, right) in zip((u for told in one.told for u in told.units), one.classes, strict=True)
    ]
    assert found == [
        ("I propose that we meet in the barn.", "proposes"),
        ("Fine by me.", "supports"),
        ("The barn is dry.", "none"),
        ("I'm against the barn", "disagrees"),
        ("it is cold.", "none"),
        ("How cold is it?", "none"),
        ("The barn it is.", "decides"),
    ]


def test_the_act_of_somebody_else_is_none_of_the_speakers(folder):
    one = load_labelled(folder)[0]
    told = list(units_of(one.transcript.turns))
    assert set(classes_of(one.transcript, told, [Span(2, 0, 11, "Cy Orr", "supports")])) == {0}


def test_gold_acts_stand_where_most_of_their_words_do(folder):
    one = load_labelled(folder)[0]
    said = gold_acts(one)
    assert [(s.n, s.act, s.start, s.end, s.about) for s in said][1:3] == [
        (2, "supports", 0, 11, ""),
        (3, "disagrees", 0, 20, "I'm against the barn"),
    ]
    elsewhere = gold_acts(replace(one, told=[]))
    assert [(s.start, s.end, s.about) for s in elsewhere][:2] == [(0, 34, ""), (0, 10, "")]


def test_words_that_do_not_stand_in_the_turn_are_named():
    wrong = record("barn", "barn")
    wrong["labels"]["turns"][1]["words"] = "Not there"
    with pytest.raises(InputError, match="barn, turn 2: the label's words 'Not there'"):
        spans_of(wrong)


def test_a_fitted_model_tells_what_its_signals_told_and_is_the_same_each_time():
    chance = np.random.RandomState(1)
    right = [at % 3 for at in range(120)]
    signals = [{f"sign {at}": 1.0, "always": 1.0} for at in right]
    vectors = chance.normal(size=(120, 4)).astype(np.float32) + 5
    how = Fitting(epochs=40, named_rate=0.05)
    model = fit(signals, vectors, right, how)
    found = model.log_probabilities(signals, vectors)
    assert (found.argmax(axis=1) == right).all()
    again = fit(signals, vectors, right, how)
    assert (again.named == model.named).all() and (again.dense == model.dense).all()
    assert fit(signals, vectors, right, replace(how, least=121)).names == {}


def test_a_fit_to_few_conversations_is_repeated_exactly_and_read_again(folder, tmp_path):
    labelled = load_labelled(folder)
    fitted, measured = fit_finder(labelled, "hash", Fitting(epochs=3), tell=lambda text: None)
    again, _ = fit_finder(labelled, "hash", Fitting(epochs=3), tell=lambda text: None)
    assert set(measured) == {"hand1", "hand2", "all"}
    save(fitted, tmp_path / "one")
    save(again, tmp_path / "two")
    for name in ("fitted.json", "fitted.safetensors"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    read = load(tmp_path / "one")
    assert read.first.names == fitted.first.names and read.linking == fitted.linking
    assert (read.least, read.data_hash) == (fitted.least, "hash")
    assert np.allclose(read.second.named, fitted.second.named, atol=2e-3)
