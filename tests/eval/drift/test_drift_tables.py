"""Tables, intervals and sentences: each against values that are derived by hand or known by construction."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval.drift import pictures, tables, words
from eval.drift.simulate import FalseMerge
from eval.drift.study import Runs, checkpoint_messages, over_seeds, run
from eval.drift.world import make_world
from eval.table import write_table
from memkit.errors import InputError

SETTINGS = "never; exact; memkit .86 .95; memkit confirmed; memkit reviewed"


@pytest.fixture(scope="module")
def runs() -> Runs:
    """Small worlds with many namesakes, so that every table has rows."""
    return run(settings=SETTINGS, seeds="0,1,2", messages=200, checkpoints=4, twins=0.3, varied=0.6, families=15)


@pytest.fixture(scope="module")
def found(runs) -> dict[str, pd.DataFrame]:
    return tables.tables(runs)


def test_checkpoints_lie_in_equal_ratios():
    assert checkpoint_messages(1600, 5) == [100, 200, 400, 800, 1600]
    with pytest.raises(InputError, match="at least"):
        checkpoint_messages(20, 10)


def test_one_world_has_no_interval():
    with pytest.raises(InputError, match="at least two"):
        run(settings="memkit .95", seeds="3", messages=80, checkpoints=3)


@pytest.mark.parametrize(("worlds", "said"), [(10, tables.CASCADE), (2, tables.NO_CASCADE)])
def test_few_worlds_do_not_tell_that_one_mistake_leads_to_the_next(worlds, said):
    row = {"exponent": 1.1, "exponent_low": 0.9, "exponent_high": 1.3, "cascade": 1.2}
    row |= {"cascade_low": 1.1, "cascade_high": 1.3}
    assert tables._growth_verdict(row, worlds) == f"{tables.LINEAR}; {said}"


def test_means_over_seeds_and_their_ends():
    frame = pd.DataFrame(
        [{"setting": s, "seed": n, "x": x} for s, of in (("a", (1, 2, 6)), ("b", (5, 5, 5))) for n, x in enumerate(of)]
    )
    a, b = over_seeds(frame, ["setting"], ["x"]).to_dict("records")
    assert (a["setting"], a["x"], b["x"]) == ("a", 3.0, 5.0)
    assert 1 <= a["x_low"] < 3 < a["x_high"] <= 6
    assert b["x_low"] == b["x_high"] == 5


@pytest.mark.parametrize("power", [1.0, 2.0, 0.6])
def test_the_exponent_of_a_power_law_is_found_again(power):
    """Event times of a power-law process up to T are T u^(1 / power), u uniform."""
    rng = np.random.default_rng(7)
    events = [
        [FalseMerge(int(100_000 * u ** (1 / power)), 0, 1, "name") for u in np.sort(rng.random(300))] for _ in range(10)
    ]
    found = tables._exponent(events, 100_000)
    assert found.mean == pytest.approx(power, rel=0.06)
    assert found.low < power < found.high


def test_too_few_events_have_no_exponent():
    assert np.isnan(tables._exponent([[FalseMerge(3, 0, 1, "name")]] * 3, 100).mean)


def test_people_are_brought_together_once_whichever_came_to_the_other():
    events = [
        FalseMerge(1, 5, 2, "name"),
        FalseMerge(4, 5, 2, "typo"),
        FalseMerge(6, 2, 5, "name"),
        FalseMerge(7, 5, 3, ""),
    ]
    assert [event.message for event in tables._mixtures(events)] == [1, 7]


def curve(people, low, mean, high):
    """A checkpoint as `safe` reads it."""
    verdict = tables.UNDER if high < tables.LIMIT else tables.OVER if low > tables.LIMIT else tables.UNSHOWN
    row = {"setting": "s", "rule": "memkit", "embedder": "none", "merge_threshold": 0.9, "answers": "left"}
    row |= {"messages": 2 * people, "people": people, "questions": people / 10, "verdict": verdict}
    row |= {"contaminated": mean, "contaminated_low": low, "contaminated_high": high}
    for name in ("fact_recall", "fact_precision"):
        row |= {name: 0.9, f"{name}_low": 0.8, f"{name}_high": 0.95}
    return row


@pytest.mark.parametrize(
    ("checkpoints", "safe", "over"),
    [
        ([(10, 0, 0, 0.1), (100, 0, 0, 0.005), (200, 0.001, 0.002, 0.008), (400, 0.02, 0.03, 0.04)], 200, 400),
        ([(10, 0, 0, 0.1), (100, 0, 0.01, 0.02)], 0, None),  # never shown, never refuted
        ([(10, 0.05, 0.06, 0.1), (100, 0, 0, 0.005)], 0, 10),  # over once: what comes later does not count
        ([(10, 0, 0, 0.1), (100, 0, 0, 0.005)], 100, None),
    ],
)
def test_how_large_a_safe_memory_is(checkpoints, safe, over):
    (row,) = tables.safe(pd.DataFrame([curve(*checkpoint) for checkpoint in checkpoints])).to_dict("records")
    assert row["safe_people"] == safe
    assert row["over_people"] == over or (over is None and pd.isna(row["over_people"]))
    assert "nan" not in row["verdict"]
    (said, *_) = words.safe(pd.DataFrame([row]))
    assert (f"shown up to {safe} people" in said) == bool(safe)
    assert (f"not from {over} on" in said) == bool(over)


def test_no_mistake_among_few_people_proves_nothing(found):
    first = found["curves"].query("setting == 'never'").iloc[0]
    assert first["contaminated"] == 0 and first["contaminated_high"] > tables.LIMIT
    assert first["verdict"] == tables.UNSHOWN


def test_costs_are_those_of_the_last_checkpoint_and_paired(runs, found):
    costs = found["costs"].set_index("setting")
    ends = runs.ends.set_index(["setting", "seed"])
    base, row = ends.loc["exact"], ends.loc["memkit 0.86"]
    assert costs.loc["memkit 0.86", "wrong_facts"] == pytest.approx(row["wrong_facts"].mean())
    difference = (row["answers_right"] - base["answers_right"]).mean()
    assert costs.loc["memkit 0.86", "difference"] == pytest.approx(difference)
    more = row["wrong_facts"].sum() - base["wrong_facts"].sum()
    found_again = base["missing_facts"].sum() - row["missing_facts"].sum()
    assert costs.loc["memkit 0.86", "wrong_per_found"] == pytest.approx(more / found_again)
    assert np.isnan(costs.loc["exact", "difference"])
    assert np.isnan(costs.loc["never", "wrong_per_found"])  # it finds nothing again


def test_the_control_runs_where_the_queue_is_left_alone(runs, found):
    def pairs(corrected: bool) -> int:
        """Of people who were put together, over all worlds."""
        found = [runs.false["memkit 0.86", corrected, seed] for seed in runs.seeds]
        return sum(len({frozenset((event.person, event.owner)) for event in events}) for events in found)

    growth = found["growth"].set_index("setting")
    assert growth.loc["memkit 0.86", "cascade"] == pytest.approx(pairs(False) / pairs(True))
    merges = sum(len(runs.false["memkit 0.86", False, seed]) for seed in runs.seeds)
    assert growth.loc["memkit 0.86", "repeats"] == pytest.approx(merges / pairs(False))
    assert np.isnan(growth.loc["memkit 0.95, queue confirmed", "cascade"])
    assert growth.loc["never", "verdict"] == tables.TOO_FEW


def test_causes_add_up_to_the_false_merges(runs, found):
    causes = found["causes"]
    for name, rows in causes.groupby("setting"):
        assert rows["false_merges"].sum() == sum(len(runs.false[name, False, seed]) for seed in runs.seeds)
        assert (rows["near_twins"] <= rows["false_merges"]).all()
        assert (rows["false_merges"] <= rows["said"]).all()


def test_the_same_runs_give_the_same_bytes(tmp_path):
    for folder in ("one", "two"):
        small = run(settings="exact; memkit .86", seeds="0,1", messages=100, checkpoints=3, twins=0.3, families=15)
        for name, table in tables.tables(small).items():
            write_table(table, tmp_path / folder / f"{name}.csv", small.provenance(), title=tables.TITLES[name])
        make_world.cache_clear()
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_without_mistakes_and_without_equal_strings_to_compare_with():
    alone = run(settings="memkit .95", seeds="0,1", messages=80, checkpoints=3, twins=0)
    found = tables.tables(alone)
    assert "causes" not in found
    assert found["costs"]["verdict"].tolist() == ["nothing to compare with"]
    assert found["costs"]["difference"].isna().all()
    assert words.in_words(found)


def test_sentences_tell_of_every_rule_and_of_several_kinds_of_world(found):
    said = words.in_words(found)
    assert any(sentence.startswith("Advice, `memkit`:") for sentence in said)
    assert any("each question answered by somebody who knows" in sentence for sentence in said)
    both = pd.concat([found["safe"].assign(twins=0.1), found["safe"].assign(twins=0.0)])
    assert {sentence.partition(":")[0] for sentence in words.safe(both)} == {
        "With 10% near-twins",
        "With 0% near-twins",
    }


def test_pictures_have_a_panel_for_each_rule(runs, found):
    drawn = pictures.curves(found["curves"], "contaminated", title="t", ylabel="y", limit=tables.LIMIT, log=True)
    assert [axes.get_title(loc="left") for axes in drawn.axes] == ["rule memkit", "rule memkit 0.95, its queue"]
    assert pictures.trade(found["costs"], title="t").axes[0].get_xlabel().startswith("missing facts")
    assert len(pictures.cascade(runs, ["memkit 0.86", "exact"], title="t").axes) == 2
