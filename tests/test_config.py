"""Settings: where a value comes from, and that everything wrong is named at once."""

from __future__ import annotations

import pytest

from memkit import Settings, SettingsError
from memkit.config import LEGACY_NAMES


@pytest.fixture(autouse=True)
def clean(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for row in Settings.help():
        monkeypatch.delenv(row["variable"], raising=False)
    for name in LEGACY_NAMES.values():
        monkeypatch.delenv(name, raising=False)


def test_argument_before_variable_before_dotenv_before_default(monkeypatch, tmp_path):
    assert Settings().merge_threshold == 0.95
    (tmp_path / ".env").write_text("MEMKIT_MERGE_THRESHOLD=0.91\nMEMKIT_RULE=seed\n")
    assert Settings().merge_threshold == 0.91 and Settings().rule == "seed"
    monkeypatch.setenv("MEMKIT_MERGE_THRESHOLD", "0.92")
    assert Settings().merge_threshold == 0.92
    assert Settings(merge_threshold=0.93).merge_threshold == 0.93


@pytest.mark.parametrize(
    ("variable", "field", "text", "value"),
    [
        ("AUTO_MERGE_THRESHOLD", "merge_threshold", "0.97", 0.97),
        ("PENDING_MATCH_THRESHOLD", "pending_threshold", "0.8", 0.8),
        ("MEMORY_EMBEDDING_DIMENSIONS", "hash_dimensions", "64", 64),
        ("NEO4J_URI", "neo4j_uri", "bolt://x", "bolt://x"),
    ],
)
def test_the_earlier_names_work_and_ours_come_first(monkeypatch, variable, field, text, value):
    monkeypatch.setenv(variable, text)
    assert getattr(Settings(), field) == value
    ours = {"merge_threshold": "0.99", "pending_threshold": "0.7", "hash_dimensions": "32", "neo4j_uri": "bolt://y"}
    monkeypatch.setenv(f"MEMKIT_{field.upper()}", ours[field])
    assert str(getattr(Settings(), field)) == ours[field]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"merge_threshold": 0.5, "pending_threshold": 0.9}, ["pending_threshold 0.9 is above merge_threshold 0.5"]),
        ({"merge_threshold": float("nan")}, ["merge_threshold is nan"]),
        ({"merge_threshold": 1.5, "batch_size": 0}, ["merge_threshold is 1.5", "batch_size is 0"]),
        ({"merge_threshold": "high", "batch_size": "many"}, ["merge_threshold is 'high'", "batch_size is 'many'"]),
        ({"batch_size": True}, ["batch_size is True"]),
        ({"rule": None}, ["rule is None"]),
    ],
)
def test_everything_wrong_is_named_at_once(wrong, said):
    with pytest.raises(SettingsError) as error:
        Settings(**wrong)
    assert all(part in str(error.value) for part in said), error.value


def test_wrong_variables_are_named_with_their_value(monkeypatch):
    monkeypatch.setenv("MEMKIT_BATCH_SIZE", "lots")
    monkeypatch.setenv("MEMKIT_EMBEDDER_FALLBACK", "maybe")
    with pytest.raises(SettingsError) as error:
        Settings()
    assert "MEMKIT_BATCH_SIZE='lots'" in str(error.value) and "MEMKIT_EMBEDDER_FALLBACK='maybe'" in str(error.value)


def test_every_option_has_its_help():
    rows = Settings.help()
    assert len(rows) == len({row["option"] for row in rows}) and all(row["meaning"] for row in rows)
    assert rows.to_frame().shape[0] == len(rows)
