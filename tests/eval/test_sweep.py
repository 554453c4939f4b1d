from __future__ import annotations

import json
import subprocess
import sys

import nbformat
import pytest
import yaml

from eval import cli, done, sweep
from eval.provenance import ROOT
from eval.table import read_rows
from memkit.errors import InputError

PARAMETERS = 'data = "here"\nfactor = 1\noutput = "results/toy"'
BODY = """
from eval.notebook import output_folder
from eval.provenance import Provenance
from eval.provenance import ROOT
from eval.table import write_table, write_timings

folder = output_folder(output)
if factor == 13:
    raise ValueError("unlucky")
provenance = Provenance(data={data: "0123456789abcdef"}, n=1, interval="none")
write_table([{"twice": factor * 2, "verdict": "safe"}], folder / "summary.csv", provenance)
write_timings([{"seconds": 1.0}], folder / "summary.csv")
"""


@pytest.fixture(scope="module")
def scheduler():
    """One dask cluster for all tests: starting one takes seconds, and this is how a shared one is used."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=0) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def write(tmp_path):
    """write(**changes) -> path of a sweep file over a toy notebook; the data set `here` exists beside it."""
    cells = [nbformat.v4.new_code_cell(source) for source in (PARAMETERS, BODY)]
    cells[0].metadata["tags"] = ["parameters"]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "toy.ipynb")
    data = tmp_path / "here"
    data.mkdir()
    (data / "cases.jsonl").write_text("{}")

    def make(**changes):
        content = {
            "notebook": "toy.ipynb",
            "output": str(tmp_path / "out"),
            "grid": {"data": [str(data)], "factor": [1, 2]},
            "inputs": ["data"],
            "collect": ["summary"],
        }
        path = tmp_path / "toy.yaml"
        path.write_text(
            yaml.safe_dump({k: v for k, v in (content | changes).items() if v is not None}, sort_keys=False)
        )
        return path

    return make


def quiet(text):
    pass


def test_a_second_run_runs_nothing_and_a_change_runs_what_it_touches(write, scheduler, tmp_path):
    first = sweep.run(sweep.load(write()), scheduler=scheduler, tell=quiet)
    assert (len(first.done), len(first.cached), first.failures) == (2, 0, {})
    bytes_of = {p: p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()}

    second = sweep.run(sweep.load(write()), tell=quiet)  # no scheduler: nothing is started when nothing is to do
    assert (len(second.done), len(second.cached)) == (0, 2)
    assert bytes_of == {p: p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()}

    here = str(tmp_path / "here")
    more = sweep.load(write(grid={"data": [here], "factor": [1, 2, 3]}))
    third = sweep.run(more, scheduler=scheduler, tell=quiet)
    assert [name.rsplit("__", 1)[1] for name in third.done] == ["3"]
    rows, provenance = read_rows(tmp_path / "out" / "summary.csv")
    assert [(row["data"], row["factor"], row["twice"]) for row in rows] == [
        (here, "1", "2"),
        (here, "2", "4"),
        (here, "3", "6"),
    ]
    assert provenance.n == 3 and provenance.settings == {"cells": 3}

    folder = next(p for p in (tmp_path / "out").iterdir() if p.name.endswith("__2"))
    (folder / "summary.csv").write_text("edited by hand")
    (folder / "left_over.csv").write_text("never written by the notebook")
    fourth = sweep.run(more, scheduler=scheduler, tell=quiet)
    assert [name.rsplit("__", 1)[1] for name in fourth.done] == ["2"]

    (tmp_path / "here" / "cases.jsonl").write_text("{} ")
    ready, _ = sweep._keyed(more)
    assert len(ready) == 3 and not any(done.is_done(cell.folder, cell.key) for cell in ready)


def test_a_failing_cell_is_reported_and_the_others_go_on(write, scheduler, tmp_path, capsys):
    path = write(grid={"data": [str(tmp_path / "here")], "factor": [13, 1]})
    code = cli.main(["sweep", str(path), "--scheduler", scheduler, "--json", "-"])
    captured = capsys.readouterr()
    result = json.loads(captured.out)
    assert code == 1
    assert result["failed"] == 1 and len(result["done"]) == 1
    (message,) = result["failures"].values()
    assert "ValueError: unlucky" in message and message in captured.err
    assert [row["factor"] for row in read_rows(tmp_path / "out" / "summary.csv")[0]] == ["1"]


def test_a_cell_without_its_data_is_skipped_and_counted(write, tmp_path):
    path = write(grid={"data": ["no such set"], "factor": [1]})
    outcome = sweep.run(sweep.load(path), tell=quiet)
    assert outcome.to_dict() | {"skipped": 0} == {
        "done": [], "cached": [], "skipped": 0, "failures": {}, "failed": 0, "tables": []
    }  # fmt: skip
    assert "names no data set" in outcome.skipped["no-such-set__1"]


def test_local_workers_are_started_when_no_cluster_is_named(write, tmp_path):
    path = write(grid={"data": [str(tmp_path / "here")], "factor": [4]})
    command = [sys.executable, "-m", "eval", "sweep", str(path), "--workers", "1", "--json", "-"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert len(json.loads(ran.stdout)["done"]) == 1
    assert "1 cells to run, 0 unchanged, 0 skipped" in ran.stderr


def test_no_scheduler_at_that_address(write):
    with pytest.raises(InputError, match="no dask scheduler answers at 'nonsense'"):
        sweep.run(sweep.load(write()), scheduler="nonsense", tell=quiet)


def test_excluded_cells_are_left_out(write):
    grid = {"factor": [1, 2], "data": ["a", "b"]}
    loaded = sweep.load(write(grid=grid, exclude=[{"factor": 1, "data": "b"}]))
    assert [cell.name for cell in loaded.cells()] == ["1__a", "2__a", "2__b"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grid": None}, "grid is None, a mapping is needed"),
        ({"gird": {}}, "unknown key 'gird' \\(known are collect"),
        ({"grid": {"factor": []}}, "a list of at least one value"),
        ({"grid": {"factr": [1]}}, "no parameter 'factr' \\(it takes data, factor, output\\)"),
        ({"grid": {"factor": ["1"]}}, "factor is '1', int is needed"),
        ({"grid": {"factor": [1, 1]}}, "is a value listed twice"),
        ({"exclude": [{"color": 1}]}, "exclude: {'color': 1}"),
        ({"exclude": [{"factor": 1}, {"factor": 2}]}, "exclude leaves no cell"),
        ({"inputs": ["date"]}, "inputs names date"),
        ({"notebook": "none.ipynb"}, "no such notebook"),
        ({"collect": "summary"}, "collect is 'summary', a list is needed"),
    ],
)
def test_a_wrong_file_is_refused_with_all_that_is_wrong(write, changes, message):
    with pytest.raises(InputError, match=message):
        sweep.load(write(**changes))


def test_no_file_or_no_yaml(tmp_path):
    with pytest.raises(InputError, match="no such sweep file"):
        sweep.load(tmp_path / "none.yaml")
    (tmp_path / "bad.yaml").write_text("grid: [1\n")
    with pytest.raises(InputError, match="is not YAML"):
        sweep.load(tmp_path / "bad.yaml")
    (tmp_path / "list.yaml").write_text("- 1\n")
    with pytest.raises(InputError, match="a mapping with notebook"):
        sweep.load(tmp_path / "list.yaml")
