"""A memory on each store under test."""

from __future__ import annotations

from typing import Any

import pytest
from marked import MarkedExtractor

from memkit import Settings


@pytest.fixture
def settings() -> Settings:
    return Settings(embedder="hash", cache_dir="", rule="memkit")


@pytest.fixture
def memory_options(settings: Settings) -> dict[str, Any]:
    return {"settings": settings, "extractor": MarkedExtractor()}
