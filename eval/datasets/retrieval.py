"""Any retrieval set by name or folder, whatever its form: BEIR, MuSiQue / HotpotQA, or a wiki with questions."""

from __future__ import annotations

import tempfile

from eval.datasets.beir import BeirData, load_beir
from eval.datasets.multihop import convert
from eval.datasets.registry import DataSet, data_sets, find
from eval.datasets.wiki import load_wiki
from eval.datasets.wiki_beir import as_beir

#: The part of a wiki that takes the place of a BEIR folder's test part.
WIKI_PART = {"test": "report"}


def find_retrieval(name_or_path: str) -> DataSet:
    """The set of this name, a wiki or a retrieval set, or the folder. Raises InputError naming the sets there are."""
    if any(d.kind == "wiki" and d.name == name_or_path for d in data_sets()):
        return find(name_or_path, "wiki")
    return find(name_or_path, "retrieval")


def load_retrieval(name_or_path: str, split: str = "test") -> BeirData:
    """Read a set. Raises InputError as its form's loader does, or for a split that it has not."""
    data = find_retrieval(name_or_path)
    if data.kind == "wiki":
        return as_beir(load_wiki(data.path), WIKI_PART.get(split, split))
    if not data.stem:
        return load_beir(data.path, split)
    with tempfile.TemporaryDirectory() as folder:
        convert(data.path, folder)
        return load_beir(f"{folder}/{data.stem}", split)
