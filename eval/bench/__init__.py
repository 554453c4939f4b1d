"""Benchmarks: speed and memory beside what they are up against, in one run. A machine's numbers, no graded tables."""
