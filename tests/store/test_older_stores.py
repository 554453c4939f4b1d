"""A store that an older memkit made: record classes and fields that came later are added when it is opened."""

from __future__ import annotations

import sqlite3

from small_graph import ANN, EVERYTHING, FILE, LEFT, TIER, batch

from memkit.store.base import SCHEMA_VERSION


def test_an_older_file_gets_what_came_later(sqlite_backend):
    store = sqlite_backend.open()
    store.apply(batch(*(r for r in EVERYTHING if r not in (LEFT, TIER))))
    store.close()
    with sqlite3.connect(sqlite_backend.uri) as connection:  # as the first schema was
        connection.execute("DROP INDEX document_folder")
        connection.execute("ALTER TABLE document DROP COLUMN folder")
        connection.execute("DROP TABLE denial")
        connection.execute("DROP TABLE attribute")
        connection.execute("PRAGMA user_version = 1")
    store = sqlite_backend.open()
    assert store.get("Document", [FILE.id]) == {FILE.id: FILE}
    assert store.get("Entity", [ANN.id]) == {ANN.id: ANN}
    assert store.find("Document", folder="") == [FILE]
    assert store.apply(batch(*EVERYTHING)) == {"NOT_RELATED_TO": 1, "DESCRIBES": 1}
    assert store.find("DESCRIBES") == [TIER]
    with sqlite3.connect(sqlite_backend.uri) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_a_field_that_an_older_server_does_not_have_is_empty(neo4j_backend):
    store = neo4j_backend.open()
    store.apply(batch(*EVERYTHING))
    with store._driver.session() as session:
        session.run("MATCH (d:Document {id: $id}) REMOVE d.folder", id=FILE.id).consume()
    assert store.get("Document", [FILE.id]) == {FILE.id: FILE}
