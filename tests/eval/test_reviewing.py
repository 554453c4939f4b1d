"""What a simulated reviewer buys: answers from gold, in an order, each measured."""

from __future__ import annotations

import pandas as pd
import pytest

from eval import reviewing
from eval.drift.world import make_world
from memkit import InputError


@pytest.fixture(scope="module")
def reviews() -> reviewing.Reviews:
    return reviewing.run(seeds="0,1", messages=120)


def test_every_review_ends_with_an_empty_queue_and_no_order_ends_elsewhere(reviews):
    ends = reviews.frame.groupby(["order", "seed"]).tail(1)
    assert (ends["waiting"] == 0).all() and (ends["answers"] > 3).all()
    # Whatever the order, a reviewer who knows joins exactly what waits and is one person.
    assert (ends.groupby("seed")["pair_recall"].nunique() == 1).all()


def test_a_right_answer_never_costs_recall(reviews):
    for _, of in reviews.frame.groupby(["order", "seed"]):
        assert of["pair_recall"].is_monotonic_increasing and of["answers"].tolist() == list(range(len(of)))
        assert of["pair_recall"].iloc[-1] > of["pair_recall"].iloc[0]


def test_answers_needed_by_hand():
    of = pd.DataFrame({"answers": [0, 1, 2, 3, 4], "pair_recall": [0.5, 0.5, 0.6, 0.7, 0.7]})
    assert [reviewing._needed(of, share) for share in (0.5, 0.9, 1.0)] == [2, 3, 4]


def test_a_finished_review_stays_where_it_ended(reviews):
    table = reviewing.curves(reviews, points=5)
    last = table[table["answers"] == table["answers"].max()]
    ends = reviews.frame.groupby(["order", "seed"]).tail(1).groupby("order")["pair_recall"].mean()
    for _, row in last.iterrows():
        assert row["pair_recall"] == pytest.approx(ends[row["order"]])
        assert row["pair_recall_low"] <= row["pair_recall"] <= row["pair_recall_high"]


def test_the_table_says_it_in_words(reviews):
    said = reviewing.in_words(reviewing.effort(reviews))
    assert len(said) == 3 and "fewer than in random order" in said[0] and "fewer" not in said[2]


def test_the_same_run_gives_the_same_rows_and_an_unknown_order_is_named():
    world = make_world(3, 60)
    assert list(reviewing.review(world, "queue", 3)) == list(reviewing.review(world, "queue", 3))
    with pytest.raises(InputError, match="alphabetical"):
        reviewing.run(orders="alphabetical", seeds="0", messages=60)
