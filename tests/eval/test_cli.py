from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from eval import cli
from memkit.errors import InputError


@pytest.fixture
def toy(monkeypatch):
    """A command `toy` that answers with `toy.result` or raises it."""
    module = SimpleNamespace(
        HELP="a toy", add_arguments=lambda p: p.add_argument("--n", type=int, default=1), result={}
    )

    def run(args):
        if isinstance(module.result, Exception):
            raise module.result
        return module.result | {"n": args.n, "embedder": args.embedder}

    module.run = run
    monkeypatch.setattr(cli, "command_names", lambda: ["toy"])
    monkeypatch.setattr(cli, "load_command", lambda name: module)
    return module


def test_json_to_standard_output_is_all_there_is_and_sorted(toy, capsys):
    toy.result = {"z": float("nan"), "a": np.float64(0.5), "rows": (np.int64(1),)}
    assert cli.main(["toy", "--json", "-", "--n", "3", "--embedder", "hash"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out) == {"a": 0.5, "embedder": "hash", "n": 3, "rows": [1], "z": None}
    assert list(json.loads(out)) == sorted(json.loads(out))


def test_json_to_a_file_makes_its_folder(toy, tmp_path, capsys):
    toy.show = lambda result: "for people\n"
    assert cli.main(["toy", "--json", str(tmp_path / "deep" / "out.json")]) == 0
    assert json.loads((tmp_path / "deep" / "out.json").read_text())["n"] == 1
    assert capsys.readouterr().out == "for people\n"


def test_an_error_is_one_line_and_exit_code_1(toy, capsys):
    toy.result = InputError("cases.jsonl line 3:\n not JSON")
    assert cli.main(["toy"]) == 1
    captured = capsys.readouterr()
    assert captured.err == "error: cases.jsonl line 3: not JSON\n"
    assert captured.out == ""


def test_a_result_that_failed_in_part_is_written_and_fails(toy, capsys):
    toy.result = {"failed": 2, "done": 3}
    assert cli.main(["toy", "--json", "-"]) == 1
    assert json.loads(capsys.readouterr().out)["done"] == 3


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["toy", "--n", "many"], ["toy", "--unknown"]])
def test_wrong_usage_is_exit_code_2(toy, argv, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(argv)
    assert stop.value.code == 2
    assert "usage: python -m eval" in capsys.readouterr().err


def test_every_command_gives_what_the_command_line_needs():
    names = cli.command_names()
    for name in names:
        module = cli.load_command(name)
        assert module.HELP and callable(module.add_arguments) and callable(module.run)
    cli.parser_for(names)  # no option of a command collides with a common one
