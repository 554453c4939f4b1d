"""Which data sets are here: the project's own in data/, public ones under MEMKIT_DATA or beside the project.

A data set is known by the form of its files, so a folder of your own put beside the others is found too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from eval.datasets import data_root, files_hash
from eval.datasets.transcripts import holds_turns, transcript_files
from eval.datasets.wiki import wiki_files
from eval.provenance import ROOT
from memkit.errors import InputError

#: Kind -> the files that a folder of this kind has (each an alternative; the first that is whole wins).
FORMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "pairs": (("train.txt", "valid.txt", "test.txt"), ("train.csv", "valid.csv", "test.csv")),
    "identity": (("cases.jsonl",),),
    "retrieval": (("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"), ("*_corpus.json",)),
    "wiki": (("ontology.yaml", "questions.jsonl"),),
    "conversation": (("locomo*.json",), ("chats.json",)),
    "transcript": (("transcripts.json",), ("*.json",)),  # a folder of other *.json is none: `holds_turns`
    "facts": (("facts.jsonl",),),
    "records": (("*.parquet",), ("*.csv",)),
    "texts": (("*.rst",), ("docs/*.md",)),
}

#: Kind -> the files of a folder that its loader reads.
LOADED: dict[str, Callable[[Path], list[Path]]] = {"wiki": wiki_files, "transcript": transcript_files}


@dataclass(frozen=True)
class DataSet:
    """A folder of data: `kind` as in FORMS, `where` "project" or "public"; `stem`: only its files STEM.json and
    STEM_corpus.json, one of several sets in the folder."""

    name: str
    kind: str
    where: str
    path: Path
    stem: str = ""

    @cached_property
    def files(self) -> list[Path]:
        """The files that hold the data, sorted: everything but what is written about it. Of pairs, and of the kinds in
        LOADED, what their loaders read and hash, in that order."""
        if self.kind == "pairs":
            return next([self.path / n for n in form] for form in FORMS["pairs"] if (self.path / form[0]).is_file())
        if self.kind in LOADED:
            return LOADED[self.kind](self.path)
        if self.stem:
            return [self.path / f"{self.stem}.json", self.path / f"{self.stem}_corpus.json"]
        notes = {"NOTES.md", "README.md", "LICENSE"}
        return sorted(p for p in self.path.rglob("*") if p.is_file() and p.name not in notes and p.name[0] != ".")

    @cached_property
    def hash(self) -> str:
        """`files_hash` of all its files."""
        return files_hash(*self.files)

    def to_dict(self) -> dict[str, Any]:
        """Name, kind, where, hash, number of files and bytes."""
        size = sum(path.stat().st_size for path in self.files)
        return {
            "name": self.name,
            "kind": self.kind,
            "where": self.where,
            "files": len(self.files),
            "bytes": size,
            "hash": self.hash,
        }


def data_sets() -> list[DataSet]:
    """Every data set found, sorted by kind and name; of two with one kind and name the project's own wins."""
    found: dict[tuple[str, str], DataSet] = {}
    for where, root in (("project", ROOT / "data"), ("public", data_root())):
        if root is not None and root.is_dir():
            for path, kind in _folders(root):
                found.setdefault((kind, path.name), DataSet(path.name, kind, where, path))
                for corpus in sorted(path.glob("*_corpus.json")) if kind == "retrieval" else ():
                    stem = corpus.name.removesuffix("_corpus.json")
                    found.setdefault((kind, stem), DataSet(stem, kind, where, path, stem))
    return [found[key] for key in sorted(found)]


def _folders(root: Path) -> Iterator[tuple[Path, str]]:
    """Folders of a known form, at most two below `root`; nothing is looked for inside one that is found."""
    for folder in sorted(p for p in root.iterdir() if p.is_dir() and not p.name.startswith(".")):
        kind = _kind(folder)
        if kind:
            yield folder, kind
        else:
            for inner in sorted(p for p in folder.iterdir() if p.is_dir()):
                if kind := _kind(inner):
                    yield inner, kind


def _kind(folder: Path) -> str | None:
    for kind, forms in FORMS.items():
        for form in forms:
            if all(any(folder.glob(name)) for name in form) and (kind != "transcript" or holds_turns(folder)):
                return kind
    return None


def find(name_or_path: str, kind: str | None = None) -> DataSet:
    """The data set of this name (any upper or lower case where that is clear) or folder.

    A folder is taken from the working folder, else from the project's root. Raises InputError, naming those there are.
    """
    for path in (Path(name_or_path), ROOT / name_or_path):
        if path.is_dir() and path.resolve() not in (ROOT, Path.cwd()):
            return DataSet(path.resolve().name, _kind(path) or kind or "unknown", "project", path.resolve())
    known = [d for d in data_sets() if kind in (None, d.kind)]
    matches = [d for d in known if d.name == name_or_path] or [
        d for d in known if d.name.lower() == name_or_path.lower()
    ]
    if len(matches) != 1:
        problem = "is no folder and names no data set" if not matches else "names several data sets"
        raise InputError(
            f"{name_or_path!r} {problem}{f' of {kind}' if kind else ''}: found are "
            f"{', '.join(sorted(d.name for d in known)) or 'none'} (public sets: set MEMKIT_DATA)"
        )
    return matches[0]
