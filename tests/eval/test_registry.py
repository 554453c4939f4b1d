from __future__ import annotations

import pytest

from eval.datasets import files_hash, registry
from memkit.errors import InputError


@pytest.fixture
def roots(tmp_path, monkeypatch):
    """A project with data/names (pairs) and public sets group/Shop (pairs), cases (identity), mess (nothing known)."""
    for folder, files in {
        "project/data/names": ["train.csv", "valid.csv", "test.csv", "README.md"],
        "public/group/Shop": ["train.txt", "valid.txt", "test.txt"],
        "public/group/names": ["train.txt", "valid.txt", "test.txt"],
        "public/cases": ["cases.jsonl", "NOTES.md"],
        "public/mess": ["what.bin"],
    }.items():
        (tmp_path / folder).mkdir(parents=True)
        for name in files:
            (tmp_path / folder / name).write_text(f"{folder}/{name}")
    monkeypatch.setattr(registry, "ROOT", tmp_path / "project")
    monkeypatch.setenv("MEMKIT_DATA", str(tmp_path / "public"))
    return tmp_path


def test_sets_are_known_by_their_files_and_the_projects_own_come_first(roots):
    found = [(d.kind, d.name, d.where) for d in registry.data_sets()]
    assert found == [("identity", "cases", "public"), ("pairs", "Shop", "public"), ("pairs", "names", "project")]


def test_pairs_are_hashed_in_the_order_of_their_loader(roots):
    shop = registry.find("shop", "pairs")
    assert shop.hash == files_hash(*(roots / "public/group/Shop" / f"{s}.txt" for s in ("train", "valid", "test")))
    assert shop.to_dict()["files"] == 3


def test_notes_are_no_data(roots):
    assert [p.name for p in registry.find("cases").files] == ["cases.jsonl"]


def test_a_folder_is_a_data_set_too(roots):
    assert registry.find("data/names").path == roots / "project/data/names"
    assert registry.find(str(roots / "public/mess"), "pairs").kind == "pairs"


def test_an_unknown_name_names_those_there_are(roots):
    with pytest.raises(InputError, match="names no data set of pairs: found are Shop, names"):
        registry.find("cases", "pairs")
