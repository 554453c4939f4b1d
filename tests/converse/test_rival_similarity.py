"""The threshold from which two statements answer one question is the one that the development conversations give."""

from __future__ import annotations

import importlib.util
import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from memkit import Settings
from memkit.converse.contribution import Stated
from memkit.converse.options import RIVAL_SIMILARITY
from memkit.converse.plan import Candidates, Known, plan, topic_id
from memkit.embed import MINILM_PACKAGE, load_embedder

FOLDER = Path(__file__).parents[2] / "data" / "conversations"


def pairs(embedder) -> tuple[np.ndarray, np.ndarray]:
    """Cosines of pairs of decisions of one conversation: (on one topic, on two topics)."""
    rivals, others = [], []
    for path in sorted(FOLDER.glob("*.json")):
        conversation = json.loads(path.read_text(encoding="utf-8"))
        if conversation["split"] != "dev":
            continue
        decisions = conversation["labels"]["decisions"]
        vectors = embedder.encode([d["statement"] for d in decisions])
        for (i, one), (j, other) in itertools.combinations(enumerate(decisions), 2):
            (rivals if one["topic"] == other["topic"] else others).append(float(vectors[i] @ vectors[j]))
    return np.array(rivals), np.array(others)


def balanced_accuracy(threshold: float, rivals: np.ndarray, others: np.ndarray) -> float:
    return ((rivals >= threshold).mean() + (others < threshold).mean()) / 2


@pytest.mark.parametrize("name", ["hash", "minilm"])
def test_the_threshold_is_the_best_on_the_development_conversations(name):
    if name == "minilm" and importlib.util.find_spec(MINILM_PACKAGE) is None:
        pytest.skip(f"{MINILM_PACKAGE} is not installed")
    embedder, _ = load_embedder(Settings(embedder=name))
    rivals, others = pairs(embedder)
    assert (len(rivals), len(others)) == (35, 102)
    scores = {t / 100: balanced_accuracy(t / 100, rivals, others) for t in range(100)}
    best = max(scores.values())
    chosen = RIVAL_SIMILARITY[embedder.name]
    assert scores[chosen] == best, {t: round(s, 4) for t, s in scores.items() if s == best}
    plateau = [t for t, s in scores.items() if s == best]
    assert chosen == plateau[len(plateau) // 2] and best > 0.9


@pytest.mark.parametrize("name", ["hash", "minilm"])
def test_on_one_topic_rivals_take_each_others_place_and_other_matters_stand_beside(name):
    """Two decisions proposed after each other: how often the second supersedes the first, of all pairs of the
    development conversations. Those of two topics are given one topic, whose name says nothing."""
    if name == "minilm" and importlib.util.find_spec(MINILM_PACKAGE) is None:
        pytest.skip(f"{MINILM_PACKAGE} is not installed")
    embedder, _ = load_embedder(Settings(embedder=name))
    superseded = {True: [], False: []}
    for path in sorted(FOLDER.glob("*.json")):
        conversation = json.loads(path.read_text(encoding="utf-8"))
        if conversation["split"] != "dev":
            continue
        for one, other in itertools.combinations(conversation["labels"]["decisions"], 2):
            rivals = one["topic"] == other["topic"]
            topic = one["topic"] if rivals else "the agenda"
            left, right = embedder.encode([one["statement"], other["statement"]])
            known = Known("dec_1", one["statement"], topic_id(topic), topic, "dec_1", "current")
            cosines = {(other["statement"], "dec_1"): float(left @ right)}
            found = Candidates((known,), cosines=cosines, threshold=RIVAL_SIMILARITY[embedder.name])
            (effect,) = plan(Stated(other["statement"], "proposes"), topic, found, "mark").effects
            superseded[rivals].append(effect.question == "dec_1")
    assert (sum(superseded[True]), len(superseded[True])) == (34, 35)
    assert (sum(superseded[False]), len(superseded[False])) == (8, 102)
