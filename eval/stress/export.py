"""Writes data/name_pairs: `python -m eval.stress.export [FOLDER]`. The same package versions give the same bytes."""

from __future__ import annotations

import csv
import hashlib
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from eval.stress.pairs import StressPair, stress_pairs
from eval.stress.sources import plain

FOLDER = Path(__file__).resolve().parents[2] / "data" / "name_pairs"
COLUMNS = ("ltable_name", "ltable_type", "rtable_name", "rtable_type", "label")
#: Most pairs per file; train and valid are of the develop half, test of the report half.
SIZES = {"train": 3000, "valid": 1000, "test": 2000}
#: One beginning of develop names in three is kept for valid.
VALID_SHARE = 3


def split_pairs(seed: int = 0) -> dict[str, list[StressPair]]:
    """The pairs of each file, shuffled. Half of a file's pairs are positives. No base name is in two files: a
    pair whose two names would be is left out."""
    parts: dict[str, list[StressPair]] = {name: [] for name in SIZES}
    for half in ("develop", "report"):
        for pair in stress_pairs(seed, half):
            names = (pair.left.name,) if pair.label else (pair.left.name, pair.right.name)
            files = {_file(name) if half == "develop" else "test" for name in names}
            if len(files) == 1:
                parts[files.pop()].append(pair)
    for name, pairs in parts.items():
        random.Random(f"{seed}-{name}").shuffle(pairs)
        negatives = [pair for pair in pairs if not pair.label]
        positives = [pair for pair in pairs if pair.label][: len(negatives)]
        chosen = {pair.id for pair in (*negatives, *positives)}
        pairs[:] = [pair for pair in pairs if pair.id in chosen]
    return {name: pairs[: SIZES[name]] for name, pairs in parts.items()}


def _file(name: str) -> str:
    """By the first two letters, so that names near each other mostly fall into one file."""
    digest = hashlib.blake2b(f"part {plain(name)[:2]}".encode(), digest_size=1).digest()[0]
    return "valid" if digest % VALID_SHARE == 0 else "train"


def write(folder: Path = FOLDER, seed: int = 0) -> list[Path]:
    """Write the three files in DeepMatcher form; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, pairs in split_pairs(seed).items():
        path = folder / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            for pair in pairs:
                writer.writerow((pair.left.name, pair.left.type, pair.right.name, pair.right.type, pair.label))
        written.append(path)
    return written


def main(argv: Sequence[str]) -> None:
    for path in write(Path(argv[0]) if argv else FOLDER):
        print(f"{path}: {sum(1 for _ in path.open(encoding='utf-8')) - 1} pairs")


if __name__ == "__main__":
    main(sys.argv[1:])
