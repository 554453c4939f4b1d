"""What goes wrong with a file: each error names the file and the remedy, and loses nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys

import pytest
from killing import ROOT
from small_graph import ANN, BOB, SAID, SAYS_BOB, batch

from memkit.errors import StoreError
from memkit.store.sqlite import SqliteStore


def refused(path, said: str) -> None:
    with pytest.raises(StoreError, match=said) as raised:
        SqliteStore(str(path), namespace="a")
    assert str(path) in str(raised.value)


def test_a_newer_schema(sqlite_backend):
    sqlite_backend.open().close()
    with sqlite3.connect(sqlite_backend.uri) as connection:
        connection.execute("PRAGMA user_version = 99")
    refused(sqlite_backend.uri, "schema 99.*upgrade memkit-lab")


def test_another_programs_database(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    refused(path, "memkit did not make: give another path")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("theirs",)]


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text("a note, long enough to be more than a header of SQLite " * 10)
    refused(path, "is not a SQLite database")
    assert path.read_text().startswith("a note")


def test_a_damaged_file(tmp_path):
    path = tmp_path / "memory.db"
    store = SqliteStore(str(path), namespace="a")
    store.apply(batch(ANN, BOB))
    store.close()
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    with pytest.raises(StoreError, match="damaged: restore a backup"):
        SqliteStore(str(path), namespace="a").find("Entity")


def test_an_empty_file_is_taken(tmp_path):
    path = tmp_path / "memory.db"
    path.touch()
    store = SqliteStore(str(path), namespace="a")
    assert store.apply(batch(ANN)) == {"Entity": 1}
    store.close()


def test_places_where_no_file_can_be(tmp_path):
    refused(tmp_path, "is a folder: give the path of a file in it")
    refused(tmp_path / "no" / "memory.db", "does not exist: create it first")
    with pytest.raises(StoreError, match="is no path"):
        SqliteStore("", namespace="a")


_AS_NOBODY = """
import os, sys
from memkit.errors import StoreError
from memkit.store.sqlite import SqliteStore
from memkit.model import Batch
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    SqliteStore(sys.argv[1], namespace="a").apply(Batch(meta={"a": "b"}))
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX ones")
@pytest.mark.parametrize(("exists", "said"), [(True, "cannot be written: give yourself"), (False, "cannot be opened")])
def test_a_folder_or_file_that_cannot_be_written(tmp_path, exists, said):
    folder = tmp_path / "locked"
    folder.mkdir()
    path = folder / "memory.db"
    if exists:
        SqliteStore(str(path), namespace="a").close()
        path.chmod(0o444)
    folder.chmod(0o555)
    if os.geteuid() == 0:  # the child gives up being root, and must still get as far as the folder
        for above in (tmp_path, *tmp_path.parents):
            above.chmod(above.stat().st_mode | 0o011)
    child = [sys.executable, "-c", _AS_NOBODY, str(path)]
    done = subprocess.run(child, capture_output=True, text=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    folder.chmod(0o755)
    assert said in done.stdout and str(path) in done.stdout, done


def test_a_busy_database(sqlite_backend):
    store = SqliteStore(sqlite_backend.uri, namespace="a", busy_timeout=0.05)
    store.apply(batch(ANN))
    other = sqlite3.connect(sqlite_backend.uri, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked by another process that is writing: wait"):
        store.apply(batch(BOB))
    assert store.find("Entity") == [ANN]  # reading goes on
    other.execute("ROLLBACK")
    assert store.apply(batch(BOB)) == {"Entity": 1}
    other.close()
    store.close()


def test_a_write_that_fails_midway_leaves_nothing(sqlite_backend):
    store = sqlite_backend.open()
    store.apply(batch(ANN))
    with sqlite3.connect(sqlite_backend.uri) as connection:
        connection.execute("CREATE TRIGGER t BEFORE INSERT ON mention BEGIN SELECT RAISE(ABORT, 'no room'); END")
    with pytest.raises(StoreError, match="no room"):
        store.apply(batch(BOB, SAID, SAYS_BOB))
    assert store.find("Entity") == [ANN] and store.count("Passage") == 0 and store.revision() == 1


def test_opening_again_changes_nothing(sqlite_backend):
    sqlite_backend.open().close()
    before = schema_of(sqlite_backend.uri)
    sqlite_backend.open().close()
    assert schema_of(sqlite_backend.uri) == before


def test_a_table_of_a_later_record_class_is_added(sqlite_backend):
    store = sqlite_backend.open()
    store.apply(batch(ANN))
    store.close()
    whole = schema_of(sqlite_backend.uri)
    with sqlite3.connect(sqlite_backend.uri) as connection:
        connection.execute("DROP TABLE judgement")
    assert sqlite_backend.open().find("Entity") == [ANN]
    assert schema_of(sqlite_backend.uri) == whole


def schema_of(path: str) -> set[tuple[str, str]]:
    with sqlite3.connect(path) as connection:
        return set(connection.execute("SELECT name, sql FROM sqlite_schema"))
