"""A made-up table of people with typing errors, for the tests of record clustering."""

from __future__ import annotations

import random

FIRST = "anna bertha carl dora emil fritz greta hans ida jakob karl lena maria nora otto paula robert sofia".split()
LAST = (
    "abel brandt claasen dietz ebert fuchs gruber hartmann jung keller lang maurer neumann olsen peters reuter".split()
)


def people(clusters: int = 60, copies: int = 4, seed: int = 1) -> tuple[dict[str, list[str]], list[int]]:
    """(table, gold): `copies` records of each person, one value in five mistyped and one in seven missing."""
    rng = random.Random(seed)
    rows, gold = [], []
    for person in range(clusters):
        first, last = rng.choice(FIRST), rng.choice(LAST)
        born = f"18{rng.randrange(10, 99)}-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}"
        code = (
            f"{rng.choice('abcdef')}{rng.choice('xyz')}{rng.randrange(1, 20)} {rng.randrange(1, 9)}{rng.choice('pqr')}k"
        )
        for _ in range(copies):
            values = [_worn(v, rng) for v in (first, last, born, code)]
            rows.append([" ".join(v for v in values[:2] if v), *values])
            gold.append(person)
    names = ("full name", "first", "last", "born", "postcode")
    return {name: [row[j] for row in rows] for j, name in enumerate(names)}, gold


def _worn(value: str, rng: random.Random) -> str:
    if rng.random() < 1 / 7:
        return ""
    if rng.random() < 1 / 5:
        at = rng.randrange(len(value))
        letter = rng.choice("0123456789") if value[at].isdigit() else rng.choice("abcdefghij")
        return value if value[at] in "- " else value[:at] + letter + value[at + 1 :]
    return value
