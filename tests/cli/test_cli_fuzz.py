"""Whatever is typed, a command ends with exit code 0, 1 or 2 and words: no crash, no traceback, no control code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer.main
from fuzzed import HOSTILE, INPUTS, KNOWN, SAID, TEXTS, VALUES, Known, filled, fuzz, rows_of
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from memkit import Memory, Settings
from memkit.cli import app
from memkit.errors import FAULT

HASH = Settings(embedder="hash", cache_dir="")
COMMANDS = typer.main.get_command(app).commands

#: Files that are there, well and badly formed, and some that are not; "/" in a name leads nowhere else.
FILES = (
    "note.txt",
    "latin.txt",
    "talk.json",
    "odd.json",
    "pages",
    "empty",
    "memory.jsonl",
    "broken.jsonl",
    "missing.md",
)
FILES += ("new.jsonl", "new.graphml", "other.db", "no.db", "broken.db", "ontology.yaml", "pages/", "no/folder/x.jsonl")
_JSON = VALUES.map(json.dumps)
_WORD = TEXTS | st.sampled_from(FILES)
#: Values of options and arguments by their name in the command. Of settings those that reach no network.
_SETTING = (
    st.sampled_from(("rule", "merge_threshold", "block_limit", "states", "ontology", "passage_chars", "x")) | TEXTS
)
_GIVEN = {
    **dict.fromkeys(("left_id", "right_id", "entity_id", "judgement_id"), KNOWN | TEXTS),
    **dict.fromkeys(("k", "top_k", "max_hops", "port"), st.integers(-1, 9).map(str) | TEXTS),
    **dict.fromkeys(("store", "source", "target"), st.sampled_from(("memory.db", "other.db", *FILES))),
    "file": st.sampled_from(FILES),
    "embedder": st.just("hash"),
    "host": st.sampled_from(("127.0.0.1", "0.0.0.0", "::1", "x")),
    "mode": st.sampled_from(("vector", "keyword", "fused", "graph", "hybrid")) | TEXTS,
    "stance": st.sampled_from(("proposes", "supports", "disagrees", "withdraws")) | TEXTS,
    "at": st.dates().map(str) | TEXTS,
    "query": st.sampled_from(("SELECT * FROM passage", "SELECT :x AS x", "DELETE FROM entity")) | TEXTS,
    "param": st.builds("{}={}".format, st.sampled_from("xy") | TEXTS, _JSON | TEXTS) | TEXTS,
    "given": st.builds("{}={}".format, _SETTING, TEXTS | st.integers(-1, 9).map(str)),
}


def _options(parameter) -> st.SearchStrategy[list]:
    """Some words for one option or argument of a command."""
    value = _GIVEN.get(parameter.name, _WORD)
    if parameter.param_type_name == "argument":
        return st.lists(value, min_size=1, max_size=2 if parameter.nargs == -1 else 1)
    name = st.sampled_from(parameter.opts)
    return st.tuples(name).map(list) if parameter.is_flag else st.tuples(name, value).map(list)


@st.composite
def _well_formed(draw) -> list:
    """A command with its arguments, most of them as many as it takes, and a few of its options."""
    name = draw(st.sampled_from(sorted(COMMANDS)))
    parameters = COMMANDS[name].params
    words = [word for p in parameters if p.required or draw(st.integers(0, 4)) == 0 for word in draw(_options(p))]
    return [name, *words]


_LINES = st.one_of(
    _well_formed(), _well_formed(), _well_formed(), st.lists(_WORD | st.sampled_from(sorted(COMMANDS)), max_size=4)
)
_INPUT = TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=20) | _JSON.map(str.encode)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A working folder with FILES, from which nothing is served and no network is reached."""
    monkeypatch.setattr("uvicorn.run", lambda *_, **__: None)
    monkeypatch.setattr("mcp.server.mcpserver.MCPServer.run", lambda *_, **__: None)
    monkeypatch.setenv("MEMKIT_EMBEDDER", "hash")
    monkeypatch.setenv("MEMKIT_CACHE_DIR", "")
    for name in ("MEMKIT_STORE", "NEO4J_URI", "MEMKIT_DEBUG", "MEMKIT_API_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fill(folder: Path) -> None:
    """The files as they are before a row of commands."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (folder / "pages").mkdir()
    (folder / "empty").mkdir()
    (folder / "pages" / "acme.md").write_text("---\ntier: [1\n---\n# Acme\n\nAcme competes with Zenith.\n")
    (folder / "note.txt").write_text(" ".join(SAID[:6]))
    (folder / "latin.txt").write_bytes(b"caf\xe9 \x00")
    (folder / "talk.json").write_text(json.dumps({"turns": [{"speaker": "Ana", "text": "I propose Postgres."}]}))
    (folder / "odd.json").write_text(json.dumps([{"turns": [{"speaker": h, "text": h} for h in HOSTILE]}, 5]))
    (folder / "memory.jsonl").write_text('{"memkit":1,"schema":1,"namespace":"default"}\n{"end":0}\n')
    (folder / "broken.jsonl").write_text('{"memkit":1}\n')
    (folder / "broken.db").write_text("no database")
    (folder / "ontology.yaml").write_text("entity_types: [")
    with Memory("memory.db", settings=HASH) as memory:
        memory.ingest_many(SAID[:4])


def harmless(word: object) -> bool:
    """Whether a word leads to nothing outside the folder."""
    return isinstance(word, Known) or word in FILES or not (set(word) & set("/.~") or word.startswith("bolt"))


@pytest.mark.parametrize("inputs", INPUTS)
def test_no_command_line_is_a_crash(folder, inputs):
    @given(lines=rows_of(st.tuples(_LINES, _INPUT)))
    @fuzz(inputs)
    def ends(lines):
        fill(folder)
        with Memory("memory.db", settings=HASH) as memory:
            ids = [*(e.id for e in memory.store.find("Entity")), *(j.id for j in memory.store.find("SAME_AS"))]
        for words, text in lines:
            line = filled([word if harmless(word) else "x" for word in words], ids)
            result = CliRunner().invoke(app, line, input=text)
            said = (line, text, result.output, result.exception)
            assert result.exit_code in (0, 1, 2) and isinstance(result.exception, SystemExit | None), said
            assert FAULT not in result.output and "Traceback" not in result.output, said
            if result.exit_code != 2:  # of wrong usage the package repeats what was typed just now
                assert all(c.isprintable() or c in "\n\t" for c in result.output), said

    ends()
