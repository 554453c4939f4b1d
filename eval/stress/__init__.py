"""Stress pairs of names from public lists: variants are the positives, nearest other names the negatives."""

from eval.stress.grade import summarize
from eval.stress.pairs import HALVES, StressPair, stress_pairs

__all__ = ["HALVES", "StressPair", "stress_pairs", "summarize"]
