"""What taking in a corpus costs, by part: encoding, extraction, and all else (identity, records, the write).

    python -m eval.bench.index [--passages 1000] [--embedder minilm] [--store memory.db]

Generated pages of about 125 tokens (eval/generator), read by the offline extractor, no cache, one thread. Beside the
clock's seconds stand the processor's, which another program on the machine does not lengthen. What a question costs
before any search, its encoding and its names, is stated apart. Goal: all but encoding takes less than half of what
encoding takes.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eval.generator import Parameters, generate
from memkit import Memory, Settings
from memkit.embed import Embedder, load_embedder
from memkit.extract import Extraction, Extractor, load_extractor

PASSAGES, CROSS_REFERENCES, QUESTIONS = 1_000, 3, 50
GOAL = 0.5


class Stopwatch:
    """Seconds by the clock and of the processor, summed over calls."""

    def __init__(self) -> None:
        self.wall = self.processor = 0.0

    def time(self, call: Callable[[], Any]) -> Any:
        """What `call` returns, its time added."""
        wall, processor = time.perf_counter(), time.process_time()
        try:
            return call()
        finally:
            self.wall += time.perf_counter() - wall
            self.processor += time.process_time() - processor


class TimedEmbedder:
    """An embedder on a stopwatch."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder, self.watch = embedder, Stopwatch()
        self.name, self.dimensions = embedder.name, embedder.dimensions

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return self.watch.time(lambda: self._embedder.encode(texts))


class TimedExtractor:
    """An extractor on a stopwatch."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor, self.watch = extractor, Stopwatch()

    def extract(self, text: str) -> Extraction:
        return self.watch.time(lambda: self._extractor.extract(text))

    def extract_many(self, texts: Iterable[str]) -> list[Extraction]:
        return self.watch.time(lambda: self._extractor.extract_many(texts))


def measure(passages: int = PASSAGES, embedder: str = "minilm", store: str | None = None) -> dict[str, Any]:
    """{parts: {encode, extract, write, total: {s, processor_s}, per 1,000 passages}, rest_over_encode (processor),
    question: {encode_ms, names_ms}, passages, peak_mb}."""
    corpus = generate(Parameters(things=passages, cross_references=CROSS_REFERENCES, questions=QUESTIONS, hops=(2,)))
    settings = Settings(embedder=embedder, cache_dir="")
    extractor, encoder = TimedExtractor(load_extractor(settings)), TimedEmbedder(load_embedder(settings)[0])
    encoder.encode(["Load the model before the clock starts."])
    extractor.extract("Load the pipeline before the clock starts.")
    extractor.watch, encoder.watch, whole = Stopwatch(), Stopwatch(), Stopwatch()
    with tempfile.TemporaryDirectory() as folder:
        path = store or str(Path(folder) / "bench.db")
        with Memory(path, settings=settings, extractor=extractor, embedder=encoder) as memory:
            whole.time(lambda: memory.ingest_passages(corpus.data.passages))
    watches = {"encode": encoder.watch, "extract": extractor.watch, "total": whole}
    scale = 1000 / passages
    parts = {name: {"s": w.wall * scale, "processor_s": w.processor * scale} for name, w in watches.items()}
    parts["write"] = {
        unit: parts["total"][unit] - parts["encode"][unit] - parts["extract"][unit] for unit in ("s", "processor_s")
    }
    rest = parts["total"]["processor_s"] - parts["encode"]["processor_s"]
    questions = list(corpus.data.queries.values())
    return {
        "parts": parts,
        "rest_over_encode": rest / max(parts["encode"]["processor_s"], 1e-9),
        "question": {
            "encode_ms": _median_ms(lambda text: encoder.encode([text]), questions),
            "names_ms": _median_ms(extractor.extract, questions),
        },
        "passages": len(corpus.data.passages),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _median_ms(call: Callable[[str], Any], texts: Sequence[str]) -> float:
    """Milliseconds of the processor."""
    took = []
    for text in texts:
        watch = Stopwatch()
        watch.time(lambda text=text, watch=watch: call(text))
        took.append(1000 * watch.processor)
    return statistics.median(took)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=PASSAGES)
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--store", help="a path or address; default: a new SQLite file")
    options = parser.parse_args()
    result = measure(options.passages, options.embedder, options.store)
    print(f"{result['passages']:,} passages; seconds for 1,000 (of the processor in brackets)")
    for part in ("encode", "extract", "write", "total"):
        times = result["parts"][part]
        print(f"{part:>9} {times['s']:7.1f} ({times['processor_s']:.1f})")
    ratio = result["rest_over_encode"]
    print(f"all but encoding / encoding: {ratio:.2f} (goal {GOAL}: {'reached' if ratio < GOAL else 'missed'})")
    question = result["question"]
    print(f"a question before any search: encoding {question['encode_ms']:.1f} ms, names {question['names_ms']:.1f} ms")
    print(f"peak {result['peak_mb']:.0f} MB")
