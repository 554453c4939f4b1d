"""A folder of pages: which files it holds, and each of them read or the reason why not."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from memkit.config import Settings
from memkit.documents import check_length
from memkit.errors import InputError, MemkitError
from memkit.model import check_value
from memkit.pages.page import READERS, Page, decode, read_page

#: The names that a wiki's parts have.
DOCS, ONTOLOGY = "docs", "ontology.yaml"


@dataclass(frozen=True, slots=True)
class Folder:
    """`root` holds the pages, `files` are their paths in it ("teams/atlas.md"), sorted; `ontology` is the wiki's own
    file, None if it has none."""

    root: Path
    files: tuple[str, ...]
    ontology: Path | None


def open_folder(path: str | Path) -> Folder:
    """Find a folder's pages, those of its folders included; what is hidden and links to folders are left out.

    A folder with `docs` and `ontology.yaml` is a wiki: its pages are those in `docs`; and so is such a `docs` itself.
    Raises InputError when there is no such folder, or no page in it.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"path is a {type(path).__name__}: the path of a folder is needed")
    given = Path(path)
    if not given.is_dir():
        what = "is no folder" if given.exists() else "does not exist"
        raise InputError(f"{str(path)!r} {what}: give a folder of {', '.join(READERS)} files")
    root, ontology = given, given / ONTOLOGY
    if (given / DOCS).is_dir() and ontology.is_file():
        root = given / DOCS
    elif given.resolve().name == DOCS:
        ontology = given.resolve().parent / ONTOLOGY
    files = tuple(sorted(_files(root)))
    if not files:
        raise InputError(f"{str(root)!r} has no page ({', '.join(READERS)}): nothing was changed")
    return Folder(root, files, ontology if ontology.is_file() else None)


def _files(root: Path) -> list[str]:
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(folder) / name
            if path.suffix.lower() in READERS and not name.startswith(".") and not path.is_dir():
                found.append(path.relative_to(root).as_posix())
    return found


def read_file(folder: Folder, file: str, settings: Settings) -> Page:
    """Read one page. Raises InputError saying why it cannot be."""
    path = folder.root / file
    try:
        check_value(file, "the file's name")
        found = path.stat()
        if not path.resolve().is_relative_to(folder.root.resolve()):  # a wiki may come from anybody
            raise InputError("is a link that leads out of the folder: copy what it leads to, if it belongs here")
        if not stat.S_ISREG(found.st_mode):
            raise InputError("is no file but a pipe or device")  # reading one may never end
        size = found.st_size
        if size > 4 * settings.max_text:  # a character has at most four bytes
            raise InputError(f"has {size:,} bytes, more than Settings.max_text allows: cut it, or raise max_text")
        text = decode(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}") from error
    if not text.strip():
        raise InputError("is empty")
    check_length(text, settings)
    return read_page(file, text)


def read_pages(folder: Folder, settings: Settings) -> tuple[list[Page], list[dict[str, str]]]:
    """(the pages that can be read, `{file, error}` of each that cannot)."""
    pages, failed = [], []
    for file in folder.files:
        try:
            pages.append(read_file(folder, file, settings))
        except MemkitError as error:
            failed.append({"file": file, "error": str(error)})
    return pages, failed
