"""A memory as a file and in another store: nothing is lost, nothing is mixed, nothing is half written."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import networkx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memkit import Memory, Settings
from memkit.errors import InputError
from memkit.store import open_store
from memkit.transfer import copy, everything, export_graphml, export_lines, import_lines, read_lines

HASH = Settings(embedder="hash", cache_dir="")


def filled(uri: str, namespace: str) -> None:
    """A memory with notes, relations, a merge, a rejection, one that was undone, and a pair in the queue."""
    with Memory(uri, namespace=namespace, settings=HASH) as memory:
        memory.ingest("Dr. Priya Nair joined Acme Inc. in May.", source="mail", speaker="Tom", at="2026-05-02")
        memory.ingest("P. Nair likes Acme. \u202eSpäti <b>&amp;</b> 日本 O'Hara; DROP TABLE x", tag="odd")
        memory.ingest("Tom Berg met Ada Moor in Oslo.")
        memory.ingest("T. Berg likes Oslo.")
        pairs = list(memory.pending())
        assert len(pairs) >= 2, pairs
        memory.confirm(pairs[0].left_id, pairs[0].right_id)
        memory.undo(memory.reject(pairs[1].left_id, pairs[1].right_id).id)


def contents(store) -> tuple:
    batch = everything(store)
    vectors = {(label, id): v.tobytes() for label, of in batch.vectors.items() for id, v in of.items()}
    return sorted(map(repr, batch.upserts)), vectors, batch.meta


def test_a_file_reads_back_to_an_equal_store_and_to_the_same_bytes(backend, tmp_path):
    filled(backend.uri, backend.namespace("a"))
    there, here = backend.open("a"), backend.open("b")
    export_lines(there, tmp_path / "a.jsonl")
    done = import_lines(here, tmp_path / "a.jsonl")
    assert contents(here) == contents(there)
    assert done.records["SAME_AS"] == there.count("SAME_AS") >= 3 and done.vectors == 4
    export_lines(here, tmp_path / "b.jsonl")
    first, second = ((tmp_path / name).read_text().splitlines() for name in ("a.jsonl", "b.jsonl"))
    assert first[1:] == second[1:] and len(first) > 20
    with Memory(backend.uri, namespace=backend.namespace("b"), settings=HASH) as memory:
        assert (
            memory.ingest("Dr. Priya Nair joined Acme Inc. in May.", source="mail", speaker="Tom", at="2026-05-02")[
                "rows_changed"
            ]
            == 0
        )


def test_from_sqlite_to_the_other_store_and_back(backend, tmp_path):
    filled(str(tmp_path / "first.db"), "default")
    first, last = open_store(str(tmp_path / "first.db")), open_store(str(tmp_path / "last.db"))
    between = backend.open()
    copy(first, between)
    copy(between, last)
    assert contents(first) == contents(between) == contents(last)
    with pytest.raises(InputError, match="not empty"):
        copy(first, last)
    assert contents(first) == contents(last)
    first.close(), last.close()


@pytest.fixture
def exported(tmp_path):
    filled(str(tmp_path / "memory.db"), "default")
    store = open_store(str(tmp_path / "memory.db"))
    export_lines(store, tmp_path / "memory.jsonl")
    store.close()
    return tmp_path / "memory.jsonl"


def broken(lines: list[str]):
    record = next(i for i, line in enumerate(lines) if '"record":"Entity"' in line)
    vector = next(i for i, line in enumerate(lines) if '"vector"' in line)
    other = [*lines]
    yield "cut off", lines[:-1]
    yield "no head", lines[1:]
    yield "half a line", [*lines[:-2], lines[-2][:20]]
    yield "a line lost", [*lines[:5], *lines[6:]]
    yield "twice", lines * 2
    yield (
        "a record that points nowhere",
        [line for i, line in enumerate(lines[:-1]) if i != record] + [json.dumps({"end": len(lines) - 3})],
    )
    for what, place, change in (
        ("newer", 0, {"schema": 99}),
        ("field missing", record, {"name": None}),
        ("field unknown", record, {"colour": "red"}),
        ("class unknown", record, {"record": "Cat"}),
        ("class a list", record, {"record": ["Entity"]}),
        ("vector no base64", vector, {"float32": "?"}),
        ("vector's id a list", vector, {"id": []}),
        ("vector of another width", vector, {"float32": "AACAPw=="}),
    ):
        line = json.loads(lines[place]) | change
        yield what, [*other[:place], json.dumps({k: v for k, v in line.items() if v is not None}), *other[place + 1 :]]


def test_a_broken_file_is_refused_by_name_and_nothing_is_written(exported, tmp_path):
    lines = exported.read_text().splitlines()
    for what, wrong in broken(lines):
        path = tmp_path / "wrong.jsonl"
        path.write_text("\n".join(wrong))
        store = open_store(":memory:")
        with pytest.raises(Exception) as caught:
            import_lines(store, path)
        assert type(caught.value).__module__ == "memkit.errors", (what, caught.value)
        assert store.revision() == 0, what
        store.close()


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_damage_of_bytes_is_a_crash(exported, tmp_path, data):
    raw = bytearray(exported.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "damaged.jsonl").write_bytes(bytes(raw))
    store = open_store(":memory:")
    try:
        import_lines(store, tmp_path / "damaged.jsonl")
    except Exception as error:
        assert type(error).__module__ == "memkit.errors", repr(error)
        assert store.revision() == 0
    store.close()


def test_a_failed_export_leaves_what_was_there(tmp_path):
    store = open_store(":memory:")
    with pytest.raises(InputError, match="cannot be written"):
        export_lines(store, tmp_path / "no" / "folder.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        export_lines(store, tmp_path / "folder")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]
    export_lines(store, tmp_path / "empty.jsonl")
    assert not read_lines(tmp_path / "empty.jsonl")
    store.close()


def test_graphml_holds_every_node_and_edge_and_any_character(tmp_path):
    with Memory(":memory:", settings=HASH) as memory:
        memory.ingest("Acme <makes> \x0b anvils & \ufffe more. Acme competes with Zenith.", source="\x1b[31m")
        done = export_graphml(memory.store, tmp_path / "memory.graphml")
        ElementTree.parse(tmp_path / "memory.graphml")  # well-formed
        graph = networkx.read_graphml(tmp_path / "memory.graphml", force_multigraph=True)
        labels = ("Conversation", "Passage", "Entity")
        assert graph.number_of_nodes() == sum(memory.store.count(label) for label in labels)
        assert graph.number_of_edges() == sum(memory.store.count(label) for label in ("LINK", "MENTIONS", "RELATED_TO"))
        assert sum(done.records.values()) == graph.number_of_nodes() + graph.number_of_edges()
