"""Where a number comes from: the header that every graded table carries."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from memkit.errors import InputError

#: The folder that holds memkit/ and eval/.
ROOT = Path(__file__).resolve().parent.parent


def from_root(path: Path) -> str:
    """The path as it is said in files and messages: from the project's root where it lies inside."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


@lru_cache(maxsize=1)
def code_hash(root: Path = ROOT) -> str:
    """16 hex digits of SHA-256 over every *.py of memkit/ and eval/ (path and bytes, sorted by path).

    Read once per process, so that all tables of a run name the code that the run began with.
    """
    digest = hashlib.sha256()
    for path in sorted(p for folder in ("memkit", "eval") for p in (root / folder).rglob("*.py")):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What a reader needs to make the table again. `data`: name of each data set -> its hash (`datasets.files_hash`);
    `n`: number of questions, pairs or records; `interval`: how intervals were made, say "95 % percentile bootstrap,
    2000 resamples"; `settings`: whatever else was chosen (split, rule, target, ...). Never a time, a path or a host."""

    data: Mapping[str, str]
    n: int
    interval: str
    seed: int | str = 0
    embedder: str = "none"
    k: str = "none"
    settings: Mapping[str, Any] = field(default_factory=dict)
    code: str = field(default_factory=code_hash)

    def lines(self) -> list[str]:
        """`name: value` lines in a fixed order."""
        return [
            f"data: {', '.join(f'{name} ({digest})' for name, digest in sorted(self.data.items()))}",
            f"settings: {json.dumps(dict(self.settings), sort_keys=True, ensure_ascii=False)}",
            f"embedder: {self.embedder}",
            f"k: {self.k}",
            f"seed: {self.seed}",
            f"n: {self.n}",
            f"interval: {self.interval}",
            f"code: {self.code}",
        ]

    @classmethod
    def parse(cls, lines: Sequence[str], *, where: str) -> Provenance:
        """The provenance that `lines()` wrote; InputError, naming `where`, on anything else."""
        found = dict(line.split(": ", 1) for line in lines if ": " in line)
        missing = {"data", "settings", "embedder", "k", "seed", "n", "interval", "code"} - set(found)
        if missing:
            raise InputError(f"{where}: its header does not name {', '.join(sorted(missing))}: not a graded table")
        return cls(
            data=dict(re.findall(r"(.+?) \(([0-9a-f]*)\)(?:, |$)", found["data"])),
            settings=json.loads(found["settings"]),
            n=int(found["n"]),
            seed=int(found["seed"]) if found["seed"].isdigit() else found["seed"],
            **{name: found[name] for name in ("embedder", "k", "interval", "code")},
        )


def merged(parts: Sequence[Provenance], settings: Mapping[str, Any]) -> Provenance:
    """The provenance of a table that collects the rows of others: all their data, `n` summed, what differs joined."""

    def joined(values: Iterable[object]) -> str:
        return ", ".join(sorted({str(value) for value in values}))

    return Provenance(
        data={name: digest for part in parts for name, digest in part.data.items()},
        settings=settings,
        n=sum(part.n for part in parts),
        seed=parts[0].seed if len({part.seed for part in parts}) == 1 else joined(part.seed for part in parts),
        **{name: joined(getattr(part, name) for part in parts) for name in ("embedder", "k", "interval", "code")},
    )
