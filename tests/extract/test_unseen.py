"""Sentences that no rule was tuned to, scored together: few misses, nothing invented."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import yaml

CASES = yaml.safe_load((Path(__file__).parent / "unseen.yaml").read_text(encoding="utf-8"))


def precision_and_recall(pairs):
    """Micro-averaged over (found, wanted) lists."""
    right = sum(sum((Counter(found) & Counter(wanted)).values()) for found, wanted in pairs)
    return right / sum(len(found) for found, _ in pairs), right / sum(len(wanted) for _, wanted in pairs)


def test_names_and_relations(extractor):
    names, relations = [], []
    for case, read in zip(CASES, extractor.extract_many([case["text"] for case in CASES]), strict=True):
        names.append(([m.name for m in read.mentions], case["names"]))
        found = [f"{read.mentions[r.source].name} | {r.type} | {read.mentions[r.target].name}" for r in read.relations]
        relations.append((found, case["relations"]))
    precision, recall = precision_and_recall(names)  # 1.00 and .98 when written
    assert precision >= 0.95 and recall >= 0.93
    precision, recall = precision_and_recall(relations)  # 1.00 and .89 when written
    assert precision >= 0.9 and recall >= 0.8
