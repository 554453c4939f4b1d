"""The embedding cache: each text once, the same bytes for ever, nothing lost to a second process or a damaged file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.cache import CachedEmbedder
from memkit.embed import HashEmbedder
from memkit.errors import ModelError, StoreError

ROOT = Path(__file__).resolve().parents[1]


class Recording:
    """A model whose vectors differ on every call, as floating point may: only the cache can make them equal. Call
    number n gives the unit vector along axis n - 1."""

    name, dimensions = "recording-4", 4

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def encode(self, texts):
        self.calls.append(list(texts))
        return np.tile(np.eye(4, dtype=np.float32)[len(self.calls) - 1], (len(texts), 1))


def test_each_text_is_encoded_once_and_keeps_its_first_vector(tmp_path):
    model = Recording()
    cached = CachedEmbedder(model, tmp_path)
    first = cached.encode(["a", "b", "a"])
    second = cached.encode(["b", "c", "a"])
    assert model.calls == [["a", "b"], ["c"]] or model.calls == [["b", "a"], ["c"]]
    one, two = [1, 0, 0, 0], [0, 1, 0, 0]
    assert first.tolist() == [one] * 3
    assert second.tolist() == [one, two, one]
    assert (cached.encoded, cached.hits, cached.corrupt) == (3, 3, 0)
    cached.close()

    again = CachedEmbedder(Recording(), tmp_path)
    assert again.encode(["c", "b"]).tolist() == [two, one]
    assert (again.encoded, again.hits) == (0, 2)


def test_without_a_folder_only_the_call_itself_is_free_of_duplicates():
    model = Recording()
    cached = CachedEmbedder(model, None)
    cached.encode(["a", "a"])
    cached.encode(["a"])
    assert (model.calls, cached.encoded, cached.hits) == ([["a"], ["a"]], 2, 0)


def test_no_texts(tmp_path):
    assert CachedEmbedder(Recording(), tmp_path).encode([]).shape == (0, 4)


def test_two_models_do_not_share_vectors(tmp_path):
    small, large = CachedEmbedder(HashEmbedder(8), tmp_path), CachedEmbedder(HashEmbedder(16), tmp_path)
    assert small.encode(["x"]).shape == (1, 8)
    assert large.encode(["x"]).shape == (1, 16)
    assert large.encoded == 1


@given(st.lists(st.text(st.characters(), max_size=20), max_size=10))
def test_cached_equals_plain_for_any_text(tmp_path_factory, texts):
    folder = tmp_path_factory.getbasetemp() / "any"
    plain = HashEmbedder(32).encode(texts)
    for _ in range(2):
        cached = CachedEmbedder(HashEmbedder(32), folder)
        assert cached.encode(texts).tobytes() == plain.tobytes()
        cached.close()


def test_damaged_entries_are_recomputed_and_counted(tmp_path):
    texts = [f"text {number}" for number in range(1200)]
    cached = CachedEmbedder(HashEmbedder(8), tmp_path)
    whole = cached.encode(texts)
    cached.close()
    with sqlite3.connect(cached.path) as file:
        keys = [key for (key,) in file.execute("SELECT key FROM vectors ORDER BY key LIMIT 3")]
        file.execute("UPDATE vectors SET vector = x'00' WHERE key = ?", (keys[0],))
        file.execute("UPDATE vectors SET vector = zeroblob(32) WHERE key = ?", (keys[1],))
        file.execute("UPDATE vectors SET checksum = checksum + 1 WHERE key = ?", (keys[2],))
    file.close()
    again = CachedEmbedder(HashEmbedder(8), tmp_path)
    assert again.encode(texts).tobytes() == whole.tobytes()
    assert (again.encoded, again.hits, again.corrupt) == (3, 1197, 3)
    again.encode(texts)
    assert again.corrupt == 3


@pytest.mark.parametrize("content", [b"this is no database at all", b"SQLite format 3\x00" + b"\xff" * 8000])
def test_damaged_file_is_started_over(tmp_path, content):
    cached = CachedEmbedder(HashEmbedder(8), tmp_path)
    cached.encode(["a"])
    cached.close()
    for extra in tmp_path.glob("*-*l"):
        extra.unlink()
    cached.path.write_bytes(content)
    again = CachedEmbedder(HashEmbedder(8), tmp_path)
    assert again.encode(["a"]).tobytes() == HashEmbedder(8).encode(["a"]).tobytes()
    assert (again.encoded, again.corrupt) == (1, 1)
    assert CachedEmbedder(HashEmbedder(8), tmp_path).encode(["a"]).shape == (1, 8)


def test_file_that_is_damaged_while_open_is_started_over(tmp_path):
    cached = CachedEmbedder(HashEmbedder(8), tmp_path)
    with sqlite3.connect(cached.path) as other:
        other.execute("DROP TABLE vectors")
    other.close()
    assert cached.encode(["a"]).shape == (1, 8)
    assert cached.corrupt == 1
    cached.encode(["b"])
    assert cached.encode(["b"]).shape == (1, 8)
    assert cached.hits == 1


def test_folder_that_cannot_be_written_names_the_remedy(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="MEMKIT_CACHE_DIR"):
        CachedEmbedder(HashEmbedder(8), tmp_path / "file" / "below")


def test_two_processes_may_write_at_once(tmp_path):
    code = (
        "import sys; from memkit.cache import CachedEmbedder; from memkit.embed import HashEmbedder; "
        "e = CachedEmbedder(HashEmbedder(16), sys.argv[1]); "
        "[e.encode([f'{i} {j}' for j in range(20)]) for i in range(60)]; print(e.encoded + e.hits, e.corrupt)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    running = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[0].split() for process in running] == [["1200", "0"]] * 3
    after = CachedEmbedder(HashEmbedder(16), tmp_path)
    texts = [f"{i} {j}" for i in range(60) for j in range(20)]
    assert after.encode(texts).tobytes() == HashEmbedder(16).encode(texts).tobytes()
    assert (after.encoded, after.hits) == (0, 1200)


def test_vector_written_by_another_process_wins(tmp_path):
    class Slow(Recording):
        def encode(self, texts):
            CachedEmbedder(HashEmbedder4(), tmp_path).encode(texts)  # the other process is quicker
            return super().encode(texts)

    class HashEmbedder4:
        name, dimensions = Recording.name, 4

        def encode(self, texts):
            return np.tile(np.eye(4, dtype=np.float32)[3], (len(texts), 1))

    assert CachedEmbedder(Slow(), tmp_path).encode(["a"]).tolist() == [[0, 0, 0, 1]]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (lambda n: np.full((n, 4), np.nan), "length nan"),
        (lambda n: np.full((n, 4), np.inf), "length inf"),
        (lambda n: np.full((n, 4), 50.0), "length 100"),
        (lambda n: np.zeros((n, 4)), "length 0"),
        (lambda n: np.ones((n, 7)), r"shape \(1, 7\)"),
        (lambda n: np.ones(4), r"shape \(4,\)"),
        (lambda n: None, "shape"),
        (lambda n: [["a"] * 4] * n, "failed: ValueError"),
        (lambda n: 1 / 0, "failed: ZeroDivisionError"),
    ],
)
def test_what_a_broken_model_gives_is_refused_and_never_kept(tmp_path, given, says):
    class Broken(Recording):
        def encode(self, texts):
            return given(len(texts))

    with pytest.raises(ModelError, match=says):
        CachedEmbedder(Broken(), tmp_path).encode(["a"])
    assert CachedEmbedder(Recording(), tmp_path).encode(["a"]).tolist() == [[1, 0, 0, 0]], "the mended model is asked"
