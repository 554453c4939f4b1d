"""Is this piece of work done already? A marker beside its folder: what it depended on, and the files it left.

A piece is done while its key (a hash of all its inputs) is the same and its files are as it left them. The markers
are no results and are not committed: a fresh clone runs everything.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from eval.datasets import files_hash
from eval.provenance import code_hash

#: Folder beside the pieces' folders; deleting it makes everything run again.
STATE = ".state"


def key_of(*parts: Any) -> str:
    """A hash of `parts` (JSON values) and of the code of memkit/ and eval/."""
    return hashlib.sha256(json.dumps([*parts, code_hash()], sort_keys=True).encode()).hexdigest()


def is_done(folder: str | Path, key: str) -> bool:
    """Was `folder` written under this key, and is every graded file in it as it was?"""
    try:
        state = json.loads(_marker(folder).read_text(encoding="utf-8"))
        return state["key"] == key and state["files"] == _files(Path(folder))
    except (OSError, ValueError, KeyError):
        return False


def begin(folder: str | Path) -> None:
    """Make the folder and take away what an earlier run wrote into it, which this one might not."""
    folder, marker = Path(folder), _marker(folder)
    if marker.is_file():
        for name in json.loads(marker.read_text(encoding="utf-8"))["files"]:
            (folder / name).unlink(missing_ok=True)
        marker.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def finish(folder: str | Path, key: str) -> None:
    """Mark the folder as done, with what is in it now."""
    marker = _marker(folder)
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.write_text(json.dumps({"key": key, "files": _files(Path(folder))}, indent=1), encoding="utf-8")


def _marker(folder: str | Path) -> Path:
    return Path(folder).parent / STATE / f"{Path(folder).name}.json"


def _files(folder: Path) -> dict[str, str]:
    """Relative name -> hash of the graded files (timings differ from run to run)."""
    return {
        path.relative_to(folder).as_posix(): files_hash(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(".timings.csv")
    }
