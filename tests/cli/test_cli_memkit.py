"""The command line of memkit: each command does what the call of its name does, and fails in one line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import typer.main
from typer.testing import CliRunner

from memkit import Memory, Settings
from memkit.cli import app

COMMANDS = (
    "ingest retrieve ask chat remember recall timeline analyze pending confirm reject undo history stats forget export "
    "import copy reembed talk doctor serve mcp"
).split()


@pytest.fixture(autouse=True)
def hash_embedder(monkeypatch, tmp_path):
    monkeypatch.setenv("MEMKIT_EMBEDDER", "hash")
    monkeypatch.setenv("MEMKIT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name in ("MEMKIT_STORE", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str, text: str | None = None):
    return CliRunner().invoke(app, list(arguments), input=text)


def done(*arguments: str, text: str | None = None) -> str:
    result = run(*arguments, text=text)
    assert result.exit_code == 0, result.output
    return result.stdout


def value(*arguments: str):
    return json.loads(done(*arguments, "--json"))


def test_every_command_is_there_with_an_example_and_the_options_that_all_have():
    group = typer.main.get_command(app)
    assert sorted(group.commands) == sorted(COMMANDS)
    for name, command in group.commands.items():
        assert "memkit " + name in command.epilog, name
        options = {option for parameter in command.params for option in parameter.opts}
        if name != "copy":
            assert "--store" in options, name
        if name not in ("serve", "mcp", "talk"):
            assert "--json" in options, name


def test_from_a_note_to_an_answer():
    text = "Anthropic developed Claude Code. Claude Code competes with Codex."
    assert value("ingest", text, "--source", "note")["relation_count"] == 2
    assert value("ingest", text, "--source", "note")["rows_changed"] == 0
    answer = value("ask", "Who competes with Codex?")
    assert answer["answer"] == "Claude Code" and answer["citations"][0]["source"] == "note"
    assert "Claude Code" in done("ask", "Who competes with Codex?")
    assert value("retrieve", "Codex", "-k", "1", "--mode", "keyword")["passages"][0]["text"] == text
    assert value("stats")["messages"] == 1
    assert value("forget", "--source", "note")["passages"] == 1
    assert value("stats")["entities"] == 0


def test_the_store_is_the_argument_else_the_variable_else_a_file_here(monkeypatch, tmp_path):
    done("ingest", "Acme makes anvils.", "--store", "one.db")
    monkeypatch.setenv("MEMKIT_STORE", "two.db")
    done("ingest", "Acme makes anvils.")
    monkeypatch.delenv("MEMKIT_STORE")
    (tmp_path / ".env").write_text("MEMKIT_STORE=three.db\n")
    done("ingest", "Acme makes anvils.")
    (tmp_path / ".env").unlink()
    done("ingest", "Acme makes anvils.")
    assert sorted(p.name for p in tmp_path.glob("*.db")) == ["memory.db", "one.db", "three.db", "two.db"]


def test_files_folders_and_standard_input(tmp_path):
    (tmp_path / "a.txt").write_text("Acme competes with Zenith.")
    (tmp_path / "b.txt").write_bytes(b"\xff\xfe bad")
    assert value("ingest", "a.txt")["entity_count"] == 2
    assert value("retrieve", "Zenith", "--mode", "keyword")["passages"][0]["source"] == "a.txt"
    assert "2 entities" in done("ingest", "-", "--source", "pipe", text="Boole met Babbage.")
    failed = run("ingest", "b.txt")
    assert failed.exit_code == 1 and "not UTF-8" in failed.output
    report = value("ingest", "Turing met Church.", "Ada met Babbage.")
    assert len(report["results"]) == 2 and report["failed"] == []
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "x.md").write_text("# Anvil\n\nThe anvil is heavy.\n")
    assert value("ingest", "pages")["documents"] == 1


TURNS = [
    {"speaker": "Ana", "at": "2026-01-01T10:00:00Z", "text": "I propose that we use Postgres."},
    {"speaker": "Bo", "at": "2026-01-01T10:01:00Z", "text": "I agree."},
]


def test_transcripts_one_or_a_list_with_what_marks_them(tmp_path):
    (tmp_path / "one.json").write_text(json.dumps({"id": "one", "turns": TURNS}))
    (tmp_path / "two.json").write_text(json.dumps([{"id": "x", "turns": TURNS}, {"id": "y", "turns": TURNS}]))
    (tmp_path / "bad.json").write_text('{"turns": [{"n": NaN}]}')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    found = value("ingest", "one.json", "--transcript", "--tag", "t", "--source", "meeting")
    assert (found["messages"], found["session_id"]) == (2, "one") and len(found["decisions"]) == 1
    assert [row["session_id"] for row in value("ingest", "two.json", "--transcript")["rows"]] == ["x", "y"]
    assert value("forget", "--tag", "t", "--source", "meeting")["passages"] == 2
    for bad, words in (("bad.json", "no turn could be kept"), ("deep.json", "no JSON")):
        failed = run("ingest", bad, "--transcript")
        assert failed.exit_code == 1 and words in failed.output, failed.output


def test_what_can_only_be_a_path_is_no_note():
    for path in ("missing.txt", "nofolder/", "notes/missing.md"):
        failed = run("ingest", path)
        assert failed.exit_code == 1 and "cannot be read" in failed.output
    assert run("ingest", "", "").exit_code == 1
    assert value("ingest", "ok.")["entity_count"] == 0


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["pages", "--session", "s"], "--session"),
        (["pages", "--source", "s"], "--source"),
        (["pages", "--at", "2026"], "--at"),
        (["pages", "--topic", "x"], "--topic"),
        (["one.json", "--transcript", "--speaker", "Ana"], "--speaker"),
        (["one.json", "--transcript", "--ontology", "x"], "--ontology"),
        (["Acme makes anvils.", "--topic", "x"], "--topic"),
        (["Acme makes anvils.", "--ontology", "x"], "--ontology"),
    ],
)
def test_an_option_that_would_not_be_heeded_is_refused(tmp_path, words, option):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "x.md").write_text("# Anvil\n\nThe anvil is heavy.\n")
    (tmp_path / "one.json").write_text(json.dumps({"turns": TURNS}))
    failed = run("ingest", *words)
    assert failed.exit_code == 1 and f"{option} does not go with" in failed.output, failed.output


def test_a_topic_a_trace_and_a_mark_get_through(tmp_path):
    (tmp_path / "one.json").write_text(json.dumps({"turns": TURNS}))
    done("ingest", "one.json", "--transcript", "--session", "monday", "--topic", "order store")
    assert [entry["statement"] for entry in value("timeline", "order store")["rows"]]
    assert value("stats")["traces"] == 0
    run("ask", "Who proposes Postgres?", "--session", "monday")
    assert value("stats")["traces"] == 1
    done("chat", "What of Postgres?", "--session", "monday", "--source", "desk", "--at", "2026-01-02", "--tag", "t")
    assert value("forget", "--tag", "t", "--source", "desk")["passages"] == 1


def test_a_passage_that_was_found_is_never_without_a_place():
    done("chat", "Nobody likes turnips.", "--session", "monday")
    done("ingest", "Turnips are cheap.", "--source", "market")
    found = done("retrieve", "turnips", "--mode", "keyword")
    assert {line.split()[1] for line in found.splitlines() if line[0].isdigit()} == {"monday", "market"}


def test_the_review_queue():
    done("ingest", "Dr. Priya Nair joined Acme Inc. in May.", "--source", "mail")
    done("ingest", "P. Nair likes Acme.")
    (pair,) = value("pending")["rows"]
    judged = value("confirm", pair["left_id"], pair["right_id"], "--reviewer", "ada")
    assert (judged["verdict"], judged["decided_by"]) == ("merged", "ada")
    assert value("pending")["rows"] == []
    assert len(value("history", pair["left_id"])["rows"]) == 2
    value("undo", judged["id"])
    assert [p["id"] for p in value("pending")["rows"]] == [pair["id"]]
    assert value("reject", pair["left_id"], pair["right_id"])["verdict"] == "rejected"


def test_a_memory_moves_to_a_file_and_back():
    done("ingest", "Acme competes with Zenith.")
    done("export", "m.jsonl")
    done("export", "m.graphml")
    assert value("import", "m.jsonl", "--store", "new.db")["records"] == value("copy", "memory.db", "c.db")["records"]
    assert run("import", "m.jsonl", "--store", "new.db").exit_code == 1
    assert run("export", "m.csv").exit_code == 1


def test_a_refused_question_says_why_and_is_exit_code_1():
    done("ingest", "Acme makes anvils.")
    refused = run("ask", "Who is the mayor of Casterbridge?", "--json")
    assert refused.exit_code == 1
    told = json.loads(refused.stdout)
    assert told["error"] == "out_of_scope" and told["reason"]


def test_the_doctor_says_ok_or_the_remedy(monkeypatch):
    lines = done("doctor").splitlines()
    assert [line[:2] for line in lines] == ["ok"] * 4
    bad = run("doctor", "--set", "pipeline=no_such_pipeline", "--store", "no/folder/x.db")
    assert bad.exit_code == 1
    failed = [line for line in bad.stdout.splitlines() if line.startswith("FAILED")]
    assert len(failed) == 2 and "create it first" in failed[0] and "no_such_pipeline" in failed[1]


def test_a_setting_can_be_given_and_a_wrong_one_is_named():
    assert value("ingest", "Acme makes anvils.", "--set", "merge_threshold=0.99")["entity_count"] == 1
    for wrong in ("merge_threshold=much", "colour=red", "rule"):
        failed = run("stats", "--set", wrong)
        assert failed.exit_code == 1 and wrong.partition("=")[0] in failed.output


def test_wrong_usage_is_exit_code_2():
    for arguments in (["ask"], ["confirm", "x"], ["no-such-command"], ["stats", "--no-such-option"], ["remember"]):
        assert run(*arguments).exit_code == 2, arguments


def test_a_failure_is_one_line_and_exit_code_1(tmp_path):
    for arguments in (
        ["reembed", "--store", str(tmp_path / "no" / "folder" / "x.db")],
        ["stats"],
        ["ask", "Who?"],
        ["import", "nothing.jsonl"],
        ["copy", "nothing.db", "x.db"],
        ["ingest", " "],
    ):
        result = run(*arguments)
        assert result.exit_code == 1, arguments
        assert result.output.count("memkit: ") == 1 and "Traceback" not in result.output


def test_the_remedy_that_the_error_names_works(tmp_path, monkeypatch):
    path = str(tmp_path / "memory.db")
    with Memory(path, settings=Settings(embedder="hash", hash_dimensions=64)) as memory:
        memory.ingest("Acme makes anvils.")
    moved = run("reembed", "--store", path, "--embedder", "hash", "--json")
    assert json.loads(moved.stdout) == {"after": "hash-256", "before": "hash-64", "degraded": [], "passages": 1}
    with Memory(path, settings=Settings(embedder="hash")) as memory:
        assert memory.retrieve("anvils", mode="vector").passages[0].text == "Acme makes anvils."


def test_a_name_does_not_steer_the_terminal():
    done("ingest", "Acme \x1b[31m competes with Zenith.", "--source", "\x1b]0;owned\x07")
    said = done("chat", "What of Zenith?")
    assert "\x1b" not in said and "\\x1b[31m" in said
    shown = done("retrieve", "Zenith", "--mode", "keyword")
    assert "\x1b" not in shown and "\x07" not in shown and "\\x1b[31m" in shown


def test_nor_does_one_in_json():
    odd = "\x1b]0;owned\x07 \x7f\x9b31m \u202e \u2028 \U000e0041"
    done("ingest", "Acme competes with Zenith.", "--source", odd)
    shown = done("retrieve", "Zenith", "--mode", "keyword", "--json")
    assert all(c.isprintable() or c == "\n" for c in shown)
    assert json.loads(shown)["passages"][0]["source"] == odd


def test_help_loads_no_model():
    code = (
        "import sys; from typer.testing import CliRunner; from memkit.cli import app; "
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0; "
        "print([m for m in ('spacy', 'torch', 'pandas', 'fastapi', 'mcp', 'neo4j') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
