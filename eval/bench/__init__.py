"""Benchmarks: speed and memory beside what they are up against, in one run. Numbers of a machine, never graded tables."""
