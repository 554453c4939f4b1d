"""Does everything that memory runs on work here? One line for each part: ok, or the remedy."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from memkit.config import Settings
from memkit.embed import load_embedder
from memkit.errors import MemkitError
from memkit.extract.english import load_pipeline
from memkit.llm import ChatModel, load_model
from memkit.model import Result, Rows
from memkit.store import open_store


@dataclass(frozen=True, slots=True)
class Check(Result):
    """One part, whether it works, and what was found or what to do. `seconds` is how long that took."""

    part: str
    ok: bool
    finding: str
    seconds: float


def doctor(store: str, *, settings: Settings | None = None, namespace: str = "default") -> Rows:
    """A Check each of store, embedder, spaCy pipeline and language model endpoint. Never raises MemkitError; a store's
    file that is not there yet is made."""
    settings = settings or Settings()
    checks = {
        "store": lambda: _store(store, namespace),
        "embedder": lambda: _embedder(settings),
        "spaCy pipeline": lambda: _pipeline(settings),
        "language model": lambda: _model(settings),
    }
    return Rows([_checked(part, check) for part, check in checks.items()])


def _checked(part: str, check: Callable[[], tuple[bool, str]]) -> Check:
    start = time.perf_counter()
    try:
        ok, finding = check()
    except MemkitError as error:
        ok, finding = False, " ".join(str(error).split())
    return Check(part, ok, finding, time.perf_counter() - start)


def _store(address: str, namespace: str) -> tuple[bool, str]:
    opened = open_store(address, namespace=namespace)
    try:
        return True, f"{opened.uri}, namespace {namespace!r}: {opened.count('Passage')} passages"
    finally:
        opened.close()


def _embedder(settings: Settings) -> tuple[bool, str]:
    embedder, degraded = load_embedder(settings)
    width = embedder.encode(["Does it encode?"]).shape[1]
    if degraded:
        return False, f"runs as {', '.join(degraded)}: see `memkit doctor --set embedder_fallback=false` for the reason"
    return True, f"{embedder.name}, {width} dimensions"


def _pipeline(settings: Settings) -> tuple[bool, str]:
    return bool(load_pipeline(settings.pipeline)("It parses.")), settings.pipeline


def _model(settings: Settings) -> tuple[bool, str]:
    model = load_model(settings)
    if model is None:
        return True, "none is set (llm_url): all runs by rules"
    uncached = ChatModel(model.endpoints)
    uncached.complete([{"role": "user", "content": "Say: ok"}], purpose="a first word")
    if uncached.degraded:
        return False, f"{settings.llm_url} does not answer, the second endpoint does: see to the first"
    return True, f"{model.name} at {settings.llm_url}"
