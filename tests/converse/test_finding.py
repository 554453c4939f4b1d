"""The learned act finder: signals, the course of a conversation, decoding, vectors, and what ships."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memkit.config import Settings
from memkit.converse.base import Said, Turn
from memkit.converse.finding.course import CLASSES, course_signals
from memkit.converse.finding.decoding import decode
from memkit.converse.finding.encoder import ClauseEncoder
from memkit.converse.finding.finder import LearnedFinder, shipped
from memkit.converse.finding.loglinear import LogLinear
from memkit.converse.finding.signals import masked, word_signals
from memkit.converse.finding.units import Told, Unit, units_of
from memkit.converse.reading.load import load_reader
from memkit.errors import ModelError
from memkit.model import ACTS


def talk(*lines: tuple[str, str]) -> list[Turn]:
    return [Turn(n, speaker, f"2025-01-01T10:{n % 60:02d}", text) for n, (speaker, text) in enumerate(lines, start=1)]


TALK = talk(
    ("Ada Byron", "I propose that we paint the gate green."),
    ("Ben Okri", "Not while the wood is wet, it would only peel."),
    ("Cleo Rey", "My sister says she'd be delighted. So would I."),
    ("Ada Byron", "Green it is, then."),
)


def unit(n: int = 1, clause: int = 0, name: str = "Ada", twice: bool = False, words: str = "gate") -> Unit:
    return Unit(n, clause, 10 * clause, 10 * clause + 9, "", name, frozenset(words.split()), {}, twice)


def told(*units: Unit, n: int = 1, speaker: str = "Ada", asks: bool = False) -> Told:
    return Told(Turn(n, speaker, "", "x" * 10 * len(units)), speaker, frozenset({"gate", "fence"}), asks, list(units))


def likely(**acts: float) -> np.ndarray:
    """One row of probabilities, the rest for none."""
    row = np.array([acts.get(name, 0.0) for name in CLASSES])
    row[0] = 1 - row.sum()
    return row


# ------------------------------------------------------------------------------------------------------------ signals


def test_words_that_name_options_are_masked():
    assert masked("I propose that we paint the old gate green, 12 times.") == [
        "i", "propose", "that", "we", "X", "the", "X", ",", "X", ".",
    ]  # fmt: skip


def test_word_signals_are_single_words_pairs_triples_and_stems():
    assert set(word_signals("no gate", ".")) == {
        "^", "no", "X", ".", "$", "^ no", "no X", "X .", ". $", "^ no X", "no X .", "X . $", "stem:gate",
    }  # fmt: skip


def test_units_are_clauses_by_whose_view_they_are():
    units = [(u.person, TALK[2].text[u.start : u.end]) for one in units_of(TALK) if one.turn.n == 3 for u in one.units]
    assert units == [("My sister", "My sister says she'd be delighted."), ("", "So would I.")]


def test_the_rules_are_signals():
    first = next(units_of(TALK)).units[0].signals
    assert first["rule:proposes:True"] == 1.0 and first["strong:proposes"] == 1.0 and first["opened"] == 1.0


# ------------------------------------------------------------------------------------------------------------- course


def test_the_course_says_who_did_what_before_and_what_is_on_the_table():
    turns = [told(unit()), told(unit(2, name="Ben"), unit(2, 1, "Ben", words="pond"), n=2, speaker="Ben")]
    rows = course_signals(turns, np.stack([likely(proposes=0.8), likely(supports=0.6), likely()]))
    assert rows[0]["no turn 1 before"] == 1.0 and rows[0]["waits:none"] == 1.0 and "match" not in rows[0]
    assert rows[1]["turn 1 before:proposes"] == pytest.approx(0.8) and rows[1]["turn 1 before:other"] == 1.0
    assert rows[1]["waits:other"] == 1.0
    # "gate" stands in the words of the option and in all words of its turn: 2 + 1, times .8, of 4 at most
    assert rows[1]["match"] == pytest.approx(3 * 0.8 / 4) and rows[1]["match:other"] == pytest.approx(0.8)
    assert "match" not in rows[2] and rows[2]["beside:supports"] == pytest.approx(0.6)
    assert rows[2]["previous clause:supports"] == pytest.approx(0.6)


def test_what_was_settled_waits_no_longer():
    turns = [told(unit()), told(unit(2), n=2), told(unit(3), n=3)]
    rows = course_signals(turns, np.stack([likely(proposes=0.8), likely(decides=0.9), likely()]))
    assert rows[1]["waits:own"] == 1.0
    assert rows[2]["waits:none"] == 1.0 and rows[2]["match:settled"] == pytest.approx(0.9)
    assert rows[2]["settled before"] == pytest.approx(0.3)


# ------------------------------------------------------------------------------------------------ log-linear, decoding


def test_log_linear_probabilities():
    model = LogLinear({"a": 0, "b": 1}, np.array([[1.0, 0], [0, 2.0]]), np.array([[0.5, 0]]), np.array([0.0, 0.1]))
    found = model.log_probabilities([{"a": 1.0, "b": 0.5, "unknown": 9.0}, {}], np.array([[2.0], [0.0]]))
    scores = np.array([[1.0 + 1.0, 1.0 + 0.1], [0.0, 0.1]])
    assert np.allclose(found, np.log(np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)))


def test_the_likeliest_clause_counts_and_a_word_for_both_counts_twice():
    turn = told(unit(), unit(1, 1), unit(1, 2, twice=True))
    rows = np.stack([likely(supports=0.4), likely(supports=0.7), likely(decides=0.3, withdraws=0.2)])
    assert [(s.act, s.start, s.likely) for s in decode(turn, rows, 0.25)] == [
        ("supports", 10, 0.7),
        ("decides", 20, 0.5),
        ("decides", 20, 0.5),
    ]
    assert decode(turn, rows, 0.6) == [Said(1, "", "supports", 10, 19, "xxxxxxxxx", 0.7)]


@given(
    st.lists(st.tuples(st.sampled_from("AB"), st.lists(st.floats(0, 1), min_size=7, max_size=7)), max_size=5),
    st.floats(0.1, 0.9),
)
def test_decoding_keeps_its_promises(rows, least):
    turn = told(*(unit(1, at, name) for at, (name, _) in enumerate(rows)))
    table = np.array([row for _, row in rows]).reshape(-1, 7) + 1e-3
    table /= table.sum(axis=1, keepdims=True)
    said = decode(turn, table, least)
    persons = [name for name, _ in rows]
    done = [(persons[one.start // 10], one.act) for one in said]
    assert len(set(done)) == len(done), "one of a kind for each person"
    assert [one.start for one in said] == sorted(one.start for one in said)
    assert all(one.act in ACTS and one.likely >= least - 1e-3 for one in said)
    assert {one.start // 10 for one in said} <= {at for at, row in enumerate(table) if 1 - row[0] >= least}
    assert {persons[at] for at, row in enumerate(table) if 1 - row[0] >= least} == {name for name, _ in done}


# ----------------------------------------------------------------------------------------------------- what it ships


def test_a_clause_has_the_vector_of_its_turn_whatever_else_is_encoded():
    turns = list(units_of(TALK))
    together = ClauseEncoder().vectors(turns)
    alone = np.concatenate([ClauseEncoder().vectors([one]) for one in turns])
    assert together.shape == (sum(len(one.units) for one in turns), 768) and together.dtype == np.float32
    assert np.allclose(together, alone, atol=1e-4)
    assert ClauseEncoder().vectors([]).shape == (0, 768)


def test_what_ships_was_fitted_to_the_data_here():
    from eval.datasets import files_hash

    folder = Path(__file__).parents[2] / "data" / "conversations_train"
    fitted = shipped()
    assert fitted.data_hash == files_hash(*sorted(folder.glob("*.json")))
    for model in (fitted.first, fitted.second):
        assert model.named.shape == (len(model.names), len(CLASSES)) and model.dense.shape == (768, len(CLASSES))


def test_acts_found_in_a_short_talk():
    turns = talk(("Dee Hall", "The gate looks shabby."), *((t.speaker, t.text) for t in TALK[:3]))
    turns = talk(*((t.speaker, t.text) for t in turns), ("Dee Hall", "Green it is, then."))
    said = [(one.n - 1, one.person, one.act) for one in LearnedFinder()(turns)]
    assert said == [
        (1, "", "proposes"),
        (2, "", "disagrees"),
        (3, "My sister", "supports"),
        (3, "", "supports"),
        (4, "", "decides"),
    ]


def test_nothing_breaks_it():
    texts = ["", " ", "😀", "👍", "?", "...", "@", "a" * 100_000, "yes " * 9_000, '"', "\n\n", "No.\x00Yes", "\ud800"]
    turns = talk(*((("Ada", "Ben", "😀")[n % 3], text) for n, text in enumerate(texts)))
    for said in LearnedFinder()(turns):
        assert said.act in ACTS and 0 <= said.start <= said.end <= len(turns[said.n - 1].text)
    assert LearnedFinder()([]) == []


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(["Ada", "Ben", "@cy", ""]), st.text(max_size=60)), max_size=5))
def test_any_text_gives_acts_within_it(lines):
    turns = talk(*lines)
    said = LearnedFinder()(turns)
    assert said == LearnedFinder()(turns)
    assert all(one.act in ACTS and 0 <= one.start <= one.end <= len(turns[one.n - 1].text) for one in said)


def test_time_grows_with_the_length():
    turns = [replace(turn, n=4 * k + turn.n) for k in range(10) for turn in TALK]
    find = LearnedFinder()
    find(turns)
    started = time.perf_counter()
    find(turns)
    once = time.perf_counter() - started
    started = time.perf_counter()
    find([replace(turn, n=len(turns) * k + turn.n) for k in range(4) for turn in turns])
    assert time.perf_counter() - started < 12 * once + 1


# ------------------------------------------------------------------------------------------------------ which reader


def test_hash_reads_by_rules_alone():
    by_rules = load_reader(Settings(embedder="hash")).read(TALK)
    assert by_rules.degraded == []
    learned = load_reader(Settings()).read(TALK)
    assert learned.degraded == [] and len(learned.turns) == 5


def test_without_the_sentence_model_the_rules_read_and_say_so(monkeypatch):
    def missing():
        raise ModelError("the model is not installed")

    monkeypatch.setattr("memkit.converse.finding.encoder.sentence_model", missing)
    with pytest.raises(ModelError, match="not installed"):
        load_reader(Settings(embedder_fallback=False))
    assert load_reader(Settings(embedder_fallback=True)).read(TALK).degraded == ["transcripts:rules"]


def test_reading_by_rules_loads_no_sentence_model():
    code = (
        "import sys; from memkit import Settings; from memkit.converse.reading.load import load_reader\n"
        "load_reader(Settings(embedder='hash')); assert 'sentence_transformers' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
