"""Transcript readers under test: each reads every conversation of a part, and what it found is graded."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from eval.datasets.transcripts import Transcript, Transcripts, load_transcripts
from eval.provenance import ROOT
from eval.stats import difference_verdict
from eval.systems import imported
from eval.transcript import MEASURES, counts, differences, intervals, shaped
from eval.transcript_nearest import NearestReader
from memkit.config import Settings
from memkit.converse import Minutes, TranscriptReader
from memkit.converse.reading.load import load_reader
from memkit.converse.reading.reader import RuleReader
from memkit.embed import load_embedder
from memkit.errors import InputError

Tell = Callable[[str], None]


def _silent(text: str) -> None:
    """Progress goes nowhere."""


def _rules(settings: Settings) -> TranscriptReader:
    return RuleReader()


def _learned(settings: Settings) -> TranscriptReader:
    """What a memory with these settings reads by without a language model: the rules alone with `hash`."""
    return load_reader(replace(settings, use_llm=""))


def _llm(settings: Settings) -> TranscriptReader:
    if not settings.by_llm("transcripts"):
        raise InputError("reader llm needs a language model: set MEMKIT_LLM_URL and MEMKIT_LLM_MODEL")
    return load_reader(settings)


def _vector_only(settings: Settings) -> TranscriptReader:
    """With the labels of the project's own conversations, the part to develop on, whatever is read. A model that cannot
    be loaded is no reason not to grade the readers that need none: hash takes its place, and that is told."""
    examples = load_transcripts(ROOT / "data" / "conversations").part("dev")
    embedder, degraded = load_embedder(replace(settings, embedder_fallback=True))
    return NearestReader.tuned(embedder, examples, degraded)


#: Name of the baseline among the readers.
BASELINE = "vector_only"
#: Readers by name, each made from settings.
READERS: dict[str, Callable[[Settings], TranscriptReader]] = {
    "learned": _learned,
    "rules": _rules,
    "llm": _llm,
    BASELINE: _vector_only,
}


def load_readers(names: Sequence[str], settings: Settings) -> dict[str, TranscriptReader]:
    """name -> reader: one of READERS, or an import path (package.module:Class) of a class without constructor arguments
    that has `read(turns, people) -> Minutes`. Raises InputError for any other name."""
    readers: dict[str, TranscriptReader] = {}
    for name in names:
        if name in READERS:
            readers[name] = READERS[name](settings)
        elif "." not in name and ":" not in name:
            raise InputError(
                f"reader {name!r} is unknown: use {', '.join(READERS)}, or an import path (package.module:Class)"
            )
        else:
            readers[name] = imported(name, ("read",))
    return readers


def read_all(
    reader: TranscriptReader, transcripts: Sequence[Transcript], tell: Tell = _silent
) -> tuple[list[Minutes], list[dict[str, str]], list[float]]:
    """(the minutes of each conversation, {id, error} of those that could not be read, milliseconds each took).

    A conversation at which the reader raises has empty minutes, so it counts as wholly missed, and is told.
    """
    minutes, failed, times = [], [], []
    for transcript in transcripts:
        start = time.perf_counter()
        try:
            minutes.append(reader.read(transcript.turns, transcript.people))
        except Exception as error:  # whatever it was, the others are read
            failed.append({"id": transcript.id, "error": f"{type(error).__name__}: {error}"})
            tell(f"{transcript.id}: not read: {failed[-1]['error']}")
            minutes.append(Minutes([], [], []))
        times.append(1000 * (time.perf_counter() - start))
    return minutes, failed, times


def evaluate(
    data: Transcripts,
    readers: Mapping[str, TranscriptReader],
    split: str | None = None,
    *,
    seed: int = 0,
    tell: Tell = _silent,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """(the result of `python -m eval transcript`, one row of timings per reader and conversation).

    The measures of the first reader stand at the top, those of the others under their names; `differences` are those of
    the first to each other, paired by conversation.
    """
    transcripts = data.part(split)
    rows, results, timings = {}, {}, []
    for name, reader in readers.items():
        minutes, failed, times = read_all(reader, transcripts, lambda text, name=name: tell(f"{name}: {text}"))
        rows[name] = [counts(t, m) for t, m in zip(transcripts, minutes, strict=True)]
        results[name] = _summary(rows[name], seed)
        results[name] |= {"unread": failed, "degraded": sorted({why for m in minutes for why in m.degraded})}
        timings += [{"system": name, "id": t.id, "ms": ms} for t, ms in zip(transcripts, times, strict=True)]
    first, *others = readers
    result = {
        "data": data.name,
        "data_hash": data.hash,
        "split": data.part_name(split),
        "n": len(transcripts),
        "gold": {
            "turns": sum(len(t.turns) for t in transcripts),
            "acts": sum(len(t.gold.turns) for t in transcripts),
            "decisions": sum(len(t.gold.decisions) for t in transcripts),
            "links": sum(len(option.supersedes) for t in transcripts for option in t.gold.decisions),
            "positions": sum(len(t.gold.positions) for t in transcripts),
        },
        "left_out": list(data.problems),
        "seed": seed,
        "system": first,
        **results[first],
        "failed": len(results[first]["unread"]),
        "differences": {name: _differences(rows[first], rows[name], seed) for name in others},
    }
    return result | {name: results[name] for name in others}, timings


def _summary(rows: Sequence[Any], seed: int) -> dict[str, Any]:
    found = intervals(rows, seed)
    return shaped({name: found[name].mean for name in MEASURES}) | {
        "intervals": shaped({name: interval.to_dict() for name, interval in found.items()}),
    }


def _differences(rows: Sequence[Any], baseline: Sequence[Any], seed: int) -> dict[str, Any]:
    """Verdicts are by the interval alone: the measures are few views of one reading, not tests to be corrected."""
    return shaped(
        {
            name: interval.to_dict() | {"verdict": difference_verdict(interval)}
            for name, interval in differences(rows, baseline, seed).items()
        }
    )
