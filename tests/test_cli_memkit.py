"""The command line of memkit."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from memkit import Memory, Settings
from memkit.cli import app


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def test_the_remedy_that_the_error_names_works(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMKIT_CACHE_DIR", str(tmp_path / "cache"))
    path = str(tmp_path / "memory.db")
    with Memory(path, settings=Settings(embedder="hash", hash_dimensions=64)) as memory:
        memory.ingest("Acme makes anvils.")
    done = run("reembed", "--store", path, "--embedder", "hash", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == {"after": "hash-256", "before": "hash-64", "degraded": [], "passages": 1}
    with Memory(path, settings=Settings(embedder="hash")) as memory:
        assert memory.retrieve("anvils", mode="vector").passages[0].text == "Acme makes anvils."


def test_a_failure_is_one_line_and_exit_code_1(tmp_path):
    done = run("reembed", "--store", str(tmp_path / "no" / "folder" / "x.db"), "--embedder", "hash")
    assert done.exit_code == 1
    assert done.output.count("memkit: ") == 1 and "Traceback" not in done.output


def test_wrong_usage_is_exit_code_2():
    assert run("reembed").exit_code == 2
