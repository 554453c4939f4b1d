"""The review widget in a real JupyterLab, in a real browser: what is clicked is what the store then holds."""

from __future__ import annotations

import pytest
from lab import opened_notebook

from memkit import Memory, Settings

HASH = Settings(embedder="hash", cache_dir="")
NAME = "<img src=x onerror=\"document.title='owned'\">"
CELLS = [
    "from memkit import Memory, Settings\n"
    "memory = Memory('memory.db', settings=Settings(embedder='hash', cache_dir=''))\n"
    "memory.review(reviewer='ada', measure=lambda: {'waiting pairs': len(memory.pending())})"
]


@pytest.fixture
def reviewed(tmp_path):
    """A memory with two pairs in the queue, and its review open in the browser."""
    with Memory(tmp_path / "memory.db", settings=HASH) as memory:
        memory.ingest("Dr. Priya Nair joined Acme Inc. in May. Tom Berg met Ada Moor in Oslo.", source=NAME)
        memory.ingest("P. Nair likes Acme.")
        memory.ingest("T. Berg likes Oslo.")
        assert len(memory.pending()) == 2
        with opened_notebook(tmp_path, CELLS) as page:
            page.wait_for_selector(".memkit-review .sides")
            yield memory, page


def verdicts(memory: Memory) -> list[str]:
    return sorted(j.verdict for j in memory.store.find("SAME_AS", state="active"))


def test_merge_keep_apart_and_undo_reach_the_store(reviewed, tmp_path):
    memory, page = reviewed
    progress, first = page.locator(".memkit-review .counts"), page.locator(".memkit-review h3").first
    asked = first.inner_text()
    assert "0 merged · 0 kept apart · 2 waiting" in progress.inner_text()
    assert page.locator(".memkit-review mark").count() == 2
    page.screenshot(path=tmp_path / "asked.png")

    page.locator(".memkit-review button.merge").click()
    page.get_by_text("1 merged · 0 kept apart · 1 waiting").wait_for()
    assert verdicts(memory) == ["merged", "pending"]

    page.locator(".memkit-review button.undo").click()
    page.get_by_text("0 merged · 0 kept apart · 2 waiting").wait_for()
    assert verdicts(memory) == ["pending", "pending"] and first.inner_text() == asked

    page.locator(".memkit-review button.later").click()  # the other one is asked first
    page.wait_for_function("asked => document.querySelector('.memkit-review h3').textContent != asked", arg=asked)
    page.locator(".memkit-review").focus()
    page.keyboard.press("k")
    page.get_by_text("0 merged · 1 kept apart · 1 waiting · waiting pairs 1.000 (−1.000)").wait_for()
    assert verdicts(memory) == ["pending", "rejected"] and first.inner_text() == asked
    page.keyboard.press("m")
    page.get_by_text("No pair is waiting.").wait_for()
    assert verdicts(memory) == ["merged", "rejected"]
    by = {j.decided_by for j in memory.store.find("SAME_AS", state="active")}
    assert by == {"ada"}
    assert page.locator(".jp-Notebook .jp-Cell").count() == 1  # no key went to the notebook
    page.screenshot(path=tmp_path / "done.png")
    assert page.title() != "owned" and page.locator(".memkit-review img").count() == 0
