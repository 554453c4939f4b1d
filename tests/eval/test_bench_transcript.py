"""The benchmark of transcripts runs on both stores, and its turns are the same every time."""

from __future__ import annotations

import itertools
from datetime import datetime

from eval.bench.transcript import measure, turns
from memkit import Memory, Settings

QUICK = Settings(embedder="hash", cache_dir="", states="none")


def test_every_size_is_timed_and_nothing_is_left(backend):
    found = measure(sizes=(20, 40), store=backend.uri, settings=QUICK)
    for size in (20, 40):
        row = found[size]
        assert row["seconds"] > row["messages_s"] > 0 and row["acts_s"] > 0 and row["decisions"] > 0
        assert row["ms_a_turn"] == 1000 * row["seconds"] / size


def test_the_turns_are_the_same_every_time_and_go_on():
    once, again = (list(itertools.islice(turns(), 800)) for _ in range(2))
    assert once == again
    times = [datetime.fromisoformat(turn["at"]) for turn in once]
    assert times == sorted(times)
    assert len({turn["text"] for turn in once}) > 700  # said again in words that are new
    with Memory(":memory:", settings=QUICK) as memory:
        assert memory.ingest_transcript(once[:17], session_id="s").messages == 17
