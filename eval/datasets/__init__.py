"""Loaders of data sets, one form a file. Public sets are read by path and never copied into the project."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from memkit.errors import InputError
from memkit.model import check_value


def data_root() -> Path | None:
    """The folder of public sets: MEMKIT_DATA if set (InputError if it is no folder), else ../shared/data, else None."""
    named = os.environ.get("MEMKIT_DATA")
    if named:
        path = Path(named)
        if not path.is_dir():
            raise InputError(f"MEMKIT_DATA={named!r} is not a folder: name one, or unset it")
        return path
    beside = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
    return beside.resolve() if beside.is_dir() else None


def read_text(path: Path) -> str:
    """A file's text (UTF-8, a byte order mark is dropped). Raises InputError naming the line of any other byte."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(
            f"{path}, line {line}: byte {data[error.start]:#04x} is not UTF-8: convert the file, say with iconv"
        ) from None


def read_json(text: str) -> Any:
    """What a JSON text says. Raises InputError, in words, for what is no JSON, nested or long beyond reading, or holds
    what no text can (NUL, an unpaired surrogate) or NaN."""
    try:
        value = json.loads(text)
        check_value(value, "a value")
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON ({error.msg})") from None
    except RecursionError:
        raise InputError("not JSON (nested too deeply)") from None
    except InputError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"not JSON ({error})") from None
    return value


def files_hash(*paths: Path) -> str:
    """The first 16 hex digits of SHA-256 over the files' bytes, in the order given: names the data in a table."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]
