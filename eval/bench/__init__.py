"""Benchmarks: `python -m eval.bench.NAME`; timings, never part of a graded table."""
