"""The page over a whole memory in a real JupyterLab: ask, decisions, graph, and a write that the others follow."""

from __future__ import annotations

import pytest
from lab import opened_notebook

from memkit import Memory, Settings

HASH = Settings(embedder="hash", cache_dir="")
SCRIPT = "<img src=x onerror=\"document.title='owned'\">"
CELLS = [
    "from memkit import Memory, Settings\n"
    "memory = Memory('memory.db', settings=Settings(embedder='hash', cache_dir=''))\n"
    "memory.explore()"
]


@pytest.fixture
def explored(tmp_path):
    with Memory(tmp_path / "memory.db", settings=HASH) as memory:
        text = "Anthropic developed Claude Code. Claude Code competes with Codex."
        memory.ingest(text, source=SCRIPT)
        decision = {"statement": f"We use Postgres {SCRIPT}", "stance": "proposes"}
        memory.remember(
            session_id="s", speaker="Priya", claims=["Mongo loses writes."], topic="store", decision=decision
        )
        with opened_notebook(tmp_path, CELLS) as page:
            page.wait_for_selector(".memkit-explore")
            yield memory, page


def test_ask_decide_look_and_write(explored, tmp_path):
    memory, page = explored
    page.locator(".ask input").fill("Who competes with Zenith?")
    page.keyboard.press("Enter")
    page.locator(".ask .error", has_text="Zenith").wait_for()
    page.locator(".ask input").fill("Who competes with Codex?")
    page.locator(".ask button").click()
    page.locator(".ask .answer", has_text="Claude Code").wait_for()
    assert "Claude Code COMPETES_WITH Codex" in page.locator(".ask .paths").inner_text()
    assert SCRIPT in page.locator(".ask .citations").inner_text()

    page.locator(".tab", has_text="Decisions").click()
    page.locator(".decisions input").fill("Which database?")
    page.keyboard.press("Enter")
    page.locator(".decision.current", has_text="We use Postgres").wait_for()
    assert "Priya supports: Mongo loses writes." in page.locator(".decision").inner_text()
    page.locator(".decision .link").click()
    page.locator(".decisions h3", has_text="store").wait_for()

    page.locator(".tab", has_text="Graph").click()
    page.locator(".things").select_option(label="Claude Code (Object)")
    page.locator(".node", has_text="Codex").click()
    page.locator(".details h3", has_text="Codex").wait_for()
    page.locator(".details mark", has_text="Codex").first.wait_for()
    page.screenshot(path=tmp_path / "graph.png")

    page.locator(".tab", has_text="Write").click()
    page.locator(".write textarea").first.fill("Zenith competes with Codex.")
    page.locator(".write button", has_text="Ingest").click()
    page.locator(".write .note", has_text="1 relations").wait_for()
    page.locator(".tab", has_text="Ask").click()  # what was asked there is answered anew
    page.locator(".ask .answer", has_text="Zenith").wait_for()
    assert memory.stats().messages == 3
    assert page.title() != "owned" and page.locator(".memkit-explore img").count() == 0
