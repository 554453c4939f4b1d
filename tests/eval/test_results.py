"""The orchestration of steps; what the steps compute is tested with their own modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval import results
from eval.datasets.registry import DataSet
from eval.provenance import Provenance
from eval.steps import ALL, FIRST, Step
from eval.table import write_table


def writes(folder, data_sets):
    provenance = Provenance(data={d.name: d.hash for d in data_sets}, n=1, interval="none")
    write_table([{"n": len(data_sets), "verdict": "safe"}], folder / "t.csv", provenance)


def fails(folder, data_sets):
    raise ValueError("broken on purpose")


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "cases.jsonl").write_text("{}")
    monkeypatch.setattr(results, "data_sets", lambda: [DataSet("one", "identity", "public", tmp_path / "one")])
    return tmp_path


def run(steps, folder):
    said: list[str] = []
    return results.run_steps(steps, folder, workers=1, tell=said.append), said


def test_a_step_runs_once_and_a_failing_one_stops_no_other(here):
    steps = [Step("bad", fails), Step("good", writes, "identity")]
    failures, said = run(steps, here / "out")
    assert failures == {"bad": "ValueError: broken on purpose"}
    assert (here / "out" / "good" / "t.csv").is_file()
    failures, said = run(steps[1:], here / "out")
    assert (failures, said) == ({}, ["good: unchanged"])
    (here / "one" / "cases.jsonl").write_text("{} ")
    _, said = run([Step("good", writes, "wiki")], here / "out")
    assert said == ["skipped good: 0 of its data sets here, 1 needed (set MEMKIT_DATA)"]


def test_inputs_are_chosen_by_kind_and_name():
    sets = [
        DataSet(name, kind, "public", Path(name)) for name, kind in (("a", "pairs"), ("b", "pairs"), ("c", "records"))
    ]
    assert [d.name for d in Step("s", writes, "pairs").inputs(sets)] == ["a", "b"]
    assert [d.name for d in Step("s", writes, "pairs", ("b", "c")).inputs(sets)] == ["b"]
    assert Step("s", writes).inputs(sets) == []


def test_all_runs_what_the_first_part_runs_and_more():
    assert [step.name for step in ALL if step.name != "peps"] == [step.name for step in FIRST]
    assert set(FIRST[-1].names) < set(ALL[-1].names)
