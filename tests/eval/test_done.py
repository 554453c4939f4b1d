from __future__ import annotations

from eval import done


def test_done_until_key_or_files_change(tmp_path):
    folder = tmp_path / "work"
    assert not done.is_done(folder, "k")
    done.begin(folder)
    (folder / "table.csv").write_text("1")
    (folder / "table.timings.csv").write_text("3 s")
    done.finish(folder, "k")
    assert done.is_done(folder, "k")
    assert not done.is_done(folder, "other")
    (folder / "table.timings.csv").write_text("4 s")
    assert done.is_done(folder, "k")
    (folder / "table.csv").write_text("2")
    assert not done.is_done(folder, "k")


def test_a_new_run_takes_away_what_the_old_one_wrote_and_nothing_else(tmp_path):
    folder = tmp_path / "work"
    done.begin(folder)
    (folder / "old.csv").write_text("1")
    done.finish(folder, "k")
    (folder / "mine.txt").write_text("put here by hand")
    done.begin(folder)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]
    assert not done.is_done(folder, "k")


def test_a_damaged_marker_means_not_done(tmp_path):
    done.begin(tmp_path / "work")
    done.finish(tmp_path / "work", "k")
    (tmp_path / done.STATE / "work.json").write_text("{")
    assert not done.is_done(tmp_path / "work", "k")


def test_keys_differ_with_what_they_are_made_of():
    assert done.key_of("a", {"x": 1}) == done.key_of("a", {"x": 1})
    assert done.key_of("a", {"x": 1}) != done.key_of("a", {"x": 2})
