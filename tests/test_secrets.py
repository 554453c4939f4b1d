"""No secret is in a message, a result, a repr or a log, and no file of somebody else's is written or read."""

from __future__ import annotations

import logging
import os
import traceback

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from memkit import InputError, MemkitError, Memory, Settings
from memkit.cli import app
from memkit.doctor import doctor
from memkit.errors import SettingsError
from memkit.serve.http import make_app
from memkit.store import open_store
from memkit.transfer import export_graphml, export_lines

SECRET = "hunter2-0123456789"
HASH = Settings(embedder="hash", cache_dir="")
ADDRESSES = [f"{scheme}://neo4j:{SECRET}@127.0.0.1:1" for scheme in ("bolt", "neo4j+s", "ftp")]


@pytest.fixture(autouse=True)
def here(monkeypatch, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMKIT_EMBEDDER", "hash")
    monkeypatch.setenv("MEMKIT_CACHE_DIR", "")


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_with_a_password_is_refused_without_repeating_it(address, caplog):
    with pytest.raises(InputError, match="NEO4J_PASSWORD") as caught:
        Memory(address, settings=HASH)
    shown = ["".join(traceback.format_exception_only(caught.value)), caplog.text]
    shown += [CliRunner().invoke(app, [name, "--store", address]).output for name in ("stats", "doctor", "pending")]
    shown += [check.finding for check in doctor(address, settings=HASH)]
    with TestClient(make_app(address, settings=HASH)) as client:
        shown += [client.get(path).text for path in ("/health", "/api/stats", "/metrics")]
    assert all(SECRET not in text for text in shown)


def test_nor_does_it_stand_in_settings_whose_values_are_shown_in_tables(monkeypatch):
    monkeypatch.setenv("NEO4J_URI", ADDRESSES[0])
    with pytest.raises(SettingsError, match="NEO4J_PASSWORD") as caught:
        Settings()
    assert SECRET not in str(caught.value)


def test_a_password_that_is_given_is_in_no_message(monkeypatch, caplog):
    for given in ({"password": SECRET}, {}):
        monkeypatch.setenv("NEO4J_PASSWORD", SECRET)
        with pytest.raises(MemkitError) as caught:
            Memory("bolt://127.0.0.1:1", settings=HASH, **given)
        assert SECRET not in "".join(traceback.format_exception(caught.value)) + caplog.text


def test_the_token_of_a_server_is_in_no_answer(monkeypatch, tmp_path, caplog):
    monkeypatch.setenv("MEMKIT_API_TOKEN", SECRET)
    served = make_app(str(tmp_path / "m.db"), settings=HASH)
    with TestClient(served) as client:
        wrong = ["", "Bearer", f"bearer {SECRET}", f"Bearer {SECRET}x", f"Bearer {SECRET[:-1]}", f"Basic {SECRET}"]
        for header in wrong:
            answer = client.get("/api/stats", headers={"Authorization": header})
            assert answer.status_code == 401 and SECRET not in answer.text
        twice = [("Authorization", "Bearer x"), ("Authorization", f"Bearer {SECRET}")]
        assert client.get("/api/stats", headers=twice).status_code == 401
        right = {"Authorization": f"Bearer {SECRET}"}
        for path in ("/api/stats", "/health", "/metrics", "/openapi.json", "/nothing"):
            assert SECRET not in client.get(path, headers=right).text
    assert SECRET not in caplog.text + repr(served)


@pytest.mark.parametrize("write", [export_lines, export_graphml])
def test_an_export_never_writes_through_a_link_that_waits_beside_it(tmp_path, monkeypatch, write):
    (tmp_path / "theirs").write_text("theirs")
    monkeypatch.setattr("secrets.token_hex", lambda _: "guessed")
    os.symlink(tmp_path / "theirs", tmp_path / ".m.out.guessed.part")
    store = open_store(":memory:")
    with pytest.raises(InputError, match="cannot be written"):
        write(store, tmp_path / "m.out")
    store.close()
    assert (tmp_path / "theirs").read_text() == "theirs"


def test_an_export_takes_the_place_of_a_link_and_leaves_what_it_led_to(tmp_path):
    (tmp_path / "theirs").write_text("theirs")
    os.symlink(tmp_path / "theirs", tmp_path / "m.jsonl")
    store = open_store(":memory:")
    export_lines(store, tmp_path / "m.jsonl")
    store.close()
    assert (tmp_path / "theirs").read_text() == "theirs" and not (tmp_path / "m.jsonl").is_symlink()
