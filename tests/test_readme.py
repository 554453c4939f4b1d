"""The README is true: its example prints what it shows, its links lead somewhere, its commands exist."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, shown = (re.search(rf"```{kind}\n(.*?)```", README, re.S)[1] for kind in ("python", "text"))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert [line.rstrip() for line in printed.getvalue().splitlines()] == shown.splitlines()


def test_what_was_said_is_recalled(tmp_path, monkeypatch):
    from memkit import Memory

    monkeypatch.chdir(tmp_path)
    block = next(b for b in re.findall(r"```python\n(.*?)```", README, re.S) if "remember" in b)
    with Memory("memory.db") as memory:
        exec(compile(block, "README.md", "exec"), {"memory": memory})
        (decision,) = memory.recall("Where do orders go?")
        stands = [(p.person, p.stance, p.claim) for p in decision.positions]
        assert stands == [
            ("Priya", "supports", "We know how to run Postgres."),
            ("Tom", "disagrees", "One node will not take the load."),
        ]
        assert [(e.status, e.dissenters) for e in memory.timeline("order store")] == [("current", ["Tom"])]


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_links_lead_somewhere(target):
    assert (ROOT / target).exists(), target


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make ([a-z-]+)", README))))
def test_make_targets_exist(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M), target


@pytest.mark.parametrize("folder", sorted(set(re.findall(r"^\| `([^`]+)`", README, re.M))))
def test_folders_exist(folder):
    assert (ROOT / folder).exists(), folder
