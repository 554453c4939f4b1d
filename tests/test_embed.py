"""Embedders: unit rows, the same bytes everywhere, no heavy import, and no network."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memkit.embed as embed
from memkit.config import Settings
from memkit.embed import HashEmbedder, SentenceTransformerEmbedder, load_embedder
from memkit.errors import InputError, ModelError

ROOT = Path(__file__).resolve().parents[1]
ANY_TEXT = st.text(st.characters(), max_size=60)  # surrogates and NUL too


def run_python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=environment, check=True
    )
    assert done.stderr == ""
    return done.stdout.strip()


@given(st.lists(ANY_TEXT, max_size=8), st.sampled_from([1, 7, 256]))
def test_hash_gives_finite_unit_rows_of_any_text(texts, dimensions):
    vectors = HashEmbedder(dimensions).encode(texts)
    assert vectors.shape == (len(texts), dimensions)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


@given(st.lists(ANY_TEXT, min_size=1, max_size=8))
def test_hash_does_not_depend_on_the_batch(texts):
    together = HashEmbedder().encode(texts)
    alone = np.vstack([HashEmbedder().encode([text]) for text in texts])
    assert together.tobytes() == alone.tobytes()


def test_hash_is_the_same_in_every_process():
    code = (
        "import hashlib; from memkit.embed import HashEmbedder; "
        "vectors = HashEmbedder().encode(['Claude Code', '北京大学', 'naïve café', '']); "
        "print(hashlib.sha256(vectors.tobytes()).hexdigest())"
    )
    digests = {run_python(code, PYTHONHASHSEED=seed) for seed in ("0", "1", "random")}
    here = HashEmbedder().encode(["Claude Code", "北京大学", "naïve café", ""]).tobytes()
    assert digests == {hashlib.sha256(here).hexdigest()}


def test_hash_features_of_a_word_counted_by_hand(monkeypatch):
    # " cat ": the word, two of its 3 n-grams of length 3 that touch a boundary, "cat" itself, " cat", "cat "
    seen = {}
    real = embed._mix

    def record(hashes):
        seen[len(seen)] = len(hashes)
        return real(hashes)

    monkeypatch.setattr(embed, "_mix", record)
    HashEmbedder().encode(["cat"])
    # word: 1; length 3: " ca", "at " (the middle "cat" touches no boundary but lies inside one word)
    assert list(seen.values()) == [1, 3, 2, 0]


def test_hash_ranks_shared_words_over_shared_letters():
    query, same_word, same_ending, other = HashEmbedder().encode(
        ["payments service", "the payments team", "the shipments team", "red blue green"]
    )
    assert query @ same_word > query @ same_ending > query @ other


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("Claude  Code.", "CLAUDE code", True),  # case, spaces, punctuation
        ("ｶﾀｶﾅ", "カタカナ", True),  # NFKC
        ("Straße", "STRASSE", True),
        ("C++", "C#", False),
        ("C++", "C", False),
        ("北京", "南京", False),
        ("नमस्ते", "नमस", False),  # combining vowel signs are part of the word
        ("", "!?", True),  # nothing to go by: the first unit vector
    ],
)
def test_hash_what_counts_as_the_same_text(left, right, equal):
    a, b = HashEmbedder(1024).encode([left, right])
    assert (a.tobytes() == b.tobytes()) is equal


def test_hash_of_a_featureless_text_is_the_first_unit_vector():
    assert HashEmbedder(4).encode([" \n"]).tolist() == [[1, 0, 0, 0]]


def test_hash_cuts_a_long_text_between_words_without_changing_it(monkeypatch):
    text = " ".join(f"word{number % 97} c{number % 13}" for number in range(500))
    whole = HashEmbedder().encode([text])
    monkeypatch.setattr(embed, "CODES_AT_ONCE", 64)
    assert HashEmbedder().encode([text]).tobytes() == whole.tobytes()


@pytest.mark.parametrize("wrong", ["one text", [1], [b"bytes"], [None]])
def test_texts_of_a_wrong_type_are_named(wrong):
    with pytest.raises(InputError, match=r"a list of texts|text 0 is a"):
        HashEmbedder().encode(wrong)


def test_import_and_hash_load_nothing_heavy():
    code = (
        "import sys, time; start = time.perf_counter(); import memkit; from memkit.embed import load_embedder; "
        "from memkit.config import Settings; "
        "load_embedder(Settings(embedder='hash', cache_dir=''))[0].encode(['a']); "
        "print([m for m in ('torch', 'sentence_transformers', 'transformers', 'spacy', 'pandas', 'sklearn') "
        "if m in sys.modules])"
    )
    assert run_python(code) == "[]"


def test_packaged_model_is_loaded_only_for_a_new_text(tmp_path):
    code = (
        "import sys; from memkit.embed import load_embedder; from memkit.config import Settings; "
        f"e, degraded = load_embedder(Settings(cache_dir={str(tmp_path)!r})); e.encode(['hello']); "
        "print(e.name, e.dimensions, e.encoded, e.hits, 'torch' in sys.modules, degraded)"
    )
    environment = {"HF_HUB_OFFLINE": "0", "HTTPS_PROXY": "http://127.0.0.1:9", "OMP_NUM_THREADS": "1"}
    assert run_python(code, **environment) == "all-MiniLM-L6-v2 384 1 0 True []"
    assert run_python(code, **environment) == "all-MiniLM-L6-v2 384 0 1 False []"


@pytest.fixture(scope="module")
def minilm() -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder("minilm")


def test_minilm_gives_unit_rows_and_knows_meaning(minilm):
    texts = ["a physician", "a doctor", "a bicycle", "", "\ud800"]
    vectors = minilm.encode(texts)
    assert vectors.shape == (5, minilm.dimensions) == (5, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > 0.7 > vectors[0] @ vectors[2]
    assert minilm.encode([]).shape == (0, 384)


def test_minilm_prints_nothing(minilm, capfd):
    minilm.encode(["quiet please", "and again"])
    assert capfd.readouterr() == ("", "")


def test_folder_of_a_model_is_named_by_its_weights(minilm, tmp_path):
    folder = embed._minilm_folder()
    other = SentenceTransformerEmbedder(str(folder))
    assert other.name.startswith("model@")
    assert other.dimensions == 384
    np.testing.assert_allclose(other.encode(["same"]), minilm.encode(["same"]), atol=1e-6)


def test_changed_weights_are_refused(tmp_path, monkeypatch):
    (tmp_path / "model.safetensors").write_bytes(b"not the model")
    monkeypatch.setattr(embed, "_minilm_folder", lambda: tmp_path)
    with pytest.raises(ModelError, match=r"SHA-256 is .* is expected.*Reinstall"):
        SentenceTransformerEmbedder("minilm").encode(["x"])


def test_missing_library_names_the_extra_or_falls_back_if_allowed(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ModelError, match=r"memkit-lab\[minilm\].*embedder=\"hash\""):
        load_embedder(Settings(cache_dir=str(tmp_path)))
    embedder, degraded = load_embedder(Settings(cache_dir=str(tmp_path), embedder_fallback=True, hash_dimensions=64))
    assert (embedder.name, embedder.dimensions, degraded) == ("hash-64", 64, ["embeddings:hash"])


def test_library_that_breaks_on_import_is_a_reason_to_fall_back(monkeypatch):
    def broken(source, *, local):
        raise ModelError("no libcudart")

    monkeypatch.setattr(embed, "_load_quietly", broken)
    embedder, degraded = load_embedder(Settings(cache_dir="", embedder_fallback=True))
    assert (embedder.name, degraded) == ("hash-256", ["embeddings:hash"])


def test_unknown_folder_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"nowhere.*check the name or folder"):
        SentenceTransformerEmbedder(str(tmp_path / "nowhere"))


def test_cache_folder_that_cannot_be_used_is_degraded_not_fatal(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    embedder, degraded = load_embedder(Settings(embedder="hash", cache_dir=str(tmp_path / "file")))
    assert degraded == ["embedding-cache:off"]
    assert embedder.encode(["a"]).shape == (1, 256)


@settings(max_examples=20)
@given(st.integers(1, 300))
def test_hash_width_is_in_its_name(dimensions):
    assert HashEmbedder(dimensions).name == f"hash-{dimensions}"
